// The digit groups of a NEWDECIMAL.
#ifndef NBL_VALUE_DECIMAL_HPP
#define NBL_VALUE_DECIMAL_HPP

#include "base/load.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

/// Walks the groups from the most significant: a value below 10^digits each, where the bytes are valid. The
/// integer part's groups come first; its digits are precision - scale.
class DecimalGroups {
 public:
  DecimalGroups(const u8* bytes, unsigned precision, unsigned scale) noexcept;
  bool next(u32* value, unsigned* digits) noexcept;

 private:
  const u8* at_;
  u32 mask_;
  unsigned lead_;
  unsigned full_;
  unsigned tail_;
  u32 flip_;
};

inline constexpr u8 kDecimalGroupBytes[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
inline constexpr u32 kDecimalGroupEnd[10] = {1,      10,      100,      1000,      10000,
                                             100000, 1000000, 10000000, 100000000, 1000000000};

/// The bytes of a last group, by its digits.
inline constexpr u32 kDecimalTailMask[10] = {0,        0xff,     0xff,       0xffff,     0xffff,
                                             0xffffff, 0xffffff, 0xffffffff, 0xffffffff, 0xffffffff};

/// Digits left over by whole groups of nine, and those groups << 4, by the number of digits; as many as a JSON decimal may have.
struct DecimalSplit {
  u8 of[82] = {};
  constexpr DecimalSplit() noexcept {
    for (u32 i = 0; i < sizeof(of); ++i) of[i] = static_cast<u8>(i % 9 | (i / 9) << 4);
  }
};
inline constexpr DecimalSplit kDecimalSplit{};

/// Each group is below 10 to the number of its digits. `width` is decimal_bytes(). Inline and apart from the walk above: it runs
/// for every decimal of a log.
[[nodiscard]] inline bool decimal_valid(const u8* p, unsigned width, unsigned precision, unsigned scale) noexcept {
  // The first four bytes, zeros behind a shorter value; the very first bit is inverted.
  u32 first = width >= 4 ? load_be32(p) : static_cast<u32>(p[0]) << 24;
  if (width == 2 || width == 3) first |= static_cast<u32>(p[1]) << 16;
  if (width == 3) first |= static_cast<u32>(p[2]) << 8;
  first ^= 0x80000000U;
  const u32 negative = static_cast<u32>(-static_cast<i32>(first >> 31));
  if (kQuickWays && width < 4 && (scale == 0 || scale == precision)) {  // a single group
    return (first ^ negative) >> (32 - 8 * width) < kDecimalGroupEnd[precision];
  }
  const u32 whole = kDecimalSplit.of[precision - scale];
  const u32 behind = kDecimalSplit.of[scale];
  const u32 lead = whole & 15;
  const u32 tail = behind & 15;
  const u32 lead_bytes = kDecimalGroupBytes[lead];
  // Both shorter groups lie inside four bytes of the value.
  const u32 last = width <= 4 ? first >> (32 - 8 * width) : load_be32(p + width - 4);
  bool good = ((last ^ negative) & kDecimalTailMask[tail]) < kDecimalGroupEnd[tail];
  if (lead != 0) good = good & ((first ^ negative) >> (32 - 8 * lead_bytes) < kDecimalGroupEnd[lead]);
  const u8* at = p + lead_bytes;
  for (u32 full = (whole >> 4) + (behind >> 4); full != 0; --full, at += 4) {
    const u32 group = at == p ? first : load_be32(at);
    good = good & ((group ^ negative) < kDecimalGroupEnd[9]);
  }
  return good;
}

}  // namespace nbl

#endif
