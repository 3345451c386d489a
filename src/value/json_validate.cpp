// Checks a binary JSON document once, so that the reader can walk it without a check.
#include "value/json_layout.hpp"
#include "value/json_scalar.hpp"

#if !defined(NBL_NO_JSON)

namespace nbl {
namespace {

// The container being walked. All offsets inside it count from `base`, and none may leave `size`.
struct Container {
  const u8* base;
  const u8* entries;  // value entries
  u32 size;
  u32 count;
  u32 values_from;  // end of the entries: neither a key nor a value may lie before it, so every step goes
                    // forward.
  bool large;
};

// Offsets of a hostile document may point many times at the same bytes. Real documents never share any, holes
// or not, so the bytes that are left to be visited pay for every visit and the whole check is linear.
struct Budget {
  u64 left;
  bool spend(u64 bytes) noexcept {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  }
};

template <bool kLarge>
bool keys_fit(const Container& box, const u8* entry, Budget* budget) noexcept {
  const u32 from = box.values_from;
  const u32 size = box.size;
  u64 bytes = 0;
  for (const u8* const end = box.entries; entry != end; entry += json_key_entry_bytes(kLarge)) {
    const u32 offset = json_offset(entry, kLarge);
    const u32 length = load_le16(entry + json_offset_width(kLarge));
    if (offset < from || offset > size || length > size - offset) return false;
    bytes += length;
  }
  return budget->spend(bytes);
}

// Opens the container at `base`, of which `room` bytes may be used; its keys are checked here, its values by
// the caller.
bool open_container(u8 type, const u8* base, u32 room, Budget* budget, Container* box) noexcept {
  const bool large = (type & 1U) != 0;
  const bool object = (type & 2U) == 0;
  if (room < json_header_bytes(large)) return false;
  box->base = base;
  box->large = large;
  box->count = json_offset(base, large);
  box->size = json_offset(base + json_offset_width(large), large);
  if (box->size > room) return false;
  const u64 keys = object ? u64{box->count} * json_key_entry_bytes(large) : 0;
  const u64 head = json_header_bytes(large) + keys + u64{box->count} * json_value_entry_bytes(large);
  if (head > box->size || !budget->spend(head)) return false;
  box->values_from = static_cast<u32>(head);
  const u8* key_entries = base + json_header_bytes(large);
  box->entries = key_entries + keys;
  if (!object) return true;
  return large ? keys_fit<true>(*box, key_entries, budget) : keys_fit<false>(*box, key_entries, budget);
}

// The container a frame speaks of was open before, so its header is known to be sound.
Container reopen(const u8* document, const JsonFrame& frame) noexcept {
  Container box;
  const u32 type = frame.next >> kJsonFrameTypeShift;
  box.large = (type & 1U) != 0;
  box.base = document + frame.offset;
  box.count = json_offset(box.base, box.large);
  box.size = json_offset(box.base + json_offset_width(box.large), box.large);
  const u32 keys = (type & 2U) == 0 ? box.count * json_key_entry_bytes(box.large) : 0;
  box.entries = box.base + json_header_bytes(box.large) + keys;
  box.values_from = json_header_bytes(box.large) + keys + box.count * json_value_entry_bytes(box.large);
  return box;
}

}  // namespace

Code json_validate(Span document, JsonFrame* frames, std::uint32_t* at) noexcept {
  std::uint32_t ignored = 0;
  if (at == nullptr) at = &ignored;
  *at = 0;
  if (document.empty()) return Code::ok;
  if (document.size > 0xffffffffU) return Code::bad_json;
  const u8* const data = document.data;
  const u32 size = static_cast<u32>(document.size);
  Budget budget{size - 1};
  u8 type = data[0];
  *at = 1;
  if (type > kJsonLargeArray) {
    u32 used = 0;
    return json_scalar_ok(type, data + 1, size - 1, &used) ? Code::ok : Code::bad_json;
  }
  Container box;
  if (!open_container(type, data + 1, size - 1, &budget, &box)) return Code::bad_json;

  u32 depth = 1;
  u32 index = 0;
  u32 box_type = type;
  for (;;) {
    if (index == box.count) {
      if (--depth == 0) return Code::ok;
      const JsonFrame& frame = frames[depth - 1];
      box = reopen(data, frame);
      box_type = frame.next >> kJsonFrameTypeShift;
      index = frame.next & kJsonFrameIndexMask;
      continue;
    }
    const u32 width = json_offset_width(box.large);
    const u8* const entry = box.entries + usize{index} * (width + 1);
    ++index;
    type = entry[0];
    if (json_is_inlined(type, box.large)) {
      if (type != kJsonLiteral || entry[1] <= 2) continue;
      *at = static_cast<u32>(entry + 1 - data);
      return Code::bad_json;
    }
    const u32 offset = json_offset(entry + 1, box.large);
    *at = static_cast<u32>(entry - data);
    if (offset < box.values_from || offset > box.size) return Code::bad_json;
    const u8* const value = box.base + offset;
    const u32 room = box.size - offset;
    if (type > kJsonLargeArray) {
      u32 used = 0;
      if (json_scalar_ok(type, value, room, &used) && budget.spend(used)) continue;
      *at = static_cast<u32>(value - data);
      return Code::bad_json;
    }
    if (depth == kJsonMaxDepth) return Code::json_too_deep;
    // Everything of the parent but its place can be read again from its header.
    frames[depth - 1].offset = static_cast<u32>(box.base - data);
    frames[depth - 1].next = (box_type << kJsonFrameTypeShift) | index;
    ++depth;
    index = 0;
    box_type = type;
    if (!open_container(type, value, room, &budget, &box)) {
      *at = static_cast<u32>(value - data);
      return Code::bad_json;
    }
  }
}

}  // namespace nbl

#endif
