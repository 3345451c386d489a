// What the validator and the reader of binary JSON share: type bytes, header shapes and the frame's packing.
// Layout: sql-common/json_binary.h of MySQL 9.x ("doc ::= type value").
#ifndef NBL_VALUE_JSON_LAYOUT_HPP
#define NBL_VALUE_JSON_LAYOUT_HPP

#include "base/load.hpp"
#include "nanobinlog/json.hpp"

namespace nbl {

inline constexpr u8 kJsonSmallObject = 0x00;
inline constexpr u8 kJsonLargeObject = 0x01;
inline constexpr u8 kJsonSmallArray = 0x02;
inline constexpr u8 kJsonLargeArray =
    0x03;  // the containers are the types up to here: bit 0 is "large", bit 1 "array".
inline constexpr u8 kJsonLiteral = 0x04;
inline constexpr u8 kJsonInt16 = 0x05;
inline constexpr u8 kJsonUint16 = 0x06;
inline constexpr u8 kJsonInt32 = 0x07;
inline constexpr u8 kJsonUint32 = 0x08;
inline constexpr u8 kJsonInt64 = 0x09;
inline constexpr u8 kJsonUint64 = 0x0a;
inline constexpr u8 kJsonDouble = 0x0b;
inline constexpr u8 kJsonString = 0x0c;
inline constexpr u8 kJsonOpaque = 0x0f;

// Column types that an opaque value gives a meaning of its own.
inline constexpr u8 kJsonOpaqueTimestamp = 7;
inline constexpr u8 kJsonOpaqueDate = 10;
inline constexpr u8 kJsonOpaqueTime = 11;
inline constexpr u8 kJsonOpaqueDatetime = 12;
inline constexpr u8 kJsonOpaqueDecimal = 246;

// A JSON decimal is the server's working type and not a column's: nine groups of nine digits, all of which
// may lie behind the point (a literal of 70 digits is stored as such).
inline constexpr unsigned kJsonDecimalMaxDigits = 81;

// JsonFrame::next carries the container's type in its two top bits and the index of the next element below.
inline constexpr unsigned kJsonFrameTypeShift = 30;
inline constexpr u32 kJsonFrameIndexMask = 0x3fffffffU;

// Both formats' field widths, by "large".
[[nodiscard]] constexpr u32 json_offset_width(bool large) noexcept { return large ? 4 : 2; }
[[nodiscard]] constexpr u32 json_header_bytes(bool large) noexcept { return large ? 8 : 4; }  // count, size
[[nodiscard]] constexpr u32 json_key_entry_bytes(bool large) noexcept {
  return large ? 6 : 4;
}  // offset, 2 of length
[[nodiscard]] constexpr u32 json_value_entry_bytes(bool large) noexcept {
  return large ? 5 : 3;
}  // type, offset or value
[[nodiscard]] constexpr u32 json_offset(const u8* p, bool large) noexcept {
  return large ? load_le32(p) : load_le16(p);
}
[[nodiscard]] constexpr bool json_is_inlined(u8 type, bool large) noexcept {
  return (type >= kJsonLiteral && type <= kJsonUint16) ||
         (large && (type == kJsonInt32 || type == kJsonUint32));
}

}  // namespace nbl

#endif
