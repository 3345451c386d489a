// Row images: which columns are there, what is NULL, how many rows, and whose.
#include "row/row_feed.hpp"

using nbl::Code;
using row_test::from_hex;
using row_test::map_of;
using row_test::RowFeed;

namespace {

// Table id 9, flags: end of statement, no extra data.
const std::string kHead = "09 00 00 00 00 00 01 00 02 00 ";

}  // namespace

TEST_CASE("rows: a last row of nothing but NULLs is a row (M14, B10)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("01", "", "01")));
  REQUIRE(feed.take(30, from_hex(kHead + "01 ff  01 00 01 01")));
  CHECK(feed.rows() == "3: {1=null}; {1=01}; {1=null}");
}

TEST_CASE("rows: a row of no bytes is exactly one row without columns (M15, B11)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 03", "", "00")));
  REQUIRE(feed.take(30, from_hex(kHead + "02 00")));
  CHECK(feed.rows() == "1: {}");
  // With columns present an empty payload holds no row.
  REQUIRE(feed.take(19, map_of("03 03", "", "00")));
  REQUIRE(feed.take(30, from_hex(kHead + "02 03")));
  CHECK(feed.rows() == "0: ");
  // An update without any column in either image.
  REQUIRE(feed.take(19, map_of("03 03", "", "00")));
  REQUIRE(feed.take(31, from_hex(kHead + "02 00 00")));
  CHECK(feed.rows() == "1: {} | {}");
}

TEST_CASE("rows: bytes are left and no column takes any") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 03", "", "00")));
  CHECK_FALSE(feed.take(30, from_hex(kHead + "02 00 00")));
  CHECK(feed.code() == Code::rows_no_progress);
  // An empty before image is progress enough where the after image takes bytes.
  REQUIRE(feed.take(19, map_of("03 03", "", "00")));
  REQUIRE(feed.take(31, from_hex(kHead + "02 00 01  00 07 00 00 00")));
  CHECK(feed.rows() == "1: {} | {1=07000000}");
}

TEST_CASE("rows: NULL bits count the columns present, absent is not NULL (M13, M16)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 03 03 03", "", "0f")));
  // The documented update under a minimal image: column 1 before, column 4 after.
  REQUIRE(feed.take(31, from_hex(kHead + "04 01 08  00 01 00 00 00  00 28 6b ee 01")));
  CHECK(feed.rows() == "1: {1=01000000} | {4=286bee01}");
  REQUIRE(feed.take(19, map_of("03 03 03 03", "", "0f")));
  REQUIRE(feed.take(30, from_hex(kHead + "04 0a  01 05 00 00 00  02 06 00 00 00")));
  CHECK(feed.rows() == "2: {2=null 4=05000000}; {2=06000000 4=null}");
}

TEST_CASE("rows: more than eight columns, presence and NULL over byte borders") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("01 01 01 01 01 01 01 01 01 01 01 01", "", "ff 0f")));
  REQUIRE(feed.take(30, from_hex(kHead + "0c ff ff  01 f8 02 03 04 05 06 07 08 09 0a 0b")));
  CHECK(feed.rows() == "1: {1=null 2=02 3=03 4=04 5=05 6=06 7=07 8=08 9=09 10=0a 11=0b 12=null}");
  REQUIRE(feed.take(19, map_of("01 01 01 01 01 01 01 01 01 01 01 01", "", "ff 0f")));
  // Columns 1 to 8 and 12 are there: nine, so two bytes of NULL bits.
  REQUIRE(feed.take(30, from_hex(kHead + "0c ff f8  00 01 01 02 03 04 05 06 07 08")));
  CHECK(feed.rows() == "1: {1=01 2=02 3=03 4=04 5=05 6=06 7=07 8=08 12=null}");
}

TEST_CASE("rows: unknown flags are told and change nothing (M28)") {
  for (const char* flags : {"11 00", "12 00", "f1 ff"}) {
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    REQUIRE(feed.take(30, from_hex(std::string("09 00 00 00 00 00 ") + flags + " 02 00 01 ff 00 05")));
    CHECK(feed.rows() == "1: {1=05}");
    const nbl::Transaction t = feed.pending.transaction();
    CHECK(t.records[0].rows_flags == (from_hex(flags)[0] | from_hex(flags)[1] << 8));
  }
}

TEST_CASE("rows: extra data has its own length, and partitions are in it (M18)") {
  const struct {
    const char* extra;
    bool partitioned;
    std::int32_t partition;
    std::int32_t source;
  } kCases[] = {
      {"05 00 01 00 00", true, 0, -1},
      {"07 00 01 02 00 01 00", true, 2, 1},
      {"02 00", false, 0, -1},
      {"06 00 00 03 00 aa", false, 0, -1},          // NDB: a length of 3 that counts itself and the format
      {"09 00 00 03 00 aa 01 03 00", true, 3, -1},  // NDB, then the partition
      {"04 00 01 02", false, 0, -1},                // cut
  };
  for (const auto& c : kCases) {
    CAPTURE(std::string(c.extra));
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    REQUIRE(feed.take(30, from_hex(std::string("09 00 00 00 00 00 01 00 ") + c.extra + " 01 ff 00 05")));
    CHECK(feed.rows() == "1: {1=05}");
    const nbl::Transaction t = feed.pending.transaction();
    nbl::RowsReader reader;
    REQUIRE(nbl::open_rows(t, t.records[0], &reader));
    CHECK(vectors::hex(reader.extra_data) ==
          vectors::hex(nbl::Span{from_hex(c.extra).data() + 2, from_hex(c.extra).size() - 2}));
    std::int32_t partition = 0;
    std::int32_t source = 0;
    CHECK(nbl::rows_partition(reader.extra_data, &partition, &source) == c.partitioned);
    if (c.partitioned) CHECK(partition == c.partition);
    if (c.partitioned) CHECK(source == c.source);
  }
}

TEST_CASE("rows: extra data shorter than its own length field, or longer than the event") {
  for (const char* extra : {"00 00", "01 00", "ff 00"}) {
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    CHECK_FALSE(feed.take(30, from_hex(std::string("09 00 00 00 00 00 01 00 ") + extra + " 01 ff 00 05")));
    CHECK(feed.code() == Code::bad_rows);
  }
}

TEST_CASE("rows: several maps first, then rows of each by its id (M26)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03", "", "00", "", 1)));
  REQUIRE(feed.take(19, map_of("01 01", "", "00", "", 2)));
  REQUIRE(feed.take(32, from_hex("02 00 00 00 00 00 00 00 02 00 02 ff fc 0a 0b")));
  CHECK(feed.rows() == "1: {1=0a 2=0b}");
  REQUIRE(feed.take(32, from_hex("01 00 00 00 00 00 01 00 02 00 01 ff fe 01 00 00 00")));
  CHECK(feed.rows() == "1: {1=01000000}");
  // The statement has ended, so neither is mapped any more.
  CHECK_FALSE(feed.take(32, from_hex("01 00 00 00 00 00 01 00 02 00 01 ff fe 01 00 00 00")));
  CHECK(feed.code() == Code::missing_table_map);
}

TEST_CASE("rows: a dummy table id ends the statement and has no rows (M29)") {
  for (const char* id : {"ff ff ff 00 00 00", "ff ff ff ff ff ff"}) {
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    REQUIRE(feed.take(30, from_hex(std::string(id) + " 01 00 02 00 01 ff")));
    CHECK(feed.rows() == "no record");
    CHECK_FALSE(feed.take(30, from_hex(kHead + "01 ff 00 05")));
    CHECK(feed.code() == Code::missing_table_map);
    // Without the end of the statement it is an unknown table like any other (M30).
    CHECK_FALSE(feed.take(30, from_hex(std::string(id) + " 00 00 02 00 01 ff")));
    CHECK(feed.code() == Code::missing_table_map);
  }
}

TEST_CASE("rows: column counts of every width, and none that is no number") {
  for (const char* count : {"01", "fc 01 00", "fd 01 00 00", "fe 01 00 00 00 00 00 00 00"}) {
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    REQUIRE(feed.take(30, from_hex(kHead + count + " ff 00 05")));
    CHECK(feed.rows() == "1: {1=05}");
  }
  for (const char* count : {"fb", "ff", "fc 01", "fe 01 00"}) {
    RowFeed feed;
    REQUIRE(feed.take(19, map_of("01", "", "01")));
    CHECK_FALSE(feed.take(30, from_hex(kHead + count)));
    CHECK(feed.code() == Code::bad_packed_integer);
  }
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("01", "", "01")));
  CHECK_FALSE(feed.take(30, from_hex(kHead + "fe ff ff ff ff ff ff ff ff")));
  CHECK(feed.code() == Code::column_count_mismatch);
}

TEST_CASE("rows: table ids of four bytes where the format says so (M31)") {
  nbl::FormatDescription format = row_test::plain_format();
  format.post_header_lengths[19] = 6;
  for (unsigned type = 23; type <= 25; ++type) format.post_header_lengths[type] = 6;
  RowFeed feed(format);
  REQUIRE(feed.take(19, from_hex("09 00 00 00 01 00 01 64 00 01 74 00 01 01 00 01")));
  CHECK(feed.table(0).definition->table_id == 9);
  REQUIRE(feed.take(23, from_hex("09 00 00 00 01 00 01 ff 00 05")));
  CHECK(feed.rows() == "1: {1=05}");
}

TEST_CASE("rows: a partial update whose options are 0 has no bits (J18, B15)") {
  RowFeed feed;
  // id, JSON, JSON, BLOB(1)
  REQUIRE(feed.take(19, map_of("03 f5 f5 fc", "04 04 01", "0e")));
  REQUIRE(feed.take(39, from_hex(kHead + "04 01 08  00 01 00 00 00  00 00 01 65")));
  CHECK(feed.rows() == "1: {1=01000000} | {4=65}");
}

TEST_CASE("rows: a partial update gives its operations, and an empty list is unchanged (J19, J21, B16)") {
  RowFeed feed;
  REQUIRE(feed.take(19, map_of("03 f5 f5 fc", "04 04 01", "0e")));
  REQUIRE(feed.take(
      39, from_hex(kHead +
                   "04 01 02  00 01 00 00 00  01 01 00  0c 00 00 00 00 06 24 2e 66 75 6c 6c 03 05 03 00")));
  CHECK(feed.rows() == "1: {1=01000000} | {2=0006242e66756c6c03050300(diff)}");
  REQUIRE(feed.take(19, map_of("03 f5 f5 fc", "04 04 01", "0e")));
  REQUIRE(feed.take(39, from_hex(kHead + "04 01 02  00 01 00 00 00  01 01 00  00 00 00 00")));
  CHECK(feed.rows() == "1: {1=01000000} | {2=(diff)}");
}
