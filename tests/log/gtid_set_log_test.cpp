// GTID sets out of PREVIOUS_GTIDS events: real logs against the official tool's reading, and hand-written
// bodies.
#include <doctest/doctest.h>

#include "../event/event_bytes.hpp"
#include "base/load.hpp"
#include "gtid_fixture.hpp"
#include "gtid_set_model.hpp"

using namespace gtid_test;
using event_test::hex;

namespace {

nbl::PreviousGtids previous(const event_test::Bytes& body, nbl::Event* event) {
  event->header.type = nbl::EventType::previous_gtids;
  event->body = {body.data(), body.size()};
  nbl::PreviousGtids gtids;
  nbl::Status status;
  REQUIRE(parse_previous_gtids(*event, event_test::format(), &gtids, &status));
  return gtids;
}

std::string set_of(const std::string& body) {
  const event_test::Bytes bytes = hex(body);
  nbl::Event event;
  const nbl::PreviousGtids gtids = previous(bytes, &event);
  Set set(16);
  REQUIRE(gtid_set_from_previous(&set.set, gtids, &set.status));
  return set.text();
}

/// What mysqlbinlog printed behind "Previous-GTIDs": comment lines up to the next "# at".
std::string official_set(const std::string& reading) {
  std::size_t at = reading.find("\tPrevious-GTIDs\n");
  REQUIRE(at != std::string::npos);
  at = reading.find('\n', at) + 1;
  std::string text;
  while (reading.compare(at, 5, "# at ") != 0) {
    const std::size_t end = reading.find('\n', at);
    const std::string line = reading.substr(at + 2, end - at - 2);
    if (line != "[empty]") text += (text.empty() ? "" : "\n") + line;
    at = end + 1;
  }
  return text;
}

/// The body of a log's second event, which is of type `type`.
event_test::Bytes second_body(const std::string& log, int type) {
  const auto size_at = [&](std::size_t at) {
    return nbl::load_le32(reinterpret_cast<const std::uint8_t*>(log.data()) + at + 9);
  };
  const std::size_t at = 4 + size_at(4);
  REQUIRE(static_cast<std::uint8_t>(log.at(at + 4)) == type);
  return {log.begin() + static_cast<std::ptrdiff_t>(at + 19),
          log.begin() + static_cast<std::ptrdiff_t>(at + size_at(at) - 4)};
}

}  // namespace

TEST_CASE("gtid set log: MySQL's own logs, with tags, against mysqlbinlog") {  // X16, X17, X18
  const std::string folder = "mysql/17_gtid_tags/binlog.00000";
  std::size_t letters = 0;
  for (const char* number : {"1", "2", "3", "4"}) {
    CAPTURE(number);
    const std::string expected = official_set(read_fixture(folder + number + ".mysqlbinlog.txt"));
    const event_test::Bytes body = second_body(read_fixture(folder + number), 35);
    nbl::Event event;
    const nbl::PreviousGtids gtids = previous(body, &event);
    Set set(64);
    REQUIRE(gtid_set_from_previous(&set.set, gtids, &set.status));
    CHECK(set.text(nbl::GtidSetText::server) == expected);
    letters += expected.size();
  }
  CHECK(letters > 400);
}

TEST_CASE("gtid set log: the empty set in both forms") {  // X16
  CHECK(set_of("01 00*6 01") == "");
  CHECK(set_of("00*8") == "");
}

TEST_CASE("gtid set log: the form without tags; intervals are half open on the wire") {  // X18
  CHECK(
      set_of("02 00*7 "
             "77*16 02 00*7 05 00*7 06 00*7 09 00*7 0c 00*7 "
             "88*16 01 00*7 fe ff*6 7f ff*7 7f") ==
      "77777777-7777-7777-7777-777777777777:5:9-11,88888888-8888-8888-8888-888888888888:9223372036854775806");
}

TEST_CASE("gtid set log: the same uuid with several tags, and entries in no order") {  // X17
  CHECK(set_of("01 03 00*5 01 "
               "77*16 02 62 01 00*7 03 00*7 04 00*7 "
               "77*16 00 01 00*7 01 00*7 08 00*7 "
               "11*16 02 61 01 00*7 01 00*7 02 00*7") ==
        "11111111-1111-1111-1111-111111111111:a:1,77777777-7777-7777-7777-777777777777:1-7:b:3");
}

TEST_CASE("gtid set log: a number past the last is refused, and a full block loses nothing") {
  const event_test::Bytes over = hex("01 00*7 88*16 01 00*7 ff*7 7f ff*7 7f");
  nbl::Event event;
  event.header.type = nbl::EventType::previous_gtids;
  event.body = {over.data(), over.size()};
  nbl::PreviousGtids gtids;
  nbl::Status status;
  CHECK_FALSE(parse_previous_gtids(event, event_test::format(), &gtids, &status));

  const event_test::Bytes two = hex("01 00*7 77*16 02 00*7 05 00*7 06 00*7 09 00*7 0c 00*7");
  Set set(2, kA + ":1");
  const std::string before = set.bytes();
  gtids = previous(two, &event);
  REQUIRE_FALSE(gtid_set_from_previous(&set.set, gtids, &set.status));
  CHECK(set.status.code == nbl::Code::gtid_set_quota);
  CHECK(set.bytes() == before);
  gtid_set_clear(&set.set);
  REQUIRE(gtid_set_from_previous(&set.set, gtids, &set.status));
  CHECK(set.set.count == 2);
}

TEST_CASE("maria gtid log: a real list keeps for each domain what the log before it ended with") {  // X24
  // Domains with several servers; the official tool names each GTID of the first log in order.
  const std::string folder = "mariadb/20_domains/binlog.00000";
  const std::string reading = read_fixture(folder + "1.mariadb-binlog.txt");
  std::vector<std::uint64_t> blocks[2] = {std::vector<std::uint64_t>(32), std::vector<std::uint64_t>(32)};
  nbl::MariaGtidSet walked;
  nbl::MariaGtidSet listed;
  nbl::Status status;
  REQUIRE(maria_gtid_set_init(&walked, blocks[0].data(), 256, &status));
  REQUIRE(maria_gtid_set_init(&listed, blocks[1].data(), 256, &status));
  int gtids = 0;
  for (std::size_t at = 0; (at = reading.find("\tGTID ", at)) != std::string::npos; ++gtids) {
    at += 6;
    const std::string text = reading.substr(at, reading.find_first_of(" \n", at) - at);
    std::uint64_t block[2];
    nbl::MariaGtidSet one;
    REQUIRE(maria_gtid_set_init(&one, block, sizeof block, &status));
    REQUIRE(maria_gtid_set_parse(&one, span_of(text), &status));
    REQUIRE(maria_gtid_set_put(&walked, one.positions[0], &status));
  }
  CHECK(gtids >= 9);

  const event_test::Bytes body = second_body(read_fixture(folder + "2"), 163);
  nbl::Event event;
  event.header.type = nbl::EventType::mariadb_gtid_list;
  event.body = {body.data(), body.size()};
  nbl::FormatDescription format = event_test::format();
  format.mariadb = true;
  nbl::MariaGtidList list;
  REQUIRE(parse_maria_gtid_list(event, format, &list, &status));
  CHECK(list.count > walked.count);
  REQUIRE(maria_gtid_set_from_list(&listed, list, &status));
  CHECK(maria_gtid_set_equal(listed, walked));
  for (std::uint32_t i = 0; i < listed.count; ++i) {
    CHECK(listed.positions[i].server_id == walked.positions[i].server_id);
  }
}
