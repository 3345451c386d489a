// MariaDB's positions, one a domain.
#include <doctest/doctest.h>

#include "../event/event_bytes.hpp"
#include "gtid_set_model.hpp"

using gtid_test::span_of;
using nbl::Code;
using nbl::MariaGtid;

namespace {

struct Positions {
  std::vector<std::uint64_t> block;
  nbl::MariaGtidSet set;
  nbl::Status status;

  explicit Positions(std::uint32_t domains) : block(nbl::maria_gtid_set_workspace_size(domains) / 8) {
    REQUIRE(maria_gtid_set_init(&set, block.data(), block.size() * 8, &status));
  }
  Positions(std::uint32_t domains, const std::string& text) : Positions(domains) { REQUIRE(parse(text)); }
  Positions(const Positions&) = delete;
  Positions& operator=(const Positions&) = delete;

  bool parse(const std::string& text) { return maria_gtid_set_parse(&set, span_of(text), &status); }
  std::string text() {
    char out[256];
    std::size_t length = 0;
    REQUIRE(maria_gtid_set_print(set, out, sizeof out, &length, &status));
    return {out, length};
  }
};

}  // namespace

TEST_CASE("maria gtid: text") {
  const char* const cases[][2] = {
      {"", ""},
      {" \n", ""},
      {"0-1-5", "0-1-5"},
      {"0-1-5,1-2-7", "0-1-5,1-2-7"},
      {" 1-2-7 ,\n 0 - 1 - 5 ,", "0-1-5,1-2-7"},
      {"0-1-5,0-2-7", "0-2-7"},  // X24: one position a domain, the last
      {"0-2-7,3-3-3,0-1-5", "0-1-5,3-3-3"},
      {"4294967295-4294967295-18446744073709551615", "4294967295-4294967295-18446744073709551615"},
      {"10-1-1,9-1-1,100-1-1", "9-1-1,10-1-1,100-1-1"},
      {"007-01-0", "7-1-0"},
  };
  for (const auto& c : cases) {
    CAPTURE(c[0]);
    Positions set(4);
    REQUIRE(set.parse(c[0]));
    CHECK(set.text() == c[1]);
  }
}

TEST_CASE("maria gtid: what is no list, and the set stays") {
  for (const char* text : {"0", "0-1", "0-1-", "0-1-5-6", "-1-1-5", "0-1-5 1-1-1", "0-1-x", "0--1-5",
                           "0-1--5", "0-1-5;", "3E11FA47-71CA-11E1-9E33-C80AA9429562:1-5"}) {
    CAPTURE(text);
    Positions set(4, "7-7-7");
    CHECK_FALSE(set.parse(text));
    CHECK(set.status.code == Code::gtid_set_syntax);
    CHECK(set.text() == "7-7-7");
  }
  for (const char* text :
       {"4294967296-1-1", "0-4294967296-1", "0-1-18446744073709551616", "0-1-99999999999999999999999"}) {
    CAPTURE(text);
    Positions set(4);
    CHECK_FALSE(set.parse(text));
    CHECK(set.status.code == Code::gtid_set_range);
  }
}

TEST_CASE("maria gtid: the number alone compares, and equal counts as contained") {  // X24
  Positions a(4, "0-1-5");
  Positions b(4, "0-2-5");
  CHECK(maria_gtid_set_is_subset(a.set, b.set));
  CHECK(maria_gtid_set_is_subset(b.set, a.set));
  CHECK(maria_gtid_set_equal(a.set, b.set));
  CHECK(maria_gtid_set_contains(b.set, MariaGtid{0, 1, 5}));
  CHECK_FALSE(maria_gtid_set_contains(b.set, MariaGtid{0, 1, 6}));
  CHECK_FALSE(maria_gtid_set_contains(b.set, MariaGtid{1, 1, 1}));
  CHECK(maria_gtid_set_contains(Positions(1, "0-1-9223372036854775808").set,
                                MariaGtid{0, 1, 9223372036854775807U}));
}

TEST_CASE("maria gtid: union, subtract, intersect") {
  Positions a(8, "0-1-5,1-1-9,2-1-3");
  Positions b(8, "0-2-7,1-2-4,3-2-1");
  REQUIRE(maria_gtid_set_union(&a.set, b.set, &a.status));
  CHECK(a.text() == "0-2-7,1-1-9,2-1-3,3-2-1");
  REQUIRE(a.parse("0-1-5,1-1-9,2-1-3"));
  maria_gtid_set_subtract(&a.set, b.set);
  CHECK(a.text() == "1-1-9,2-1-3");
  REQUIRE(a.parse("0-1-5,1-1-9,2-1-3"));
  maria_gtid_set_intersect(&a.set, b.set);
  CHECK(a.text() == "0-1-5,1-2-4");
}

TEST_CASE("maria gtid: a domain moves to what was written last, and a full block loses nothing") {
  Positions set(2, "0-1-5");
  REQUIRE(maria_gtid_set_put(&set.set, MariaGtid{0, 2, 6}, &set.status));
  REQUIRE(maria_gtid_set_put(&set.set, MariaGtid{4, 2, 1}, &set.status));
  CHECK(set.text() == "0-2-6,4-2-1");
  REQUIRE(maria_gtid_set_put(&set.set, MariaGtid{0, 3, 4}, &set.status));
  CHECK(set.text() == "0-3-4,4-2-1");
  REQUIRE_FALSE(maria_gtid_set_put(&set.set, MariaGtid{1, 1, 1}, &set.status));
  CHECK(set.status.code == Code::gtid_set_quota);
  Positions other(2, "0-1-9,1-1-1");
  REQUIRE_FALSE(maria_gtid_set_union(&set.set, other.set, &set.status));
  CHECK(set.status.needed == 3);
  CHECK(set.text() == "0-3-4,4-2-1");
  REQUIRE_FALSE(set.parse("1-1-1,2-2-2"));  // no room beside the old one
  CHECK(set.text() == "0-3-4,4-2-1");
}

TEST_CASE("maria gtid: a GTID_LIST that names a domain once a server keeps the last") {
  const event_test::Bytes entries = event_test::hex(
      "00*4 02 00*3 07 00*7 "
      "00*4 01 00*3 05 00*7 "
      "01 00*3 02 00*3 ff*8");
  Positions set(4, "9-9-9");
  const nbl::MariaGtidList list{0, 3, {entries.data(), entries.size()}};
  REQUIRE(maria_gtid_set_from_list(&set.set, list, &set.status));
  CHECK(set.text() == "0-1-5,1-2-18446744073709551615");
}

TEST_CASE("maria gtid: the position of an event") {
  nbl::Gtid gtid;
  gtid.form = nbl::Gtid::Form::mariadb;
  gtid.domain_id = 3;
  gtid.server_id = 4;
  gtid.number = -1;
  const MariaGtid position = maria_gtid_of(gtid);
  CHECK(position.domain_id == 3);
  CHECK(position.server_id == 4);
  CHECK(position.sequence == UINT64_MAX);
}

TEST_CASE("maria gtid: copies") {
  Positions from(3, "0-1-5,1-1-7");
  Positions to(2, "9-9-9");
  REQUIRE(maria_gtid_set_copy(&to.set, from.set, &to.status));
  CHECK(to.text() == "0-1-5,1-1-7");
  REQUIRE(from.parse(""));
  REQUIRE(maria_gtid_set_copy(&to.set, from.set, &to.status));
  CHECK(to.text().empty());
  REQUIRE(from.parse("0-1-5,1-1-7,2-1-9"));
  REQUIRE(to.parse("9-9-9"));
  CHECK_FALSE(maria_gtid_set_copy(&to.set, from.set, &to.status));
  CHECK(to.status.code == Code::gtid_set_quota);
  CHECK(to.status.limit == 2);
  CHECK(to.status.needed == 3);
  CHECK(to.text() == "9-9-9");
}

TEST_CASE("maria gtid: equal sets have as many domains and the same numbers, whichever server wrote them") {
  CHECK(maria_gtid_set_equal(Positions(2, "0-1-5,1-1-7").set, Positions(3, "1-2-7,0-3-5").set));
  CHECK_FALSE(maria_gtid_set_equal(Positions(2, "0-1-5,1-1-7").set, Positions(2, "0-1-5").set));
  CHECK_FALSE(maria_gtid_set_equal(Positions(1, "0-1-5").set, Positions(1, "0-1-6").set));
  CHECK_FALSE(maria_gtid_set_equal(Positions(1, "0-1-5").set, Positions(1, "1-1-5").set));
}
