#include "value/layout.hpp"

#include "nanobinlog/value.hpp"

namespace nbl {

u8 column_metadata_bytes(u8 type) noexcept {
  switch (static_cast<ColumnType>(type)) {
    case ColumnType::float_:
    case ColumnType::double_:
    case ColumnType::tiny_blob:
    case ColumnType::medium_blob:
    case ColumnType::long_blob:
    case ColumnType::blob:
    case ColumnType::blob_compressed:
    case ColumnType::geometry:
    case ColumnType::json:
    case ColumnType::vector:
    case ColumnType::timestamp2:
    case ColumnType::datetime2:
    case ColumnType::time2:
      return 1;
    case ColumnType::varchar:
    case ColumnType::varchar_compressed:
    case ColumnType::var_string:
    case ColumnType::bit:
    case ColumnType::newdecimal:
    case ColumnType::enumeration:
    case ColumnType::set:
    case ColumnType::string:
      return 2;
    case ColumnType::decimal:
    case ColumnType::tiny:
    case ColumnType::short_:
    case ColumnType::long_:
    case ColumnType::null:
    case ColumnType::timestamp:
    case ColumnType::longlong:
    case ColumnType::int24:
    case ColumnType::date:
    case ColumnType::time:
    case ColumnType::datetime:
    case ColumnType::year:
    case ColumnType::newdate:
    case ColumnType::boolean:
      return 0;
    case ColumnType::typed_array:
      return 3;  // at least 1; see the other overload
    default:
      return 255;
  }
}

u8 column_metadata_bytes(u8 type, Span metadata) noexcept {
  if (static_cast<ColumnType>(type) != ColumnType::typed_array) return column_metadata_bytes(type);
  if (metadata.size == 0) return 1;  // the caller then finds one byte missing
  // VARCHAR elements write a three-byte length here; source: read_field_metadata in MySQL's sql/rpl_utility.cc.
  if (static_cast<ColumnType>(metadata.data[0]) == ColumnType::varchar) return 4;
  const u8 own = column_metadata_bytes(metadata.data[0]);
  return own > 2 ? u8{255} : static_cast<u8>(own + 1);
}

namespace {

void set_fixed(Column* column, ValueKind kind, Reader reader, u32 width) noexcept {
  column->kind = kind;
  column->reader = static_cast<u8>(reader);
  column->width = static_cast<u8>(width);
}

bool lay_out_temporal(Column* column, ValueKind kind, Reader reader, u32 base, u8 digits) noexcept {
  if (digits > 6) return false;
  column->meta = digits;
  set_fixed(column, kind, reader, base + (digits + 1U) / 2U);
  return true;
}

bool lay_out_length(Column* column, ValueKind kind, Reader reader, u32 width) noexcept {
  if (width < 1 || width > 4) return false;
  column->meta = static_cast<u16>(width);
  set_fixed(column, kind, reader, width);
  return true;
}

/// CHAR, BINARY, ENUM and SET share a type byte: the real one and the length hide in the metadata, and for CHAR over 255
/// bytes two bits of the length hide in the type's bits 4 and 5, inverted.
bool lay_out_string(const u8* metadata, Column* column) noexcept {
  u8 real = metadata[0];
  u32 length = metadata[1];
  if ((real & 0x30) != 0x30) {
    length |= (static_cast<u32>(real & 0x30) ^ 0x30U) << 4;
    real |= 0x30;
  }
  column->type = static_cast<ColumnType>(real);
  column->meta = static_cast<u16>(length);
  switch (column->type) {
    case ColumnType::enumeration:
      if (length != 1 && length != 2) return false;
      set_fixed(column, ValueKind::enumeration, length == 1 ? Reader::enum_free1 : Reader::enum_free2, length);
      return true;
    case ColumnType::set:
      if (length < 1 || length > 8) return false;
      set_fixed(column, ValueKind::set, Reader::set_free, length);
      return true;
    case ColumnType::string:
    case ColumnType::var_string:
      set_fixed(column, ValueKind::bytes, Reader::bytes, length > 255 ? 2 : 1);
      return true;
    default:
      return false;
  }
}

bool lay_out_decimal(const u8* metadata, Column* column) noexcept {
  const u32 precision = metadata[0];
  const u32 scale = metadata[1];
  if (precision < 1 || precision > 65 || scale > 38 || scale > precision) return false;
  column->meta = static_cast<u16>(precision << 8 | scale);
  set_fixed(column, ValueKind::decimal, Reader::decimal, decimal_bytes(precision, scale));
  return true;
}

bool lay_out_bit(const u8* metadata, Column* column) noexcept {
  const u32 bits = metadata[0] + metadata[1] * 8U;
  if (metadata[0] > 7 || bits < 1 || bits > 64) return false;
  column->meta = static_cast<u16>(bits);
  set_fixed(column, ValueKind::bit, Reader::bit, (bits + 7) / 8);
  return true;
}

bool lay_out_fixed(Column* column) noexcept {
  switch (column->type) {
    case ColumnType::tiny:
    case ColumnType::boolean:
      set_fixed(column, ValueKind::integer, Reader::int1, 1);
      return true;
    case ColumnType::short_:
      set_fixed(column, ValueKind::integer, Reader::int2, 2);
      return true;
    case ColumnType::int24:
      set_fixed(column, ValueKind::integer, Reader::int3, 3);
      return true;
    case ColumnType::long_:
      set_fixed(column, ValueKind::integer, Reader::int4, 4);
      return true;
    case ColumnType::longlong:
      set_fixed(column, ValueKind::integer, Reader::int8, 8);
      return true;
    case ColumnType::year:
      set_fixed(column, ValueKind::year, Reader::year1, 1);
      return true;
    case ColumnType::timestamp:
      set_fixed(column, ValueKind::timestamp, Reader::timestamp4, 4);
      return true;
    case ColumnType::date:
    case ColumnType::newdate:
      set_fixed(column, ValueKind::date, Reader::date3, 3);
      return true;
    case ColumnType::time:
      set_fixed(column, ValueKind::time, Reader::time3, 3);
      return true;
    case ColumnType::datetime:
      set_fixed(column, ValueKind::datetime, Reader::datetime8, 8);
      return true;
    case ColumnType::null:
      set_fixed(column, ValueKind::none, Reader::nothing, 0);
      return true;
    default:  // the DECIMAL of 4.x: its width is in no log
      set_fixed(column, ValueKind::none, Reader::unsupported, 0);
      return true;
  }
}

}  // namespace

bool lay_out_column(u8 type, const u8* metadata, Column* column) noexcept {
  column->type = static_cast<ColumnType>(type);
  switch (column->type) {
    case ColumnType::float_:
      column->meta = metadata[0];
      set_fixed(column, ValueKind::float32, Reader::float4, 4);
      return metadata[0] == 4;
    case ColumnType::double_:
      column->meta = metadata[0];
      set_fixed(column, ValueKind::float64, Reader::float8, 8);
      return metadata[0] == 8;
    case ColumnType::timestamp2:
      return lay_out_temporal(column, ValueKind::timestamp, metadata[0] == 0 ? Reader::timestamp2_0 : Reader::timestamp2, 4,
                              metadata[0]);
    case ColumnType::datetime2:
      return lay_out_temporal(column, ValueKind::datetime, Reader::datetime2, 5, metadata[0]);
    case ColumnType::time2:
      return lay_out_temporal(column, ValueKind::time, Reader::time2, 3, metadata[0]);
    case ColumnType::newdecimal:
      return lay_out_decimal(metadata, column);
    case ColumnType::bit:
      return lay_out_bit(metadata, column);
    case ColumnType::varchar:
    case ColumnType::varchar_compressed:
    case ColumnType::var_string:
      column->meta = load_le16(metadata);
      if (column->type == ColumnType::varchar_compressed) column->flags |= kColumnCompressed;
      set_fixed(column, ValueKind::bytes, Reader::bytes, column->meta > 255 ? 2 : 1);
      return true;
    case ColumnType::enumeration:
    case ColumnType::set:
    case ColumnType::string:
      return lay_out_string(metadata, column);
    case ColumnType::blob_compressed:
      column->flags |= kColumnCompressed;
      return lay_out_length(column, ValueKind::bytes, Reader::blob, metadata[0]);
    case ColumnType::tiny_blob:
    case ColumnType::medium_blob:
    case ColumnType::long_blob:
    case ColumnType::blob:
      return lay_out_length(column, ValueKind::bytes, Reader::blob, metadata[0]);
    case ColumnType::json:
      return lay_out_length(column, ValueKind::json, Reader::json, metadata[0]);
    case ColumnType::typed_array:  // stored as a JSON array with a four-byte length
      return lay_out_length(column, ValueKind::json, Reader::json, 4);
    case ColumnType::geometry:
      return lay_out_length(column, ValueKind::geometry, Reader::geometry, metadata[0]);
    case ColumnType::vector:
      return lay_out_length(column, ValueKind::vector, Reader::vector, metadata[0]);
    default:
      return lay_out_fixed(column);
  }
}

void refine_members(Column* column) noexcept {
  if ((column->flags & kColumnMembersKnown) == 0) return;
  switch (reader_of(*column)) {
    case Reader::enum_free1:
      column->reader = static_cast<u8>(Reader::enum_known1);
      break;
    case Reader::enum_free2:
      column->reader = static_cast<u8>(Reader::enum_known2);
      break;
    case Reader::set_free:
      column->reader = static_cast<u8>(Reader::set_known);
      break;
    default:
      break;
  }
}

void plan_runs(Column* columns, u32 count) noexcept {
  // From the back, each run is one column longer than the one behind it.
  u32 bytes = 0;
  u32 length = 0;
  for (u32 i = count; i-- > 0;) {
    Column& column = columns[i];
    const bool free = column.reader >= static_cast<u8>(Reader::nothing) && column.reader < kFirstCheckedReader;
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
}

}  // namespace nbl
