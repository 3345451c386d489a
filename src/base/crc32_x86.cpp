// CRC32 by PCLMULQDQ, and which of the x86 implementations may run.
#include "base/crc32_impl.hpp"

#if NBL_CRC32_HAS_X86

#include <cpuid.h>

#include "base/crc32_clmul.hpp"

namespace nbl {

using namespace crc32_clmul;

namespace {

// Read at `count`: the bytes from `count` on come to the front, zero behind them.
alignas(16) constexpr u8 kShiftDown[32] = {0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
                                           11,   12,   13,   14,   15,   0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                           0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};

// 0 to 15 bytes and zero behind them. Two loads that overlap instead of a loop: what both read is equal, so that OR joins it.
NBL_INLINE_PCLMUL __m128i load_short(const u8* data, usize size) noexcept {
  u64 first = 0;
  u64 last = 0;
  if (size >= 8) {
    first = load_le64(data);
    last = load_le64(data + size - 8) >> (8 * (15 - size)) >> 8;
  } else if (size >= 4) {
    first = load_le32(data) | (u64{load_le32(data + size - 4)} << (8 * (size - 4)));
  } else if (size != 0) {
    first = u64{data[0]} | (u64{data[size / 2]} << (8 * (size / 2))) | (u64{data[size - 1]} << (8 * (size - 1)));
  }
  return _mm_set_epi64x(static_cast<long long>(last), static_cast<long long>(first));
}

// The last 0 to 15 bytes of a message of at least 16, and zero behind them.
NBL_INLINE_PCLMUL __m128i load_padded(const u8* end, usize size) noexcept {
  return _mm_shuffle_epi8(load_block(end - 16), load_block(kShiftDown + 16 - size));
}

// The sum of `size` bytes and `sum`; `seed` goes into the first block. There are bytes before `data` where `size` is below 16.
NBL_INLINE_PCLMUL __m128i add_tail(__m128i sum, __m128i seed, const u8* data, usize size) noexcept {
  const Pair* distance = distances_of(blocks_of(size));
  const u8* const end = data + size;
  for (usize left = size; left >= 16; left -= 16) {
    sum = _mm_xor_si128(sum, multiply(_mm_xor_si128(load_block(data), seed), load_block(distance)));
    seed = _mm_setzero_si128();
    data += 16;
    ++distance;
  }
  return _mm_xor_si128(sum, multiply(load_padded(end, size % 16), load_block(distance)));
}

NBL_INLINE_PCLMUL u32 short_crc(u32 crc, const u8* data, usize size) noexcept {
  const __m128i block = _mm_xor_si128(load_short(data, size), seed_block(crc));
  return reduce(multiply(block, load_block(distances_of(1))), size);
}

NBL_INLINE_PCLMUL __m128i move_64(__m128i sum, const u8* data) noexcept {
  return _mm_xor_si128(multiply(sum, load_block(&kConstants.move_64)), load_block(data));
}

#define NBL_TARGET_AVX2 __attribute__((target("vpclmulqdq,pclmul,avx2")))
#define NBL_INLINE_AVX2 __attribute__((target("vpclmulqdq,pclmul,avx2"), always_inline)) inline

NBL_INLINE_AVX2 __m256i load2(const void* p) noexcept { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }

NBL_INLINE_AVX2 __m256i multiply2(__m256i blocks, __m256i pairs) noexcept {
  return _mm256_xor_si256(_mm256_clmulepi64_epi128(blocks, pairs, 0x00),
                          _mm256_clmulepi64_epi128(blocks, pairs, 0x11));
}

// XCR0: which registers the operating system saves. By assembly, because the intrinsic needs a target option.
u32 saved_registers() noexcept {
  u32 low = 0;
  u32 high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

}  // namespace

Crc32X86 crc32_x86_level() noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr u32 kBase = (1U << 1) | (1U << 9) | (1U << 19);  // PCLMULQDQ, SSSE3, SSE4.1
  constexpr u32 kAvx = (1U << 27) | (1U << 28);              // OSXSAVE, AVX
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kBase) != kBase) return Crc32X86::kNone;
  if ((c & kAvx) != kAvx) return Crc32X86::kPclmul;
  const u32 saved = saved_registers();
  if ((saved & 0x6U) != 0x6U || __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return Crc32X86::kPclmul;
  constexpr u32 kAvx2Bit = 1U << 5;
  constexpr u32 kVpclmulBit = 1U << 10;  // of ECX, the others are of EBX
  if ((b & kAvx2Bit) == 0 || (c & kVpclmulBit) == 0) return Crc32X86::kPclmul;
  constexpr u32 kAvx512 = (1U << 8) | (1U << 16) | (1U << 30) | (1U << 31);  // BMI2; AVX-512 F, BW, VL
  if ((saved & 0xe6U) != 0xe6U || (b & kAvx512) != kAvx512) return Crc32X86::kAvx2;
  return Crc32X86::kAvx512;
}

NBL_TARGET_PCLMUL u32 crc32_pclmul(u32 crc, const u8* data, usize size) noexcept {
  if (size < 16) return short_crc(crc, data, size);
  if (size < 128) return reduce(add_tail(_mm_setzero_si128(), seed_block(crc), data, size), size);
  // Four sums side by side hide the multiplier's latency; afterwards they are four blocks before the tail.
  __m128i s0 = _mm_xor_si128(load_block(data), seed_block(crc));
  __m128i s1 = load_block(data + 16);
  __m128i s2 = load_block(data + 32);
  __m128i s3 = load_block(data + 48);
  usize left = size - 64;
  for (data += 64; left >= 64; data += 64, left -= 64) {
    s0 = move_64(s0, data);
    s1 = move_64(s1, data + 16);
    s2 = move_64(s2, data + 32);
    s3 = move_64(s3, data + 48);
  }
  const Pair* distance = distances_of(blocks_of(left) + 4);
  const __m128i a = _mm_xor_si128(multiply(s0, load_block(distance)), multiply(s1, load_block(distance + 1)));
  const __m128i b = _mm_xor_si128(multiply(s2, load_block(distance + 2)), multiply(s3, load_block(distance + 3)));
  return reduce(add_tail(_mm_xor_si128(a, b), _mm_setzero_si128(), data, left), size);
}

NBL_TARGET_AVX2 u32 crc32_avx2(u32 crc, const u8* data, usize size) noexcept {
  if (size < 16) return short_crc(crc, data, size);
  if (size < 256) return reduce(add_tail(_mm_setzero_si128(), seed_block(crc), data, size), size);
  __m256i s0 = _mm256_xor_si256(load2(data), _mm256_zextsi128_si256(seed_block(crc)));
  __m256i s1 = load2(data + 32);
  __m256i s2 = load2(data + 64);
  __m256i s3 = load2(data + 96);
  const __m256i move = _mm256_broadcastsi128_si256(load_block(&kConstants.move_128));
  usize left = size - 128;
  for (data += 128; left >= 128; data += 128, left -= 128) {
    s0 = _mm256_xor_si256(multiply2(s0, move), load2(data));
    s1 = _mm256_xor_si256(multiply2(s1, move), load2(data + 32));
    s2 = _mm256_xor_si256(multiply2(s2, move), load2(data + 64));
    s3 = _mm256_xor_si256(multiply2(s3, move), load2(data + 96));
  }
  const Pair* distance = distances_of(blocks_of(left) + 8);
  const __m256i a = _mm256_xor_si256(multiply2(s0, load2(distance)), multiply2(s1, load2(distance + 2)));
  const __m256i b = _mm256_xor_si256(multiply2(s2, load2(distance + 4)), multiply2(s3, load2(distance + 6)));
  const __m256i both = _mm256_xor_si256(a, b);
  const __m128i sum = _mm_xor_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
  return reduce(add_tail(sum, _mm_setzero_si128(), data, left), size);
}

}  // namespace nbl

#endif
