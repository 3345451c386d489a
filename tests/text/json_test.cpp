// JSON columns against the server's own CAST(j AS CHAR).
#include <doctest/doctest.h>

#include <string>

#include "../value/json_documents.hpp"
#include "../value/json_hex.hpp"
#include "text_of.hpp"

using json_test::Bytes;
using json_test::from_hex;
using nbl::Writer;
using text_test::text_of;

namespace {

std::string json(const Bytes& document) {
  nbl::JsonReader reader;
  REQUIRE(nbl::json_validate(json_test::span(document), reader.frames, nullptr) == nbl::Code::ok);
  return text_of([&](Writer* w) { nbl::write_json_value(w, json_test::span(document), &reader, nullptr); });
}
std::string diffs(const char* hex) {
  const Bytes bytes = from_hex(hex);
  nbl::JsonReader reader;
  REQUIRE(nbl::json_validate_diffs(json_test::span(bytes), reader.frames, nullptr) == nbl::Code::ok);
  return text_of([&](Writer* w) { nbl::write_json_diffs(w, json_test::span(bytes), &reader, nullptr); });
}

}  // namespace

TEST_CASE("json text: every document a server logged prints as the server prints it") {
  for (const JsonDocument& d : kServerDocuments) CHECK(json(from_hex(d.hex)) == json_test::expand(d.text));
}

TEST_CASE("json text: an empty cell is null") { CHECK(json(Bytes()) == "null"); }

TEST_CASE("json text: strings and keys that are no UTF-8 keep their bytes") {
  CHECK(json(from_hex("0c02fffe")) == "\"base64:type253://4=\"");
  CHECK(json(from_hex("0001000c000b00010004 0000ff")) == "{\"base64:type253:/w==\": null}");
}

TEST_CASE("json text: operations of partial updates") {
  CHECK(diffs("0008242e615b325d2e62070c0573686f7274 0206242e615b305d") ==
        R"({"$diff":[{"op":"replace","path":"$.a[2].b","value":"short"},{"op":"remove","path":"$.a[0]"}]})");
  CHECK(diffs("0106242e615b395d0a0c08617070656e646564") ==
        R"({"$diff":[{"op":"insert","path":"$.a[9]","value":"appended"}]})");
  CHECK(diffs("0006242e66756c6c03050300") == R"({"$diff":[{"op":"replace","path":"$.full","value":3}]})");
  CHECK(diffs("") == R"({"$diff":[]})");
}
