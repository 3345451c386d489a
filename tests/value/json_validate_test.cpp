// The check of binary JSON: what a server wrote passes, broken documents do not, and the work stays linear.
#include <doctest/doctest.h>

#include <chrono>
#include <cstring>

#include "json_documents.hpp"
#include "json_hex.hpp"
#include "nanobinlog/json.hpp"

using json_test::Bytes;
using json_test::from_hex;
using json_test::span;
using nbl::Code;

namespace {

Code check(const Bytes& document, std::uint32_t* at = nullptr) {
  nbl::JsonFrame frames[nbl::kJsonMaxDepth];
  // An exact heap copy, so that a sanitizer sees one byte too far.
  const Bytes copy(document.begin(), document.end());
  return nbl::json_validate(span(copy), frames, at);
}
Code check(const std::string& hex) { return check(from_hex(hex)); }

// Walks a checked document to its end and reads every byte it hands out.
std::size_t walk(const Bytes& document) {
  nbl::JsonReader reader;
  nbl::json_open(span(document), &reader);
  nbl::JsonToken token;
  std::size_t tokens = 0;
  volatile unsigned char sink = 0;
  do {
    nbl::json_next(&reader, &token);
    for (std::size_t i = 0; i < token.key.size; ++i) sink = token.key.data[i];
    for (std::size_t i = 0; i < token.bytes.size; ++i) sink = token.bytes.data[i];
    ++tokens;
  } while (token.type != nbl::JsonType::end);
  (void)sink;
  return tokens;
}

void le(Bytes* out, unsigned long long value, int width) {
  for (int i = 0; i < width; ++i) out->push_back(static_cast<unsigned char>(value >> (8 * i)));
}

}  // namespace

TEST_CASE("json_validate: every document a server logged passes") {
  for (const JsonDocument& d : kServerDocuments) {
    CAPTURE(d.text);
    CHECK(check(from_hex(d.hex)) == Code::ok);
  }
  CHECK(nbl::json_validate(nbl::Span{}, nullptr, nullptr) == Code::ok);
}

TEST_CASE("json_validate: a prefix of a document is broken") {
  for (const JsonDocument& d : kServerDocuments) {
    Bytes whole = from_hex(d.hex);
    if (whole.size() > 4096) continue;
    whole.pop_back();
    CAPTURE(d.text);
    while (!whole.empty()) {
      CHECK(check(whole) == Code::bad_json);
      whole.pop_back();
    }
  }
}

TEST_CASE("json_validate: hand-made broken documents") {
  CHECK(check("0201000700020000") == Code::bad_json);  // entry points at its own array
  CHECK(check("00ffff0a00") == Code::bad_json);        // more members than bytes
  CHECK(check("02010007000cffff") == Code::bad_json);  // offset outside
  CHECK(check("0cffffffffff") == Code::bad_json);      // endless length
  CHECK(check("0c8080808010") == Code::bad_json);      // length of 33 bits
  CHECK(check("0c05616263") == Code::bad_json);        // string behind the end
  CHECK(check("0c") == Code::bad_json);
  for (const char* type : {"0d", "0e", "10", "7f", "ff"})
    CHECK(check(std::string(type) + "0000") == Code::bad_json);
  CHECK(check("0403") == Code::bad_json);                         // no such literal
  CHECK(check("0201000700040300") == Code::bad_json);             // nor inlined
  CHECK(check("0201000700100000") == Code::bad_json);             // unknown type in an entry
  CHECK(check("020100060004 0100") == Code::bad_json);            // size less than its own entries
  CHECK(check("020100080004 0100") == Code::bad_json);            // size behind the end
  CHECK(check("0001000b000a00010004 010061") == Code::bad_json);  // key inside the entries
  CHECK(check("0001000b000b00020004 010061") == Code::bad_json);  // key behind the end
  CHECK(check("0001000c000b00010004 010061") == Code::ok);
  CHECK(check("0bffffffffffffef7f") == Code::ok);        // the largest double
  CHECK(check("0b000000000000f07f") == Code::bad_json);  // infinity
  CHECK(check("0b010000000000f8ff") == Code::bad_json);  // NaN
  CHECK(check("0b00000000000000") == Code::bad_json);
  CHECK(check("01ffffffffffffffff") == Code::bad_json);
  CHECK(check("03ffffffffffffffff0000") == Code::bad_json);
}

TEST_CASE("json_validate: opaque values") {
  CHECK(check("0ff6050302 8c81 00") == Code::bad_json);    // DECIMAL(3,2) has 2 bytes
  CHECK(check("0ff604 0302 8132") == Code::ok);            // 1.50
  CHECK(check("0ff604 0302 8164") == Code::bad_json);      // 1.100
  CHECK(check("0ff606 0900 ffffffff") == Code::bad_json);  // a group over 999999999
  CHECK(check("0ff606 0900 bb9ac9ff") == Code::ok);        // 999999999
  CHECK(check("0ff606 0900 bb9aca00") == Code::bad_json);  // 1000000000
  CHECK(check("0ff606 0900 446535ff") == Code::bad_json);  // -1000000000
  CHECK(check("0ff606 0900 44653600") == Code::ok);        // -999999999
  CHECK(check("0ff602 0000") == Code::bad_json);
  CHECK(check("0ff604 0203 8132") == Code::bad_json);  // more scale than precision
  CHECK(check("0ff603 0505 80") == Code::bad_json);    // cut short
  CHECK(check("0ff601 05") == Code::bad_json);
  CHECK(check("0f0a08 000000001e951900") == Code::ok);        // 2015-01-15
  CHECK(check("0f0a08 000000001e9519") == Code::bad_json);    // cut short
  CHECK(check("0f0a07 000000001e9519") == Code::bad_json);    // a date of 7 bytes
  CHECK(check("0f0c08 3f420ffb7efff37e") == Code::ok);        // 9999-12-31 23:59:59.999999
  CHECK(check("0f0c08 000000000000f47e") == Code::bad_json);  // year 10000
  CHECK(check("0f0c08 0000000080010000") == Code::bad_json);  // hour 24
  CHECK(check("0f0708 000000000f000000") == Code::bad_json);  // minute 60
  CHECK(check("0f0708 0000003c00000000") == Code::bad_json);  // second 60
  CHECK(check("0f0c08 40420f0000000000") == Code::bad_json);  // 1000000 microseconds
  CHECK(check("0f0c08 ffffffffffffffff") == Code::bad_json);  // below zero
  CHECK(check("0f0b08 c1bdf00491cbffff") == Code::ok);        // -838:59:59.999999
  CHECK(check("0f0b08 0000000070340000") == Code::bad_json);  // 839 hours
  CHECK(check("0f0b08 ffffffffffffffff") == Code::ok);        // -00:00:00.000001
  CHECK(check("0f0f03 616263") == Code::ok);
  CHECK(check("0f0f") == Code::bad_json);
  CHECK(check("0f0f04 616263") == Code::bad_json);
}

TEST_CASE("json_validate: depth") {
  for (const std::uint32_t depth : {1U, nbl::kJsonMaxDepth, nbl::kJsonMaxDepth + 1}) {
    Bytes document = from_hex("0200000400");
    for (std::uint32_t i = 1; i < depth; ++i) {
      Bytes outer{2, 1, 0};
      le(&outer, 7 + document.size() - 1, 2);
      outer.push_back(2);
      le(&outer, 7, 2);
      outer.insert(outer.end(), document.begin() + 1, document.end());
      document = outer;
    }
    CAPTURE(depth);
    CHECK(check(document) == (depth <= nbl::kJsonMaxDepth ? Code::ok : Code::json_too_deep));
    if (depth <= nbl::kJsonMaxDepth) CHECK(walk(document) == 2 * depth + 1);
  }
}

TEST_CASE("json_validate: aliased bytes are refused, so that a small document cannot mean a long walk") {
  // Levels of arrays whose elements all point at the one next level: 500^8 visits, were they followed.
  const int kLevels = 8;
  const int kFan = 500;
  Bytes document{2};
  for (int level = 0; level < kLevels; ++level) {
    le(&document, kFan, 2);
    le(&document, static_cast<unsigned>((4 + 3 * kFan) * (kLevels - level)), 2);
    for (int i = 0; i < kFan; ++i) {
      document.push_back(level + 1 < kLevels ? 2 : 4);
      le(&document, level + 1 < kLevels ? 4 + 3 * kFan : 0, 2);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  CHECK(check(document) == Code::bad_json);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));

  // The same string and the same key, twice.
  CHECK(check("02 0200 0c00 0c0a00 0c0a00 0161") == Code::bad_json);
  CHECK(check("00 0200 1500 1200 0300 1200 0300 040000 040000 616161") == Code::bad_json);
  // An empty container twice costs bytes, too.
  CHECK(check("02 0200 0e00 020a00 020a00 0000 0400") == Code::bad_json);
}

TEST_CASE("json_validate: where it went wrong") {
  std::uint32_t at = 0;
  CHECK(check(from_hex("0201000700100000"), &at) == Code::bad_json);
  CHECK(at == 5);  // the entry
  CHECK(check(from_hex("0201000b000c0700 05616263"), &at) == Code::bad_json);
  CHECK(at == 8);  // the string's length
}

TEST_CASE("json_validate: whatever passes can be walked, for every byte changed") {
  std::size_t passed = 0;
  for (const JsonDocument& d : kServerDocuments) {
    Bytes document = from_hex(d.hex);
    if (document.size() > 1000) document.resize(1000);
    for (std::size_t i = 0; i < document.size(); ++i) {
      const int old = document[i];
      for (const int change : {1, 2, 4, 0x80, 0xff, 0x0c ^ old, 0x0f ^ old, old}) {
        document[i] = static_cast<unsigned char>(old ^ change);
        if (check(document) == Code::ok) {
          ++passed;
          REQUIRE(walk(Bytes(document)) <= 2 * document.size() + 2);
        }
      }
      document[i] = static_cast<unsigned char>(old);
    }
  }
  CHECK(passed > 1000);  // else the walk was hardly tried
}
