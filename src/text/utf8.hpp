// UTF-8 and the scan for the bytes that a JSON string cannot hold as they are.
#ifndef NBL_TEXT_UTF8_HPP
#define NBL_TEXT_UTF8_HPP

#include "base/load.hpp"

namespace nbl {

/// Bytes of the well-formed sequence at `p`, whose first byte is 0x80 or more; 0 where it is none (Unicode,
/// table 3-7).
[[nodiscard]] inline usize utf8_sequence(const u8* p, usize left) noexcept {
  const u8 lead = p[0];
  const auto follows = [p](usize i) noexcept { return (p[i] & 0xc0U) == 0x80; };
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return left >= 2 && follows(1) ? 2 : 0;
  if (lead < 0xf0) {
    if (left < 3 || !follows(1) || !follows(2)) return 0;
    if (lead == 0xe0 && p[1] < 0xa0) return 0;   // overlong
    return lead == 0xed && p[1] > 0x9f ? 0 : 3;  // a surrogate
  }
  if (lead > 0xf4 || left < 4 || !follows(1) || !follows(2) || !follows(3)) return 0;
  if (lead == 0xf0 && p[1] < 0x90) return 0;
  return lead == 0xf4 && p[1] > 0x8f ? 0 : 4;
}

inline constexpr u64 kEachByte = 0x0101010101010101U;
inline constexpr u64 kHighBits = 0x8080808080808080U;

/// High bit set in the lanes that are no plain chars of a JSON string: controls, '"', '\\' and 0x80 and over.
/// A lane behind the first such may be set without cause, the first one never is.
[[nodiscard]] constexpr u64 not_plain(u64 lanes) noexcept {
  const u64 quote = lanes ^ (kEachByte * '"');
  const u64 backslash = lanes ^ (kEachByte * '\\');
  return ((lanes - kEachByte * 0x20) | (quote - kEachByte) | (backslash - kEachByte) | lanes) & kHighBits;
}

[[nodiscard]] constexpr bool is_plain(u8 byte) noexcept {
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/// Plain bytes in front of the first that is not; `lanes` was loaded little-endian and `mask` is
/// not_plain(lanes), not 0.
[[nodiscard]] inline usize plain_before(u64 mask) noexcept {
  // By halves: small cores have an instruction for 32 bits and a helper for 64.
  const u32 low = static_cast<u32>(mask);
  const int zeros = low != 0 ? __builtin_ctz(low) : 32 + __builtin_ctz(static_cast<u32>(mask >> 32));
  return static_cast<usize>(zeros) / 8;
}

}  // namespace nbl

#endif
