// NEWDECIMAL: groups of nine digits in four bytes, big-endian, leading and trailing groups shorter, the first
// bit inverted, and all bits inverted where negative. Source: strings/decimal.cc of MySQL (decimal2bin).
#include "value/decimal.hpp"

#include <cstring>

namespace nbl {
u32 decimal_bytes(unsigned precision, unsigned scale) noexcept {
  const unsigned whole = precision - scale;
  return whole / 9 * 4 + kDecimalGroupBytes[whole % 9] + scale / 9 * 4 + kDecimalGroupBytes[scale % 9];
}

DecimalGroups::DecimalGroups(const u8* bytes, unsigned precision, unsigned scale) noexcept
    : at_(bytes),
      mask_((bytes[0] & 0x80) != 0 ? 0U : 0xffffffffU),
      lead_((precision - scale) % 9),
      full_((precision - scale) / 9 + scale / 9),
      tail_(scale % 9),
      flip_(0x80) {
  if (lead_ == 0 && full_ == 0 && tail_ == 0) flip_ = 0;
}

bool DecimalGroups::next(u32* value, unsigned* digits) noexcept {
  if (lead_ != 0) {
    *digits = lead_;
    lead_ = 0;
  } else if (full_ != 0) {
    *digits = 9;
    --full_;
  } else if (tail_ != 0) {
    *digits = tail_;
    tail_ = 0;
  } else {
    return false;
  }
  const unsigned width = kDecimalGroupBytes[*digits];
  u32 raw = 0;
  for (unsigned i = 0; i < width; ++i) raw = (raw << 8) | static_cast<u32>(at_[i] ^ (i == 0 ? flip_ : 0U));
  flip_ = 0;
  at_ += width;
  *value = raw ^ (width == 4 ? mask_ : mask_ & ((1U << (8 * width)) - 1));
  return true;
}

void to_decimal(const u8* bytes, unsigned precision, unsigned scale, Decimal* decimal) noexcept {
  decimal->precision = static_cast<u8>(precision);
  decimal->scale = static_cast<u8>(scale);
  DecimalGroups groups(bytes, precision, scale);
  u32 value = 0;
  u32 any = 0;
  unsigned digits = 0;
  unsigned at = 0;
  while (groups.next(&value, &digits)) {
    any |= value;
    for (unsigned i = digits; i-- > 0; value /= 10) decimal->digits[at + i] = static_cast<u8>(value % 10);
    at += digits;
  }
  std::memset(decimal->digits + at, 0, sizeof(decimal->digits) - at);
  decimal->negative = any != 0 && (bytes[0] & 0x80) == 0;
}

}  // namespace nbl
