// Floats by their bits, so that a core without floating point needs no helper for them.
#ifndef NBL_TEXT_FLOAT_DIGITS_HPP
#define NBL_TEXT_FLOAT_DIGITS_HPP

#include "base/load.hpp"
#include "nanobinlog/text.hpp"

namespace nbl {

/// Shortest digits of a finite IEEE 754 float given as its fields; `bias` is 1023 or 127. Not zero.
void float_digits(u64 fraction, unsigned exponent, unsigned fraction_bits, int bias,
                  FloatDigits* digits) noexcept;

/// `bits` without the sign.
inline void float64_digits(u64 bits, FloatDigits* digits) noexcept {
  float_digits(bits & 0xfffffffffffffU, static_cast<unsigned>(bits >> 52), 52, 1023, digits);
}
inline void float32_digits(u32 bits, FloatDigits* digits) noexcept {
  float_digits(bits & 0x7fffffU, bits >> 23, 23, 127, digits);
}

/// As write_float64, but a number without point and exponent gets ".0": JSON documents tell 1.0 from 1
/// (json_dom.cc).
void write_json_float64(Writer* writer, double value, ShortestDigits digits) noexcept;

}  // namespace nbl

#endif
