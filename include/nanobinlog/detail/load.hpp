// Integers out of unaligned bytes, by shifts. Compilers turn them into single loads where the machine allows it.
#ifndef NANOBINLOG_DETAIL_LOAD_HPP
#define NANOBINLOG_DETAIL_LOAD_HPP

#include <cstddef>
#include <cstdint>

// The loops that see every value have one call each of a function this marks: inlining it is worth what it costs, but where
// size is asked for.
#if defined(__OPTIMIZE_SIZE__)
#define NBL_HOT_INLINE inline
#else
#define NBL_HOT_INLINE [[gnu::always_inline]] inline
#endif
// Where size is asked for, the stack counts as well: a function this marks keeps its frame to itself, which inlined would
// stay on the stack below everything else its caller calls.
#if defined(__OPTIMIZE_SIZE__)
#define NBL_OWN_FRAME [[gnu::noinline]]
#else
#define NBL_OWN_FRAME
#endif

namespace nbl {

/// Whether a shorter way beside a general one is worth its code.
#if defined(__OPTIMIZE_SIZE__)
inline constexpr bool kQuickWays = false;
#else
inline constexpr bool kQuickWays = true;
#endif

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using usize = std::size_t;

// The caller has proved that the bytes are there.
[[nodiscard]] constexpr u16 load_le16(const u8* p) noexcept {
  return static_cast<u16>(static_cast<u32>(p[0]) | (static_cast<u32>(p[1]) << 8));
}
[[nodiscard]] constexpr u32 load_le24(const u8* p) noexcept {
  return static_cast<u32>(p[0]) | (static_cast<u32>(p[1]) << 8) | (static_cast<u32>(p[2]) << 16);
}
[[nodiscard]] constexpr u32 load_le32(const u8* p) noexcept {
  return static_cast<u32>(p[0]) | (static_cast<u32>(p[1]) << 8) | (static_cast<u32>(p[2]) << 16) |
         (static_cast<u32>(p[3]) << 24);
}
[[nodiscard]] constexpr u64 load_le48(const u8* p) noexcept {
  return static_cast<u64>(load_le32(p)) | (static_cast<u64>(load_le16(p + 4)) << 32);
}
[[nodiscard]] constexpr u64 load_le56(const u8* p) noexcept {
  return static_cast<u64>(load_le32(p)) | (static_cast<u64>(load_le24(p + 4)) << 32);
}
[[nodiscard]] constexpr u64 load_le64(const u8* p) noexcept {
  return static_cast<u64>(p[0]) | (static_cast<u64>(p[1]) << 8) | (static_cast<u64>(p[2]) << 16) |
         (static_cast<u64>(p[3]) << 24) | (static_cast<u64>(p[4]) << 32) | (static_cast<u64>(p[5]) << 40) |
         (static_cast<u64>(p[6]) << 48) | (static_cast<u64>(p[7]) << 56);
}
/// `width` is 0 to 8 bytes.
[[nodiscard]] constexpr u64 load_le(const u8* p, usize width) noexcept {
  u64 value = 0;
  for (usize i = width; i-- > 0;) value = (value << 8) | p[i];
  return value;
}
[[nodiscard]] constexpr u16 load_be16(const u8* p) noexcept {
  return static_cast<u16>((static_cast<u32>(p[0]) << 8) | static_cast<u32>(p[1]));
}
[[nodiscard]] constexpr u32 load_be24(const u8* p) noexcept {
  return (static_cast<u32>(p[0]) << 16) | (static_cast<u32>(p[1]) << 8) | static_cast<u32>(p[2]);
}
[[nodiscard]] constexpr u32 load_be32(const u8* p) noexcept {
  return (static_cast<u32>(p[0]) << 24) | (static_cast<u32>(p[1]) << 16) | (static_cast<u32>(p[2]) << 8) |
         static_cast<u32>(p[3]);
}
[[nodiscard]] constexpr u64 load_be40(const u8* p) noexcept {
  return (static_cast<u64>(p[0]) << 32) | load_be32(p + 1);
}
/// `width` is 0 to 8 bytes.
[[nodiscard]] constexpr u64 load_be(const u8* p, usize width) noexcept {
  u64 value = 0;
  for (usize i = 0; i < width; ++i) value = (value << 8) | p[i];
  return value;
}
/// The two's complement of the low `bits` bits, 1 to 64.
[[nodiscard]] constexpr i64 sign_extend(u64 value, unsigned bits) noexcept {
  const u64 sign = u64{1} << (bits - 1);
  return static_cast<i64>((value ^ sign) - sign);
}
constexpr void store_le16(u8* p, u16 v) noexcept {
  p[0] = static_cast<u8>(v);
  p[1] = static_cast<u8>(v >> 8);
}
// Byte by byte and without a loop: that is what compilers turn into one store.
constexpr void store_le32(u8* p, u32 v) noexcept {
  p[0] = static_cast<u8>(v);
  p[1] = static_cast<u8>(v >> 8);
  p[2] = static_cast<u8>(v >> 16);
  p[3] = static_cast<u8>(v >> 24);
}
constexpr void store_le64(u8* p, u64 v) noexcept {
  p[0] = static_cast<u8>(v);
  p[1] = static_cast<u8>(v >> 8);
  p[2] = static_cast<u8>(v >> 16);
  p[3] = static_cast<u8>(v >> 24);
  p[4] = static_cast<u8>(v >> 32);
  p[5] = static_cast<u8>(v >> 40);
  p[6] = static_cast<u8>(v >> 48);
  p[7] = static_cast<u8>(v >> 56);
}

}  // namespace nbl

#endif
