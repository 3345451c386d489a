#include "event/serialization.hpp"

#include <cstring>

namespace nbl {
namespace {

constexpr usize kWidestVarint = 9;

usize varint_width(u8 head) noexcept {
  usize ones = 0;
  while (((u32{head} >> ones) & 1) != 0) ++ones;
  return ones + 1;
}

bool is_tag_character(u8 c, bool first) noexcept {
  return (c >= 'a' && c <= 'z') || c == '_' || (!first && c >= '0' && c <= '9');
}

}  // namespace

u64 read_varint(Cursor* cursor) noexcept {
  if (!cursor->ok() || cursor->left() == 0) {
    cursor->fail();
    return 0;
  }
  const u8* p = cursor->at();
  const usize width = varint_width(*p);
  if (cursor->left() < width) {
    cursor->fail();
    return 0;
  }
  cursor->skip(width);
  return width == kWidestVarint ? load_le64(p + 1) : load_le(p, width) >> width;
}

i64 read_signed_varint(Cursor* cursor) noexcept {
  const u64 value = read_varint(cursor);
  const u64 sign = 0 - (value & 1);
  return static_cast<i64>((value >> 1) ^ sign);
}

u64 read_varint_up_to(u64 limit, Cursor* cursor) noexcept {
  Cursor ahead = *cursor;
  const u64 value = read_varint(&ahead);
  if (value > limit) {
    cursor->fail();
    return 0;
  }
  *cursor = ahead;
  return value;
}

u8 read_tag(Cursor* cursor, char* tag) noexcept {
  const u64 length = read_varint_up_to(kMaxTagBytes, cursor);
  if (length == 0) return 0;
  if (!cursor->ok() || cursor->left() < length) {
    cursor->fail();
    return 0;
  }
  const u8* p = cursor->at();
  for (usize i = 0; i < length; ++i) {
    if (!is_tag_character(p[i], i == 0)) {
      cursor->fail();
      return 0;
    }
  }
  std::memcpy(tag, p, static_cast<usize>(length));
  cursor->skip(static_cast<usize>(length));
  return static_cast<u8>(length);
}

}  // namespace nbl
