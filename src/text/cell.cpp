// One cell in the `native` form.
#include "text/append.hpp"
#include "text/digits.hpp"
#include "text/strings.hpp"

namespace nbl {
namespace {

constexpr std::uint16_t kBinaryCollation = 63;

void write_base64_object(Writer* writer, Span bytes) noexcept {
  append(writer, "{\"base64\":\"");
  write_base64(writer, bytes);
  append(writer, "\"}");
}

// BINARY(N): the server strips zeros at the end before it logs the value.
void write_padded_base64_object(Writer* writer, Span bytes, usize width) noexcept {
  if (bytes.size >= width) return write_base64_object(writer, bytes);
  append(writer, "{\"base64\":\"");
  // Groups of three bytes on their own give the same text as all at once.
  u8 part[48];
  for (usize at = 0; at < width; at += sizeof part) {
    const usize size = width - at < sizeof part ? width - at : sizeof part;
    const Span some = bytes.skip(at).first(size);
    std::memset(part, 0, sizeof part);
    if (!some.empty()) std::memcpy(part, some.data, some.size);
    write_base64(writer, Span{part, size});
  }
  append(writer, "\"}");
}

void write_text(Writer* writer, Span text, Charset charset, const TextOptions& options) noexcept {
  bool written = false;
  switch (charset) {
    case Charset::utf8mb3:
    case Charset::utf8mb4: written = write_json_string(writer, text); break;
    case Charset::latin1: return write_latin1_string(writer, text);
    case Charset::ascii: written = write_ascii_string(writer, text); break;
    case Charset::unknown:
    case Charset::binary: break;
    default: {
      Span utf8;
      written = options.charsets != nullptr && options.charsets(writer, charset, text);
      if (written) break;
      written = options.convert != nullptr && options.convert(options.host, charset, text, &utf8) &&
                write_json_string(writer, utf8);
    }
  }
  if (!written) write_base64_object(writer, text);
}

// A cell of a compressed column as it is without the compression; false where that cannot be had here.
bool plain_bytes(const Cell& cell, const TextOptions& options, Span* plain) noexcept {
  if (cell.bytes.empty() || cell.bytes.data[0] == 0) {
    *plain = cell.bytes.skip(cell.bytes.empty() ? 0 : 1);
    return true;
  }
  return options.decompress != nullptr && options.decompress(options.host, cell, plain);
}

void write_bytes_cell(Writer* writer, const Cell& cell, const TextOptions& options) noexcept {
  const Column& column = *cell.definition;
  Span text = cell.bytes;
  if ((column.flags & kColumnCompressed) != 0 && !plain_bytes(cell, options, &text)) {
    return write_base64_object(writer, text);
  }
  if (column.collation == kBinaryCollation && column.type == ColumnType::string) {
    return write_padded_base64_object(writer, text, column.meta);
  }
  write_text(writer, text, charset_of(column.collation), options);
}

bool write_label(Writer* writer, const Cell& cell, u32 index, const TextOptions& options) noexcept {
  Span label;
  Charset charset = charset_of(cell.definition->collation);
  if (options.label == nullptr || !options.label(options.table, cell.column, index, &label, &charset))
    return false;
  write_text(writer, label, charset, options);
  return true;
}

void write_enumeration(Writer* writer, const Cell& cell, const TextOptions& options) noexcept {
  if (cell.unsigned_value == 0) return append(writer, "\"\"");
  if (!write_label(writer, cell, static_cast<u32>(cell.unsigned_value), options)) {
    write_unsigned(writer, cell.unsigned_value);
  }
}

void write_set(Writer* writer, const Cell& cell, const TextOptions& options) noexcept {
  Span known;
  Charset charset = Charset::unknown;
  // The empty set asks for no label of its own, so any will tell whether they are known.
  if (options.label == nullptr ||
      (cell.unsigned_value == 0 && !options.label(options.table, cell.column, 1, &known, &charset))) {
    return write_unsigned(writer, cell.unsigned_value);
  }
  const usize start = writer->length;
  append_char(writer, '[');
  u32 index = 0;
  bool first = true;
  for (u64 mask = cell.unsigned_value; mask != 0; mask >>= 1) {
    ++index;
    if ((mask & 1U) == 0) continue;
    if (!first) append_char(writer, ',');
    first = false;
    if (!write_label(writer, cell, index, options)) {
      writer->length = start;
      return write_unsigned(writer, cell.unsigned_value);
    }
  }
  append_char(writer, ']');
}

void write_geometry(Writer* writer, const Cell& cell) noexcept {
  append(writer, "{\"srid\":");
  write_unsigned(writer, cell.bytes.size >= 4 ? load_le32(cell.bytes.data) : 0);
  append(writer, ",\"wkb\":\"");
  write_hex(writer, cell.bytes.size >= 4 ? cell.bytes.skip(4) : Span{});
  append(writer, "\"}");
}

void write_vector(Writer* writer, const Cell& cell, ShortestDigits digits) noexcept {
  append_char(writer, '[');
  const usize count = cell.bytes.size / 4;
  for (usize i = 0; i < count; ++i) {
    if (i != 0) append_char(writer, ',');
    const u32 bits = load_le32(cell.bytes.data + 4 * i);
    float element = 0;
    std::memcpy(&element, &bits, sizeof element);
    write_float32(writer, element, digits);
  }
  append_char(writer, ']');
}

void write_temporal(Writer* writer, const Cell& cell, bool plain_timestamp) noexcept {
  const Temporal value = to_temporal(cell);
  append_char(writer, '"');
  switch (cell.kind) {
    case ValueKind::date: write_date(writer, value); break;
    case ValueKind::time: write_time(writer, value); break;
    case ValueKind::datetime: write_datetime(writer, value); break;
    default: write_timestamp(writer, value, plain_timestamp); break;
  }
  append_char(writer, '"');
}

Code write_integer(Writer* writer, const Cell& cell, bool assume_signed) noexcept {
  const Column& column = *cell.definition;
  if (column.is_unsigned()) {
    write_unsigned(writer, cell.unsigned_value);
    return Code::ok;
  }
  const bool differs = cell.signed_value < 0 && (column.flags & kColumnSignKnown) == 0;
  if (differs && !assume_signed) return Code::signedness_unknown;
  write_signed(writer, cell.signed_value);
  return Code::ok;
}

}  // namespace

Code write_cell(Writer* writer, const Cell& cell, const TextOptions& options) noexcept {
  if (cell.state == CellState::absent) return Code::ok;
  if (cell.state == CellState::null) {
    append(writer, "null");
    return Code::ok;
  }
  switch (cell.kind) {
    case ValueKind::integer: return write_integer(writer, cell, options.assume_signed);
    case ValueKind::float32: write_float32(writer, cell.float32, options.digits); break;
    case ValueKind::float64: write_float64(writer, cell.float64, options.digits); break;
    case ValueKind::decimal:
      append_char(writer, '"');
      write_decimal(writer, cell.bytes.data, cell.definition->precision(), cell.definition->scale());
      append_char(writer, '"');
      break;
    case ValueKind::date:
    case ValueKind::time:
    case ValueKind::datetime:
    case ValueKind::timestamp: write_temporal(writer, cell, options.plain_timestamp); break;
    case ValueKind::year:
    case ValueKind::bit: write_unsigned(writer, cell.unsigned_value); break;
    case ValueKind::bytes: write_bytes_cell(writer, cell, options); break;
    case ValueKind::enumeration: write_enumeration(writer, cell, options); break;
    case ValueKind::set: write_set(writer, cell, options); break;
    case ValueKind::json:
    case ValueKind::json_diff:
#if defined(NBL_NO_JSON)
      write_base64_object(writer, cell.bytes);  // nobody has looked inside
#else
      if (options.json == nullptr) return Code::invalid_argument;
      if (cell.kind == ValueKind::json) {
        write_json_value(writer, cell.bytes, options.json, options.digits);
      } else {
        write_json_diffs(writer, cell.bytes, options.json, options.digits);
      }
#endif
      break;
    case ValueKind::geometry: write_geometry(writer, cell); break;
    case ValueKind::vector: write_vector(writer, cell, options.digits); break;
    case ValueKind::none: write_base64_object(writer, cell.bytes); break;
  }
  return Code::ok;
}

}  // namespace nbl
