// Tables and columns of a transaction.
#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

/// NBL_OK with the table, or why not.
nbl_code find_table(const nbl_transaction* view, std::uint32_t index, nbl::Table* table) noexcept {
  const nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  return table_at(*view, index, table) ? NBL_OK : NBL_INDEX_OUT_OF_RANGE;
}

}  // namespace

nbl_code nbl_transaction_table(const nbl_transaction* view, uint32_t index, nbl_table* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::Table table;
  const nbl_code code = find_table(view, index, &table);
  if (code != NBL_OK) return code;
  const nbl::TableDefinition& definition = *table.definition;
  nbl_table full = NBL_TABLE_INIT;
  full.column_count = definition.column_count;
  full.flags = definition.flags;
  full.unknown_type = definition.state == nbl::kTableUnknownType ? definition.unknown_type : 0U;
  full.table_id = definition.table_id;
  full.inserts = definition.inserts;
  full.updates = definition.updates;
  full.deletes = definition.deletes;
  full.database = bytes_of(table.database());
  full.name = bytes_of(table.name());
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_table_column(const nbl_transaction* view, uint32_t index, uint32_t column, nbl_column* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::Table table;
  const nbl_code code = find_table(view, index, &table);
  if (code != NBL_OK) return code;
  if (column >= table.column_count()) return NBL_INDEX_OUT_OF_RANGE;
  const nbl::Column& from = table.columns[column];
  nbl_column full = NBL_COLUMN_INIT;
  full.type = static_cast<std::uint32_t>(from.type);
  full.kind = static_cast<std::uint32_t>(from.kind);
  full.flags = from.flags;
  full.meta = from.meta;
  full.collation = from.collation;
  const bool has_members = (from.flags & (nbl::kColumnMembersKnown | nbl::kColumnDimensionsKnown)) != 0;
  full.members = has_members ? from.members : 0;
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_table_column_names(const nbl_transaction* view, uint32_t index, nbl_bytes* names,
                                uint32_t capacity, uint32_t* count) {
  if (count == nullptr || (names == nullptr && capacity != 0)) return NBL_INVALID_ARGUMENT;
  nbl::Table table;
  const nbl_code code = find_table(view, index, &table);
  if (code != NBL_OK) return code;
  *count = 0;
  nbl::Span rest = nbl::table_metadata(table, nbl::TableMetadata::column_name);
  if (rest.data == nullptr) return NBL_END;
  nbl::Span name;
  while (*count < capacity && *count < table.column_count() && nbl::next_name(&rest, &name))
    names[(*count)++] = bytes_of(name);
  return NBL_OK;
}

nbl_code nbl_table_label(const nbl_transaction* view, uint32_t index, uint32_t column, uint32_t member,
                         nbl_bytes* label) {
  if (label == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::Table table;
  const nbl_code code = find_table(view, index, &table);
  if (code != NBL_OK) return code;
  if (column >= table.column_count()) return NBL_INDEX_OUT_OF_RANGE;
  nbl::Span span;
  if (member == 0 || !nbl::column_label(table, column, member, &span)) return NBL_END;
  *label = bytes_of(span);
  return NBL_OK;
}

nbl_code nbl_table_key(const nbl_transaction* view, uint32_t index, uint32_t position, uint32_t* column,
                       uint32_t* prefix) {
  if (column == nullptr || prefix == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::Table table;
  const nbl_code code = find_table(view, index, &table);
  if (code != NBL_OK) return code;
  nbl::PrimaryKeyWalk walk = nbl::primary_key(table);
  nbl::PrimaryKeyPart part;
  for (std::uint32_t i = 0; i <= position; ++i) {
    if (!nbl::next_key_part(&walk, &part)) return NBL_END;
  }
  *column = part.column;
  *prefix = part.prefix;
  return NBL_OK;
}
