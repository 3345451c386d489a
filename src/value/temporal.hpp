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

void unpack_time(i64 packed, Temporal* out) noexcept;

/// DATE as well: its clock is zero.
inline void unpack_datetime(i64 packed, Temporal* out) noexcept {
  const u64 whole = static_cast<u64>(packed) >> 24;
  const u32 clock = static_cast<u32>(whole & 0x1ffff);
  const u32 date = static_cast<u32>(whole >> 17);
  const u32 year_month = date >> 5;
  out->year = static_cast<u16>(year_month / 13);
  out->month = static_cast<u8>(year_month % 13);
  out->day = static_cast<u8>(date & 31);
  out->hour = static_cast<u16>(clock >> 12);
  out->minute = static_cast<u8>((clock >> 6) & 63);
  out->second = static_cast<u8>(clock & 63);
  out->microsecond = static_cast<u32>(packed & 0xffffff);
}

/// To 2106: MariaDB 11.5 uses all 32 bits.
inline void unpack_unix_seconds(u32 seconds, Temporal* out) noexcept {
  // Days to a calendar date by 400-year cycles counted from March (Hinnant, "chrono-compatible low-level date algorithms").
  out->unix_seconds = seconds;
  const u32 days = seconds / 86400;
  const u32 clock = seconds % 86400;
  const u32 z = days + 719468;
  const u32 era = z / 146097;
  const u32 day_of_era = z % 146097;
  const u32 year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const u32 day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const u32 shifted_month = (5 * day_of_year + 2) / 153;
  const u32 month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  out->year = static_cast<u16>(year_of_era + era * 400 + (month <= 2 ? 1 : 0));
  out->month = static_cast<u8>(month);
  out->day = static_cast<u8>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  out->hour = static_cast<u16>(clock / 3600);
  out->minute = static_cast<u8>(clock / 60 % 60);
  out->second = static_cast<u8>(clock % 60);
}

}  // namespace nbl

#endif
