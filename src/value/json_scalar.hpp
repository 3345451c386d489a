// One scalar of binary JSON that lies behind an offset: its check and its reading.
#ifndef NBL_VALUE_JSON_SCALAR_HPP
#define NBL_VALUE_JSON_SCALAR_HPP

#include "value/json_layout.hpp"

namespace nbl {

/// Checks an opaque value at `p`, of which `room` bytes may be read; `used` is what it takes.
[[nodiscard]] bool json_opaque_ok(const u8* p, u32 room, u32* used) noexcept;

/// Reads an opaque value that has been checked.
void json_read_opaque(const u8* p, JsonToken* token) noexcept;

/// A data length: seven bits a byte, lowest first, at most five bytes and 32 bits. Gives the bytes it takes,
/// 0 where it is broken or cut off at `room`.
[[nodiscard]] inline u32 json_data_length(const u8* p, u32 room, u32* length) noexcept {
  if (room == 0) return 0;
  if (p[0] < 0x80) {
    *length = p[0];
    return 1;
  }
  u64 value = p[0] & 0x7fU;
  const u32 most = room < 5 ? room : 5;
  for (u32 i = 1; i < most; ++i) {
    value |= u64{p[i] & 0x7fU} << (7 * i);
    if (p[i] < 0x80) {
      *length = static_cast<u32>(value);
      return value > 0xffffffffU ? 0 : i + 1;
    }
  }
  return 0;
}

/// Checks a scalar of `type` at `p`, of which `room` bytes may be read; `used` is what it takes.
[[nodiscard]] inline bool json_scalar_ok(u8 type, const u8* p, u32 room, u32* used) noexcept {
  switch (type) {
    case kJsonString: {
      u32 length = 0;
      const u32 head = json_data_length(p, room, &length);
      *used = head + length;
      return head != 0 && length <= room - head;
    }
    case kJsonInt32:
    case kJsonUint32: *used = 4; return room >= 4;
    case kJsonInt64:
    case kJsonUint64: *used = 8; return room >= 8;
    // No text form of JSON has a NaN or an infinity, and the server stores neither.
    case kJsonDouble: *used = 8; return room >= 8 && (load_le16(p + 6) & 0x7ff0U) != 0x7ff0U;
    case kJsonOpaque: return json_opaque_ok(p, room, used);
    // These three stand behind an offset only as a whole document.
    case kJsonLiteral: *used = 1; return room >= 1 && p[0] <= 2;
    case kJsonInt16:
    case kJsonUint16: *used = 2; return room >= 2;
    default: return false;
  }
}

}  // namespace nbl

#endif
