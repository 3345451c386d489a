// The operations of a partial JSON update.
// Layout: Json_diff_vector::read_binary of sql-common/json_diff.cc: operation, path length, path and, but for
// remove, the length of a binary document and the document; both lengths are length-encoded integers.
#include "base/cursor.hpp"
#include "nanobinlog/json.hpp"

#if !defined(NBL_NO_JSON)

namespace nbl {
namespace {

bool take(Cursor* cursor, JsonDiff* diff) noexcept {
  const u8 operation = cursor->le8();
  if (!cursor->ok() || operation > static_cast<u8>(JsonOperation::remove)) return false;
  diff->operation = static_cast<JsonOperation>(operation);
  diff->path = cursor->bytes64(cursor->packed());
  diff->value = Span{};
  if (diff->operation != JsonOperation::remove) diff->value = cursor->bytes64(cursor->packed());
  return cursor->ok();
}

// Every path starts at the document's root; an operation that gives a value has one.
bool shape_ok(const JsonDiff& diff) noexcept {
  if (diff.path.empty() || diff.path.data[0] != '$') return false;
  return diff.operation == JsonOperation::remove || !diff.value.empty();
}

}  // namespace

bool json_next_diff(Span* diffs, JsonDiff* diff) noexcept {
  Cursor cursor(*diffs);
  if (!take(&cursor, diff)) return false;
  *diffs = cursor.rest();
  return true;
}

Code json_validate_diffs(Span diffs, JsonFrame* frames, std::uint32_t* at) noexcept {
  std::uint32_t ignored = 0;
  if (at == nullptr) at = &ignored;
  *at = 0;
  if (diffs.size > 0xffffffffU) return Code::bad_json_diff;
  Cursor cursor(diffs);
  while (cursor.left() > 0) {
    *at = static_cast<u32>(cursor.position());
    JsonDiff diff;
    if (!take(&cursor, &diff) || !shape_ok(diff)) return Code::bad_json_diff;
    const Code code = json_validate(diff.value, frames, at);
    if (code != Code::ok) {
      *at += static_cast<u32>(diff.value.data - diffs.data);
      return code;
    }
  }
  *at = static_cast<u32>(diffs.size);
  return Code::ok;
}

}  // namespace nbl

#endif
