#include "bench/tables.hpp"

#include <cstring>

namespace bench {
namespace {

constexpr unsigned kUtf8mb4 = 255;
constexpr unsigned kBinary = 63;
enum : std::uint8_t {
  kTiny = 1,
  kShort = 2,
  kLong = 3,
  kFloat = 4,
  kDouble = 5,
  kLongLong = 8,
  kInt24 = 9,
  kDate = 10,
  kYear = 13,
  kVarchar = 15,
  kBit = 16,
  kTimestamp2 = 17,
  kDatetime2 = 18,
  kTime2 = 19,
  kJson = 245,
  kNewDecimal = 246,
  kEnum = 247,
  kSet = 248,
  kBlob = 252,
  kString = 254,
};

ColumnSpec number(const char* name, std::uint8_t type, bool is_unsigned = false, bool nullable = false) {
  return ColumnSpec{name, type, {}, true, is_unsigned, 0, {}, nullable};
}
ColumnSpec other(const char* name, std::uint8_t type, Bytes metadata, bool nullable = false) {
  return ColumnSpec{
      name, type,    std::move(metadata), type == kNewDecimal || type == kFloat || type == kDouble, false, 0,
      {},   nullable};
}
/// CHAR of so many bytes: two bits of a longer length hide in the type byte, inverted.
ColumnSpec fixed_text(const char* name, unsigned bytes) {
  const auto head = static_cast<std::uint8_t>(kString ^ ((bytes & 0x300) >> 4));
  return ColumnSpec{name, kString, {head, static_cast<std::uint8_t>(bytes)}, false, false, kUtf8mb4,
                    {},   false};
}
ColumnSpec text(const char* name, unsigned bytes, unsigned collation, bool nullable = false) {
  return ColumnSpec{
      name,  kVarchar, {static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(bytes >> 8)},
      false, false,    collation,
      {},    nullable};
}
ColumnSpec blob(const char* name, unsigned collation, bool nullable) {
  return ColumnSpec{name, kBlob, {2}, false, false, collation, {}, nullable};
}

void put_short_text(Bytes* out, const std::string& value, unsigned width) {
  put_le(out, value.size(), width);
  put_text(out, value);
}

void put_double(Bytes* out, Random* random) {
  const double value = static_cast<double>(random->below(1U << 30)) / 1021;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  put_le(out, bits, 8);
}

void put_float(Bytes* out, Random* random) {
  const float value = static_cast<float>(random->below(1U << 20)) / 1021;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  put_le(out, bits, 4);
}

/// True where the value at `index` is to be written; else its NULL bit is set.
bool present(Bytes* nulls, Random* random, std::size_t index, unsigned null_percent) {
  if (!random->chance(null_percent)) return true;
  (*nulls)[index / 8] = static_cast<std::uint8_t>((*nulls)[index / 8] | 1U << (index % 8));
  return false;
}

void oltp_row(Bytes* out, Bytes*, Random* random, std::uint64_t key, std::size_t) {
  put_le(out, key, 4);
  put_le(out, random->below(1000000), 4);
  put_short_text(out, sysbench_text(random, 10), 2);
  put_short_text(out, sysbench_text(random, 5), 1);
}

void mixed_row(Bytes* out, Bytes* nulls, Random* random, std::uint64_t key, std::size_t) {
  constexpr unsigned kNulls = 15;  // in a hundred, of the nullable columns
  put_le(out, key, 8);
  put_le(out, random->next(), 1);
  put_le(out, random->next(), 2);
  put_le(out, random->next(), 3);
  if (present(nulls, random, 4, kNulls)) put_le(out, random->next(), 4);
  put_float(out, random);
  put_double(out, random);
  put_random_decimal(out, random, 12, 4);
  if (present(nulls, random, 8, kNulls)) put_random_decimal(out, random, 38, 10);
  put_le(out, random->below(156), 1);
  put_date(out, static_cast<unsigned>(1990 + random->below(40)), static_cast<unsigned>(1 + random->below(12)),
           static_cast<unsigned>(1 + random->below(28)));
  if (present(nulls, random, 11, kNulls)) put_time(out, random, 3);
  put_datetime(out, random, 0);
  put_datetime(out, random, 6);
  put_timestamp(out, random, 3);
  put_be(out, random->below(1U << 12), 2);
  put_le(out, 1 + random->below(4), 1);
  put_le(out, random->below(32), 1);
  put_short_text(out, words(random, 12), 1);
  if (present(nulls, random, 19, kNulls)) put_short_text(out, words(random, random->below(60)), 2);
  put_short_text(out, std::string(random->below(65), static_cast<char>(random->next())), 1);
  put_short_text(out, words(random, random->below(320)), 2);
  if (present(nulls, random, 22, kNulls))
    put_short_text(out, std::string(random->below(150), static_cast<char>(random->next())), 2);
  if (present(nulls, random, 23, kNulls)) {
    Bytes document;
    put_json(&document, random_document(random));
    put_le(out, document.size(), 4);
    out->insert(out->end(), document.begin(), document.end());
  }
  if (present(nulls, random, 24, kNulls)) put_short_text(out, words(random, random->below(30)), 1);
}

void bulk_row(Bytes* out, Bytes* nulls, Random* random, std::uint64_t key, std::size_t) {
  put_le(out, key, 8);
  put_le(out, random->next(), 4);
  put_random_decimal(out, random, 12, 2);
  put_le(out, random->below(5), 1);
  put_datetime(out, random, 0);
  put_timestamp(out, random, 0);
  put_short_text(out, sysbench_text(random, 2), 1);
  if (present(nulls, random, 7, 10)) put_le(out, random->next(), 4);
  put_short_text(out, words(random, random->below(34)), 1);
}

void wide_row(Bytes* out, Bytes*, Random* random, std::uint64_t key, std::size_t columns) {
  for (std::size_t i = 0; i < columns; ++i) {
    if (i % 3 == 0) {
      put_le(out, key + i, 4);
    } else if (i % 3 == 1) {
      put_short_text(out, sysbench_text(random, 1), 1);
    } else {
      put_le(out, random->next(), 8);
    }
  }
}

void put_field(Bytes* out, std::uint8_t type, const Bytes& value) {
  if (value.empty()) return;
  out->push_back(type);
  put_packed(out, value.size());
  out->insert(out->end(), value.begin(), value.end());
}

Bytes signedness(const TableSpec& table) {
  Bytes bits;
  std::size_t count = 0;
  for (const ColumnSpec& column : table.columns) {
    if (!column.numeric) continue;
    if (count % 8 == 0) bits.push_back(0);
    if (column.is_unsigned) bits.back() = static_cast<std::uint8_t>(bits.back() | 0x80U >> (count % 8));
    ++count;
  }
  return bits;
}

/// utf8mb4 for all character columns, but for those with another collation.
Bytes charsets(const TableSpec& table) {
  Bytes value;
  std::uint64_t index = 0;
  for (const ColumnSpec& column : table.columns) {
    if (column.collation == 0) continue;
    if (value.empty()) put_packed(&value, kUtf8mb4);
    if (column.collation != kUtf8mb4) {
      put_packed(&value, index);
      put_packed(&value, column.collation);
    }
    ++index;
  }
  return value;
}

Bytes names(const TableSpec& table) {
  Bytes value;
  for (const ColumnSpec& column : table.columns) {
    put_packed(&value, column.name.size());
    put_text(&value, column.name);
  }
  return value;
}

Bytes labels(const TableSpec& table, std::uint8_t real_type) {
  Bytes value;
  for (const ColumnSpec& column : table.columns) {
    if (column.labels.empty() || column.metadata[0] != real_type) continue;
    put_packed(&value, column.labels.size());
    for (const std::string& label : column.labels) {
      put_packed(&value, label.size());
      put_text(&value, label);
    }
  }
  return value;
}

}  // namespace

TableSpec oltp_table() {
  return {"sbtest1",
          90,
          {number("id", kLong), number("k", kLong), fixed_text("c", 480), fixed_text("pad", 240)},
          oltp_row};
}

TableSpec mixed_table() {
  ColumnSpec state{"state", kString, {kEnum, 1}, false, false, 0, {"new", "paid", "sent", "done"}, false};
  ColumnSpec marks{"marks", kString, {kSet, 1}, false, false, 0, {"a", "b", "c", "d", "e"}, false};
  return {"orders",
          91,
          {number("id", kLongLong, true),
           number("tiny", kTiny),
           number("small", kShort, true),
           number("medium", kInt24),
           number("normal", kLong, false, true),
           other("f", kFloat, {4}),
           other("d", kDouble, {8}),
           other("price", kNewDecimal, {12, 4}),
           other("big", kNewDecimal, {38, 10}, true),
           other("y", kYear, {}),
           other("day", kDate, {}),
           other("span", kTime2, {3}, true),
           other("made", kDatetime2, {0}),
           other("changed", kDatetime2, {6}),
           other("seen", kTimestamp2, {3}),
           other("bits", kBit, {4, 1}),
           state,
           marks,
           fixed_text("code", 80),
           text("title", 1020, kUtf8mb4, true),
           text("raw", 64, kBinary),
           blob("body", kUtf8mb4, false),
           blob("image", kBinary, true),
           other("doc", kJson, {4}, true),
           text("note", 160, kUtf8mb4, true)},
          mixed_row};
}

TableSpec bulk_table() {
  return {
      "ledger",
      92,
      {number("id", kLongLong), number("account", kLong, true), other("amount", kNewDecimal, {12, 2}),
       number("kind", kTiny), other("made", kDatetime2, {0}), other("seen", kTimestamp2, {0}),
       text("reference", 128, kUtf8mb4), number("parent", kLong, true, true), text("note", 240, kUtf8mb4)},
      bulk_row};
}

TableSpec wide_table(std::size_t columns) {
  TableSpec table{"wide", 93, {}, wide_row};
  for (std::size_t i = 0; i < columns; ++i) {
    const std::string name = "c" + std::to_string(i);
    if (i % 3 == 1) {
      table.columns.push_back(text(name.c_str(), 80, kUtf8mb4));
    } else {
      table.columns.push_back(number(name.c_str(), i % 3 == 0 ? kLong : kLongLong));
    }
  }
  return table;
}

Bytes table_map_body(const TableSpec& table) {
  Bytes body;
  put_le(&body, table.id, 6);
  put_le(&body, 1, 2);
  put_text(&body, std::string("\5bench\0", 7));
  body.push_back(static_cast<std::uint8_t>(table.name.size()));
  put_text(&body, table.name);
  body.push_back(0);
  put_packed(&body, table.columns.size());
  Bytes metadata;
  Bytes nullable((table.columns.size() + 7) / 8, 0);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ColumnSpec& column = table.columns[i];
    body.push_back(column.type);
    metadata.insert(metadata.end(), column.metadata.begin(), column.metadata.end());
    if (column.nullable) nullable[i / 8] = static_cast<std::uint8_t>(nullable[i / 8] | 1U << (i % 8));
  }
  put_packed(&body, metadata.size());
  body.insert(body.end(), metadata.begin(), metadata.end());
  body.insert(body.end(), nullable.begin(), nullable.end());
  put_field(&body, 1, signedness(table));
  put_field(&body, 2, charsets(table));
  put_field(&body, 4, names(table));
  const Bytes sets = labels(table, kSet);
  const Bytes enums = labels(table, kEnum);
  put_field(&body, 5, sets);
  put_field(&body, 6, enums);
  put_field(&body, 8, Bytes{0});  // primary key: the first column
  if (!sets.empty() || !enums.empty()) {
    Bytes value;
    put_packed(&value, kUtf8mb4);
    put_field(&body, 10, value);
  }
  Bytes visible((table.columns.size() + 7) / 8, 0);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    visible[i / 8] = static_cast<std::uint8_t>(visible[i / 8] | 0x80U >> (i % 8));
  put_field(&body, 12, visible);
  return body;
}

}  // namespace bench
