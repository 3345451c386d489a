// The checks that most rows need, inline: one of them runs for every value that is not free.
#ifndef NBL_VALUE_CHECK_HPP
#define NBL_VALUE_CHECK_HPP

#include "base/load.hpp"

namespace nbl {

/// The fraction of a TIMESTAMP or DATETIME. An odd number of digits is stored with one digit more, which is
/// then 0.
[[nodiscard]] inline bool fraction_valid_at(const u8* p, unsigned digits) noexcept {
  switch (digits) {
    case 1: return p[0] <= 99 && p[0] % 10 == 0;
    case 2: return p[0] <= 99;
    case 3: return load_be16(p) <= 9999 && load_be16(p) % 10 == 0;
    case 4: return load_be16(p) <= 9999;
    case 5: return load_be24(p) <= 999999 && load_be24(p) % 10 == 0;
    case 6: return load_be24(p) <= 999999;
    default: return true;
  }
}

/// DATETIME: a set bit (it is never negative), year * 13 + month 17 bits, day 5, hour 5, minute 6, second 6.
/// No branches: they all hold.
[[nodiscard]] inline bool datetime2_valid(const u8* p, unsigned digits) noexcept {
  constexpr u32 kMaxYearMonth = 9999U * 13 + 12;
  const u32 high = load_be32(p) >> 6;  // the set bit, year and month, day, the first three bits of the hour
  const u32 clock = load_be24(p + 2) & 0x1ffff;
  const u32 year_month = (high >> 8) - (1U << 17);  // far too large where the bit is missing
  const bool good = (year_month <= kMaxYearMonth) & ((clock >> 12) <= 23) & (((clock >> 6) & 63) <= 59) &
                    ((clock & 63) <= 59);
  return good && (digits == 0 || fraction_valid_at(p + 5, digits));
}

}  // namespace nbl

#endif
