// Reading and skipping one value that has been validated. Inline: this is where a consumer's time goes. Internal; it
// changes without notice.
#ifndef NANOBINLOG_DETAIL_READ_VALUE_HPP
#define NANOBINLOG_DETAIL_READ_VALUE_HPP

#include <cstring>

#include "nanobinlog/detail/reader.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

// Temporal values become MySQL's packed 64-bit form (the integer part << 24, plus microseconds), which the opaque values
// of JSON use as well, so that one function unpacks both. Source: include/my_time.h of MySQL.
inline constexpr i64 kDatetimeOffset = 0x8000000000;
inline constexpr i64 kTimeOffset = 0x800000;

/// Microseconds out of the 0 to 3 fraction bytes of `digits` digits.
[[nodiscard]] inline u32 load_fraction(const u8* p, unsigned digits) noexcept {
  switch ((digits + 1) / 2) {
    case 1:
      return p[0] * 10000U;
    case 2:
      return load_be16(p) * 100U;
    case 3:
      return load_be24(p);
    default:
      return 0;
  }
}
[[nodiscard]] inline i64 load_datetime2(const u8* p, unsigned digits) noexcept {
  const i64 whole = static_cast<i64>(load_be40(p)) - kDatetimeOffset;
  return (whole * (i64{1} << 24)) + load_fraction(p + 5, digits);
}
[[nodiscard]] inline i64 load_timestamp2(const u8* p, unsigned digits) noexcept {
  return (static_cast<i64>(load_be32(p)) << 24) + load_fraction(p + 4, digits);
}
/// The fraction of a negative TIME counts up from the whole second below: it is borrowed back here.
[[nodiscard]] inline i64 load_time2(const u8* p, unsigned digits) noexcept {
  i64 whole = static_cast<i64>(load_be24(p)) - kTimeOffset;
  i64 fraction = 0;
  switch ((digits + 1) / 2) {
    case 1:
      fraction = p[3];
      if (whole < 0 && fraction != 0) {
        ++whole;
        fraction -= 0x100;
      }
      fraction *= 10000;
      break;
    case 2:
      fraction = load_be16(p + 3);
      if (whole < 0 && fraction != 0) {
        ++whole;
        fraction -= 0x10000;
      }
      fraction *= 100;
      break;
    case 3:
      return static_cast<i64>(load_be(p, 6)) - (kTimeOffset << 24);
    default:
      break;
  }
  return whole * (i64{1} << 24) + fraction;
}
/// DATE: day 5 bits, month 4, year 15, little-endian.
[[nodiscard]] inline i64 load_date3(const u8* p) noexcept {
  const u32 v = load_le24(p);
  const u32 year_month = (v >> 9) * 13 + ((v >> 5) & 15);
  return static_cast<i64>(static_cast<u64>((year_month << 5) | (v & 31)) << 41);
}
[[nodiscard]] constexpr i64 pack_datetime(u32 year, u32 month, u32 day, u32 hour, u32 minute, u32 second) noexcept {
  const u64 date = ((static_cast<u64>(year) * 13 + month) << 5) | day;
  return static_cast<i64>(((date << 17) | (hour << 12) | (minute << 6) | second) << 24);
}
/// Out of line: old formats are decimal numbers and need divisions.
[[nodiscard]] i64 load_old_time(const u8* p) noexcept;
[[nodiscard]] i64 load_old_datetime(const u8* p) noexcept;

/// Fills what every value has and gives the byte behind it.
NBL_HOT_INLINE const u8* fixed_cell(Cell* cell, ValueKind kind, const u8* p, usize width) noexcept {
  cell->kind = kind;
  cell->bytes = Span{p, width};
  return p + width;
}

/// Reads a present, non-NULL value and gives the byte behind it. `cell->kind` and `cell->bytes` are always set; `is_diff` says that
/// a JSON column holds operations. Kinds and widths are constants where they can be: a consumer that decides by the kind right
/// behind the call is then compiled into the same branches.
NBL_HOT_INLINE const u8* read_value(const Column& column, const u8* p, bool is_diff, Cell* cell) noexcept {
  switch (reader_of(column)) {
    case Reader::int1:
      cell->signed_value = column.is_unsigned() ? i64{p[0]} : i64{static_cast<i8>(p[0])};
      return fixed_cell(cell, ValueKind::integer, p, 1);
    case Reader::int2:
      cell->signed_value = column.is_unsigned() ? i64{load_le16(p)} : i64{static_cast<i16>(load_le16(p))};
      return fixed_cell(cell, ValueKind::integer, p, 2);
    case Reader::int3:
      cell->signed_value = column.is_unsigned() ? i64{load_le24(p)} : sign_extend(load_le24(p), 24);
      return fixed_cell(cell, ValueKind::integer, p, 3);
    case Reader::int4:
      cell->signed_value = column.is_unsigned() ? i64{load_le32(p)} : i64{static_cast<i32>(load_le32(p))};
      return fixed_cell(cell, ValueKind::integer, p, 4);
    case Reader::int8:
      cell->unsigned_value = load_le64(p);
      return fixed_cell(cell, ValueKind::integer, p, 8);
    case Reader::float4: {
      const u32 raw = load_le32(p);
      std::memcpy(&cell->float32, &raw, sizeof(raw));
      return fixed_cell(cell, ValueKind::float32, p, 4);
    }
    case Reader::float8: {
      const u64 raw = load_le64(p);
      std::memcpy(&cell->float64, &raw, sizeof(raw));
      return fixed_cell(cell, ValueKind::float64, p, 8);
    }
    case Reader::year1:
      cell->unsigned_value = p[0] == 0 ? 0U : 1900U + p[0];
      return fixed_cell(cell, ValueKind::year, p, 1);
    case Reader::bit:
      cell->unsigned_value = load_be(p, column.width);
      return fixed_cell(cell, ValueKind::bit, p, column.width);
    case Reader::timestamp4:
      cell->signed_value = static_cast<i64>(load_le32(p)) << 24;
      return fixed_cell(cell, ValueKind::timestamp, p, 4);
    case Reader::timestamp2_0:
      cell->signed_value = static_cast<i64>(load_be32(p)) << 24;
      return fixed_cell(cell, ValueKind::timestamp, p, 4);
    case Reader::set_free:
    case Reader::set_known:
      cell->unsigned_value = load_le(p, column.width);
      return fixed_cell(cell, ValueKind::set, p, column.width);
    case Reader::enum_free1:
    case Reader::enum_known1:
      cell->unsigned_value = p[0];
      return fixed_cell(cell, ValueKind::enumeration, p, 1);
    case Reader::enum_free2:
    case Reader::enum_known2:
      cell->unsigned_value = load_le16(p);
      return fixed_cell(cell, ValueKind::enumeration, p, 2);
    case Reader::date3:
      cell->signed_value = load_date3(p);
      return fixed_cell(cell, ValueKind::date, p, 3);
    case Reader::time3:
      cell->signed_value = load_old_time(p);
      return fixed_cell(cell, ValueKind::time, p, 3);
    case Reader::datetime8:
      cell->signed_value = load_old_datetime(p);
      return fixed_cell(cell, ValueKind::datetime, p, 8);
    case Reader::timestamp2:
      cell->signed_value = load_timestamp2(p, column.meta);
      return fixed_cell(cell, ValueKind::timestamp, p, column.width);
    case Reader::datetime2:
      cell->signed_value = load_datetime2(p, column.meta);
      return fixed_cell(cell, ValueKind::datetime, p, column.width);
    case Reader::time2:
      cell->signed_value = load_time2(p, column.meta);
      return fixed_cell(cell, ValueKind::time, p, column.width);
    case Reader::decimal:
      return fixed_cell(cell, ValueKind::decimal, p, column.width);
    case Reader::bytes: {
      const u32 width = column.width;
      return fixed_cell(cell, ValueKind::bytes, p + width, width == 1 ? p[0] : load_le16(p));
    }
    case Reader::blob:
    case Reader::json:
    case Reader::geometry:
    case Reader::vector: {
      const u32 width = column.width;
      const usize length = width == 2 ? load_le16(p) : static_cast<usize>(load_le(p, width));
      return fixed_cell(cell, is_diff ? ValueKind::json_diff : column.kind, p + width, length);
    }
    default:  // only where there is no value: rows that hold one are refused
      return fixed_cell(cell, column.kind, p, column.width);
  }
}

/// The byte behind a present, non-NULL value.
[[nodiscard]] inline const u8* skip_value(const Column& column, const u8* p) noexcept {
  const u32 width = column.width;
  if (column.reader < kFirstVariableReader) return p + width;
  return p + width + static_cast<usize>(load_le(p, width));
}

}  // namespace nbl

#endif
