// Checks and unpacking of temporal values, shared by columns and JSON's opaque values.
#ifndef NBL_VALUE_TEMPORAL_HPP
#define NBL_VALUE_TEMPORAL_HPP

#include "base/load.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

// `packed` is MySQL's 64-bit form: integer part << 24 plus microseconds; `digits` the declared fraction digits, 6 for any.
[[nodiscard]] bool datetime_packed_valid(i64 packed, unsigned digits) noexcept;
[[nodiscard]] bool time_packed_valid(i64 packed, unsigned digits) noexcept;
[[nodiscard]] bool date3_valid(const u8* p) noexcept;
[[nodiscard]] bool timestamp2_valid(const u8* p, unsigned digits) noexcept;
[[nodiscard]] bool old_time_valid(const u8* p) noexcept;
[[nodiscard]] bool old_datetime_valid(const u8* p) noexcept;

void unpack_datetime(i64 packed, Temporal* out) noexcept;  ///< DATE as well: its clock is zero.
void unpack_time(i64 packed, Temporal* out) noexcept;
/// To 2106: MariaDB 11.5 uses all 32 bits.
void unpack_unix_seconds(u32 seconds, Temporal* out) noexcept;

}  // namespace nbl

#endif
