#ifndef NANOBINLOG_PORTS_CLI_CHECK_HPP
#define NANOBINLOG_PORTS_CLI_CHECK_HPP

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// `nanobinlog check`. Gives the exit status.
int run_check(const Arguments& arguments);

}  // namespace nbl::cli

#endif
