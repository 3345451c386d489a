// The one time a value's bytes are checked.
#ifndef NBL_VALUE_VALIDATE_HPP
#define NBL_VALUE_VALIDATE_HPP

#include "base/load.hpp"
#include "nanobinlog/detail/reader.hpp"
#include "nanobinlog/json.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

/// A value that is neither unchecked nor a plain string: see validate_value().
[[nodiscard]] Code validate_checked(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept;

/// Checks the present, non-NULL value at `*p` and moves `*p` behind it. On failure `*p` is where it went wrong.
/// `frames` holds kJsonMaxDepth levels of scratch. Inline for what most columns are.
[[nodiscard]] inline Code validate_value(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  const u8* at = *p;
  const usize left = static_cast<usize>(end - at);
  const u32 width = column.width;
  if (reader_of(column) == Reader::bytes && left >= width) {
    const u32 length = width == 1 ? at[0] : load_le16(at);
    if (length <= left - width && length <= column.meta) {
      *p = at + width + length;
      return Code::ok;
    }
  } else if (column.run_columns != 0 && left >= width) {
    *p = at + width;
    return Code::ok;
  }
  return validate_checked(column, p, end, frames);
}

}  // namespace nbl

#endif
