#include "ports/cli/sql_literal.hpp"

#include "ports/cli/put.hpp"

namespace nbl::cli {

namespace {

// A JSON string's inside to a MySQL string's: most escapes are the same.
void put_requoted(Writer* writer, const std::string& json) {
  write_char(writer, '\'');
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    const char c = json[i];
    if (c == '\'') {
      put(writer, "''");
    } else if (c != '\\') {
      write_char(writer, c);
    } else if (json[i + 1] == 'f') {
      write_char(writer, '\f');
      ++i;
    } else if (json[i + 1] == 'u') {
      // Only control characters are written so.
      const int code = std::stoi(json.substr(i + 2, 4), nullptr, 16);
      if (code == 0) {
        put(writer, "\\0");
      } else if (code == 26) {
        put(writer, "\\Z");
      } else {
        write_char(writer, static_cast<char>(code));
      }
      i += 5;
    } else {
      write_char(writer, c);
      write_char(writer, json[++i]);
    }
  }
  write_char(writer, '\'');
}

void put_hex(Writer* writer, Span bytes, std::size_t width) {
  put(writer, "X'");
  write_hex(writer, bytes);
  for (std::size_t i = bytes.size; i < width; ++i) put(writer, "00");
  write_char(writer, '\'');
}

// What the native form makes of a cell, taken back out of the output. Empty while it does not fit: the line
// is then written again.
std::string native_text(Writer* writer, const Cell& cell, CellText* cells, Code* code) {
  const std::size_t start = writer->length;
  *code = cells->native(writer, cell);
  if (*code != Code::ok || !writer->fits()) return {};
  std::string text(writer->out + start, writer->length - start);
  writer->length = start;
  return text;
}

bool is_binary_string(const Cell& cell) {
  return cell.definition->type == ColumnType::string && cell.definition->collation == 63;
}

Code put_bytes(Writer* writer, const Cell& cell, CellText* cells) {
  Code code = Code::ok;
  const std::string text = native_text(writer, cell, cells, &code);
  if (text.empty()) return code;
  if (text[0] == '"') {
    put_requoted(writer, text);
  } else {
    put_hex(writer, cells->plain_bytes(cell), is_binary_string(cell) ? cell.definition->meta : 0);
  }
  return Code::ok;
}

}  // namespace

void put_sql_text(Writer* writer, const std::string& text) { put_requoted(writer, json_text(text)); }

void put_sql_hex(Writer* writer, Span bytes) { put_hex(writer, bytes, 0); }

void put_sql_name(Writer* writer, const std::string& name) {
  write_char(writer, '`');
  for (const char c : name) {
    if (c == '`') write_char(writer, '`');
    write_char(writer, c);
  }
  write_char(writer, '`');
}

Code put_sql_literal(Writer* writer, const Cell& cell, CellText* cells) {
  cells->set_column(cell.column);
  if (cell.state != CellState::value) return put(writer, "NULL"), Code::ok;
  Code code = Code::ok;
  switch (cell.kind) {
    case ValueKind::decimal:
      write_decimal(writer, cell.bytes.data, cell.definition->precision(), cell.definition->scale());
      return Code::ok;
    case ValueKind::enumeration:
    case ValueKind::set: return write_unsigned(writer, cell.unsigned_value), Code::ok;
    case ValueKind::bytes: return put_bytes(writer, cell, cells);
    case ValueKind::geometry:
    case ValueKind::vector: return put_hex(writer, cell.bytes, 0), Code::ok;
    case ValueKind::date:
    case ValueKind::time:
    case ValueKind::datetime:
    case ValueKind::timestamp: {
      const std::string text = native_text(writer, cell, cells, &code);
      if (!text.empty()) put_requoted(writer, text);
      return code;
    }
    case ValueKind::json: {
      const std::string text = native_text(writer, cell, cells, &code);
      if (!text.empty()) put_sql_json(writer, cell.bytes, text, true, cells->options().json);
      return code;
    }
    case ValueKind::float32:
    case ValueKind::float64: {
      // As an integer or a decimal it would be a zero without sign.
      const std::string text = native_text(writer, cell, cells, &code);
      put(writer, text == "-0.0" ? "-0e0" : text);
      return code;
    }
    default: return cells->native(writer, cell);
  }
}

Code put_sql_json_diff(Writer* writer, const Cell& cell, const std::string& name, const Cell* from,
                       CellText* cells) {
  cells->set_column(cell.column);
  static const char* const kFunctions[] = {"JSON_REPLACE(", "JSON_INSERT(", "JSON_REMOVE("};
  std::vector<JsonDiff> diffs;
  Span rest = cell.bytes;
  JsonDiff diff;
  while (json_next_diff(&rest, &diff)) diffs.push_back(diff);
  for (std::size_t i = diffs.size(); i-- > 0;) {
    // Into an array an insertion shifts what stands there; only JSON_ARRAY_INSERT does that.
    const bool into_array = diffs[i].operation == JsonOperation::insert && diffs[i].path.size != 0 &&
                            diffs[i].path.data[diffs[i].path.size - 1] == ']';
    put_name(writer,
             into_array ? "JSON_ARRAY_INSERT(" : kFunctions[static_cast<std::size_t>(diffs[i].operation)]);
  }
  if (from == nullptr) {
    put_sql_name(writer, name);
  } else {
    Code code = Code::ok;
    const std::string text = native_text(writer, *from, cells, &code);
    if (text.empty()) return code;
    put_sql_json(writer, from->bytes, text, false, cells->options().json);
  }
  for (const JsonDiff& one : diffs) {
    put(writer, ", ");
    put_sql_text(writer, std::string(reinterpret_cast<const char*>(one.path.data), one.path.size));
    if (one.operation != JsonOperation::remove) {
      const std::size_t start = writer->length;
      write_json_value(writer, one.value, cells->options().json, cells->options().digits);
      if (!writer->fits()) return Code::ok;
      const std::string text(writer->out + start, writer->length - start);
      writer->length = start;
      put(writer, ", ");
      put_sql_json(writer, one.value, text, false, cells->options().json);
    }
    write_char(writer, ')');
  }
  return Code::ok;
}

Code put_sql_condition(Writer* writer, const Cell& cell, const std::string& name, CellText* cells) {
  cells->set_column(cell.column);
  if (cell.state != CellState::value) {
    put_sql_name(writer, name);
    return put(writer, " IS NULL"), Code::ok;
  }
  const bool is_text =
      cell.kind == ValueKind::bytes && charset_of(cell.definition->collation) != Charset::binary;
  if (is_text) {
    Code code = Code::ok;
    const std::string text = native_text(writer, cell, cells, &code);
    if (text.empty()) return code;
    // Of text whose character set is not known there are only the bytes, as the column holds them.
    const bool known = text[0] == '"';
    put_name(writer, known ? "CAST(CONVERT(" : "CAST(");
    put_sql_name(writer, name);
    put_name(writer, known ? " USING utf8mb4) AS BINARY) = CAST(" : " AS BINARY) = CAST(");
    code = put_sql_literal(writer, cell, cells);
    put(writer, " AS BINARY)");
    return code;
  }
  if (cell.kind == ValueKind::geometry || cell.kind == ValueKind::vector) {
    put(writer, "HEX(");
    put_sql_name(writer, name);
    put(writer, ") = HEX(");
    put_hex(writer, cell.bytes, 0);
    put(writer, ')');
    return Code::ok;
  }
  put_sql_name(writer, name);
  put(writer, " = ");
  if (cell.kind == ValueKind::float32) {
    // A FLOAT is compared as the double it is.
    write_float64(writer, static_cast<double>(cell.float32), cells->options().digits);
    return Code::ok;
  }
  if (cell.kind == ValueKind::json) {
    Code code = Code::ok;
    const std::string text = native_text(writer, cell, cells, &code);
    if (!text.empty()) put_sql_json(writer, cell.bytes, text, false, cells->options().json);
    return code;
  }
  return put_sql_literal(writer, cell, cells);
}

}  // namespace nbl::cli
