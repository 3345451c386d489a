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

/// A group of less than nine digits, read into the top bits so that its first bit stands where that of a
/// whole group stands.
[[nodiscard]] inline bool decimal_part_valid(const u8* p, unsigned digits, u32 inverted) noexcept {
  switch (kDecimalGroupBytes[digits]) {
    case 1: return ((static_cast<u32>(p[0]) << 24) ^ inverted) >> 24 < kDecimalGroupEnd[digits];
    case 2: return ((static_cast<u32>(load_be16(p)) << 16) ^ inverted) >> 16 < kDecimalGroupEnd[digits];
    case 3: return ((load_be24(p) << 8) ^ inverted) >> 8 < kDecimalGroupEnd[digits];
    default: return (load_be32(p) ^ inverted) < kDecimalGroupEnd[digits];
  }
}

/// Each group is below 10 to the number of its digits. Inline and apart from the walk above: it runs for
/// every decimal of a log.
[[nodiscard]] inline bool decimal_valid(const u8* p, unsigned precision, unsigned scale) noexcept {
  const unsigned whole = precision - scale;
  const u32 negative = (p[0] & 0x80) != 0 ? 0U : 0xffffffffU;
  u32 inverted = negative ^ 0x80000000U;  // the very first bit is inverted once more
  const unsigned lead = whole % 9;
  bool good = true;
  if (lead != 0) {
    good = decimal_part_valid(p, lead, inverted);
    p += kDecimalGroupBytes[lead];
    inverted = negative;
  }
  for (unsigned full = whole / 9 + scale / 9; full != 0; --full, p += 4) {
    good = good & ((load_be32(p) ^ inverted) < kDecimalGroupEnd[9]);
    inverted = negative;
  }
  return scale % 9 == 0 ? good : good & decimal_part_valid(p, scale % 9, inverted);
}

}  // namespace nbl

#endif
