// The command line.
#ifndef NANOBINLOG_PORTS_CLI_ARGUMENTS_HPP
#define NANOBINLOG_PORTS_CLI_ARGUMENTS_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace nbl::cli {

enum class Prefix : std::uint8_t {
  any,      ///< a GTID where there is one.
  with,     ///< --with-gtid: a transaction without a prefix is refused.
  without,  ///< --no-gtid: the prefix is left out of the range; a transaction starts at BEGIN.
};

struct Arguments {
  std::string command;
  std::vector<std::string> files;  ///< "-" is standard input.
  bool expanded = false;           ///< some of them stood in an index file or a directory.
  std::string format;              ///< empty: the command's default.
  std::string schema;
  Prefix prefix = Prefix::any;
  bool assume_signed = false;
  bool include_prepared = false;
  bool flashback = false;
  bool skip_broken = false;

  std::vector<std::string> databases;
  std::vector<std::string> tables;  ///< "table" or "database.table".
  std::string include_gtids;
  std::string exclude_gtids;
  bool has_include_gtids = false;
  bool has_exclude_gtids = false;
  std::uint64_t start_position = 0;
  std::uint64_t stop_position = UINT64_MAX;
  std::int64_t start_time = INT64_MIN;  ///< seconds since 1970.
  std::int64_t stop_time = INT64_MAX;

  std::uint64_t max_events = 0;  ///< 0: the tool's own.
  std::uint64_t max_changes = 0;
  std::uint64_t max_bytes = 0;

  std::string start_file;  ///< the log to begin with, by its name.

  // rows
  std::string checkpoint;
  std::string output;
  bool follow = false;

  // locate
  std::string locate_gtid;
  std::string locate_set;
  bool has_locate_set = false;
  std::int64_t locate_time = INT64_MIN;
};

/// Fills `arguments`. Gives -1 to go on, else the exit status: --help and --version have printed, a mistake
/// has been told.
[[nodiscard]] int parse_arguments(int argc, char** argv, Arguments* arguments);

/// "2026-11-30 01:02:03" in the local time zone, as mysqlbinlog reads it, or with a T between and a Z behind
/// in UTC.
[[nodiscard]] bool parse_datetime(const std::string& text, std::int64_t* seconds);

[[nodiscard]] const char* help_text();

}  // namespace nbl::cli

#endif
