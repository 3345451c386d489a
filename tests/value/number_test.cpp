// Integers, BIT, floats and YEAR out of bytes that servers wrote.
#include <doctest/doctest.h>

#include "value/one_column.hpp"

using value_test::Spec;

namespace {

Spec integer(std::uint8_t type, int is_unsigned) {
  Spec spec;
  spec.type = type;
  spec.is_unsigned = is_unsigned;
  return spec;
}

Spec bit(unsigned bits) {
  Spec spec;
  spec.type = 16;
  spec.meta = {static_cast<std::uint8_t>(bits % 8), static_cast<std::uint8_t>(bits / 8)};
  return spec;
}

Spec floating(std::uint8_t type, std::uint8_t meta) {
  Spec spec;
  spec.type = type;
  spec.meta = {meta};
  return spec;
}

}  // namespace

TEST_CASE("value: integers at their ends, signed and unsigned (N5, N6, N7, N8)") {
  CHECK(read(integer(1, 0), "80") == "-128");
  CHECK(read(integer(1, 0), "ff") == "-1");
  CHECK(read(integer(1, 1), "ff") == "255");
  CHECK(read(integer(1, 1), "02") == "2");
  CHECK(read(integer(2, 0), "00 80") == "-32768");
  CHECK(read(integer(2, 1), "ff ff") == "65535");
  CHECK(read(integer(9, 0), "00 00 80") == "-8388608");
  CHECK(read(integer(9, 0), "ff ff ff") == "-1");
  CHECK(read(integer(9, 0), "ff ff 7f") == "8388607");
  CHECK(read(integer(9, 1), "ff ff ff") == "16777215");
  CHECK(read(integer(3, 0), "00 00 00 80") == "-2147483648");
  CHECK(read(integer(3, 1), "ff ff ff ff") == "4294967295");
  CHECK(read(integer(8, 0), "00 00 00 00 00 00 00 80") == "-9223372036854775808");
  CHECK(read(integer(8, 1), "ff ff ff ff ff ff ff ff") == "18446744073709551615");
}

TEST_CASE("value: an integer of unknown sign is refused as text only where it matters") {
  CHECK(read(integer(3, -1), "07 00 00 00") == "7");
  CHECK(read(integer(3, -1), "ff ff ff ff") == "signedness_unknown");
  CHECK(read(integer(8, -1), "00 00 00 00 00 00 00 80") == "signedness_unknown");
}

TEST_CASE("value: BIT is big-endian and unsigned to 64 bits (N9)") {
  CHECK(read(bit(1), "01") == "1");
  CHECK(read(bit(6), "3f") == "63");
  CHECK(read(bit(8), "ff") == "255");
  CHECK(read(bit(9), "01 00") == "256");
  CHECK(read(bit(16), "80 01") == "32769");
  CHECK(read(bit(33), "01 00 00 00 01") == "4294967297");
  CHECK(read(bit(64), "ff ff ff ff ff ff ff ff") == "18446744073709551615");
  CHECK(read(bit(64), "80 00 00 00 00 00 00 00") == "9223372036854775808");
}

TEST_CASE("value: BIT widths that an old server rounded up (N10)") {
  // BIT(1) that comes as eight bits: its value is not masked by its own width.
  CHECK(read(bit(8), "01") == "1");
  CHECK(read(bit(7), "ff") == "255");
}

TEST_CASE("value: FLOAT is the shortest text that gives the same 32 bits (N11)") {
  CHECK(read(floating(4, 4), "cd cc cc 3d") == "0.1");
  CHECK(read(floating(4, 4), "1f 85 b3 40") == "5.61");
  CHECK(read(floating(4, 4), "00 00 80 4b") == "16777216");
  CHECK(read(floating(4, 4), "01 00 00 00") == "1e-45");
  CHECK(read(floating(4, 4), "ff ff 7f 7f") == "3.4028235e38");
  CHECK(read(floating(4, 4), "00 00 00 80") == "-0.0");
}

TEST_CASE("value: DOUBLE keeps its bits") {
  CHECK(read(floating(5, 8), "9a 99 99 99 99 99 b9 3f") == "0.1");
  CHECK(read(floating(5, 8), "01 00 00 00 00 00 00 00") == "5e-324");
  CHECK(read(floating(5, 8), "ff ff ff ff ff ff ef 7f") == "1.7976931348623157e308");
}

TEST_CASE("value: a float's width comes from its metadata and must be its own (N12)") {
  CHECK(read(floating(4, 8), "00 00 00 00") == "bad_table_map");
  CHECK(read(floating(5, 4), "00 00 00 00 00 00 00 00") == "bad_table_map");
}

TEST_CASE("value: YEAR, zero included (T15)") {
  CHECK(read(integer(13, 1), "00") == "0");
  CHECK(read(integer(13, 1), "01") == "1901");
  CHECK(read(integer(13, 1), "7e") == "2026");
  CHECK(read(integer(13, 1), "ff") == "2155");
}
