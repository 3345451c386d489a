// Compressed transactions: the room for what comes out of them, exactly and by one, and what a reader without
// a decompressor says.
#include <doctest/doctest.h>

#include <algorithm>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"
#include "vectors/case_file.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::LogBuilder;
using log_test::Reading;
using log_test::Told;

namespace {

const char* const kLog = "mysql/27_compression_large/binlog.000001";

bool is_kind(const Told& told, const std::string& kind) {
  return told.line.compare(0, kind.size() + 1, kind + " ") == 0;
}

/// The sizes that the payloads of a log claim, in order.
std::vector<std::uint64_t> claimed_sizes(const Bytes& bytes) {
  std::vector<std::uint64_t> out;
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  REQUIRE(
      nbl::parse_format_description(log_test::span_of(bytes).skip(4), 4, nullptr, &format, &event, &status));
  for (std::size_t at = 4; at < bytes.size(); at += event.bytes.size) {
    if (at != 4) {
      REQUIRE(
          nbl::read_event(format, log_test::span_of(bytes).skip(at), at, 1U << 30, nullptr, &event, &status));
    }
    nbl::Payload payload;
    if (event.header.type == nbl::EventType::transaction_payload) {
      REQUIRE(nbl::parse_payload(event, format, &payload, &status));
      out.push_back(payload.uncompressed_size);
    }
  }
  return out;
}

/// BEGIN, TABLE_MAP, rows, XID as a payload's content: events without checksums.
Bytes inner_events(std::size_t rows) {
  LogBuilder inner(false);
  const std::size_t from = inner.query("BEGIN");
  for (std::size_t i = 0; i < rows; ++i) {
    (void)inner.table_map(7, "orders");
    (void)inner.write_rows(7, {{static_cast<std::uint32_t>(i), "abc"}});
  }
  (void)inner.xid(99);
  return Bytes(inner.bytes.begin() + static_cast<std::ptrdiff_t>(from), inner.bytes.end());
}

/// A TRANSACTION_PAYLOAD's body: algorithm (255 is none), size, the bytes.
Bytes payload_body(unsigned algorithm, const Bytes& content) {
  Bytes body;
  const auto put = [&](std::uint8_t type, const Bytes& value) {
    body.push_back(type);
    body.push_back(static_cast<std::uint8_t>(value.size()));
    body.insert(body.end(), value.begin(), value.end());
  };
  const auto packed = [](std::uint64_t value) {
    if (value < 251) return Bytes{static_cast<std::uint8_t>(value)};
    Bytes out{252};
    LogBuilder::le(&out, value, 2);
    return out;
  };
  put(2, packed(algorithm));
  put(3, packed(content.size()));
  put(1, packed(content.size()));
  body.push_back(0);
  body.insert(body.end(), content.begin(), content.end());
  return body;
}

nbl::LogOptions options_with(const log_test::Lent& lent, nbl::Input input, std::uint64_t side) {
  nbl::LogOptions options = log_test::wide_options(input, lent);
  options.limits.max_bytes = 64U << 10;
  options.limits.max_side_bytes = static_cast<std::uint32_t>(side);
  return options;
}

}  // namespace

TEST_CASE("payload: the room for the largest, exactly and by one") {
  const log_test::Lent lent;
  const Bytes bytes = log_test::read_file(log_test::fixture(kLog));
  const std::vector<std::uint64_t> sizes = claimed_sizes(bytes);
  REQUIRE(sizes.size() > 2);
  const std::uint64_t largest = *std::max_element(sizes.begin(), sizes.end());
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    const Reading exact = log_test::read_log(log_test::span_of(bytes), options_with(lent, input, largest), 0);
    const Reading wide =
        log_test::read_log(log_test::span_of(bytes), options_with(lent, input, largest * 2), 0);
    CHECK(log_test::difference(exact, wide) == "");
    const Reading less =
        log_test::read_log(log_test::span_of(bytes), options_with(lent, input, largest - 1), 0);
    CHECK(less.end == "ok");
    REQUIRE(less.steps.size() >= exact.steps.size());
    // Whatever is too large says so; the others are as before.
    std::size_t told = 0;
    for (const Told& step : less.steps) {
      if (field(step.line, "reason") == "codec_too_large") ++told;
    }
    CHECK(told >= static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), largest)));
    CHECK(less.steps.back() == exact.steps.back());
  }
}

TEST_CASE(
    "payload: a transaction that outgrows the window is oversized with its counts, and its rows can be had "
    "one by one") {
  const log_test::Lent lent;
  const Bytes content = inner_events(100);
  LogBuilder log;
  const std::size_t start = log.gtid(1);
  (void)log.event(40, payload_body(255, content));
  const std::size_t end = log.size();
  (void)log.transaction(2, {{5, "t"}});
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options = options_with(lent, input, content.size());
    const Reading exact = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    REQUIRE(exact.steps.size() == 3);
    CHECK(is_kind(exact.steps[1], "committed"));
    CHECK(exact.steps[1].rows.size() == 100);
    CHECK(field(exact.steps[1].line, "xid") == "99");

    options = options_with(lent, input, content.size() - 1);
    const Reading less = log_test::read_log(log_test::span_of(log.bytes), options, 0);
    REQUIRE(less.steps.size() == 3);
    const std::string& line = less.steps[1].line;
    CHECK(is_kind(less.steps[1], "oversized"));
    CHECK(field(line, "reason") == "codec_too_large");
    CHECK(field(line, "outcome") == "committed");
    CHECK(field(line, "start") == std::to_string(start));
    CHECK(field(line, "end") == std::to_string(end));
    CHECK(field(line, "changes") == "100");
    CHECK(less.steps[1].tables == std::vector<std::string>{"shop.orders inserts=100 updates=0 deletes=0"});
    CHECK(less.steps[2] == exact.steps[2]);

    // A window of the largest inner event is enough.
    options = options_with(lent, input, 80);
    options.deliver = nbl::Deliver::events;
    std::vector<std::uint64_t> hashes;
    log_test::Opened opened(options);
    CHECK(opened.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
      if (step.kind == nbl::StepKind::rows) hashes.push_back(log_test::hash_cells(step.transaction, 0, 1));
    }));
    CHECK(hashes.size() == 101);
  }
}

TEST_CASE("payload: one inner event larger than the window is told, and reading goes on") {
  const log_test::Lent lent;
  LogBuilder log;
  (void)log.gtid(1);
  const std::size_t at = log.event(40, payload_body(255, inner_events(1)));
  (void)log.transaction(2, {{5, "t"}});
  for (const std::uint64_t side : {0U, 1U, 18U, 19U, 40U}) {
    CAPTURE(side);
    const Reading r =
        log_test::read_log(log_test::span_of(log.bytes), options_with(lent, nbl::Input::stable, side), 0);
    REQUIRE(r.steps.size() == 3);
    CHECK(is_kind(r.steps[1], "unsupported"));
    CHECK(field(r.steps[1].line, "reason") == "codec_too_large");
    CHECK(field(r.steps[1].line, "end") ==
          std::to_string(at + log.bytes[at + 9] + 256U * log.bytes[at + 10]));
    CHECK(is_kind(r.steps[2], "committed"));
    CHECK(r.end == "ok");
  }
}

TEST_CASE("payload: without a decompressor it is told with its range") {
  const Bytes bytes = log_test::read_file(log_test::fixture(kLog));
  const log_test::Lent lent;
  nbl::LogOptions options = options_with(lent, nbl::Input::stable, 1U << 20);
  options.codecs = nbl::Codecs();
  const Reading without = log_test::read_log(log_test::span_of(bytes), options, 0);
  options = log_test::wide_options(nbl::Input::stable, lent);
  const Reading with = log_test::read_log(log_test::span_of(bytes), options, 0);
  CHECK(without.end == "ok");
  REQUIRE(without.steps.size() == with.steps.size());
  std::size_t missing = 0;
  for (std::size_t i = 0; i < with.steps.size(); ++i) {
    CHECK(field(without.steps[i].line, "start") == field(with.steps[i].line, "start"));
    CHECK(field(without.steps[i].line, "end") == field(with.steps[i].line, "end"));
    CHECK(field(without.steps[i].line, "gtid") == field(with.steps[i].line, "gtid"));
    if (field(without.steps[i].line, "reason") == "codec_missing") ++missing;
  }
  CHECK(missing == claimed_sizes(bytes).size());
}

TEST_CASE("payload: what is broken inside is an error of the payload, and the next transaction is whole") {
  const log_test::Lent lent;
  const Bytes whole = inner_events(2);
  std::vector<Bytes> broken;
  broken.push_back(Bytes(whole.begin(), whole.end() - 27));        // without its XID
  broken.push_back(Bytes(whole.begin(), whole.end() - 1));         // cut
  broken.push_back(LogBuilder::join({whole, whole}));              // two transactions
  broken.push_back(Bytes(whole.begin() + whole[9], whole.end()));  // without its BEGIN
  Bytes small = whole;
  small[9] = 5;  // an event smaller than its header
  broken.push_back(small);
  broken.push_back({});
  for (std::size_t i = 0; i < broken.size(); ++i) {
    CAPTURE(i);
    LogBuilder log;
    (void)log.gtid(1);
    const std::size_t at = log.event(40, payload_body(255, broken[i]));
    const std::size_t next = log.transaction(2, {{5, "t"}});
    for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
      log_test::Opened opened(options_with(lent, input, 4096));
      std::size_t from = 0;
      std::size_t consumed = 0;
      nbl::Step step;
      while (opened.reader->feed(log_test::span_of(log.bytes).skip(from), &consumed, &step)) {
        from += consumed;
        REQUIRE(step.kind != nbl::StepKind::need_more);
        CHECK(step.kind == nbl::StepKind::format);
      }
      from += consumed;
      CHECK(opened.reader->status().code == nbl::Code::bad_payload);
      CHECK(opened.reader->status().offset - opened.reader->status().event_offset == at);
      REQUIRE(opened.reader->recover());
      std::vector<std::string> lines;
      CHECK(opened.feed(log_test::span_of(log.bytes).skip(from),
                        [&](const nbl::Step& s) { lines.push_back(log_test::tell(s).line); }));
      REQUIRE(lines.size() == 1);
      CHECK(field(lines[0], "start") == std::to_string(next));
    }
  }
}
