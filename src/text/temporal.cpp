// Dates and times as MySQL prints them (my_TIME_to_str() of mysys/my_time.cc), and TIMESTAMP as ISO 8601.
#include "text/append.hpp"
#include "text/clock.hpp"

namespace nbl {

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
  Piece<kDatetimeMost> piece(writer);
  piece.finish(put_datetime(piece.start(), value, ' '));
}

void write_timestamp(Writer* writer, const Temporal& value, bool plain) noexcept {
  Piece<kDatetimeMost> piece(writer);
  piece.finish(put_timestamp(piece.start(), value, plain));
}

}  // namespace nbl
