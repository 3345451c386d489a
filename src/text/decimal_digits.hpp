// The digits of a decimal, straight from its wire bytes.
#ifndef NBL_TEXT_DECIMAL_DIGITS_HPP
#define NBL_TEXT_DECIMAL_DIGITS_HPP

#include "text/digits.hpp"

namespace nbl {

inline constexpr u8 kGroupBytes[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

/// Takes groups off the bytes: a decimal is the most frequent wide value there is, and the value room's walk
/// over groups keeps its state in memory.
struct DigitGroups {
  const u8* at;
  u32 complement;  // all bits where the value is negative.
  u32 sign_bit;    // turned over in the first byte.

  u32 take(unsigned digits) noexcept {
    const unsigned width = kGroupBytes[digits];
    u32 value = width == 4 ? load_be32(at) : static_cast<u32>(load_be(at, width));
    // cppcheck-suppress shiftTooManyBits ; `digits`, and so `width`, is at least 1: the loops below end at 0
    value ^= sign_bit << (8 * (width - 1));
    sign_bit = 0;
    at += width;
    value ^= complement;
    if (width != 4) value &= (1U << (8 * width)) - 1;
    // More digits than a group has would be written behind the piece's room. No checked row holds any.
    const u32 most = kPowersOfTen[digits] - 1;
    return value < most ? value : most;
  }
};

/// Room that put_decimal() needs: sign, 81 digits, a zero before the point and the point.
inline constexpr usize kDecimalMost = 84 + kDigitsSlack;

/// Gives the end of the text; see write_decimal().
inline char* put_decimal(char* const start, const u8* bytes, unsigned precision, unsigned scale) noexcept {
  char* p = start;
  const bool negative = (bytes[0] & 0x80U) == 0;
  if (negative) *p++ = '-';
  char* const first = p;
  DigitGroups groups{bytes, negative ? 0xffffffffU : 0U, 0x80};
  u32 any = 0;
  // The short group stands first on the left of the point and last on its right.
  unsigned whole = precision - scale;
  for (unsigned digits = whole % 9 != 0 ? whole % 9 : 9; whole > 0; whole -= digits, digits = 9) {
    const u32 value = groups.take(digits);
    any |= value;
    if (p != first) {
      p = put_padded(p, value, digits);
    } else if (value != 0) {
      p = put_u32(p, value);
    }
  }
  if (p == first) *p++ = '0';
  if (scale > 0) *p++ = '.';
  for (unsigned left = scale; left > 0;) {
    const unsigned digits = left < 9 ? left : 9;
    const u32 value = groups.take(digits);
    any |= value;
    p = put_padded(p, value, digits);
    left -= digits;
  }
  if (negative && any == 0) {
    std::memmove(start, first, static_cast<usize>(p - first));
    --p;
  }
  return p;
}

}  // namespace nbl

#endif
