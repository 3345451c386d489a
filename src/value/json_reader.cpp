// Walks a checked binary JSON document, one token a call.
#include <cstring>

#include "nanobinlog/json.hpp"
#include "value/json_layout.hpp"
#include "value/json_scalar.hpp"

#if !defined(NBL_NO_JSON)

namespace nbl {
namespace {

void begin_container(u8 type, u32 offset, JsonReader* reader, JsonToken* token) noexcept {
  token->type = (type & 2U) == 0 ? JsonType::object_begin : JsonType::array_begin;
  token->count = json_offset(reader->document.data + offset, (type & 1U) != 0);
  JsonFrame& frame = reader->frames[reader->depth++];
  frame.offset = offset;
  frame.next = u32{type} << kJsonFrameTypeShift;
}

void read_double(const u8* p, JsonToken* token) noexcept {
  // Through the integer, so that the machine's byte order plays no part.
  const u64 bits = load_le64(p);
  std::memcpy(&token->float64, &bits, sizeof bits);
  token->type = JsonType::float64;
}

void read_integer(i64 value, JsonToken* token) noexcept {
  token->type = JsonType::integer;
  token->integer = value;
}

void read_unsigned(u64 value, JsonToken* token) noexcept {
  token->type = JsonType::unsigned_integer;
  token->unsigned_integer = value;
}

// A scalar of `type` at `p`, inlined or not: the bytes are the same in both places.
void read_scalar(u8 type, const u8* p, JsonToken* token) noexcept {
  switch (type) {
    case kJsonLiteral:
      token->type = p[0] == 0 ? JsonType::null : JsonType::boolean;
      token->boolean = p[0] == 1;
      return;
    case kJsonInt16: return read_integer(static_cast<i16>(load_le16(p)), token);
    case kJsonUint16: return read_unsigned(load_le16(p), token);
    case kJsonInt32: return read_integer(static_cast<i32>(load_le32(p)), token);
    case kJsonUint32: return read_unsigned(load_le32(p), token);
    case kJsonInt64: return read_integer(static_cast<i64>(load_le64(p)), token);
    case kJsonUint64: return read_unsigned(load_le64(p), token);
    case kJsonDouble: return read_double(p, token);
    case kJsonString: {
      u32 length = 0;
      const u32 head = json_data_length(p, 5, &length);
      token->type = JsonType::string;
      token->bytes = Span{p + head, length};
      return;
    }
    default: return json_read_opaque(p, token);
  }
}

void read_element(const u8* base, const JsonFrame& frame, u32 index, u32 count, JsonReader* reader,
                  JsonToken* token) noexcept {
  const u32 box = frame.next >> kJsonFrameTypeShift;
  const bool large = (box & 1U) != 0;
  const u8* entry = base + json_header_bytes(large);
  if ((box & 2U) == 0) {
    const u8* const key = entry + usize{index} * json_key_entry_bytes(large);
    token->has_key = true;
    token->key = Span{base + json_offset(key, large), load_le16(key + json_offset_width(large))};
    entry += usize{count} * json_key_entry_bytes(large);
  }
  entry += usize{index} * json_value_entry_bytes(large);
  const u8 type = entry[0];
  if (json_is_inlined(type, large)) return read_scalar(type, entry + 1, token);
  const u32 offset = json_offset(entry + 1, large);
  if (type <= kJsonLargeArray) return begin_container(type, frame.offset + offset, reader, token);
  read_scalar(type, base + offset, token);
}

}  // namespace

void json_open(Span document, JsonReader* reader) noexcept {
  reader->document = document;
  reader->depth = 0;
  reader->started = false;
}

void json_next(JsonReader* reader, JsonToken* token) noexcept {
  *token = JsonToken();
  const u8* const data = reader->document.data;
  if (reader->depth == 0) {
    if (reader->started) return;
    reader->started = true;
    token->type = JsonType::null;
    if (reader->document.empty()) return;
    if (data[0] <= kJsonLargeArray) return begin_container(data[0], 1, reader, token);
    return read_scalar(data[0], data + 1, token);
  }
  JsonFrame& frame = reader->frames[reader->depth - 1];
  const u32 box = frame.next >> kJsonFrameTypeShift;
  const u32 index = frame.next & kJsonFrameIndexMask;
  const u8* const base = data + frame.offset;
  const u32 count = json_offset(base, (box & 1U) != 0);
  if (index == count) {
    --reader->depth;
    token->type = (box & 2U) == 0 ? JsonType::object_end : JsonType::array_end;
    return;
  }
  ++frame.next;
  read_element(base, frame, index, count, reader, token);
}

}  // namespace nbl

#endif
