// Integers and decimals.
#include "text/append.hpp"
#include "text/digits.hpp"

namespace nbl {

void write_bytes(Writer* writer, Span bytes) noexcept {
  append(writer, reinterpret_cast<const char*>(bytes.data), bytes.size);
}

void write_char(Writer* writer, char c) noexcept { append_char(writer, c); }

void write_unsigned(Writer* writer, std::uint64_t value) noexcept {
  Piece<20> piece(writer);
  piece.finish(put_u64(piece.start(), value));
}

void write_signed(Writer* writer, std::int64_t value) noexcept {
  Piece<20> piece(writer);
  char* p = piece.start();
  u64 magnitude = static_cast<u64>(value);
  if (value < 0) {
    *p++ = '-';
    magnitude = u64{0} - magnitude;
  }
  piece.finish(put_u64(p, magnitude));
}

namespace {

constexpr u8 kGroupBytes[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

// Takes groups off the bytes: a decimal is the most frequent wide value there is, and the value room's walk
// over groups keeps its state in memory.
struct Groups {
  const u8* at;
  u32 complement;  // all bits where the value is negative.
  u32 sign_bit;    // turned over in the first byte.

  u32 take(unsigned digits) noexcept {
    const unsigned width = kGroupBytes[digits];
    u32 value = width == 4 ? load_be32(at) : static_cast<u32>(load_be(at, width));
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

}  // namespace

void write_decimal(Writer* writer, const std::uint8_t* bytes, unsigned precision, unsigned scale) noexcept {
  // Sign, the digits, a zero before the point and the point.
  Piece<84 + kDigitsSlack> piece(writer);
  char* const start = piece.start();
  char* p = start;
  const bool negative = (bytes[0] & 0x80U) == 0;
  if (negative) *p++ = '-';
  char* const first = p;
  Groups groups{bytes, negative ? 0xffffffffU : 0U, 0x80};
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
  piece.finish(p);
}

}  // namespace nbl
