// DECIMAL out of bytes that servers wrote, and against an encoder written from the format's description.
#include <doctest/doctest.h>

#include <random>

#include "nanobinlog/value.hpp"
#include "value/decimal.hpp"
#include "value/one_column.hpp"

using value_test::Bytes;
using value_test::Spec;

namespace {

Spec decimal(unsigned precision, unsigned scale) {
  Spec spec;
  spec.type = 246;
  spec.meta = {static_cast<std::uint8_t>(precision), static_cast<std::uint8_t>(scale)};
  spec.is_unsigned = 0;
  return spec;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

constexpr unsigned kBytesOfDigits[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

void put_group(const std::string& digits, Bytes* out) {
  if (digits.empty()) return;
  const std::uint32_t value = static_cast<std::uint32_t>(std::stoul(digits));
  for (unsigned i = kBytesOfDigits[digits.size()]; i-- > 0;)
    out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// The documented format: the integer part's incomplete group first, then groups of nine digits, the
/// fraction's incomplete group last; the first bit inverted, all bits inverted where negative.
Bytes encode(const std::string& whole, const std::string& fraction, bool negative) {
  Bytes out;
  std::size_t at = whole.size() % 9;
  put_group(whole.substr(0, at), &out);
  for (; at < whole.size(); at += 9) put_group(whole.substr(at, 9), &out);
  for (at = 0; at < fraction.size(); at += 9) put_group(fraction.substr(at, 9), &out);
  out[0] ^= 0x80;
  if (negative) {
    for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(~byte);
  }
  return out;
}

std::string print(std::string whole, const std::string& fraction, bool negative) {
  const std::size_t first = whole.find_first_not_of('0');
  whole = first == std::string::npos ? "0" : whole.substr(first);
  const bool zero = whole == "0" && fraction.find_first_not_of('0') == std::string::npos;
  return (negative && !zero ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
}

}  // namespace

TEST_CASE("decimal: bytes that servers wrote (N1)") {
  CHECK(read(decimal(11, 4), "7f ff ff c6 fb 2d") == quoted("-57.1234"));
  CHECK(read(decimal(11, 4), "7f ff ff ff ff fe") == quoted("-0.0001"));
  // The example in the source's description of the format.
  CHECK(read(decimal(14, 4), "81 0d fb 38 d2 04 d2") == quoted("1234567890.1234"));
  CHECK(read(decimal(14, 4), "7e f2 04 c7 2d fb 2d") == quoted("-1234567890.1234"));
}

TEST_CASE("decimal: exactly the declared scale, one leading zero, no minus before a zero (N3)") {
  CHECK(read(decimal(9, 9), "7f ff ff fe") == quoted("-0.000000001"));
  CHECK(read(decimal(30, 30), encode("", "500000000000000000000000000000", false)) ==
        quoted("0.500000000000000000000000000000"));
  CHECK(read(decimal(65, 30), encode(std::string(35, '0'), std::string(30, '0'), false)) ==
        quoted("0." + std::string(30, '0')));
  CHECK(read(decimal(4, 2), encode("00", "00", true)) == quoted("0.00"));
}

TEST_CASE("decimal: no digit is lost (N4)") {
  CHECK(read(decimal(65, 30), encode(std::string(35, '9'), std::string(30, '9'), true)) ==
        quoted("-" + std::string(35, '9') + "." + std::string(30, '9')));
  CHECK(read(decimal(20, 0), encode(std::string(20, '9'), "", false)) == quoted(std::string(20, '9')));
}

TEST_CASE("decimal: every precision and scale, both signs, random and extreme digits (N2)") {
  std::mt19937 random(7);
  for (unsigned precision = 1; precision <= 65; ++precision) {
    for (unsigned scale = 0; scale <= precision && scale <= 30; ++scale) {
      for (unsigned kind = 0; kind < 3; ++kind) {
        std::string digits(precision, kind == 0 ? '9' : '0');
        if (kind == 1) {
          for (char& c : digits) c = static_cast<char>('0' + random() % 10);
        }
        const std::string whole = digits.substr(0, precision - scale);
        const std::string fraction = digits.substr(precision - scale);
        for (const bool negative : {false, true}) {
          const Bytes bytes = encode(whole, fraction, negative);
          REQUIRE(nbl::decimal_bytes(precision, scale) == bytes.size());
          nbl::Decimal out;
          nbl::to_decimal(bytes.data(), precision, scale, &out);
          std::string got;
          for (unsigned i = 0; i < precision; ++i) got += static_cast<char>('0' + out.digits[i]);
          CHECK(got == digits);
          CHECK(out.negative == (negative && digits.find_first_not_of('0') != std::string::npos));
          if (scale % 5 == 0)
            CHECK(read(decimal(precision, scale), bytes) == quoted(print(whole, fraction, negative)));
        }
      }
    }
  }
}

TEST_CASE("decimal: a group that is no number of its digits is an error with its column (N15, B19)") {
  CHECK(read(decimal(9, 0), "ff ff ff ff") == "bad_decimal");
  CHECK(read(decimal(9, 0), encode("999999999", "", false)) == quoted("999999999"));
  // One more than each leading group can hold.
  for (unsigned digits = 1; digits <= 9; ++digits) {
    Bytes bytes = encode(std::string(digits, '9'), "", false);
    for (std::size_t i = bytes.size(); i-- > 0;) {
      if (++bytes[i] != 0) break;
    }
    CAPTURE(digits);
    CHECK(read(decimal(digits, 0), bytes) == "bad_decimal");
    Bytes fraction = encode("1", std::string(digits, '9'), true);
    for (std::size_t i = fraction.size(); i-- > 1;) {
      if (--fraction[i] != 0xff) break;
    }
    CHECK(read(decimal(digits + 1, digits), fraction) == "bad_decimal");
  }
}

TEST_CASE("decimal: metadata that no column has") {
  CHECK(read(decimal(0, 0), "80") == "bad_table_map");
  CHECK(read(decimal(66, 0), Bytes(30, 0x80)) == "bad_table_map");
  CHECK(read(decimal(5, 6), "80 00 00") == "bad_table_map");
}

TEST_CASE("decimal: every value of up to three bytes is told from those that none has") {
  struct Shape {
    unsigned precision;
    unsigned scale;
    unsigned bytes;
    unsigned step;
  };
  const Shape shapes[] = {{1, 0, 1, 1}, {2, 0, 1, 1}, {2, 2, 1, 1}, {2, 1, 2, 1},  {3, 0, 2, 1},  {4, 4, 2, 1},   {4, 2, 2, 1},
                          {3, 1, 2, 1}, {5, 0, 3, 7}, {6, 6, 3, 7}, {6, 2, 3, 11}, {5, 3, 3, 11}, {4, 1, 3, 11}};
  for (const Shape& shape : shapes) {
    const unsigned whole = shape.precision - shape.scale;
    const unsigned behind = kBytesOfDigits[shape.scale];
    REQUIRE(kBytesOfDigits[whole] + behind == shape.bytes);
    std::uint32_t ends[2] = {1, 1};
    for (unsigned i = 0; i < whole; ++i) ends[0] *= 10;
    for (unsigned i = 0; i < shape.scale; ++i) ends[1] *= 10;
    const std::uint32_t all = (1U << (8 * shape.bytes)) - 1;
    std::size_t wrong = 0;
    for (std::uint32_t bits = 0; bits <= all; bits += shape.step) {
      std::uint8_t bytes[3];
      for (unsigned i = 0; i < shape.bytes; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * (shape.bytes - 1 - i)));
      std::uint32_t number = bits ^ (1U << (8 * shape.bytes - 1));
      if ((number >> (8 * shape.bytes - 1)) != 0) number = ~number & all;
      const bool good = (number >> (8 * behind)) < ends[0] && (number & ((1U << (8 * behind)) - 1)) < ends[1];
      wrong += nbl::decimal_valid(bytes, shape.bytes, shape.precision, shape.scale) != good ? 1U : 0U;
    }
    INFO("DECIMAL(" << shape.precision << ", " << shape.scale << ")");
    CHECK(wrong == 0);
  }
}
