// The pieces of MySQL's serialization library that reach the binary log: its variable-length integers and a
// GTID's tag.
//
// Source: libs/mysql/serialization/readme.md, "Variable-length integers", and libs/mysql/gtid/tag.cpp.
#ifndef NBL_EVENT_SERIALIZATION_HPP
#define NBL_EVENT_SERIALIZATION_HPP

#include "base/cursor.hpp"

namespace nbl {

inline constexpr usize kMaxTagBytes = 32;

/// One to nine bytes: as many low one bits in the first byte as bytes follow, a zero bit, then the value.
/// Eight one bits have no zero bit: all 64 bits of the value follow.
[[nodiscard]] u64 read_varint(Cursor* cursor) noexcept;

/// The same with the sign in the lowest bit and the other bits of a negative number inverted.
[[nodiscard]] i64 read_signed_varint(Cursor* cursor) noexcept;

/// A varint that must not be over `limit`; the cursor fails, at the varint, where it is.
[[nodiscard]] u64 read_varint_up_to(u64 limit, Cursor* cursor) noexcept;

/// The length and the characters of a tag into `tag`, which holds kMaxTagBytes; bytes behind the tag are left
/// alone. The cursor fails where it is too long or is no tag: lower case letters, digits and underscores, no
/// digit first. An empty one is good: it means that there is none.
[[nodiscard]] u8 read_tag(Cursor* cursor, char* tag) noexcept;

}  // namespace nbl

#endif
