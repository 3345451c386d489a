// Floats, laid out as my_gcvt() of MySQL's strings/dtoa.cc lays them out where the field is wide enough.
#include <cstring>

#include "text/append.hpp"
#include "text/digits.hpp"
#include "text/float_digits.hpp"

namespace nbl {
namespace {

// The server's MAX_DECPT_FOR_F_FORMAT: with the point farther away than this there is an exponent instead of
// zeros.
constexpr int kMostPlain = 15;

char* put_zeros(char* p, int count) noexcept {
  for (; count > 0; --count) *p++ = '0';
  return p;
}

char* put_chars(char* p, const char* from, int count) noexcept {
  // Byte by byte on purpose: the digits were stored in pairs a moment ago, and a wider load would wait for
  // those stores.
  for (int i = 0; i < count; ++i) p[i] = from[i];
  return p + count;
}

char* put_plain(char* p, const FloatDigits& digits, bool point_zero) noexcept {
  const int count = digits.count;
  const int point = digits.point;
  if (point <= 0) {
    *p++ = '0';
    *p++ = '.';
    return put_chars(put_zeros(p, -point), digits.digits, count);
  }
  if (count <= point) {
    p = put_zeros(put_chars(p, digits.digits, count), point - count);
    return point_zero ? put_chars(p, ".0", 2) : p;
  }
  p = put_chars(p, digits.digits, point);
  *p++ = '.';
  return put_chars(p, digits.digits + point, count - point);
}

char* put_scientific(char* p, const FloatDigits& digits) noexcept {
  *p++ = digits.digits[0];
  if (digits.count > 1) {
    *p++ = '.';
    p = put_chars(p, digits.digits + 1, digits.count - 1);
  }
  *p++ = 'e';
  const int exponent = digits.point - 1;
  if (exponent < 0) *p++ = '-';
  return put_u32(p, static_cast<u32>(exponent < 0 ? -exponent : exponent));
}

struct Bits {
  bool negative;
  bool finite;
  bool fraction;
  bool zero;
};

// What is no number in JSON, and what has no digits to look for. True where it has been written.
bool write_special(Writer* writer, const Bits& bits, bool point_zero) noexcept {
  if (bits.finite && !bits.zero) return false;
  if (bits.finite) {
    // "-0" would be read as a whole number, and so without its sign, by readers that keep those apart.
    if (bits.negative) {
      append(writer, "-0.0");
    } else {
      append_char(writer, '0');
      if (point_zero) append(writer, ".0");
    }
  } else if (bits.fraction) {
    append(writer, "\"NaN\"");
  } else if (bits.negative) {
    append(writer, "\"-Infinity\"");
  } else {
    append(writer, "\"Infinity\"");
  }
  return true;
}

void write_digits(Writer* writer, bool negative, const FloatDigits& digits, bool point_zero) noexcept {
  Piece<40> piece(writer);
  char* p = piece.start();
  if (negative) *p++ = '-';
  const int point = digits.point;
  const bool plain = point > -kMostPlain && (point <= kMostPlain || digits.count > point);
  piece.finish(plain ? put_plain(p, digits, point_zero) : put_scientific(p, digits));
}

void write_double(Writer* writer, double value, ShortestDigits hook, bool point_zero) noexcept {
  u64 raw = 0;
  std::memcpy(&raw, &value, sizeof raw);
  const u64 magnitude = raw & 0x7fffffffffffffffU;
  const bool negative = raw != magnitude;
  const Bits bits{negative, (raw >> 52 & 0x7ffU) != 0x7ffU, (raw & 0xfffffffffffffU) != 0, magnitude == 0};
  if (write_special(writer, bits, point_zero)) return;
  FloatDigits digits;
  if (hook != nullptr) {
    hook(negative ? -value : value, false, &digits);
  } else {
    float64_digits(magnitude, &digits);
  }
  write_digits(writer, negative, digits, point_zero);
}

}  // namespace

void write_float64(Writer* writer, double value, ShortestDigits digits) noexcept {
  write_double(writer, value, digits, false);
}

void write_json_float64(Writer* writer, double value, ShortestDigits digits) noexcept {
  write_double(writer, value, digits, true);
}

void write_float32(Writer* writer, float value, ShortestDigits hook) noexcept {
  u32 raw = 0;
  std::memcpy(&raw, &value, sizeof raw);
  const u32 magnitude = raw & 0x7fffffffU;
  const bool negative = raw != magnitude;
  const Bits bits{negative, (raw >> 23 & 0xffU) != 0xffU, (raw & 0x7fffffU) != 0, magnitude == 0};
  if (write_special(writer, bits, false)) return;
  FloatDigits digits;
  if (hook != nullptr) {
    hook(static_cast<double>(negative ? -value : value), true, &digits);
  } else {
    float32_digits(magnitude, &digits);
  }
  write_digits(writer, negative, digits, false);
}

}  // namespace nbl
