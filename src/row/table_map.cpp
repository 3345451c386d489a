#include "row/table_map.hpp"

#include "base/cursor.hpp"
#include "row/rows_event.hpp"
#include "value/layout.hpp"

namespace nbl {
namespace {

constexpr u32 kMaxColumns = 4096;  // of any storage engine; MAX_FIELDS in MySQL's sql/sql_const.h

bool take_name(Cursor* cursor) noexcept {
  const usize length = cursor->le8();
  cursor->skip(length);
  return cursor->le8() == 0 && cursor->ok();
}

/// Whether each type's metadata can be told apart, and whether old temporal types occur.
void scan_types(Span types, TableDefinition* definition) noexcept {
  for (usize i = 0; i < types.size; ++i) {
    const u8 type = types.data[i];
    if (column_metadata_bytes(type) == 255 && definition->state == kTableReadable) {
      definition->state = kTableUnknownType;
      definition->unknown_type = type;
    }
    switch (static_cast<ColumnType>(type)) {
      case ColumnType::timestamp:
      case ColumnType::time:
      case ColumnType::datetime:
        definition->has_old_temporal = 1;
        break;
      default:
        break;
    }
  }
}

}  // namespace

bool parse_table_map(const Event& event, const FormatDescription& format, TableDefinition* definition, Status* status) noexcept {
  *definition = TableDefinition{};
  if (!read_table_id(event, format, &definition->table_id, status)) return false;
  const u32 id_bytes = table_id_bytes(format, EventType::table_map);
  Cursor cursor(event.body);
  cursor.skip(id_bytes);
  definition->read_as = table_map_reading(format);
  definition->flags = cursor.le16();
  definition->names_offset = static_cast<u8>(cursor.position());
  definition->body_size = static_cast<u32>(event.body.size);
  for (int i = 0; i < 2; ++i) {
    if (!take_name(&cursor)) return fail_body(status, Code::bad_table_map, event, cursor.position());
  }
  const u64 count = cursor.packed();
  if (!cursor.ok()) return fail_body(status, Code::bad_packed_integer, event, cursor.position());
  if (count == 0 || count > kMaxColumns) return fail_body(status, Code::bad_table_map, event, cursor.position());
  definition->column_count = static_cast<u32>(count);
  definition->columns_offset = static_cast<u32>(cursor.position());
  const Span types = cursor.bytes64(count);
  const u64 metadata = cursor.packed();
  cursor.bytes64(metadata);
  cursor.skip((definition->column_count + 7) / 8);
  if (!cursor.ok()) return fail_body(status, Code::bad_table_map, event, cursor.position());
  definition->optional_offset = static_cast<u32>(cursor.position());
  scan_types(types, definition);
  return true;
}

namespace {

/// What the types and their metadata say.
NBL_OWN_FRAME bool lay_out_columns(const Event& event, TableDefinition* definition, Column* columns, Status* status) noexcept {
  const u32 count = definition->column_count;
  Cursor cursor(event.body.skip(definition->columns_offset));
  const Span types = cursor.bytes(count);
  Cursor metadata(cursor.bytes64(cursor.packed()));
  const Span nulls = cursor.bytes((count + 7) / 8);
  const usize metadata_at = static_cast<usize>(metadata.at() - event.body.data);
  for (u32 i = 0; i < count; ++i) {
    columns[i] = Column{};
    columns[i].type = static_cast<ColumnType>(types.data[i]);
    if (definition->state != kTableReadable) continue;
    const u8 width = column_metadata_bytes(types.data[i], metadata.rest());
    const Span own = metadata.bytes(width);
    if (width == 255 || !metadata.ok() || !lay_out_column(types.data[i], own.data, &columns[i])) {
      return fail_body(status, Code::bad_table_map, event, metadata_at + metadata.position(), i);
    }
    if ((nulls.data[i / 8] >> (i % 8) & 1) != 0) columns[i].flags |= kColumnNullable;
  }
  if (definition->state != kTableReadable) return true;
  if (metadata.left() != 0) return fail_body(status, Code::bad_table_map, event, metadata_at + metadata.position());
  return true;
}

}  // namespace

bool parse_columns(const Event& event, const FormatDescription& format, TableDefinition* definition, Column* columns, Status* status) noexcept {
  if (!lay_out_columns(event, definition, columns, status)) return false;
  if (definition->state != kTableReadable) return true;
  const u32 count = definition->column_count;
  if (!parse_optional_metadata(event, format, *definition, columns, status)) return false;
  for (u32 i = 0; i < count; ++i) refine_members(&columns[i]);
  plan_runs(columns, count);
  return true;
}

}  // namespace nbl
