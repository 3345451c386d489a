// Opaque values of binary JSON: decimals, dates and times have a meaning of their own, anything else is
// bytes. Layout: "custom-data" of sql-common/json_binary.h; decimals are precision, scale and decimal2bin()
// of strings/decimal.cc; dates and times are the packed 64-bit forms of mysys/my_time.cc.
#include "value/decimal.hpp"
#include "value/json_scalar.hpp"
#include "value/temporal.hpp"

#if !defined(NBL_NO_JSON)

namespace nbl {
namespace {

constexpr unsigned kAnyFraction = 6;  // JSON keeps microseconds, whatever column a value came from.

bool decimal_ok(const u8* p, u32 length) noexcept {
  if (length < 3) return false;
  const unsigned precision = p[0];
  const unsigned scale = p[1];
  if (precision == 0 || precision > kJsonDecimalMaxDigits || scale > precision) return false;
  return length == 2 + decimal_bytes(precision, scale) && decimal_valid(p + 2, length - 2, precision, scale);
}

// Every part in its range, so that a text of it has its usual shape; zero and partial dates are real.
bool temporal_ok(u8 type, const u8* p) noexcept {
  const i64 packed = static_cast<i64>(load_le64(p));
  if (type != kJsonOpaqueTime) return datetime_packed_valid(packed, kAnyFraction);
  // No time is this long, and the lowest integer has no magnitude to check.
  constexpr i64 kFar = i64{1} << 60;
  return packed > -kFar && packed < kFar && time_packed_valid(packed, kAnyFraction);
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

#endif
