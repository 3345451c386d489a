// The shortest digits of a float, by Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles",
// 2020): scale the value and the ends of its rounding interval by a power of ten so that the interval is
// between one and ten units wide, and take the multiple of ten units in it if there is one, else the nearest
// unit. Products are rounded to odd, which keeps every comparison exact.
#include "text/float_digits.hpp"

#include <cstring>

#include "text/float_powers.hpp"

namespace nbl {
namespace {

// g * c / 2^127, rounded to odd.
u64 scaled(const PowerOfTen& g, u64 c) noexcept {
  constexpr u64 kLow63 = 0x7fffffffffffffffU;
  const u64 z = ((g.high * c) >> 1) + multiply_high(g.low, c);
  const u64 w = multiply_high(g.high, c) + (z >> 63);
  return w | (((z & kLow63) + kLow63) >> 63);
}

// The shortest s * 10^k in the interval of c * 2^q. `lopsided`: the float below is only half as far as the
// one above.
u64 shortest(u64 c, int q, bool lopsided, int* k) noexcept {
  const u64 out = c & 1U;  // an even c owns the ends of its interval.
  const u64 middle = c << 2;
  *k = floor_log10_pow2(q, lopsided);
  const int h = q + floor_log2_pow10(-*k) + 2;
  const PowerOfTen g = power_of_ten(-*k);
  const u64 at = scaled(g, middle << h);
  const u64 low = scaled(g, (middle - (lopsided ? 1 : 2)) << h) + out;
  const u64 high = scaled(g, (middle + 2) << h) - out;
  const u64 s = at >> 2;
  if (s >= 10) {
    const u64 ten = divide_10(s) * 10;
    const bool below_in = low <= ten << 2;
    const bool above_in = (ten + 10) << 2 <= high;
    if (below_in != above_in) return below_in ? ten : ten + 10;
  }
  const bool below_in = low <= s << 2;
  const bool above_in = (s + 1) << 2 <= high;
  if (below_in != above_in) return below_in ? s : s + 1;
  const u64 tie = (s << 2) + 2;
  return at < tie || (at == tie && (s & 1U) == 0) ? s : s + 1;
}

void store_digits(u64 s, int k, FloatDigits* digits) noexcept {
  static_assert(sizeof digits->digits >= 20);
  // Values with few digits are the usual ones and come with many zeros behind them.
  const u64 upper = divide_1e8(s);
  if (upper * 100000000U == s) {
    s = upper;
    k += 8;
  }
  usize count = static_cast<usize>(put_u64(digits->digits, s) - digits->digits);
  digits->point = static_cast<std::int16_t>(k + static_cast<int>(count));
  while (count > 1 && digits->digits[count - 1] == '0') --count;
  digits->count = static_cast<u8>(count);
}

}  // namespace

void float_digits(u64 fraction, unsigned exponent, unsigned fraction_bits, int bias,
                  FloatDigits* digits) noexcept {
  const u64 hidden = u64{1} << fraction_bits;
  const u64 c = exponent != 0 ? fraction | hidden : fraction;
  const int q = static_cast<int>(exponent != 0 ? exponent : 1) - bias - static_cast<int>(fraction_bits);
  // A whole number whose neighbours are at most one away is its own shortest text, and the most frequent
  // float there is.
  if (q <= 0 && q >= -static_cast<int>(fraction_bits) && (c & ((u64{1} << -q) - 1)) == 0) {
    return store_digits(c >> -q, 0, digits);
  }
  int k = 0;
  const u64 s = shortest(c, q, fraction == 0 && exponent > 1, &k);
  store_digits(s, k, digits);
}

void shortest_digits(double value, bool single, FloatDigits* digits) noexcept {
  if (single) {
    const float narrow = static_cast<float>(value);
    u32 bits = 0;
    std::memcpy(&bits, &narrow, sizeof bits);
    return float32_digits(bits & 0x7fffffffU, digits);
  }
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  float64_digits(bits & 0x7fffffffffffffffU, digits);
}

}  // namespace nbl
