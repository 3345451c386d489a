// Temporal values: unpacking, and the checks that make it safe.
#include "value/temporal.hpp"

#include "value/read.hpp"

namespace nbl {

i64 load_old_time(const u8* p) noexcept {
  // A signed 24-bit decimal number, [-]HHHMMSS.
  const i64 number = sign_extend(load_le24(p), 24);
  const u32 v = static_cast<u32>(number < 0 ? -number : number);
  const u32 packed = ((v / 10000) << 12) | ((v / 100 % 100) << 6) | (v % 100);
  const i64 value = static_cast<i64>(packed) << 24;
  return number < 0 ? -value : value;
}

namespace {

constexpr u64 kLastOldDatetime = 99991231235959;

/// The halves of a decimal number YYYYMMDDhhmmss, at most kLastOldDatetime, of which each fits 32 bits. By
/// long division in 16-bit digits: a 64-bit division would bring a helper of 700 bytes to small cores.
struct OldDatetime {
  u32 date = 0;
  u32 time = 0;
};
OldDatetime split_old_datetime(u64 v) noexcept {
  // 1000000 is 64 * 15625.
  OldDatetime halves;
  u32 rest = 0;
  for (unsigned shift = 48; shift != 0;) {
    shift -= 16;
    const u32 part = rest << 16 | (static_cast<u32>(v >> (shift + 6)) & 0xffffU);
    halves.date = halves.date << 16 | part / 15625;
    rest = part % 15625;
  }
  halves.time = rest << 6 | (static_cast<u32>(v) & 63U);
  return halves;
}

}  // namespace

i64 load_old_datetime(const u8* p) noexcept {
  const OldDatetime v = split_old_datetime(load_le64(p));
  return pack_datetime(v.date / 10000, v.date / 100 % 100, v.date % 100, v.time / 10000, v.time / 100 % 100, v.time % 100);
}

namespace {

/// An odd number of digits is stored with one digit more, which is then 0.
bool fraction_valid(u32 microsecond, unsigned digits) noexcept {
  if (microsecond > 999999) return false;
  switch (digits) {
    case 1:
      return microsecond % 100000 == 0;
    case 3:
      return microsecond % 1000 == 0;
    case 5:
      return microsecond % 10 == 0;
    default:
      return true;
  }
}

bool clock_valid(u32 packed, u32 max_hour) noexcept {
  return (packed & 63) <= 59 && ((packed >> 6) & 63) <= 59 && (packed >> 12) <= max_hour;
}

}  // namespace

bool date3_valid(const u8* p) noexcept {
  const u32 v = load_le24(p);
  return ((v >> 5) & 15) <= 12 && (v >> 9) <= 9999;
}

bool datetime_packed_valid(i64 packed, unsigned digits) noexcept {
  if (packed < 0) return false;
  const u64 whole = static_cast<u64>(packed) >> 24;
  return clock_valid(static_cast<u32>(whole & 0x1ffff), 23) && (whole >> 22) <= 9999U * 13 + 12 &&
         fraction_valid(static_cast<u32>(packed & 0xffffff), digits);
}

bool time_packed_valid(i64 packed, unsigned digits) noexcept {
  const u64 magnitude = static_cast<u64>(packed < 0 ? -packed : packed);
  return magnitude >> 24 <= 0x3fffff && clock_valid(static_cast<u32>(magnitude >> 24), 838) &&
         fraction_valid(static_cast<u32>(magnitude & 0xffffff), digits);
}

bool timestamp2_valid(const u8* p, unsigned digits) noexcept { return fraction_valid(load_fraction(p + 4, digits), digits); }

bool old_time_valid(const u8* p) noexcept {
  const i64 number = sign_extend(load_le24(p), 24);
  const u32 v = static_cast<u32>(number < 0 ? -number : number);
  return v % 100 <= 59 && v / 100 % 100 <= 59 && v / 10000 <= 838;
}

bool old_datetime_valid(const u8* p) noexcept {
  const u64 v = load_le64(p);
  if (v > kLastOldDatetime) return false;
  const u32 date = split_old_datetime(v).date;
  const u32 time = split_old_datetime(v).time;
  return date % 100 <= 31 && date / 100 % 100 <= 12 && time % 100 <= 59 && time / 100 % 100 <= 59 && time / 10000 <= 23;
}

void unpack_time(i64 packed, Temporal* out) noexcept {
  out->negative = packed < 0;
  const u64 magnitude = static_cast<u64>(packed < 0 ? -packed : packed);
  const u32 clock = static_cast<u32>(magnitude >> 24);
  out->hour = static_cast<u16>((clock >> 12) & 0x3ff);
  out->minute = static_cast<u8>((clock >> 6) & 63);
  out->second = static_cast<u8>(clock & 63);
  out->microsecond = static_cast<u32>(magnitude & 0xffffff);
}

Temporal to_temporal(const Cell& cell) noexcept {
  Temporal out;
  out.fraction_digits = static_cast<u8>(cell.definition->meta);
  switch (cell.kind) {
    case ValueKind::time:
      unpack_time(cell.signed_value, &out);
      break;
    case ValueKind::timestamp:
      unpack_unix_seconds(static_cast<u32>(cell.signed_value >> 24), &out);
      out.microsecond = static_cast<u32>(cell.signed_value & 0xffffff);
      break;
    default:
      unpack_datetime(cell.signed_value, &out);
      break;
  }
  return out;
}

}  // namespace nbl
