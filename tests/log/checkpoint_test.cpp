// The checkpoint record and the position it is made of. The record's bytes were laid out by hand with
// Python's struct and zlib modules, from the layout that src/log/checkpoint.cpp states.
#include "nanobinlog/checkpoint.hpp"

#include <doctest/doctest.h>

#include "../event/event_bytes.hpp"
#include "base/crc32.hpp"
#include "gtid_set_model.hpp"

using event_test::Bytes;
using event_test::hex;
using gtid_test::kA;
using gtid_test::kB;
using gtid_test::span_of;
using nbl::Checkpoint;
using nbl::Code;
using nbl::Status;

namespace {

const char* const kRecord =
    "4e4243500100480088000000070000000807060504030201887766554433221100ffeeddccbbaa991011121314151617"
    "18191a1b1c1d1e1f0100feca0d0000002a0000000500000062696e6c6f672e30303030343261616161616161612d3030"
    "30302d303030302d303030302d3030303030303030303030313a312d353a37302d312d35fa2aa160";
const char* const kRecordOfVersion2 =
    "4e4243500200500090000000070000000807060504030201887766554433221100ffeeddccbbaa991011121314151617"
    "18191a1b1c1d1e1f0100feca0d0000002a00000005000000000000000000000062696e6c6f672e303030303432616161"
    "61616161612d303030302d303030302d303030302d3030303030303030303030313a312d353a37302d312d354a1384b8";

const std::string kName = "binlog.000042";
const std::string kSet = kA + ":1-5:7";
const std::string kMaria = "0-1-5";

Checkpoint sample() {
  Checkpoint c;
  c.generation = 0x0102030405060708;
  c.file_name = span_of(kName);
  c.offset = 0x1122334455667788;
  c.gtids = span_of(kSet);
  c.maria_gtids = span_of(kMaria);
  c.has_server_uuid = c.has_server_id = c.has_output_bytes = true;
  for (std::uint8_t i = 0; i < 16; ++i) c.server_uuid[i] = static_cast<std::uint8_t>(0x10 + i);
  c.server_id = 0xcafe0001;
  c.output_bytes = 0x99aabbccddeeff00;
  return c;
}

bool read(const Bytes& bytes, Checkpoint* checkpoint, Status* status) {
  return checkpoint_read({bytes.data(), bytes.size()}, nbl::crc32, checkpoint, status);
}

struct Place {
  gtid_test::Set set{8};
  std::vector<std::uint64_t> block{8};
  nbl::Position position;
  Status status;

  Place() {
    position.gtids = set.set;
    block.resize(8);
    REQUIRE(maria_gtid_set_init(&position.maria_gtids, block.data(), 64, &status));
  }
};

}  // namespace

TEST_CASE("checkpoint record: written byte for byte as its layout says") {
  std::uint8_t out[200];
  std::size_t size = 0;
  Status status;
  REQUIRE(checkpoint_write(sample(), nbl::crc32, out, sizeof out, &size, &status));
  CHECK(Bytes(out, out + size) == hex(kRecord));
  CHECK(checkpoint_record_size(sample()) == size);
  for (std::size_t room = 0; room < size; ++room) {
    REQUIRE_FALSE(checkpoint_write(sample(), nbl::crc32, out, room, &size, &status));
    REQUIRE(status.code == Code::output_too_small);
    REQUIRE(status.needed == hex(kRecord).size());
  }
}

TEST_CASE("checkpoint record: read, whatever lies behind it") {
  for (const char* tail : {"", "ff*100", "00"}) {
    const Bytes bytes = event_test::join(hex(kRecord), hex(tail));
    Checkpoint c;
    Status status;
    REQUIRE(read(bytes, &c, &status));
    CHECK(c.generation == 0x0102030405060708);
    CHECK(event_test::text(c.file_name) == kName);
    CHECK(c.offset == 0x1122334455667788);
    CHECK(event_test::text(c.gtids) == kSet);
    CHECK(event_test::text(c.maria_gtids) == kMaria);
    CHECK((c.has_server_uuid && c.has_server_id && c.has_output_bytes));
    CHECK(std::memcmp(c.server_uuid, sample().server_uuid, 16) == 0);
    CHECK(c.server_id == 0xcafe0001);
    CHECK(c.output_bytes == 0x99aabbccddeeff00);
  }
}

TEST_CASE("checkpoint record: any cut and any changed bit is refused") {
  const Bytes whole = hex(kRecord);
  Checkpoint c;
  Status status;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    REQUIRE_FALSE(read(cut, &c, &status));
    REQUIRE(status.code == Code::checkpoint_corrupt);
  }
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes changed = whole;
    changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ (1U << (bit % 8)));
    REQUIRE_FALSE(read(changed, &c, &status));
    REQUIRE(status.code == Code::checkpoint_corrupt);
  }
}

TEST_CASE("checkpoint record: a later version is told from a broken record") {
  Checkpoint c;
  Status status;
  REQUIRE_FALSE(read(hex(kRecordOfVersion2), &c, &status));
  CHECK(status.code == Code::checkpoint_version);
  CHECK(status.needed == 2);
}

TEST_CASE("checkpoint record: what cannot be written") {
  std::uint8_t out[1024];
  std::size_t size = 0;
  Status status;
  Checkpoint c;
  const std::string name(512, 'b');
  c.file_name = span_of(name);
  REQUIRE_FALSE(checkpoint_write(c, nbl::crc32, out, sizeof out, &size, &status));
  CHECK(status.code == Code::invalid_argument);
  c.file_name.size = 511;
  REQUIRE(checkpoint_write(c, nbl::crc32, out, sizeof out, &size, &status));
  REQUIRE(checkpoint_read({out, size}, nbl::crc32, &c, &status));
  CHECK(event_test::text(c.file_name) == name.substr(1));
  CHECK_FALSE(c.has_server_uuid);
  c.gtids.size = SIZE_MAX;
  CHECK(checkpoint_record_size(c) == 0);
}

TEST_CASE("checkpoint record: whose it is") {
  Checkpoint a = sample();
  Checkpoint b = sample();
  CHECK(checkpoint_same_server(a, b));
  b.server_uuid[15] = 0;
  CHECK_FALSE(checkpoint_same_server(a, b));
  b.has_server_uuid = false;  // then by id
  CHECK(checkpoint_same_server(a, b));
  b.server_id = 2;
  CHECK_FALSE(checkpoint_same_server(a, b));
  b.has_server_id = false;
  CHECK(checkpoint_same_server(a, b));
}

TEST_CASE("position: an acknowledgement moves offset and GTID together or not at all") {
  Place p;
  REQUIRE(position_begin_file(&p.position, span_of(kName), 4, &p.status));
  nbl::Gtid gtid;
  gtid.form = nbl::Gtid::Form::mysql;
  gtid.uuid[0] = 0xaa;
  for (int i = 0; i < 8; ++i) {
    gtid.number = 1 + 2 * i;
    REQUIRE(position_acknowledge(&p.position, &gtid, 100U + static_cast<unsigned>(i), &p.status));
  }
  gtid.number = 99;
  REQUIRE_FALSE(position_acknowledge(&p.position, &gtid, 200, &p.status));
  CHECK(p.status.code == Code::gtid_set_quota);
  CHECK(p.position.offset == 107);
  CHECK(gtid_set_count(p.position.gtids) == 8);
  REQUIRE(position_acknowledge(&p.position, nullptr, 5000000000U, &p.status));
  gtid.form = nbl::Gtid::Form::anonymous;
  REQUIRE(position_acknowledge(&p.position, &gtid, 5000000001U, &p.status));
  CHECK(p.position.offset == 5000000001U);
  CHECK(gtid_set_count(p.position.gtids) == 8);
  REQUIRE_FALSE(position_acknowledge(&p.position, nullptr, 5000000000U, &p.status));
  CHECK(p.status.code == Code::invalid_argument);
  gtid.form = nbl::Gtid::Form::mariadb;
  gtid.domain_id = 3;
  gtid.server_id = 1;
  REQUIRE(position_acknowledge(&p.position, &gtid, 5000000002U, &p.status));
  CHECK(maria_gtid_set_contains(p.position.maria_gtids, {3, 0, 99}));
  REQUIRE(position_begin_file(&p.position, span_of("binlog.000043"), 4, &p.status));
  CHECK(p.position.offset == 4);
  CHECK(std::string(p.position.file_name) == "binlog.000043");
}

TEST_CASE("position: there and back through a record") {
  Place p;
  const std::string set = kA + ":1-3:5:t:9," + kB + ":1-9223372036854775806";
  REQUIRE(gtid_set_parse(&p.position.gtids, span_of(set), &p.status));
  REQUIRE(maria_gtid_set_parse(&p.position.maria_gtids, span_of("0-1-5,7-1-9"), &p.status));
  REQUIRE(position_begin_file(&p.position, span_of(kName), 6442450944U, &p.status));
  Checkpoint c;
  std::size_t needed = 0;
  REQUIRE_FALSE(checkpoint_from_position(p.position, nullptr, 0, &c, &needed, &p.status));
  CHECK(p.status.needed == set.size() + 11);
  std::string text(needed, '#');
  REQUIRE_FALSE(checkpoint_from_position(p.position, text.data(), needed - 1, &c, &needed, &p.status));
  REQUIRE(checkpoint_from_position(p.position, text.data(), needed, &c, &needed, &p.status));
  CHECK(text == set + "0-1-5,7-1-9");
  std::uint8_t record[512];
  std::size_t size = 0;
  REQUIRE(checkpoint_write(c, nbl::crc32, record, sizeof record, &size, &p.status));
  Checkpoint read_back;
  REQUIRE(checkpoint_read({record, size}, nbl::crc32, &read_back, &p.status));
  Place q;
  REQUIRE(position_from_checkpoint(&q.position, read_back, &q.status));
  CHECK(gtid_set_equal(q.position.gtids, p.position.gtids));
  CHECK(maria_gtid_set_equal(q.position.maria_gtids, p.position.maria_gtids));
  CHECK(std::string(q.position.file_name) == kName);
  CHECK(q.position.offset == 6442450944U);
}

TEST_CASE("position: names that no log has") {
  Place p;
  CHECK_FALSE(position_begin_file(&p.position, {}, 4, &p.status));
  CHECK_FALSE(position_begin_file(&p.position, span_of(std::string(512, 'x')), 4, &p.status));
  CHECK_FALSE(position_begin_file(&p.position, span_of(std::string("a\0b", 3)), 4, &p.status));
  CHECK(p.status.code == Code::invalid_argument);
  REQUIRE(position_begin_file(&p.position, span_of(std::string(511, 'x')), 4, &p.status));
}

TEST_CASE("log names: ordered by number, of any width") {
  const char* const ordered[] = {"a.9",
                                 "binlog.000001",
                                 "binlog.2",
                                 "binlog.000010",
                                 "binlog.999999",
                                 "binlog.1000000",
                                 "binlog.99999999999999999999999",
                                 "binlog.index",
                                 "binlog2.000001"};
  for (std::size_t i = 0; i < sizeof ordered / sizeof *ordered; ++i) {
    for (std::size_t j = 0; j < sizeof ordered / sizeof *ordered; ++j) {
      CAPTURE(i);
      CAPTURE(j);
      const int order = nbl::compare_log_names(span_of(ordered[i]), span_of(ordered[j]));
      CHECK((order < 0) == (i < j));
      CHECK((order > 0) == (i > j));
    }
  }
  CHECK(nbl::compare_log_names(span_of("binlog.7"), span_of("binlog.000007")) == 0);
}
