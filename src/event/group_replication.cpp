// TRANSACTION_CONTEXT_EVENT (36) and VIEW_CHANGE_EVENT (37) of Group Replication: no data of the user's, and
// checked all the same, since a group may consist of nothing else.
//
// Context: post-header of 18 bytes (UUID length 1, thread id 4, GTID given 1, length of the snapshot version
// 4, items of the write set 4, of the read set 4), then the UUID's text, the snapshot version, and items of a
// 2-byte length and bytes. View change: post-header of 52 bytes (view id 40 with NULs behind it, sequence
// number 8, items of the certification data 4), then items of a 2-byte key length, the key, a 4-byte value
// length and the value. Source: the classes of these names in MySQL's
// libs/mysql/binlog/event/control_events.{h,cpp}.
#include "event/body.hpp"

namespace nbl {
namespace {

constexpr Code kCode = Code::bad_group_event;

/// Stops at the first failure: each item takes two bytes or more, so that a count cannot make work.
void skip_items(u32 count, Cursor* cursor) noexcept {
  for (u32 i = 0; i < count && cursor->ok(); ++i) cursor->skip(cursor->le16());
}

void skip_certification(u32 count, Cursor* cursor) noexcept {
  for (u32 i = 0; i < count && cursor->ok(); ++i) {
    cursor->skip(cursor->le16());
    cursor->skip(cursor->le32());
  }
}

Span before_nul(Span text) noexcept {
  usize length = 0;
  while (length < text.size && text.data[length] != 0) ++length;
  return text.first(length);
}

}  // namespace

bool parse_transaction_context(const Event& event, const FormatDescription& format, Span* server_uuid,
                               Status* status) noexcept {
  Cursor head;
  Cursor cursor;
  if (!split_body(event, format, 18, kCode, &head, &cursor, status)) return false;
  const u8 uuid_length = head.le8();
  head.skip(4 + 1);
  const u32 snapshot_length = head.le32();
  const u32 write_items = head.le32();
  const u32 read_items = head.le32();
  *server_uuid = cursor.bytes(uuid_length);
  cursor.skip(snapshot_length);
  skip_items(write_items, &cursor);
  skip_items(read_items, &cursor);
  return finish_body(status, kCode, event, cursor);
}

bool parse_view_change(const Event& event, const FormatDescription& format, Span* view_id,
                       Status* status) noexcept {
  constexpr usize kViewIdBytes = 40;
  Cursor head;
  Cursor cursor;
  if (!split_body(event, format, 52, kCode, &head, &cursor, status)) return false;
  *view_id = before_nul(head.bytes(kViewIdBytes));
  if (view_id->empty()) return fail_body(status, kCode, event, 0);
  head.skip(8);
  skip_certification(head.le32(), &cursor);
  return finish_body(status, kCode, event, cursor);
}

}  // namespace nbl
