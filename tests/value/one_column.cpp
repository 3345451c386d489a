#include "value/one_column.hpp"

#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "nanobinlog/text.hpp"
#include "vectors/pending.hpp"

namespace value_test {
namespace {

using log_test::LogBuilder;

constexpr std::uint8_t kLong = 3;

bool is_character(const Spec& spec) {
  return spec.type == 15 || (spec.type == 254 && spec.meta[0] != 0xf7 && spec.meta[0] != 0xf8) ||
         spec.type == 252 || spec.type == 140 || spec.type == 141;
}

void field(Bytes* out, std::uint8_t type, const Bytes& value) {
  out->push_back(type);
  if (value.size() < 251) {
    out->push_back(static_cast<std::uint8_t>(value.size()));
  } else {
    out->push_back(252);
    LogBuilder::le(out, value.size(), 2);
  }
  out->insert(out->end(), value.begin(), value.end());
}

/// The table (INT UNSIGNED, spec, INT) or, alone, (spec).
Bytes map_body(const Spec& spec, bool alone) {
  Bytes body;
  LogBuilder::le(&body, 9, 6);
  LogBuilder::le(&body, 1, 2);
  body = LogBuilder::join({body, Bytes{1, 'd', 0, 1, 't', 0}});
  const Bytes types = alone ? Bytes{spec.type} : Bytes{kLong, spec.type, kLong};
  body.push_back(static_cast<std::uint8_t>(types.size()));
  body = LogBuilder::join(
      {body, types, Bytes{static_cast<std::uint8_t>(spec.meta.size())}, spec.meta, Bytes{0xff}});
  if (spec.is_unsigned >= 0) {
    // One bit a numeric column, the first in the top bit: the column's own stands behind the first INT's.
    const unsigned own = spec.is_unsigned == 1 ? 0x80U : 0U;
    field(&body, 1, {static_cast<std::uint8_t>(alone ? own : 0x80U | own >> 1)});
  }
  if (spec.collation >= 0) {
    Bytes collation;
    if (spec.collation < 251) {
      collation = {static_cast<std::uint8_t>(spec.collation)};
    } else {
      collation = {252, static_cast<std::uint8_t>(spec.collation),
                   static_cast<std::uint8_t>(spec.collation >> 8)};
    }
    field(&body, is_character(spec) ? 3 : 11, collation);
  }
  if (!spec.labels.empty()) {
    Bytes labels = {static_cast<std::uint8_t>(spec.labels.size())};
    for (const std::string& label : spec.labels) {
      labels.push_back(static_cast<std::uint8_t>(label.size()));
      labels.insert(labels.end(), label.begin(), label.end());
    }
    field(&body, spec.meta[0] == 0xf7 ? 6 : 5, labels);
  }
  if (spec.dimensions >= 0) {
    field(&body, 13,
          {252, static_cast<std::uint8_t>(spec.dimensions), static_cast<std::uint8_t>(spec.dimensions >> 8)});
  }
  return body;
}

bool label_of(const void* table, std::uint32_t column, std::uint32_t index, nbl::Span* label, nbl::Charset*) {
  return nbl::column_label(*static_cast<const nbl::Table*>(table), column, index, label);
}

std::string text_of(const nbl::Table& table, const nbl::Cell& cell) {
  if (cell.state != nbl::CellState::value) return cell.state == nbl::CellState::null ? "null" : "absent";
  nbl::JsonReader json;
  nbl::TextOptions options;
  options.json = &json;
  options.label = label_of;
  options.table = &table;
  char text[4096];
  nbl::Writer writer{text, sizeof(text), 0};
  const nbl::Code code = nbl::write_cell(&writer, cell, options);
  if (code != nbl::Code::ok) return nbl::code_name(code);
  REQUIRE(writer.fits());
  return std::string(text, writer.length);
}

Bytes head(unsigned columns, const Bytes& bitmaps) {
  Bytes body;
  LogBuilder::le(&body, 9, 6);
  LogBuilder::le(&body, 1, 2);
  LogBuilder::le(&body, 2, 2);
  body.push_back(static_cast<std::uint8_t>(columns));
  return LogBuilder::join({body, bitmaps});
}

/// Feeds one map and one ROWS event; the text of the column's cells, which must all be the same, or the
/// error.
std::string feed(const Spec& spec, bool alone, unsigned type, const Bytes& rows) {
  LogBuilder log(false);
  const std::size_t map_at = log.event(19, map_body(spec, alone));
  const std::size_t rows_at = log.event(type, rows);
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  REQUIRE(nbl::parse_format_description(nbl::Span{log.bytes.data() + 4, map_at - 4}, 4, nullptr, &format,
                                        &event, &status));
  nbl::Limits limits;
  limits.max_events = 1;
  limits.max_tables = 1;
  vectors::Pending pending(format, limits);
  if (!pending.take(nbl::Span{log.bytes.data() + map_at, rows_at - map_at}, map_at))
    return nbl::code_name(pending.store.status.code);
  // Exactly the event's bytes, for the sanitizer's sake.
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[log.size() - rows_at]);
  std::memcpy(exact.get(), log.bytes.data() + rows_at, log.size() - rows_at);
  if (!pending.take(nbl::Span{exact.get(), log.size() - rows_at}, rows_at)) {
    const nbl::Status& why = pending.store.status;
    if (why.column != nbl::kNoColumn) CHECK(why.column == (alone ? 0U : 1U));
    return nbl::code_name(why.code);
  }
  const nbl::Transaction t = pending.transaction();
  nbl::RowsReader reader;
  REQUIRE(nbl::open_rows(t, t.records[0], &reader));
  std::string out;
  unsigned cells = 0;
  while (reader.next_image()) {
    nbl::Cell cell;
    while (reader.image.next(&cell)) {
      if (cell.column != (alone ? 0U : 1U)) continue;
      const std::string text = text_of(reader.table, cell);
      if (cells++ != 0) CHECK(text == out);
      out = text;
    }
  }
  CHECK(cells != 0);
  return out;
}

const Bytes kSeven = {7, 0, 0, 0};
const Bytes kNine = {9, 0, 0, 0};

std::string read_once(const Spec& spec, const Bytes& value) {
  const auto rows = [&](unsigned columns, const Bytes& bitmaps, std::initializer_list<Bytes> parts) {
    return LogBuilder::join({head(columns, bitmaps), LogBuilder::join(parts)});
  };
  const std::string alone = feed(spec, true, 30, rows(1, {0xff}, {{0xfe}, value}));
  const auto same = [&](const std::string& other) { CHECK(other == alone); };
  same(feed(spec, true, 32, rows(1, {0xff}, {{0xfe}, value})));
  same(feed(spec, false, 30, rows(3, {0xff}, {{0xf8}, kSeven, value, kNine})));
  same(feed(spec, false, 30, rows(3, {0xff}, {{0xf8}, kSeven, value, kNine, {0xf8}, kNine, value, kSeven})));
  same(feed(spec, false, 30, rows(3, {0xff}, {{0xf9}, value, kNine})));   // the first is NULL
  same(feed(spec, false, 30, rows(3, {0xff}, {{0xfc}, kSeven, value})));  // the last
  same(feed(spec, false, 30, rows(3, {0xff}, {{0xfd}, value})));          // both
  same(feed(spec, false, 30, rows(3, {0xfe}, {{0xfc}, value, kNine})));   // the first is absent
  same(feed(spec, false, 30, rows(3, {0xfa}, {{0xfe}, value})));          // both others are absent
  same(feed(spec, false, 31, rows(3, {0xff, 0xff}, {{0xf8}, kSeven, value, kNine, {0xf9}, value, kNine})));
  return alone;
}

}  // namespace

Bytes from_hex(const std::string& text) {
  Bytes out;
  std::string digits;
  for (const char c : text) {
    if (c == ' ') continue;
    digits += c;
    if (digits.size() == 2) {
      out.push_back(static_cast<std::uint8_t>(std::stoul(digits, nullptr, 16)));
      digits.clear();
    }
  }
  REQUIRE(digits.empty());
  return out;
}

std::string read(const Spec& spec, const Bytes& value) {
  const std::string whole = read_once(spec, value);
  if (whole.compare(0, 10, "bad_table_") == 0) return whole;
  for (std::size_t length = 0; length < value.size(); ++length) {
    Bytes body = head(1, {0xff});
    body.push_back(0xfe);
    body.insert(body.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(length));
    const std::string cut = feed(spec, true, 30, body);
    CAPTURE(length);
    CAPTURE(value.size());
    CHECK((cut == "value_truncated" || (cut == whole && cut.find("unsupported") != std::string::npos)));
  }
  return whole;
}

}  // namespace value_test
