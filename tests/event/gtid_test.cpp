// GTID and anonymous events of MySQL 5.6 to 9.x, the tagged form, and MariaDB's.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;
using nbl::Gtid;

namespace {

constexpr EventType kGtid = EventType::gtid;

Code gtid_code(EventType type, const Bytes& body, Gtid* out = nullptr) {
  TestEvent e(type, body);
  Gtid scratch;
  nbl::Status status;
  return nbl::parse_gtid(e.event, format(), out != nullptr ? out : &scratch, &status) ? Code::ok
                                                                                      : status.code;
}

Bytes uuid() { return hex("94cb770e ec83 11f1 a67c 02fc00000001"); }

/// Flags, UUID and number: the whole event of 5.6.
Bytes identity(std::uint64_t gno, unsigned flags = 0) {
  return join(number(flags, 1), uuid(), number(gno, 8));
}
Bytes clock(std::uint64_t last, std::uint64_t sequence) {
  return join(number(2, 1), number(last, 8), number(sequence, 8));
}

// A real server's events.
const char* kGreatest =
    "00 bb bb bb bb 88 88 66 66 44 44 22 22 22 22 22 22 fe ff ff ff ff ff ff 7f 02 00*8 01 00*7 c7 2d 42 9f "
    "78 61 86 "
    "c0 ba 8a 3c d5 62 04 fc 29 01 50 62 01 00";
const char* kTagged =
    "02 72 00 00 00 02 81 03 45 02 2a 34 b1 03 0d 02 22 c5 03 b9 02 b5 03 04 f1 03 00 00 00 02 04 04 06 06 "
    "61 62 63 08 00 "
    "0a 04 0c 7f 0e 18 42 9f 78 61 06 10 8d 04 12 83 12 0b";

}  // namespace

TEST_CASE("gtid: the greatest number, an original commit time of its own") {
  Gtid g;
  REQUIRE(gtid_code(kGtid, hex(kGreatest), &g) == Code::ok);
  CHECK(g.form == Gtid::Form::mysql);
  CHECK(g.flags == 0);
  CHECK(Bytes(g.uuid, g.uuid + 16) == hex("bbbbbbbb 8888 6666 4444 222222222222"));
  CHECK(g.number == 9223372036854775806);
  CHECK(g.has_logical_clock);
  CHECK(g.last_committed == 0);
  CHECK(g.sequence_number == 1);
  CHECK(g.has_commit_time);
  CHECK(g.immediate_commit_us == 0x0661789f422dc7ULL);
  CHECK(g.original_commit_us == 1234567890123456ULL);
  CHECK(g.has_transaction_length);
  CHECK(g.transaction_length == 297);
  CHECK(g.has_server_version);
  CHECK(g.immediate_server_version == 90704);
  CHECK(g.original_server_version == 90704);
  CHECK_FALSE(g.has_commit_group_ticket);
  CHECK(g.tag_length == 0);
}

TEST_CASE("gtid: each server version's end, and no other") {
  const Bytes whole = join(identity(5, 1), clock(3, 4), number(1700000000000000ULL | 1ULL << 55, 7),
                           number(1600000000000000ULL, 7), hex("fc 29 01"), number(80044 | 1U << 31, 4),
                           number(50744, 4), number(0x1122334455667788ULL, 8));
  std::string wrong;
  const auto taken = lengths_taken<Gtid>(kGtid, whole, Code::bad_gtid, nbl::parse_gtid, &wrong);
  CHECK(wrong == "");
  // 5.6; 5.7; 8.0.1 with both times; 8.0.2 with the length; 8.0.14 with both versions. The whole has the
  // ticket of 8.1.
  CHECK(taken == std::vector<std::size_t>{25, 42, 56, 59, 67});
  Gtid g;
  REQUIRE(gtid_code(kGtid, whole, &g) == Code::ok);
  CHECK(g.flags == 1);
  CHECK(g.last_committed == 3);
  CHECK(g.sequence_number == 4);
  CHECK(g.immediate_commit_us == 1700000000000000ULL);
  CHECK(g.original_commit_us == 1600000000000000ULL);
  CHECK(g.transaction_length == 0x129);
  CHECK(g.immediate_server_version == 80044);
  CHECK(g.original_server_version == 50744);
  CHECK(g.has_commit_group_ticket);
  CHECK(g.commit_group_ticket == 0x1122334455667788ULL);
  CHECK(gtid_code(kGtid, join(whole, number(0, 1))) == Code::bad_gtid);
  // What an older server does not write stays 0 and is told to be absent, whatever was in the struct before.
  REQUIRE(gtid_code(kGtid, identity(5), &g) == Code::ok);
  CHECK_FALSE(g.has_logical_clock);
  CHECK_FALSE(g.has_commit_time);
  CHECK_FALSE(g.has_transaction_length);
  CHECK_FALSE(g.has_server_version);
  CHECK_FALSE(g.has_commit_group_ticket);
  CHECK(g.sequence_number == 0);
  CHECK(g.immediate_commit_us == 0);
}

TEST_CASE("gtid: one commit time and one version stand for both") {
  Gtid g;
  REQUIRE(
      gtid_code(kGtid,
                join(identity(5), clock(0, 1), number(1700000000000000ULL, 7), hex("fa"), number(80044, 4)),
                &g) == Code::ok);
  CHECK(g.original_commit_us == 1700000000000000ULL);
  CHECK(g.immediate_commit_us == 1700000000000000ULL);
  CHECK(g.original_server_version == 80044);
  CHECK(g.transaction_length == 250);
}

TEST_CASE("gtid: every width of the transaction's length, and the two bytes that begin none") {
  const Bytes head = join(identity(5), clock(0, 1), number(1, 7));
  Gtid g;
  for (const auto& [bytes_of_length, want] :
       std::vector<std::pair<const char*, std::uint64_t>>{{"00", 0},
                                                          {"fa", 250},
                                                          {"fc fb 00", 251},
                                                          {"fc ff ff", 65535},
                                                          {"fd 00 00 01", 65536},
                                                          {"fd ff ff ff", 16777215},
                                                          {"fe 00 00 00 01 00 00 00 00", 16777216},
                                                          {"fe ff ff ff ff ff ff ff ff", ~0ULL},
                                                          {"fe 01 00*7", 1}}) {
    REQUIRE(gtid_code(kGtid, join(head, hex(bytes_of_length), number(80044, 4)), &g) == Code::ok);
    CHECK(g.transaction_length == want);
    CHECK(g.immediate_server_version == 80044);
  }
  CHECK(gtid_code(kGtid, join(head, hex("fb"), number(80044, 4))) == Code::bad_gtid);
  CHECK(gtid_code(kGtid, join(head, hex("ff 00*8"), number(80044, 4))) == Code::bad_gtid);
}

TEST_CASE("gtid: numbers a transaction can have") {
  for (const std::uint64_t good : {std::uint64_t{1}, std::uint64_t{INT64_MAX} - 1})
    CHECK(gtid_code(kGtid, identity(good)) == Code::ok);
  for (const std::uint64_t bad :
       {std::uint64_t{0}, std::uint64_t{INT64_MAX}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    CHECK(gtid_code(kGtid, identity(bad)) == Code::bad_gtid);
  }
  Gtid g;
  CHECK(gtid_code(EventType::anonymous_gtid, join(identity(0), clock(0, 1)), &g) == Code::ok);
  CHECK(g.form == Gtid::Form::anonymous);
  CHECK(g.number == 0);
  for (const std::uint64_t bad : {std::uint64_t{1}, ~std::uint64_t{0}}) {
    CHECK(gtid_code(EventType::anonymous_gtid, identity(bad)) == Code::bad_gtid);
  }
}

TEST_CASE("gtid: the logical clock's type is 2") {
  for (const unsigned type : {0U, 1U, 3U, 255U}) {
    Bytes body = join(identity(5), clock(0, 1));
    body[25] = static_cast<std::uint8_t>(type);
    CHECK(gtid_code(kGtid, body) == Code::bad_gtid);
  }
}

TEST_CASE("gtid: the log's table does not bound it") {
  TestEvent e(kGtid, hex(kGreatest));
  for (const unsigned length : {0U, 25U, 42U, 255U}) {
    nbl::FormatDescription f = format();
    f.post_header_lengths[33] = static_cast<std::uint8_t>(length);
    Gtid g;
    nbl::Status status;
    CHECK(nbl::parse_gtid(e.event, f, &g, &status));
  }
}

TEST_CASE("gtid: another type's event is refused") {
  CHECK(gtid_code(EventType::xid, identity(1)) == Code::unexpected_event);
}

TEST_CASE("tagged gtid: a real event") {
  Gtid g;
  REQUIRE(gtid_code(EventType::gtid_tagged, hex(kTagged), &g) == Code::ok);
  CHECK(g.form == Gtid::Form::tagged);
  CHECK(g.flags == 0);
  CHECK(Bytes(g.uuid, g.uuid + 16) == hex("e091151a ec83 11f1 aeed 02fc00000001"));
  CHECK(std::string(g.tag, g.tag_length) == "abc");
  // 04 is 2, of which the lowest bit is the sign.
  CHECK(g.number == 1);
  CHECK(g.last_committed == 0);
  CHECK(g.sequence_number == 1);
  CHECK(g.immediate_commit_us == 0x0661789f42180eULL);
  CHECK(g.original_commit_us == g.immediate_commit_us);
  CHECK(g.transaction_length == 291);
  CHECK(g.immediate_server_version == 90704);
  CHECK(g.original_server_version == 90704);
  CHECK_FALSE(g.has_commit_group_ticket);
}

TEST_CASE("tagged gtid: cut at every length, and one byte too many") {
  std::string wrong;
  CHECK(lengths_taken<Gtid>(EventType::gtid_tagged, hex(kTagged), Code::bad_gtid, nbl::parse_gtid, &wrong)
            .empty());
  CHECK(wrong == "");
  CHECK(gtid_code(EventType::gtid_tagged, join(hex(kTagged), number(0, 1))) == Code::bad_gtid);
  CHECK(gtid_code(EventType::gtid_tagged, join(hex(kTagged), number(0xdeadbeef, 4))) == Code::bad_gtid);
}
