// How a column's values are walked: the meaning of Column::reader. Internal; it changes without notice.
#ifndef NANOBINLOG_DETAIL_READER_HPP
#define NANOBINLOG_DETAIL_READER_HPP

#include "nanobinlog/column.hpp"
#include "nanobinlog/detail/load.hpp"

namespace nbl {

/// Column::reader. Grouped by shape so that skipping needs few branches; the order is internal.
enum class Reader : u8 {
  unsupported = 0,  // and of type NULL, which has no other value
  // Fixed width, every bit pattern is a value. Readers that share code stand apart from each other: side by side they tempt a
  // compiler to split its jump table around them.
  int1,
  int2,
  int3,
  int4,
  int8,
  float4,
  float8,
  set_free,     // SET whose member count the log does not tell
  enum_free1,
  enum_free2,
  year1,
  bit,
  timestamp4,   // old TIMESTAMP, little-endian seconds
  timestamp2_0, // TIMESTAMP(0), big-endian seconds
  // Fixed width, checked.
  date3,
  time3,        // old TIME
  datetime8,    // old DATETIME
  timestamp2,
  datetime2,
  time2,
  decimal,
  set_known,
  enum_known1,
  enum_known2,
  // Behind a length of 1 to 4 bytes (Column::width holds that of the length).
  bytes,
  blob,
  json,
  geometry,
  vector,
};

inline constexpr u8 kFirstCheckedReader = static_cast<u8>(Reader::date3);
inline constexpr u8 kFirstVariableReader = static_cast<u8>(Reader::bytes);

[[nodiscard]] constexpr Reader reader_of(const Column& column) noexcept { return static_cast<Reader>(column.reader); }

}  // namespace nbl

#endif
