// Text, bytes, ENUM, SET, GEOMETRY, VECTOR and MariaDB's compressed columns.
#include <doctest/doctest.h>

#include "value/one_column.hpp"

using value_test::Bytes;
using value_test::Spec;

namespace {

constexpr int kBinary = 63;
constexpr int kLatin1 = 8;
constexpr int kUtf8mb4 = 255;

Spec varchar(unsigned bytes, int collation) {
  Spec spec;
  spec.type = 15;
  spec.meta = {static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(bytes >> 8)};
  spec.collation = collation;
  return spec;
}

/// CHAR or BINARY of so many bytes; over 255 two bits of the length are in the type's own byte.
Spec fixed(unsigned bytes, int collation) {
  Spec spec;
  spec.type = 254;
  spec.meta = {static_cast<std::uint8_t>(0xfe ^ ((bytes & 0x300) >> 4)), static_cast<std::uint8_t>(bytes)};
  spec.collation = collation;
  return spec;
}

Spec blob(std::uint8_t width, int collation) {
  Spec spec;
  spec.type = 252;
  spec.meta = {width};
  spec.collation = collation;
  return spec;
}

Spec labelled(std::uint8_t real, std::uint8_t bytes, const std::vector<std::string>& labels,
              int collation = kUtf8mb4) {
  Spec spec;
  spec.type = 254;
  spec.meta = {real, bytes};
  spec.labels = labels;
  if (!labels.empty()) spec.collation = collation;
  return spec;
}

Bytes with_length(unsigned width, const std::string& text) {
  Bytes out(width + text.size());
  for (unsigned i = 0; i < width; ++i) out[i] = static_cast<std::uint8_t>(text.size() >> (8 * i));
  for (std::size_t i = 0; i < text.size(); ++i) out[width + i] = static_cast<std::uint8_t>(text[i]);
  return out;
}

}  // namespace

TEST_CASE("string: BINARY comes back with the zeros that the server stripped (S3)") {
  CHECK(read(fixed(4, kBinary), "02 01 02") == "{\"base64\":\"AQIAAA==\"}");
  CHECK(read(fixed(4, kBinary), "00") == "{\"base64\":\"AAAAAA==\"}");
  CHECK(read(varchar(4, kBinary), "02 01 02") == "{\"base64\":\"AQI=\"}");
  CHECK(read(fixed(4, kLatin1), "02 61 62") == "\"ab\"");
}

TEST_CASE("string: the length's width is decided by the column's bytes, not the value's (S5)") {
  CHECK(read(varchar(255, kLatin1), "00") == "\"\"");
  CHECK(read(varchar(256, kUtf8mb4), "00 00") == "\"\"");
  CHECK(read(varchar(255, kLatin1), with_length(1, std::string(255, 'a'))) ==
        "\"" + std::string(255, 'a') + "\"");
  CHECK(read(varchar(256, kLatin1), with_length(2, std::string(256, 'a'))) ==
        "\"" + std::string(256, 'a') + "\"");
  CHECK(read(fixed(255, kLatin1), "01 61") == "\"a\"");
  CHECK(read(fixed(256, kUtf8mb4), "01 00 61") == "\"a\"");
  CHECK(read(fixed(1020, kUtf8mb4), with_length(2, std::string(300, 'b'))) ==
        "\"" + std::string(300, 'b') + "\"");
}

TEST_CASE("string: a value longer than its column is an error") {
  CHECK(read(varchar(3, kLatin1), "04 61 62 63 64") == "value_too_long");
  CHECK(read(fixed(3, kLatin1), "04 61 62 63 64") == "value_too_long");
  CHECK(read(varchar(3, kLatin1), "03 61 62 63") == "\"abc\"");
}

TEST_CASE("string: BLOB and TEXT have lengths of one to four bytes") {
  for (std::uint8_t width = 1; width <= 4; ++width) {
    CHECK(read(blob(width, kUtf8mb4), with_length(width, "t\xc3\xa9xt")) == "\"t\xc3\xa9xt\"");
    CHECK(read(blob(width, kBinary), with_length(width, "abc")) == "{\"base64\":\"YWJj\"}");
    CHECK(read(blob(width, kBinary), with_length(width, "")) == "{\"base64\":\"\"}");
  }
  CHECK(read(blob(0, kBinary), "00") == "bad_table_map");
  CHECK(read(blob(5, kBinary), "00 00 00 00 00") == "bad_table_map");
}

TEST_CASE("string: text in its column's character set, or as bytes where it is none (S12, S14, S15)") {
  CHECK(read(varchar(10, kLatin1), "02 61 80") == "\"a\xe2\x82\xac\"");  // cp1252, as MySQL means latin1
  CHECK(read(varchar(10, kLatin1), "01 81") == "\"\xc2\x81\"");
  CHECK(read(varchar(10, kUtf8mb4), "02 ff fe") == "{\"base64\":\"//4=\"}");
  CHECK(read(varchar(10, 303), "01 61") == "\"a\"");
  CHECK(read(varchar(10, 309), "01 61") == "\"a\"");
  CHECK(read(varchar(10, 60000), "01 61") == "{\"base64\":\"YQ==\"}");
  CHECK(read(varchar(10, -1), "01 61") == "{\"base64\":\"YQ==\"}");
}

TEST_CASE("string: ENUM, its empty value, and labels with commas and quotes (S8, S10, S11)") {
  const Spec known = labelled(0xf7, 1, {"a", "b,c", "d'e", ""});
  CHECK(read(known, "01") == "\"a\"");
  CHECK(read(known, "02") == "\"b,c\"");
  CHECK(read(known, "03") == "\"d'e\"");
  CHECK(read(known, "04") == "\"\"");
  CHECK(read(known, "00") == "\"\"");  // what a non-strict server stores for a value that is no member
  CHECK(read(known, "05") == "bad_enum");
  CHECK(read(labelled(0xf7, 1, {"\xe9"}, kLatin1), "01") == "\"\xc3\xa9\"");
  CHECK(read(labelled(0xf7, 1, {}), "07") == "7");
  CHECK(read(labelled(0xf7, 2, {}), "2c 01") == "300");
  CHECK(read(labelled(0xf7, 3, {}), "00 00 00") == "bad_table_map");
}

TEST_CASE("string: SET as its labels, or as a number of up to 64 bits") {
  const Spec known = labelled(0xf8, 1, {"x", "y,z", "w"});
  CHECK(read(known, "00") == "[]");
  CHECK(read(known, "05") == "[\"x\",\"w\"]");
  CHECK(read(known, "07") == "[\"x\",\"y,z\",\"w\"]");
  CHECK(read(known, "08") == "bad_set");
  CHECK(read(labelled(0xf8, 8, {}), "ff ff ff ff ff ff ff ff") == "18446744073709551615");
  CHECK(read(labelled(0xf8, 3, {}), "01 00 80") == "8388609");
  CHECK(read(labelled(0xf8, 1, {}), "00") == "0");
  CHECK(read(labelled(0xf8, 9, {}), Bytes(9, 0)) == "bad_table_map");
}

TEST_CASE("string: GEOMETRY is its SRID and the WKB untouched (S16, S17)") {
  Spec geometry;
  geometry.type = 255;
  geometry.meta = {4};
  CHECK(read(geometry,
             "19 00 00 00 00 00 00 00 01 01 00 00 00 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40") ==
        "{\"srid\":0,\"wkb\":\"0101000000000000000000f03f0000000000000040\"}");
  CHECK(read(geometry, "0d 00 00 00 e6 10 00 00 01 07 00 00 00 00 00 00 00") ==
        "{\"srid\":4326,\"wkb\":\"010700000000000000\"}");
  CHECK(read(geometry, "08 00 00 00 e6 10 00 00 01 07 00 00") == "bad_geometry");
}

TEST_CASE("string: VECTOR is 32-bit floats, at most its dimensions") {
  Spec vector;
  vector.type = 242;
  vector.meta = {4};
  vector.dimensions = 3;
  CHECK(read(vector, "08 00 00 00 00 00 c0 3f cd cc cc 3d") == "[1.5,0.1]");
  CHECK(read(vector, "0c 00 00 00 00 00 c0 3f cd cc cc 3d 00 00 00 c0") == "[1.5,0.1,-2]");
  CHECK(read(vector, "05 00 00 00 00 00 c0 3f cd") == "bad_vector");
  CHECK(read(vector, with_length(4, std::string(16, '\0'))) == "bad_vector");
}

TEST_CASE("string: MariaDB's compressed columns, where the value is stored plain (S20)") {
  Spec compressed;
  compressed.type = 141;
  compressed.meta = {201, 0};
  compressed.collation = kUtf8mb4;
  CHECK(read(compressed, "02 00 78") == "\"x\"");
  CHECK(read(compressed, "00") == "\"\"");
  compressed.type = 140;
  compressed.meta = {2};
  CHECK(read(compressed, "02 00 00 78") == "\"x\"");
}

TEST_CASE("string: a type that nobody knows makes its table unreadable, not the log (S20)") {
  Spec unknown;
  unknown.type = 0xca;
  CHECK(read(unknown, "00") == "unsupported_column_type");
}
