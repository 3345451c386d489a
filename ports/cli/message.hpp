// One clear line on standard error for whatever goes wrong.
#ifndef NANOBINLOG_PORTS_CLI_MESSAGE_HPP
#define NANOBINLOG_PORTS_CLI_MESSAGE_HPP

#include <cstdint>
#include <string>

#include "nanobinlog/status.hpp"

namespace nbl::cli {

/// Exit statuses, the worst of which a run ends with.
enum Exit : int {
  kExitOk = 0,
  kExitBroken = 1,  ///< the input is broken, or the output cannot be written.
  kExitUsage = 2,
  kExitIncomplete = 3,  ///< everything readable was read, but a part is unsupported or the tail is cut off.
};

/// Which of two outcomes a run ends with: usage and broken input outweigh an incomplete reading.
[[nodiscard]] int worse_exit(int a, int b);

/// "nanobinlog: TEXT".
void say(const std::string& text);
/// "nanobinlog: FILE: TEXT".
void say(const std::string& file, const std::string& text);
/// "nanobinlog: FILE: offset N: TEXT".
void say_at(const std::string& file, std::uint64_t offset, const std::string& text);
/// "nanobinlog: FILE: offset N: CODE: what it means", with event type, column and quota where the status
/// knows them. `where` is put behind the code where it is not empty, as in "table `a`.`b` column `c`".
void say_status(const std::string& file, const Status& status, const std::string& where);
/// The part of that line behind "offset N: ".
[[nodiscard]] std::string status_text(const Status& status, const std::string& where);
/// "FILE: strerror", for errno as `error`.
void say_errno(const std::string& file, int error);

/// Bytes of a name that may hold anything, fit for a terminal: controls as \xNN.
[[nodiscard]] std::string printable(const std::string& name);

/// The last part of a path: what servers call the file.
[[nodiscard]] std::string base_name(const std::string& path);

}  // namespace nbl::cli

#endif
