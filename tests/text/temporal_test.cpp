// Dates and times as text, from fields; the unpacking of wire bytes is the value room's.
#include <doctest/doctest.h>

#include <string>

#include "text_of.hpp"

using nbl::Temporal;
using nbl::Writer;
using text_test::text_of;

namespace {

Temporal at(unsigned year, unsigned month, unsigned day, unsigned hour, unsigned minute, unsigned second,
            std::uint32_t microsecond, unsigned digits) {
  Temporal t;
  t.year = static_cast<std::uint16_t>(year);
  t.month = static_cast<std::uint8_t>(month);
  t.day = static_cast<std::uint8_t>(day);
  t.hour = static_cast<std::uint16_t>(hour);
  t.minute = static_cast<std::uint8_t>(minute);
  t.second = static_cast<std::uint8_t>(second);
  t.microsecond = microsecond;
  t.fraction_digits = static_cast<std::uint8_t>(digits);
  return t;
}
std::string datetime(const Temporal& t) {
  return text_of([&](Writer* w) { nbl::write_datetime(w, t); });
}
std::string time_text(Temporal t, bool negative) {
  t.negative = negative;
  return text_of([&](Writer* w) { nbl::write_time(w, t); });
}
std::string timestamp(const Temporal& t, bool plain) {
  return text_of([&](Writer* w) { nbl::write_timestamp(w, t, plain); });
}

}  // namespace

TEST_CASE("temporal: dates, zero and partial ones included") {
  const auto date = [](const Temporal& t) { return text_of([&](Writer* w) { nbl::write_date(w, t); }); };
  CHECK(date(at(2026, 11, 30, 0, 0, 0, 0, 0)) == "2026-11-30");
  CHECK(date(at(0, 0, 0, 0, 0, 0, 0, 0)) == "0000-00-00");
  CHECK(date(at(2013, 0, 0, 0, 0, 0, 0, 0)) == "2013-00-00");
  CHECK(date(at(1, 1, 1, 0, 0, 0, 0, 0)) == "0001-01-01");
}

TEST_CASE("temporal: as many fraction digits as declared") {
  const char* const expected[] = {"", ".9", ".90", ".900", ".9000", ".90000", ".900000"};
  for (unsigned digits = 0; digits <= 6; ++digits) {
    CHECK(datetime(at(9999, 12, 31, 23, 59, 59, 900000, digits)) ==
          std::string("9999-12-31 23:59:59") + expected[digits]);
  }
  CHECK(datetime(at(2013, 5, 0, 10, 0, 0, 1, 6)) == "2013-05-00 10:00:00.000001");
  CHECK(datetime(at(2026, 11, 30, 1, 2, 3, 456000, 3)) == "2026-11-30 01:02:03.456");
}

TEST_CASE("temporal: times") {
  CHECK(time_text(at(0, 0, 0, 838, 59, 58, 999999, 6), true) == "-838:59:58.999999");
  CHECK(time_text(at(0, 0, 0, 16, 8, 4, 250000, 2), true) == "-16:08:04.25");
  CHECK(time_text(at(0, 0, 0, 0, 0, 0, 100000, 1), true) == "-00:00:00.1");
  CHECK(time_text(at(0, 0, 0, 0, 0, 0, 0, 0), false) == "00:00:00");
  CHECK(time_text(at(0, 0, 0, 100, 0, 1, 0, 0), false) == "100:00:01");
}

TEST_CASE("temporal: timestamps in UTC") {
  Temporal t = at(2026, 11, 30, 1, 2, 3, 456000, 3);
  t.unix_seconds = 1795914123;
  CHECK(timestamp(t, false) == "2026-11-30T01:02:03.456Z");
  CHECK(timestamp(t, true) == "2026-11-30 01:02:03.456");
  t.fraction_digits = 0;
  CHECK(timestamp(t, false) == "2026-11-30T01:02:03Z");
  Temporal zero = at(1970, 1, 1, 0, 0, 0, 0, 3);
  CHECK(timestamp(zero, false) == "0000-00-00 00:00:00.000");
  CHECK(timestamp(zero, true) == "0000-00-00 00:00:00.000");
  zero.microsecond = 1000;  // the epoch's first thousandth is a time like any other.
  CHECK(timestamp(zero, false) == "1970-01-01T00:00:00.001Z");
}

TEST_CASE("temporal: fields out of their ranges stay inside the text's bounds") {
  const Temporal wild = at(65535, 255, 255, 65535, 255, 255, 4294967295U, 255);
  CHECK(datetime(wild).size() == 26);
  CHECK(time_text(wild, true).size() <= 24);
}
