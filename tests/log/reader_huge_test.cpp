// Events larger than the block: they go by, their checksum is kept, and reading goes on behind them.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::LogBuilder;
using log_test::Reading;

namespace {

constexpr std::uint64_t kRoom = 1000;

nbl::LogOptions narrow() {
  nbl::LogOptions options;
  options.input = nbl::Input::copied;
  options.limits.max_bytes = kRoom;
  return options;
}

struct Subject {
  LogBuilder log;
  std::size_t start;
  std::size_t huge;
  std::size_t behind;
  std::size_t next;
  explicit Subject(bool checksum, std::size_t length) : log(checksum) {
    start = log.gtid(1);
    (void)log.query("BEGIN");
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{1, "x"}}, false);
    huge = log.write_rows(1, {{2, std::string(length, 'y')}});
    behind = log.size();
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{3, "z"}});
    (void)log.xid(5);
    next = log.transaction(2, {{4, "t"}});
  }
};

}  // namespace

TEST_CASE("reader: an event that fits no block is told, its transaction is oversized") {
  for (const bool checksum : {true, false}) {
    for (const std::size_t length : {1000U, 3999U}) {
      const Subject s(checksum, length);
      for (const std::size_t piece : {0U, 1U, 13U, 900U, 5000U}) {
        CAPTURE(piece);
        const Reading r = log_test::read_log(log_test::span_of(s.log.bytes), narrow(), piece);
        REQUIRE(r.steps.size() == 4);
        const std::string& told = r.steps[1].line;
        CHECK(told.compare(0, 12, "unsupported ") == 0);
        CHECK(field(told, "reason") == "event_too_large");
        CHECK(field(told, "type") == "30");
        CHECK(field(told, "start") == std::to_string(s.huge));
        CHECK(field(told, "end") == std::to_string(s.behind));
        const std::string& line = r.steps[2].line;
        CHECK(line.compare(0, 10, "oversized ") == 0);
        CHECK(field(line, "outcome") == "committed");
        CHECK(field(line, "start") == std::to_string(s.start));
        CHECK(field(line, "end") == std::to_string(s.next));
        CHECK(field(line, "events") == "8");
        CHECK(field(line, "bytes") == std::to_string(s.next - s.start));
        CHECK(field(line, "changes") == "2");
        CHECK(field(line, "undecoded") == "1");
        CHECK(field(line, "exact") == "0");
        CHECK(r.steps[3].rows.size() == 1);
        CHECK(r.end == "ok");
      }
    }
  }
}

TEST_CASE("reader: an event is exactly as large as the block, and one byte larger") {
  for (const bool fits : {true, false}) {
    LogBuilder log;
    const std::size_t empty = LogBuilder::query_body("", "shop").size() + 19 + 4;
    (void)log.query(std::string(kRoom - empty + (fits ? 0 : 1), 'x'));
    (void)log.transaction(1, {{1, "a"}});
    for (const std::size_t piece : {0U, 1U, 13U}) {
      const Reading r = log_test::read_log(log_test::span_of(log.bytes), narrow(), piece);
      REQUIRE(r.steps.size() == 3);
      CHECK((r.steps[1].line.compare(0, 10, "statement ") == 0) == fits);
      CHECK((r.steps[1].line.compare(0, 12, "unsupported ") == 0) == !fits);
      CHECK(r.steps[2].rows.size() == 1);
    }
  }
}

TEST_CASE("reader: a wrong checksum of an event that fits no block, and what lies behind it") {
  const Subject s(true, 2000);
  for (const std::size_t at : {s.huge + 25, s.huge + 1500, s.behind - 1, s.behind - 4}) {
    Bytes bytes = s.log.bytes;
    bytes[at] ^= 0x10;
    for (const std::size_t piece : {0U, 1U, 900U}) {
      CAPTURE(at);
      CAPTURE(piece);
      const Reading r = log_test::read_log(log_test::span_of(bytes), narrow(), piece);
      CHECK(r.status.code == nbl::Code::bad_checksum);
      CHECK(r.status.offset == s.behind - 4);
      CHECK(r.status.event_offset == s.behind - 4 - s.huge);
      CHECK(r.steps.size() == 1);
      nbl::LogOptions careless = narrow();
      careless.verify_checksums = false;
      CHECK(log_test::read_log(log_test::span_of(bytes), careless, piece).end == "ok");
    }
    log_test::Opened opened(narrow());
    std::size_t consumed = 0;
    nbl::Step step;
    const nbl::Span all = log_test::span_of(bytes);
    std::size_t from = 0;
    while (opened.reader->feed(all.skip(from), &consumed, &step)) from += consumed;
    from += consumed;
    REQUIRE(opened.reader->recover());
    std::vector<std::string> lines;
    CHECK(
        opened.feed(all.skip(from), [&](const nbl::Step& s2) { lines.push_back(log_test::tell(s2).line); }));
    REQUIRE(lines.size() == 1);
    CHECK(field(lines[0], "start") == std::to_string(s.next));
  }
}

TEST_CASE("reader: the input ends inside an event that fits no block") {
  const Subject s(true, 2000);
  for (const std::size_t cut : {s.huge + 19, s.huge + 100, s.behind - 1}) {
    const Reading r = log_test::read_log(nbl::Span{s.log.bytes.data(), cut}, narrow(), 0);
    REQUIRE(r.steps.size() == 2);
    CHECK(r.steps[1].line.compare(0, 11, "incomplete ") == 0);
    CHECK(field(r.steps[1].line, "reason") == "incomplete_event");
    CHECK(r.status.code == nbl::Code::incomplete_event);
    CHECK(r.status.offset == s.huge);
  }
}

TEST_CASE("reader: row events of a transaction larger than the block, one by one") {
  LogBuilder log;
  (void)log.gtid(1);
  (void)log.query("BEGIN");
  for (std::uint32_t i = 0; i < 500; ++i) {
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{i, "x"}, {i, std::string(50, 'y')}});
  }
  (void)log.xid(5);
  (void)log.transaction(2, {{1, "z"}});
  nbl::LogOptions whole;
  whole.input = nbl::Input::stable;
  whole.limits.max_events = 5000;
  std::vector<std::uint64_t> hashes;
  log_test::Opened reference(whole);
  CHECK(reference.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
    for (std::uint32_t i = 0; i < step.transaction.record_count; ++i) {
      hashes.push_back(log_test::hash_cells(step.transaction, i, 1));
    }
  }));
  REQUIRE(hashes.size() == 501);
  for (const std::size_t piece : {0U, 1U, 700U}) {
    nbl::LogOptions options = narrow();
    options.deliver = nbl::Deliver::events;
    options.limits.max_events = 2;
    options.limits.max_changes = 1;
    options.limits.max_event_changes = 1;
    options.limits.max_image_bytes = 1;
    const Reading r = log_test::read_log(log_test::span_of(log.bytes), options, piece);
    REQUIRE(r.steps.size() == 1 + 500 + 1 + 1 + 1);
    std::vector<std::uint64_t> seen;
    log_test::Opened opened(options);
    CHECK(opened.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
      if (step.kind == nbl::StepKind::rows) seen.push_back(log_test::hash_cells(step.transaction, 0, 1));
    }));
    CHECK(seen == hashes);
    CHECK(field(r.steps[501].line, "changes") == "1000");
    CHECK(field(r.steps[501].line, "events") == "1003");
  }
}

TEST_CASE("reader: statements inside, event by event, need no room") {
  LogBuilder log;
  (void)log.query("BEGIN");
  for (unsigned i = 0; i < 100; ++i) (void)log.query("INSERT INTO t VALUES (1)");
  (void)log.table_map(1, "a");
  (void)log.write_rows(1, {{1, "x"}});
  (void)log.query("COMMIT");
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options = narrow();
    options.input = input;
    options.deliver = nbl::Deliver::events;
    options.limits.max_events = 1;
    const Reading r = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    REQUIRE(r.steps.size() == 3);
    CHECK(r.steps[1].rows.size() == 1);
    CHECK(field(r.steps[2].line, "statements") == "100");
    // Kept whole, the statements are records like any other and count as events.
    options.deliver = nbl::Deliver::transactions;
    options.limits.max_events = 104;
    options.limits.max_bytes = 64U << 10;
    const Reading kept = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    CHECK(kept.steps[1].line.compare(0, 10, "committed ") == 0);
    options.limits.max_events = 102;
    const Reading over = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    CHECK(field(over.steps[1].line, "reason") == "event_quota");
    CHECK(field(over.steps[1].line, "needed") == "103");
  }
}
