// INTVAR, RAND and USER_VAR; TRANSACTION_PAYLOAD; the events of Group Replication.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;
using nbl::StatementVariable;

namespace {

Code variable_code(EventType type, const Bytes& body, StatementVariable* out = nullptr) {
  TestEvent e(type, body);
  StatementVariable scratch;
  nbl::Status status;
  return nbl::parse_statement_variable(e.event, format(), out != nullptr ? out : &scratch, &status)
             ? Code::ok
             : status.code;
}

Code payload_code(const Bytes& body) {
  TestEvent e(EventType::transaction_payload, body);
  nbl::Payload payload;
  nbl::Status status;
  return nbl::parse_payload(e.event, format(), &payload, &status) ? Code::ok : status.code;
}

void none_taken(EventType type, const Bytes& body, std::size_t also_good = 0) {
  std::string wrong;
  auto taken = lengths_taken<StatementVariable>(type, body, Code::bad_statement_event,
                                                nbl::parse_statement_variable, &wrong);
  CHECK(wrong == "");
  CHECK(taken == (also_good == 0 ? std::vector<std::size_t>{} : std::vector<std::size_t>{also_good}));
}

}  // namespace

TEST_CASE("intvar: the two ids") {
  StatementVariable v;
  REQUIRE(variable_code(EventType::intvar, join(number(2, 1), number(~0ULL, 8)), &v) == Code::ok);
  CHECK(v.kind == StatementVariable::Kind::insert_id);
  CHECK(v.value == ~std::uint64_t{0});
  REQUIRE(variable_code(EventType::intvar, join(number(1, 1), number(5, 8)), &v) == Code::ok);
  CHECK(v.kind == StatementVariable::Kind::last_insert_id);
  for (const unsigned kind : {0U, 3U}) {
    CHECK(variable_code(EventType::intvar, join(number(kind, 1), number(5, 8))) == Code::bad_statement_event);
  }
  CHECK(variable_code(EventType::intvar, join(number(1, 1), number(5, 8), number(0, 1))) ==
        Code::bad_statement_event);
  none_taken(EventType::intvar, join(number(1, 1), number(5, 8)));
}

TEST_CASE("rand: two seeds, as mariadb-binlog prints them for its bytes") {
  StatementVariable v;
  REQUIRE(variable_code(EventType::rand, join(number(736967284, 8), number(909551786, 8)), &v) == Code::ok);
  CHECK(v.kind == StatementVariable::Kind::rand);
  CHECK(v.value == 736967284);
  CHECK(v.seed2 == 909551786);
  none_taken(EventType::rand, Bytes(16, 1));
  CHECK(variable_code(EventType::rand, Bytes(17, 1)) == Code::bad_statement_event);
}

TEST_CASE("user variable: text, unsigned number, NULL") {
  nbl::Status status;
  StatementVariable v;
  const Bytes text_body =
      join(number(4, 4), ascii("name"), hex("00 00 ff000000"), number(3, 4), ascii("abc"));
  TestEvent e(EventType::user_var, text_body);
  REQUIRE(nbl::parse_statement_variable(e.event, format(), &v, &status));
  CHECK(v.kind == StatementVariable::Kind::user);
  CHECK(text(v.name) == "name");
  CHECK(text(v.content) == "abc");
  CHECK(v.value_type == 0);
  CHECK(v.collation == 255);
  CHECK_FALSE(v.is_null);
  CHECK_FALSE(v.is_unsigned);
  none_taken(EventType::user_var, text_body);

  const Bytes unsigned_body =
      join(number(1, 4), ascii("n"), hex("00 02 3f000000"), number(8, 4), number(~0ULL, 8), number(1, 1));
  TestEvent u(EventType::user_var, unsigned_body);
  REQUIRE(nbl::parse_statement_variable(u.event, format(), &v, &status));
  CHECK(v.is_unsigned);
  CHECK(v.content.size == 8);
  // Before 5.6 there was no byte of flags.
  none_taken(EventType::user_var, unsigned_body, unsigned_body.size() - 1);
  CHECK(variable_code(EventType::user_var, join(unsigned_body, number(0, 1))) == Code::bad_statement_event);

  REQUIRE(variable_code(EventType::user_var, join(number(1, 4), ascii("n"), hex("01")), &v) == Code::ok);
  CHECK(v.is_null);
  CHECK(v.collation == 63);
  CHECK(variable_code(EventType::user_var, join(number(1, 4), ascii("n"), hex("01 00"))) ==
        Code::bad_statement_event);
}

TEST_CASE("user variable: a name of nothing, types no variable has, lengths behind the end") {
  CHECK(variable_code(EventType::user_var, join(number(0, 4), hex("01"))) == Code::bad_statement_event);
  CHECK(variable_code(EventType::user_var, join(number(~0U, 4), ascii("n"), hex("01"))) ==
        Code::bad_statement_event);
  for (const unsigned type : {0U, 1U, 2U, 3U, 4U, 5U, 255U}) {
    const Bytes body =
        join(number(1, 4), ascii("n"), hex("00"), number(type, 1), number(63, 4), number(2, 4), hex("05 02"));
    CHECK(variable_code(EventType::user_var, body) ==
          (type == 3 || type > 4 ? Code::bad_statement_event : Code::ok));
  }
  CHECK(variable_code(EventType::user_var, join(number(1, 4), ascii("n"), hex("00 00 3f000000"),
                                                number(~0U, 4))) == Code::bad_statement_event);
  CHECK(variable_code(EventType::xid, Bytes(8, 0)) == Code::unexpected_event);
}

TEST_CASE("payload: the head of a real compressed transaction") {
  const Bytes head = hex("02 01 00 03 04 fd 84 e2 e4 01 03 fc 71 02 00");
  TestEvent e(EventType::transaction_payload, join(head, Bytes(625, 'z')));
  nbl::Payload payload;
  nbl::Status status;
  REQUIRE(nbl::parse_payload(e.event, format(), &payload, &status));
  CHECK(payload.algorithm == nbl::Payload::Algorithm::zstd);
  CHECK(payload.uncompressed_size == 15000196);
  CHECK(payload.payload.size == 625);
  CHECK(payload.payload.data == e.event.body.data + head.size());
  CHECK(payload_code(join(head, Bytes(624, 'z'))) == Code::bad_payload);
  CHECK(payload_code(join(head, Bytes(626, 'z'))) == Code::bad_payload);
  std::string wrong;
  CHECK(lengths_taken<nbl::Payload>(EventType::transaction_payload, join(head, Bytes(625, 'z')),
                                    Code::bad_payload, nbl::parse_payload, &wrong)
            .empty());
  CHECK(wrong == "");
}

TEST_CASE("payload: any order, unknown fields, no compression, no uncompressed size") {
  CHECK(payload_code(hex("01 01 02 02 01 00 03 01 05 00 aa bb")) == Code::ok);
  CHECK(payload_code(hex("01 01 02 09 03 ff ff ff 02 01 00 00 aa bb")) == Code::ok);
  TestEvent none(EventType::transaction_payload, hex("02 03 fc ff 00 01 01 02 00 aa bb"));
  nbl::Payload payload;
  nbl::Status status;
  REQUIRE(nbl::parse_payload(none.event, format(), &payload, &status));
  CHECK(payload.algorithm == nbl::Payload::Algorithm::none);
  CHECK(payload.uncompressed_size == 2);
  CHECK(payload_code(hex("02 01 00 00")) == Code::bad_payload);              // no size
  CHECK(payload_code(hex("01 01 00 00")) == Code::bad_payload);              // no compression
  CHECK(payload_code(hex("02 01 01 01 01 00 00")) == Code::bad_payload);     // unknown compression
  CHECK(payload_code(hex("02 02 00 00 01 01 00 00")) == Code::bad_payload);  // two bytes for a number of one
  CHECK(payload_code(hex("02 01 00 01 01 01 00")) == Code::bad_payload);     // one byte that is not there
  CHECK(payload_code(hex("01 09 fe ff*8 02 01 00 00")) == Code::bad_payload);
  CHECK(payload_code(hex("09 fe ff*8")) == Code::bad_payload);
}

TEST_CASE("view change: its id, its certification data walked to the end") {
  const Bytes id = join(ascii("15081391:7"), Bytes(30, 0));
  const Bytes body = join(id, number(5, 8), number(2, 4), number(1, 2), ascii("k"), number(3, 4),
                          ascii("val"), number(0, 2), number(0, 4));
  TestEvent e(EventType::view_change, body);
  nbl::Span view;
  nbl::Status status;
  REQUIRE(nbl::parse_view_change(e.event, format(), &view, &status));
  CHECK(text(view) == "15081391:7");
  std::string wrong;
  CHECK(lengths_taken<nbl::Span>(EventType::view_change, body, Code::bad_group_event, nbl::parse_view_change,
                                 &wrong)
            .empty());
  CHECK(wrong == "");
  for (const Bytes& bad :
       {join(Bytes(40, 0), number(5, 8), number(0, 4)), join(id, number(5, 8), number(~0U, 4)),
        join(id, number(5, 8), number(0, 4), number(0, 1))}) {
    TestEvent b(EventType::view_change, bad);
    CHECK_FALSE(nbl::parse_view_change(b.event, format(), &view, &status));
    CHECK(status.code == Code::bad_group_event);
  }
  TestEvent full(EventType::view_change, join(Bytes(40, 'v'), number(5, 8), number(0, 4)));
  REQUIRE(nbl::parse_view_change(full.event, format(), &view, &status));
  CHECK(view.size == 40);
}

TEST_CASE("transaction context: the server's UUID, both sets walked to the end") {
  const std::string uuid = "94cb770e-ec83-11f1-a67c-02fc00000001";
  const Bytes body =
      join(number(36, 1), number(7, 4), number(1, 1), number(4, 4), number(2, 4), number(1, 4), ascii(uuid),
           ascii("snap"), number(2, 2), ascii("ab"), number(0, 2), number(1, 2), ascii("c"));
  TestEvent e(EventType::transaction_context, body);
  nbl::Span found;
  nbl::Status status;
  REQUIRE(nbl::parse_transaction_context(e.event, format(), &found, &status));
  CHECK(text(found) == uuid);
  std::string wrong;
  CHECK(lengths_taken<nbl::Span>(EventType::transaction_context, body, Code::bad_group_event,
                                 nbl::parse_transaction_context, &wrong)
            .empty());
  CHECK(wrong == "");
  TestEvent longer(EventType::transaction_context, join(body, number(0, 1)));
  CHECK_FALSE(nbl::parse_transaction_context(longer.event, format(), &found, &status));
}
