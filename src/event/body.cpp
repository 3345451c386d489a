#include "event/body.hpp"

namespace nbl {

bool open_body(const Event& event, const FormatDescription& format, usize own, Code code, Cursor* payload,
               Status* status) noexcept {
  const usize said = format.post_header_lengths[static_cast<u8>(event.header.type)];
  const usize length = said == 0 ? own : said;
  if (length < own) return fail_body(status, Code::bad_post_header, event, 0);
  if (event.body.size < length) return fail_body(status, code, event, event.body.size);
  *payload = Cursor(event.body.skip(length));
  return true;
}

bool finish_body(Status* status, Code code, const Event& event, const Cursor& cursor) noexcept {
  return (cursor.ok() && cursor.left() == 0) || fail_at(status, code, event, cursor);
}

}  // namespace nbl
