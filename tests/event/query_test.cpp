// QUERY events, their status variables and XID events.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;

namespace {

// thread 7, 3 seconds, database of 4, no error, status block of `status`.
Bytes query_body(const Bytes& status, const std::string& sql, unsigned error = 0) {
  return join(number(7, 4), number(3, 4), number(4, 1), number(error, 2), number(status.size(), 2), status,
              ascii("shop"), number(0, 1), ascii(sql));
}

nbl::QueryVariables variables(const std::string& text) {
  const Bytes block = hex(text);
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[block.size()]);
  std::memcpy(exact.get(), block.data(), block.size());
  nbl::QueryVariables v;
  nbl::parse_query_variables(nbl::Span{exact.get(), block.size()}, &v);
  v.time_zone = v.user = v.host = nbl::Span{};  // they point into the buffer that dies here
  return v;
}

Code query_code(const Bytes& body, const nbl::FormatDescription& f = format()) {
  TestEvent e(EventType::query, body);
  nbl::Query query;
  nbl::Status status;
  return nbl::parse_query(e.event, f, &query, &status) ? Code::ok : status.code;
}

Code xid_code(const Bytes& body, const nbl::FormatDescription& f = format()) {
  TestEvent e(EventType::xid, body);
  std::uint64_t xid = 0;
  nbl::Status status;
  return nbl::parse_xid(e.event, f, &xid, &status) ? Code::ok : status.code;
}

}  // namespace

TEST_CASE("query: a BEGIN as MySQL 9.7 writes it") {
  TestEvent e(EventType::query,
              query_body(hex("00 00000000 01 2000a04500000000 06 03 737464 04 ff00 ff00 ff00"), "BEGIN"));
  nbl::Query query;
  nbl::Status status;
  REQUIRE(nbl::parse_query(e.event, format(), &query, &status));
  CHECK(query.thread_id == 7);
  CHECK(query.execution_seconds == 3);
  CHECK(query.error_code == 0);
  CHECK(text(query.database) == "shop");
  CHECK(text(query.sql) == "BEGIN");
  nbl::QueryVariables v;
  nbl::parse_query_variables(query.status_variables, &v);
  CHECK(v.has_flags2);
  CHECK(v.flags2 == 0);
  CHECK(v.has_sql_mode);
  CHECK(v.sql_mode == 0x45a00020);
  CHECK(v.has_charset);
  CHECK(v.client_collation == 255);
  CHECK(v.server_collation == 255);
  CHECK_FALSE(v.has_ddl_xid);
}

TEST_CASE("query: no database, empty statement, longest database, longest status block") {
  CHECK(query_code(join(number(0, 13), number(0, 1))) == Code::ok);
  Bytes body = number(0, 13);
  body[8] = 255;
  CHECK(query_code(join(body, Bytes(255, 'd'), number(0, 1))) == Code::ok);
  body = number(0, 13);
  body[11] = body[12] = 0xff;
  CHECK(query_code(join(body, Bytes(0xffff, 0xc8), number(0, 1), ascii("X"))) == Code::ok);
  CHECK(query_code(join(body, Bytes(0xffff, 0xc8))) == Code::bad_query);
}

TEST_CASE("query: a failed statement is parsed; who needs it to have succeeded must look") {
  TestEvent e(EventType::query, query_body({}, "COMMIT", 1062));
  nbl::Query query;
  nbl::Status status;
  REQUIRE(nbl::parse_query(e.event, format(), &query, &status));
  CHECK(query.error_code == 1062);
}

TEST_CASE("query: cut at every length") {
  const Bytes body = query_body(hex("00 00000000"), "BEGIN");
  std::string wrong;
  const auto taken =
      lengths_taken<nbl::Query>(EventType::query, body, Code::bad_query, nbl::parse_query, &wrong);
  CHECK(wrong == "");
  // Nothing but the statement may be shorter, since only the event's end says where it ends.
  CHECK(taken == std::vector<std::size_t>{body.size() - 5, body.size() - 4, body.size() - 3, body.size() - 2,
                                          body.size() - 1});
}

TEST_CASE("query: a database without its NUL, lengths behind the end") {
  Bytes body = query_body({}, "BEGIN");
  body[13 + 4] = 'X';
  CHECK(query_code(body) == Code::bad_query);
  body = query_body({}, "BEGIN");
  body[8] = 200;
  CHECK(query_code(body) == Code::bad_query);
  body = query_body({}, "BEGIN");
  body[11] = body[12] = 0xff;
  CHECK(query_code(body) == Code::bad_query);
}

TEST_CASE("query: the post-header of version 4 has 13 bytes") {
  for (const unsigned length : {0U, 11U, 12U, 14U, 26U}) {
    nbl::FormatDescription f = format();
    f.post_header_lengths[2] = static_cast<std::uint8_t>(length);
    CHECK(query_code(query_body({}, "BEGIN"), f) == Code::bad_post_header);
  }
}

TEST_CASE("query: MariaDB's compressed form is a query whose statement is a block") {
  // 17 characters through Python's zlib.
  const Bytes block = hex("81 11 789c0b760c730df0f7f40b5148484c4a4e494d00002f0d0589");
  Bytes body = query_body({}, "");
  body = join(body, block);
  TestEvent e(EventType::mariadb_query_compressed, body);
  nbl::Query query;
  nbl::Status status;
  REQUIRE(nbl::parse_query(e.event, format(), &query, &status));
  nbl::CompressedBlock inner;
  REQUIRE(nbl::parse_compressed_block(query.sql, &inner));
  CHECK(inner.algorithm == 0);
  CHECK(inner.uncompressed_size == 0x11);
  CHECK(bytes(inner.stream) == Bytes(block.begin() + 2, block.end()));
}

TEST_CASE("compressed block: its head") {
  nbl::CompressedBlock block;
  const auto take = [&block](const std::string& head) {
    const Bytes b = hex(head);
    return nbl::parse_compressed_block(nbl::Span{b.data(), b.size()}, &block);
  };
  REQUIRE(take("84 01 02 03 04 78"));
  CHECK(block.uncompressed_size == 0x01020304);
  REQUIRE(take("93 00 01 00 78"));
  CHECK(block.algorithm == 1);
  CHECK(block.uncompressed_size == 256);
  CHECK_FALSE(take("80 78"));                 // no length
  CHECK_FALSE(take("85 00 00 00 00 01 78"));  // five bytes of it
  CHECK_FALSE(take("01 01 78"));              // no mark
  CHECK_FALSE(take("82 01"));
  CHECK_FALSE(take("81 01"));  // nothing behind it
  CHECK_FALSE(nbl::parse_compressed_block(nbl::Span{}, &block));
}

TEST_CASE("status variables: an unknown code ends the reading, the query does not care") {
  // 0xc8 is nobody's code and 0c fe says that too many databases were updated to name them.
  TestEvent e(EventType::query, query_body(hex("0c fe c8 01 02 03"), "BEGIN"));
  nbl::Query query;
  nbl::Status status;
  REQUIRE(nbl::parse_query(e.event, format(), &query, &status));
  CHECK(text(query.database) == "shop");
  CHECK(text(query.sql) == "BEGIN");
  // What stands before the unknown code is kept, what stands behind it is not looked for.
  const nbl::QueryVariables v = variables("00 01000000 c8 11 0807060504030201");
  CHECK(v.has_flags2);
  CHECK(v.flags2 == 1);
  CHECK_FALSE(v.has_ddl_xid);
}

TEST_CASE("status variables: every known code is stepped over by its own width") {
  // Each line ends in Q_DDL_LOGGED_WITH_XID, which is only found where the width before it was right.
  for (const char* before : {"00 01000000",
                             "01 2000a04500000000",
                             "02 03 737464 00",
                             "02 00",
                             "03 0100 0100",
                             "04 2100 2100 0800",
                             "05 00",
                             "05 03 2b3030",
                             "06 03 737464",
                             "07 0000",
                             "08 2d00",
                             "09 0000000000000000",
                             "0a 00000000",
                             "0b 01 61 01 62",
                             "0b 00 00",
                             "0c 01 6100",
                             "0c 02 6100 6200",
                             "0c fe",
                             "0d 010203",
                             "0e 0000000000000000",
                             "0f 00*16",
                             "10 01",
                             "12 ff00",
                             "13 00",
                             "14 01",
                             "15 01",
                             "80 010203",
                             "82 01",
                             "82 06 0000000000000000",
                             "83 01 01000200",
                             "83 00"}) {
    CAPTURE(before);
    const nbl::QueryVariables v = variables(std::string(before) + " 11 0807060504030201");
    CHECK(v.has_ddl_xid);
    CHECK(v.ddl_xid == 0x0102030405060708ULL);
  }
  CHECK(variables("81 0100000000000000").ddl_xid == 1);  // MariaDB's Q_XID
}

TEST_CASE("status variables: texts, and a block cut at every length") {
  const Bytes block =
      hex("05 06 2b30303a3030 0b 05 6372656174 09 6c6f63616c686f7374 0c 02 6100 6200 11 0807060504030201");
  nbl::QueryVariables v;
  nbl::parse_query_variables(nbl::Span{block.data(), block.size()}, &v);
  CHECK(text(v.time_zone) == "+00:00");
  CHECK(text(v.user) == "creat");
  CHECK(text(v.host) == "localhost");
  for (std::size_t size = 0; size < block.size(); ++size) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[size]);
    std::memcpy(exact.get(), block.data(), size);
    nbl::parse_query_variables(nbl::Span{exact.get(), size}, &v);
    CHECK_FALSE(v.has_ddl_xid);
    CHECK((v.user.size == 0) == (size < 8 + 17));
  }
}

TEST_CASE("xid: eight bytes, unsigned, and nothing else") {
  for (const std::uint64_t want : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63,
                                   ~std::uint64_t{0}, std::uint64_t{0x0807060504030201}}) {
    TestEvent e(EventType::xid, number(want, 8));
    std::uint64_t xid = 5;
    nbl::Status status;
    REQUIRE(nbl::parse_xid(e.event, format(), &xid, &status));
    CHECK(xid == want);
  }
  for (const std::size_t size : {0U, 1U, 7U, 9U, 16U}) CHECK(xid_code(Bytes(size, 0)) == Code::bad_xid);
  nbl::FormatDescription f = format();
  f.post_header_lengths[16] = 1;
  CHECK(xid_code(Bytes(9, 0), f) == Code::bad_post_header);
}
