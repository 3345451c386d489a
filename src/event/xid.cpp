// XID_EVENT (16): no post-header, eight bytes. Source: Xid_event in MySQL's
// libs/mysql/binlog/event/control_events.h.
#include "event/body.hpp"

namespace nbl {

bool parse_xid(const Event& event, const FormatDescription& format, u64* xid, Status* status) noexcept {
  constexpr usize kXidBytes = 8;
  if (format.post_header_lengths[static_cast<u8>(event.header.type)] != 0) {
    return fail_body(status, Code::bad_post_header, event, 0);
  }
  if (event.body.size != kXidBytes) {
    return fail_body(status, Code::bad_xid, event, event.body.size < kXidBytes ? event.body.size : kXidBytes);
  }
  *xid = load_le64(event.body.data);
  return true;
}

}  // namespace nbl
