// TABLE_MAP and ROWS bodies, written out in hexadecimal, through the row room.
#ifndef NBL_TESTS_ROW_FEED_HPP
#define NBL_TESTS_ROW_FEED_HPP

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "log/log_builder.hpp"
#include "value/one_column.hpp"
#include "vectors/case_file.hpp"
#include "vectors/pending.hpp"

namespace row_test {

using log_test::Bytes;
using value_test::from_hex;

/// A format description of a log without checksums.
inline nbl::FormatDescription plain_format() {
  const log_test::LogBuilder log(false);
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  REQUIRE(nbl::parse_format_description(nbl::Span{log.bytes.data() + 4, log.size() - 4}, 4, nullptr, &format,
                                        &event, &status));
  return format;
}

/// Feeds events one behind the other; each lies in memory of exactly its size.
class RowFeed {
 public:
  explicit RowFeed(const nbl::FormatDescription& format = plain_format(),
                   const nbl::Limits& limits = nbl::Limits())
      : pending(format, limits), log_(false) {}

  bool take(unsigned type, const Bytes& body) {
    const std::size_t at = log_.event(type, body);
    const std::size_t size = log_.size() - at;
    events_.emplace_back(new std::uint8_t[size]);
    std::memcpy(events_.back().get(), log_.bytes.data() + at, size);
    offset = at;
    return pending.take(nbl::Span{events_.back().get(), size}, at);
  }
  bool take(unsigned type, const std::string& hex) { return take(type, from_hex(hex)); }

  nbl::Code code() const { return pending.store.status.code; }
  nbl::Table table(std::uint32_t index) const { return nbl::transaction_table(pending.transaction(), index); }

  /// The rows of the last ROWS event: "1=2a 2=null; ..." with each value's bytes in hexadecimal; "before |
  /// after" of an update.
  std::string rows() const {
    const nbl::Transaction t = pending.transaction();
    if (t.record_count == 0) return "no record";
    nbl::RowsReader reader;
    REQUIRE(nbl::open_rows(t, t.records[0], &reader));
    std::string out;
    nbl::RowChange change;
    while (nbl::next_change(&reader, &change)) {
      if (!out.empty()) out += "; ";
      if (change.before.columns != nullptr) out += image(change.before);
      if (change.before.columns != nullptr && change.after.columns != nullptr) out += " | ";
      if (change.after.columns != nullptr) out += image(change.after);
    }
    return std::to_string(reader.change_count) + ": " + out;
  }

  vectors::Pending pending;
  std::size_t offset = 0;

 private:
  static std::string image(nbl::RowImage image) {
    std::string out;
    nbl::Cell cell;
    while (image.next(&cell)) {
      if (cell.state == nbl::CellState::absent) continue;
      out += (out.empty() ? "" : " ") + std::to_string(cell.column + 1) + "=" +
             (cell.state == nbl::CellState::null ? "null" : vectors::hex(cell.bytes));
      if (cell.kind == nbl::ValueKind::json_diff) out += "(diff)";
    }
    return "{" + out + "}";
  }

  log_test::LogBuilder log_;
  std::vector<std::unique_ptr<std::uint8_t[]>> events_;
};

/// A TABLE_MAP's body: id, flags 1, "d"."t", then what is given.
inline Bytes map_of(const std::string& types, const std::string& metadata, const std::string& nulls,
                    const std::string& optional = "", std::uint64_t id = 9) {
  Bytes body;
  log_test::LogBuilder::le(&body, id, 6);
  log_test::LogBuilder::le(&body, 1, 2);
  body = log_test::LogBuilder::join({body, Bytes{1, 'd', 0, 1, 't', 0}});
  const Bytes type_bytes = from_hex(types);
  const Bytes metadata_bytes = from_hex(metadata);
  body.push_back(static_cast<std::uint8_t>(type_bytes.size()));
  return log_test::LogBuilder::join({body, type_bytes,
                                     Bytes{static_cast<std::uint8_t>(metadata_bytes.size())}, metadata_bytes,
                                     from_hex(nulls), from_hex(optional)});
}

}  // namespace row_test

#endif
