// Each quota hit exactly and by one: a transaction over it is told with its range and counts, and reading
// goes on behind it.
#include <doctest/doctest.h>

#include <functional>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::field;
using log_test::LogBuilder;
using log_test::Reading;

namespace {

constexpr std::size_t kMapBytes =
    6 + 2 + 1 + 4 + 1 + 1 + 1 + 1 + 1 + 2 + 1 + 2 + 1 + 3;  // of a table with a name of one letter

/// GTID, BEGIN, one statement over two tables, one over the first, XID: 8 events, 7 changes; then a small
/// transaction.
struct Subject {
  LogBuilder log;
  std::size_t start;
  std::size_t largest_event;
  std::size_t end;
  explicit Subject(bool checksum) : log(checksum) {
    start = log.gtid(1);
    (void)log.query("BEGIN");
    (void)log.table_map(1, "a");
    (void)log.table_map(2, "b");
    (void)log.write_rows(1, {{1, "x"}, {2, "y"}}, false);
    const std::size_t big = log.write_rows(2, {{3, std::string(500, 'z')}, {4, "w"}, {5, ""}});
    largest_event = log.size() - big;
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{6, "x"}, {7, "y"}});
    (void)log.xid(77);
    end = log.size();
    (void)log.transaction(2, {{8, "t"}}, "c");
  }
};

nbl::LogOptions options_of(nbl::Input input) {
  nbl::LogOptions options;
  options.input = input;
  options.limits.max_bytes = 64U << 10;
  return options;
}

using Change = std::function<void(nbl::Limits*)>;

void check_exact(const Subject& s, nbl::Input input, const Change& change, std::size_t piece) {
  nbl::LogOptions options = options_of(input);
  change(&options.limits);
  const Reading r = log_test::read_log(log_test::span_of(s.log.bytes), options, piece);
  REQUIRE(r.steps.size() == 3);
  const std::string& line = r.steps[1].line;
  CAPTURE(line);
  CHECK(line.compare(0, 10, "committed ") == 0);
  CHECK(field(line, "changes") == "7");
  CHECK(r.steps[1].rows.size() == 3);
  CHECK(r.end == "ok");
}

void check_over(const Subject& s, nbl::Input input, const Change& change, std::size_t piece,
                const char* reason, std::uint64_t limit, std::uint64_t needed, bool exact_tables) {
  nbl::LogOptions options = options_of(input);
  change(&options.limits);
  const Reading r = log_test::read_log(log_test::span_of(s.log.bytes), options, piece);
  CAPTURE(reason);
  CAPTURE(r.end);
  REQUIRE(r.steps.size() == 3);
  const std::string& line = r.steps[1].line;
  CAPTURE(line);
  CHECK(line.compare(0, 10, "oversized ") == 0);
  CHECK(field(line, "outcome") == "committed");
  CHECK(field(line, "reason") == reason);
  CHECK(field(line, "limit") == std::to_string(limit));
  CHECK(field(line, "needed") == std::to_string(needed));
  CHECK(field(line, "start") == std::to_string(s.start));
  CHECK(field(line, "end") == std::to_string(s.end));
  CHECK(field(line, "events") == "9");
  CHECK(field(line, "bytes") == std::to_string(s.end - s.start));
  CHECK(field(line, "changes") == "7");
  CHECK(field(line, "xid") == "77");
  CHECK(r.steps[1].rows.empty());
  CHECK(field(line, "exact") == (exact_tables ? "1" : "0"));
  if (exact_tables) {
    CHECK(r.steps[1].tables == std::vector<std::string>{"shop.a inserts=4 updates=0 deletes=0",
                                                        "shop.b inserts=3 updates=0 deletes=0"});
  }
  CHECK(r.steps[2].line.compare(0, 10, "committed ") == 0);
  CHECK(r.steps[2].rows == std::vector<std::string>{"rows type=insert table=shop.c changes=1"});
  CHECK(r.end == "ok");
}

/// The tables' quotas: what is kept is one statement's tables, so counts a table are gone, and those of the
/// transaction are not.
void check_tables_over(const Subject& s, nbl::Input input, const Change& change, const char* reason,
                       std::uint64_t limit, std::uint64_t needed) {
  nbl::LogOptions options = options_of(input);
  change(&options.limits);
  const Reading r = log_test::read_log(log_test::span_of(s.log.bytes), options, 0);
  CAPTURE(std::string(reason));
  CAPTURE(r.end);
  // Both tables of the first statement do not fit: the second one's rows are told, and not counted.
  REQUIRE(r.steps.size() == 4);
  CHECK(r.steps[1].line.compare(0, 12, "unsupported ") == 0);
  CHECK(field(r.steps[1].line, "reason") == reason);
  const std::string& line = r.steps[2].line;
  CHECK(line.compare(0, 10, "oversized ") == 0);
  CHECK(field(line, "reason") == reason);
  CHECK(field(line, "limit") == std::to_string(limit));
  CHECK(field(line, "needed") == std::to_string(needed));
  CHECK(field(line, "changes") == "4");
  CHECK(field(line, "undecoded") == "1");
  CHECK(field(line, "exact") == "0");
  CHECK(field(line, "events") == "9");
  CHECK(field(line, "end") == std::to_string(s.end));
  CHECK(r.steps[3].rows == std::vector<std::string>{"rows type=insert table=shop.c changes=1"});
  CHECK(r.end == "ok");
}

struct Quota {
  const char* reason;
  std::uint64_t exact;
  std::function<void(nbl::Limits*, std::uint64_t)> set;
  bool exact_tables;
  std::uint64_t needed;
};

}  // namespace

TEST_CASE("reader: every quota exactly and by one") {
  for (const bool checksum : {true, false}) {
    const Subject s(checksum);
    const std::size_t wire = s.end - s.start;
    const std::vector<Quota> quotas = {
        {"event_quota", 9,
         [](nbl::Limits* l, std::uint64_t n) { l->max_events = static_cast<std::uint32_t>(n); }, true, 9},
        {"change_quota", 7,
         [](nbl::Limits* l, std::uint64_t n) { l->max_changes = static_cast<std::uint32_t>(n); }, true, 7},
        {"byte_quota", wire, [](nbl::Limits* l, std::uint64_t n) { l->max_bytes = n; }, true, wire},
        {"event_too_large", s.largest_event,
         [](nbl::Limits* l, std::uint64_t n) { l->max_event_bytes = static_cast<std::uint32_t>(n); }, true,
         s.largest_event},
        {"rows_limit", 3,
         [](nbl::Limits* l, std::uint64_t n) { l->max_event_changes = static_cast<std::uint32_t>(n); }, true,
         3},
        {"image_limit", 1 + 4 + 2 + 500,
         [](nbl::Limits* l, std::uint64_t n) { l->max_image_bytes = static_cast<std::uint32_t>(n); }, true,
         1 + 4 + 2 + 500},
        {"table_quota", 2,
         [](nbl::Limits* l, std::uint64_t n) { l->max_tables = static_cast<std::uint32_t>(n); }, false, 2},
        {"column_quota", 4,
         [](nbl::Limits* l, std::uint64_t n) { l->max_columns = static_cast<std::uint32_t>(n); }, false, 4},
        {"table_bytes_quota", 2 * kMapBytes,
         [](nbl::Limits* l, std::uint64_t n) { l->max_table_bytes = static_cast<std::uint32_t>(n); }, false,
         2 * kMapBytes},
    };
    for (const Quota& quota : quotas) {
      if (!quota.exact_tables) continue;  // the tables' quotas have a case of their own
      for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
        for (const std::size_t piece : {0U, 1U, 50U}) {
          CAPTURE(quota.reason);
          check_exact(
              s, input, [&](nbl::Limits* l) { quota.set(l, quota.exact); }, piece);
          check_over(
              s, input, [&](nbl::Limits* l) { quota.set(l, quota.exact - 1); }, piece, quota.reason,
              quota.exact - 1, quota.needed, true);
        }
      }
    }
    for (const Quota& quota : quotas) {
      if (quota.exact_tables) continue;
      for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
        check_exact(
            s, input, [&](nbl::Limits* l) { quota.set(l, quota.exact); }, 0);
        check_tables_over(
            s, input, [&](nbl::Limits* l) { quota.set(l, quota.exact - 1); }, quota.reason, quota.exact - 1,
            quota.needed);
      }
    }
  }
}

TEST_CASE("reader: many tables, one a statement, in the room for one") {
  LogBuilder log;
  (void)log.gtid(1);
  (void)log.query("BEGIN");
  for (std::uint32_t i = 0; i < 20; ++i) {
    (void)log.table_map(i, std::string(1, static_cast<char>('a' + i)));
    (void)log.write_rows(i, {{i, "x"}, {i + 100, "y"}});
  }
  (void)log.xid(5);
  (void)log.transaction(2, {{8, "t"}}, "z");
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options = options_of(input);
    options.limits.max_tables = 1;
    const Reading r = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    REQUIRE(r.steps.size() == 3);
    CHECK(field(r.steps[1].line, "reason") == "table_quota");
    CHECK(field(r.steps[1].line, "changes") == "40");
    CHECK(field(r.steps[1].line, "exact") == "0");
    CHECK(r.steps[2].rows.size() == 1);
    // Event by event nothing is too much.
    options.deliver = nbl::Deliver::events;
    const Reading events = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    REQUIRE(events.steps.size() == 1 + 20 + 1 + 1 + 1);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(events.steps[1 + i].rows == std::vector<std::string>{std::string("rows type=insert table=shop.") +
                                                                 static_cast<char>('a' + i) + " changes=2"});
    }
    CHECK(field(events.steps[21].line, "changes") == "40");
  }
}

TEST_CASE("reader: savepoints alive at once, exactly and by one") {
  for (const std::uint32_t limit : {3U, 2U}) {
    LogBuilder log;
    (void)log.query("BEGIN");
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{1, "x"}});
    (void)log.query("SAVEPOINT `one`");
    (void)log.table_map(1, "a");
    (void)log.write_rows(1, {{2, "x"}});
    (void)log.query("SAVEPOINT `two`");
    (void)log.query("SAVEPOINT `three`");
    const std::size_t back = log.query("ROLLBACK TO `one`");
    (void)log.xid(5);
    nbl::LogOptions options = options_of(nbl::Input::stable);
    options.limits.max_savepoints = limit;
    const Reading r = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    if (limit == 3) {
      CHECK(field(r.steps.back().line, "changes") == "1");
      CHECK(field(r.steps.back().line, "changes_discarded") == "1");
    } else {
      // The oldest has been forgotten, and which rows a rollback to it undoes is not known any more.
      CHECK(r.status.code == nbl::Code::unknown_savepoint);
      CHECK(r.status.offset == back);
    }
  }
}
