#ifndef NANOBINLOG_PORTS_CLI_TRANSACTIONS_HPP
#define NANOBINLOG_PORTS_CLI_TRANSACTIONS_HPP

#include "ports/cli/arguments.hpp"

namespace nbl::cli {

/// `nanobinlog transactions`. Gives the exit status.
int run_transactions(const Arguments& arguments);

}  // namespace nbl::cli

#endif
