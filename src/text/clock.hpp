// The digits of dates and times.
#ifndef NBL_TEXT_CLOCK_HPP
#define NBL_TEXT_CLOCK_HPP

#include "nanobinlog/value.hpp"
#include "text/digits.hpp"

namespace nbl {

/// The fields of a decoded value are in their ranges, but a caller may hand in any: the digits must still
/// fit.
inline char* put_date(char* p, const Temporal& value) noexcept {
  p = put4(p, value.year % 10000U);
  *p++ = '-';
  p = put2(p, value.month % 100U);
  *p++ = '-';
  return put2(p, value.day % 100U);
}

inline char* put_clock_tail(char* p, const Temporal& value) noexcept {
  *p++ = ':';
  p = put2(p, value.minute % 100U);
  *p++ = ':';
  p = put2(p, value.second % 100U);
  unsigned digits = value.fraction_digits;
  if (digits == 0) return p;
  if (digits > 6) digits = 6;
  *p++ = '.';
  return put_padded(p, value.microsecond % 1000000U / kPowersOfTen[6 - digits], digits);
}

inline char* put_datetime(char* p, const Temporal& value, char between) noexcept {
  p = put_date(p, value);
  *p++ = between;
  p = put2(p, value.hour % 100U);
  return put_clock_tail(p, value);
}

/// Room for the longest form with its Z.
inline constexpr usize kDatetimeMost = 27 + kDigitsSlack;

/// See write_timestamp().
inline char* put_timestamp(char* p, const Temporal& value, bool plain) noexcept {
  if (value.unix_seconds == 0 && value.microsecond == 0) {
    Temporal zero;
    zero.fraction_digits = value.fraction_digits;
    return put_datetime(p, zero, ' ');
  }
  p = put_datetime(p, value, plain ? ' ' : 'T');
  if (!plain) *p++ = 'Z';
  return p;
}

}  // namespace nbl

#endif
