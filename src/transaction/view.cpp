// Reading a decoded transaction.
#include "event/fail.hpp"
#include "nanobinlog/transaction.hpp"
#include "row/rows_event.hpp"

namespace nbl {
namespace {

const u8* event_bytes(const Transaction& transaction, const EventRecord& record) noexcept {
  return ((record.flags & kRecordInSide) != 0 ? transaction.side : transaction.wire) + record.offset;
}

Table table_of_slot(const Transaction& transaction, u32 slot) noexcept {
  const TableDefinition& definition = transaction.definitions[slot];
  return Table{&definition, transaction.columns + definition.first_column,
               Span{transaction.table_bytes + definition.body_offset, definition.body_size}};
}

void open_shape(const u8* bitmap, u32 columns, bool whole, const u8** present, u32* null_bytes) noexcept {
  *present = nullptr;
  *null_bytes = (columns + 7) / 8;
  if (whole) return;
  const ImageShape shape = image_shape(bitmap, columns);
  *present = shape.bitmap;
  *null_bytes = shape.null_bytes;
}

}  // namespace

Table transaction_table(const Transaction& transaction, u32 index) noexcept {
  return table_of_slot(transaction, transaction.order[index]);
}

Table transaction_table_of(const Transaction& transaction, const EventRecord& record) noexcept {
  return table_of_slot(transaction, record.table);
}

bool is_rows_record(const EventRecord& record) noexcept { return rows_type(record.type).is_rows; }

Header record_header(const Transaction& transaction, const EventRecord& record) noexcept {
  Header header;
  read_header(event_bytes(transaction, record), &header);
  return header;
}

u64 record_offset(const Transaction& transaction, const EventRecord& record) noexcept {
  // Inside a payload every event stands where the payload stands: behind the prefix, where the transaction starts.
  if ((record.flags & kRecordInSide) != 0) return transaction.start_offset;
  return transaction.wire_offset + record.offset;
}

bool open_rows(const Transaction& transaction, const EventRecord& record, RowsReader* reader) noexcept {
  const RowsType type = rows_type(record.type);
  if (!type.is_rows) return false;
  reader->table = table_of_slot(transaction, record.table);
  reader->operation = type.operation;
  reader->event_type = static_cast<u8>(record.type);
  reader->flags = record.rows_flags;
  reader->event_offset = record_offset(transaction, record);
  reader->change_count = record.changes;
  reader->partial_updates = type.partial;
  reader->image.columns = nullptr;
  const u8* event = event_bytes(transaction, record);
  reader->extra_data = Span{};
  if (type.has_extra) {
    // Six bytes of table id and two of flags stand before it: v2 came after the four-byte ids.
    const u8* extra = event + transaction.header_length + 8;
    reader->extra_data = Span{extra + 2, load_le16(extra) - usize{2}};
  }
  const u32 columns = reader->table.column_count();
  const u8* bitmap = event + record.bitmaps_at;
  const u8* second = type.operation == RowOperation::update ? bitmap + (columns + 7) / 8 : bitmap;
  open_shape(bitmap, columns, (record.flags & kRecordWholeBefore) != 0, &reader->present_before, &reader->null_bytes_before);
  open_shape(second, columns, (record.flags & kRecordWholeAfter) != 0, &reader->present_after, &reader->null_bytes_after);
  reader->images_left = type.operation == RowOperation::update ? record.changes * 2 : record.changes;
  const bool side = (record.flags & (kRecordInSide | kRecordImagesInSide)) != 0;
  reader->at = (side ? transaction.side : transaction.wire) + record.images_at;
  return true;
}

Span record_statement(const Transaction& transaction, const EventRecord& record) noexcept {
  const u8* bytes = event_bytes(transaction, record);
  const u8* body = bytes + transaction.header_length;
  // Checksums are not part of the record's size: see store_note().
  const usize size = record.size - transaction.header_length;
  switch (record.type) {
    case EventType::rows_query:
      return size != 0 ? Span{body + 1, size - 1} : Span{};
    case EventType::mariadb_annotate_rows:
      return Span{body, size};
    case EventType::query: {
      // Database length at 8, status variables' length at 11, both checked when the event was fed.
      const usize sql = usize{13} + load_le16(body + 11) + body[8] + 1;
      return sql <= size ? Span{body + sql, size - sql} : Span{};
    }
    default:
      return Span{};
  }
}

}  // namespace nbl
