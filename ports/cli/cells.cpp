#include "ports/cli/cells.hpp"

#include <charconv>
#include <cstring>

#include "ports/cli/put.hpp"

namespace nbl::cli {

void standard_digits(double value, bool single, FloatDigits* digits) {
  char text[40];
  const std::to_chars_result end =
      single
          ? std::to_chars(text, text + sizeof(text), static_cast<float>(value), std::chars_format::scientific)
          : std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific);
  // d.ddde+XX
  const char* at = text;
  digits->count = 0;
  for (; at != end.ptr && *at != 'e'; ++at) {
    if (*at != '.') digits->digits[digits->count++] = *at;
  }
  int exponent = 0;
  const bool negative = at != end.ptr && at[1] == '-';
  for (at += 2; at < end.ptr; ++at) exponent = exponent * 10 + (*at - '0');
  digits->point = static_cast<std::int16_t>((negative ? -exponent : exponent) + 1);
  while (digits->count > 1 && digits->digits[digits->count - 1] == '0') --digits->count;
}

CellText::CellText(bool assume_signed) {
  options_.json = &json_;
  options_.digits = &standard_digits;
  options_.label = &plan_label;
  options_.charsets =
      &write_charset_string;  // as the server has them; the converter of the host for the rest
  options_.assume_signed = assume_signed;
  converter_.lend(&options_);
}

void CellText::use(const TablePlan& plan) {
  plan_ = &plan;
  options_.table = &plan;
}

void CellText::key(Writer* writer, std::uint32_t column, bool* first) const {
  const std::uint32_t from = plan_->key_at[column] + (*first ? 1 : 0);
  put(writer, plan_->keys.data() + from, plan_->key_at[column + 1] - from);
  *first = false;
}

Code CellText::object(Writer* writer, RowImage* image) {
  return write_row(writer, image, RowKeys{plan_->keys.data(), plan_->key_at.data()}, options_, &column_);
}

Code CellText::native(Writer* writer, const Cell& cell) {
  column_ = cell.column;
  return write_cell(writer, cell, options_);
}

Code CellText::string(Writer* writer, const Cell& cell, bool latin1) {
  column_ = cell.column;
  const std::size_t start = writer->length;
  const Code code = write_cell(writer, cell, options_);
  // What did not fit is written again, in more room; nothing can be said about it now.
  if (code != Code::ok || !writer->fits() || writer->out[start] != '{') return code;
  constexpr std::size_t kHead = sizeof("{\"base64\":") - 1;
  if (!latin1) {
    // {"base64":"..."} to "...".
    const std::size_t size = writer->length - start - kHead - 1;
    std::memmove(writer->out + start, writer->out + start + kHead, size);
    writer->length = start + size;
    return Code::ok;
  }
  writer->length = start;
  std::string bytes(reinterpret_cast<const char*>(plain_bytes(cell).data), plain_bytes(cell).size);
  if (cell.definition->type == ColumnType::string && cell.definition->collation == 63)
    bytes.resize(cell.definition->meta, '\0');
  std::string wide;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) wide += static_cast<char>(0xc0 | (byte >> 6));
    wide += static_cast<char>(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
  }
  put_json_text(writer, Span{reinterpret_cast<const std::uint8_t*>(wide.data()), wide.size()});
  return Code::ok;
}

Span CellText::plain_bytes(const Cell& cell) {
  if ((cell.definition->flags & kColumnCompressed) == 0 || cell.bytes.empty()) return cell.bytes;
  if (cell.bytes.data[0] == 0) return cell.bytes.skip(1);
  Span plain;
  return converter_.decompress(cell.bytes, &plain) ? plain : cell.bytes;
}

bool CellText::labels(Writer* writer, const Cell& cell) {
  const std::size_t start = writer->length;
  const std::vector<Span>& known = plan_->labels[cell.column];
  if (cell.kind == ValueKind::enumeration) {
    if (cell.unsigned_value != 0 && cell.unsigned_value > known.size()) return false;
    static_cast<void>(write_cell(writer, cell, options_));
    return true;
  }
  if (known.empty()) return false;
  // The native array, joined: ["a","b"] to "a,b". Labels hold no commas, and quotes only escaped.
  static_cast<void>(write_cell(writer, cell, options_));
  if (!writer->fits()) return true;
  std::string joined = "\"";
  for (std::size_t i = start + 1; i + 1 < writer->length; ++i) {
    const char c = writer->out[i];
    if (c == '\\') {
      joined += c;
      joined += writer->out[++i];
    } else if (c != '"') {
      joined += c;
    }
  }
  joined += '"';
  writer->length = start;
  put(writer, joined);
  return true;
}

void read_cells(RowImage image, Cells* cells) {
  cells->resize(image.column_count);
  for (std::uint32_t i = 0; i < image.column_count; ++i) static_cast<void>(image.next(&(*cells)[i]));
}

bool same_cell(const Cell& a, const Cell& b) {
  if (a.state != b.state) return false;
  if (a.state != CellState::value) return true;
  if (a.kind != b.kind || a.bytes.size != b.bytes.size) return false;
  return a.bytes.empty() || std::memcmp(a.bytes.data, b.bytes.data, a.bytes.size) == 0;
}

}  // namespace nbl::cli
