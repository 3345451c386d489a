#ifndef NANOBINLOG_PORTS_CLI_LOCATE_HPP
#define NANOBINLOG_PORTS_CLI_LOCATE_HPP

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// `nanobinlog locate`. Gives the exit status.
int run_locate(const Arguments& arguments);

}  // namespace nbl::cli

#endif
