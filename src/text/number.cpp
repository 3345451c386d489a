// Integers and decimals.
#include "text/append.hpp"
#include "text/digits.hpp"
#include "value/decimal.hpp"

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

void write_decimal(Writer* writer, const std::uint8_t* bytes, unsigned precision, unsigned scale) noexcept {
  // Sign, the digits, a zero before the point and the point.
  Piece<84> piece(writer);
  char* const start = piece.start();
  char* p = start;
  const bool negative = (bytes[0] & 0x80U) == 0;
  if (negative) *p++ = '-';
  DecimalGroups groups(bytes, precision, scale);
  u32 value = 0;
  u32 any = 0;
  unsigned digits = 0;
  unsigned whole = precision - scale;
  char* const first = p;
  for (; whole > 0; whole -= digits) {
    groups.next(&value, &digits);
    any |= value;
    if (p != first) {
      p = put_padded(p, value, digits);
    } else if (value != 0) {
      p = put_u32(p, value);
    }
  }
  if (p == first) *p++ = '0';
  if (scale > 0) *p++ = '.';
  while (groups.next(&value, &digits)) {
    any |= value;
    p = put_padded(p, value, digits);
  }
  if (negative && any == 0) {
    std::memmove(start, first, static_cast<usize>(p - first));
    --p;
  }
  piece.finish(p);
}

}  // namespace nbl
