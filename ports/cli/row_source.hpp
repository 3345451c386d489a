// Committed transactions, taken apart into ROWS events for a format.
#ifndef NANOBINLOG_PORTS_CLI_ROW_SOURCE_HPP
#define NANOBINLOG_PORTS_CLI_ROW_SOURCE_HPP

#include "ports/cli/row_format.hpp"
#include "ports/cli/walk.hpp"

namespace nbl::cli {

class RowSource {
 public:
  RowSource(const Arguments& arguments, const Filter& filter, const Schema* schema, RowFormat* format,
            Output* output)
      : arguments_(arguments), plans_(schema, filter), format_(format), output_(output) {}

  /// A transaction that is whole in memory. False after a message.
  [[nodiscard]] bool print(const Source& source, const LogReader& reader, const Step& step);
  /// One that is over the quotas: its range is read once more, event by event. False after a message.
  [[nodiscard]] bool print_again(const Source& source, const LogReader& reader, const Step& step);

 private:
  bool begin_group(const Source& source, const LogReader& reader, const Step& step);
  bool count_records(const Transaction& transaction);
  bool print_records(const Source& source, const Transaction& transaction);
  bool print_record(const Source& source, const Transaction& transaction, const EventRecord& record);
  bool abandon();
  bool fault(const Source& source, const TablePlan& plan, std::uint64_t position, Code code);

  const Arguments& arguments_;
  TablePlans plans_;
  RowFormat* format_;
  Output* output_;
  Reader events_;
  Group group_;
  std::uint64_t payload_rows_ = 0;
  Span query_;
};

}  // namespace nbl::cli

#endif
