// Text of the character sets that the core converts itself.
#ifndef NBL_TEXT_STRINGS_HPP
#define NBL_TEXT_STRINGS_HPP

#include "base/load.hpp"
#include "nanobinlog/text.hpp"

namespace nbl {

/// MySQL's latin1 is Windows-1252 with its five gaps filled by the control of the same number, so every byte
/// has a meaning.
void write_latin1_string(Writer* writer, Span text) noexcept;

/// As write_json_string for ASCII: false, and nothing appended, where a byte is over 0x7f.
[[nodiscard]] bool write_ascii_string(Writer* writer, Span text) noexcept;

/// The pieces that strings are made of.
/// Copies bytes that a JSON string holds as they are, up to the first other one; gives how many.
usize append_plain(Writer* writer, const u8* p, usize left) noexcept;
/// A control, a quote or a backslash.
void append_escape(Writer* writer, u8 byte) noexcept;
/// UTF-8 of a code point, at most 0x10ffff and no surrogate; at most four chars. Gives the end.
[[nodiscard]] inline char* put_utf8(char* p, u32 code) noexcept {
  if (code < 0x80) {
    *p++ = static_cast<char>(code);
    return p;
  }
  if (code >= 0x10000) {
    *p++ = static_cast<char>(0xf0U | (code >> 18));
    *p++ = static_cast<char>(0x80U | ((code >> 12) & 0x3fU));
  } else if (code >= 0x800) {
    *p++ = static_cast<char>(0xe0U | (code >> 12));
  }
  if (code >= 0x800) {
    *p++ = static_cast<char>(0x80U | ((code >> 6) & 0x3fU));
  } else {
    *p++ = static_cast<char>(0xc0U | (code >> 6));
  }
  *p++ = static_cast<char>(0x80U | (code & 0x3fU));
  return p;
}

/// An opaque value of a JSON document: "base64:type15:yv4=".
void write_opaque_string(Writer* writer, u8 type, Span bytes) noexcept;

}  // namespace nbl

#endif
