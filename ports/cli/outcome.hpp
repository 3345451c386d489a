// What a step means to somebody who reads transactions.
#ifndef NANOBINLOG_PORTS_CLI_OUTCOME_HPP
#define NANOBINLOG_PORTS_CLI_OUTCOME_HPP

#include "nanobinlog/log.hpp"
#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// A step, seen as one line about a range of the log.
struct Outcome {
  StepKind kind =
      StepKind::need_more;  ///< with `oversized` taken for what it would have been where that is asked for.
  bool has_transaction = false;  ///< the step's transaction tells counts and tables.
  bool is_line = false;          ///< it is an outcome at all, and no format description or rotation.
  std::uint64_t start = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t events = 0;
  std::uint64_t wire_bytes = 0;
  std::uint64_t xid = 0;
  bool has_xid = false;
  const Gtid* gtid = nullptr;  ///< null where there is none, or it is anonymous.
  std::uint32_t timestamp = 0;
  std::uint32_t commit_time = 0;
  std::uint32_t server_id = 0;
};

/// `quotas_asked`: the caller set the quotas, so that going over them is news.
[[nodiscard]] Outcome outcome_of(const Step& step, Prefix prefix, bool quotas_asked);
/// As in values.md: "committed".
[[nodiscard]] const char* outcome_name(StepKind kind);
/// "ddl", "dml".
[[nodiscard]] const char* statement_kind_name(StatementKind kind);
/// "max_events" for event_quota and so on; the code's own name for others.
[[nodiscard]] const char* quota_name(Code code);

}  // namespace nbl::cli

#endif
