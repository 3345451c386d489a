// Transactions last first.
#ifndef NANOBINLOG_PORTS_CLI_FLASHBACK_HPP
#define NANOBINLOG_PORTS_CLI_FLASHBACK_HPP

#include "ports/cli/row_source.hpp"

namespace nbl::cli {

/// Goes through the logs once for where transactions lie (16 bytes each are kept), then reads these
/// backwards. A stream goes to a temporary file. Gives the exit status.
int run_flashback(const Arguments& arguments, const Filter& filter, RowSource* rows, Output* output);

}  // namespace nbl::cli

#endif
