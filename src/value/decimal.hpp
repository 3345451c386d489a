// The digit groups of a NEWDECIMAL.
#ifndef NBL_VALUE_DECIMAL_HPP
#define NBL_VALUE_DECIMAL_HPP

#include "base/load.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

/// Walks the groups from the most significant: a value below 10^digits each, where the bytes are valid. The integer part's
/// groups come first; its digits are precision - scale.
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

/// Each group is below 10 to the number of its digits.
[[nodiscard]] bool decimal_valid(const u8* bytes, unsigned precision, unsigned scale) noexcept;

}  // namespace nbl

#endif
