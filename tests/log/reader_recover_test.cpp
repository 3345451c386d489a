// After an error: what is pending is gone, the broken event is stepped over where its length can be believed,
// and the next transaction is whole.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::LogBuilder;

namespace {

struct Broken {
  LogBuilder log;
  std::size_t fault = 0;  // the broken event
  std::size_t next = 0;   // the transaction behind the broken one
};

struct Fault {
  const char* name;
  nbl::Code code;
  std::function<void(Broken*)> write;  // the second transaction, broken
};

/// GTID and BEGIN in front of the broken part.
void open(Broken* b) {
  (void)b->log.gtid(2);
  (void)b->log.query("BEGIN");
}

std::vector<Fault> faults() {
  using nbl::Code;
  return {
      {"checksum", Code::bad_checksum,
       [](Broken* b) {
         open(b);
         (void)b->log.table_map(1, "a");
         b->fault = b->log.write_rows(1, {{1, "x"}});
         b->log.bytes[b->fault + 30] ^= 1;
         (void)b->log.xid(5);
       }},
      {"gtid body", Code::bad_gtid,
       [](Broken* b) {
         b->fault = b->log.event(33, Bytes(7, 1));
         (void)b->log.query("BEGIN");
         (void)b->log.table_map(1, "a");
         (void)b->log.write_rows(1, {{1, "x"}});
         (void)b->log.xid(5);
       }},
      {"query body", Code::bad_query,
       [](Broken* b) {
         (void)b->log.gtid(2);
         b->fault = b->log.event(2, Bytes(12, 0));
         (void)b->log.xid(5);
       }},
      {"table map cut", Code::bad_table_map,
       [](Broken* b) {
         open(b);
         Bytes body = LogBuilder::table_map_body(1, "a");
         body.resize(12);
         b->fault = b->log.event(19, body);
         (void)b->log.write_rows(1, {{1, "x"}});
         (void)b->log.xid(5);
       }},
      {"no table map", Code::missing_table_map,
       [](Broken* b) {
         open(b);
         b->fault = b->log.write_rows(1, {{1, "x"}});
         (void)b->log.xid(5);
       }},
      {"row cut", Code::value_truncated,
       [](Broken* b) {
         open(b);
         (void)b->log.table_map(1, "a");
         Bytes body = LogBuilder::rows_body(1, {{1, "xyz"}}, true);
         body.pop_back();
         b->fault = b->log.event(30, body);
         (void)b->log.xid(5);
       }},
      {"unknown savepoint", Code::unknown_savepoint,
       [](Broken* b) {
         open(b);
         (void)b->log.table_map(1, "a");
         (void)b->log.write_rows(1, {{1, "x"}});
         b->fault = b->log.query("ROLLBACK TO `nowhere`");
         (void)b->log.xid(5);
       }},
      {"xid body", Code::bad_xid,
       [](Broken* b) {
         open(b);
         (void)b->log.table_map(1, "a");
         (void)b->log.write_rows(1, {{1, "x"}});
         b->fault = b->log.event(16, Bytes(7, 0));
       }},
      {"payload", Code::bad_payload,
       [](Broken* b) {
         (void)b->log.gtid(2);
         b->fault = b->log.event(40, Bytes{2, 1, 9, 0});
       }},
      {"rows query", Code::bad_rows_query,
       [](Broken* b) {
         open(b);
         b->fault = b->log.event(29, Bytes{});
         (void)b->log.xid(5);
       }},
      {"format", Code::bad_format_description,
       [](Broken* b) {
         b->fault = b->log.format();
         b->log.bytes[b->fault + 19 + 2 + 50 + 4] = 18;
         b->log.sum_again(b->fault);
       }},
  };
}

/// Feeds in pieces; on an error recovers once and goes on with what has not been consumed.
void run(const Fault& fault, nbl::Input input, std::size_t piece) {
  CAPTURE(std::string(fault.name));
  CAPTURE(piece);
  Broken b;
  (void)b.log.transaction(1, {{1, "first"}});
  fault.write(&b);
  b.next = b.log.transaction(3, {{3, "third"}, {4, "fourth"}});
  (void)b.log.rotate("binlog.000002");

  nbl::LogOptions options;
  options.input = input;
  options.limits.max_bytes = 4096;
  options.limits.max_side_bytes = 4096;
  log_test::Opened opened(options);
  nbl::LogReader* reader = opened.reader;
  std::vector<std::string> lines;
  std::size_t at = 0;
  unsigned errors = 0;
  const std::size_t total = b.log.size();
  for (std::size_t end = piece == 0 ? total : piece; at < total;) {
    if (end > total) end = total;
    std::size_t consumed = 0;
    nbl::Step step;
    const bool good = reader->feed(nbl::Span{b.log.bytes.data() + at, end - at}, &consumed, &step);
    at += consumed;
    if (!good) {
      ++errors;
      REQUIRE(errors == 1);
      const nbl::Status status = reader->status();
      CHECK(status.code == fault.code);
      CHECK(status.offset - status.event_offset == b.fault);
      CHECK(status.event_type == b.log.bytes[b.fault + 4]);
      CHECK_FALSE(reader->in_transaction());
      // Nothing goes on by itself.
      CHECK_FALSE(reader->feed(nbl::Span{b.log.bytes.data() + at, end - at}, &consumed, &step));
      CHECK(consumed == 0);
      CHECK(reader->status().code == nbl::Code::failed_before);
      CHECK_FALSE(reader->finish(&step));
      CHECK(reader->status().code == nbl::Code::failed_before);
      REQUIRE(reader->recover());
      CHECK(reader->status().ok());
      CHECK_FALSE(reader->recover());
      continue;
    }
    if (step.kind == nbl::StepKind::need_more) {
      if (end == total) break;
      end += piece;
    } else {
      lines.push_back(log_test::tell(step).line);
    }
  }
  CHECK(errors == 1);
  if (fault.code == nbl::Code::bad_gtid) {
    // Only the prefix was broken: the transaction behind it is whole and has lost its name.
    REQUIRE(lines.size() == 5);
    CHECK(field(lines[2], "gtid") == "-");
    CHECK(field(lines[2], "changes") == "1");
    lines.erase(lines.begin() + 2);
  }
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].compare(0, 7, "format ") == 0);
  CHECK(field(lines[1], "changes") == "1");
  CHECK(lines[2].compare(0, 10, "committed ") == 0);
  CHECK(field(lines[2], "start") == std::to_string(b.next));
  CHECK(field(lines[2], "changes") == "2");
  CHECK(lines[3].compare(0, 7, "rotate ") == 0);
  CHECK(reader->offset() == total);
  nbl::Step step;
  CHECK(reader->finish(&step));
}

}  // namespace

TEST_CASE("reader: reading goes on behind a broken event") {
  for (const Fault& fault : faults()) {
    for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
      for (const std::size_t piece : {0U, 1U, 7U, 64U}) run(fault, input, piece);
    }
  }
}

TEST_CASE("reader: a length that cannot be believed leads nowhere") {
  for (const std::uint32_t size : {0U, 5U, 22U, 0xffffffffU}) {
    CAPTURE(size);
    LogBuilder log;
    (void)log.transaction(1, {{1, "a"}});
    const std::size_t at = log.xid(7);
    for (unsigned i = 0; i < 4; ++i) log.bytes[at + 9 + i] = static_cast<std::uint8_t>(size >> (8 * i));
    nbl::LogOptions options;
    options.input = nbl::Input::stable;
    log_test::Opened opened(options);
    CHECK_FALSE(opened.feed(log_test::span_of(log.bytes), [](const nbl::Step&) {}));
    CHECK(opened.reader->status().code ==
          (size > 1000 ? nbl::Code::event_too_large : nbl::Code::event_too_small));
    CHECK(opened.reader->status().offset == at + 9);
    CHECK_FALSE(opened.reader->recover());
    // Another file may be read with the same reader.
    opened.reader->begin_file();
    std::size_t steps = 0;
    LogBuilder other;
    (void)other.transaction(1, {{1, "a"}});
    CHECK(opened.feed(log_test::span_of(other.bytes), [&](const nbl::Step&) { ++steps; }));
    CHECK(steps == 2);
  }
}

TEST_CASE("reader: recover without an error, and where no log ever began") {
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  CHECK_FALSE(opened.reader->recover());
  const Bytes text = {'h', 'e', 'l', 'l', 'o'};
  CHECK_FALSE(opened.feed(log_test::span_of(text), [](const nbl::Step&) {}));
  CHECK(opened.reader->status().code == nbl::Code::bad_magic);
  CHECK_FALSE(opened.reader->recover());
}

TEST_CASE("reader: stable bytes of a transaction must follow each other in memory") {
  LogBuilder log;
  (void)log.gtid(1);
  (void)log.query("BEGIN");
  const std::size_t cut = log.size();
  (void)log.table_map(1, "a");
  (void)log.write_rows(1, {{1, "x"}});
  (void)log.xid(5);
  const std::size_t next = log.transaction(2, {{2, "y"}});
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  const Bytes elsewhere(log.bytes.begin() + static_cast<std::ptrdiff_t>(cut), log.bytes.end());
  std::vector<std::string> lines;
  const auto take = [&](const nbl::Step& step) { lines.push_back(log_test::tell(step).line); };
  CHECK(opened.feed(log_test::span_of(log.bytes).first(cut), take));
  CHECK_FALSE(opened.feed(log_test::span_of(elsewhere), take));
  CHECK(opened.reader->status().code == nbl::Code::not_contiguous);
  CHECK(opened.reader->status().offset == cut);
  // Between transactions it may lie anywhere.
  opened.reader->begin_at(opened.reader->format(), next);
  CHECK(opened.feed(log_test::span_of(elsewhere).skip(next - cut), take));
  REQUIRE(lines.size() == 2);
  CHECK(field(lines[1], "start") == std::to_string(next));
}
