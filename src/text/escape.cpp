// JSON strings, and the check of UTF-8.
#include "text/append.hpp"
#include "text/strings.hpp"
#include "text/utf8.hpp"

#if defined(__SSE2__) && !defined(__OPTIMIZE_SIZE__)
#include <emmintrin.h>
#define NBL_TEXT_SSE2 1
#endif

namespace nbl {

void append_escape(Writer* writer, u8 byte) noexcept {
  char text[6] = {'\\', 'u', '0', '0', '0', '0'};
  usize size = 2;
  switch (byte) {
    case '"': text[1] = '"'; break;
    case '\\': text[1] = '\\'; break;
    case '\b': text[1] = 'b'; break;
    case '\f': text[1] = 'f'; break;
    case '\n': text[1] = 'n'; break;
    case '\r': text[1] = 'r'; break;
    case '\t': text[1] = 't'; break;
    default:
      text[4] = static_cast<char>('0' + (byte >> 4));
      text[5] = "0123456789abcdef"[byte & 15U];
      size = 6;
  }
  append(writer, text, size);
}

namespace {

// 1 to 7 bytes and zeros behind them. Loads that overlap instead of a loop: what they share is equal, so that OR joins it.
inline u64 load_short(const u8* p, usize size) noexcept {
  if (size >= 4) return load_le32(p) | u64{load_le32(p + size - 4)} << (8 * (size - 4));
  return p[0] | u64{p[size / 2]} << (8 * (size / 2)) | u64{p[size - 1]} << (8 * (size - 1));
}

// The first `count` of eight bytes. All of them may be stored, still inside the room; what follows writes over the rest.
inline void append_lanes(Writer* writer, u64 lanes, usize count) noexcept {
  if (char* room = text_room(writer, 8)) {
    store_le64(reinterpret_cast<u8*>(room), lanes);
    writer->length += count;
    return;
  }
  char text[8];
  store_le64(reinterpret_cast<u8*>(text), lanes);
  append(writer, text, count);
}

#if defined(NBL_TEXT_SSE2)
// The plain bytes at the start of 16, which are stored in `room` whatever they are. As a signed number a byte over 0x7f is below
// the space as well.
inline usize copy_plain_16(char* room, const u8* p) noexcept {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(room), bytes);
  const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  const __m128i others = _mm_or_si128(marks, _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')));
  const unsigned mask = static_cast<unsigned>(_mm_movemask_epi8(others));
  return mask == 0 ? 16 : static_cast<usize>(__builtin_ctz(mask));
}
#endif

}  // namespace

// Copies plain bytes and stops at the first other one or at the end.
usize append_plain(Writer* writer, const u8* p, usize left) noexcept {
  usize done = 0;
#if defined(NBL_TEXT_SSE2)
  while (left - done >= 16) {
    char* const room = text_room(writer, 16);
    if (room == nullptr) break;
    const usize count = copy_plain_16(room, p + done);
    writer->length += count;
    done += count;
    if (count < 16) return done;
  }
#endif
  while (left - done >= 8) {
    const u64 lanes = load_le64(p + done);
    const u64 mask = not_plain(lanes);
    const usize count = mask == 0 ? 8 : plain_before(mask);
    append_lanes(writer, lanes, count);
    done += count;
    if (count < 8) return done;
  }
  const usize rest = left - done;
  if (rest == 0) return done;
  // Zeros behind the text are not plain, so that it ends there at the latest.
  const u64 lanes = left >= 8 ? load_le64(p + left - 8) >> (8 * (8 - rest)) : load_short(p, rest);
  const usize count = plain_before(not_plain(lanes));
  append_lanes(writer, lanes, count);
  return done + count;
}

namespace {

// Bytes of the well-formed sequences at `p` up to the next ASCII byte; 0 where one is not well-formed.
usize utf8_run(const u8* p, usize left) noexcept {
  usize done = 0;
  while (done < left && p[done] >= 0x80) {
    const usize size = utf8_sequence(p + done, left - done);
    if (size == 0) return 0;
    done += size;
  }
  return done;
}

}  // namespace

bool utf8_valid(Span text) noexcept {
  const u8* p = text.data;
  usize left = text.size;
  while (left > 0) {
    if (left >= 8 && (load_le64(p) & kHighBits) == 0) {
      p += 8;
      left -= 8;
      continue;
    }
    const usize size = *p < 0x80 ? 1 : utf8_sequence(p, left);
    if (size == 0) return false;
    p += size;
    left -= size;
  }
  return true;
}

bool write_json_string(Writer* writer, Span utf8) noexcept {
  const usize start = writer->length;
  append_char(writer, '"');
  const u8* p = utf8.data;
  usize left = utf8.size;
  while (left > 0) {
    usize size = append_plain(writer, p, left);
    p += size;
    left -= size;
    if (left == 0) break;
    if (*p < 0x80) {
      append_escape(writer, *p);
      size = 1;
    } else {
      size = utf8_run(p, left);
      if (size == 0) {
        writer->length = start;
        return false;
      }
      append(writer, reinterpret_cast<const char*>(p), size);
    }
    p += size;
    left -= size;
  }
  append_char(writer, '"');
  return true;
}

bool write_ascii_string(Writer* writer, Span text) noexcept {
  u8 any = 0;
  for (usize i = 0; i < text.size; ++i) any |= text.data[i];
  return any < 0x80 && write_json_string(writer, text);
}

}  // namespace nbl
