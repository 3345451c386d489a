// The one time a value's bytes are checked.
#ifndef NBL_VALUE_VALIDATE_HPP
#define NBL_VALUE_VALIDATE_HPP

#include "base/load.hpp"
#include "nanobinlog/detail/reader.hpp"
#include "nanobinlog/json.hpp"
#include "nanobinlog/status.hpp"
#include "value/check.hpp"
#include "value/decimal.hpp"

namespace nbl {

/// The rarer checks of a fixed-width value whose bytes are there.
[[nodiscard]] Code validate_rare(const Column& column, const u8* p) noexcept;
/// A value behind a length that is more than a string. `*p` is where the length stands, and its bytes are
/// there.
[[nodiscard]] Code validate_content(const Column& column, const u8** p, const u8* end,
                                    JsonFrame* frames) noexcept;

/// Checks the present, non-NULL value at `*p` and moves `*p` behind it. On failure `*p` is where it went
/// wrong. `frames` holds kJsonMaxDepth levels of scratch. Inline for what most columns are; meant for one
/// loop over columns.
[[nodiscard]] NBL_HOT_INLINE Code validate_value(const Column& column, const u8** p, const u8* end,
                                                 JsonFrame* frames) noexcept {
  const u8* const at = *p;
  const u32 width = column.width;
  const usize left = static_cast<usize>(end - at);
  if (left < width) return Code::value_truncated;
  switch (reader_of(column)) {
    case Reader::bytes: {
      const u32 length = width == 1 ? at[0] : load_le16(at);
      if (length > left - width) return Code::value_truncated;
      const bool fits = length <= column.meta || (column.flags & kColumnCompressed) != 0;
      *p = at + width + (fits ? length : 0U);
      return fits ? Code::ok : Code::value_too_long;
    }
    case Reader::blob:
    case Reader::json:
    case Reader::geometry:
    case Reader::vector: {
      if (kQuickWays) {  // bytes that mean nothing, or none
        const u32 length = width == 1 ? at[0] : width == 2 ? load_le16(at) : static_cast<u32>(load_le(at, width));
        if (length > left - width) return Code::value_truncated;
        if (length == 0 || reader_of(column) == Reader::blob) {
          *p = at + width + length;
          return Code::ok;
        }
      }
      const u8* behind = at;  // a copy, so that the caller's position need not lie in memory
      const Code code = validate_content(column, &behind, end, frames);
      *p = behind;
      return code;
    }
    case Reader::decimal:
      if (!decimal_valid(at, width, column.precision(), column.scale())) return Code::bad_decimal;
      break;
    case Reader::datetime2:
      if (!datetime2_valid(at, column.meta)) return Code::bad_temporal;
      break;
    case Reader::timestamp2:
      if (!fraction_valid_at(at + 4, column.meta)) return Code::bad_temporal;
      break;
    case Reader::enum_known1:
      if (at[0] > column.members) return Code::bad_enum;
      break;
    default:
      if (column.run_columns == 0) {
        const Code code = validate_rare(column, at);
        if (code != Code::ok) return code;
      }
      break;
  }
  *p = at + width;
  return Code::ok;
}

}  // namespace nbl

#endif
