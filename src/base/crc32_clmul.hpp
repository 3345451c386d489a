// The arithmetic that the x86 CRC32 implementations share: constants for carry-less multiplication, and the last steps.
//
// Notation. A message is a polynomial over GF(2); G = x^32 + x^26 + ... + 1 is the CRC's. The CRC is the message times x^32
// modulo G. Bits are reflected: the first byte's lowest bit is the highest power, so in a W-bit register bit W-1-i stands for
// x^i, and a carry-less product of two 64-bit halves stands for a * b * x in 128 bits. Constants divide that x out.
//
// The message is padded with zero bytes behind it to whole 16-byte blocks, 1 to 16 bytes, and the start value goes into its
// first four bytes. Each block is multiplied by the power of x of its distance from the last block, and all are added: no
// block waits for another. The reduction then takes the padding back out with a negative power of x, which exists
// because x has an inverse modulo G. So no size is a special case, down to 0.
//
// Source: V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel, 2009, for
// folding and the Barrett reduction.
#ifndef NBL_BASE_CRC32_CLMUL_HPP
#define NBL_BASE_CRC32_CLMUL_HPP

#include "base/crc32_impl.hpp"

#if NBL_CRC32_HAS_X86

#include <immintrin.h>

#include "base/load.hpp"

namespace nbl::crc32_clmul {

/// x^power modulo G, as a 64-bit operand. Negative powers are inverses.
constexpr u64 power_of_x(int power) noexcept {
  constexpr u32 kReflected = 0xedb88320U;
  u32 v = 0x80000000U;
  for (; power > 0; --power) v = (v >> 1) ^ ((v & 1U) != 0 ? kReflected : 0U);
  for (; power < 0; ++power) v = (v & 0x80000000U) != 0 ? ((v ^ kReflected) << 1) | 1U : v << 1;
  return u64{v} << 32;
}

constexpr u64 reflect64(u64 v) noexcept {
  u64 r = 0;
  for (unsigned i = 0; i < 64; ++i) r |= ((v >> i) & 1U) << (63 - i);
  return r;
}

/// The quotient x^96 / G without its constant term, divided by x: what a 64-bit operand can hold of its 65 bits. The constant
/// term only reaches powers that the reduction drops.
constexpr u64 barrett_quotient() noexcept {
  constexpr u64 kG = 0x104c11db7U;
  u64 quotient = 0;  // x^64 falls out at the top and is put back below
  u64 remainder = 0;
  for (int i = 96; i >= 0; --i) {
    remainder = (remainder << 1) | (i == 96 ? 1U : 0U);
    const u64 bit = remainder >> 32;
    if (bit != 0) remainder ^= kG;
    quotient = (quotient << 1) | bit;
  }
  return reflect64((quotient >> 1) | (u64{1} << 63));
}

/// One multiplier a half of a block: the first eight bytes carry x^64 more than the last eight.
struct Pair {
  u64 first;
  u64 last;
};

constexpr Pair pair_for(int bits) noexcept { return Pair{power_of_x(bits + 63), power_of_x(bits - 1)}; }

/// Blocks that one sum can take.
inline constexpr usize kMaxBlocks = 32;

struct Constants {
  /// Entry i moves a block by kMaxBlocks - 1 - i blocks. Behind them room for a whole vector of blocks that are zero.
  Pair distance[kMaxBlocks + 16];
  /// Entry size % 16 takes the padding out and multiplies by x^32.
  Pair padding[16];
  Pair move_64;
  Pair move_128;
  Pair move_256;
  Pair barrett;
};

constexpr Constants make_constants() noexcept {
  Constants c{};
  for (usize i = 0; i < kMaxBlocks; ++i) c.distance[i] = pair_for(128 * static_cast<int>(kMaxBlocks - 1 - i));
  for (int i = 0; i < 16; ++i) c.padding[i] = pair_for(32 - 8 * (16 - i));
  c.move_64 = pair_for(64 * 8);
  c.move_128 = pair_for(128 * 8);
  c.move_256 = pair_for(256 * 8);
  c.barrett = Pair{barrett_quotient(), reflect64(u64{0x104c11db7U} << 31)};
  return c;
}

alignas(64) inline constexpr Constants kConstants = make_constants();

/// Blocks that `size` bytes make with their padding.
inline usize blocks_of(usize size) noexcept { return size / 16 + 1; }

/// The multipliers of the first of `blocks` blocks, the others' behind it.
inline const Pair* distances_of(usize blocks) noexcept { return kConstants.distance + (kMaxBlocks - blocks); }

#define NBL_TARGET_PCLMUL __attribute__((target("pclmul,sse4.1")))
#define NBL_INLINE_PCLMUL __attribute__((target("pclmul,sse4.1"), always_inline)) inline

NBL_INLINE_PCLMUL __m128i load_block(const void* p) noexcept {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}

NBL_INLINE_PCLMUL __m128i seed_block(u32 crc) noexcept { return _mm_cvtsi32_si128(static_cast<int>(~crc)); }

/// The block times its two multipliers, modulo G but not reduced.
NBL_INLINE_PCLMUL __m128i multiply(__m128i block, __m128i pair) noexcept {
  return _mm_xor_si128(_mm_clmulepi64_si128(block, pair, 0x00), _mm_clmulepi64_si128(block, pair, 0x11));
}

/// The CRC out of the sum of all blocks of a message of `size` bytes.
NBL_INLINE_PCLMUL u32 reduce(__m128i sum, usize size) noexcept {
  // 96 bits are left: the quotient's 64 in the low half, the remainder's 32 behind them.
  const __m128i rest = _mm_srli_si128(multiply(sum, load_block(&kConstants.padding[size % 16])), 4);
  const __m128i barrett = load_block(&kConstants.barrett);
  const __m128i quotient = _mm_clmulepi64_si128(rest, barrett, 0x00);
  const __m128i whole = _mm_clmulepi64_si128(quotient, barrett, 0x10);
  return ~static_cast<u32>(_mm_extract_epi32(_mm_xor_si128(whole, rest), 2));
}

}  // namespace nbl::crc32_clmul

#endif

#endif
