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

// In the context's post-header.
constexpr usize kSnapshotLengthAt = 6;
constexpr usize kWriteItemsAt = 10;
constexpr usize kReadItemsAt = 14;

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
  Cursor cursor;
  if (!open_body(event, format, 18, kCode, &cursor, status)) return false;
  const u8* head = event.body.data;
  *server_uuid = cursor.bytes(head[0]);
  cursor.skip(load_le32(head + kSnapshotLengthAt));
  skip_items(load_le32(head + kWriteItemsAt), &cursor);
  skip_items(load_le32(head + kReadItemsAt), &cursor);
  return finish_body(status, kCode, event, cursor);
}

bool parse_view_change(const Event& event, const FormatDescription& format, Span* view_id,
                       Status* status) noexcept {
  constexpr usize kViewIdBytes = 40;
  Cursor cursor;
  if (!open_body(event, format, 52, kCode, &cursor, status)) return false;
  *view_id = before_nul(event.body.first(kViewIdBytes));
  if (view_id->empty()) return fail_body(status, kCode, event, 0);
  skip_certification(load_le32(event.body.data + kViewIdBytes + 8), &cursor);
  return finish_body(status, kCode, event, cursor);
}

}  // namespace nbl
