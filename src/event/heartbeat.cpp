// HEARTBEAT_LOG_EVENT (27) and HEARTBEAT_LOG_EVENT_V2 (41), which a server sends on an idle stream and never
// writes to a file.
//
// 27: the file name is the body and the position is the common header's; MariaDB writes a position over 4 GiB
// as 0 there and puts eight bytes of it before the name. 41: fields of type, length and value, all packed
// integers, closed by type 0; 1 is the name, 2 the position. Source: Heartbeat_event and codecs/binary.cpp in
// MySQL's libs/mysql/binlog/event; send_heartbeat_event and HB_SUB_HEADER_LEN in MariaDB's sql/sql_repl.cc.
#include "event/body.hpp"

namespace nbl {
namespace {

enum FieldType : u64 { kEnd = 0, kFileName = 1, kPosition = 2 };

bool good_name(Span name) noexcept { return !name.empty() && name.size <= kMaxLogNameBytes; }

bool parse_plain(const Event& event, const FormatDescription& format, Heartbeat* heartbeat,
                 Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 0, Code::bad_heartbeat, &cursor, status)) return false;
  heartbeat->position = event.header.next_position;
  if (format.mariadb && heartbeat->position == 0) heartbeat->position = cursor.le64();
  heartbeat->file_name = cursor.rest();
  return cursor.ok() && good_name(heartbeat->file_name) ? true
                                                        : fail_at(status, Code::bad_heartbeat, event, cursor);
}

bool parse_fields(const Event& event, Heartbeat* heartbeat, Status* status) noexcept {
  *heartbeat = Heartbeat{};
  Cursor cursor(event.body);
  for (;;) {
    const u64 type = cursor.packed();
    if (!cursor.ok() || type == kEnd) break;
    Cursor value(cursor.bytes64(cursor.packed()));
    if (!cursor.ok()) break;
    if (type == kFileName) heartbeat->file_name = value.rest();
    if (type == kPosition) {
      heartbeat->position = value.packed();
      if (!value.ok() || value.left() != 0) return fail_at(status, Code::bad_heartbeat, event, value);
    }
  }
  if (!good_name(heartbeat->file_name)) cursor.fail();
  return finish_body(status, Code::bad_heartbeat, event, cursor);
}

}  // namespace

bool parse_heartbeat(const Event& event, const FormatDescription& format, Heartbeat* heartbeat,
                     Status* status) noexcept {
  if (event.header.type == EventType::heartbeat_v2) return parse_fields(event, heartbeat, status);
  return parse_plain(event, format, heartbeat, status);
}

}  // namespace nbl
