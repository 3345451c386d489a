// Declared types as canal names them.
#ifndef NANOBINLOG_PORTS_CLI_CANAL_TYPES_HPP
#define NANOBINLOG_PORTS_CLI_CANAL_TYPES_HPP

#include <cstdint>
#include <string>

#include "nanobinlog/column.hpp"

namespace nbl::cli {

/// The declared type as far as a log knows it: "decimal(10,2)", "varchar(40)", "bigint unsigned".
[[nodiscard]] std::string declared_type(const Column& column);
/// java.sql.Types of a column; unsigned integers are taken one size up, as canal does.
[[nodiscard]] int jdbc_type(const Column& column);

}  // namespace nbl::cli

#endif
