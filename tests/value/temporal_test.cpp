// Dates and times out of bytes that servers wrote.
#include <doctest/doctest.h>

#include "value/one_column.hpp"

using value_test::Spec;

namespace {

Spec of(std::uint8_t type) {
  Spec spec;
  spec.type = type;
  return spec;
}

Spec of(std::uint8_t type, std::uint8_t digits) {
  Spec spec;
  spec.type = type;
  spec.meta = {digits};
  return spec;
}

constexpr std::uint8_t kTimestamp2 = 17;
constexpr std::uint8_t kDatetime2 = 18;
constexpr std::uint8_t kTime2 = 19;

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace

TEST_CASE("temporal: a negative TIME borrows its fraction from the seconds (T1)") {
  CHECK(read(of(kTime2, 0), "7e fd fc") == quoted("-16:08:04"));
  CHECK(read(of(kTime2, 2), "7e fd fb e7") == quoted("-16:08:04.25"));
  CHECK(read(of(kTime2, 3), "7e fd fb f6 3c") == quoted("-16:08:04.250"));
  CHECK(read(of(kTime2, 4), "7e fd fb f6 3c") == quoted("-16:08:04.2500"));
  CHECK(read(of(kTime2, 5), "7e fd fb fc 2f 70") == quoted("-16:08:04.25000"));
  CHECK(read(of(kTime2, 6), "7e fd fb fc 2f 70") == quoted("-16:08:04.250000"));
  CHECK(read(of(kTime2, 6), "7e fd fb ff d8 75") == quoted("-16:08:04.010123"));
}

TEST_CASE("temporal: the smallest negative times of every precision (B9)") {
  CHECK(read(of(kTime2, 0), "4b 91 05") == quoted("-838:59:59"));
  CHECK(read(of(kTime2, 1), "7f ff ff f6") == quoted("-00:00:00.1"));
  CHECK(read(of(kTime2, 2), "7f ff ff ff") == quoted("-00:00:00.01"));
  CHECK(read(of(kTime2, 3), "7f ff ff ff f6") == quoted("-00:00:00.001"));
  CHECK(read(of(kTime2, 4), "7f ff ff ff ff") == quoted("-00:00:00.0001"));
  CHECK(read(of(kTime2, 5), "7f ff ff ff ff f6") == quoted("-00:00:00.00001"));
  CHECK(read(of(kTime2, 6), "7f ff ff ff ff ff") == quoted("-00:00:00.000001"));
}

TEST_CASE("temporal: TIME in every precision, odd ones too (T3, T9)") {
  CHECK(read(of(kTime2, 0), "80 00 00") == quoted("00:00:00"));
  CHECK(read(of(kTime2, 1), "80 00 00 5a") == quoted("00:00:00.9"));
  CHECK(read(of(kTime2, 2), "80 00 00 09") == quoted("00:00:00.09"));
  CHECK(read(of(kTime2, 3), "80 00 00 00 5a") == quoted("00:00:00.009"));
  CHECK(read(of(kTime2, 4), "80 00 00 00 09") == quoted("00:00:00.0009"));
  CHECK(read(of(kTime2, 5), "80 00 00 00 00 5a") == quoted("00:00:00.00009"));
  CHECK(read(of(kTime2, 6), "80 00 00 00 00 09") == quoted("00:00:00.000009"));
  CHECK(read(of(kTime2, 6), "b4 6e fb 00 00 00") == quoted("838:59:59.000000"));
}

TEST_CASE("temporal: zero months and days are kept as stored (T5)") {
  CHECK(read(of(kDatetime2, 0), "99 8e 40 00 00") == quoted("2013-00-00 00:00:00"));
  CHECK(read(of(kDatetime2, 6), "99 8f 80 a0 00 00 00 01") == quoted("2013-05-00 10:00:00.000001"));
  CHECK(read(of(10), "00 a0 0f") == quoted("2000-00-00"));
  CHECK(read(of(10), "00 00 00") == quoted("0000-00-00"));
  CHECK(read(of(10), "9f 1f 4e") == quoted("9999-12-31"));
}

TEST_CASE("temporal: zero is no epoch (T7)") {
  CHECK(read(of(kDatetime2, 0), "80 00 00 00 00") == quoted("0000-00-00 00:00:00"));
  CHECK(read(of(kTimestamp2, 0), "00 00 00 00") == quoted("0000-00-00 00:00:00"));
  CHECK(read(of(kTimestamp2, 3), "00 00 00 00 00 00") == quoted("0000-00-00 00:00:00.000"));
  CHECK(read(of(kTimestamp2, 0), "00 00 00 01") == quoted("1970-01-01T00:00:01Z"));
}

TEST_CASE("temporal: DATETIME from year 1 to 9999, to the microsecond (T10, T11)") {
  // Year * 13 + month, day, hour, minute, second in 17, 5, 5, 6 and 6 bits, above 2^39.
  CHECK(read(of(kDatetime2, 6), "fe f3 ff 7e fb 0f 42 3f") == quoted("9999-12-31 23:59:59.999999"));
  CHECK(read(of(kDatetime2, 0), "80 03 82 00 00") == quoted("0001-01-01 00:00:00"));
  CHECK(read(of(kDatetime2, 1), "8c b2 42 00 00 0a") == quoted("1000-01-01 00:00:00.1"));
}

TEST_CASE("temporal: the bytes of a fraction are always taken, even of a partial date (T8)") {
  // What stands behind the value is checked by reading it between two other columns.
  CHECK(read(of(kDatetime2, 6), "80 00 00 00 00 00 00 00") == quoted("0000-00-00 00:00:00.000000"));
  CHECK(read(of(kDatetime2, 3), "99 8e 40 00 00 00 0a") == quoted("2013-00-00 00:00:00.001"));
}

TEST_CASE("temporal: TIMESTAMP to 2106, as MariaDB 11.5 writes it (T13)") {
  CHECK(read(of(kTimestamp2, 0), "7f ff ff ff") == quoted("2038-01-19T03:14:07Z"));
  CHECK(read(of(kTimestamp2, 0), "ff ff ff ff") == quoted("2106-02-07T06:28:15Z"));
  CHECK(read(of(kTimestamp2, 6), "6a 1e 9e 80 01 e2 40") == quoted("2026-06-02T09:12:32.123456Z"));
  CHECK(read(of(7), "ff ff ff 7f") == quoted("2038-01-19T03:14:07Z"));
}

TEST_CASE("temporal: old formats are decimal numbers, signed for TIME (T16)") {
  CHECK(read(of(11), "25 d8 ff") == quoted("-01:02:03"));  // -10203
  CHECK(read(of(11), "db 27 00") == quoted("01:02:03"));
  CHECK(read(of(11), "a7 f5 7f") == quoted("838:59:59"));
  CHECK(read(of(12), "5b fe 74 69 6d 12 00 00") == quoted("2026-11-30 01:02:03"));
  CHECK(read(of(12), "00 00 00 00 00 00 00 00") == quoted("0000-00-00 00:00:00"));
}

TEST_CASE("temporal: what no clock and no calendar has") {
  CHECK(read(of(kTime2, 0), "80 00 3c") == "bad_temporal");            // 60 seconds
  CHECK(read(of(kTime2, 0), "80 0f 00") == "bad_temporal");            // 60 minutes
  CHECK(read(of(kTime2, 0), "b4 70 00") == "bad_temporal");            // 839 hours
  CHECK(read(of(kTime2, 6), "80 00 00 0f 42 40") == "bad_temporal");   // 1000000 microseconds
  CHECK(read(of(kTime2, 2), "80 00 00 64") == "bad_temporal");         // 100 hundredths
  CHECK(read(of(kTime2, 1), "80 00 00 59") == "bad_temporal");         // a second digit where one is declared
  CHECK(read(of(kDatetime2, 0), "7f ff ff ff ff") == "bad_temporal");  // a negative date
  CHECK(read(of(kDatetime2, 0), "99 8e 41 80 00") == "bad_temporal");  // 24 hours
  CHECK(read(of(kDatetime2, 4), "99 8e 42 00 00 27 10") == "bad_temporal");  // 10000 ten-thousandths
  CHECK(read(of(kTimestamp2, 2), "00 00 00 01 64") == "bad_temporal");
  CHECK(read(of(10), "a0 1f 4e") == "bad_temporal");  // month 13
  CHECK(read(of(12), "ff ff ff ff ff ff ff ff") == "bad_temporal");
  CHECK(read(of(11), "3c 00 00") == "bad_temporal");  // 60 seconds
  CHECK(read(of(kDatetime2, 7), "80 00 00 00 00 00 00 00 00") == "bad_table_map");
}
