#ifndef NANOBINLOG_PORTS_CLI_ROWS_HPP
#define NANOBINLOG_PORTS_CLI_ROWS_HPP

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// `nanobinlog rows`. Gives the exit status.
int run_rows(const Arguments& arguments);

}  // namespace nbl::cli

#endif
