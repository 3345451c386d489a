// GTID sets: the operations against a model that keeps each number singly, and the cases other decoders got
// wrong.
#include "nanobinlog/gtid_set.hpp"

#include <doctest/doctest.h>

#include "gtid_set_model.hpp"

using namespace gtid_test;
using nbl::Code;
using nbl::GtidInterval;
using nbl::Status;

namespace {

GtidInterval one(const std::string& text) {
  GtidInterval interval;
  Status status;
  REQUIRE(nbl::gtid_parse(span_of(text), &interval, &status));
  return interval;
}

nbl::Gtid gtid(const std::string& text) {
  const GtidInterval interval = one(text);
  nbl::Gtid result;
  result.form = interval.tag_length == 0 ? nbl::Gtid::Form::mysql : nbl::Gtid::Form::tagged;
  std::memcpy(result.uuid, interval.uuid, 16);
  std::memcpy(result.tag, interval.tag, 32);
  result.tag_length = interval.tag_length;
  result.number = interval.first;
  return result;
}

using Operation = bool (*)(nbl::GtidSet*, const nbl::GtidSet&, Status*) noexcept;

/// Runs an operation in a block of exactly the result's size, and in one a record too small.
void check_operation(Operation operation, const Set& a, const Set& b, const Model& expected) {
  const auto needed = static_cast<std::uint32_t>(expected.intervals().size());
  const std::uint32_t room = needed > a.set.count ? needed : a.set.count;
  Set tight(room);
  REQUIRE(gtid_set_copy(&tight.set, a.set, &tight.status));
  REQUIRE(operation(&tight.set, b.set, &tight.status));
  REQUIRE(expected.matches(tight.set));
  if (needed > a.set.count) {
    Set small(needed - 1);
    REQUIRE(gtid_set_copy(&small.set, a.set, &small.status));
    REQUIRE_FALSE(operation(&small.set, b.set, &small.status));
    REQUIRE(small.status.code == Code::gtid_set_quota);
    REQUIRE(small.status.needed == needed);
    REQUIRE(small.status.limit == needed - 1);
    REQUIRE(small.bytes() == a.bytes());
  }
}

}  // namespace

TEST_CASE("gtid set: adding in any order keeps what a model of single numbers keeps") {
  std::mt19937 random(20261130);
  for (int round = 0; round < 3000; ++round) {
    Set set(64);
    const Model model = random_model(&random, &set.set);
    REQUIRE(model.matches(set.set));
    REQUIRE(gtid_set_count(set.set) == model.count());
    for (int s = 0; s < Model::kSources; ++s) {
      for (int n = 1; n <= Model::kNumbers; ++n) {
        GtidInterval interval = Model::source(s);
        interval.first = interval.last = n;
        REQUIRE(gtid_set_contains_interval(set.set, interval) == model.has[s][n]);
      }
    }
  }
}

TEST_CASE(
    "gtid set: union, subtract, intersect and the questions agree with the model, in a block of no spare "
    "room") {
  std::mt19937 random(9);
  for (int round = 0; round < 6000; ++round) {
    Set a(64);
    Set b(64);
    const Model ma = random_model(&random, &a.set);
    const Model mb = random_model(&random, &b.set);
    check_operation(nbl::gtid_set_union, a, b, ma.plus(mb));
    check_operation(nbl::gtid_set_subtract, a, b, ma.minus(mb));
    check_operation(nbl::gtid_set_intersect, a, b, ma.both(mb));
    REQUIRE(gtid_set_is_subset(a.set, b.set) == (ma.minus(mb).count() == 0));
    REQUIRE(gtid_set_equal(a.set, b.set) == (ma.minus(mb).count() == 0 && mb.minus(ma).count() == 0));
    REQUIRE(gtid_set_intersects(a.set, b.set) == (ma.both(mb).count() != 0));
  }
}

TEST_CASE("gtid set: algebra") {
  std::mt19937 random(77);
  for (int round = 0; round < 2000; ++round) {
    Set a(64);
    Set b(64);
    (void)random_model(&random, &a.set);
    (void)random_model(&random, &b.set);
    Set sum(128);
    Set common(128);
    Set rest(128);
    for (Set* set : {&sum, &common, &rest}) REQUIRE(gtid_set_copy(&set->set, a.set, &set->status));
    REQUIRE(gtid_set_union(&sum.set, b.set, &sum.status));
    REQUIRE(gtid_set_intersect(&common.set, b.set, &common.status));
    REQUIRE(gtid_set_subtract(&rest.set, b.set, &rest.status));
    CHECK(gtid_set_count(sum.set) + gtid_set_count(common.set) ==
          gtid_set_count(a.set) + gtid_set_count(b.set));
    CHECK(gtid_set_is_subset(a.set, sum.set));
    CHECK(gtid_set_is_subset(common.set, b.set));
    CHECK_FALSE(gtid_set_intersects(rest.set, b.set));
    REQUIRE(gtid_set_union(&rest.set, common.set, &rest.status));  // (a - b) + (a & b) = a
    CHECK(gtid_set_equal(rest.set, a.set));
    REQUIRE(gtid_set_subtract(&sum.set, sum.set, &sum.status));
    CHECK(sum.set.count == 0);
    Set back(128, a.text(nbl::GtidSetText::server));
    CHECK(gtid_set_equal(back.set, a.set));
  }
}

TEST_CASE("gtid set: a contained interval does not shrink a union, and gaps stay") {  // X20
  Set set(8, kA + ":1-10");
  Set inner(8, kA + ":3-5");
  REQUIRE(gtid_set_union(&set.set, inner.set, &set.status));
  CHECK(set.text() == kA + ":1-10");
  Set gaps(8, kA + ":1-7:9-10");
  CHECK_FALSE(gtid_set_contains(gaps.set, gtid(kA + ":8")));
  REQUIRE(gtid_set_add(&gaps.set, gtid(kA + ":8"), &gaps.status));
  CHECK(gaps.text() == kA + ":1-10");
}

TEST_CASE("gtid set: subtracting keeps a uuid that the other side lacks") {  // X20
  Set set(8, kA + ":1-10," + kB + ":1-3");
  Set other(8, kB + ":2");
  REQUIRE(gtid_set_subtract(&set.set, other.set, &set.status));
  CHECK(set.text() == kA + ":1-10," + kB + ":1:3");
}

TEST_CASE("gtid set: the largest numbers") {  // X18
  Set set(4, kA + ":9223372036854775806");
  CHECK(gtid_set_contains(set.set, gtid(kA + ":9223372036854775806")));
  GtidInterval interval = one(kA + ":9223372036854775806");
  interval.last = INT64_MAX;
  REQUIRE_FALSE(gtid_set_add_interval(&set.set, interval, &set.status));
  CHECK(set.status.code == Code::gtid_set_range);
  interval.first = 1;
  interval.last = nbl::kMaxGno;
  REQUIRE(gtid_set_add_interval(&set.set, interval, &set.status));
  CHECK(set.text() == kA + ":1-9223372036854775806");
  CHECK(gtid_set_count(set.set) == 9223372036854775806U);
  REQUIRE(gtid_set_add(&set.set, gtid(kB + ":7"), &set.status));
  Set other(4, kA + ":2," + kB + ":1-9223372036854775806," + kB + ":t:1-9223372036854775806");
  REQUIRE(gtid_set_union(&set.set, other.set, &set.status));
  CHECK(gtid_set_count(set.set) == UINT64_MAX);
}

TEST_CASE("gtid set: a full block refuses what needs room, loses nothing, and takes what does not") {
  Set set(2, kA + ":1:3");
  const std::string before = set.bytes();
  REQUIRE_FALSE(gtid_set_add(&set.set, gtid(kA + ":5"), &set.status));
  CHECK(set.status.code == Code::gtid_set_quota);
  CHECK(set.status.limit == 2);
  CHECK(set.status.needed == 3);
  CHECK(set.bytes() == before);
  REQUIRE(gtid_set_add(&set.set, gtid(kA + ":4"), &set.status));
  REQUIRE(gtid_set_add(&set.set, gtid(kA + ":2"), &set.status));
  CHECK(set.text() == kA + ":1-4");
}

TEST_CASE("gtid set: what cannot be added") {
  Set set(2);
  nbl::Gtid event = gtid(kA + ":5");
  event.form = nbl::Gtid::Form::anonymous;
  REQUIRE_FALSE(gtid_set_add(&set.set, event, &set.status));
  CHECK(set.status.code == Code::invalid_argument);
  event.form = nbl::Gtid::Form::mariadb;
  REQUIRE_FALSE(gtid_set_add(&set.set, event, &set.status));
  CHECK_FALSE(gtid_set_contains(set.set, event));
  GtidInterval interval = one(kA + ":5");
  interval.first = 0;
  REQUIRE_FALSE(gtid_set_add_interval(&set.set, interval, &set.status));
  CHECK(set.status.code == Code::gtid_set_range);
  interval.first = 6;
  REQUIRE_FALSE(gtid_set_add_interval(&set.set, interval, &set.status));
  interval.first = 5;
  interval.tag_length = 33;
  REQUIRE_FALSE(gtid_set_add_interval(&set.set, interval, &set.status));
  CHECK(set.status.code == Code::gtid_set_syntax);
  interval.tag_length = 2;
  std::memcpy(interval.tag, "a-", 2);
  REQUIRE_FALSE(gtid_set_add_interval(&set.set, interval, &set.status));
  CHECK(set.set.count == 0);
}

TEST_CASE("gtid set: the block") {
  alignas(8) std::uint8_t block[200] = {};
  nbl::GtidSet set;
  Status status;
  REQUIRE(gtid_set_init(&set, block, sizeof block, &status));
  CHECK(set.capacity == 3);
  REQUIRE_FALSE(gtid_set_init(&set, block + 1, 64, &status));
  CHECK(status.code == Code::workspace_misaligned);
  REQUIRE_FALSE(gtid_set_init(&set, nullptr, 64, &status));
  CHECK(status.code == Code::invalid_argument);
  REQUIRE(gtid_set_init(&set, nullptr, 0, &status));
  REQUIRE(gtid_set_parse(&set, {}, &status));
  REQUIRE_FALSE(gtid_set_add(&set, gtid(kA + ":5"), &status));
  CHECK(status.code == Code::gtid_set_quota);
  CHECK_FALSE(gtid_set_contains(set, gtid(kA + ":5")));
  CHECK(NBL_GTID_SET_WORKSPACE_SIZE(3) == nbl::gtid_set_workspace_size(3));
}
