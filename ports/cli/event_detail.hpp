// What an event is, in words.
#ifndef NANOBINLOG_PORTS_CLI_EVENT_DETAIL_HPP
#define NANOBINLOG_PORTS_CLI_EVENT_DETAIL_HPP

#include <map>
#include <string>

#include "nanobinlog/event.hpp"

namespace nbl::cli {

/// One event's contents as far as a line holds them.
struct EventDetail {
  std::string text;      ///< UTF-8 or whatever the log has.
  std::string database;  ///< of a table map, its rows, and a query.
  std::string table;
  bool has_gtid = false;
  Gtid gtid;
};

/// Remembers which table an id stands for.
class EventDetails {
 public:
  /// False with a status where the body is broken.
  [[nodiscard]] bool describe(const Event& event, const FormatDescription& format, EventDetail* detail,
                              Status* status);

 private:
  struct Name {
    std::string database;
    std::string table;
  };
  void describe_table(const Event& event, const FormatDescription& format, EventDetail* detail);
  void describe_rows(const Event& event, const FormatDescription& format, EventDetail* detail);

  std::map<std::uint64_t, Name> tables_;
};

}  // namespace nbl::cli

#endif
