#include "value/validate.hpp"

#include "value/decimal.hpp"
#include "value/read.hpp"
#include "value/temporal.hpp"

namespace nbl {
namespace {

constexpr usize kSmallestGeometry = 4 + 1 + 4;  // SRID, byte order, type

/// The content behind a length. `at` is set where a byte of it is wrong.
Code check_content(const Column& column, Span content, [[maybe_unused]] JsonFrame* frames,
                   [[maybe_unused]] u32* at) noexcept {
  switch (reader_of(column)) {
#if !defined(NBL_NO_JSON)
    case Reader::json: return json_validate(content, frames, at);
#endif
    case Reader::geometry:
      return content.size >= kSmallestGeometry ? Code::ok : Code::bad_geometry;
    case Reader::vector: {
      const bool too_many = (column.flags & kColumnDimensionsKnown) != 0 && content.size / 4 > column.members;
      return content.size % 4 == 0 && !too_many ? Code::ok : Code::bad_vector;
    }
    default: return Code::ok;
  }
}

}  // namespace

Code validate_rare(const Column& column, const u8* p) noexcept {
  switch (reader_of(column)) {
    case Reader::date3: return date3_valid(p) ? Code::ok : Code::bad_temporal;
    case Reader::time2:
      return time_packed_valid(load_time2(p, column.meta), column.meta) ? Code::ok : Code::bad_temporal;
    case Reader::time3: return old_time_valid(p) ? Code::ok : Code::bad_temporal;
    case Reader::datetime8: return old_datetime_valid(p) ? Code::ok : Code::bad_temporal;
    case Reader::enum_known2: return load_le16(p) <= column.members ? Code::ok : Code::bad_enum;
    case Reader::set_known: {
      const u64 mask = load_le(p, column.width);
      return column.members >= 64 || (mask >> column.members) == 0 ? Code::ok : Code::bad_set;
    }
    case Reader::unsupported: return Code::unsupported_column_type;
    default: return Code::ok;
  }
}

Code validate_content(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  const u32 width = column.width;
  const u64 length = width == 2 ? load_le16(*p) : load_le(*p, width);
  if (length > static_cast<usize>(end - *p) - width) return Code::value_truncated;
  if (length == 0) {  // no value of these types is wrong for that
    *p += width;
    return Code::ok;
  }
  u32 at = 0;
  const Code code = check_content(column, Span{*p + width, static_cast<usize>(length)}, frames, &at);
  *p += width + (code == Code::ok ? static_cast<usize>(length) : at);
  return code;
}

}  // namespace nbl
