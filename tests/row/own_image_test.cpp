// Rows walked in an image of the caller's own read as those walked in the reader's, whether images are read whole or left early.
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "nanobinlog/log.hpp"

namespace {

std::vector<std::uint8_t> read_log(const std::string& name) {
  std::ifstream in(std::string(NBL_SOURCE_DIR) + "/fixtures/mysql/" + name, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void check_same(const nbl::Cell& a, const nbl::Cell& b) {
  REQUIRE(a.column == b.column);
  REQUIRE(a.state == b.state);
  REQUIRE(a.kind == b.kind);
  REQUIRE(a.bytes.size == b.bytes.size);
  if (a.state != nbl::CellState::value) return;
  REQUIRE(a.bytes.data == b.bytes.data);
  if (a.kind == nbl::ValueKind::integer) REQUIRE(a.signed_value == b.signed_value);
}

/// Of each image no more than `most` cells are read. Gives the images.
std::size_t walk_both(const nbl::Transaction& transaction, const nbl::EventRecord& record, std::uint32_t most) {
  nbl::RowsReader one;
  nbl::RowsReader other;
  if (!nbl::open_rows(transaction, record, &one)) return 0;
  REQUIRE(nbl::open_rows(transaction, record, &other));
  nbl::RowImage row;
  std::size_t images = 0;
  while (one.next_image()) {
    REQUIRE(other.next_image(&row));
    REQUIRE(row.is_after == one.image.is_after);
    nbl::Cell a;
    nbl::Cell b;
    for (std::uint32_t i = 0; i < most && one.image.next(&a); ++i) {
      REQUIRE(row.next(&b));
      check_same(a, b);
    }
    ++images;
  }
  CHECK_FALSE(other.next_image(&row));
  return images;
}

std::size_t walk_log(const std::string& name, std::uint32_t most) {
  const std::vector<std::uint8_t> log = read_log(name);
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  std::vector<std::uint64_t> block(nbl::log_reader_workspace_size(options) / 8 + 1);
  nbl::Status status;
  nbl::LogReader* reader = nbl::LogReader::init(block.data(), block.size() * 8, options, &status);
  REQUIRE(reader != nullptr);
  nbl::Span rest{log.data(), log.size()};
  nbl::Step step;
  std::size_t images = 0;
  do {
    std::size_t consumed = 0;
    REQUIRE(reader->feed(rest, &consumed, &step));
    rest = rest.skip(consumed);
    if (step.kind != nbl::StepKind::committed) continue;
    for (std::uint32_t i = 0; i < step.transaction.record_count; ++i) {
      images += walk_both(step.transaction, step.transaction.records[i], most);
    }
  } while (step.kind != nbl::StepKind::need_more);
  return images;
}

}  // namespace

TEST_CASE("an image of the caller's own reads as the reader's") {
  for (const char* log : {"01_oltp/binlog.000001", "21_image_minimal/binlog.000001", "24_partial_json/binlog.000001"}) {
    CAPTURE(log);
    for (const std::uint32_t most : {0U, 1U, 3U, 5000U}) CHECK(walk_log(log, most) != 0);
  }
}
