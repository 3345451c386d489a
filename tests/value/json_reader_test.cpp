// The pull reader over documents of a real server.
#include <doctest/doctest.h>

#include <string>

#include "json_documents.hpp"
#include "json_hex.hpp"
#include "nanobinlog/json.hpp"

using json_test::Bytes;
using json_test::from_hex;
using json_test::span;
using json_test::text_of;
using nbl::JsonType;

namespace {

Bytes server_document(const std::string& text) {
  for (const JsonDocument& d : kServerDocuments) {
    if (std::string(d.text).rfind(text, 0) == 0) return from_hex(d.hex);
  }
  FAIL("no such document: " << text);
  return Bytes();
}

struct Walk {
  Bytes document;
  nbl::JsonReader reader;
  nbl::JsonToken token;
  explicit Walk(Bytes bytes) : document(std::move(bytes)) { nbl::json_open(span(document), &reader); }
  const nbl::JsonToken& next() {
    nbl::json_next(&reader, &token);
    return token;
  }
};

}  // namespace

TEST_CASE("json_reader: scalars as whole documents") {
  CHECK(Walk(Bytes()).next().type == JsonType::null);
  CHECK(Walk(server_document("null")).next().type == JsonType::null);
  Walk yes(server_document("true"));
  CHECK(yes.next().type == JsonType::boolean);
  CHECK(yes.token.boolean);
  CHECK(yes.next().type == JsonType::end);
  CHECK(yes.next().type == JsonType::end);
  CHECK_FALSE(Walk(server_document("false")).next().boolean);
  CHECK(Walk(server_document("-32768")).next().integer == -32768);
  CHECK(Walk(server_document("65535")).next().integer == 65535);
  CHECK(Walk(server_document("-2147483648")).next().integer == -2147483648LL);
  CHECK(Walk(server_document("4294967295")).next().integer == 4294967295LL);
  CHECK(Walk(server_document("-9223372036854775808")).next().integer == -9223372036854775807LL - 1);
  Walk top(server_document("18446744073709551615"));
  CHECK(top.next().type == JsonType::unsigned_integer);
  CHECK(top.token.unsigned_integer == 18446744073709551615ULL);
  Walk over(server_document("1.8446744073709552e19"));
  CHECK(over.next().type == JsonType::float64);
  CHECK(over.token.float64 == 18446744073709551616.0);
  CHECK(text_of(Walk(server_document("\"abc\"")).next().bytes) == "abc");
}

TEST_CASE("json_reader: inlined values of the small format") {
  Walk walk(server_document("[1, -1, 32767"));
  CHECK(walk.next().type == JsonType::array_begin);
  CHECK(walk.token.count == 6);
  for (const long long expected : {1LL, -1LL, 32767LL, -32768LL}) {
    CHECK(walk.next().integer == expected);
    CHECK_FALSE(walk.token.has_key);
  }
  CHECK(walk.next().boolean);
  CHECK(walk.next().type == JsonType::null);
  CHECK(walk.next().type == JsonType::array_end);
  CHECK(walk.next().type == JsonType::end);
}

TEST_CASE("json_reader: the large format inlines 32 bits and holds small containers") {
  Walk walk(server_document("{\"d\": 2.5, \"k\""));
  CHECK(walk.next().type == JsonType::object_begin);
  CHECK(walk.token.count == 8);
  CHECK(walk.next().type == JsonType::decimal);  // an SQL literal 2.5 is one
  CHECK(text_of(walk.token.key) == "d");
  CHECK(walk.next().bytes.size == 70000);
  CHECK(walk.next().type == JsonType::null);
  CHECK(walk.next().boolean);
  CHECK(walk.next().type == JsonType::array_begin);
  CHECK(text_of(walk.token.key) == "arr");
  CHECK(walk.next().integer == 1);
  CHECK(text_of(walk.next().bytes) == "a");
  CHECK(walk.next().integer == 70000);
  CHECK(walk.next().type == JsonType::array_end);
  CHECK(walk.next().integer == -3);
  CHECK(text_of(walk.token.key) == "i16");
  CHECK(walk.next().integer == -70000);
  CHECK(walk.next().integer == 4000000000LL);
  CHECK(text_of(walk.token.key) == "u32");
  CHECK(walk.next().type == JsonType::object_end);
  CHECK(walk.next().type == JsonType::end);
}

TEST_CASE("json_reader: holes left by updates in place are stepped over") {
  Walk walk(server_document("{\"b\": \"xy\", \"c\": null}"));
  CHECK(walk.next().count == 2);
  CHECK(text_of(walk.next().bytes) == "xy");
  CHECK(text_of(walk.token.key) == "b");
  CHECK(walk.next().type == JsonType::null);
  CHECK(text_of(walk.token.key) == "c");
  CHECK(walk.next().type == JsonType::object_end);
}

TEST_CASE("json_reader: keys may be empty, strings may hold zeros") {
  Walk walk(server_document("{\"\": [{\"k\": {\"x\": [[]]}}]"));
  walk.next();
  CHECK(walk.next().type == JsonType::array_begin);
  CHECK(walk.token.has_key);
  CHECK(walk.token.key.size == 0);
  CHECK(text_of(Walk(server_document("\"x\\u0000y")).next().bytes) == std::string("x\0y\"\\ \n\xc3\xa9", 9));
}

TEST_CASE("json_reader: opaque values") {
  Walk dates(server_document("[\"2015-01-15\""));
  dates.next();
  // The packed form: ((year * 13 + month) << 5 | day) << 17 | clock, then 24 bits of microseconds.
  CHECK(dates.next().type == JsonType::date);
  CHECK(dates.token.integer == static_cast<long long>(((2015ULL * 13 + 1) << 5 | 15) << 41));
  CHECK(dates.next().type == JsonType::datetime);
  CHECK(dates.token.integer ==
        static_cast<long long>((((2015ULL * 13 + 1) << 5 | 15) << 17 | 23U << 12 | 24U << 6 | 25U) << 24));
  CHECK(dates.next().type == JsonType::time);
  CHECK(dates.next().integer == -static_cast<long long>((838ULL << 12 | 59U << 6 | 59U) << 24));
  Walk bytes(server_document("[\"base64:type15:yv4=\""));
  bytes.next();
  CHECK(bytes.next().type == JsonType::opaque);
  CHECK(bytes.token.opaque_type == 15);
  CHECK(text_of(bytes.token.bytes) == "\xca\xfe");
  bytes.next();
  CHECK(bytes.next().type == JsonType::decimal);
  CHECK(bytes.token.precision == 11);  // the server's working type, for a DECIMAL(5,2)
  CHECK(bytes.token.scale == 2);
  CHECK(text_of(bytes.token.bytes) == std::string("\x80\0\0\x01\x32", 5));
}
