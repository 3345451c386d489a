// Names, labels and keys of a table, read in place out of its TABLE_MAP body.
#include "nanobinlog/table.hpp"

#include "base/cursor.hpp"

namespace nbl {

Span Table::database() const noexcept {
  Cursor cursor(body.skip(definition->names_offset));
  return cursor.bytes(cursor.le8());
}

Span Table::name() const noexcept {
  Cursor cursor(body.skip(definition->names_offset));
  cursor.skip(cursor.le8() + usize{1});
  return cursor.bytes(cursor.le8());
}

Span table_metadata(const Table& table, TableMetadata field) noexcept {
  Cursor cursor(table.body.skip(table.definition->optional_offset));
  while (cursor.ok() && cursor.left() != 0) {
    const u8 type = cursor.le8();
    const Span value = cursor.bytes64(cursor.packed());
    if (cursor.ok() && type == static_cast<u8>(field)) return value;
  }
  return Span{};
}

bool next_name(Span* rest, Span* name) noexcept {
  if (rest->size == 0) return false;
  Cursor cursor(*rest);
  *name = cursor.bytes64(cursor.packed());
  *rest = cursor.rest();
  return cursor.ok();
}

bool column_name(const Table& table, u32 index, Span* name) noexcept {
  Span rest = table_metadata(table, TableMetadata::column_name);
  for (u32 i = 0; next_name(&rest, name); ++i) {
    if (i == index) return true;
  }
  return false;
}

bool column_label(const Table& table, u32 column, u32 member, Span* label) noexcept {
  if (column >= table.column_count() || member == 0 || member > table.columns[column].members) return false;
  const ColumnType type = table.columns[column].type;
  const bool is_set = type == ColumnType::set;
  if (!is_set && type != ColumnType::enumeration) return false;
  Cursor cursor(table_metadata(table, is_set ? TableMetadata::set_members : TableMetadata::enum_members));
  for (u32 i = 0; i <= column && cursor.left() != 0; ++i) {
    if (table.columns[i].type != type) continue;
    const u64 count = cursor.packed();
    for (u64 k = 1; k <= count && cursor.ok(); ++k) {
      const Span text = cursor.bytes64(cursor.packed());
      if (i == column && k == member) {
        *label = text;
        return cursor.ok();
      }
    }
  }
  return false;
}

PrimaryKeyWalk primary_key(const Table& table) noexcept {
  const Span simple = table_metadata(table, TableMetadata::primary_key);
  if (simple.data != nullptr) return PrimaryKeyWalk{simple, false};
  return PrimaryKeyWalk{table_metadata(table, TableMetadata::primary_key_with_prefix), true};
}

bool next_key_part(PrimaryKeyWalk* walk, PrimaryKeyPart* part) noexcept {
  if (walk->rest.size == 0) return false;
  Cursor cursor(walk->rest);
  part->column = static_cast<u32>(cursor.packed());
  part->prefix = walk->prefixes ? static_cast<u32>(cursor.packed()) : 0U;
  walk->rest = cursor.rest();
  return cursor.ok();
}

}  // namespace nbl
