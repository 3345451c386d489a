// ROTATE, XA_PREPARE, ROWS_QUERY, ANNOTATE_ROWS, INCIDENT, heartbeats and the post-header rule they share.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;

namespace {

template <typename Out, typename Parse>
Code code_of(EventType type, const Bytes& body, Parse parse, Out* out,
             const nbl::FormatDescription& f = format()) {
  // Spans in `out` would point into a dead event; the tests that read them keep theirs.
  TestEvent e(type, body);
  nbl::Status status;
  return parse(e.event, f, out, &status) ? Code::ok : status.code;
}

Bytes packed_field(unsigned type, const Bytes& value) {
  return join(number(type, 1), number(value.size(), 1), value);
}

}  // namespace

TEST_CASE("rotate: position and name") {
  const Bytes body = join(number(4, 8), ascii("binlog.1000000"));
  TestEvent e(EventType::rotate, body);
  nbl::Rotate rotate;
  nbl::Status status;
  REQUIRE(nbl::parse_rotate(e.event, format(), &rotate, &status));
  CHECK(rotate.position == 4);
  CHECK(text(rotate.file_name) == "binlog.1000000");
  std::string wrong;
  const auto taken =
      lengths_taken<nbl::Rotate>(EventType::rotate, body, Code::bad_rotate, nbl::parse_rotate, &wrong);
  CHECK(wrong == "");
  CHECK(taken.size() == 13);
  CHECK(taken.front() == 9);
}

TEST_CASE("rotate: names over 511 bytes (E34), positions before the first event") {
  nbl::Rotate r;
  CHECK(code_of(EventType::rotate, join(number(4, 8), Bytes(511, 'n')), nbl::parse_rotate, &r) == Code::ok);
  CHECK(code_of(EventType::rotate, join(number(4, 8), Bytes(512, 'n')), nbl::parse_rotate, &r) ==
        Code::bad_rotate);
  CHECK(code_of(EventType::rotate, join(number(4, 8), Bytes(600, 'n')), nbl::parse_rotate, &r) ==
        Code::bad_rotate);
  for (const std::uint64_t at : {0ULL, 3ULL}) {
    CHECK(code_of(EventType::rotate, join(number(at, 8), ascii("b.1")), nbl::parse_rotate, &r) ==
          Code::bad_rotate);
  }
  CHECK(code_of(EventType::rotate, join(number(~0ULL, 8), ascii("b.1")), nbl::parse_rotate, &r) == Code::ok);
  CHECK(r.position == ~std::uint64_t{0});
}

TEST_CASE("post-headers: longer ones are stepped over, 0 is the protocol's own, shorter ones are refused") {
  nbl::FormatDescription f = format();
  nbl::Rotate rotate;
  nbl::Status status;
  f.post_header_lengths[4] = 10;
  TestEvent longer(EventType::rotate, join(number(4, 8), hex("ee ee"), ascii("b.2")));
  REQUIRE(nbl::parse_rotate(longer.event, f, &rotate, &status));
  CHECK(text(rotate.file_name) == "b.2");
  f.post_header_lengths[4] = 0;
  TestEvent own(EventType::rotate, join(number(4, 8), ascii("b.2")));
  REQUIRE(nbl::parse_rotate(own.event, f, &rotate, &status));
  CHECK(text(rotate.file_name) == "b.2");
  f.post_header_lengths[4] = 7;
  CHECK_FALSE(nbl::parse_rotate(own.event, f, &rotate, &status));
  CHECK(status.code == Code::bad_post_header);
}

TEST_CASE("xa prepare: one phase, as MySQL 9.7 writes it") {
  const Bytes body = hex("01 01 00 00 00 03 00 00 00 00 00 00 00 6f 6e 65");
  TestEvent e(EventType::xa_prepare, body);
  nbl::XaPrepare xa;
  nbl::Status status;
  REQUIRE(nbl::parse_xa_prepare(e.event, format(), &xa, &status));
  CHECK(xa.one_phase);
  CHECK(xa.xid.format == 1);
  CHECK(text(xa.xid.gtrid) == "one");
  CHECK(xa.xid.bqual.empty());
  std::string wrong;
  CHECK(lengths_taken<nbl::XaPrepare>(EventType::xa_prepare, body, Code::bad_xa_prepare,
                                      nbl::parse_xa_prepare, &wrong)
            .empty());
  CHECK(wrong == "");
}

TEST_CASE("xa prepare: both parts at 64 bytes, over it, and bytes behind") {
  nbl::XaPrepare xa;
  const auto body = [](unsigned gtrid, unsigned bqual, unsigned there) {
    return join(number(0, 1), number(0xffffffff, 4), number(gtrid, 4), number(bqual, 4), Bytes(there, 'x'));
  };
  REQUIRE(code_of(EventType::xa_prepare, body(64, 64, 128), nbl::parse_xa_prepare, &xa) == Code::ok);
  CHECK_FALSE(xa.one_phase);
  CHECK(xa.xid.format == 0xffffffff);
  CHECK(xa.xid.gtrid.size == 64);
  CHECK(xa.xid.bqual.size == 64);
  for (const auto& bad : {body(65, 0, 65), body(0, 65, 65), body(1, 1, 3), body(0xffffffff, 1, 8),
                          body(0x80000000, 0x80000000, 0)}) {
    CHECK(code_of(EventType::xa_prepare, bad, nbl::parse_xa_prepare, &xa) == Code::bad_xa_prepare);
  }
}

TEST_CASE("rows query: the first byte is no length") {
  for (const unsigned first : {0U, 5U, 255U}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{50}, std::size_t{300}, std::size_t{70000}}) {
      TestEvent e(EventType::rows_query, join(number(first, 1), Bytes(size, 'q')));
      nbl::Span sql;
      nbl::Status status;
      REQUIRE(nbl::parse_rows_query(e.event, format(), &sql, &status));
      CHECK(sql.size == size);
    }
  }
  nbl::Span sql;
  CHECK(code_of(EventType::rows_query, {}, nbl::parse_rows_query, &sql) == Code::bad_rows_query);
}

TEST_CASE("annotate rows: the statement alone") {
  TestEvent e(EventType::mariadb_annotate_rows, ascii("INSERT INTO t VALUES (1)"));
  nbl::Span sql;
  nbl::Status status;
  REQUIRE(nbl::parse_rows_query(e.event, format(), &sql, &status));
  CHECK(text(sql) == "INSERT INTO t VALUES (1)");
  CHECK(code_of(EventType::mariadb_annotate_rows, {}, nbl::parse_rows_query, &sql) == Code::ok);
}

TEST_CASE("incident: lost events") {
  const Bytes body = join(hex("01 00 0b"), ascii("LOST_EVENTS"));
  TestEvent e(EventType::incident, body);
  nbl::Incident incident;
  nbl::Status status;
  REQUIRE(nbl::parse_incident(e.event, format(), &incident, &status));
  CHECK(incident.number == 1);
  CHECK(text(incident.message) == "LOST_EVENTS");
  std::string wrong;
  CHECK(
      lengths_taken<nbl::Incident>(EventType::incident, body, Code::bad_incident, nbl::parse_incident, &wrong)
          .empty());
  CHECK(wrong == "");
  CHECK(code_of(EventType::incident, join(body, number(0, 1)), nbl::parse_incident, &incident) ==
        Code::bad_incident);
}

TEST_CASE("heartbeat 27: the name is the body, the position is the header's") {
  TestEvent e(EventType::heartbeat, ascii("binlog.000007"));
  nbl::Heartbeat heartbeat;
  nbl::Status status;
  REQUIRE(nbl::parse_heartbeat(e.event, format(), &heartbeat, &status));
  CHECK(text(heartbeat.file_name) == "binlog.000007");
  CHECK(heartbeat.position == 4321);
  e.event.header.next_position = 0;  // while a server seeks
  REQUIRE(nbl::parse_heartbeat(e.event, format(), &heartbeat, &status));
  CHECK(heartbeat.position == 0);
  CHECK(code_of(EventType::heartbeat, {}, nbl::parse_heartbeat, &heartbeat) == Code::bad_heartbeat);
  CHECK(code_of(EventType::heartbeat, Bytes(512, 'n'), nbl::parse_heartbeat, &heartbeat) ==
        Code::bad_heartbeat);
}

TEST_CASE("heartbeat 27: MariaDB puts a position over 4 GiB before the name") {
  nbl::FormatDescription f = format();
  f.mariadb = true;
  TestEvent e(EventType::heartbeat, join(number(5ULL << 32, 8), ascii("b.1")));
  e.event.header.next_position = 0;
  nbl::Heartbeat heartbeat;
  nbl::Status status;
  REQUIRE(nbl::parse_heartbeat(e.event, f, &heartbeat, &status));
  CHECK(heartbeat.position == 5ULL << 32);
  CHECK(text(heartbeat.file_name) == "b.1");
  TestEvent shorter(EventType::heartbeat, number(5, 7));
  shorter.event.header.next_position = 0;
  CHECK_FALSE(nbl::parse_heartbeat(shorter.event, f, &heartbeat, &status));
  CHECK(status.code == Code::bad_heartbeat);
}

TEST_CASE("heartbeat 41: fields in any order, 64-bit position, unknown fields") {
  const Bytes name = packed_field(1, ascii("binlog.000007"));
  const Bytes position = packed_field(2, join(hex("fe"), number(1ULL << 40, 8)));
  const Bytes end = number(0, 1);
  for (const Bytes& body : {join(name, position, end), join(position, name, end),
                            join(name, packed_field(9, hex("ff ff")), position, end)}) {
    TestEvent e(EventType::heartbeat_v2, body);
    nbl::Heartbeat heartbeat;
    nbl::Status status;
    REQUIRE(nbl::parse_heartbeat(e.event, format(), &heartbeat, &status));
    CHECK(text(heartbeat.file_name) == "binlog.000007");
    CHECK(heartbeat.position == 1ULL << 40);
    std::string wrong;
    CHECK(lengths_taken<nbl::Heartbeat>(EventType::heartbeat_v2, body, Code::bad_heartbeat,
                                        nbl::parse_heartbeat, &wrong)
              .empty());
    CHECK(wrong == "");
  }
  nbl::Heartbeat h;
  for (const Bytes& bad :
       {join(position, end), join(name, position, end, end), join(name, packed_field(2, hex("05 00")), end),
        join(name, packed_field(2, hex("fb")), end), join(packed_field(1, {}), end),
        join(hex("01 fe"), number(~0ULL, 8), end)}) {
    CHECK(code_of(EventType::heartbeat_v2, bad, nbl::parse_heartbeat, &h) == Code::bad_heartbeat);
  }
}

TEST_CASE("large transaction header (43): version, offset, type, padding") {
  const Bytes body = join(number(1, 1), number(0x123456789a, 8), number(16, 1), Bytes(50, 0));
  nbl::LargeTransactionHeader header;
  REQUIRE(code_of(EventType::large_transaction_header, body, nbl::parse_large_transaction_header, &header) == Code::ok);
  CHECK(header.terminating_offset == 0x123456789a);
  CHECK(header.terminating_type == EventType::xid);
  for (std::size_t size = 0; size < 10; ++size) {
    const Bytes cut(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(code_of(EventType::large_transaction_header, cut, nbl::parse_large_transaction_header, &header) == Code::bad_ignorable);
  }
  Bytes other = body;
  other[0] = 2;
  CHECK(code_of(EventType::large_transaction_header, other, nbl::parse_large_transaction_header, &header) == Code::bad_ignorable);
}
