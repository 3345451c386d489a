// Reading a range event by event gives what reading it whole gives.
#include <doctest/doctest.h>

#include "log/log_reading.hpp"
#include "vectors/case_file.hpp"

using log_test::Bytes;

namespace {

struct Seen {
  std::uint64_t offset;
  std::string table;
  std::uint64_t cells;
  bool operator==(const Seen& o) const { return offset == o.offset && table == o.table && cells == o.cells; }
};

void add_rows(const nbl::Transaction& t, std::vector<Seen>* out) {
  for (std::uint32_t i = 0; i < t.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(t, t.records[i], &reader)) continue;
    out->push_back(
        Seen{reader.event_offset, vectors::table_name(reader.table), log_test::hash_cells(t, i, 1)});
  }
}

struct Range {
  nbl::FormatDescription format;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t discarded = 0;
  std::uint64_t changes = 0;
  std::vector<Seen> rows;
  std::vector<nbl::DroppedRange> dropped;  // filled by a second reading under a quota nothing fits
};

std::vector<Range> transactions_of(nbl::Span bytes, const nbl::LogOptions& options) {
  std::vector<Range> out;
  log_test::Opened opened(options);
  CHECK(opened.feed(bytes, [&](const nbl::Step& step) {
    const bool oversized = step.kind == nbl::StepKind::oversized;
    const nbl::StepKind kind = oversized ? step.outcome : step.kind;
    if (kind != nbl::StepKind::committed && kind != nbl::StepKind::xa_prepared) return;
    Range range;
    range.format = opened.reader->format();
    range.from = step.start_offset;
    range.to = step.end_offset;
    range.discarded = step.transaction.discarded_changes;
    range.changes = step.transaction.change_count;
    add_rows(step.transaction, &range.rows);
    if (oversized) range.dropped.assign(step.dropped, step.dropped + step.dropped_count);
    out.push_back(range);
  }));
  return out;
}

std::vector<Seen> rows_of(nbl::Span bytes, const Range& range, nbl::LogOptions options) {
  options.deliver = nbl::Deliver::events;
  log_test::Opened opened(options);
  opened.reader->begin_at(range.format, range.from);
  std::vector<Seen> out;
  std::uint64_t ended_at = 0;
  const nbl::Span part{bytes.data + range.from, static_cast<std::size_t>(range.to - range.from)};
  CHECK(opened.feed(part, [&](const nbl::Step& step) {
    if (step.kind == nbl::StepKind::rows) {
      CHECK(step.transaction.record_count == 1);
      add_rows(step.transaction, &out);
    } else if (step.kind == nbl::StepKind::committed || step.kind == nbl::StepKind::xa_prepared) {
      ended_at = step.end_offset;
      CHECK(step.transaction.record_count == 0);
      CHECK(step.transaction.discarded_changes == range.discarded);
      CHECK(step.transaction.change_count == range.changes);
    }
  }));
  CHECK(ended_at == range.to);
  nbl::Step last;
  CHECK(opened.reader->finish(&last));
  return out;
}

bool is_dropped(const Range& range, std::uint64_t offset) {
  for (const nbl::DroppedRange& dropped : range.dropped) {
    if (offset >= dropped.from && offset < dropped.to) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("reader: rows event by event are those of the whole transaction") {
  const log_test::Lent lent;
  std::size_t transactions = 0;
  std::size_t with_dropped = 0;
  for (const std::string& path : log_test::committed_logs()) {
    CAPTURE(path);
    const Bytes bytes = log_test::read_file(path);
    const nbl::Span span = log_test::span_of(bytes);
    const nbl::LogOptions stable = log_test::wide_options(nbl::Input::stable, lent);
    nbl::LogOptions copied = log_test::wide_options(nbl::Input::copied, lent);
    nbl::LogOptions narrow = stable;
    narrow.limits.max_events = 1;
    std::vector<Range> ranges = transactions_of(span, stable);
    const std::vector<Range> oversized = transactions_of(span, narrow);
    REQUIRE(ranges.size() == oversized.size());
    // No transaction is held, so a small block must do for any of them.
    copied.limits.max_bytes = 256U << 10;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      Range& range = ranges[i];
      CHECK(oversized[i].from == range.from);
      CHECK(oversized[i].changes == range.changes);
      CHECK(oversized[i].discarded == range.discarded);
      range.dropped = oversized[i].dropped;
      ++transactions;
      if (!range.dropped.empty()) ++with_dropped;
      for (const nbl::LogOptions& options : {stable, copied}) {
        std::vector<Seen> rows;
        for (const Seen& seen : rows_of(span, range, options)) {
          if (!is_dropped(range, seen.offset)) rows.push_back(seen);
        }
        CAPTURE(range.from);
        CHECK(rows == range.rows);
      }
    }
  }
  CHECK(transactions > 1000);
  CHECK(with_dropped > 10);
}
