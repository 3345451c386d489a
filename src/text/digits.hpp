// Decimal digits: two at a time, or where 64-bit multiplications cost nothing eight.
#ifndef NBL_TEXT_DIGITS_HPP
#define NBL_TEXT_DIGITS_HPP

#include <cstring>

#include "base/load.hpp"

namespace nbl {

inline constexpr char kTwoDigits[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051"
    "525354555657"
    "585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

inline constexpr u32 kPowersOfTen[10] = {1,      10,      100,      1000,      10000,
                                         100000, 1000000, 10000000, 100000000, 1000000000};

/// `value` is below 100.
inline char* put2(char* p, u32 value) noexcept {
  std::memcpy(p, kTwoDigits + 2 * value, 2);
  return p + 2;
}
inline char* put4(char* p, u32 value) noexcept { return put2(put2(p, value / 100), value % 100); }

[[nodiscard]] constexpr unsigned digit_count(u32 value) noexcept {
  unsigned count = 1;
  while (count < 10 && value >= kPowersOfTen[count]) ++count;
  return count;
}

/// The eight digits of a value below 10^8, each 0 to 9, the first in the lowest byte. Halves, pairs and digits side by side in
/// one register: x * 10486 >> 20 is x / 100 up to 9999, and x * 103 >> 10 is x / 10 up to 99.
[[nodiscard]] constexpr u64 eight_digits(u32 value) noexcept {
  const u64 halves = value / 10000 | u64{value % 10000} << 32;
  const u64 hundreds = (halves * 10486 >> 20) & 0x0000007f0000007fU;
  const u64 pairs = hundreds | (halves - hundreds * 100) << 16;
  const u64 tens = (pairs * 103 >> 10) & 0x000f000f000f000fU;
  return tens | (pairs - tens * 10) << 8;
}
inline constexpr u64 kEightZeros = 0x3030303030303030U;
inline void put_eight(char* p, u64 text) noexcept { store_le64(reinterpret_cast<u8*>(p), text); }

inline char* put8(char* p, u32 value) noexcept {
  if (!kQuickWays) return put4(put4(p, value / 10000), value % 10000);
  put_eight(p, eight_digits(value) | kEightZeros);
  return p + 8;
}

/// What the two functions below may write behind the end they give.
inline constexpr usize kDigitsSlack = 7;

/// Exactly `digits` (1 to 10) digits, zeros in front; the value has no more.
inline char* put_padded(char* p, u32 value, unsigned digits) noexcept {
  char* const end = p + digits;
  if (kQuickWays) {
    if (digits > 8) {
      const u32 top = value / 100000000U;
      if (digits == 9) {
        *p++ = static_cast<char>('0' + top);
      } else {
        p = put2(p, top);
      }
      return put8(p, value % 100000000U);
    }
    put_eight(p, (eight_digits(value) | kEightZeros) >> (8 * (8 - digits)));
    return end;
  }
  char* at = end;
  while (at - p >= 2) {
    at -= 2;
    put2(at, value % 100);
    value /= 100;
  }
  if (at != p) *p = static_cast<char>('0' + value);
  return end;
}

/// No zeros in front.
inline char* put_u32(char* p, u32 value) noexcept {
  if (value < 10) {
    *p = static_cast<char>('0' + value);
    return p + 1;
  }
  if (!kQuickWays) return put_padded(p, value, digit_count(value));
  if (value >= 100000000U) {
    const u32 top = value / 100000000U;
    if (top < 10) {
      *p++ = static_cast<char>('0' + top);
    } else {
      p = put2(p, top);
    }
    return put8(p, value % 100000000U);
  }
  const u64 digits = eight_digits(value);
  // By halves: 32-bit machines have no instruction for 64 bits. Neither is 0 when it is asked.
  const u32 low = static_cast<u32>(digits);
  const int before = low != 0 ? __builtin_ctz(low) : 32 + __builtin_ctz(static_cast<u32>(digits >> 32));
  const unsigned zeros = static_cast<unsigned>(before) / 8;
  put_eight(p, (digits | kEightZeros) >> (8 * zeros));
  return p + (8 - zeros);
}

/// The upper half of a product, out of 32-bit factors.
[[nodiscard]] constexpr u64 multiply_high_portable(u64 a, u64 b) noexcept {
  const u64 a0 = a & 0xffffffffU;
  const u64 a1 = a >> 32;
  const u64 b0 = b & 0xffffffffU;
  const u64 b1 = b >> 32;
  const u64 low = a0 * b0;
  const u64 middle = a1 * b0 + (low >> 32);
  const u64 middle2 = a0 * b1 + (middle & 0xffffffffU);
  return a1 * b1 + (middle >> 32) + (middle2 >> 32);
}
[[nodiscard]] constexpr u64 multiply_high(u64 a, u64 b) noexcept {
#ifdef __SIZEOF_INT128__
  __extension__ using u128 = unsigned __int128;
  return static_cast<u64>((static_cast<u128>(a) * b) >> 64);
#else
  return multiply_high_portable(a, b);
#endif
}

/// Divided by 10^8 without a division, which small cores would call a helper for. Exact for every 64-bit
/// value: the factor is 2^90 / 10^8 rounded up, and 10^8 times its error is below 2^26.
[[nodiscard]] constexpr u64 divide_1e8(u64 value) noexcept {
  return multiply_high(value, 0xabcc77118461cefdU) >> 26;
}

/// The same by 10: 2^67 / 10 rounded up, and ten times its error is 2.
[[nodiscard]] constexpr u64 divide_10(u64 value) noexcept {
  return multiply_high(value, 0xcccccccccccccccdU) >> 3;
}

/// No zeros in front; at most 20 chars.
inline char* put_u64(char* p, u64 value) noexcept {
  if (value <= 0xffffffffU) return put_u32(p, static_cast<u32>(value));
  const u64 upper = divide_1e8(value);
  const u32 low = static_cast<u32>(value - upper * 100000000U);
  if (upper <= 0xffffffffU) return put8(put_u32(p, static_cast<u32>(upper)), low);
  const u64 top = divide_1e8(upper);
  const u32 middle = static_cast<u32>(upper - top * 100000000U);
  return put8(put8(put_u32(p, static_cast<u32>(top)), middle), low);
}

}  // namespace nbl

#endif
