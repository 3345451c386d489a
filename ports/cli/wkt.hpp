// Geometry as text.
#ifndef NANOBINLOG_PORTS_CLI_WKT_HPP
#define NANOBINLOG_PORTS_CLI_WKT_HPP

#include "nanobinlog/text.hpp"

namespace nbl::cli {

/// Well-known text of well-known binary, without quotes: "POINT (1 2)". False where the bytes are none; then
/// nothing has been appended.
[[nodiscard]] bool write_wkt(Writer* writer, Span wkb, ShortestDigits digits);

}  // namespace nbl::cli

#endif
