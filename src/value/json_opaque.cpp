// Opaque values of binary JSON: decimals, dates and times have a meaning of their own, anything else is bytes.
// Layout: "custom-data" of sql-common/json_binary.h; decimals are precision, scale and decimal2bin() of strings/decimal.cc;
// dates and times are the packed 64-bit forms of mysys/my_time.cc.
#include "value/json_scalar.hpp"

namespace nbl {
namespace {

constexpr u8 kBytesOfDigits[10] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
constexpr u32 kPowerOfTen[10] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

u32 part_bytes(unsigned digits) noexcept { return digits / 9 * 4 + kBytesOfDigits[digits % 9]; }

// A group of one to nine digits as it lies in the bytes, the sign's complement undone.
u32 group(const u8* p, unsigned digits, u8 first_byte, u32 complement) noexcept {
  const u32 bytes = kBytesOfDigits[digits];
  u32 value = first_byte;
  for (u32 i = 1; i < bytes; ++i) value = (value << 8) | p[i];
  value ^= complement;
  return bytes == 4 ? value : value & ((1U << (8 * bytes)) - 1);
}

bool decimal_ok(const u8* p, u32 length) noexcept {
  if (length < 3) return false;
  const unsigned precision = p[0];
  const unsigned scale = p[1];
  if (precision == 0 || precision > kJsonDecimalMaxDigits || scale > precision) return false;
  const unsigned whole = precision - scale;
  if (length != 2 + part_bytes(whole) + part_bytes(scale)) return false;
  p += 2;
  const u32 complement = (p[0] & 0x80U) != 0 ? 0 : 0xffffffffU;
  // The short group stands first on the left of the point and last on its right; between them all have nine digits.
  const unsigned lead = whole % 9;
  const unsigned tail = scale % 9;
  u8 first = p[0] ^ 0x80U;  // the sign bit is turned over in the very first byte only.
  for (unsigned left = precision; left > 0; first = p[0]) {
    const unsigned digits = left == precision && lead != 0 ? lead : left == tail ? tail : 9;
    if (group(p, digits, first, complement) >= kPowerOfTen[digits]) return false;
    left -= digits;
    if (left == 0) break;
    p += kBytesOfDigits[digits];
  }
  return true;
}

// Every part in its range, so that a text of it has its usual shape; zero and partial dates are real.
bool temporal_ok(u8 type, const u8* p) noexcept {
  const i64 stored = static_cast<i64>(load_le64(p));
  if (stored < 0 && type != kJsonOpaqueTime) return false;
  const u64 packed = stored < 0 ? u64{0} - static_cast<u64>(stored) : static_cast<u64>(stored);
  const u64 whole = packed >> 24;
  const u32 clock = static_cast<u32>(whole & 0x1ffffU);
  if ((packed & 0xffffffU) >= 1000000 || (clock & 0x3fU) > 59 || ((clock >> 6) & 0x3fU) > 59) return false;
  if (type == kJsonOpaqueTime) return (whole >> 12) <= 838;
  return (clock >> 12) <= 23 && (whole >> 22) < 13U * 10000U;  // 13 months a year, month 0 included.
}

}  // namespace

bool json_opaque_ok(const u8* p, u32 room, u32* used) noexcept {
  if (room < 2) return false;
  u32 length = 0;
  const u32 head = json_data_length(p + 1, room - 1, &length);
  if (head == 0 || length > room - 1 - head) return false;
  *used = 1 + head + length;
  const u8* const data = p + 1 + head;
  switch (p[0]) {
    case kJsonOpaqueDecimal: return decimal_ok(data, length);
    case kJsonOpaqueDate:
    case kJsonOpaqueTime:
    case kJsonOpaqueDatetime:
    case kJsonOpaqueTimestamp: return length == 8 && temporal_ok(p[0], data);
    default: return true;
  }
}

void json_read_opaque(const u8* p, JsonToken* token) noexcept {
  u32 length = 0;
  const u32 head = json_data_length(p + 1, 5, &length);
  const u8* const data = p + 1 + head;
  token->opaque_type = p[0];
  token->bytes = Span{data, length};
  switch (p[0]) {
    case kJsonOpaqueDecimal:
      token->type = JsonType::decimal;
      token->precision = data[0];
      token->scale = data[1];
      token->bytes = Span{data + 2, length - 2};
      return;
    case kJsonOpaqueDate: token->type = JsonType::date; break;
    case kJsonOpaqueTime: token->type = JsonType::time; break;
    case kJsonOpaqueDatetime: token->type = JsonType::datetime; break;
    case kJsonOpaqueTimestamp: token->type = JsonType::timestamp; break;
    default: token->type = JsonType::opaque; return;
  }
  token->integer = static_cast<i64>(load_le64(data));
}

}  // namespace nbl
