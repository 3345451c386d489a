// What a format of `rows` gets to see: transactions, the ROWS events in them, and their changes.
#ifndef NANOBINLOG_PORTS_CLI_ROW_FORMAT_HPP
#define NANOBINLOG_PORTS_CLI_ROW_FORMAT_HPP

#include <memory>
#include <string>

#include "nanobinlog/log.hpp"
#include "ports/cli/arguments.hpp"
#include "ports/cli/cells.hpp"
#include "ports/cli/output.hpp"

namespace nbl::cli {

/// A committed (or prepared) transaction whose rows are printed.
struct Group {
  std::string file;  ///< the log's own name.
  std::string json_file;
  std::string gtid;  ///< empty where there is none, or it is anonymous.
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t xid = 0;
  bool has_xid = false;
  bool mariadb = false;
  std::uint32_t thread_id = 0;
  bool has_thread_id = false;
  std::uint64_t changes = 0;    ///< how many of them will be printed.
  std::uint64_t commit_us = 0;  ///< microseconds since 1970, where a GTID event told it; else 0.
};

/// One ROWS event.
struct RowsEvent {
  const TablePlan* plan = nullptr;
  Header header;
  std::uint64_t position = 0;  ///< of the event, or of the payload around it.
  std::uint64_t first_row =
      0;       ///< number of its first change behind that position: not 0 only inside a payload.
  Span query;  ///< the statement that made it, where the log has it.
};

class RowFormat {
 public:
  RowFormat(Output* output, bool assume_signed) : output_(output), cells_(assume_signed) {}
  virtual ~RowFormat() = default;
  RowFormat(const RowFormat&) = delete;
  RowFormat& operator=(const RowFormat&) = delete;

  virtual void begin(const Group&) {}
  /// All changes of one event. On a code other than ok `column()` says where.
  [[nodiscard]] virtual Code rows(const Group& group, const RowsEvent& event, RowsReader* reader) = 0;
  virtual void end(const Group&) {}
  /// The group failed in the middle. What of it had not left yet has been taken back.
  virtual void abandon() {}
  /// A statement that is no row.
  virtual void statement(const Query&) {}
  virtual void finish() {}
  /// Whether it wants its changes last first.
  [[nodiscard]] virtual bool backwards() const { return false; }
  [[nodiscard]] std::uint32_t column() const { return cells_.column(); }
  /// Why it refused, where its code is invalid_argument.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 protected:
  Output* output_;
  CellText cells_;
  std::string reason_;
};

/// Null for a name that is none.
[[nodiscard]] std::unique_ptr<RowFormat> make_row_format(const std::string& name, Output* output,
                                                         const Arguments& arguments);

[[nodiscard]] std::unique_ptr<RowFormat> make_native(Output* output, bool assume_signed);
[[nodiscard]] std::unique_ptr<RowFormat> make_maxwell(Output* output, bool assume_signed);
[[nodiscard]] std::unique_ptr<RowFormat> make_debezium(Output* output, bool assume_signed);
[[nodiscard]] std::unique_ptr<RowFormat> make_canal(Output* output, bool assume_signed);
[[nodiscard]] std::unique_ptr<RowFormat> make_sql(Output* output, bool assume_signed, bool flashback);

/// One change with all its cells; the side that an operation does not have is empty.
struct Change {
  RowOperation operation = RowOperation::insert;
  std::uint64_t number = 0;
  Cells before;
  Cells after;
  /// What the row is now, or was at last.
  [[nodiscard]] const Cells& row() const { return operation == RowOperation::delete_row ? before : after; }
};
/// Reads the next change; false behind the last.
[[nodiscard]] bool read_change(RowsReader* reader, Change* change);

}  // namespace nbl::cli

#endif
