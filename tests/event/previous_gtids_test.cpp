// PREVIOUS_GTIDS events in both forms.
#include <doctest/doctest.h>

#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::EventType;

namespace {

constexpr EventType kType = EventType::previous_gtids;

Bytes uuid(unsigned fill) { return Bytes(16, static_cast<std::uint8_t>(fill)); }
Bytes interval(std::uint64_t first, std::uint64_t end) { return join(number(first, 8), number(end, 8)); }
Bytes plain(std::uint64_t entries) { return number(entries, 8); }
Bytes tagged(std::uint64_t entries) { return join(number(1, 1), number(entries, 6), number(1, 1)); }

/// All intervals as "uuid's first byte[:tag]:first-last", or the error's name.
std::string walk(const Bytes& body, bool* is_tagged = nullptr) {
  TestEvent e(kType, body);
  nbl::PreviousGtids gtids;
  nbl::Status status;
  if (!nbl::parse_previous_gtids(e.event, format(), &gtids, &status)) return nbl::code_name(status.code);
  if (is_tagged != nullptr) *is_tagged = gtids.tagged;
  std::string out;
  nbl::GtidInterval i;
  while (nbl::next_interval(&gtids, &i)) {
    out += (out.empty() ? "" : " ") + std::to_string(i.uuid[0]);
    if (i.tag_length != 0) out += ":" + std::string(i.tag, i.tag_length);
    out += ":" + std::to_string(i.first) + "-" + std::to_string(i.last);
  }
  CHECK_FALSE(nbl::next_interval(&gtids, &i));
  return out;
}

}  // namespace

TEST_CASE("previous gtids: empty in both forms; 9.7 writes the tagged one without a tag") {
  bool is_tagged = true;
  CHECK(walk(hex("00*8"), &is_tagged) == "");
  CHECK_FALSE(is_tagged);
  CHECK(walk(hex("01 00 00 00 00 00 00 01"), &is_tagged) == "");
  CHECK(is_tagged);
}

TEST_CASE("previous gtids: intervals are half open on the wire") {
  CHECK(walk(join(plain(1), uuid(0x77), number(1, 8), interval(5, 6))) == "119:5-5");
  const Bytes three = join(plain(2), uuid(1), number(2, 8), interval(1, 8), interval(9, 11), uuid(2),
                           number(1, 8), interval(INT64_MAX - 1, INT64_MAX));
  CHECK(walk(three) == "1:1-7 1:9-10 2:9223372036854775806-9223372036854775806");
}

TEST_CASE("previous gtids: the same UUID once per tag") {
  const Bytes body = join(tagged(3), uuid(1), hex("00"), number(1, 8), interval(1, 4), uuid(1), hex("06"),
                          ascii("abc"), number(2, 8), interval(1, 3), interval(7, 8), uuid(2), hex("14"),
                          ascii("secondtest"), number(1, 8), interval(7, 8));
  bool is_tagged = false;
  CHECK(walk(body, &is_tagged) == "1:1-3 1:abc:1-2 1:abc:7-7 2:secondtest:7-7");
  CHECK(is_tagged);
}

TEST_CASE("previous gtids: entries without intervals give none") {
  CHECK(walk(join(plain(3), uuid(1), number(0, 8), uuid(2), number(1, 8), interval(1, 2), uuid(3),
                  number(0, 8))) == "2:1-1");
}

TEST_CASE("previous gtids: walking twice from a copy gives the same") {
  const Bytes body = join(plain(1), uuid(1), number(2, 8), interval(1, 3), interval(5, 6));
  TestEvent e(kType, body);
  nbl::PreviousGtids gtids;
  nbl::Status status;
  REQUIRE(nbl::parse_previous_gtids(e.event, format(), &gtids, &status));
  CHECK(gtids.entries == 1);
  const nbl::PreviousGtids start = gtids;
  nbl::GtidInterval i;
  while (nbl::next_interval(&gtids, &i)) {
  }
  CHECK(i.last == 5);
  gtids = start;
  REQUIRE(nbl::next_interval(&gtids, &i));
  CHECK(i.first == 1);
}

TEST_CASE("previous gtids: intervals must be positive, not empty, and grow without touching") {
  const auto two = [](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    return walk(join(plain(1), uuid(1), number(2, 8), interval(a, b), interval(c, d)));
  };
  CHECK(two(1, 3, 4, 5) == "1:1-2 1:4-4");
  for (const auto& bad :
       {two(0, 3, 4, 5), two(~0ULL, 3, 4, 5), two(3, 3, 4, 5), two(3, 2, 4, 5), two(1, 3, 3, 5),
        two(1, 3, 2, 5), two(5, 6, 1, 2), two(1, 1ULL << 63, 4, 5), two(1, 3, 4, 4)}) {
    CHECK(bad == "bad_previous_gtids");
  }
  // The order starts anew with each entry.
  CHECK(walk(join(plain(2), uuid(1), number(1, 8), interval(9, 10), uuid(1), number(1, 8), interval(1, 2))) ==
        "1:9-9 1:1-1");
}

TEST_CASE("previous gtids: counts that the body cannot hold are refused before any work") {
  for (const std::uint64_t count : {std::uint64_t{2}, std::uint64_t{1} << 32, (std::uint64_t{1} << 56) - 1}) {
    CHECK(walk(join(plain(count), uuid(1), number(1, 8), interval(1, 2))) == "bad_previous_gtids");
  }
  CHECK(walk(tagged((1ULL << 48) - 1)) == "bad_previous_gtids");
  for (const std::uint64_t count : {std::uint64_t{2}, std::uint64_t{1} << 60, ~std::uint64_t{0}}) {
    CHECK(walk(join(plain(1), uuid(1), number(count, 8), interval(1, 2))) == "bad_previous_gtids");
  }
}

TEST_CASE("previous gtids: an unknown form, a bad tag, bytes behind the end") {
  for (const char* head : {"00 00 00 00 00 00 00 02", "00 00 00 00 00 00 00 ff"})
    CHECK(walk(hex(head)) == "bad_previous_gtids");
  CHECK(walk(join(tagged(1), uuid(1), hex("02"), ascii("A"), number(1, 8), interval(1, 2))) ==
        "bad_previous_gtids");
  CHECK(walk(join(tagged(1), uuid(1), hex("42"), Bytes(33, 'x'), number(1, 8), interval(1, 2))) ==
        "bad_previous_gtids");
  CHECK(walk(join(plain(1), uuid(1), number(1, 8), interval(1, 2), number(0, 1))) == "bad_previous_gtids");
}

TEST_CASE("previous gtids: cut at every length") {
  for (const Bytes& body :
       {join(plain(2), uuid(1), number(1, 8), interval(1, 4), uuid(2), number(1, 8), interval(1, 2)),
        join(tagged(2), uuid(1), hex("06"), ascii("abc"), number(1, 8), interval(1, 4), uuid(2), hex("00"),
             number(1, 8), interval(1, 2))}) {
    std::string wrong;
    CHECK(lengths_taken<nbl::PreviousGtids>(kType, body, Code::bad_previous_gtids, nbl::parse_previous_gtids,
                                            &wrong)
              .empty());
    CHECK(wrong == "");
  }
}
