// Column names, types and labels that a log may not carry, out of information_schema.
#ifndef NANOBINLOG_PORTS_CLI_SCHEMA_HPP
#define NANOBINLOG_PORTS_CLI_SCHEMA_HPP

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nanobinlog/column.hpp"

namespace nbl::cli {

/// One line of the schema file.
struct SchemaColumn {
  std::string name;
  std::string type;                 ///< column_type as the server prints it: "int unsigned", "enum('a','b')".
  std::vector<std::string> labels;  ///< of an ENUM or SET, UTF-8.
  bool is_unsigned = false;
};
struct SchemaTable {
  std::vector<SchemaColumn> columns;
};

/// The word that `type` begins with, in lower case: "int", "enum".
[[nodiscard]] std::string type_word(const std::string& type);
/// Fills in what follows from `type`. False where an ENUM or SET does not end.
[[nodiscard]] bool parse_column_type(const std::string& type, SchemaColumn* column);
/// Whether a column that the server calls `type` can look like `column` in a log; true for words nobody here
/// knows.
[[nodiscard]] bool type_fits(const std::string& type, const Column& column);
/// A word for what the log has, as in "longlong"; for messages.
[[nodiscard]] const char* column_type_word(ColumnType type);

class Schema {
 public:
  /// Reads the file that values.md's query prints. False after a message that names the line.
  [[nodiscard]] bool load(const std::string& path);
  /// Null where the file has no such table.
  [[nodiscard]] const SchemaTable* find(const std::string& database, const std::string& table) const;

 private:
  bool add_line(const std::string& line, std::string* fault);

  std::map<std::pair<std::string, std::string>, SchemaTable> tables_;
};

}  // namespace nbl::cli

#endif
