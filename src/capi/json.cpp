// JSON documents and partial updates, walked in the caller's memory.
#include "nanobinlog/json.hpp"

#if !defined(NBL_NO_JSON)

#include <new>

#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

struct nbl_json {
  nbl::u32 tag = 0;
  nbl::Span diffs;
  nbl::JsonReader reader;  // its frames also serve the check
};
static_assert(sizeof(nbl_json) <= NBL_JSON_ROOM_SIZE);

namespace {

nbl_code place(nbl_bytes bytes, void* room, std::size_t size, nbl_json** json) noexcept {
  if (json == nullptr || (bytes.data == nullptr && bytes.size != 0)) return NBL_INVALID_ARGUMENT;
  return check_room(room, size, sizeof(nbl_json));
}

}  // namespace

nbl_code nbl_json_open(nbl_bytes document, void* room, size_t size, nbl_json** json) {
  nbl_code code = place(document, room, size, json);
  if (code != NBL_OK) return code;
  auto* walk = new (room) nbl_json();
  code = code_of(nbl::json_validate(span_of(document), walk->reader.frames, nullptr));
  if (code != NBL_OK) return code;
  walk->tag = kJsonTag;
  nbl::json_open(span_of(document), &walk->reader);
  *json = walk;
  return NBL_OK;
}

nbl_code nbl_json_next(nbl_json* json, nbl_json_token* out) {
  if (json == nullptr || json->tag != kJsonTag || !sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::JsonToken token;
  nbl::json_next(&json->reader, &token);
  if (token.type == nbl::JsonType::end) return NBL_END;
  nbl_json_token full = NBL_JSON_TOKEN_INIT;
  full.type = static_cast<std::uint32_t>(token.type);
  full.has_key = token.has_key ? 1 : 0;
  full.count = token.count;
  full.boolean = token.boolean ? 1 : 0;
  full.opaque_type = token.opaque_type;
  full.precision = token.precision;
  full.scale = token.scale;
  std::memcpy(&full.value, &token.unsigned_integer, sizeof(full.value));
  full.key = bytes_of(token.key);
  full.bytes = bytes_of(token.bytes);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_json_open_diffs(nbl_bytes diffs, void* room, size_t size, nbl_json** json) {
  nbl_code code = place(diffs, room, size, json);
  if (code != NBL_OK) return code;
  auto* walk = new (room) nbl_json();
  code = code_of(nbl::json_validate_diffs(span_of(diffs), walk->reader.frames, nullptr));
  if (code != NBL_OK) return code;
  walk->tag = kJsonDiffsTag;
  walk->diffs = span_of(diffs);
  *json = walk;
  return NBL_OK;
}

nbl_code nbl_json_next_diff(nbl_json* json, nbl_json_diff* out) {
  if (json == nullptr || json->tag != kJsonDiffsTag || !sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::JsonDiff diff;
  if (!nbl::json_next_diff(&json->diffs, &diff)) return NBL_END;
  nbl_json_diff full = NBL_JSON_DIFF_INIT;
  full.operation = static_cast<std::uint32_t>(diff.operation);
  full.path = bytes_of(diff.path);
  full.value = bytes_of(diff.value);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

#endif
