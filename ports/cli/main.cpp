// The command-line tool.
#include <csignal>

#include "ports/cli/arguments.hpp"
#include "ports/cli/check.hpp"
#include "ports/cli/events.hpp"
#include "ports/cli/locate.hpp"
#include "ports/cli/log_list.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/rows.hpp"
#include "ports/cli/source.hpp"
#include "ports/cli/stop_signal.hpp"
#include "ports/cli/transactions.hpp"

namespace {

using nbl::cli::Arguments;

struct Command {
  const char* name;
  const char* formats;  ///< the first is the default; space between.
  int (*run)(const Arguments& arguments);
};

constexpr Command kCommands[] = {
    {"check", "text json", &nbl::cli::run_check},
    {"events", "text json", &nbl::cli::run_events},
    {"locate", "text json", &nbl::cli::run_locate},
    {"rows", "native maxwell debezium canal sql", &nbl::cli::run_rows},
    {"transactions", "text json", &nbl::cli::run_transactions},
};

bool takes_format(const Command& command, const std::string& format) {
  const std::string all = std::string(" ") + command.formats + " ";
  return format.empty() ||
         (format.find(' ') == std::string::npos && all.find(" " + format + " ") != std::string::npos);
}

/// An option that the command does not know; null where all are known.
const char* misplaced_option(const Arguments& arguments) {
  if (arguments.skip_broken && arguments.command != "rows" && arguments.command != "transactions") return "--skip-broken";
  if (arguments.command != "rows") {
    if (!arguments.checkpoint.empty()) return "--checkpoint";
    if (!arguments.output.empty()) return "--output";
    if (arguments.follow) return "--follow";
  }
  if (arguments.command != "locate") {
    if (!arguments.locate_gtid.empty()) return "--gtid";
    if (arguments.has_locate_set) return "--gtid-set";
    if (arguments.locate_time != INT64_MIN) return "--datetime";
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace nbl::cli;
  // A reader that went away, or a limit on file sizes, is a write error like any other, told in words.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
  Source::guard_mappings();
  end_on_signals();
  Arguments arguments;
  const int status = parse_arguments(argc, argv, &arguments);
  if (status >= 0) return status;
  for (const Command& command : kCommands) {
    if (arguments.command != command.name) continue;
    if (!takes_format(command, arguments.format)) {
      say("--format of " + arguments.command + " is one of: " + command.formats);
      return kExitUsage;
    }
    if (arguments.files.empty()) {
      say("no FILE was given; - is standard input");
      return kExitUsage;
    }
    if (const char* option = misplaced_option(arguments)) {
      say(std::string(option) + " does not go with " + arguments.command);
      return kExitUsage;
    }
    const int listed = expand_logs(&arguments);
    if (listed >= 0) return listed;
    return command.run(arguments);
  }
  say("there is no command " + printable(arguments.command) + "; see nanobinlog --help");
  return kExitUsage;
}
