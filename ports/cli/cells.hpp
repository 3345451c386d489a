// Cells as text, with what the host adds to the core's writers.
#ifndef NANOBINLOG_PORTS_CLI_CELLS_HPP
#define NANOBINLOG_PORTS_CLI_CELLS_HPP

#include <string>
#include <vector>

#include "nanobinlog/row.hpp"
#include "nanobinlog/text.hpp"
#include "ports/cli/converter.hpp"
#include "ports/cli/table_plan.hpp"

namespace nbl::cli {

/// All cells of one image, absent ones included.
using Cells = std::vector<Cell>;

/// Writes values of rows. One a program; the plan in use is set before a table's rows.
class CellText {
 public:
  explicit CellText(bool assume_signed);

  void use(const TablePlan& plan);
  [[nodiscard]] const TablePlan& plan() const { return *plan_; }
  [[nodiscard]] TextOptions& options() { return options_; }
  [[nodiscard]] Converter& converter() { return converter_; }

  /// {"name":value,...} of the cells that are there, in the native form. The column that failed is in
  /// `column()`.
  [[nodiscard]] Code object(Writer* writer, RowImage* image);
  /// A cell in the native form.
  [[nodiscard]] Code native(Writer* writer, const Cell& cell);
  /// A bytes cell as a JSON string: its text where it is text, else base64 (`latin1`: each byte as the
  /// character of that number).
  [[nodiscard]] Code string(Writer* writer, const Cell& cell, bool latin1);
  /// Bytes of a bytes cell without MariaDB's column compression; BINARY(N) without the zeros at its end.
  [[nodiscard]] Span plain_bytes(const Cell& cell);
  /// An ENUM's label or a SET's labels with commas between, as a JSON string; false where they are not known.
  [[nodiscard]] bool labels(Writer* writer, const Cell& cell);
  /// ,"name": of a column, with the comma only behind the first.
  void key(Writer* writer, std::uint32_t column, bool* first) const;

  [[nodiscard]] std::uint32_t column() const { return column_; }
  void set_column(std::uint32_t column) { column_ = column; }

 private:
  const TablePlan* plan_ = nullptr;
  TextOptions options_;
  Converter converter_;
  JsonReader json_;
  std::uint32_t column_ = 0;
};

/// Reads an image to its end.
void read_cells(RowImage image, Cells* cells);
/// Whether both are there and the same bytes, or both NULL.
[[nodiscard]] bool same_cell(const Cell& a, const Cell& b);

/// Shortest digits by the standard library.
void standard_digits(double value, bool single, FloatDigits* digits);

}  // namespace nbl::cli

#endif
