// Small pieces of output lines.
#ifndef NANOBINLOG_PORTS_CLI_PUT_HPP
#define NANOBINLOG_PORTS_CLI_PUT_HPP

#include <cstring>
#include <string>

#include "nanobinlog/log.hpp"
#include "nanobinlog/text.hpp"

namespace nbl::cli {

/// What write_bytes() does, inline: most pieces of a line are constants of known size.
inline void put(Writer* writer, const char* text, std::size_t size) {
  if (writer->length <= writer->capacity && size <= writer->capacity - writer->length) {
    std::memcpy(writer->out + writer->length, text, size);
  }
  writer->length += size;
}
inline void put(Writer* writer, char c) { put(writer, &c, 1); }
template <std::size_t N>
void put(Writer* writer, const char (&text)[N]) {
  put(writer, text, N - 1);
}
inline void put(Writer* writer, const std::string& text) { put(writer, text.data(), text.size()); }
inline void put_name(Writer* writer, const char* text) { put(writer, text, std::strlen(text)); }

/// Text that should be UTF-8 as a JSON string; where it is not, each byte is taken for a character of
/// Latin-1.
void put_json_text(Writer* writer, Span text);
/// "2026-11-30T01:02:03Z", without quotes.
void put_time(Writer* writer, std::uint32_t seconds);
/// {"format":1,"gtrid":"...","bqual":"..."}; parts that are no UTF-8 come as {"base64":"..."}.
void put_xa(Writer* writer, const XaId& xa);
/// Spaces up to `width` bytes counted from `from`.
void pad(Writer* writer, std::size_t from, std::size_t width);
/// A number, flush right in `width`.
void put_padded(Writer* writer, std::uint64_t value, std::size_t width);

}  // namespace nbl::cli

#endif
