// Bytes that a JSON string holds as they are, copied many at a time.
#ifndef NBL_TEXT_PLAIN_HPP
#define NBL_TEXT_PLAIN_HPP

#include "text/utf8.hpp"

#if defined(__SSE2__) && !defined(__OPTIMIZE_SIZE__)
#include <emmintrin.h>
#define NBL_TEXT_SSE2 1
#endif

namespace nbl {

/// 1 to 7 bytes and zeros behind them. Loads that overlap instead of a loop: what they share is equal, so
/// that OR joins it.
[[nodiscard]] inline u64 load_few(const u8* p, usize size) noexcept {
  if (size >= 4) return load_le32(p) | u64{load_le32(p + size - 4)} << (8 * (size - 4));
  return p[0] | u64{p[size / 2]} << (8 * (size / 2)) | u64{p[size - 1]} << (8 * (size - 1));
}

#if defined(NBL_TEXT_SSE2)
/// The plain bytes at the start of 16, which are stored in `room` whatever they are. As a signed number a
/// byte over 0x7f is below the space as well.
inline usize copy_plain_16(char* room, const u8* p) noexcept {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(room), bytes);
  const __m128i marks =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  const __m128i others = _mm_or_si128(marks, _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')));
  const unsigned mask = static_cast<unsigned>(_mm_movemask_epi8(others));
  return mask == 0 ? 16 : static_cast<usize>(__builtin_ctz(mask));
}
#endif

/// What copy_all_plain() may store behind the text.
inline constexpr usize kPlainSlack = 8;

/// Copies the text and tells whether all of it is plain; where it is not, what was stored means nothing.
[[nodiscard]] inline bool copy_all_plain(char* room, const u8* p, usize size) noexcept {
  usize done = 0;
#if defined(NBL_TEXT_SSE2)
  for (; size - done >= 16; done += 16) {
    if (copy_plain_16(room + done, p + done) != 16) return false;
  }
  if (size >= 16) return done == size || copy_plain_16(room + size - 16, p + size - 16) == 16;
#endif
  u64 any = 0;
  for (; size - done >= 8; done += 8) {
    const u64 lanes = load_le64(p + done);
    store_le64(reinterpret_cast<u8*>(room) + done, lanes);
    any |= not_plain(lanes);
  }
  const usize rest = size - done;
  if (rest != 0) {
    const u64 lanes = size >= 8 ? load_le64(p + size - 8) >> (8 * (8 - rest)) : load_few(p, rest);
    store_le64(reinterpret_cast<u8*>(room) + done, lanes);
    any |= not_plain(lanes | kEachByte * ' ' << (8 * rest));
  }
  return any == 0;
}

}  // namespace nbl

#endif
