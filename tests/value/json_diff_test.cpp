// Partial updates: the operation lists that a MySQL 9.7.4 server logged, and broken ones.
#include <doctest/doctest.h>

#include "json_hex.hpp"
#include "nanobinlog/json.hpp"

using json_test::Bytes;
using json_test::from_hex;
using json_test::span;
using json_test::text_of;
using nbl::Code;
using nbl::JsonDiff;
using nbl::JsonOperation;

namespace {

Code check(const Bytes& diffs, std::uint32_t* at = nullptr) {
  nbl::JsonFrame frames[nbl::kJsonMaxDepth];
  const Bytes copy(diffs.begin(), diffs.end());
  return nbl::json_validate_diffs(span(copy), frames, at);
}

}  // namespace

TEST_CASE("json_diff: replace and remove in one list") {
  // JSON_REMOVE(JSON_SET(j, '$.a[2].b', 'short'), '$.a[0]')
  const Bytes bytes = from_hex("0008242e615b325d2e62070c0573686f7274 0206242e615b305d");
  CHECK(check(bytes) == Code::ok);
  nbl::Span left = span(bytes);
  JsonDiff diff;
  REQUIRE(nbl::json_next_diff(&left, &diff));
  CHECK(diff.operation == JsonOperation::replace);
  CHECK(text_of(diff.path) == "$.a[2].b");
  CHECK(text_of(diff.value) == "\x0c\x05short");
  REQUIRE(nbl::json_next_diff(&left, &diff));
  CHECK(diff.operation == JsonOperation::remove);
  CHECK(text_of(diff.path) == "$.a[0]");
  CHECK(diff.value.empty());
  CHECK_FALSE(nbl::json_next_diff(&left, &diff));
}

TEST_CASE("json_diff: insert, and a number") {
  const Bytes inserts =
      from_hex("0106242e615b395d0a0c08617070656e646564 0103242e6e0c0c0a6e6577206d656d626572");
  CHECK(check(inserts) == Code::ok);
  nbl::Span left = span(inserts);
  JsonDiff diff;
  REQUIRE(nbl::json_next_diff(&left, &diff));
  CHECK(diff.operation == JsonOperation::insert);
  CHECK(text_of(diff.path) == "$.a[9]");
  CHECK(check(from_hex("0006242e66756c6c03050300")) == Code::ok);
  CHECK(check(Bytes()) == Code::ok);  // the column is unchanged
}

TEST_CASE("json_diff: broken lists") {
  const Bytes good = from_hex("0006242e66756c6c03050300");
  for (std::size_t size = 1; size < good.size(); ++size) {
    CHECK(check(Bytes(good.begin(), good.begin() + static_cast<long>(size))) == Code::bad_json_diff);
  }
  CHECK(check(from_hex("0306242e66756c6c03050300")) == Code::bad_json_diff);  // no such operation
  CHECK(check(from_hex("00002403050300")) == Code::bad_json_diff);            // no path
  CHECK(check(from_hex("00012400")) == Code::bad_json_diff);                  // no value
  CHECK(check(from_hex("02fb")) == Code::bad_json_diff);
  CHECK(check(from_hex("02feffffffffffffffff24")) == Code::bad_json_diff);
  std::uint32_t at = 0;
  CHECK(check(from_hex("02012400012402 0403"), &at) == Code::bad_json);
  CHECK(at == 8);  // inside the second operation's document, counted from the list's start
}
