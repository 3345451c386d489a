// Which transactions, tables and events the caller asked for.
#ifndef NANOBINLOG_PORTS_CLI_FILTER_HPP
#define NANOBINLOG_PORTS_CLI_FILTER_HPP

#include <memory>
#include <string>
#include <vector>

#include "nanobinlog/gtid_set.hpp"
#include "nanobinlog/log.hpp"
#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// A set of GTIDs of either kind of server.
class GtidFilter {
 public:
  /// False where `text` is neither kind's notation; `fault` says why.
  [[nodiscard]] bool parse(const std::string& text, std::string* fault);
  [[nodiscard]] bool contains(const Gtid& gtid) const;

 private:
  std::vector<std::uint64_t> block_;
  GtidSet mysql_;
  MariaGtidSet maria_;
};

/// Where in the list of files an event or transaction stands.
struct Place {
  bool first_file = true;
  bool last_file = true;
};

struct Filter {
  const Arguments* arguments = nullptr;
  std::unique_ptr<GtidFilter> include;
  std::unique_ptr<GtidFilter> exclude;

  /// False after a message.
  [[nodiscard]] bool init(const Arguments& from);

  [[nodiscard]] bool shows_table(const std::string& database, const std::string& table) const;
  /// A statement is shown by its default database; with --table it is not shown.
  [[nodiscard]] bool shows_database(Span database) const;
  [[nodiscard]] bool has_table_filter() const {
    return !arguments->databases.empty() || !arguments->tables.empty();
  }
  /// By position, time and GTID. `time` is that of the commit, which its prefix carries as well: mysqlbinlog
  /// decides by the prefix.
  [[nodiscard]] bool shows_range(std::uint64_t start, std::uint64_t end, std::int64_t time, const Gtid* gtid,
                                 Place place) const;
  /// What is past the last thing to be shown, so that reading may stop.
  [[nodiscard]] bool is_past(std::uint64_t start, Place place) const {
    return place.last_file && start >= arguments->stop_position;
  }
};

/// "uuid:5", "uuid:tag:5" or "0-1-5"; empty for an anonymous one.
[[nodiscard]] std::string gtid_text(const Gtid& gtid);
/// The same into a string that keeps its room.
void put_gtid(std::string* text, const Gtid& gtid);

}  // namespace nbl::cli

#endif
