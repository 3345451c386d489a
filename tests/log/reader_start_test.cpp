// Where reading begins: at any transaction, in the middle of one, in the next file, behind a rotation or a
// stop.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::LogBuilder;
using log_test::Told;

namespace {

struct Started {
  std::vector<Told> steps;
  std::vector<nbl::FormatDescription> formats;  // in force when each step had been given
};

Started read_all(nbl::Span bytes, const nbl::LogOptions& options) {
  Started out;
  log_test::Opened opened(options);
  CHECK(opened.feed(bytes, [&](const nbl::Step& step) {
    out.steps.push_back(log_test::tell(step, log_test::Depth::shallow));
    out.formats.push_back(opened.reader->format());
  }));
  return out;
}

nbl::LogOptions plain(nbl::Input input) {
  nbl::LogOptions options;
  options.input = input;
  options.limits.max_bytes = 1U << 20;
  return options;
}

std::vector<std::string> kinds_of(const std::vector<Told>& steps) {
  std::vector<std::string> out;
  for (const Told& told : steps) out.push_back(told.line.substr(0, told.line.find(' ')));
  return out;
}

}  // namespace

TEST_CASE("reader: from the start of any step on, the rest is the same") {
  const log_test::Lent lent;
  for (const char* name : {"mysql/36_replication/binlog.000001", "mysql/36_replication/relay.000006",
                           "mysql/17_gtid_tags/binlog.000002", "mysql/15_xa/binlog.000001",
                           "mysql/26_compression/binlog.000001", "mariadb/20_domains/binlog.000001",
                           "mariadb/13_savepoint_row/binlog.000001", "mariadb/31_replica/relay.000002"}) {
    CAPTURE(std::string(name));
    const Bytes bytes = log_test::read_file(log_test::fixture(name));
    const nbl::Span span = log_test::span_of(bytes);
    const nbl::LogOptions options = log_test::wide_options(nbl::Input::stable, lent);
    const Started whole = read_all(span, options);
    for (std::size_t i = 1; i < whole.steps.size(); ++i) {
      const std::uint64_t start = std::stoull(field(whole.steps[i].line, "start"));
      log_test::Opened opened(options);
      opened.reader->begin_at(whole.formats[i - 1], start);
      std::vector<Told> rest;
      CHECK(opened.feed(span.skip(static_cast<std::size_t>(start)), [&](const nbl::Step& step) {
        rest.push_back(log_test::tell(step, log_test::Depth::shallow));
      }));
      REQUIRE(rest.size() == whole.steps.size() - i);
      for (std::size_t k = 0; k < rest.size(); ++k) CHECK(rest[k] == whole.steps[i + k]);
    }
  }
}

TEST_CASE("reader: started inside a transaction it says so once, and gives the next one") {
  LogBuilder log;
  const std::size_t first = log.transaction(1, {{1, "a"}});
  const std::size_t next = log.transaction(2, {{2, "b"}});
  (void)log.transaction(3, {{3, "c"}});
  const nbl::Span span = log_test::span_of(log.bytes);
  const Started whole = read_all(span, plain(nbl::Input::stable));
  // Behind each event of the first transaction but its last.
  std::size_t at = first;
  for (unsigned event = 0; event < 4; ++event) {
    at += log.bytes[at + 9];
    for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
      log_test::Opened opened(plain(input));
      opened.reader->begin_at(whole.formats[0], at);
      std::vector<Told> steps;
      CHECK(
          opened.feed(span.skip(at), [&](const nbl::Step& step) { steps.push_back(log_test::tell(step)); }));
      CAPTURE(event);
      REQUIRE(steps.size() == 3);
      if (event == 0) {
        // At BEGIN the transaction is whole; only its GTID is not known.
        CHECK(field(steps[0].line, "gtid") == "-");
        CHECK(field(steps[0].line, "changes") == "1");
      } else {
        CHECK(steps[0].line.compare(0, 12, "unsupported ") == 0);
        CHECK(field(steps[0].line, "reason") == "started_inside_group");
        CHECK(field(steps[0].line, "start") == std::to_string(at));
      }
      CHECK(field(steps[1].line, "start") == std::to_string(next));
      CHECK(field(steps[2].line, "changes") == "1");
    }
  }
}

TEST_CASE("reader: files one after the other, with their magic or, as on a connection, without") {
  LogBuilder first;
  (void)first.transaction(1, {{1, "a"}});
  (void)first.rotate("binlog.000002");
  LogBuilder second(false);  // and without checksums
  (void)second.transaction(2, {{2, "b"}});
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    log_test::Opened opened(plain(input));
    std::vector<Told> steps;
    const auto take = [&](const nbl::Step& step) { steps.push_back(log_test::tell(step)); };
    CHECK(opened.feed(log_test::span_of(first.bytes), take));
    opened.reader->begin_file();
    CHECK(opened.reader->offset() == 0);
    CHECK(opened.feed(log_test::span_of(second.bytes), take));
    CHECK(opened.reader->offset() == second.size());
    CHECK(kinds_of(steps) ==
          std::vector<std::string>{"format", "committed", "rotate", "format", "committed"});
    CHECK(field(steps[2].line, "name") == "\"binlog.000002\"");
    CHECK(field(steps[4].line, "end") == std::to_string(second.size()));

    // A connection goes on with the next format description at once.
    steps.clear();
    opened.reader->begin_file();
    CHECK(opened.feed(log_test::span_of(first.bytes), take));
    CHECK(opened.feed(log_test::span_of(second.bytes).skip(4), take));
    CHECK(kinds_of(steps) ==
          std::vector<std::string>{"format", "committed", "rotate", "format", "committed"});
    CHECK(opened.reader->totals().bytes == 2 * first.size() + second.size() + second.size() - 4);
  }
}

TEST_CASE("reader: stop, rotate and another format in the middle of a list") {
  LogBuilder log;
  (void)log.transaction(1, {{1, "a"}});
  (void)log.event(3, {});
  (void)log.transaction(2, {{2, "b"}});
  (void)log.rotate("binlog.000009");
  (void)log.format();
  (void)log.transaction(3, {{3, "c"}});
  for (const std::size_t piece : {0U, 1U, 11U}) {
    for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
      const log_test::Reading r = log_test::read_log(log_test::span_of(log.bytes), plain(input), piece);
      CHECK(kinds_of(r.steps) == std::vector<std::string>{"format", "committed", "stop", "committed",
                                                          "rotate", "format", "committed"});
      CHECK(r.end == "ok");
    }
  }
}

TEST_CASE("reader: a rotation inside a transaction does not tear it") {
  // A replica's relay log is rotated wherever it is full, in the middle of a group.
  LogBuilder log;
  const std::size_t start = log.gtid(1);
  (void)log.query("BEGIN");
  (void)log.table_map(1, "a");
  (void)log.write_rows(1, {{1, "x"}});
  (void)log.event(4, LogBuilder::join({Bytes{4, 0, 0, 0, 0, 0, 0, 0}, LogBuilder::text("relay.000002")}),
                  0x20);
  (void)log.xid(5);
  const log_test::Reading r = log_test::read_log(log_test::span_of(log.bytes), plain(nbl::Input::stable), 0);
  CHECK(kinds_of(r.steps) == std::vector<std::string>{"format", "rotate", "committed"});
  CHECK(field(r.steps.back().line, "start") == std::to_string(start));
  CHECK(field(r.steps.back().line, "changes") == "1");
}

TEST_CASE("reader: common headers longer than 19 bytes") {
  for (const unsigned length : {20U, 27U, 64U, 255U}) {
    CAPTURE(length);
    LogBuilder log(true, length);
    const std::size_t start = log.transaction(1, {{1, "a"}, {2, "b"}});
    (void)log.query("DROP TABLE t");
    (void)log.rotate("binlog.000002");
    for (const std::size_t piece : {0U, 1U, 20U}) {
      for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
        const log_test::Reading r = log_test::read_log(log_test::span_of(log.bytes), plain(input), piece);
        CHECK(kinds_of(r.steps) == std::vector<std::string>{"format", "committed", "statement", "rotate"});
        CHECK(field(r.steps[1].line, "start") == std::to_string(start));
        CHECK(r.steps[1].rows == std::vector<std::string>{"rows type=insert table=shop.orders changes=2"});
        CHECK(field(r.steps[2].line, "sql") == "\"DROP TABLE t\"");
        CHECK(r.end == "ok");
      }
    }
  }
}

TEST_CASE("reader: positions beyond 4 GiB are its own, the header's wrap") {
  LogBuilder log;
  const std::size_t first = log.transaction(1, {{1, "a"}});
  (void)log.transaction(2, {{2, "b"}});
  const nbl::Span span = log_test::span_of(log.bytes);
  const Started whole = read_all(span, plain(nbl::Input::stable));
  const std::uint64_t far = 0x500000000ULL - 100;  // the first transaction crosses a multiple of 4 GiB
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    for (const nbl::Deliver deliver : {nbl::Deliver::transactions, nbl::Deliver::events}) {
      nbl::LogOptions options = plain(input);
      options.deliver = deliver;
      log_test::Opened opened(options);
      opened.reader->begin_at(whole.formats[0], far);
      std::vector<Told> steps;
      CHECK(opened.feed(span.skip(first), [&](const nbl::Step& step) {
        if (step.kind == nbl::StepKind::rows) {
          CHECK(nbl::record_offset(step.transaction, step.transaction.records[0]) == step.event.offset);
          CHECK(step.event.offset > far);
        } else {
          steps.push_back(log_test::tell(step));
        }
      }));
      REQUIRE(steps.size() == 2);
      const std::uint64_t length = std::stoull(field(whole.steps[1].line, "bytes"));
      CHECK(field(steps[0].line, "start") == std::to_string(far));
      CHECK(field(steps[0].line, "end") == std::to_string(far + length));
      CHECK(field(steps[1].line, "start") == std::to_string(far + length));
      CHECK(opened.reader->offset() == far + span.size - first);
    }
  }
}

TEST_CASE("reader: an offset that runs over 64 bits is an error") {
  LogBuilder log;
  const std::size_t first = log.transaction(1, {{1, "a"}});
  const nbl::Span span = log_test::span_of(log.bytes);
  const Started whole = read_all(span, plain(nbl::Input::stable));
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    log_test::Opened opened(plain(input));
    opened.reader->begin_at(whole.formats[0], ~std::uint64_t{0} - 100);
    CHECK_FALSE(opened.feed(span.skip(first), [](const nbl::Step&) {}));
    CHECK(opened.reader->status().code == nbl::Code::offset_overflow);
  }
}

TEST_CASE("reader: a format description that the block does not hold") {
  // Over copied input it would have to be kept; its size says that it cannot.
  LogBuilder log(true);
  (void)log.transaction(1, {{1, "a"}});
  nbl::LogOptions options;
  options.input = nbl::Input::copied;
  options.limits.max_bytes = 64;
  const nbl::Span bytes = log_test::span_of(log.bytes);
  log_test::Opened opened(options);
  const auto none = [](const nbl::Step&) {};
  CHECK(opened.feed(bytes.first(20), none));
  CHECK_FALSE(opened.feed(bytes.skip(20).first(60), none));
  CHECK(opened.reader->status().code == nbl::Code::event_too_large);
  CHECK(opened.reader->status().offset == 13);  // where the size stands
}
