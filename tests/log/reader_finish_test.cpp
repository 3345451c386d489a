// The end of input, wherever it comes: whole transactions are there, cut ones are told and never committed.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::Reading;
using log_test::Told;

namespace {

std::uint64_t number(const Told& told, const char* key) { return std::stoull(field(told.line, key)); }

bool is_kind(const Told& told, const std::string& kind) {
  return told.line.compare(0, kind.size() + 1, kind + " ") == 0;
}

/// Where events begin, by their size fields alone; the end is the last.
std::vector<std::size_t> event_offsets(const Bytes& bytes) {
  std::vector<std::size_t> out;
  std::size_t at = 4;
  while (at < bytes.size()) {
    out.push_back(at);
    at += std::size_t{bytes[at + 9]} | std::size_t{bytes[at + 10]} << 8 | std::size_t{bytes[at + 11]} << 16;
  }
  REQUIRE(at == bytes.size());
  out.push_back(at);
  return out;
}

struct Expected {
  std::size_t whole = 0;  // steps that end before the cut
  bool incomplete = false;
  std::uint64_t start = 0;    // of the incomplete group
  std::uint64_t held_to = 0;  // end of its last whole event
  bool at_boundary = false;
  std::uint64_t boundary = 0;  // end of the last whole event
};

Expected expect(const Reading& whole, const std::vector<std::size_t>& events, std::size_t cut) {
  Expected e;
  for (const std::size_t at : events) {
    if (at <= cut) e.boundary = at;
  }
  e.at_boundary = e.boundary == cut;
  for (const Told& told : whole.steps) {
    if (number(told, "end") <= cut) {
      ++e.whole;
    } else if (number(told, "start") < e.boundary && !e.incomplete) {
      e.incomplete = true;
      e.start = number(told, "start");
    }
  }
  return e;
}

void check_cut(const Reading& whole, const Bytes& bytes, const std::vector<std::size_t>& events,
               std::size_t cut, const nbl::LogOptions& options, std::size_t piece) {
  CAPTURE(cut);
  const Reading r =
      log_test::read_log(nbl::Span{bytes.data(), cut}, options, piece, log_test::Depth::shallow);
  CHECK(r.at_finish);
  if (cut < 4) {
    CHECK(r.steps.empty());
    CHECK(r.status.code == (cut == 0 ? nbl::Code::empty_log : nbl::Code::incomplete_event));
    return;
  }
  const Expected e = expect(whole, events, cut);
  REQUIRE(r.steps.size() == e.whole + (e.incomplete ? 1 : 0));
  for (std::size_t i = 0; i < e.whole; ++i) CHECK(r.steps[i] == whole.steps[i]);
  if (e.incomplete) {
    const Told& last = r.steps.back();
    CHECK(is_kind(last, "incomplete"));
    CHECK(number(last, "start") == e.start);
    CHECK(number(last, "end") == e.boundary);
    CHECK(number(last, "bytes") == e.boundary - e.start);
    CHECK(number(last, "changes") == 0);
    CHECK(last.rows.empty());
    CHECK(field(last.line, "reason") == (e.at_boundary ? "incomplete_transaction" : "incomplete_event"));
  }
  CHECK(r.status.code == (e.at_boundary ? nbl::Code::ok : nbl::Code::incomplete_event));
  if (!e.at_boundary) CHECK(r.status.offset == e.boundary);
}

void cut_everywhere(const std::string& path, std::size_t step) {
  CAPTURE(path);
  const log_test::Lent lent;
  const Bytes bytes = log_test::read_file(path);
  const std::vector<std::size_t> events = event_offsets(bytes);
  nbl::LogOptions stable = log_test::wide_options(nbl::Input::stable, lent);
  stable.limits.max_bytes = 64U << 10;  // small blocks, since thousands of them are taken
  stable.limits.max_side_bytes = 256U << 10;
  nbl::LogOptions copied = stable;
  copied.input = nbl::Input::copied;
  const Reading whole = log_test::read_log(log_test::span_of(bytes), stable, 0, log_test::Depth::shallow);
  REQUIRE(whole.end == "ok");
  for (std::size_t cut = 0; cut <= bytes.size(); cut += step) {
    check_cut(whole, bytes, events, cut, stable, 0);
    check_cut(whole, bytes, events, cut, copied, cut % 3 == 0 ? 13 : 0);
  }
}

}  // namespace

TEST_CASE("reader: logs cut at every length") {
  cut_everywhere(log_test::fixture("mysql/36_replication/binlog.000001"), 1);
  cut_everywhere(log_test::fixture("mysql/36_replication/relay.000002"), 1);
  cut_everywhere(log_test::fixture("mysql/17_gtid_tags/binlog.000001"), 5);
  cut_everywhere(log_test::fixture("mysql/18_checksum_switch/binlog.000003"), 1);
  cut_everywhere(log_test::fixture("mysql/15_xa/binlog.000001"), 17);
  cut_everywhere(log_test::fixture("mysql/14_statement/binlog.000001"), 41);
  cut_everywhere(log_test::fixture("mysql/26_compression/binlog.000001"), 97);
  cut_everywhere(log_test::fixture("mariadb/20_domains/binlog.000001"), 5);
  cut_everywhere(log_test::fixture("mariadb/12_checksum/binlog.000003"), 1);
  cut_everywhere(log_test::fixture("mariadb/13_savepoint_row/binlog.000001"), 53);
}

TEST_CASE("reader: finish is a question, not an end") {
  log_test::LogBuilder log;
  const std::size_t start = log.transaction(1, {{1, "a"}});
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  std::vector<nbl::StepKind> kinds;
  const auto take = [&](const nbl::Step& step) { kinds.push_back(step.kind); };
  const nbl::Span all = log_test::span_of(log.bytes);
  CHECK(opened.feed(all.first(start), take));
  nbl::Step step;
  CHECK(opened.reader->finish(&step));
  CHECK(step.kind == nbl::StepKind::need_more);
  // The file has grown since.
  CHECK(opened.feed(all.skip(start), take));
  CHECK(kinds == std::vector<nbl::StepKind>{nbl::StepKind::format, nbl::StepKind::committed});
  CHECK(opened.reader->finish(&step));
  CHECK(step.kind == nbl::StepKind::need_more);
  CHECK(opened.reader->offset() == log.size());
}

TEST_CASE("reader: an open transaction at the end is dropped for good") {
  log_test::LogBuilder log;
  (void)log.gtid(1);
  (void)log.query("BEGIN");
  (void)log.table_map(1, "a");
  (void)log.write_rows(1, {{1, "x"}});
  const std::size_t cut = log.size();
  const std::size_t end = log.xid(5);
  (void)log.transaction(2, {{2, "y"}});
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  std::vector<std::string> lines;
  const auto take = [&](const nbl::Step& s) { lines.push_back(log_test::tell(s).line); };
  const nbl::Span all = log_test::span_of(log.bytes);
  CHECK(opened.feed(all.first(cut), take));
  CHECK(opened.reader->in_transaction());
  nbl::Step step;
  CHECK(opened.reader->finish(&step));
  CHECK(step.kind == nbl::StepKind::incomplete);
  CHECK(step.reason == nbl::Code::incomplete_transaction);
  CHECK(step.transaction.discarded_changes == 1);
  CHECK_FALSE(opened.reader->in_transaction());
  CHECK(opened.reader->finish(&step));
  CHECK(step.kind == nbl::StepKind::need_more);
  // A commit that comes later revives nothing.
  lines.clear();
  CHECK(opened.feed(all.skip(end), take));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].compare(0, 12, "unsupported ") == 0);
  CHECK(field(lines[0], "reason") == "started_inside_group");
  CHECK(lines[1].compare(0, 10, "committed ") == 0);
  CHECK(field(lines[1], "changes") == "1");
}
