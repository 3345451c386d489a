// Reading and writing the text forms of GTID sets.
#ifndef NBL_LOG_GTID_TEXT_HPP
#define NBL_LOG_GTID_TEXT_HPP

#include "log/gtid_set_record.hpp"

namespace nbl {

/// Walks a text. Past the end it sees NULs, which are part of no notation here, without a byte being read.
struct TextCursor {
  const u8* data;
  usize size;
  usize at = 0;

  explicit TextCursor(Span text) noexcept : data(text.data), size(text.size) {}
  [[nodiscard]] bool done() const noexcept { return at == size; }
  [[nodiscard]] u8 peek(usize ahead = 0) const noexcept {
    return ahead < size - at ? data[at + ahead] : u8{0};
  }
  bool take(char c) noexcept {
    if (done() || data[at] != static_cast<u8>(c)) return false;
    ++at;
    return true;
  }
  void skip_space() noexcept {
    while (!done() && is_gtid_space(data[at])) ++at;
  }
};

enum class NumberRead : u8 { ok, missing, too_large };

/// Decimal digits, leading zeros allowed, of a value up to `most`. Moves behind the digits where ok.
inline NumberRead read_number(TextCursor* text, u64 most, u64* value) noexcept {
  constexpr u64 kMostBeforeDigit = ~u64{0} / 10;
  usize digits = 0;
  u64 total = 0;
  for (u8 c = text->peek(); c >= '0' && c <= '9'; c = text->peek(++digits)) {
    const u64 digit = static_cast<u64>(c) - '0';
    if (total > kMostBeforeDigit || total * 10 > ~u64{0} - digit) return NumberRead::too_large;
    total = total * 10 + digit;
  }
  if (digits == 0) return NumberRead::missing;
  if (total > most) return NumberRead::too_large;
  text->at += digits;
  *value = total;
  return NumberRead::ok;
}

/// Divides by ten in place and gives the remainder, in steps of 16 bits: a 64-bit division is a library call
/// on small cores.
inline u32 divide_by_ten(u64* value) noexcept {
  u64 quotient = 0;
  u32 remainder = 0;
  for (u32 shift = 64; shift > 0;) {
    shift -= 16;
    const u32 part = (remainder << 16) | static_cast<u32>((*value >> shift) & 0xffffU);
    quotient = (quotient << 16) | (part / 10);
    remainder = part % 10;
  }
  *value = quotient;
  return remainder;
}

/// Appends to a buffer as far as it goes and counts on behind its end, so that one pass both measures and
/// writes.
struct TextSink {
  char* out;
  usize size;
  usize length = 0;

  void put(char c) noexcept {
    if (length < size) out[length] = c;
    ++length;
  }
  void put_number(u64 value) noexcept {
    char digits[20];
    usize count = 0;
    do {
      digits[count++] = static_cast<char>('0' + divide_by_ten(&value));
    } while (value != 0);
    while (count > 0) put(digits[--count]);
  }
};

}  // namespace nbl

#endif
