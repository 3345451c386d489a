// Floats: the digits against std::to_chars, the layout against what a MySQL server printed.
#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "text_of.hpp"

using nbl::FloatDigits;
using nbl::Writer;
using text_test::text_of;

namespace {

// std::to_chars gives d.ddde+xx with the fewest digits: an independent implementation of the same promise.
template <typename Float>
void reference(Float value, FloatDigits* digits) {
  char text[64];
  const char* const end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const char* p = text;
  digits->count = 0;
  for (; *p != 'e'; ++p) {
    if (*p != '.') digits->digits[digits->count++] = *p;
  }
  while (digits->count > 1 && digits->digits[digits->count - 1] == '0') --digits->count;
  digits->point = static_cast<std::int16_t>(std::stoi(std::string(p + 1, end)) + 1);
}

template <typename Float>
bool agrees(Float value) {
  FloatDigits ours;
  FloatDigits theirs;
  nbl::shortest_digits(static_cast<double>(value), sizeof(Float) == 4, &ours);
  reference(value, &theirs);
  const bool same = ours.point == theirs.point && ours.count == theirs.count &&
                    std::memcmp(ours.digits, theirs.digits, ours.count) == 0;
  if (!same) MESSAGE("differs: " << std::string(ours.digits, ours.count) << " e" << ours.point);
  return same;
}

double from_bits(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
float from_bits32(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::string text64(double v) {
  return text_of([v](Writer* w) { nbl::write_float64(w, v, nullptr); });
}
std::string text32(float v) {
  return text_of([v](Writer* w) { nbl::write_float32(w, v, nullptr); });
}

}  // namespace

TEST_CASE("float: shortest digits at every boundary of a double") {
  for (std::uint64_t exponent = 0; exponent < 2047; ++exponent) {
    for (const std::uint64_t fraction :
         {0ULL, 1ULL, 2ULL, 3ULL, 0x8000000000000ULL, 0xffffffffffffeULL, 0xfffffffffffffULL}) {
      const std::uint64_t bits = exponent << 52 | fraction;
      if (bits != 0) REQUIRE(agrees(from_bits(bits)));
    }
  }
  for (int e = -323; e <= 308; ++e) {
    const double power = std::strtod(("1e" + std::to_string(e)).c_str(), nullptr);
    REQUIRE(agrees(power));
    REQUIRE(agrees(std::nextafter(power, 0)));
    REQUIRE(agrees(std::nextafter(power, 1e308)));
  }
}

TEST_CASE("float: shortest digits of random doubles and of everyday ones") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000000; ++i) {
    const std::uint64_t bits = random() >> 1;
    if ((bits >> 52) == 2047 || bits == 0) continue;
    REQUIRE(agrees(from_bits(bits)));
  }
  for (int i = 1; i < 200000; ++i) {
    REQUIRE(agrees(static_cast<double>(random() % 100000000 + 1) / 100.0));
    REQUIRE(agrees(static_cast<double>(random() % 9007199254740992ULL + 1)));
  }
}

TEST_CASE("float: shortest digits of 32-bit floats") {
  for (std::uint32_t bits = 1; bits < 0x7f800000U; bits += 2503) REQUIRE(agrees(from_bits32(bits)));
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent) {
    for (const std::uint32_t fraction : {0U, 1U, 2U, 0x400000U, 0x7ffffeU, 0x7fffffU}) {
      const std::uint32_t bits = exponent << 23 | fraction;
      if (bits != 0) REQUIRE(agrees(from_bits32(bits)));
    }
  }
}

TEST_CASE("float: layout as the server's SELECT has it") {
  CHECK(text64(0.0) == "0");
  CHECK(text64(-0.0) == "-0.0");  // the server's -0, but a number that every JSON reader takes for a float
  CHECK(text64(1.5) == "1.5");
  CHECK(text64(1) == "1");
  CHECK(text64(1e15) == "1e15");
  CHECK(text64(1e14) == "100000000000000");
  CHECK(text64(123456789012345) == "123456789012345");
  CHECK(text64(1234567890123456) == "1.234567890123456e15");
  CHECK(text64(1234567890123456.7) == "1234567890123456.8");
  CHECK(text64(1.8446744073709552e19) == "1.8446744073709552e19");
  CHECK(text64(0.0001) == "0.0001");
  CHECK(text64(1e-15) == "0.000000000000001");
  CHECK(text64(1e-16) == "1e-16");
  CHECK(text64(-1.7976931348623157e308) == "-1.7976931348623157e308");
  CHECK(text64(5e-324) == "5e-324");
  CHECK(text64(-1.2345678901234567e-14) == "-0.000000000000012345678901234567");
}

TEST_CASE("float: 32-bit values keep all that reads back and no more") {
  CHECK(text32(0.1F) == "0.1");
  CHECK(text32(1e-45F) == "1e-45");
  CHECK(text32(3.4028235e38F) == "3.4028235e38");
  CHECK(text32(16777216.0F) == "16777216");
  CHECK(text32(from_bits32(0x40b3851fU)) == "5.61");  // the bytes 1f 85 b3 40 of a log
  CHECK(text32(-0.0F) == "-0.0");
}

TEST_CASE("float: what no server stores is still a JSON value") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(text64(inf) == "\"Infinity\"");
  CHECK(text64(-inf) == "\"-Infinity\"");
  CHECK(text64(std::nan("")) == "\"NaN\"");
  CHECK(text32(-std::numeric_limits<float>::infinity()) == "\"-Infinity\"");
  CHECK(text32(std::nanf("")) == "\"NaN\"");
}

TEST_CASE("float: a caller's own digits are taken") {
  const nbl::ShortestDigits hook = [](double value, bool single, FloatDigits* digits) {
    single ? reference(static_cast<float>(value), digits) : reference(value, digits);
  };
  CHECK(text_of([&](Writer* w) { nbl::write_float64(w, -1.25e-7, hook); }) == "-0.000000125");
  CHECK(text_of([&](Writer* w) { nbl::write_float32(w, -0.1F, hook); }) == "-0.1");
  const nbl::ShortestDigits seven = [](double, bool, FloatDigits* digits) {
    digits->digits[0] = '7';
    digits->count = 1;
    digits->point = 1;
  };
  CHECK(text_of([&](Writer* w) { nbl::write_float64(w, 0.1, seven); }) == "7");
}
