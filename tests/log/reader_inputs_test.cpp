// Input that stays put and input that is copied, whole and in pieces: the same things happen in a log. Over
// the first the reader has a loop of its own, over the second it has not, so each is the other's test.
#include <doctest/doctest.h>

#include <algorithm>

#include "log/any_log.hpp"
#include "log/log_reading.hpp"

using log_test::AnyLog;
using log_test::Bytes;
using log_test::Dice;
using log_test::LogBuilder;

namespace {

constexpr std::uint32_t kSeeds = 1500;

struct Start {
  bool at = false;  // in the middle
  nbl::FormatDescription format;
  std::uint64_t offset = 0;
};

std::string num(std::uint64_t value) { return std::to_string(value); }

std::string status_line(const nbl::Status& s) {
  return std::string("error ") + nbl::code_name(s.code) + " at=" + num(s.offset) +
         " type=" + num(s.event_type) + " inside=" + num(s.event_offset) + " column=" + num(s.column) +
         " limit=" + num(s.limit) + " needed=" + num(s.needed);
}

/// What a step has besides the text that Told makes of it.
std::string more_of(const nbl::Step& step) {
  std::string out = " event=" + num(step.event.offset) + "+" + num(step.event.bytes.size) +
                    " body=" + num(step.event.body.size);
  if (step.kind == nbl::StepKind::committed || step.kind == nbl::StepKind::rolled_back ||
      step.kind == nbl::StepKind::oversized) {
    out += " wire=" + num(step.transaction.wire_offset) + "+" + num(step.transaction.wire_size) +
           " records=" + num(step.transaction.record_count) + " head=" + num(step.transaction.header_length) +
           " exact=" + num(step.counts_exact ? 1 : 0) + " overflow=" + num(step.dropped_overflow ? 1 : 0);
  }
  return out;
}

/// All steps and errors, with recovery from each error that can be recovered from.
std::vector<std::string> read_with(nbl::LogReader* reader, nbl::Span bytes, const nbl::LogOptions& options,
                                   const Start& start, const std::vector<std::size_t>& cuts) {
  std::vector<std::string> out;
  const std::uint64_t events_before = reader->totals().events;
  if (start.at) reader->begin_at(start.format, start.offset);
  std::size_t at = 0;
  const auto take = [&](const nbl::Step& step) {
    const log_test::Told told = log_test::tell(step, log_test::Depth::deep);
    out.push_back(told.line + more_of(step) + " cells=" + num(told.cells));
    out.insert(out.end(), told.rows.begin(), told.rows.end());
    out.insert(out.end(), told.tables.begin(), told.tables.end());
    if (!told.detached.empty()) out.push_back(told.detached);
  };
  for (std::size_t i = 0; i <= cuts.size();) {
    const std::size_t end = i < cuts.size() ? cuts[i] : bytes.size;
    Bytes own;
    const std::size_t from = at;
    if (options.input == nbl::Input::copied) own.assign(bytes.data + from, bytes.data + end);
    for (;;) {
      nbl::Step step;
      std::size_t consumed = 0;
      const std::uint8_t* base =
          options.input == nbl::Input::copied ? own.data() + (at - from) : bytes.data + at;
      const bool good = reader->feed(nbl::Span{base, end - at}, &consumed, &step);
      at += consumed;
      if (!good) {
        out.push_back(status_line(reader->status()));
        if (!reader->recover()) {
          out.push_back("lost");
          return out;
        }
        continue;
      }
      if (step.kind == nbl::StepKind::need_more) break;
      take(step);
    }
    ++i;
  }
  for (;;) {
    nbl::Step step;
    if (!reader->finish(&step)) {
      out.push_back(status_line(reader->status()));
      break;
    }
    if (step.kind == nbl::StepKind::need_more) break;
    take(step);
  }
  out.push_back("events=" + num(reader->totals().events - events_before));
  return out;
}

std::vector<std::string> read_all(nbl::Span bytes, const nbl::LogOptions& options, const Start& start,
                                  const std::vector<std::size_t>& cuts) {
  log_test::Opened opened(options);
  return read_with(opened.reader, bytes, options, start, cuts);
}

std::uint32_t some(Dice* dice, std::uint32_t usual, std::uint32_t most) {
  return dice->one_in(4) ? 1 + dice->below(most) : usual;
}

/// A size that the log has, of an event or of the first ones of a group, or one byte less.
std::uint32_t met(Dice* dice, const AnyLog& log, std::uint32_t most_events) {
  const auto count = static_cast<std::uint32_t>(log.events.size());
  const auto groups = static_cast<std::uint32_t>(log.groups.size());
  const std::uint32_t from =
      std::min(most_events == 1 ? dice->below(count) : log.groups[dice->below(groups)], count - 1);
  const std::uint32_t to = std::min(from + 1 + dice->below(most_events), count);
  const std::size_t end = to < count ? log.events[to] : log.bytes.size();
  const std::size_t size = end > log.events[from] ? end - log.events[from] : 0;
  return std::max(static_cast<std::uint32_t>(size), 2U) - dice->below(2);
}

nbl::LogOptions any_options(Dice* dice, const AnyLog& log) {
  nbl::LogOptions options;
  nbl::Limits& l = options.limits;
  l.max_events = some(dice, 64, 16);
  l.max_changes = some(dice, 1000, 12);
  // Not below one event: over copied input that has no room at all, and is told as such.
  l.max_bytes = std::max<std::uint64_t>(dice->one_in(3) ? met(dice, log, 12) : 8192,
                                        log.sizes_hold ? log.largest : log.bytes.size());
  l.max_event_bytes = dice->one_in(4) ? met(dice, log, 1) : 4096;
  l.max_event_changes = some(dice, 100, 4);
  l.max_image_bytes = some(dice, 4096, 20);
  l.max_tables = some(dice, 16, 4);
  l.max_columns = some(dice, 256, 16);
  l.max_table_bytes = some(dice, 1024, 100);
  l.max_savepoints = some(dice, 4, 2);
  options.verify_checksums = !dice->one_in(4);
  if (dice->one_in(4)) options.deliver = nbl::Deliver::events;
  return options;
}

Start any_start(Dice* dice, const AnyLog& log) {
  Start start;
  if (!dice->one_in(3)) return start;
  nbl::Event event;
  nbl::Status status;
  if (!nbl::parse_format_description(log_test::span_of(log.bytes).skip(4), 4, nullptr, &start.format, &event,
                                     &status)) {
    return start;
  }
  constexpr std::uint64_t kOffsets[] = {
      4, 0xffffff00U, 0x100000000, 0x180000000, ~std::uint64_t{0} - 700, ~std::uint64_t{0} - 120};
  start.at = true;
  start.offset = kOffsets[dice->below(6)];
  return start;
}

std::vector<std::size_t> any_cuts(Dice* dice, std::size_t size) {
  std::vector<std::size_t> cuts;
  const std::uint32_t most = dice->one_in(2) ? 20 : 400;
  for (std::size_t at = dice->below(most); at < size; at += 1 + dice->below(most)) cuts.push_back(at);
  return cuts;
}

/// Where two readings part; empty where they do not.
std::string parted(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] != b[i]) return "line " + num(i) + ":\n  " + a[i] + "\n  " + b[i];
  }
  return a.size() == b.size() ? "" : "one goes on: " + (a.size() > b.size() ? a[b.size()] : b[a.size()]);
}

}  // namespace

TEST_CASE("inputs: any log, stable and copied, whole and in pieces") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const AnyLog log = log_test::any_log(seed, seed % 3 == 0 ? 1000 : seed % 3 == 1 ? 8 : 3);
    Dice dice(seed + 1000000);
    nbl::LogOptions stable = any_options(&dice, log);
    stable.input = nbl::Input::stable;
    nbl::LogOptions copied = stable;
    copied.input = nbl::Input::copied;
    const Start start = any_start(&dice, log);
    nbl::Span bytes = log_test::span_of(log.bytes);
    if (start.at) bytes = bytes.skip(log.events[dice.below(static_cast<std::uint32_t>(log.events.size()))]);
    const std::vector<std::string> whole = read_all(bytes, stable, start, {});
    const std::string how = "seed " + num(seed);
    const auto check = [&](const nbl::LogOptions& options, const std::vector<std::size_t>& cuts,
                           const char* what) {
      const std::string other = parted(whole, read_all(bytes, options, start, cuts));
      CHECK_MESSAGE(other.empty(), how << " " << what << ": " << other);
    };
    check(copied, {}, "copied");
    check(stable, any_cuts(&dice, bytes.size), "stable in pieces");
    check(copied, any_cuts(&dice, bytes.size), "copied in pieces");
  }
}

TEST_CASE("inputs: any log reads the same behind any other") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const AnyLog before = log_test::any_log(seed + 7000, seed % 2 == 0 ? 1000 : 8);
    const AnyLog log = log_test::any_log(seed + 8000, seed % 2 == 0 ? 1000 : 8);
    Dice dice(seed);
    nbl::LogOptions options = any_options(&dice, log);
    options.input = seed % 3 == 0 ? nbl::Input::copied : nbl::Input::stable;
    const nbl::Span bytes = log_test::span_of(log.bytes);
    const std::vector<std::string> fresh = read_all(bytes, options, Start{}, {});
    log_test::Opened opened(options);
    (void)read_with(opened.reader, log_test::span_of(before.bytes), options, Start{}, {});
    opened.reader->begin_file();
    const std::string other = parted(fresh, read_with(opened.reader, bytes, options, Start{}, {}));
    CHECK_MESSAGE(other.empty(), "seed " << seed << ": " << other);
  }
}

namespace {

/// One transaction of MariaDB, or of MySQL, with this TABLE_MAP and nothing else.
LogBuilder map_alone(bool mariadb, const Bytes& body) {
  LogBuilder log(true, 19, mariadb ? "10.11.6-MariaDB-log" : "9.7.4");
  (void)log.query("BEGIN");
  (void)log.event(19, body);
  (void)log.xid(1);
  return log;
}

}  // namespace

TEST_CASE("inputs: the same TABLE_MAP bytes under another server's format are read anew") {
  // GEOMETRY has a character set for MariaDB alone: an empty list of them is whole for MySQL and short for
  // it.
  Bytes body = LogBuilder::join({Bytes{9, 0, 0, 0, 0, 0, 1, 0, 1}, LogBuilder::text("d"), Bytes{0, 1},
                                 LogBuilder::text("t"), Bytes{0, 1, 255, 1, 4, 1, 3, 0}});
  const LogBuilder mysql = map_alone(false, body);
  const LogBuilder maria = map_alone(true, body);
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options;
    options.input = input;
    options.limits.max_bytes = 4096;
    log_test::Opened opened(options);
    const auto none = [](const nbl::Step&) {};
    CHECK(opened.feed(log_test::span_of(mysql.bytes), none));
    opened.reader->begin_file();
    CHECK_FALSE(opened.feed(log_test::span_of(maria.bytes), none));
    CHECK(opened.reader->status().code == nbl::Code::bad_table_metadata);
    opened.reader->begin_file();
    CHECK(opened.feed(log_test::span_of(mysql.bytes), none));
  }
}

TEST_CASE("inputs: stable input that moves inside a transaction is refused, whatever event comes next") {
  LogBuilder log(true);
  std::vector<std::size_t> cuts;
  (void)log.transaction(1, {{1, "a"}}, "t");
  const std::size_t begin = log.size();
  (void)log.gtid(2);
  (void)log.query("BEGIN");
  for (int i = 0; i < 2; ++i) {
    cuts.push_back(log.table_map(101, "t"));
    cuts.push_back(log.write_rows(101, {{2, "b"}}));
  }
  cuts.push_back(log.xid(20));
  (void)log.transaction(3, {{3, "c"}}, "t");
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  const nbl::Span bytes = log_test::span_of(log.bytes);
  for (const std::size_t cut : cuts) {
    CAPTURE(cut);
    log_test::Opened opened(options);
    const auto none = [](const nbl::Step&) {};
    CHECK(opened.feed(bytes.first(cut), none));
    const Bytes moved(log.bytes.begin() + static_cast<std::ptrdiff_t>(cut), log.bytes.end());
    std::size_t consumed = 1;
    nbl::Step step;
    CHECK_FALSE(opened.reader->feed(log_test::span_of(moved), &consumed, &step));
    CHECK(opened.reader->status().code == nbl::Code::not_contiguous);
    CHECK(opened.reader->status().offset == cut);
  }
  // Between two transactions it may lie elsewhere.
  log_test::Opened opened(options);
  int committed = 0;
  const auto count = [&committed](const nbl::Step& step) {
    committed += step.kind == nbl::StepKind::committed ? 1 : 0;
  };
  CHECK(opened.feed(bytes.first(begin), count));
  const Bytes moved(log.bytes.begin() + static_cast<std::ptrdiff_t>(begin), log.bytes.end());
  CHECK(opened.feed(log_test::span_of(moved), count));
  CHECK(committed == 3);
}

TEST_CASE("inputs: rows that MariaDB's old temporals make unreadable are told over both") {
  // A TIMESTAMP of five bytes, as one with a fraction has them; the log says four.
  LogBuilder log(true, 19, "10.11.6-MariaDB-log");
  const Bytes map = LogBuilder::join({Bytes{9, 0, 0, 0, 0, 0, 1, 0, 1}, LogBuilder::text("d"), Bytes{0, 1},
                                      LogBuilder::text("t"), Bytes{0, 1, 7, 0, 1}});
  const auto rows = [&log](const Bytes& row) {
    return log.event(30, LogBuilder::join({Bytes{9, 0, 0, 0, 0, 0, 1, 0, 2, 0, 1, 1, 0}, row}));
  };
  (void)log.query("BEGIN");
  (void)log.event(19, map);
  (void)rows({0x6a, 0x1b, 0x2c, 0x3d});
  (void)log.event(19, map);
  const std::size_t unreadable = rows({0x6a, 0x1b, 0x2c, 0x3d, 0x4e});
  (void)log.event(19, map);
  (void)rows({0x6a, 0x1b, 0x2c, 0x3e});
  (void)log.xid(1);
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options;
    options.input = input;
    options.limits.max_bytes = 4096;
    log_test::Opened opened(options);
    std::vector<nbl::StepKind> kinds;
    CHECK(opened.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
      kinds.push_back(step.kind);
      if (step.kind == nbl::StepKind::unsupported) {
        CHECK(step.reason == nbl::Code::old_hires_temporal);
        CHECK(step.event.offset == unreadable);
      }
      if (step.kind == nbl::StepKind::committed) {
        CHECK(step.transaction.change_count == 2);
        CHECK(step.transaction.undecoded_events == 1);
      }
    }));
    const std::vector<nbl::StepKind> told{nbl::StepKind::format, nbl::StepKind::unsupported,
                                          nbl::StepKind::committed};
    CHECK(kinds == told);
  }
}
