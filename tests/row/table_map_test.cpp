// Table definitions out of documented bytes: which columns the optional metadata speaks of, and how.
#include "row/row_feed.hpp"

using nbl::Code;
using row_test::from_hex;
using row_test::map_of;
using row_test::RowFeed;

namespace {

std::string text(nbl::Span span) { return std::string(reinterpret_cast<const char*>(span.data), span.size); }

std::vector<std::string> labels_of(const nbl::Table& table, std::uint32_t column) {
  std::vector<std::string> out;
  nbl::Span label;
  for (std::uint32_t member = 1; nbl::column_label(table, column, member, &label); ++member)
    out.push_back(text(label));
  return out;
}

std::string signs(const nbl::Table& table) {
  std::string out;
  for (std::uint32_t i = 0; i < table.column_count(); ++i) {
    const nbl::Column& column = table.columns[i];
    out += (column.flags & nbl::kColumnSignKnown) == 0 ? '-' : column.is_unsigned() ? 'u' : 's';
  }
  return out;
}

}  // namespace

TEST_CASE("table map: signedness counts numeric columns, YEAR among them and BIT not (M1, M2)") {
  // int u, year, int u, decimal u, varchar, float u, double, bit(3), bigint u, timestamp, tinyint u,
  // mediumint u, smallint, enum
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 0d 03 f6 0f 04 05 10 08 11 01 09 02 fe",
                               "0a 02 28 00 04 08 03 00 00 f7 01", "00 00", "01 02 fb 80")));
  CHECK(signs(feed.table(0)) == "uuuu-us-u-uus-");
}

TEST_CASE("table map: MariaDB counts YEAR as MySQL does, as its captured logs show") {
  nbl::FormatDescription format = row_test::plain_format();
  format.mariadb = true;
  RowFeed feed(format);
  REQUIRE(feed.take(19, map_of("03 0d 01", "", "00", "01 01 40")));
  CHECK(signs(feed.table(0)) == "sus");
}

TEST_CASE("table map: lists of labels belong to the ENUMs and the SETs, each in its own order (M7)") {
  // ENUM, ENUM, SET, INT, SET, ENUM
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("fe fe fe 03 fe fe", "f7 01 f7 01 f8 01 f8 01 f7 01", "00",
                               "05 0a 02 01 78 01 79 01 03 61 2c 62"
                               "06 0d 02 01 61 00 01 03 64 27 65 01 02 c3 bc")));
  const nbl::Table table = feed.table(0);
  CHECK(labels_of(table, 0) == std::vector<std::string>{"a", ""});
  CHECK(labels_of(table, 1) == std::vector<std::string>{"d'e"});
  CHECK(labels_of(table, 2) == std::vector<std::string>{"x", "y"});
  CHECK(labels_of(table, 3).empty());
  CHECK(labels_of(table, 4) == std::vector<std::string>{"a,b"});
  CHECK(labels_of(table, 5) == std::vector<std::string>{"\xc3\xbc"});
}

TEST_CASE("table map: the labels' default character set is not the visibility (M6)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("fe 03 fe", "f7 01 f8 01", "00", "0a 01 08  0c 01 40")));
  const nbl::Table table = feed.table(0);
  CHECK(table.columns[0].collation == 8);
  CHECK(table.columns[1].collation == 0);
  CHECK(table.columns[2].collation == 8);
  CHECK((table.columns[0].flags & nbl::kColumnInvisible) != 0);
  CHECK((table.columns[1].flags & nbl::kColumnInvisible) == 0);
  CHECK((table.columns[2].flags & nbl::kColumnInvisible) != 0);
}

TEST_CASE("table map: collations over 250, by default with exceptions and each its own (S15)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("0f 0f 0f", "0a 00 0a 00 0a 00", "00", "02 07 fc ff 00 01 fc 2f 01")));
  CHECK(feed.table(0).columns[0].collation == 255);
  CHECK(feed.table(0).columns[1].collation == 303);
  CHECK(feed.table(0).columns[2].collation == 255);
  RowFeed other;
  REQUIRE(other.take(19, map_of("0f 03 0f", "0a 00 0a 00", "00", "03 06 fc 35 01 fc ff 00")));
  CHECK(other.table(0).columns[0].collation == 309);
  CHECK(other.table(0).columns[1].collation == 0);
  CHECK(other.table(0).columns[2].collation == 255);
}

TEST_CASE("table map: primary keys, whole and with prefixes in characters (M9)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("0f 0f 03", "50 00 50 00", "00", "09 06 02 00 00 0a 01 14")));
  nbl::PrimaryKeyWalk walk = nbl::primary_key(feed.table(0));
  nbl::PrimaryKeyPart part;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
  while (nbl::next_key_part(&walk, &part)) parts.emplace_back(part.column, part.prefix);
  CHECK(parts == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{2, 0}, {0, 10}, {1, 20}});
  RowFeed bad;
  CHECK_FALSE(bad.take(19, map_of("03", "", "00", "08 01 01")));  // a column that is not there
  CHECK(bad.code() == Code::bad_table_metadata);
}

TEST_CASE("table map: names of columns, and none where the log has none (M10)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 03", "", "00", "04 06 02 69 64 02 c3 bc")));
  nbl::Span name;
  REQUIRE(nbl::column_name(feed.table(0), 1, &name));
  CHECK(text(name) == "\xc3\xbc");
  CHECK_FALSE(nbl::column_name(feed.table(0), 2, &name));
  RowFeed none;
  REQUIRE(none.take(19, map_of("03 03", "", "00")));
  CHECK_FALSE(nbl::column_name(none.table(0), 0, &name));
}

TEST_CASE("table map: an unknown field is stepped over by its length") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03", "", "00", "7f 03 01 02 03  01 01 80  c8 00")));
  CHECK(signs(feed.table(0)) == "u");
}

TEST_CASE("table map: metadata longer or shorter than its columns need") {
  RowFeed feed;
  CHECK_FALSE(feed.take(19, map_of("0f", "0a 00 00", "00")));
  CHECK(feed.code() == Code::bad_table_map);
  CHECK_FALSE(feed.take(19, map_of("0f", "0a", "00")));
  CHECK(feed.code() == Code::bad_table_map);
}

TEST_CASE("table map: cut after every byte, and counts beyond anything (B21)") {
  const row_test::Bytes whole =
      map_of("03 0f fe", "0a 00 f7 01", "02", "01 01 80 04 09 01 61 01 62 04 6e 61 6d 65");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    RowFeed feed;
    const bool taken =
        feed.take(19, row_test::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
    CAPTURE(length);
    // The optional metadata may be missing as a whole, or end behind a field.
    const bool at_field = length == whole.size() - 14 || length == whole.size() - 11;
    CHECK(taken == at_field);
  }
  RowFeed feed;
  CHECK_FALSE(
      feed.take(19, from_hex("09 00 00 00 00 00 01 00 01 64 00 01 74 00 fe ff ff ff ff ff ff ff ff 03")));
  CHECK(feed.code() == Code::bad_table_map);
  CHECK_FALSE(feed.take(19, from_hex("09 00 00 00 00 00 01 00 01 64 00 01 74 00 00")));  // no column at all
  CHECK(feed.code() == Code::bad_table_map);
}

TEST_CASE("table map: names are two fields with any bytes but a wrong end (M32)") {
  RowFeed feed;
  REQUIRE(feed.take(19, from_hex("09 00 00 00 00 00 01 00 02 c3 bc 00 03 61 2e 22 00 01 03 00 00")));
  CHECK(text(feed.table(0).database()) == "\xc3\xbc");
  CHECK(text(feed.table(0).name()) == "a.\"");
  RowFeed bad;
  CHECK_FALSE(bad.take(
      19, from_hex("09 00 00 00 00 00 01 00 01 64 01 01 74 00 01 03 00 00")));  // no NUL behind the name
  CHECK(bad.code() == Code::bad_table_map);
}

TEST_CASE("table map: typed arrays of older servers are JSON with more metadata (S19)") {
  // INT array, VARCHAR array with its three-byte length, then an INT column that must still be found.
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("14 14 03", "03 0f 0a 00 00", "03", "")));
  CHECK(feed.table(0).columns[0].kind == nbl::ValueKind::json);
  CHECK(feed.table(0).columns[1].kind == nbl::ValueKind::json);
  CHECK(feed.table(0).columns[2].kind == nbl::ValueKind::integer);
}

TEST_CASE("table map: an unknown type is told, its table unreadable, the next one not (S20)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 ca 03", "", "00", "", 1)));
  CHECK(feed.table(0).definition->state == nbl::kTableUnknownType);
  CHECK(feed.table(0).definition->unknown_type == 0xca);
  REQUIRE(feed.take(19, map_of("03", "", "00", "", 2)));
  CHECK_FALSE(feed.take(30, from_hex("01 00 00 00 00 00 01 00 02 00 03 ff f8 01")));
  CHECK(feed.code() == Code::unsupported_column_type);
  REQUIRE(feed.take(19, map_of("03", "", "00", "", 2)));
  REQUIRE(feed.take(30, from_hex("02 00 00 00 00 00 01 00 02 00 01 ff fe 01 00 00 00")));
  CHECK(feed.rows() == "1: {1=01000000}");
}

TEST_CASE("table map: the same id with other columns replaces the definition") {
  RowFeed feed;
  for (unsigned round = 0; round < 3; ++round) {
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    REQUIRE(feed.take(30, from_hex("09 00 00 00 00 00 01 00 02 00 01 ff 00 05")));
    CHECK(feed.rows() == "1: {1=05}");
  }
  for (unsigned round = 0; round < 3; ++round) {
    REQUIRE(feed.take(19, map_of("01 02", "", "03")));
    REQUIRE(feed.take(30, from_hex("09 00 00 00 00 00 01 00 02 00 02 ff 00 05 06 07")));
    CHECK(feed.rows() == "1: {1=05 2=0607}");
  }
  // Equal definitions are kept once: two in all.
  CHECK(feed.pending.transaction().table_count == 2);
  CHECK(feed.table(0).definition->inserts == 3);
  CHECK(feed.table(1).definition->inserts == 3);
}
