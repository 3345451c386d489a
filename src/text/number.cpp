// Integers and decimals.
#include "text/append.hpp"
#include "text/decimal_digits.hpp"

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
  Piece<kDecimalMost> piece(writer);
  piece.finish(put_decimal(piece.start(), bytes, precision, scale));
}

}  // namespace nbl
