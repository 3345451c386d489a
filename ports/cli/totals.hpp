// Row changes counted by table.
#ifndef NANOBINLOG_PORTS_CLI_TOTALS_HPP
#define NANOBINLOG_PORTS_CLI_TOTALS_HPP

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nanobinlog/text.hpp"
#include "ports/cli/output.hpp"
#include "ports/cli/table_plan.hpp"

namespace nbl::cli {

struct TableCounts {
  std::string database;
  std::string table;
  std::uint64_t inserts = 0;
  std::uint64_t updates = 0;
  std::uint64_t deletes = 0;
};

class TableTotals {
 public:
  void add(const TablePlan& plan, std::uint64_t inserts, std::uint64_t updates, std::uint64_t deletes);
  /// [{"database":...},...] by name.
  void write_json(Writer* writer) const;
  /// A table for people, by name.
  void write_text(Output* output) const;

 private:
  std::map<std::pair<std::string, std::string>, TableCounts> tables_;
};

/// {"database":"d","table":"t","inserts":0,"updates":0,"deletes":0}
void put_counts(Writer* writer, const std::string& json_database, const std::string& json_table,
                std::uint64_t inserts, std::uint64_t updates, std::uint64_t deletes);

}  // namespace nbl::cli

#endif
