// Dates and times as MySQL prints them (my_TIME_to_str() of mysys/my_time.cc), and TIMESTAMP as ISO 8601.
#include "text/append.hpp"
#include "text/digits.hpp"

namespace nbl {
namespace {

// The fields of a decoded value are in their ranges, but a caller may hand in any: the digits must still fit.
char* put_date(char* p, const Temporal& value) noexcept {
  p = put4(p, value.year % 10000U);
  *p++ = '-';
  p = put2(p, value.month % 100U);
  *p++ = '-';
  return put2(p, value.day % 100U);
}

char* put_clock_tail(char* p, const Temporal& value) noexcept {
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

char* put_datetime(char* p, const Temporal& value, char between) noexcept {
  p = put_date(p, value);
  *p++ = between;
  p = put2(p, value.hour % 100U);
  return put_clock_tail(p, value);
}

}  // namespace

void write_date(Writer* writer, const Temporal& value) noexcept {
  Piece<10> piece(writer);
  piece.finish(put_date(piece.start(), value));
}

void write_time(Writer* writer, const Temporal& value) noexcept {
  Piece<24 + kDigitsSlack> piece(writer);
  char* p = piece.start();
  if (value.negative) *p++ = '-';
  p = value.hour < 100 ? put2(p, value.hour) : put_u32(p, value.hour);
  piece.finish(put_clock_tail(p, value));
}

void write_datetime(Writer* writer, const Temporal& value) noexcept {
  Piece<26 + kDigitsSlack> piece(writer);
  piece.finish(put_datetime(piece.start(), value, ' '));
}

void write_timestamp(Writer* writer, const Temporal& value, bool plain) noexcept {
  Piece<27 + kDigitsSlack> piece(writer);
  char* p = piece.start();
  if (value.unix_seconds == 0 && value.microsecond == 0) {
    Temporal zero;
    zero.fraction_digits = value.fraction_digits;
    return piece.finish(put_datetime(p, zero, ' '));
  }
  p = put_datetime(p, value, plain ? ' ' : 'T');
  if (!plain) *p++ = 'Z';
  piece.finish(p);
}

}  // namespace nbl
