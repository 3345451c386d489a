// Layout: Rows_event in MySQL's libs/mysql/binlog/event/rows_event.h. Table id 6 bytes (4 in old logs), flags 2; from v2 on
// the length of the extra data, itself included, 2, and that data; packed column count; a bitmap of the columns present (two
// for an update); row images to the end of the body.
#include "row/rows_event.hpp"

#include "base/cursor.hpp"
#include "row/table_map.hpp"

namespace nbl {

bool is_dummy_table_id(u64 id) noexcept { return id == 0xffffff || id == 0xffffffffffff || id == 0xffffffff; }

bool parse_rows_prefix(const Event& event, const FormatDescription& format, RowsHead* head, u32* cursor_at,
                       Status* status) noexcept {
  head->type = rows_type(event.header.type);
  if (!read_table_id(event, format, &head->table_id, status)) return false;
  Cursor cursor(event.body.skip(table_id_bytes(format, event.header.type)));
  const usize id_bytes = event.body.size - cursor.left();
  head->flags = cursor.le16();
  if (head->type.has_extra) {
    const u16 length = cursor.le16();
    if (!cursor.ok() || length < 2) return fail_body(status, Code::bad_rows, event, id_bytes + 2);
    head->extra_data = cursor.bytes(length - usize{2});
    if (!cursor.ok()) return fail_body(status, Code::bad_rows, event, id_bytes + 4);
  }
  *cursor_at = static_cast<u32>(id_bytes + cursor.position());
  return true;
}

ImageShape image_shape(const u8* bitmap, u32 column_count) noexcept {
  // Servers fill the bits behind the last column with ones, or do not.
  const u32 whole = column_count / 8;
  const u32 tail = column_count % 8;
  const u32 tail_mask = (1U << tail) - 1;
  u32 missing = tail != 0 ? ~static_cast<u32>(bitmap[whole]) & tail_mask : 0U;
  for (u32 i = 0; i < whole; ++i) missing |= bitmap[i] ^ 0xffU;
  ImageShape shape;
  shape.present = column_count;
  shape.null_bytes = (column_count + 7) / 8;
  if (missing == 0) return shape;
  u32 present = 0;
  for (u32 i = 0; i < whole + (tail != 0 ? 1U : 0U); ++i) {
    u32 bits = i == whole ? bitmap[i] & tail_mask : bitmap[i];
    for (; bits != 0; bits &= bits - 1) ++present;
  }
  shape.present = present;
  shape.null_bytes = (present + 7) / 8;
  shape.bitmap = bitmap;
  return shape;
}

bool parse_rows_bitmaps(const Event& event, u32 cursor_at, u32 column_count, RowsHead* head, Status* status) noexcept {
  Cursor cursor(event.body.skip(cursor_at));
  const u64 count = cursor.packed();
  if (!cursor.ok()) return fail_body(status, Code::bad_packed_integer, event, cursor_at);
  if (count != column_count) {
    (void)fail_body(status, Code::column_count_mismatch, event, cursor_at);
    status->limit = column_count;
    status->needed = count;
    return false;
  }
  head->bitmaps_at = cursor_at + static_cast<u32>(cursor.position());
  const usize bytes = (column_count + 7) / 8;
  const Span first = cursor.bytes(bytes);
  const Span second = head->type.operation == RowOperation::update ? cursor.bytes(bytes) : first;
  if (!cursor.ok()) return fail_body(status, Code::row_truncated, event, event.body.size);
  if (head->type.operation != RowOperation::insert) head->before = image_shape(first.data, column_count);
  if (head->type.operation != RowOperation::delete_row) head->after = image_shape(second.data, column_count);
  head->images_at = cursor_at + static_cast<u32>(cursor.position());
  return true;
}

bool rows_partition(Span extra_data, std::int32_t* partition, std::int32_t* source) noexcept {
  // Type 1: a 2-byte partition id, and for an update a second one of the row's place before. Source: the class
  // Rows_event::Extra_row_info in MySQL's libs/mysql/binlog/event/rows_event.h.
  Cursor cursor(extra_data);
  *source = -1;
  while (cursor.ok() && cursor.left() != 0) {
    const u8 type = cursor.le8();
    if (type == 1) {
      *partition = cursor.le16();
      if (cursor.left() >= 2) *source = cursor.le16();
      return cursor.ok();
    }
    const u8 length = cursor.le8();  // NDB: the length counts itself and the format byte
    if (type != 0 || length < 2) return false;
    cursor.skip(length - usize{1});
  }
  return false;
}

}  // namespace nbl
