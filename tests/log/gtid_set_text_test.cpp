// The text form of GTID sets. Every expected text and every refusal is what GTID_SUBTRACT(text, '') of a
// MySQL 9.7.4 server answered; `$` and `@` stand for two uuids.
#include <doctest/doctest.h>

#include "gtid_set_model.hpp"

using namespace gtid_test;
using nbl::Code;

namespace {

std::string with_uuids(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '$' ? kA : c == '@' ? kB : std::string(1, c);
  return out;
}

struct Accepted {
  const char* text;
  const char* printed;
};
constexpr Accepted kAccepted[] = {
    {"", ""},
    {" ", ""},
    {",", ""},
    {" , ,\n", ""},
    {"$", ""},
    {"$:1", "$:1"},
    {"$:1-3:5:7-9", "$:1-3:5:7-9"},
    {"AAAAAAAA-0000-0000-0000-000000000001 :1-2,\n $:4", "$:1-2:4"},
    {"$: 1 - 3 : 5", "$:1-3:5"},
    {"$:5-3", ""},
    {"$:5-3:7", "$:7"},
    {"$:1-0", ""},
    {"$:1-00", ""},
    {"$:01", "$:1"},
    {"$:0000000000000000000000000000001", "$:1"},
    {"$:9223372036854775806", "$:9223372036854775806"},
    {"$:1-9223372036854775806", "$:1-9223372036854775806"},
    {"$:9223372036854775806-9223372036854775806", "$:9223372036854775806"},
    {"$:tag", ""},
    {"$:tag:1", "$:tag:1"},
    {"$:TAG_A:1-3", "$:tag_a:1-3"},
    {"$:1:tag:2:3:b:4", "$:1:b:4:tag:2-3"},
    {"$:tag:1:tag:2", "$:tag:1-2"},
    {"$: tag : 1", "$:tag:1"},
    {"$:1:2:t:5,$:3:T:6", "$:1-3:t:5-6"},
    {"$:_t:1", "$:_t:1"},
    {"$:tttttttttttttttttttttttttttttttt:1", "$:tttttttttttttttttttttttttttttttt:1"},
    {"$:t1:1", "$:t1:1"},
    {"$:t:u:1", "$:u:1"},
    {"$:1:t", "$:1"},
    {"$:t:1-2:u:v:3", "$:t:1-2:v:3"},
    {"$:t\n:2", "$:t:2"},
    {"$:t:5-3", ""},
    {"$:t,$:1", "$:1"},
    {"$:1,$:t:2,@,$:u", "$:1:t:2"},
    {"aaaaaaaa000000000000000000000001:1", "$:1"},
    {"{$}:1", "$:1"},
    {"$:1,,@:1", "$:1,\n@:1"},
    {"$:1,@:1,", "$:1,\n@:1"},
    {",$:1", "$:1"},
    {"$\t:\t1\r\n\v\f", "$:1"},
    {"@:1,$:z:1:a:1:1:_:1:Z1:1:z1:3:za:3", "$:_:1:a:1:z:1:z1:1:3:za:3,\n@:1"},
    {"$:1:3:2", "$:1-3"},
    {"$:5-9:1-6", "$:1-9"},
    {"$:1-2:1-2:1-2:4", "$:1-2:4"},
    {"$:1,@", "$:1"},
    {"$:1- 3", "$:1-3"},
    {"$:1 -3", "$:1-3"},
    {"$:1\n-\n3", "$:1-3"},
};

constexpr const char* kSyntax[] = {
    "$:",
    "$:\n",
    "$:1tag",
    "$:9tag:1",
    "$:ttttttttttttttttttttttttttttttttt:1",
    "$:t-a:1",
    "$:1 @:1",
    "$:1;@:1",
    "$:1-2-3",
    "$:-3",
    "$:+3",
    "$:1:",
    "$:1::2",
    "$::1",
    "$:t:",
    "$:t:1:",
    "$:t::1",
    "$ 1",
    "$:1\xa0",
    "$:1-",
    "$x:1",
    "x$:1",
    "aaaaaaaa-0000-0000-0000-00000000000:1",
    "ANONYMOUS",
    "$:*",
    "$:1 2",
    "$:t 2",
    "$:t a:2",
    "$:3-0x5",
    "aaaaaaaa0000-0000-0000-000000000001:1",
    "{$:1",
    "$}:1",
    "{ $ }:1",
    "{aaaaaaaa000000000000000000000001}:1",
};

constexpr const char* kRange[] = {
    "$:0",
    "$:0-3",
    "$:00:1",
    "$:0x10",
    "$:9223372036854775807",
    "$:9223372036854775807-1",
    "$:1-9223372036854775807",
    "$:1-9223372036854775808",
    "$:99999999999999999999",
    "$:5-99999999999999999999",
    "$:18446744073709551617",
    "$:1,$:1000000000000000000000000000000",
};

}  // namespace

TEST_CASE("gtid set text: what the server takes comes out as the server prints it") {
  for (const Accepted& c : kAccepted) {
    CAPTURE(c.text);
    Set set(16);
    REQUIRE(set.parse(with_uuids(c.text)));
    CHECK(set.text(nbl::GtidSetText::server) == with_uuids(c.printed));
  }
}

TEST_CASE("gtid set text: what the server refuses is refused, and the set stays") {
  const auto refuse_all = [](const char* const* texts, std::size_t count, Code code) {
    for (std::size_t i = 0; i < count; ++i) {
      CAPTURE(texts[i]);
      Set set(16, kB + ":5-7");
      const std::string before = set.bytes();
      CHECK_FALSE(set.parse(with_uuids(texts[i])));
      CHECK(set.status.code == code);
      CHECK(set.bytes() == before);
    }
  };
  refuse_all(kSyntax, sizeof kSyntax / sizeof *kSyntax, Code::gtid_set_syntax);
  refuse_all(kRange, sizeof kRange / sizeof *kRange, Code::gtid_set_range);
}

TEST_CASE("gtid set text: a refusal says where") {
  Set set(4);
  REQUIRE_FALSE(set.parse(kA + ":1-2," + kB + ":x-"));
  CHECK(set.status.offset == 36 + 5 + 36 + 2);
  REQUIRE_FALSE(set.parse(kA + ":1:0"));
  CHECK(set.status.offset == 36 + 3);
}

TEST_CASE("gtid set text: a NUL is no white space and ends nothing") {
  Set set(4);
  CHECK_FALSE(set.parse(kA + ":1" + std::string(1, '\0')));
  CHECK_FALSE(set.parse(std::string(1, '\0')));
}

TEST_CASE("gtid set text: any cut of a text is taken or refused, and never read past") {
  const std::string text = "{" + kA + "} : 1 - 3 : tag : 5-9 ,\n" + kB + ":7";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::vector<char> exact(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    Set set(8);
    const bool taken =
        gtid_set_parse(&set.set, {reinterpret_cast<const std::uint8_t*>(exact.data()), size}, &set.status);
    CHECK((taken || set.status.code == Code::gtid_set_syntax));
  }
}

TEST_CASE(
    "gtid set text: the same list in any order gives the same set, also in a block without spare room") {
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> parts;
    Model model;
    for (auto n = 1 + random() % 60; n > 0; --n) {
      const int first = 1 + static_cast<int>(random() % 20);
      const int last = first + static_cast<int>(random() % 4);
      parts.push_back("11000000-0000-0000-0000-000000000007:a:" + std::to_string(first) + "-" +
                      std::to_string(last));
      model.add(1, first, last);
    }
    std::string text;
    for (const std::string& part : parts) text += part + ",";
    const auto needed = static_cast<std::uint32_t>(model.intervals().size());
    Set roomy(64);
    REQUIRE(roomy.parse(text));
    REQUIRE(model.matches(roomy.set));
    REQUIRE(roomy.parse(text));  // over the old content
    REQUIRE(model.matches(roomy.set));
    Set spare(needed + 1);
    const bool fits = spare.parse(text);
    CAPTURE(text);
    CAPTURE(spare.text());
    if (fits) {
      CHECK(model.matches(spare.set));
    } else {
      CHECK(spare.status.code == Code::gtid_set_quota);
    }
  }
}

TEST_CASE("gtid set text: a long list in descending order is sorted, not moved record by record") {
  constexpr int kCount = 100000;
  std::string text = kA;
  for (int i = kCount; i > 0; --i) text += ":" + std::to_string(2 * i);
  Set set(kCount);
  REQUIRE(set.parse(text));
  CHECK(set.set.count == kCount);
  CHECK(set.set.records[0].first == 2);
  CHECK(set.set.records[kCount - 1].first == 2 * kCount);
}

TEST_CASE("gtid set text: quota") {
  Set set(3, kB + ":9");
  const std::string before = set.bytes();
  REQUIRE_FALSE(set.parse(kA + ":1:3:5"));
  CHECK(set.status.code == Code::gtid_set_quota);
  CHECK(set.bytes() == before);
  gtid_set_clear(&set.set);
  REQUIRE(set.parse(kA + ":1:3:5:2:4"));
  CHECK(set.text() == kA + ":1-5");
  REQUIRE_FALSE(set.parse(kA + ":1:3:5:7"));
  CHECK(set.text() == kA + ":1-5");
}

TEST_CASE("gtid set text: printing tells the length, and writes no byte too many") {
  Set set(4, kB + ":1-3:x:4," + kA + ":7");
  const std::string text = kA + ":7," + kB + ":1-3:x:4";
  for (std::size_t size = 0; size <= text.size() + 1; ++size) {
    std::vector<char> out(size, '#');
    std::size_t length = 0;
    const bool fits =
        gtid_set_print(set.set, nbl::GtidSetText::one_line, out.data(), size, &length, &set.status);
    CHECK(fits == (size >= text.size()));
    CHECK(length == text.size());
    if (fits) {
      CHECK(std::string(out.data(), length) == text);
    } else {
      CHECK(set.status.code == Code::output_too_small);
      CHECK(set.status.needed == text.size());
    }
  }
}

TEST_CASE("gtid text: one GTID") {
  nbl::GtidInterval interval;
  nbl::Status status;
  REQUIRE(gtid_parse(span_of(" " + kA + ":Tag:5\n"), &interval, &status));
  CHECK(interval.tag_length == 3);
  CHECK(std::string(interval.tag, 3) == "tag");
  CHECK(interval.uuid[15] == 1);
  CHECK(interval.first == 5);
  CHECK(interval.last == 5);
  for (const std::string text : {"", ":5-6", ":5:6", ":5,", ":a"}) {
    CAPTURE(text);
    CHECK_FALSE(gtid_parse(span_of(kA + text), &interval, &status));
    CHECK(status.code == Code::gtid_set_syntax);
  }
}
