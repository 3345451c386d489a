// ROTATE_EVENT (4): post-header with the position 8, then the next file's name to the end of the body.
// Source: Rotate_event in MySQL's libs/mysql/binlog/event/control_events.{h,cpp}.
#include "event/body.hpp"

namespace nbl {

bool parse_rotate(const Event& event, const FormatDescription& format, Rotate* rotate,
                  Status* status) noexcept {
  constexpr u64 kFirstEventAt = 4;
  Cursor cursor;
  if (!open_body(event, format, 8, Code::bad_rotate, &cursor, status)) return false;
  rotate->position = load_le64(event.body.data);
  if (rotate->position < kFirstEventAt) return fail_body(status, Code::bad_rotate, event, 0);
  if (cursor.left() == 0 || cursor.left() > kMaxLogNameBytes)
    return fail_at(status, Code::bad_rotate, event, cursor);
  rotate->file_name = cursor.rest();
  return true;
}

}  // namespace nbl
