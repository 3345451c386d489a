// Binary JSON, and the text of values.
#include "nanobinlog/json.hpp"
#include "nanobinlog/text.hpp"
#include "reading.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

/// Writes twice: into as much room as it takes, and into less. Gives the text.
template <typename Write>
std::vector<std::uint8_t> write_all(Write write, std::size_t less) {
  nbl::Writer measure;
  write(&measure);
  std::vector<std::uint8_t> text(measure.length);
  nbl::Writer writer;
  writer.out = reinterpret_cast<char*>(text.data());
  writer.capacity = text.size();
  write(&writer);
  FUZZ_CHECK(writer.length == text.size());
  const Block room(text.size() > less ? text.size() - less : 0);
  nbl::Writer small;
  small.out = reinterpret_cast<char*>(room.data());
  small.capacity = room.size();
  write(&small);
  FUZZ_CHECK(small.length == text.size());
  return text;
}

nbl::Span span_of(const std::vector<std::uint8_t>& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }

double float_of(nbl::Span bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size; ++i) bits |= static_cast<std::uint64_t>(bytes.data[i]) << (8 * i);
  double value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

float single_of(nbl::Span bytes) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < bytes.size; ++i) bits |= static_cast<std::uint32_t>(bytes.data[i]) << (8 * i);
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// A cell of one column of text or bytes.
void write_text(Choices* choices, std::uint8_t less) {
  nbl::Column column;
  column.kind = nbl::ValueKind::bytes;
  column.type = (choices->byte() & 1) != 0 ? nbl::ColumnType::string : nbl::ColumnType::varchar;
  column.collation = static_cast<std::uint16_t>(choices->word() % 2400);
  column.flags = static_cast<std::uint8_t>((choices->byte() & 1) != 0 ? nbl::kColumnCompressed : 0);
  const Copy copy(choices->rest());
  column.meta = static_cast<std::uint16_t>(copy.span().size < 0xff00 ? copy.span().size + choices->byte() % 9 : 0xffff);
  nbl::Cell cell;
  cell.definition = &column;
  cell.state = nbl::CellState::value;
  cell.kind = column.kind;
  cell.bytes = copy.span();
  const nbl::TextOptions options;
  const auto text = write_all([&](nbl::Writer* writer) { FUZZ_CHECK(nbl::write_cell(writer, cell, options) == nbl::Code::ok); }, less);
  FUZZ_CHECK(is_json(span_of(text)));
}

}  // namespace

void run_json(nbl::Span input) {
  static nbl::JsonFrame frames[nbl::kJsonMaxDepth];
  static nbl::JsonReader reader;
  std::uint32_t at = 0xffffffffU;
  const nbl::Code code = nbl::json_validate(input, frames, &at);
  FUZZ_CHECK(nbl::json_validate(input, frames, nullptr) == code);
  if (code != nbl::Code::ok) {
    FUZZ_CHECK(code == nbl::Code::bad_json || code == nbl::Code::json_too_deep);
    FUZZ_CHECK(at <= input.size);
    return;
  }
  Digest digest;
  digest_json(input, &digest);
  const auto text = write_all([&](nbl::Writer* writer) { nbl::write_json_value(writer, input, &reader, nullptr); }, 1);
  FUZZ_CHECK(is_json(span_of(text)));
}

void run_json_diff(nbl::Span input) {
  static nbl::JsonFrame frames[nbl::kJsonMaxDepth];
  static nbl::JsonReader reader;
  std::uint32_t at = 0xffffffffU;
  const nbl::Code code = nbl::json_validate_diffs(input, frames, &at);
  if (code != nbl::Code::ok) {
    FUZZ_CHECK(code == nbl::Code::bad_json || code == nbl::Code::json_too_deep || code == nbl::Code::bad_json_diff);
    FUZZ_CHECK(at <= input.size);
    return;
  }
  nbl::Span rest = input;
  nbl::JsonDiff diff;
  std::size_t count = 0;
  while (nbl::json_next_diff(&rest, &diff)) {
    FUZZ_CHECK(++count <= input.size && inside(diff.path, input) && inside(diff.value, input));
    FUZZ_CHECK(static_cast<unsigned>(diff.operation) <= 2);
    if (diff.operation == nbl::JsonOperation::remove) continue;
    FUZZ_CHECK(nbl::json_validate(diff.value, frames, nullptr) == nbl::Code::ok);
  }
  FUZZ_CHECK(rest.size == 0);
  const auto text = write_all([&](nbl::Writer* writer) { nbl::write_json_diffs(writer, input, &reader, nullptr); }, 1);
  FUZZ_CHECK(is_json(span_of(text)));
}

void run_text(nbl::Span input) {
  Choices choices(input);
  const std::uint8_t kind = choices.byte();
  const std::uint8_t less = choices.byte();
  std::vector<std::uint8_t> text;
  switch (kind % 6) {
    case 0: {
      const double value = float_of(choices.bytes(8));
      text = write_all([&](nbl::Writer* writer) { nbl::write_float64(writer, value, nullptr); }, less);
      break;
    }
    case 1: {
      const float value = single_of(choices.bytes(4));
      text = write_all([&](nbl::Writer* writer) { nbl::write_float32(writer, value, nullptr); }, less);
      break;
    }
    case 2: {
      const unsigned precision = choices.byte() % 81 + 1U;
      const unsigned scale = choices.byte() % (precision + 1);
      std::vector<std::uint8_t> wire(nbl::decimal_bytes(precision, scale));
      const nbl::Span given = choices.bytes(wire.size());
      if (given.size != 0) std::memcpy(wire.data(), given.data, given.size);
      text = write_all([&](nbl::Writer* writer) { nbl::write_decimal(writer, wire.data(), precision, scale); }, less);
      FUZZ_CHECK(text.size() <= precision + 3U);
      break;
    }
    case 3: {
      const Copy copy(choices.rest());
      bool good = false;
      text = write_all([&](nbl::Writer* writer) { good = nbl::write_json_string(writer, copy.span()); }, less);
      FUZZ_CHECK(good == nbl::utf8_valid(copy.span()) && (good || text.empty()));
      if (!good) return;
      break;
    }
    case 4: {
      const Copy copy(choices.rest());
      text = write_all([&](nbl::Writer* writer) { nbl::write_base64(writer, copy.span()); }, less);
      FUZZ_CHECK(text.size() == (copy.span().size + 2) / 3 * 4);
      return;
    }
    default:
      write_text(&choices, less);
      return;
  }
  FUZZ_CHECK(is_json(span_of(text)));
}

}  // namespace fuzz
