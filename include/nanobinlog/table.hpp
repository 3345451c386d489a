// Table definitions out of TABLE_MAP events.
//
// Layout: Table_map_event in MySQL's libs/mysql/binlog/event/rows_event.h: table id of 6 bytes (4 where the post-header
// is 6 bytes long), flags 2; database and table names, each a length byte, the text, NUL; packed column count; one type byte a
// column; packed size of the metadata block and the block; NULL bits; then type-length-value fields of optional metadata.
#ifndef NANOBINLOG_TABLE_HPP
#define NANOBINLOG_TABLE_HPP

#include "nanobinlog/column.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

/// Where an unreadable table's definition stops making sense.
inline constexpr std::uint8_t kTableReadable = 0;
inline constexpr std::uint8_t kTableUnknownType = 1;  ///< a column type behind which no metadata can be told apart.

/// One definition, self-contained and relocatable: everything is an offset into its own body bytes or an index into the
/// column array it came with.
struct TableDefinition {
  std::uint64_t table_id = 0;
  std::uint64_t inserts = 0;  ///< of the current transaction
  std::uint64_t updates = 0;
  std::uint64_t deletes = 0;
  std::uint32_t body_offset = 0;     ///< of the body's bytes in the definition bytes.
  std::uint32_t body_size = 0;
  std::uint32_t first_column = 0;
  std::uint32_t column_count = 0;
  std::uint32_t columns_offset = 0;  ///< of the type bytes, in the body.
  std::uint32_t optional_offset = 0; ///< of the optional metadata, in the body.
  std::uint32_t transaction_epoch = 0;  ///< internal: last transaction that used it.
  std::uint32_t statement_epoch = 0;    ///< internal: statement for which it is mapped.
  std::uint32_t order = 0;           ///< internal
  std::uint16_t flags = 0;           ///< TABLE_MAP flags.
  std::uint8_t names_offset = 0;     ///< of the database name's length byte, in the body.
  std::uint8_t state = kTableReadable;
  std::uint8_t unknown_type = 0;     ///< the type byte, where the state is kTableUnknownType.
  std::uint8_t has_old_temporal = 0; ///< internal: columns whose width MariaDB's log may not tell.
  std::uint8_t read_as = 0;          ///< internal: what of the log's format the reading depended on.
};

/// A definition with the arrays it indexes. Valid as long as the transaction it was taken from.
struct Table {
  const TableDefinition* definition = nullptr;
  const Column* columns = nullptr;  ///< column_count of them.
  Span body;                        ///< the TABLE_MAP's body, without checksum.

  [[nodiscard]] std::uint32_t column_count() const noexcept { return definition->column_count; }
  [[nodiscard]] Span database() const noexcept;  ///< UTF-8, without NUL.
  [[nodiscard]] Span name() const noexcept;
};

/// The optional metadata fields (Optional_metadata_field_type).
enum class TableMetadata : std::uint8_t {
  signedness = 1,
  default_charset = 2,
  column_charset = 3,
  column_name = 4,
  set_members = 5,
  enum_members = 6,
  geometry_type = 7,
  primary_key = 8,
  primary_key_with_prefix = 9,
  enum_set_default_charset = 10,
  enum_set_column_charset = 11,
  visibility = 12,
  vector_dimensions = 13,
};

/// The value of one metadata field, or an empty span with null data where the log does not carry it.
[[nodiscard]] Span table_metadata(const Table& table, TableMetadata field) noexcept;

/// Walks length-prefixed names: `rest` begins as the field's value. False at the end.
[[nodiscard]] bool next_name(Span* rest, Span* name) noexcept;
/// The name of column `index`, in UTF-8; false where the log carries no names. Linear in the index: walk with next_name
/// to get them all.
[[nodiscard]] bool column_name(const Table& table, std::uint32_t index, Span* name) noexcept;
/// The label `member` (from 1) of an ENUM, or bit `member` (from 1) of a SET, in the column's character set.
[[nodiscard]] bool column_label(const Table& table, std::uint32_t column, std::uint32_t member, Span* label) noexcept;

/// Walks the primary key in key order. False at the end, or where the log does not tell it.
struct PrimaryKeyPart {
  std::uint32_t column = 0;
  std::uint32_t prefix = 0;  ///< characters (bytes for binary columns); 0 for the whole column.
};
struct PrimaryKeyWalk {
  Span rest;
  bool prefixes = false;
};
[[nodiscard]] PrimaryKeyWalk primary_key(const Table& table) noexcept;
[[nodiscard]] bool next_key_part(PrimaryKeyWalk* walk, PrimaryKeyPart* part) noexcept;

}  // namespace nbl

#endif
