// Which logs are meant where a directory or an index file stands for them, and which comes behind one.
#ifndef NANOBINLOG_PORTS_CLI_LOG_LIST_HPP
#define NANOBINLOG_PORTS_CLI_LOG_LIST_HPP

#include <string>

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// Replaces each directory and each index file (NAME.index) among arguments->files by its logs, ordered by
/// the number behind their names' last dot, of any width; then drops what stands before --start-file. A
/// directory with one index file means the logs of that name; without one it may hold logs of one name only.
/// Gives -1 to go on, else the exit status after a message.
[[nodiscard]] int expand_logs(Arguments* arguments);

/// The log behind `path`: the one of the same name with the lowest higher number in the same directory. Empty
/// where there is none (yet).
[[nodiscard]] std::string log_behind(const std::string& path);
/// The log `name` where it is one of those behind `path` in its directory, else empty.
[[nodiscard]] std::string log_beside(const std::string& path, const std::string& name);
/// Whether `next` is the number right behind that of `path`.
[[nodiscard]] bool is_successor(const std::string& path, const std::string& next);
/// Whether both names are those of logs that differ in their number at the most.
[[nodiscard]] bool same_series(const std::string& a, const std::string& b);
/// Everything before the last slash; "." where there is none.
[[nodiscard]] std::string directory_of(const std::string& path);

}  // namespace nbl::cli

#endif
