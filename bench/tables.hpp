// The tables of the generated logs: definitions as TABLE_MAP events carry them, and rows.
#ifndef BENCH_TABLES_HPP
#define BENCH_TABLES_HPP

#include <string>
#include <vector>

#include "bench/values.hpp"

namespace bench {

/// A column as a TABLE_MAP tells it.
struct ColumnSpec {
  std::string name;
  std::uint8_t type = 0;
  Bytes metadata;
  bool numeric = false;
  bool is_unsigned = false;
  unsigned collation = 0;           // 0 where the type has none
  std::vector<std::string> labels;  // ENUM (type 0xf7 in the metadata) and SET (0xf8)
  bool nullable = false;
};

struct TableSpec {
  std::string name;
  std::uint64_t id = 90;
  std::vector<ColumnSpec> columns;
  /// Appends the values of one row; the bits of `nulls` (all clear, enough for the columns) are set where a
  /// value is left out.
  void (*row)(Bytes* out, Bytes* nulls, Random* random, std::uint64_t key, std::size_t columns) = nullptr;
};

[[nodiscard]] TableSpec oltp_table();
[[nodiscard]] TableSpec mixed_table();
[[nodiscard]] TableSpec bulk_table();
/// `columns` columns, in turn INT, VARCHAR(20), BIGINT.
[[nodiscard]] TableSpec wide_table(std::size_t columns);

/// The body of the TABLE_MAP event, with the metadata of binlog_row_metadata=FULL.
[[nodiscard]] Bytes table_map_body(const TableSpec& table);

}  // namespace bench

#endif
