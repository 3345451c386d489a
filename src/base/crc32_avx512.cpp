// CRC32 by VPCLMULQDQ over 512-bit registers, with masked loads in place of every tail.
#include "base/crc32_impl.hpp"

#if NBL_CRC32_HAS_AVX512

// GCC 12 takes its own header's "undefined" register values for a mistake (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "base/crc32_clmul.hpp"

namespace nbl {

using namespace crc32_clmul;

namespace {

#define NBL_AVX512_FEATURES "vpclmulqdq,pclmul,avx512f,avx512bw,avx512vl,bmi2"
#define NBL_TARGET_AVX512 __attribute__((target(NBL_AVX512_FEATURES)))
#define NBL_INLINE_AVX512 __attribute__((target(NBL_AVX512_FEATURES), always_inline)) inline

NBL_INLINE_AVX512 __m512i load4(const void* p) noexcept { return _mm512_loadu_si512(p); }

// The bytes from `from` on of `size`, 64 at most, and zero behind them; `size` is below 256. The processor reads none that the
// mask leaves out, so it takes the address past the end as a number and not as a pointer.
NBL_INLINE_AVX512 __m512i load_part(const u8* data, usize size, usize from) noexcept {
  const usize left = size > from ? size - from : 0;
  const __mmask64 mask = _bzhi_u64(~u64{0}, static_cast<unsigned>(left));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a number on purpose, as said above
  return _mm512_maskz_loadu_epi8(mask, reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(data) + from));
}

NBL_INLINE_AVX512 __m512i xor3(__m512i a, __m512i b, __m512i c) noexcept {
  return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

// sum + blocks * pairs.
NBL_INLINE_AVX512 __m512i multiply_add(__m512i sum, __m512i blocks, __m512i pairs) noexcept {
  return xor3(sum, _mm512_clmulepi64_epi128(blocks, pairs, 0x00), _mm512_clmulepi64_epi128(blocks, pairs, 0x11));
}

NBL_INLINE_AVX512 __m512i multiply4(__m512i blocks, __m512i pairs) noexcept {
  return _mm512_xor_si512(_mm512_clmulepi64_epi128(blocks, pairs, 0x00),
                          _mm512_clmulepi64_epi128(blocks, pairs, 0x11));
}

NBL_INLINE_AVX512 __m128i fold_lanes(__m512i sum) noexcept {
  const __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
  return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

// The last 0 to 255 bytes of a message, behind `sum`. Without the two branches most events would pay for registers of
// zeros: measured slower, even where sizes come in random order and the branches are guessed wrong.
NBL_INLINE_AVX512 __m512i add_tail(__m512i sum, __m512i seed, const u8* data, usize size) noexcept {
  const Pair* distance = distances_of(blocks_of(size));
  __m512i a = multiply_add(sum, _mm512_xor_si512(load_part(data, size, 0), seed), load4(distance));
  if (size <= 64) return a;
  __m512i b = multiply4(load_part(data, size, 64), load4(distance + 4));
  if (size > 128) {
    a = multiply_add(a, load_part(data, size, 128), load4(distance + 8));
    b = multiply_add(b, load_part(data, size, 192), load4(distance + 12));
  }
  return _mm512_xor_si512(a, b);
}

}  // namespace

NBL_TARGET_AVX512 u32 crc32_avx512(u32 crc, const u8* data, usize size) noexcept {
  const __m512i seed = _mm512_zextsi128_si512(seed_block(crc));
  if (size < 256) return reduce(fold_lanes(add_tail(_mm512_setzero_si512(), seed, data, size)), size);
  __m512i s0 = _mm512_xor_si512(load4(data), seed);
  __m512i s1 = load4(data + 64);
  __m512i s2 = load4(data + 128);
  __m512i s3 = load4(data + 192);
  const __m512i move = _mm512_broadcast_i32x4(load_block(&kConstants.move_256));
  usize left = size - 256;
  for (data += 256; left >= 256; data += 256, left -= 256) {
    s0 = multiply_add(load4(data), s0, move);
    s1 = multiply_add(load4(data + 64), s1, move);
    s2 = multiply_add(load4(data + 128), s2, move);
    s3 = multiply_add(load4(data + 192), s3, move);
  }
  const Pair* distance = distances_of(blocks_of(left) + 16);
  __m512i a = multiply4(s0, load4(distance));
  __m512i b = multiply4(s1, load4(distance + 4));
  a = multiply_add(a, s2, load4(distance + 8));
  b = multiply_add(b, s3, load4(distance + 12));
  const __m512i sum = _mm512_xor_si512(a, b);
  return reduce(fold_lanes(add_tail(sum, _mm512_setzero_si512(), data, left)), size);
}

}  // namespace nbl

#endif
