// Row images are checked in blocks and runs of columns, and where columns are absent by a list of those
// present. Here they are walked column by column as well, by rules of the test's own, and both must find the
// same: changes, errors and where they stand.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "row/rows_event.hpp"
#include "value/layout.hpp"

namespace {

using nbl::Code;
using Bytes = std::vector<std::uint8_t>;

/// The kinds of columns of this test, each with its own rule in walk_value().
enum class Kind { tiny, integer, longlong, varchar, blob, json, decimal, null };
constexpr unsigned kKinds = 8;
constexpr unsigned kVarcharMost = 20;

nbl::Column column_of(Kind kind) {
  static const std::uint8_t kTypes[kKinds] = {1, 3, 8, 15, 252, 245, 246, 6};
  const std::uint8_t metadata[2] = {kind == Kind::varchar ? std::uint8_t{kVarcharMost} : std::uint8_t{2}, 0};
  nbl::Column column;
  REQUIRE(nbl::lay_out_column(kTypes[static_cast<unsigned>(kind)], metadata, &column));
  return column;
}

struct Outcome {
  Code code = Code::ok;
  std::size_t at = 0;
  std::uint32_t column = nbl::kNoColumn;
  std::uint32_t changes = 0;
};

struct Table {
  std::vector<Kind> kinds;
  std::vector<nbl::Column> columns;
};

/// An event's images: for each of its sides, which columns there are.
struct Event {
  nbl::RowOperation operation = nbl::RowOperation::insert;
  bool partial = false;
  std::vector<bool> before;
  std::vector<bool> after;
  Bytes bytes;
};

bool bit_of(const Bytes& bytes, std::size_t at, std::size_t bit) {
  return (bytes[at + bit / 8] >> (bit % 8) & 1) != 0;
}

/// One value by the rules of its kind.
Code walk_value(Kind kind, bool is_diff, const Bytes& bytes, std::size_t* at) {
  const std::size_t left = bytes.size() - *at;
  const std::size_t fixed[kKinds] = {1, 4, 8, 1, 2, 2, 1, 0};
  const std::size_t width = fixed[static_cast<unsigned>(kind)];
  if (kind == Kind::null) return Code::unsupported_column_type;  // NULL is all that there is
  if (left < width) return Code::value_truncated;
  if (kind == Kind::decimal) {
    // Two digits in a byte, its first bit inverted, all of them where negative.
    const unsigned byte = bytes[*at] ^ 0x80U;
    const unsigned number = byte >= 128 ? ~byte & 0xff : byte;
    if (number > 99) return Code::bad_decimal;
  }
  if (kind == Kind::tiny || kind == Kind::integer || kind == Kind::longlong || kind == Kind::decimal) {
    *at += width;
    return Code::ok;
  }
  const std::size_t length = width == 1 ? bytes[*at] : bytes[*at] + 256U * bytes[*at + 1];
  if (length > left - width) return Code::value_truncated;
  if (kind == Kind::varchar && length > kVarcharMost) {
    *at += 1;
    return Code::value_too_long;
  }
  if (kind == Kind::json) {  // what is inside is another test's matter
    std::vector<nbl::JsonFrame> frames(nbl::kJsonMaxDepth);
    const nbl::Span document{bytes.data() + *at + width, length};
    std::uint32_t wrong = 0;
    const Code code = is_diff ? nbl::json_validate_diffs(document, frames.data(), &wrong)
                              : nbl::json_validate(document, frames.data(), &wrong);
    if (code != Code::ok) *at += width + wrong;
    if (code != Code::ok) return code;
  }
  *at += width + length;
  return Code::ok;
}

Code walk_image(const Table& table, const Event& event, bool after, std::size_t* at, std::uint32_t* column) {
  const std::vector<bool>& present = after ? event.after : event.before;
  const std::size_t count = table.kinds.size();
  std::size_t there = 0;
  std::size_t json = 0;
  for (std::size_t i = 0; i < count; ++i) {
    there += present[i] ? 1U : 0U;
    json += table.kinds[i] == Kind::json ? 1U : 0U;
  }
  bool has_bits = false;
  std::size_t bits = 0;
  if (after && event.partial) {
    if (event.bytes.size() == *at || event.bytes[*at] > 1) return Code::bad_partial_update;
    has_bits = event.bytes[*at] == 1;
    bits = *at + 1;
    const std::size_t size = 1 + (has_bits ? (json + 7) / 8 : 0);
    if (event.bytes.size() - *at < size) return Code::row_truncated;
    *at += size;
  }
  if (event.bytes.size() - *at < (there + 7) / 8) return Code::row_truncated;
  const std::size_t nulls = *at;
  *at += (there + 7) / 8;
  std::size_t null_index = 0;
  std::size_t json_index = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_diff = table.kinds[i] == Kind::json && has_bits && bit_of(event.bytes, bits, json_index);
    json_index += table.kinds[i] == Kind::json ? 1U : 0U;
    if (!present[i] || bit_of(event.bytes, nulls, null_index++)) continue;
    const Code code = walk_value(table.kinds[i], is_diff, event.bytes, at);
    if (code == Code::ok) continue;
    *column = static_cast<std::uint32_t>(i);
    return code;
  }
  return Code::ok;
}

Outcome walk(const Table& table, const Event& event) {
  Outcome out;
  while (out.at < event.bytes.size()) {
    const std::size_t start = out.at;
    if (event.operation != nbl::RowOperation::insert)
      out.code = walk_image(table, event, false, &out.at, &out.column);
    if (out.code == Code::ok && event.operation != nbl::RowOperation::delete_row)
      out.code = walk_image(table, event, true, &out.at, &out.column);
    if (out.code == Code::ok) ++out.changes;
    if (out.code == Code::ok && out.at == start) out.code = Code::rows_no_progress;
    if (out.code != Code::ok) break;
  }
  return out;
}

Bytes bitmap_of(const std::vector<bool>& bits, bool ones_behind) {
  Bytes bytes((bits.size() + 7) / 8, 0);
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    if (i < bits.size() ? bits[i] : ones_behind)
      bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | 1U << (i % 8));
  }
  return bytes;
}

Outcome validate(const Table& table, const Event& event, bool ones_behind) {
  const auto count = static_cast<std::uint32_t>(table.columns.size());
  const Bytes before = bitmap_of(event.before, ones_behind);
  const Bytes after = bitmap_of(event.after, ones_behind);
  // Blocks of the very size, so that a checked build finds a byte too many.
  std::vector<std::uint16_t> scratch(count * 2);
  std::vector<nbl::JsonFrame> frames(nbl::kJsonMaxDepth);
  nbl::RowsHead head;
  head.type.operation = event.operation;
  head.type.partial = event.partial;
  if (event.operation != nbl::RowOperation::insert) head.before = nbl::image_shape(before.data(), count);
  if (event.operation != nbl::RowOperation::delete_row) head.after = nbl::image_shape(after.data(), count);
  Outcome out;
  nbl::ImageCheck check;
  check.head = &head;
  check.columns = table.columns.data();
  check.column_count = static_cast<std::uint16_t>(count);
  check.max_changes = 1U << 30;
  check.max_image_bytes = 1U << 30;
  const nbl::ImageScratch room{frames.data(), scratch.data()};
  check.scratch = &room;
  out.code = nbl::validate_images(&check, nbl::Span{event.bytes.data(), event.bytes.size()});
  out.at = check.at;
  out.column = check.column;
  out.changes = check.changes;
  return out;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Table table() {
    static const std::size_t kSizes[] = {1, 2, 7, 8, 9, 31, 32, 33, 64, 65, 100, 300};
    Table table;
    const std::size_t count = kSizes[below(12)];
    const unsigned only = below(kKinds * 3);  // often a single kind, so that runs are long
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned any = below(10) == 0 ? below(kKinds) : below(kKinds - 1);
      table.kinds.push_back(static_cast<Kind>(only < kKinds && below(20) != 0 ? only : any));
      table.columns.push_back(column_of(table.kinds.back()));
    }
    nbl::plan_runs(table.columns.data(), static_cast<std::uint32_t>(count));
    return table;
  }

  Event event(const Table& table) {
    Event event;
    event.operation = static_cast<nbl::RowOperation>(below(3));
    event.partial = event.operation == nbl::RowOperation::update && below(3) == 0;
    event.before = some(table.kinds.size(), true);
    event.after = below(3) == 0 ? event.before : some(table.kinds.size(), true);
    const unsigned rows = 1 + below(4);
    for (unsigned i = 0; i < rows; ++i) {
      if (event.operation != nbl::RowOperation::insert) put_image(table, event.before, false, &event.bytes);
      if (event.operation != nbl::RowOperation::delete_row)
        put_image(table, event.after, event.partial, &event.bytes);
    }
    if (below(3) == 0 && !event.bytes.empty())
      event.bytes.resize(below(static_cast<unsigned>(event.bytes.size())));
    if (below(4) == 0 && !event.bytes.empty())
      event.bytes[below(static_cast<unsigned>(event.bytes.size()))] = static_cast<std::uint8_t>(below(256));
    return event;
  }

  bool chance() { return below(2) == 0; }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

  /// None, all, or a few or most of some bits.
  std::vector<bool> some(std::size_t count, bool often_all) {
    const unsigned kind = below(often_all ? 8 : 6);
    const unsigned rare = 2 + below(40);
    std::vector<bool> bits;
    for (std::size_t i = 0; i < count; ++i) {
      const bool hit = below(rare) == 0;
      bits.push_back(kind == 0   ? false
                     : kind == 1 ? below(2) == 0
                     : kind == 2 ? hit
                     : kind == 3 ? !hit
                                 : kind != 4 || i % 2 == 0);
    }
    return bits;
  }

  void put_image(const Table& table, const std::vector<bool>& present, bool partial, Bytes* out) {
    std::size_t there = 0;
    std::size_t json = 0;
    for (std::size_t i = 0; i < present.size(); ++i) {
      there += present[i] ? 1U : 0U;
      json += table.kinds[i] == Kind::json ? 1U : 0U;
    }
    std::vector<bool> diffs(json, false);
    if (partial) {
      const bool has_bits = chance();
      out->push_back(has_bits ? 1 : 0);
      if (has_bits) diffs = some(json, false);
      const Bytes bits = bitmap_of(diffs, chance());
      if (has_bits) out->insert(out->end(), bits.begin(), bits.end());
    }
    std::vector<bool> nulls = some(there, false);
    if (below(3) == 0) nulls.assign(there, false);
    std::size_t k = 0;
    for (std::size_t i = 0; i < present.size(); ++i) {
      // Now and then a value of type NULL, which none has.
      if (present[i] && table.kinds[i] == Kind::null && below(50) != 0) nulls[k] = true;
      k += present[i] ? 1U : 0U;
    }
    const Bytes bits = bitmap_of(nulls, chance());
    out->insert(out->end(), bits.begin(), bits.end());
    std::size_t null_index = 0;
    std::size_t json_index = 0;
    for (std::size_t i = 0; i < present.size(); ++i) {
      const bool is_diff = table.kinds[i] == Kind::json && diffs[json_index++];
      if (present[i] && !nulls[null_index++]) put_value(table.kinds[i], is_diff, out);
    }
  }

  void put_value(Kind kind, bool is_diff, Bytes* out) {
    const auto put_any = [&](unsigned bytes) {
      for (unsigned i = 0; i < bytes; ++i) out->push_back(static_cast<std::uint8_t>(below(256)));
    };
    switch (kind) {
      case Kind::tiny: return put_any(1);
      case Kind::integer: return put_any(4);
      case Kind::longlong: return put_any(8);
      case Kind::varchar:
      case Kind::blob: {
        const unsigned length = chance() ? 0 : below(kVarcharMost + 1);
        out->push_back(static_cast<std::uint8_t>(length));
        if (kind == Kind::blob) out->push_back(0);
        return put_any(length);
      }
      case Kind::json: {
        const bool empty = is_diff || chance();
        out->push_back(empty ? 0 : 2);
        out->push_back(0);
        if (!empty) out->push_back(4);
        if (!empty) out->push_back(0);
        return;
      }
      case Kind::decimal: {
        const unsigned number = 0x80U ^ below(100);
        out->push_back(static_cast<std::uint8_t>(chance() ? number : ~number));
        return;
      }
      case Kind::null: return;
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("row images: checked by blocks, runs and lists as column by column") {
  std::size_t errors = 0;
  std::size_t good = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    Generator generator(seed);
    const Table table = generator.table();
    for (unsigned i = 0; i < 40; ++i) {
      const Event event = generator.event(table);
      if (event.bytes.empty()) continue;
      const Outcome wanted = walk(table, event);
      const Outcome found = validate(table, event, generator.chance());
      INFO("seed " << seed << ", event " << i << ", columns " << table.kinds.size());
      REQUIRE(nbl::code_name(found.code) == std::string(nbl::code_name(wanted.code)));
      REQUIRE(found.at == wanted.at);
      REQUIRE(found.changes == wanted.changes);
      REQUIRE(found.column == wanted.column);
      ++(wanted.code == Code::ok ? good : errors);
    }
  }
  CHECK(good > 1000);
  CHECK(errors > 1000);
}

TEST_CASE("row images: a row without columns is one where it is alone, and no progress where bytes follow") {
  const Table table{{Kind::tiny, Kind::tiny}, {column_of(Kind::tiny), column_of(Kind::tiny)}};
  Event event;
  event.after = {false, false};
  event.before = {false, false};
  const Outcome alone = validate(table, event, true);
  CHECK(alone.code == Code::ok);
  CHECK(alone.changes == 1);
  event.bytes = {7};
  const Outcome more = validate(table, event, true);
  CHECK(more.code == Code::rows_no_progress);
}
