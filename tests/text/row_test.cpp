// Whole rows against the same rows put together cell by cell, in rooms of every size. That the cells
// themselves are right is asked of the servers, by the tests of the tool.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "log/log_reading.hpp"
#include "nanobinlog/text.hpp"

using nbl::Cell;
using nbl::CellState;
using nbl::Code;
using nbl::RowImage;
using nbl::Writer;

namespace {

struct Keys {
  std::string text;
  std::vector<std::uint32_t> at{0};
  explicit Keys(std::uint32_t columns) {
    for (std::uint32_t i = 0; i < columns; ++i) {
      // Some longer than the slack, none like its neighbour.
      text += ",\"" + std::string(i % 7 == 6 ? 40 : i % 5, 'n') + std::to_string(i) + "\":";
      at.push_back(static_cast<std::uint32_t>(text.size()));
    }
    text.append(nbl::kRowKeySlack, '?');
  }
  [[nodiscard]] nbl::RowKeys keys() const { return nbl::RowKeys{text.data(), at.data()}; }
};

/// The text, or "code:column" where it is refused.
std::string cell_by_cell(RowImage image, const Keys& keys, const nbl::TextOptions& options) {
  std::vector<char> room(4096);
  std::string out = "{";
  Cell cell;
  while (image.next(&cell)) {
    if (cell.state == CellState::absent) continue;
    std::string key = keys.text.substr(keys.at[cell.column], keys.at[cell.column + 1] - keys.at[cell.column]);
    if (out.size() == 1) key.erase(0, 1);
    Writer writer{room.data(), room.size(), 0};
    Code code = nbl::write_cell(&writer, cell, options);
    if (!writer.fits()) {
      room.resize(writer.length);
      writer = Writer{room.data(), room.size(), 0};
      code = nbl::write_cell(&writer, cell, options);
    }
    if (code != Code::ok) return std::to_string(static_cast<int>(code)) + ":" + std::to_string(cell.column);
    REQUIRE(writer.fits());
    out += key + std::string(room.data(), writer.length);
  }
  return out + "}";
}

struct Tried {
  std::uint64_t rows = 0;
  std::uint64_t refused = 0;
  std::uint64_t rooms = 0;
};

/// One row into `capacity` bytes, with guards behind them.
void try_room(const RowImage& image, const Keys& keys, const nbl::TextOptions& options,
              const std::string& expected, std::size_t capacity, std::vector<char>* room) {
  constexpr std::size_t kGuard = 64;
  constexpr char kMark = '\x5a';
  room->assign(capacity + kGuard, kMark);
  Writer writer{room->data(), capacity, 0};
  RowImage row = image;
  std::uint32_t column = 0;
  REQUIRE(nbl::write_row(&writer, &row, keys.keys(), options, &column) == Code::ok);
  REQUIRE(writer.length == expected.size());
  REQUIRE(row.column == row.column_count);
  if (writer.fits()) REQUIRE(std::string(room->data(), writer.length) == expected);
  for (std::size_t i = capacity; i < room->size(); ++i) REQUIRE((*room)[i] == kMark);
}

void try_row(const RowImage& image, const Keys& keys, const nbl::TextOptions& options, bool every_room,
             Tried* tried) {
  const std::string expected = cell_by_cell(image, keys, options);
  std::vector<char> room;
  ++tried->rows;
  if (expected[0] != '{') {
    room.resize(4096);
    Writer writer{room.data(), room.size(), 0};
    RowImage row = image;
    std::uint32_t column = 0;
    const Code code = nbl::write_row(&writer, &row, keys.keys(), options, &column);
    REQUIRE(std::to_string(static_cast<int>(code)) + ":" + std::to_string(column) == expected);
    ++tried->refused;
    return;
  }
  try_room(image, keys, options, expected, expected.size() + 300, &room);
  if (!every_room || expected.size() > 2000) return;
  for (std::size_t capacity = 0; capacity < expected.size() + 200; ++capacity, ++tried->rooms) {
    try_room(image, keys, options, expected, capacity, &room);
  }
}

void try_transaction(const nbl::Transaction& transaction, const nbl::TextOptions& options, Tried* tried) {
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(transaction, transaction.records[i], &reader)) continue;
    const Keys keys(reader.table.column_count());
    for (int row = 0; row < 40 && reader.next_image(); ++row) {
      // Every size of room is quadratic in the text.
      const bool small = reader.table.column_count() < 40;
      try_row(reader.image, keys, options, small && row == 0 && i % 4 == 0, tried);
    }
  }
}

}  // namespace

TEST_CASE("text: a whole row is its cells one behind the other, in a room of any size") {
  const log_test::Lent lent;
  nbl::JsonReader json;
  nbl::TextOptions options;
  options.json = &json;
  options.charsets = &nbl::write_charset_string;
  Tried tried;
  for (const std::string& path : log_test::committed_logs(200000)) {
    const log_test::Bytes bytes = log_test::read_file(path);
    log_test::Opened opened(log_test::wide_options(nbl::Input::stable, lent));
    (void)opened.feed(log_test::span_of(bytes),
                      [&](const nbl::Step& step) { try_transaction(step.transaction, options, &tried); });
  }
  CHECK(tried.rows > 5000);
  CHECK(tried.refused >= 1);  // integers whose sign no metadata tells
  CHECK(tried.rooms > 20000);
}
