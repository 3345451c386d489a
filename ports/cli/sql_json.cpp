// JSON documents as SQL: their text, or where that would change types (decimals, dates and times, bytes) an
// expression.
#include <string>

#include "ports/cli/put.hpp"
#include "ports/cli/sql_literal.hpp"

namespace nbl::cli {

namespace {

constexpr std::uint8_t kVarchar = 15;  // what a binary string becomes in a document

std::string text_of(Span span) { return std::string(reinterpret_cast<const char*>(span.data), span.size); }

// MySQL's packed form is that of a cell of six fraction digits.
void put_temporal(Writer* writer, const JsonToken& token) {
  Column column;
  column.meta = 6;
  Cell cell;
  cell.definition = &column;
  cell.state = CellState::value;
  cell.signed_value = token.integer;
  cell.kind = token.type == JsonType::date   ? ValueKind::date
              : token.type == JsonType::time ? ValueKind::time
                                             : ValueKind::datetime;
  const Temporal value = to_temporal(cell);
  put(writer, "CAST('");
  switch (cell.kind) {
    case ValueKind::date: write_date(writer, value); return put(writer, "' AS DATE)");
    case ValueKind::time: write_time(writer, value); return put(writer, "' AS TIME(6))");
    default: write_datetime(writer, value); return put(writer, "' AS DATETIME(6))");
  }
}

void put_double(Writer* writer, double value) {
  const std::size_t start = writer->length;
  write_float64(writer, value, &standard_digits);
  if (!writer->fits()) return;
  // Without an exponent the literal would be an integer or a decimal.
  if (std::string(writer->out + start, writer->length - start).find('e') == std::string::npos)
    put(writer, "e0");
}

void put_scalar(Writer* writer, const JsonToken& token) {
  switch (token.type) {
    case JsonType::null: return put(writer, "CAST('null' AS JSON)");
    case JsonType::boolean:
      return token.boolean ? put(writer, "CAST('true' AS JSON)") : put(writer, "CAST('false' AS JSON)");
    case JsonType::integer: return write_signed(writer, token.integer);
    case JsonType::unsigned_integer:
      put(writer, "CAST(");
      write_unsigned(writer, token.unsigned_integer);
      return put(writer, " AS UNSIGNED)");
    case JsonType::float64: return put_double(writer, token.float64);
    case JsonType::string: return put_sql_text(writer, text_of(token.bytes));
    case JsonType::decimal:
      put(writer, "CAST(");
      write_decimal(writer, token.bytes.data, token.precision, token.scale);
      put(writer, " AS DECIMAL(");
      // JSON counts a digit more than SQL takes.
      write_unsigned(writer, token.precision < 65 ? token.precision : 65);
      put(writer, ',');
      write_unsigned(writer, token.scale);
      return put(writer, "))");
    case JsonType::date:
    case JsonType::time:
    case JsonType::datetime:
    case JsonType::timestamp: return put_temporal(writer, token);
    default: break;
  }
  if (token.opaque_type == kVarchar) return put_sql_hex(writer, token.bytes);
  // No expression makes bytes of another type; as a string they read alike.
  std::string text = "base64:type" + std::to_string(token.opaque_type) + ":";
  constexpr std::size_t kLineBytes = 57;  // the server's base64 has lines
  for (Span rest = token.bytes; !rest.empty();
       rest = rest.skip(kLineBytes < rest.size ? kLineBytes : rest.size)) {
    const Span line = rest.first(kLineBytes < rest.size ? kLineBytes : rest.size);
    const std::size_t start = writer->length;
    write_base64(writer, line);
    if (!writer->fits()) return;
    text.append(writer->out + start, writer->length - start);
    writer->length = start;
    if (line.size < rest.size) text += '\n';
  }
  put_sql_text(writer, text);
}

// Whether its text does not give a document back.
bool needs_expression(Span document, JsonReader* reader) {
  JsonToken token;
  json_open(document, reader);
  do {
    json_next(reader, &token);
    switch (token.type) {
      case JsonType::decimal:
      case JsonType::date:
      case JsonType::time:
      case JsonType::datetime:
      case JsonType::timestamp:
      case JsonType::opaque: return true;
      default: break;
    }
  } while (token.type != JsonType::end);
  return false;
}

void put_expression(Writer* writer, Span document, JsonReader* reader) {
  JsonToken token;
  json_open(document, reader);
  bool first = true;
  put(writer, "CAST(");
  for (json_next(reader, &token); token.type != JsonType::end; json_next(reader, &token)) {
    const bool ends = token.type == JsonType::object_end || token.type == JsonType::array_end;
    if (ends) {
      put(writer, ')');
      first = false;
      continue;
    }
    if (!first) put(writer, ", ");
    first = false;
    if (token.has_key) {
      put_sql_text(writer, text_of(token.key));
      put(writer, ", ");
    }
    if (token.type == JsonType::object_begin || token.type == JsonType::array_begin) {
      put_name(writer, token.type == JsonType::object_begin ? "JSON_OBJECT(" : "JSON_ARRAY(");
      first = true;
    } else {
      put_scalar(writer, token);
    }
  }
  put(writer, " AS JSON)");
}

}  // namespace

void put_sql_json(Writer* writer, Span document, const std::string& text, bool as_column,
                  JsonReader* reader) {
  if (needs_expression(document, reader)) return put_expression(writer, document, reader);
  if (as_column) return put_sql_text(writer, text);
  put(writer, "CAST(");
  put_sql_text(writer, text);
  put(writer, " AS JSON)");
}

}  // namespace nbl::cli
