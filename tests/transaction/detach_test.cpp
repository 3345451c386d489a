// A detached transaction: its size, what it refuses, and that nothing reaches it any more.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"
#include "vectors/case_file.hpp"

using log_test::LogBuilder;
using nbl::Code;

namespace {

struct Subject {
  LogBuilder log;
  nbl::FormatDescription format;
  std::vector<std::size_t> events;  // where each begins
  Subject() {
    nbl::Event event;
    nbl::Status status;
    REQUIRE(nbl::parse_format_description(log_test::span_of(log.bytes).skip(4), 4, nullptr, &format, &event,
                                          &status));
    for (std::uint32_t i = 0; i < 3; ++i) {
      events.push_back(log.query("BEGIN"));
      events.push_back(log.table_map(i + 1, "orders"));
      events.push_back(log.write_rows(i + 1, {{i, "row"}, {i + 10, "other"}}));
      events.push_back(log.xid(i + 100));
    }
  }
};

/// The first column of every row.
std::string ids(const nbl::Transaction& t) {
  std::string out;
  for (std::uint32_t i = 0; i < t.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(t, t.records[i], &reader)) continue;
    while (reader.next_image()) {
      nbl::Cell cell;
      if (reader.image.next(&cell)) out += std::to_string(cell.unsigned_value) + " ";
    }
  }
  return out;
}

}  // namespace

TEST_CASE("detach: what is fed later does not reach it") {
  Subject s;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::Limits limits;
    limits.max_bytes = 4096;
    Workspace block(nbl::transaction_workspace_size(limits, input));
    nbl::Status status;
    auto* decoder =
        nbl::TransactionDecoder::init(block.data(), block.size(), s.format, limits, input, &status);
    REQUIRE(decoder != nullptr);
    std::vector<std::vector<std::uint64_t>> kept;
    log_test::Bytes bytes = s.log.bytes;
    for (const std::size_t at : s.events) {
      nbl::TransactionStep step;
      REQUIRE(decoder->feed(log_test::span_of(bytes).skip(at), at, &step));
      if (step.outcome != nbl::TransactionOutcome::committed) continue;
      kept.emplace_back((nbl::transaction_detached_size(step.transaction) + 7) / 8);
      REQUIRE(nbl::transaction_detach(step.transaction, kept.back().data(), kept.back().size() * 8) ==
              Code::ok);
    }
    std::fill(bytes.begin(), bytes.end(), 0xee);  // the caller's memory is gone, too
    REQUIRE(kept.size() == 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
      nbl::Transaction t;
      REQUIRE(nbl::transaction_open_detached(kept[i].data(), kept[i].size() * 8, &t) == Code::ok);
      CHECK(ids(t) == std::to_string(i) + " " + std::to_string(i + 10) + " ");
      CHECK(t.xid == i + 100);
      CHECK(t.start_offset == s.events[i * 4]);
      CHECK(vectors::table_name(nbl::transaction_table(t, 0)) == "shop.orders");
    }
    CHECK(block.guard_is_whole());
  }
}

TEST_CASE("detach: what it refuses") {
  Subject s;
  nbl::Limits limits;
  Workspace block(nbl::transaction_workspace_size(limits, nbl::Input::stable));
  nbl::Status status;
  auto* decoder = nbl::TransactionDecoder::init(block.data(), block.size(), s.format, limits,
                                                nbl::Input::stable, &status);
  nbl::TransactionStep step;
  for (std::size_t i = 0; i < 4; ++i)
    REQUIRE(decoder->feed(log_test::span_of(s.log.bytes).skip(s.events[i]), s.events[i], &step));
  const std::size_t size = nbl::transaction_detached_size(step.transaction);
  CHECK(size % 8 == 0);
  std::vector<std::uint64_t> memory(size / 8 + 1);
  auto* bytes = reinterpret_cast<std::uint8_t*>(memory.data());
  CHECK(nbl::transaction_detach(step.transaction, nullptr, size) == Code::invalid_argument);
  CHECK(nbl::transaction_detach(step.transaction, bytes + 1, size) == Code::workspace_misaligned);
  for (const std::size_t less : {std::size_t{0}, std::size_t{1}, size / 2, size - 1}) {
    CHECK(nbl::transaction_detach(step.transaction, bytes, less) == Code::output_too_small);
  }
  REQUIRE(nbl::transaction_detach(step.transaction, bytes, size) == Code::ok);
  nbl::Transaction t;
  CHECK(nbl::transaction_open_detached(nullptr, size, &t) == Code::invalid_argument);
  CHECK(nbl::transaction_open_detached(bytes, size, nullptr) == Code::invalid_argument);
  CHECK(nbl::transaction_open_detached(bytes + 4, size, &t) == Code::workspace_misaligned);
  for (const std::size_t less : {std::size_t{0}, std::size_t{8}, size / 2, size - 1}) {
    CHECK(nbl::transaction_open_detached(bytes, less, &t) == Code::bad_detached);
  }
  CHECK(nbl::transaction_open_detached(bytes, size, &t) == Code::ok);
  CHECK(nbl::transaction_open_detached(bytes, size + 8, &t) == Code::ok);
  memory[0] ^= 1;
  CHECK(nbl::transaction_open_detached(bytes, size, &t) == Code::bad_detached);
}

TEST_CASE("detach: only the tables that the transaction uses come along") {
  // The decoder keeps definitions of earlier transactions; a detached copy must not grow with them.
  LogBuilder log;
  for (std::uint32_t i = 1; i < 40; ++i)
    (void)log.transaction(i, {{i, "a"}}, std::string(1, static_cast<char>('A' + i)));
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  std::vector<std::size_t> sizes;
  CHECK(opened.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
    if (step.kind == nbl::StepKind::committed)
      sizes.push_back(nbl::transaction_detached_size(step.transaction));
  }));
  REQUIRE(sizes.size() == 39);
  for (const std::size_t size : sizes) CHECK(size == sizes.front());
}
