// JSON strings, and the check of UTF-8.
#include "text/append.hpp"
#include "text/plain.hpp"
#include "text/strings.hpp"

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
  const u64 lanes = left >= 8 ? load_le64(p + left - 8) >> (8 * (8 - rest)) : load_few(p, rest);
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
