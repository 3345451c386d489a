// The common header, inline: every event begins with it.
#ifndef NBL_EVENT_LOAD_HEADER_HPP
#define NBL_EVENT_LOAD_HEADER_HPP

#include "base/load.hpp"
#include "nanobinlog/event.hpp"

namespace nbl {

/// 19 bytes; the caller has proved that they are there.
[[nodiscard]] inline Header load_header(const u8* p) noexcept {
  Header header;
  header.timestamp = load_le32(p);
  header.type = static_cast<EventType>(p[4]);
  header.server_id = load_le32(p + 5);
  header.event_size = load_le32(p + 9);
  header.next_position = load_le32(p + 13);
  header.flags = load_le16(p + 17);
  return header;
}

}  // namespace nbl

#endif
