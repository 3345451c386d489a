// JSON columns as MySQL prints them (wrapper_to_string() of sql-common/json_dom.cc).
#include "text/append.hpp"
#include "text/digits.hpp"
#include "text/float_digits.hpp"
#include "text/strings.hpp"
#include "value/temporal.hpp"

#if !defined(NBL_NO_JSON)

namespace nbl {
namespace {

// The server writes text only as UTF-8. Anything else keeps its bytes by the form that opaque bytes have.
constexpr u8 kVarString = 253;

void write_string(Writer* writer, Span text) noexcept {
  if (!write_json_string(writer, text)) write_opaque_string(writer, kVarString, text);
}

void write_temporal(Writer* writer, const JsonToken& token) noexcept {
  Temporal value;
  value.fraction_digits = 6;
  append_char(writer, '"');
  if (token.type == JsonType::time) {
    unpack_time(token.integer, &value);
    write_time(writer, value);
  } else {
    unpack_datetime(token.integer, &value);
    token.type == JsonType::date ? write_date(writer, value) : write_datetime(writer, value);
  }
  append_char(writer, '"');
}

void write_scalar(Writer* writer, const JsonToken& token, ShortestDigits digits) noexcept {
  switch (token.type) {
    case JsonType::boolean: return token.boolean ? append(writer, "true") : append(writer, "false");
    case JsonType::integer: return write_signed(writer, token.integer);
    case JsonType::unsigned_integer: return write_unsigned(writer, token.unsigned_integer);
    case JsonType::float64: return write_json_float64(writer, token.float64, digits);
    case JsonType::string: return write_string(writer, token.bytes);
    case JsonType::decimal: return write_decimal(writer, token.bytes.data, token.precision, token.scale);
    case JsonType::date:
    case JsonType::datetime:
    case JsonType::timestamp:
    case JsonType::time: return write_temporal(writer, token);
    case JsonType::opaque: return write_opaque_string(writer, token.opaque_type, token.bytes);
    default: return append(writer, "null");
  }
}

}  // namespace

void write_opaque_string(Writer* writer, u8 type, Span bytes) noexcept {
  append(writer, "\"base64:type");
  write_unsigned(writer, type);
  append_char(writer, ':');
  // The server's base64 has lines of 76 chars, and a JSON string shows their ends.
  constexpr usize kLineBytes = 57;
  for (; bytes.size > kLineBytes; bytes = bytes.skip(kLineBytes)) {
    write_base64(writer, bytes.first(kLineBytes));
    append(writer, "\\n");
  }
  write_base64(writer, bytes);
  append_char(writer, '"');
}

void write_json_value(Writer* writer, Span document, JsonReader* reader, ShortestDigits digits) noexcept {
  json_open(document, reader);
  JsonToken token;
  bool first = true;  // nothing stands before the next value in its container.
  for (json_next(reader, &token); token.type != JsonType::end; json_next(reader, &token)) {
    if (token.type == JsonType::object_end || token.type == JsonType::array_end) {
      append_char(writer, token.type == JsonType::object_end ? '}' : ']');
      first = false;
      continue;
    }
    if (!first) append(writer, ", ");
    if (token.has_key) {
      write_string(writer, token.key);
      append(writer, ": ");
    }
    first = token.type == JsonType::object_begin || token.type == JsonType::array_begin;
    if (first) {
      append_char(writer, token.type == JsonType::object_begin ? '{' : '[');
    } else {
      write_scalar(writer, token, digits);
    }
  }
}

void write_json_diffs(Writer* writer, Span diffs, JsonReader* reader, ShortestDigits digits) noexcept {
  append(writer, "{\"$diff\":[");
  JsonDiff diff;
  for (bool first = true; json_next_diff(&diffs, &diff); first = false) {
    if (!first) append_char(writer, ',');
    switch (diff.operation) {
      case JsonOperation::replace: append(writer, "{\"op\":\"replace\",\"path\":"); break;
      case JsonOperation::insert: append(writer, "{\"op\":\"insert\",\"path\":"); break;
      case JsonOperation::remove: append(writer, "{\"op\":\"remove\",\"path\":"); break;
    }
    write_string(writer, diff.path);
    if (diff.operation != JsonOperation::remove) {
      append(writer, ",\"value\":");
      write_json_value(writer, diff.value, reader, digits);
    }
    append_char(writer, '}');
  }
  append(writer, "]}");
}

}  // namespace nbl

#endif
