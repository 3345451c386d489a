#include "value/layout.hpp"

#include "nanobinlog/value.hpp"

namespace nbl {
namespace {

/// What the metadata of a type say, and so how many bytes of them there are.
enum class Rule : u8 {
  none,      // no bytes: the width is the type's
  size,      // one: that width again
  fraction,  // one: digits of a second's fraction, which add to the width
  length,    // one: bytes of the length in front of a value
  decimal,   // two and on: precision, scale
  bit,       // bits beyond whole bytes, whole bytes
  varchar,   // most bytes
  string,    // the real type and most bytes; see below
  array,     // three: at least one more, see column_metadata_bytes()
  unknown,
};

struct TypeLayout {
  ValueKind kind;
  Reader reader;
  u8 width : 4;
  Rule rule : 4;
};

constexpr u32 kLastLow = static_cast<u8>(ColumnType::typed_array);
constexpr u32 kFirstHigh = static_cast<u8>(ColumnType::vector);
constexpr u32 kFirstMariadb = static_cast<u8>(ColumnType::blob_compressed);

constexpr TypeLayout kLayouts[] = {
    {ValueKind::none, Reader::unsupported, 0, Rule::none},  // the DECIMAL of 4.x: its width is in no log
    {ValueKind::integer, Reader::int1, 1, Rule::none},
    {ValueKind::integer, Reader::int2, 2, Rule::none},
    {ValueKind::integer, Reader::int4, 4, Rule::none},
    {ValueKind::float32, Reader::float4, 4, Rule::size},
    {ValueKind::float64, Reader::float8, 8, Rule::size},
    {ValueKind::none, Reader::unsupported, 0, Rule::none},  // NULL, which is never anything else
    {ValueKind::timestamp, Reader::timestamp4, 4, Rule::none},
    {ValueKind::integer, Reader::int8, 8, Rule::none},
    {ValueKind::integer, Reader::int3, 3, Rule::none},
    {ValueKind::date, Reader::date3, 3, Rule::none},
    {ValueKind::time, Reader::time3, 3, Rule::none},
    {ValueKind::datetime, Reader::datetime8, 8, Rule::none},
    {ValueKind::year, Reader::year1, 1, Rule::none},
    {ValueKind::date, Reader::date3, 3, Rule::none},  // NEWDATE
    {ValueKind::bytes, Reader::bytes, 0, Rule::varchar},
    {ValueKind::bit, Reader::bit, 0, Rule::bit},
    {ValueKind::timestamp, Reader::timestamp2, 4, Rule::fraction},
    {ValueKind::datetime, Reader::datetime2, 5, Rule::fraction},
    {ValueKind::time, Reader::time2, 3, Rule::fraction},
    {ValueKind::json, Reader::json, 4, Rule::array},  // TYPED_ARRAY, stored as a JSON array
    // From VECTOR, 242:
    {ValueKind::vector, Reader::vector, 0, Rule::length},
    {ValueKind::none, Reader::unsupported, 0, Rule::unknown},
    {ValueKind::integer, Reader::int1, 1, Rule::none},  // BOOL
    {ValueKind::json, Reader::json, 0, Rule::length},
    {ValueKind::decimal, Reader::decimal, 0, Rule::decimal},
    {ValueKind::enumeration, Reader::enum_free1, 0, Rule::string},
    {ValueKind::set, Reader::set_free, 0, Rule::string},
    {ValueKind::bytes, Reader::blob, 0, Rule::length},
    {ValueKind::bytes, Reader::blob, 0, Rule::length},
    {ValueKind::bytes, Reader::blob, 0, Rule::length},
    {ValueKind::bytes, Reader::blob, 0, Rule::length},
    {ValueKind::bytes, Reader::bytes, 0, Rule::varchar},  // VAR_STRING
    {ValueKind::bytes, Reader::bytes, 0, Rule::string},
    {ValueKind::geometry, Reader::geometry, 0, Rule::length},
    // MariaDB's compressed BLOB and VARCHAR, 140 and 141:
    {ValueKind::bytes, Reader::blob, 0, Rule::length},
    {ValueKind::bytes, Reader::bytes, 0, Rule::varchar},
};
constexpr u32 kMariadbSlot = sizeof(kLayouts) / sizeof(kLayouts[0]) - 2;
static_assert(kMariadbSlot == kLastLow + 1 + 256 - kFirstHigh);

bool is_mariadbs(u32 type) noexcept { return type - kFirstMariadb < 2; }

const TypeLayout& layout_of(u32 type) noexcept {
  constexpr u32 kInvalid = static_cast<u8>(ColumnType::invalid);
  if (type <= kLastLow) return kLayouts[type];
  if (type < kFirstHigh) {
    if (is_mariadbs(type)) return kLayouts[type - kFirstMariadb + kMariadbSlot];
    type = kInvalid;
  }
  return kLayouts[type - kFirstHigh + kLastLow + 1];
}

/// CHAR, BINARY, ENUM and SET share a type byte: the real one and the length hide in the metadata, and for
/// CHAR over 255 bytes two bits of the length hide in the type's bits 4 and 5, inverted.
bool lay_out_string(const u8* metadata, Column* column) noexcept {
  u8 real = metadata[0];
  u32 length = metadata[1];
  if ((real & 0x30) != 0x30) {
    length |= (static_cast<u32>(real & 0x30) ^ 0x30U) << 4;
    real |= 0x30;
  }
  const TypeLayout& layout = layout_of(real);
  column->type = static_cast<ColumnType>(real);
  column->kind = layout.kind;
  column->reader = static_cast<u8>(layout.reader);
  column->meta = static_cast<u16>(length);
  column->width = static_cast<u8>(length);
  switch (column->type) {
    case ColumnType::enumeration:
      if (length == 2) column->reader = static_cast<u8>(Reader::enum_free2);
      return length == 1 || length == 2;
    case ColumnType::set: return length >= 1 && length <= 8;
    case ColumnType::string:
    case ColumnType::var_string: column->width = length > 255 ? 2 : 1; return true;
    default: return false;
  }
}

}  // namespace

u8 column_metadata_bytes(u8 type) noexcept {
  constexpr u8 kBytes[] = {0, 1, 1, 1, 2, 2, 2, 2, 3, 255};  // of each Rule
  static_assert(sizeof(kBytes) == static_cast<u8>(Rule::unknown) + 1);
  return kBytes[static_cast<u8>(layout_of(type).rule)];
}

u8 column_metadata_bytes(u8 type, Span metadata) noexcept {
  if (static_cast<ColumnType>(type) != ColumnType::typed_array) return column_metadata_bytes(type);
  if (metadata.size == 0) return 1;  // the caller then finds one byte missing
  // VARCHAR elements write a three-byte length here; source: read_field_metadata in MySQL's
  // sql/rpl_utility.cc.
  if (static_cast<ColumnType>(metadata.data[0]) == ColumnType::varchar) return 4;
  const u8 own = column_metadata_bytes(metadata.data[0]);
  return own > 2 ? u8{255} : static_cast<u8>(own + 1);
}

bool lay_out_column(u8 type, const u8* metadata, Column* column) noexcept {
  const TypeLayout& layout = layout_of(type);
  column->type = static_cast<ColumnType>(type);
  column->kind = layout.kind;
  column->reader = static_cast<u8>(layout.reader);
  column->width = layout.width;
  switch (layout.rule) {
    case Rule::size: column->meta = metadata[0]; return metadata[0] == layout.width;
    case Rule::fraction:
      if (layout.reader == Reader::timestamp2 && metadata[0] == 0)
        column->reader = static_cast<u8>(Reader::timestamp2_0);
      column->meta = metadata[0];
      column->width = static_cast<u8>(layout.width + (metadata[0] + 1U) / 2U);
      return metadata[0] <= 6;
    case Rule::length:
      if (is_mariadbs(type)) column->flags |= kColumnCompressed;
      column->meta = metadata[0];
      column->width = metadata[0];
      return metadata[0] >= 1 && metadata[0] <= 4;
    case Rule::decimal: {
      const u32 precision = metadata[0];
      const u32 scale = metadata[1];
      if (precision < 1 || precision > 65 || scale > 38 || scale > precision) return false;
      column->meta = static_cast<u16>(precision << 8 | scale);
      column->width = static_cast<u8>(decimal_bytes(precision, scale));
      return true;
    }
    case Rule::bit: {
      const u32 bits = metadata[0] + metadata[1] * 8U;
      column->meta = static_cast<u16>(bits);
      column->width = static_cast<u8>((bits + 7) / 8);
      return metadata[0] <= 7 && bits >= 1 && bits <= 64;
    }
    case Rule::varchar:
      if (is_mariadbs(type)) column->flags |= kColumnCompressed;
      column->meta = load_le16(metadata);
      column->width = column->meta > 255 ? 2 : 1;
      return true;
    case Rule::string: return lay_out_string(metadata, column);
    case Rule::array: column->meta = layout.width; return true;
    default: return true;
  }
}

void refine_members(Column* column) noexcept {
  if ((column->flags & kColumnMembersKnown) == 0) return;
  switch (reader_of(*column)) {
    case Reader::enum_free1: column->reader = static_cast<u8>(Reader::enum_known1); break;
    case Reader::enum_free2: column->reader = static_cast<u8>(Reader::enum_known2); break;
    case Reader::set_free: column->reader = static_cast<u8>(Reader::set_known); break;
    default: break;
  }
}

void plan_runs(Column* columns, u32 count) noexcept {
  // From the back, each run is one column longer than the one behind it.
  u32 bytes = 0;
  u32 length = 0;
  for (u32 i = count; i-- > 0;) {
    Column& column = columns[i];
    const bool free =
        column.reader >= static_cast<u8>(Reader::int1) && column.reader < kFirstCheckedReader;
    if (!free) {
      bytes = 0;
      length = 0;
    } else if (length == 255) {  // what run_columns can hold
      bytes = column.width;
      length = 1;
    } else {
      bytes += column.width;
      ++length;
    }
    column.run_bytes = static_cast<u16>(bytes);
    column.run_columns = static_cast<u8>(length);
  }
  // A partial update has one bit for each JSON column.
  u16 json = 0;
  for (u32 i = 0; i < count; ++i) {
    if (columns[i].kind == ValueKind::json) columns[i].members = json++;
  }
}

}  // namespace nbl
