// The one time a value's bytes are checked.
#ifndef NBL_VALUE_VALIDATE_HPP
#define NBL_VALUE_VALIDATE_HPP

#include "base/load.hpp"
#include "nanobinlog/column.hpp"
#include "nanobinlog/json.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

/// Checks the present, non-NULL value at `*p` and moves `*p` behind it. On failure `*p` is where it went wrong.
/// `frames` holds kJsonMaxDepth levels of scratch.
[[nodiscard]] Code validate_value(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept;

}  // namespace nbl

#endif
