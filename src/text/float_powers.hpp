// Powers of ten in 126 bits, out of a small table.
#ifndef NBL_TEXT_FLOAT_POWERS_HPP
#define NBL_TEXT_FLOAT_POWERS_HPP

#include "text/digits.hpp"

namespace nbl {

/// floor(10^e / 2^r) + 1 as two halves of 63 bits, where r is floor(log2(10^e)) - 125.
struct PowerOfTen {
  u64 high;
  u64 low;
};

/// floor(log2(10^e)), for |e| up to 1233.
[[nodiscard]] constexpr int floor_log2_pow10(int e) noexcept { return (e * 1741647) >> 19; }
/// floor(log10(2^e)), for |e| up to 1650; with `three_quarters` of 3/4 * 2^e.
[[nodiscard]] constexpr int floor_log10_pow2(int e, bool three_quarters) noexcept {
  return (e * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

// 10^e = 10^(27 b) * 10^r: the first is in the table, 128 bits, rounded up; of the second 5^r fits 64 bits
// and 2^r is a shift.
inline constexpr int kPowerStep = 27;
inline constexpr int kFirstPower = -11;  // b
inline constexpr int kLowestExponent = -292;
inline constexpr u64 kBasePowers[24][2] = {
    {0xa76c582338ed2621U, 0xaf2af2b80af6f24fU}, {0x873e4f75e2224e68U, 0x5a7744a6e804a292U},
    {0xda7f5bf590966848U, 0xaf39a475506a899fU}, {0xb080392cc4349decU, 0xbd8d794d96aacfb4U},
    {0x8e938662882af53eU, 0x547eb47b7282ee9dU}, {0xe65829b3046b0afaU, 0x0cb4a5a3112a5113U},
    {0xba121a4650e4ddebU, 0x92f34d62616ce414U}, {0x964e858c91ba2655U, 0x3a6a07f8d510f870U},
    {0xf2d56790ab41c2a2U, 0xfae27299423fb9c4U}, {0xc428d05aa4751e4cU, 0xaa97e14c3c26b887U},
    {0x9e74d1b791e07e48U, 0x775ea264cf55347eU}, {0x8000000000000000U, 0x0000000000000000U},
    {0xcecb8f27f4200f3aU, 0x0000000000000000U}, {0xa70c3c40a64e6c51U, 0x999090b65f67d924U},
    {0x86f0ac99b4e8dafdU, 0x69a028bb3ded71a4U}, {0xda01ee641a708de9U, 0xe80e6f4820cc9496U},
    {0xb01ae745b101e9e4U, 0x5ec05dcff72e7f90U}, {0x8e41ade9fbebc27dU, 0x14588f13be847308U},
    {0xe5d3ef282a242e81U, 0x8f1668c8a86da5fbU}, {0xb9a74a0637ce2ee1U, 0x6d953e2bd7173693U},
    {0x95f83d0a1fb69cd9U, 0x4abdaf101564f98fU}, {0xf24a01a73cf2dccfU, 0xbc633b39673c8cedU},
    {0xc3b8358109e84f07U, 0x0a862f80ec4700c9U}, {0x9e19db92b4e31ba9U, 0x6c07a2c26a8346d2U},
};
inline constexpr u64 kPowersOfFive[27] = {
    1U,
    5U,
    25U,
    125U,
    625U,
    3125U,
    15625U,
    78125U,
    390625U,
    1953125U,
    9765625U,
    48828125U,
    244140625U,
    1220703125U,
    6103515625U,
    30517578125U,
    152587890625U,
    762939453125U,
    3814697265625U,
    19073486328125U,
    95367431640625U,
    476837158203125U,
    2384185791015625U,
    11920928955078125U,
    59604644775390625U,
    298023223876953125U,
    1490116119384765625U,
};
// Where the rounded-up base makes the product one too large, by exponent from kLowestExponent on. Computed
// with exact integers over the whole range, for which the others are right.
inline constexpr u32 kPowerCorrections[20] = {
    0x09050964U, 0x00080400U, 0x00001000U, 0x40419100U, 0x64080000U, 0x0302c680U, 0x000800c0U,
    0x00002007U, 0xc1100000U, 0x00000004U, 0x00000000U, 0x40200000U, 0x00000000U, 0x04201800U,
    0x02722140U, 0x00000001U, 0x8000c030U, 0x08888cd0U, 0x10810680U, 0x00000003U,
};

/// `e` is -292 to 324.
[[nodiscard]] inline PowerOfTen power_of_ten(int e) noexcept {
  const int b = (e - kFirstPower * kPowerStep) / kPowerStep + kFirstPower;
  const int r = e - b * kPowerStep;
  const u64* const base = kBasePowers[b - kFirstPower];
  const u64 five = kPowersOfFive[r];
  const u64 w0 = base[1] * five;
  const u64 middle = base[0] * five;
  const u64 w1 = middle + multiply_high(base[1], five);
  const u64 w2 = multiply_high(base[0], five) + (w1 < middle ? 1 : 0);
  const int shift = floor_log2_pow10(e) - floor_log2_pow10(b * kPowerStep) - r + 2;  // 2 to 63
  u64 low = (w0 >> shift) | (w1 << (64 - shift));
  u64 high = (w1 >> shift) | (w2 << (64 - shift));
  const unsigned index = static_cast<unsigned>(e - kLowestExponent);
  const u64 add = 1 - ((kPowerCorrections[index / 32] >> (index % 32)) & 1U);
  low += add;
  high += low < add ? 1 : 0;
  return PowerOfTen{(high << 1) | (low >> 63), low & 0x7fffffffffffffffU};
}

}  // namespace nbl

#endif
