// Cells in the native form, built by hand as the row reader gives them; whole rows of real logs are tested
// with the tool.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "../value/json_hex.hpp"
#include "text_of.hpp"

using json_test::Bytes;
using json_test::from_hex;
using nbl::Cell;
using nbl::CellState;
using nbl::Charset;
using nbl::Code;
using nbl::Column;
using nbl::ColumnType;
using nbl::Span;
using nbl::TextOptions;
using nbl::ValueKind;
using nbl::Writer;
using text_test::bytes_of;
using text_test::text_of;

namespace {

struct Made {
  Column column;
  Cell cell;
  Bytes bytes;
  Made(ColumnType type, ValueKind kind, const Bytes& content = Bytes()) : bytes(content) {
    column.type = type;
    column.kind = kind;
    cell.kind = kind;
    cell.state = CellState::value;
  }
  std::string text(const TextOptions& options = TextOptions()) {
    cell.definition = &column;
    cell.bytes = json_test::span(bytes);
    return text_of([&](Writer* w) { CHECK(nbl::write_cell(w, cell, options) == Code::ok); });
  }
};

Made string_cell(const std::string& content, std::uint16_t collation, ColumnType type = ColumnType::varchar) {
  Made made(type, ValueKind::bytes, Bytes(content.begin(), content.end()));
  made.column.collation = collation;
  made.column.meta = 100;
  return made;
}

constexpr std::uint16_t kLatin1 = 8;
constexpr std::uint16_t kAscii = 11;
constexpr std::uint16_t kUtf8mb3 = 33;
constexpr std::uint16_t kUtf8mb4 = 255;
constexpr std::uint16_t kBinary = 63;
constexpr std::uint16_t kCp1251 = 51;

const char* const kLabels[] = {"small", "a,b", "\xe9"};

bool labels(const void* table, std::uint32_t column, std::uint32_t index, Span* label, Charset*) {
  REQUIRE(table == kLabels);
  REQUIRE(column == 4);
  if (index > 3) return false;
  const char* const text = kLabels[index - 1];
  *label = Span{reinterpret_cast<const unsigned char*>(text), std::strlen(text)};
  return true;
}

}  // namespace

TEST_CASE("cell: NULL and absent") {
  Made made(ColumnType::long_, ValueKind::integer);
  made.cell.state = CellState::null;
  CHECK(made.text() == "null");
  made.cell.state = CellState::absent;
  CHECK(made.text() == "");
}

TEST_CASE("cell: integers, and a sign that nobody knows") {
  Made made(ColumnType::longlong, ValueKind::integer);
  made.column.flags = nbl::kColumnSignKnown;
  made.cell.signed_value = -9223372036854775807LL - 1;
  CHECK(made.text() == "-9223372036854775808");
  made.column.flags |= nbl::kColumnUnsigned;
  made.cell.unsigned_value = 18446744073709551615ULL;
  CHECK(made.text() == "18446744073709551615");
  made.column.flags = 0;
  made.cell.signed_value = 7;
  CHECK(made.text() == "7");
  made.cell.signed_value = -1;
  TextOptions options;
  options.assume_signed = true;
  CHECK(made.text(options) == "-1");
  Writer writer;
  CHECK(nbl::write_cell(&writer, made.cell, TextOptions()) == Code::signedness_unknown);
  CHECK(writer.length == 0);
}

TEST_CASE("cell: floats, decimals, bits, years") {
  Made single(ColumnType::float_, ValueKind::float32);
  single.cell.float32 = 0.1F;
  CHECK(single.text() == "0.1");
  Made twice(ColumnType::double_, ValueKind::float64);
  twice.cell.float64 = 0.1;
  CHECK(twice.text() == "0.1");
  Made decimal(ColumnType::newdecimal, ValueKind::decimal, from_hex("7ffffff5fd"));
  decimal.column.meta = 10 << 8 | 2;
  CHECK(decimal.text() == "\"-10.02\"");
  Made bit(ColumnType::bit, ValueKind::bit);
  bit.cell.unsigned_value = 18446744073709551615ULL;
  CHECK(bit.text() == "18446744073709551615");
  Made year(ColumnType::year, ValueKind::year);
  year.cell.unsigned_value = 0;
  CHECK(year.text() == "0");
}

TEST_CASE("cell: temporal kinds") {
  // MySQL's packed form: ((year * 13 + month) << 5 | day) << 17 | clock, then 24 bits of microseconds.
  const long long day = ((2026LL * 13 + 11) << 5 | 30) << 17;
  const long long clock = 1 << 12 | 2 << 6 | 3;
  Made made(ColumnType::datetime2, ValueKind::datetime);
  made.column.meta = 3;
  made.cell.signed_value = (day | clock) << 24 | 456000;
  CHECK(made.text() == "\"2026-11-30 01:02:03.456\"");
  Made date(ColumnType::date, ValueKind::date);
  date.cell.signed_value = day << 24;
  CHECK(date.text() == "\"2026-11-30\"");
  Made time(ColumnType::time2, ValueKind::time);
  time.column.meta = 6;
  time.cell.signed_value = -((838LL << 12 | 59 << 6 | 58) << 24 | 999999);
  CHECK(time.text() == "\"-838:59:58.999999\"");
  Made stamp(ColumnType::timestamp2, ValueKind::timestamp);
  stamp.column.meta = 3;
  stamp.cell.signed_value = 1796000523LL << 24 | 456000;  // date -u -d @1796000523
  CHECK(stamp.text() == "\"2026-11-30T01:02:03.456Z\"");
  TextOptions plain;
  plain.plain_timestamp = true;
  CHECK(stamp.text(plain) == "\"2026-11-30 01:02:03.456\"");
  stamp.cell.signed_value = 0;
  CHECK(stamp.text() == "\"0000-00-00 00:00:00.000\"");
}

TEST_CASE("cell: text of the sets the core converts") {
  CHECK(string_cell("gr\xc3\xbc\xc3\x9f\n", kUtf8mb4).text() == "\"gr\xc3\xbc\xc3\x9f\\n\"");
  CHECK(string_cell("\xff\xfe", kUtf8mb4).text() == "{\"base64\":\"//4=\"}");
  CHECK(string_cell("\xc3\xbc", kUtf8mb3).text() == "\"\xc3\xbc\"");
  CHECK(string_cell("plain", kAscii).text() == "\"plain\"");
  CHECK(string_cell("\xc3\xbc", kAscii).text() == "{\"base64\":\"w7w=\"}");
  CHECK(string_cell("a\x80", kLatin1).text() == "\"a\xe2\x82\xac\"");  // the euro sign of Windows-1252
  CHECK(string_cell("\xe9\xff\"", kLatin1).text() == "\"\xc3\xa9\xc3\xbf\\\"\"");
  CHECK(string_cell("\x81\x8d\x8f\x90\x9d", kLatin1).text() ==
        "\"\xc2\x81\xc2\x8d\xc2\x8f\xc2\x90\xc2\x9d\"");
  CHECK(string_cell("text", 0).text() == "{\"base64\":\"dGV4dA==\"}");
  CHECK(string_cell("text", kBinary).text() == "{\"base64\":\"dGV4dA==\"}");
  CHECK(string_cell("", kBinary, ColumnType::blob).text() == "{\"base64\":\"\"}");
}

TEST_CASE("cell: all of Windows-1252 as Python's codec has it") {
  static const char* const kUpper =
      "\xe2\x82\xac\xc2\x81\xe2\x80\x9a\xc6\x92\xe2\x80\x9e\xe2\x80\xa6\xe2\x80\xa0\xe2\x80\xa1\xcb\x86\xe2"
      "\x80\xb0\xc5\xa0"
      "\xe2\x80\xb9\xc5\x92\xc2\x8d\xc5\xbd\xc2\x8f\xc2\x90\xe2\x80\x98\xe2\x80\x99\xe2\x80\x9c\xe2\x80\x9d"
      "\xe2\x80\xa2"
      "\xe2\x80\x93\xe2\x80\x94\xcb\x9c\xe2\x84\xa2\xc5\xa1\xe2\x80\xba\xc5\x93\xc2\x9d\xc5\xbe\xc5\xb8";
  std::string text;
  for (int c = 0x80; c < 0xa0; ++c) text += static_cast<char>(c);
  CHECK(string_cell(text, kLatin1).text() == "\"" + std::string(kUpper) + "\"");
}

TEST_CASE("cell: the tables of other sets are the caller's choice") {
  Made made = string_cell("\xef\xf0", kCp1251);
  TextOptions options;
  options.charsets = nbl::write_charset_string;
  CHECK(made.text(options) == "\"\xd0\xbf\xd1\x80\"");
  Made gap = string_cell("\x98", kCp1251);  // no character in Windows-1251
  CHECK(gap.text(options) == "{\"base64\":\"mA==\"}");
}

TEST_CASE("cell: long runs of characters that are not ASCII") {
  std::string stored;
  std::string expected;
  std::string cjk;
  for (int i = 0; i < 120; ++i) {
    stored += "\xe9\x80";
    expected += "\xc3\xa9\xe2\x82\xac";
    cjk += "\xe4\xb8\xad";
    if (i % 41 == 40) {
      stored += "a\n";
      expected += "a\\n";
    }
  }
  CHECK(string_cell(stored, kLatin1).text() == "\"" + expected + "\"");
  CHECK(string_cell(cjk, kUtf8mb4).text() == "\"" + cjk + "\"");
  CHECK(string_cell(cjk + "\xe4\xb8", kUtf8mb4).text().rfind("{\"base64\":\"5Lit", 0) == 0);
}

TEST_CASE("cell: other sets go to the caller, and to base64 where it cannot") {
  Made made = string_cell("\xef\xf0", kCp1251);
  CHECK(made.text() == "{\"base64\":\"7/A=\"}");
  TextOptions options;
  options.convert = [](void* host, Charset charset, Span text, Span* utf8) {
    CHECK(charset == Charset::cp1251);
    if (text.data[0] != 0xef) return false;
    *utf8 = bytes_of(*static_cast<const std::string*>(host));
    return true;
  };
  std::string converted = "\xd0\xbf\xd1\x80";
  options.host = &converted;
  CHECK(made.text(options) == "\"\xd0\xbf\xd1\x80\"");
  CHECK(string_cell("x", kCp1251).text(options) == "{\"base64\":\"eA==\"}");
  converted = "\xff";  // a converter that does not keep its word
  CHECK(made.text(options) == "{\"base64\":\"7/A=\"}");
}

TEST_CASE("cell: BINARY(N) has all its bytes") {
  Made made = string_cell(std::string("\x01\x02", 2), kBinary, ColumnType::string);
  made.column.meta = 4;
  CHECK(made.text() == "{\"base64\":\"AQIAAA==\"}");
  made.bytes.clear();
  CHECK(made.text() == "{\"base64\":\"AAAAAA==\"}");
  made.column.meta = 255;
  CHECK(made.text() == "{\"base64\":\"" + std::string(340, 'A') + "\"}");
  Made text = string_cell("ab", kUtf8mb4, ColumnType::string);
  CHECK(text.text() == "\"ab\"");  // CHAR is padded with blanks, which are no part of the value.
}

TEST_CASE("cell: MariaDB's compressed columns") {
  Made stored = string_cell(std::string("\0x", 2), kUtf8mb4);
  stored.column.flags = nbl::kColumnCompressed;
  CHECK(stored.text() == "\"x\"");
  stored.bytes.clear();
  CHECK(stored.text() == "\"\"");
  Made packed = string_cell("\x81\x05zz", kUtf8mb4);
  packed.column.flags = nbl::kColumnCompressed;
  CHECK(packed.text() == "{\"base64\":\"gQV6eg==\"}");
  TextOptions options;
  options.decompress = [](void*, const Cell&, Span* plain) {
    static const std::string kPlain = "unpacked";
    *plain = bytes_of(kPlain);
    return true;
  };
  CHECK(packed.text(options) == "\"unpacked\"");
}

TEST_CASE("cell: ENUM and SET, with and without labels") {
  TextOptions known;
  known.label = labels;
  known.table = kLabels;
  Made made(ColumnType::enumeration, ValueKind::enumeration);
  made.cell.column = 4;
  made.column.collation = kLatin1;
  made.cell.unsigned_value = 0;
  CHECK(made.text() == "\"\"");
  CHECK(made.text(known) == "\"\"");
  made.cell.unsigned_value = 3;
  CHECK(made.text() == "3");
  CHECK(made.text(known) == "\"\xc3\xa9\"");
  made.cell.unsigned_value = 4;
  CHECK(made.text(known) == "4");
  Made set(ColumnType::set, ValueKind::set);
  set.cell.column = 4;
  set.column.collation = kLatin1;
  set.cell.unsigned_value = 6;
  CHECK(set.text() == "6");
  CHECK(set.text(known) == "[\"a,b\",\"\xc3\xa9\"]");
  set.cell.unsigned_value = 0;
  CHECK(set.text(known) == "[]");
  set.cell.unsigned_value = 9;  // bit 4 has no label
  CHECK(set.text(known) == "9");
  set.cell.unsigned_value = 1ULL << 63;
  CHECK(set.text() == "9223372036854775808");
}

TEST_CASE("cell: JSON, GEOMETRY, VECTOR") {
  nbl::JsonReader reader;
  TextOptions options;
  options.json = &reader;
  Made json(ColumnType::json, ValueKind::json, from_hex("0001000c000b00010004010061"));
  CHECK(json.text(options) == "{\"a\": true}");
  Made diff(ColumnType::json, ValueKind::json_diff, from_hex("0203242e61"));
  CHECK(diff.text(options) == "{\"$diff\":[{\"op\":\"remove\",\"path\":\"$.a\"}]}");
  Made room(ColumnType::json, ValueKind::json, from_hex("0400"));
  room.cell.definition = &room.column;
  Writer writer;
  CHECK(nbl::write_cell(&writer, room.cell, TextOptions()) == Code::invalid_argument);
  CHECK(writer.length == 0);
  // ST_GeomFromText('POINT(10 20)', 4326)
  Made point(ColumnType::geometry, ValueKind::geometry,
             from_hex("e6100000 01 01000000 0000000000002440 0000000000003440"));
  CHECK(point.text() == "{\"srid\":4326,\"wkb\":\"010100000000000000000024400000000000003440\"}");
  Made none(ColumnType::geometry, ValueKind::geometry);
  CHECK(none.text() == "{\"srid\":0,\"wkb\":\"\"}");
  Made vector(ColumnType::vector, ValueKind::vector, from_hex("0000803f cdcccc3d 000000c0"));
  CHECK(vector.text() == "[1,0.1,-2]");
  Made empty(ColumnType::vector, ValueKind::vector);
  CHECK(empty.text() == "[]");
}
