// What printing rows of one table definition takes, worked out once.
#ifndef NANOBINLOG_PORTS_CLI_TABLE_PLAN_HPP
#define NANOBINLOG_PORTS_CLI_TABLE_PLAN_HPP

#include <memory>
#include <string>
#include <vector>

#include "nanobinlog/row.hpp"
#include "nanobinlog/text.hpp"
#include "ports/cli/schema.hpp"

namespace nbl::cli {

struct TableCounts;
class TableTotals;

/// A table definition by the bytes that defined it, so it outlives the transaction it came from.
struct TablePlan {
  std::vector<std::uint8_t> body;
  std::string database;
  std::string table;
  std::string label;          ///< database.table, for people.
  std::string json_database;  ///< as a JSON string, quotes included.
  std::string json_table;
  std::vector<Column> columns;     ///< the log's, with what the schema knows better.
  std::vector<std::string> names;  ///< "@1" where nobody knows.
  bool names_known = false;
  std::string keys;                       ///< of all columns one behind the other: ,"name": and the slack of RowKeys.
  std::vector<std::uint32_t> key_at;      ///< column_count + 1 offsets into keys.
  std::vector<std::vector<Span>> labels;  ///< by column; they lie in `body` or in the schema.
  std::vector<std::uint32_t> primary_key;
  const SchemaTable* schema = nullptr;
  bool labels_from_schema = false;
  bool shown = true;  ///< the table passes --database and --table.

  // Where this table is counted, found once. See TableTotals.
  mutable TableCounts* totals = nullptr;
  mutable const TableTotals* totals_owner = nullptr;
};

/// The label callback of TextOptions; `table` is a TablePlan.
bool plan_label(const void* table, std::uint32_t column, std::uint32_t index, Span* label, Charset* charset);

/// JSON of bytes that should be UTF-8 and may not be: then each byte is taken for a character of Latin-1.
[[nodiscard]] std::string json_text(Span text);
[[nodiscard]] std::string json_text(const std::string& text);

struct Filter;

class TablePlans {
 public:
  TablePlans(const Schema* schema, const Filter& filter) : schema_(schema), filter_(filter) {}

  /// The plan for a table, valid until the next call that has to make one. Null where the schema contradicts
  /// the log: `fault` says how.
  [[nodiscard]] TablePlan* find(const Table& table);
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  static constexpr std::size_t kBuckets = 1024;
  static constexpr std::size_t kMostPlans = 8192;

  std::unique_ptr<TablePlan> make(const Table& table);
  bool apply_schema(TablePlan* plan);

  const Schema* schema_;
  const Filter& filter_;
  std::vector<std::unique_ptr<TablePlan>> buckets_[kBuckets];
  std::size_t count_ = 0;
  std::string fault_;
};

}  // namespace nbl::cli

#endif
