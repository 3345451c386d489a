// Strings of the character sets whose characters are one byte, or Unicode in 16 or 32 bits.
#include "text/append.hpp"
#include "text/charset_tables.hpp"
#include "text/strings.hpp"
#include "text/utf8.hpp"

namespace nbl {
namespace {

constexpr u32 kNone = 0xffffffffU;

// One character off the front; kNone where the bytes are none. `size` is what it takes.
struct Source {
  const u8* p;
  usize left;
  Charset charset;
  const u16* upper;  // single-byte sets

  u32 next(usize* size) const noexcept {
    switch (charset) {
      case Charset::ucs2:
      case Charset::utf16: return unit_pair(false, size);
      case Charset::utf16le: return unit_pair(true, size);
      case Charset::utf32: {
        *size = 4;
        if (left < 4) return kNone;
        const u32 code = load_be32(p);
        return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? kNone : code;
      }
      case Charset::swe7: *size = 1; return swedish(p[0]);
      default: *size = 1; return p[0] < 0x80 ? p[0] : upper[p[0] - 0x80] != 0 ? upper[p[0] - 0x80] : kNone;
    }
  }

  // UTF-16; UCS-2 is read the same way, since it cannot hold a surrogate as a character either.
  u32 unit_pair(bool little, usize* size) const noexcept {
    *size = 2;
    if (left < 2) return kNone;
    const u32 first = little ? load_le16(p) : load_be16(p);
    if (first < 0xd800 || first >= 0xe000) return first;
    if (first >= 0xdc00 || left < 4 || charset == Charset::ucs2) return kNone;
    *size = 4;
    const u32 second = little ? load_le16(p + 2) : load_be16(p + 2);
    if (second < 0xdc00 || second >= 0xe000) return kNone;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  static u32 swedish(u8 byte) noexcept {
    switch (byte) {
      case 0x40: return 0xc9;
      case 0x5b: return 0xc4;
      case 0x5c: return 0xd6;
      case 0x5d: return 0xc5;
      case 0x5e: return 0xdc;
      case 0x60: return 0xe9;
      case 0x7b: return 0xe4;
      case 0x7c: return 0xf6;
      case 0x7d: return 0xe5;
      case 0x7e: return 0xfc;
      default: return byte < 0x7f ? byte : kNone;
    }
  }
};

bool has_own_code(Charset charset) noexcept {
  return charset == Charset::ucs2 || charset == Charset::utf16 || charset == Charset::utf16le ||
         charset == Charset::utf32 || charset == Charset::swe7;
}

}  // namespace

bool write_charset_string(Writer* writer, Charset charset, Span text) noexcept {
  Source source{text.data, text.size, charset, charset_upper_half(charset)};
  if (source.upper == nullptr && !has_own_code(charset)) return false;
  const usize start = writer->length;
  char part[96];
  char* end = part;
  *end++ = '"';
  while (source.left > 0) {
    usize size = 0;
    const u32 code = source.next(&size);
    if (code == kNone) {
      writer->length = start;
      return false;
    }
    if (code >= 0x80 || is_plain(static_cast<u8>(code))) {
      end = put_utf8(end, code);
    } else {
      append(writer, part, static_cast<usize>(end - part));
      end = part;
      append_escape(writer, static_cast<u8>(code));
    }
    source.p += size;
    source.left -= size;
    if (end > part + sizeof part - 8) {
      append(writer, part, static_cast<usize>(end - part));
      end = part;
    }
  }
  *end++ = '"';
  append(writer, part, static_cast<usize>(end - part));
  return true;
}

}  // namespace nbl
