// MariaDB's GTID, GTID_LIST and BINLOG_CHECKPOINT events.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;
using nbl::Gtid;

namespace {

constexpr EventType kType = EventType::mariadb_gtid;

Bytes head(std::uint64_t sequence, std::uint32_t domain, unsigned flags) {
  return join(number(sequence, 8), number(domain, 4), number(flags, 1));
}

Bytes padded(Bytes body) {
  if (body.size() < 19) body.resize(19);
  return body;
}

Code code_of(const Bytes& body, Gtid* out = nullptr) {
  TestEvent e(kType, body);
  Gtid scratch;
  nbl::Status status;
  return nbl::parse_gtid(e.event, format(), out != nullptr ? out : &scratch, &status) ? Code::ok
                                                                                      : status.code;
}

}  // namespace

TEST_CASE("mariadb gtid: a transaction, padded to 19 bytes") {
  Gtid g;
  REQUIRE(code_of(padded(head(0x1122334455667788ULL, 3, 0x0c)), &g) == Code::ok);
  CHECK(g.form == Gtid::Form::mariadb);
  CHECK(g.number == 0x1122334455667788LL);
  CHECK(g.domain_id == 3);
  CHECK(g.server_id == 11);  // the common header's
  CHECK(g.flags == (nbl::kMariaGtidTransactional | nbl::kMariaGtidAllowParallel));
  CHECK(g.commit_id == 0);
  CHECK_FALSE(g.has_xid);
}

TEST_CASE("mariadb gtid: a group commit's id") {
  Gtid g;
  REQUIRE(code_of(join(head(37, 0, 0x0e), number(12, 8)), &g) == Code::ok);
  CHECK(g.commit_id == 12);
  CHECK(code_of(join(head(37, 0, 0x0e), number(12, 7))) == Code::bad_gtid);
}

TEST_CASE("mariadb gtid: XA, prepared and completed") {
  Gtid g;
  // 0x4c is a prepared transaction, as mariadb-binlog shows it: XID = X'6774',X'6271',7.
  REQUIRE(code_of(padded(join(head(20, 0, 0x4c), number(7, 4), number(2, 1), number(2, 1), ascii("gtbq"))),
                  &g) == Code::ok);
  CHECK(g.has_xid);
  CHECK(g.xid.format == 7);
  CHECK(g.xid.gtrid.size == 2);
  CHECK(g.xid.bqual.size == 2);
  const Bytes both =
      join(head(20, 0, 0x8f), number(9, 8), number(1, 4), number(64, 1), number(64, 1), Bytes(128, 'x'));
  REQUIRE(code_of(both, &g) == Code::ok);
  CHECK(g.commit_id == 9);
  CHECK(g.xid.bqual.size == 64);
  CHECK(code_of(padded(join(head(20, 0, 0x4c), number(7, 4), number(65, 1), number(0, 1), Bytes(65, 'x')))) ==
        Code::bad_gtid);
  CHECK(code_of(padded(join(head(20, 0, 0x4c), number(7, 4), number(0, 1), number(65, 1), Bytes(65, 'x')))) ==
        Code::bad_gtid);
  std::string wrong;
  CHECK(lengths_taken<Gtid>(kType, both, Code::bad_gtid, nbl::parse_gtid, &wrong).empty());
  CHECK(wrong == "");
}

TEST_CASE("mariadb gtid: the second byte of flags and what it brings") {
  const Bytes start = join(head(50, 0, 0x0e), number(12, 8));
  CHECK(code_of(join(start, number(0x01, 1), number(2, 1))) == Code::ok);  // more engines
  CHECK(code_of(join(start, number(0x01, 1))) == Code::bad_gtid);
  CHECK(code_of(join(start, number(0x02, 1))) == Code::ok);                 // START ALTER
  CHECK(code_of(join(start, number(0x04, 1), number(48, 8))) == Code::ok);  // COMMIT ALTER
  CHECK(code_of(join(start, number(0x04, 1), number(48, 7))) == Code::bad_gtid);
  CHECK(code_of(join(start, number(0x08, 1), number(46, 8))) == Code::ok);  // ROLLBACK ALTER
  CHECK(code_of(join(start, number(0x10, 1), number(5, 4))) == Code::ok);   // thread id
  CHECK(code_of(join(start, number(0x80, 1), number(0, 3))) == Code::ok);   // a flag of the future
}

TEST_CASE("mariadb gtid: no number, too short, a table that says less") {
  CHECK(code_of(padded(head(0, 0, 0x0c))) == Code::bad_gtid);
  Bytes body = padded(head(1, 0, 0x0c));
  body.pop_back();
  CHECK(code_of(body) == Code::bad_gtid);
  TestEvent e(kType, padded(head(1, 0, 0x0c)));
  for (const auto& [said, want] :
       {std::pair{0, Code::ok}, std::pair{19, Code::ok}, std::pair{18, Code::bad_post_header}}) {
    nbl::FormatDescription f = format();
    f.post_header_lengths[162] = static_cast<std::uint8_t>(said);
    Gtid g;
    nbl::Status status;
    (void)nbl::parse_gtid(e.event, f, &g, &status);
    CHECK(status.code == want);
  }
}

TEST_CASE("mariadb gtid list: entries, flags, the padding of an empty one") {
  const Bytes body = join(number(2 | 1U << 31, 4), number(0, 4), number(11, 4), number(1001, 8),
                          number(0xffffffff, 4), number(12, 4), number(~0ULL, 8));
  const Bytes none = number(0, 4);
  nbl::Status status;
  nbl::MariaGtidList list;
  TestEvent e(EventType::mariadb_gtid_list, body);
  REQUIRE(nbl::parse_maria_gtid_list(e.event, format(), &list, &status));
  CHECK(list.count == 2);
  CHECK(list.flags == 1U << 31);
  CHECK(nbl::maria_gtid_at(list, 0).domain_id == 0);
  CHECK(nbl::maria_gtid_at(list, 0).server_id == 11);
  CHECK(nbl::maria_gtid_at(list, 0).sequence == 1001);
  CHECK(nbl::maria_gtid_at(list, 1).domain_id == 0xffffffff);
  CHECK(nbl::maria_gtid_at(list, 1).sequence == ~std::uint64_t{0});
  for (const unsigned padding : {0U, 2U, 3U}) {
    TestEvent empty(EventType::mariadb_gtid_list, join(none, number(0, padding)));
    CHECK(nbl::parse_maria_gtid_list(empty.event, format(), &list, &status) == (padding < 3));
  }
  std::string wrong;
  CHECK(lengths_taken<nbl::MariaGtidList>(EventType::mariadb_gtid_list, body, Code::bad_mariadb_event,
                                          nbl::parse_maria_gtid_list, &wrong)
            .empty());
  CHECK(wrong == "");
  TestEvent longer(EventType::mariadb_gtid_list, join(body, number(0, 1)));
  CHECK_FALSE(nbl::parse_maria_gtid_list(longer.event, format(), &list, &status));
  // 2^28 - 1 entries that are not there: told at once.
  TestEvent huge(EventType::mariadb_gtid_list, number(0x0fffffff, 4));
  CHECK_FALSE(nbl::parse_maria_gtid_list(huge.event, format(), &list, &status));
  CHECK(status.code == Code::bad_mariadb_event);
}

TEST_CASE("mariadb checkpoint: a file name") {
  const Bytes body = join(number(13, 4), ascii("binlog.000002"));
  TestEvent e(EventType::mariadb_binlog_checkpoint, body);
  nbl::Span name;
  nbl::Status status;
  REQUIRE(nbl::parse_maria_checkpoint(e.event, format(), &name, &status));
  CHECK(text(name) == "binlog.000002");
  std::string wrong;
  CHECK(lengths_taken<nbl::Span>(EventType::mariadb_binlog_checkpoint, body, Code::bad_mariadb_event,
                                 nbl::parse_maria_checkpoint, &wrong)
            .empty());
  CHECK(wrong == "");
  for (const unsigned length : {0U, 12U, 14U, 512U}) {
    TestEvent bad(EventType::mariadb_binlog_checkpoint, join(number(length, 4), ascii("binlog.000002")));
    CHECK_FALSE(nbl::parse_maria_checkpoint(bad.event, format(), &name, &status));
    CHECK(status.code == Code::bad_mariadb_event);
  }
  for (const unsigned length : {0U, 511U, 512U}) {
    TestEvent e2(EventType::mariadb_binlog_checkpoint, join(number(length, 4), Bytes(length, 'n')));
    CHECK(nbl::parse_maria_checkpoint(e2.event, format(), &name, &status) == (length == 511));
  }
}
