#include "shapes.hpp"
#include "writer.hpp"

namespace cost {
namespace {

/// A table, which of its columns an image has, and one image. Rows of it fill each event.
struct Rows {
  Bytes types;
  Bytes metadata;
  Bytes present;
  Bytes image;
  std::size_t a_event = 1000;
};

Bytes log_of(const Rows& rows) {
  Log log;
  Bytes images;
  for (std::size_t i = 0; i < rows.a_event; ++i) put(&images, rows.image);
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, rows.types, rows.metadata);
    for (int i = 0; i < 9; ++i) log.rows(5, rows.types.size(), rows.present, images);
    log.commit();
  }
  return log.bytes();
}

/// Bits 0 to count - 1, those set for which `is` says so.
template <typename Is>
Bytes bits(std::size_t count, Is is) {
  Bytes out((count + 7) / 8, 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (is(i)) out[i / 8] = static_cast<std::uint8_t>(out[i / 8] | 1U << (i % 8));
  }
  return out;
}

constexpr std::size_t kMany = 4000;
constexpr std::uint8_t kTiny = 1;
constexpr std::uint8_t kNull = 6;
constexpr std::uint8_t kVarchar = 15;

/// Every column of one type, a value in each `every`th of those present, the last of each group; the others
/// are NULL. Of the table's columns every `apart`th is present, from the last on; `hole` takes the first
/// away.
Rows columns(std::size_t count, std::uint8_t type, const Bytes& metadata, const Bytes& value,
             std::size_t every, std::size_t apart = 1, bool hole = false) {
  Rows rows;
  std::size_t present = 0;
  for (std::size_t i = 0; i < count; ++i) {
    put(&rows.types, type, 1);
    put(&rows.metadata, metadata);
  }
  const auto is_present = [&](std::size_t i) { return (count - 1 - i) % apart == 0 && !(hole && i == 0); };
  rows.present = bits(count, is_present);
  for (std::size_t i = 0; i < count; ++i) present += is_present(i) ? 1U : 0U;
  const auto has_value = [&](std::size_t i) { return every != 0 && (present - 1 - i) % every == 0; };
  rows.image = bits(present, [&](std::size_t i) { return !has_value(i); });
  for (std::size_t i = 0; i < present; ++i) {
    if (has_value(i)) put(&rows.image, value);
  }
  rows.a_event = present < 100 ? 1000 : 50;
  return rows;
}

Rows one_row(Rows rows) {
  rows.a_event = 1;
  return rows;
}

/// Partial updates of a table of JSON columns; the before image has none but the first, the after image all,
/// NULL but for the last, whose difference is empty.
Bytes partial_updates(bool with_bits) {
  Log log;
  const std::size_t count = kMany;
  Bytes images;
  for (int i = 0; i < 50; ++i) {
    put(&images, 1, 1);  // the before image: its only column is NULL
    put(&images, with_bits ? 1 : 0, 1);
    if (with_bits) put(&images, bits(count, [&](std::size_t k) { return k == count - 1; }));
    put(&images, bits(count, [&](std::size_t k) { return !with_bits || k != count - 1; }));
    if (with_bits) put(&images, 0, 1);
  }
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, Bytes(count, 245), Bytes(count, 1));
    for (int i = 0; i < 9; ++i) {
      log.partial_update(5, count, bits(count, [](std::size_t k) { return k == 0; }), Bytes(count / 8, 0xff),
                         images);
    }
    log.commit();
  }
  return log.bytes();
}

}  // namespace

std::vector<Shape> row_shapes() {
  std::vector<Shape> shapes;
  const auto add = [&](const char* name, const Bytes& log) {
    shapes.push_back(Shape{name, log, ~std::size_t{0}});
  };
  const Bytes none;
  const Bytes byte = {1};
  const Bytes zero = {0};
  const Bytes length = {20, 0};
  add("rows of 8 NULLs", log_of(columns(8, kTiny, none, byte, 0)));
  add("rows of one TINYINT", log_of(columns(1, kTiny, none, byte, 1)));
  add("rows of one empty VARCHAR", log_of(columns(1, kVarchar, length, zero, 1)));
  add("rows of 8 empty VARCHARs", log_of(columns(8, kVarchar, length, zero, 1)));
  add("rows of 8 VARCHARs, 7 NULL", log_of(columns(8, kVarchar, length, zero, 8)));
  add("4,000 TINYINTs", log_of(columns(kMany, kTiny, none, byte, 1)));
  add("4,000 TINYINTs, all NULL", log_of(columns(kMany, kTiny, none, byte, 0)));
  add("4,000 TINYINTs, every 2nd", log_of(columns(kMany, kTiny, none, byte, 2)));
  add("4,000 TINYINTs, every 32nd", log_of(columns(kMany, kTiny, none, byte, 32)));
  add("4,000 VARCHARs", log_of(columns(kMany, kVarchar, length, zero, 1)));
  add("4,000 VARCHARs, every 2nd", log_of(columns(kMany, kVarchar, length, zero, 2)));
  add("4,000 VARCHARs, every 32nd", log_of(columns(kMany, kVarchar, length, zero, 32)));
  add("4,000 DECIMAL(2)s", log_of(columns(kMany, 246, Bytes{2, 0}, Bytes{0x81}, 1)));
  add("4,000 YEARs", log_of(columns(kMany, 13, none, byte, 1)));
  add("4,000 BLOBs", log_of(columns(kMany, 252, Bytes{1}, zero, 1)));
  add("4,000 JSONs of no bytes", log_of(columns(kMany, 245, Bytes{1}, zero, 1)));
  add("4,000 JSON nulls", log_of(columns(kMany, 245, Bytes{1}, Bytes{2, 4, 0}, 1)));
  add("4,000 DATEs", log_of(columns(kMany, 10, none, Bytes{0x21, 0xd4, 0x0f}, 1)));
  add("4,000 of type NULL", log_of(columns(kMany, kNull, none, none, 0)));
  add("1 of 64 columns", log_of(columns(64, kTiny, none, byte, 1, 64)));
  add("1 of 4,000 columns", log_of(columns(kMany, kTiny, none, byte, 1, kMany)));
  add("1 of 4,000 columns, NULL", log_of(columns(kMany, kTiny, none, byte, 0, kMany)));
  add("1 of 4,000 columns, VARCHAR", log_of(columns(kMany, kVarchar, length, zero, 1, kMany)));
  add("1 of 4,000 columns, one row", log_of(one_row(columns(kMany, kTiny, none, byte, 1, kMany))));
  add("63 of 4,000 columns, a value", log_of(columns(kMany, kTiny, none, byte, 63, 64)));
  add("2,000 of 4,000 columns", log_of(columns(kMany, kTiny, none, byte, 1, 2)));
  add("2,000 of 4,000, every 8th", log_of(columns(kMany, kTiny, none, byte, 8, 2)));
  add("2,000 of 4,000, one row", log_of(one_row(columns(kMany, kTiny, none, byte, 2000, 2))));
  add("3,999 of 4,000 columns", log_of(columns(kMany, kTiny, none, byte, 1, 1, true)));
  add("3,999 of 4,000, all NULL", log_of(columns(kMany, kTiny, none, byte, 0, 1, true)));
  add("3,999 of 4,000, every 8th", log_of(columns(kMany, kTiny, none, byte, 8, 1, true)));
  add("3,999 of 4,000, one row", log_of(one_row(columns(kMany, kTiny, none, byte, kMany, 1, true))));
  add("3,999 of 4,000 VARCHARs", log_of(columns(kMany, kVarchar, length, zero, 1, 1, true)));
  add("partial updates", partial_updates(true));
  add("partial updates without bits", partial_updates(false));
  return shapes;
}

}  // namespace cost
