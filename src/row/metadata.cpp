// The optional metadata of a TABLE_MAP: what the plan needs is put into the columns, the rest is checked and left in place.
//
// Fields are type 1, packed length, value. Source: Table_map_event::Optional_metadata_field_type in MySQL's
// libs/mysql/binlog/event/rows_event.h; MariaDB writes the same since 10.5, with another idea of what has a character set
// (GEOMETRY has). YEAR is numeric for both: a bit stands for it.
#include "base/cursor.hpp"
#include "row/table_map.hpp"
#include "value/layout.hpp"

namespace nbl {
namespace {

bool is_numeric(const Column& column, bool) noexcept {
  switch (column.type) {
    case ColumnType::tiny:
    case ColumnType::short_:
    case ColumnType::int24:
    case ColumnType::long_:
    case ColumnType::longlong:
    case ColumnType::newdecimal:
    case ColumnType::float_:
    case ColumnType::double_:
    case ColumnType::decimal:
    case ColumnType::year:
      return true;
    default:
      return false;
  }
}

bool is_character(const Column& column, bool mariadb) noexcept {
  switch (column.type) {
    case ColumnType::string:
    case ColumnType::var_string:
    case ColumnType::varchar:
    case ColumnType::blob:
    case ColumnType::varchar_compressed:
    case ColumnType::blob_compressed:
      return true;
    case ColumnType::geometry:
      return mariadb;
    default:
      return false;
  }
}

bool is_labelled(const Column& column, bool) noexcept {
  return column.type == ColumnType::enumeration || column.type == ColumnType::set;
}

bool is_vector(const Column& column, bool) noexcept { return column.type == ColumnType::vector; }

using Predicate = bool (*)(const Column&, bool);

/// Walks the columns that a field speaks of.
struct Selected {
  Column* columns;
  u32 count;
  bool mariadb;
  Predicate belongs;
  u32 at = 0;

  Column* next() noexcept {
    while (at < count) {
      Column* column = &columns[at++];
      if (belongs(*column, mariadb)) return column;
    }
    return nullptr;
  }
};

void take_signedness(Span bits, Selected numeric) noexcept {
  u32 i = 0;
  while (Column* column = numeric.next()) {
    if (i / 8 >= bits.size) return;
    column->flags |= kColumnSignKnown;
    if ((bits.data[i / 8] >> (7 - i % 8) & 1) != 0) column->flags |= kColumnUnsigned;
    ++i;
  }
}

/// One collation for all, then pairs of (position among the selected, collation) for the others.
bool take_default_charset(Cursor* field, Selected selected) noexcept {
  const u64 fallback = field->packed();
  u64 exception = field->left() != 0 ? field->packed() : ~u64{0};
  u64 collation = exception != ~u64{0} ? field->packed() : 0;
  u64 i = 0;
  while (Column* column = selected.next()) {
    column->collation = static_cast<u16>(fallback);
    if (i == exception) {
      column->collation = static_cast<u16>(collation);
      exception = field->left() != 0 ? field->packed() : ~u64{0};
      collation = exception != ~u64{0} ? field->packed() : 0;
    }
    ++i;
  }
  return field->ok() && field->left() == 0 && exception == ~u64{0};
}

bool take_column_charsets(Cursor* field, Selected selected) noexcept {
  while (Column* column = selected.next()) column->collation = static_cast<u16>(field->packed());
  return field->ok() && field->left() == 0;
}

bool skip_names(Cursor* field, u64 count) noexcept {
  for (u64 i = 0; i < count && field->ok(); ++i) field->bytes64(field->packed());
  return field->ok();
}

/// Each selected column's labels: their count, then each a packed length and the text.
bool take_members(Cursor* field, ColumnType type, const TableDefinition& definition, Column* columns) noexcept {
  for (u32 i = 0; i < definition.column_count; ++i) {
    if (columns[i].type != type) continue;
    const u64 count = field->packed();
    if (count > 0xffff || !skip_names(field, count)) return false;
    columns[i].members = static_cast<u16>(count);
    columns[i].flags |= kColumnMembersKnown;
  }
  return field->left() == 0;
}

bool take_primary_key(Cursor* field, bool prefixes, const TableDefinition& definition, Column* columns) noexcept {
  while (field->ok() && field->left() != 0) {
    const u64 column = field->packed();
    if (prefixes) (void)field->packed();
    if (column >= definition.column_count) return false;
    columns[column].flags |= kColumnPrimaryKey;
  }
  return field->ok();
}

void take_visibility(Span bits, const TableDefinition& definition, Column* columns) noexcept {
  for (u32 i = 0; i < definition.column_count && i / 8 < bits.size; ++i) {
    if ((bits.data[i / 8] >> (7 - i % 8) & 1) == 0) columns[i].flags |= kColumnInvisible;
  }
}

bool take_dimensions(Cursor* field, Selected vectors) noexcept {
  while (Column* column = vectors.next()) {
    const u64 dimensions = field->packed();
    if (dimensions > 0xffff) return false;
    column->members = static_cast<u16>(dimensions);
    column->flags |= kColumnDimensionsKnown;
  }
  return field->ok() && field->left() == 0;
}

bool take_field(TableMetadata type, Span value, bool mariadb, const TableDefinition& definition, Column* columns) noexcept {
  Cursor field(value);
  const u32 count = definition.column_count;
  switch (type) {
    case TableMetadata::signedness:
      take_signedness(value, Selected{columns, count, mariadb, is_numeric});
      return true;
    case TableMetadata::default_charset:
      return take_default_charset(&field, Selected{columns, count, mariadb, is_character});
    case TableMetadata::column_charset:
      return take_column_charsets(&field, Selected{columns, count, mariadb, is_character});
    case TableMetadata::enum_set_default_charset:
      return take_default_charset(&field, Selected{columns, count, mariadb, is_labelled});
    case TableMetadata::enum_set_column_charset:
      return take_column_charsets(&field, Selected{columns, count, mariadb, is_labelled});
    case TableMetadata::column_name:
      return skip_names(&field, count) && field.left() == 0;
    case TableMetadata::set_members:
      return take_members(&field, ColumnType::set, definition, columns);
    case TableMetadata::enum_members:
      return take_members(&field, ColumnType::enumeration, definition, columns);
    case TableMetadata::primary_key:
      return take_primary_key(&field, false, definition, columns);
    case TableMetadata::primary_key_with_prefix:
      return take_primary_key(&field, true, definition, columns);
    case TableMetadata::visibility:
      take_visibility(value, definition, columns);
      return true;
    case TableMetadata::vector_dimensions:
      return take_dimensions(&field, Selected{columns, count, mariadb, is_vector});
    default:  // geometry types are not needed to read a value; an unknown field is skipped by its length
      return true;
  }
}

}  // namespace

bool parse_optional_metadata(const Event& event, const FormatDescription& format, const TableDefinition& definition,
                             Column* columns, Status* status) noexcept {
  Cursor cursor(event.body.skip(definition.optional_offset));
  while (cursor.left() != 0) {
    const usize at = definition.optional_offset + cursor.position();
    const auto type = static_cast<TableMetadata>(cursor.le8());
    const Span value = cursor.bytes64(cursor.packed());
    if (!cursor.ok() || !take_field(type, value, format.mariadb, definition, columns)) {
      return fail_body(status, Code::bad_table_metadata, event, at);
    }
  }
  return true;
}

}  // namespace nbl
