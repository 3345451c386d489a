// Integers against std::to_string, decimals against the bytes that the protocol's documentation and servers
// give.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "../value/json_hex.hpp"
#include "text/digits.hpp"
#include "text_of.hpp"

using nbl::Writer;
using text_test::text_of;

namespace {

std::string decimal(const char* hex, unsigned precision, unsigned scale) {
  const json_test::Bytes bytes = json_test::from_hex(hex);
  REQUIRE(bytes.size() == nbl::decimal_bytes(precision, scale));
  return text_of([&](Writer* w) { nbl::write_decimal(w, bytes.data(), precision, scale); });
}
std::string unsigned_text(std::uint64_t v) {
  return text_of([v](Writer* w) { nbl::write_unsigned(w, v); });
}
std::string signed_text(std::int64_t v) {
  return text_of([v](Writer* w) { nbl::write_signed(w, v); });
}

}  // namespace

TEST_CASE("number: integers of every length") {
  CHECK(unsigned_text(0) == "0");
  CHECK(unsigned_text(18446744073709551615ULL) == "18446744073709551615");
  CHECK(signed_text(-9223372036854775807LL - 1) == "-9223372036854775808");
  std::uint64_t edge = 1;
  for (int digits = 1; digits < 20; ++digits, edge *= 10) {
    for (const std::uint64_t v : {edge - 1, edge, edge + 1, edge * 9, edge * 10 - 1}) {
      CHECK(unsigned_text(v) == std::to_string(v));
      CHECK(signed_text(-static_cast<std::int64_t>(v >> 1)) ==
            std::to_string(-static_cast<long long>(v >> 1)));
    }
  }
  std::mt19937_64 random(20261130);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t v = random() >> (random() % 64);
    char room[24];
    Writer writer{room, sizeof room, 0};
    nbl::write_unsigned(&writer, v);
    REQUIRE(std::string(room, writer.length) == std::to_string(v));
  }
}

TEST_CASE("number: the product of small cores is the product of large ones") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t a = random() >> (random() % 64);
    const std::uint64_t b = random() >> (random() % 64);
    REQUIRE(nbl::multiply_high_portable(a, b) == nbl::multiply_high(a, b));
  }
  const std::uint64_t top = ~std::uint64_t{0};
  CHECK(nbl::multiply_high_portable(top, top) == top - 1);
  for (const std::uint64_t v :
       {std::uint64_t{0}, top, top - 1, std::uint64_t{99999999}, std::uint64_t{100000000}}) {
    CHECK(nbl::divide_1e8(v) == v / 100000000);
    CHECK(nbl::divide_10(v) == v / 10);
  }
}

TEST_CASE("number: decimals as servers log them") {
  CHECK(decimal("7fffffc6fb2d", 11, 4) == "-57.1234");
  CHECK(decimal("7ffffffffffe", 11, 4) == "-0.0001");
  // The example of strings/decimal.cc's documentation: DECIMAL(14,4).
  CHECK(decimal("810dfb38d204d2", 14, 4) == "1234567890.1234");
  CHECK(decimal("7ef204c72dfb2d", 14, 4) == "-1234567890.1234");
  CHECK(decimal("80000000000000", 14, 4) == "0.0000");
  CHECK(decimal("bb9ac9ff", 9, 0) == "999999999");
  CHECK(decimal("80000000", 9, 0) == "0");
  CHECK(decimal("7ffffffe", 9, 9) == "-0.000000001");
  CHECK(decimal("e3", 2, 0) == "99");
  CHECK(decimal("e3", 2, 2) == "0.99");
  CHECK(decimal("85", 1, 1) == "0.5");
  CHECK(decimal("8000000a02", 10, 2) == "10.02");
  CHECK(decimal("7ffffff5fd", 10, 2) == "-10.02");
  // DECIMAL(65,30): 35 nines, the point, 30 nines; and zero.
  CHECK(decimal("85f5e0ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff3b9ac9ff03e7", 65, 30) ==
        std::string(35, '9') + "." + std::string(30, '9'));
}

TEST_CASE("number: a decimal's zero has no minus") {
  CHECK(decimal("7fffffffff", 10, 2) == "0.00");
  CHECK(decimal("7fff", 4, 2) == "0.00");
}

TEST_CASE("number: decimals of every precision and scale") {
  // An encoder of its own: the same digits, packed the way the format describes it.
  static const unsigned kBytes[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  std::mt19937 random(7);
  for (unsigned precision = 1; precision <= 65; ++precision) {
    for (unsigned scale = 0; scale <= precision; ++scale) {
      std::string digits;
      const unsigned zeros = static_cast<unsigned>(random() % (precision + 1));
      for (unsigned i = 0; i < precision; ++i)
        digits += i < zeros ? '0' : static_cast<char>('0' + random() % 10);
      const bool negative = random() % 2 != 0 && digits.find_first_not_of('0') != std::string::npos;
      json_test::Bytes bytes;
      const unsigned whole = precision - scale;
      for (unsigned at = 0; at < precision;) {
        const unsigned count =
            at < whole ? (at == 0 && whole % 9 != 0 ? whole % 9 : 9) : std::min(9U, precision - at);
        const unsigned long value = std::stoul(digits.substr(at, count));
        for (unsigned i = kBytes[count]; i-- > 0;) {
          const auto byte = static_cast<unsigned char>(value >> (8 * i));
          bytes.push_back(negative ? static_cast<unsigned char>(~byte) : byte);
        }
        at += count;
      }
      bytes[0] ^= 0x80;
      std::string expected = digits.substr(0, whole);
      expected.erase(0, std::min(expected.find_first_not_of('0'), expected.size()));
      if (expected.empty()) expected = "0";
      if (scale > 0) expected += "." + digits.substr(whole);
      char room[100];
      Writer writer{room, sizeof room, 0};
      nbl::write_decimal(&writer, bytes.data(), precision, scale);
      REQUIRE(std::string(room, writer.length) == (negative ? "-" : "") + expected);
    }
  }
}
