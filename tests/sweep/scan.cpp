#include "scan.hpp"

#include <zlib.h>

#include <cstring>
#include <string>

namespace sweep {
namespace {

constexpr std::size_t kHead = 19;

enum class Role { other, commit, rollback };

std::string trimmed(const std::uint8_t* text, std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) {
    const char c = static_cast<char>(text[i]);
    out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  const char* const space = " \t\n\r\v\f;";
  const std::size_t from = out.find_first_not_of(space);
  if (from == std::string::npos) return "";
  return out.substr(from, out.find_last_not_of(space) - from + 1);
}

/// What the event does to the transaction it stands in.
Role role_of(const Bytes& bytes, const Event& event, std::size_t header, std::size_t tail) {
  const std::uint8_t* const body = bytes.data() + event.at + header;
  if (event.size < header + tail) return Role::other;
  const std::size_t size = event.size - header - tail;
  if (event.type == 16) return Role::commit;  // XID
  if (event.type == 38) return size != 0 && body[0] != 0 ? Role::commit : Role::other;  // XA PREPARE, one phase or two
  if (event.type != 2 || size < 14) return Role::other;
  const std::size_t sql = 13 + static_cast<std::size_t>(body[11] | body[12] << 8) + body[8] + 1;
  if (sql > size) return Role::other;
  const std::string text = trimmed(body + sql, size - sql);
  if (text == "COMMIT" || text == "COMMIT WORK") return Role::commit;
  return text == "ROLLBACK" || text == "ROLLBACK WORK" ? Role::rollback : Role::other;
}

}  // namespace

std::uint32_t le32(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
         static_cast<std::uint32_t>(p[3]) << 24;
}

void store_le32(std::uint8_t* p, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) p[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::vector<Event> find_events(const Bytes& bytes, std::size_t at) {
  std::vector<Event> events;
  while (at + kHead <= bytes.size()) {
    const std::size_t size = le32(bytes.data() + at + 9);
    if (size < kHead || size > bytes.size() - at) break;
    events.push_back(Event{at, size, bytes[at + 4]});
    at += size;
  }
  return events;
}

bool is_committed(const Bytes& bytes, std::uint64_t base, std::uint64_t from, std::uint64_t to, std::size_t header, std::size_t tail) {
  if (from < base || to - base > bytes.size()) return false;
  const Bytes range(bytes.begin() + static_cast<std::ptrdiff_t>(from - base), bytes.begin() + static_cast<std::ptrdiff_t>(to - base));
  const std::vector<Event> events = find_events(range, 0);
  if (events.empty() || events.back().at + events.back().size != range.size()) return false;
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    if (role_of(range, events[i], header, tail) != Role::other) return false;
  }
  // A payload holds a whole transaction; in the middle of another it is an event nobody can read.
  return events.back().type == 40 || role_of(range, events.back(), header, tail) == Role::commit;
}

void fix_checksum(Bytes* bytes, std::size_t at, std::size_t size) {
  if (size < kHead + 4 || size > bytes->size() - at) return;
  std::uint8_t* const event = bytes->data() + at;
  const std::uint8_t flags = event[17];
  if (event[4] == 15) event[17] = static_cast<std::uint8_t>(flags & ~1U);
  const auto sum = static_cast<std::uint32_t>(crc32(0, event, static_cast<uInt>(size - 4)));
  event[17] = flags;
  store_le32(event + size - 4, sum);
}

}  // namespace sweep
