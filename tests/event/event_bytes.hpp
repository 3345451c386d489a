// Events for the tests of the event room, written out by hand. Every body lies in a buffer of its exact size,
// so that the address sanitizer sees a read behind it.
#ifndef NBL_TESTS_EVENT_BYTES_HPP
#define NBL_TESTS_EVENT_BYTES_HPP

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "nanobinlog/event.hpp"

namespace event_test {

using Bytes = std::vector<std::uint8_t>;

/// "00 0a ff" or "000aff"; spaces are taken out and "00*8" repeats a byte.
inline Bytes hex(const std::string& text) {
  Bytes out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
    } else if (text[i] == '*') {
      std::size_t used = 0;
      const unsigned long count = std::stoul(text.substr(i + 1), &used);
      out.insert(out.end(), count - 1, std::uint8_t{out.back()});
      i += 1 + used;
    } else {
      out.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
      i += 2;
    }
  }
  return out;
}

inline Bytes ascii(const std::string& text) { return Bytes(text.begin(), text.end()); }

/// Little-endian.
inline Bytes number(std::uint64_t value, unsigned bytes) {
  Bytes out;
  for (unsigned i = 0; i < bytes; ++i)
    out.push_back(i < 8 ? static_cast<std::uint8_t>(value >> (8 * i)) : std::uint8_t{0});
  return out;
}

template <typename... Rest>
Bytes join(Bytes first, const Rest&... rest) {
  (first.insert(first.end(), rest.begin(), rest.end()), ...);
  return first;
}

inline std::string text(nbl::Span span) {
  return std::string(reinterpret_cast<const char*>(span.data), span.size);
}
inline Bytes bytes(nbl::Span span) { return Bytes(span.data, span.data + span.size); }

/// The post-header lengths of MySQL 9.7 and, behind them, of MariaDB 10.11, as their format descriptions say
/// them.
inline nbl::FormatDescription format() {
  nbl::FormatDescription f;
  f.binlog_version = 4;
  f.header_length = 19;
  const Bytes mysql =
      hex("00 0d 00 08 00 00 00 00 04 00 04 00 00 00 63 00 04 1a 08 00 00 00 00 00 00 02 00 00 00 0a 0a 0a "
          "2a 2a 00 12 34 00 "
          "0a 28 00 00");
  std::memcpy(f.post_header_lengths + 1, mysql.data(), mysql.size());
  const Bytes mariadb = hex("00 04 13 04 00 0d 08 08 08 0a 0a 0a");
  std::memcpy(f.post_header_lengths + 160, mariadb.data(), mariadb.size());
  f.post_header_count = 171;
  return f;
}

/// An event around a body. `kOffset` and the header show in every status.
struct TestEvent {
  static constexpr std::uint64_t kOffset = 1000;
  std::unique_ptr<std::uint8_t[]> buffer;
  nbl::Event event;

  TestEvent(nbl::EventType type, const Bytes& body) : buffer(new std::uint8_t[body.size()]) {
    if (!body.empty()) std::memcpy(buffer.get(), body.data(), body.size());
    event.header.type = type;
    event.header.server_id = 11;
    event.header.next_position = 4321;
    event.header.event_size = static_cast<std::uint32_t>(19 + body.size());
    event.offset = kOffset;
    event.body = nbl::Span{buffer.get(), body.size()};
    event.bytes = event.body;
  }
};

/// Runs `parse(event, format, out, status)` over every proper beginning of `body` and gives the lengths it
/// took. Where it refuses, the status must be `code` and must point into the event or just behind it.
template <typename Out, typename Parse>
std::vector<std::size_t> lengths_taken(nbl::EventType type, const Bytes& body, nbl::Code code, Parse parse,
                                       std::string* wrong) {
  std::vector<std::size_t> taken;
  const nbl::FormatDescription f = format();
  for (std::size_t size = 0; size < body.size(); ++size) {
    TestEvent cut(type, Bytes(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(size)));
    nbl::Status status;
    Out out{};
    if (parse(cut.event, f, &out, &status)) {
      taken.push_back(size);
      continue;
    }
    const bool placed = status.event_offset >= 19 && status.event_offset <= 19 + size &&
                        status.offset == TestEvent::kOffset + status.event_offset;
    if (status.code != code || !placed || status.event_type != static_cast<std::uint8_t>(type)) {
      *wrong += "length " + std::to_string(size) + ": " + nbl::code_name(status.code) + " at " +
                std::to_string(status.event_offset) + "; ";
    }
  }
  return taken;
}

}  // namespace event_test

#endif
