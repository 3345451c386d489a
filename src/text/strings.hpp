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

/// An opaque value of a JSON document: "base64:type15:yv4=".
void write_opaque_string(Writer* writer, u8 type, Span bytes) noexcept;

}  // namespace nbl

#endif
