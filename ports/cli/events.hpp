#ifndef NANOBINLOG_PORTS_CLI_EVENTS_HPP
#define NANOBINLOG_PORTS_CLI_EVENTS_HPP

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// `nanobinlog events`. Gives the exit status.
int run_events(const Arguments& arguments);

}  // namespace nbl::cli

#endif
