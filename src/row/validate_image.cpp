#include "base/cursor.hpp"
#include "row/rows_event.hpp"
#include "value/validate.hpp"

namespace nbl {
namespace {

bool any_null(const u8* nulls, u32 count) noexcept {
  const u32 whole = count / 8;
  u32 bits = count % 8 != 0 ? nulls[whole] & ((1U << (count % 8)) - 1) : 0U;
  for (u32 i = 0; i < whole; ++i) bits |= nulls[i];
  return bits != 0;
}

bool bit_at(const u8* bits, u32 index) noexcept { return (bits[index / 8] >> (index % 8) & 1) != 0; }

/// Every column present and none NULL: whole runs of unchecked fixed-width columns are stepped over at once.
Code validate_plain(const Column* columns, u32 column_count, const u8** p, const u8* end, JsonFrame* frames, u32* column) noexcept {
  const u8* at = *p;
  u32 i = 0;
  while (i < column_count) {
    const Column& current = columns[i];
    if (current.run_columns != 0 && static_cast<usize>(end - at) >= current.run_bytes) {
      at += current.run_bytes;
      i += current.run_columns;
      continue;
    }
    const Code code = validate_value(current, &at, end, frames);
    if (code != Code::ok) {
      *p = at;
      *column = i;
      return code;
    }
    ++i;
  }
  *p = at;
  return Code::ok;
}

/// Every column present, some NULL.
Code validate_with_nulls(const Column* columns, u32 column_count, const u8* nulls, const u8** p, const u8* end, JsonFrame* frames,
                         u32* column) noexcept {
  const u8* at = *p;
  for (u32 i = 0; i < column_count; ++i) {
    if (bit_at(nulls, i)) continue;
    const Code code = validate_value(columns[i], &at, end, frames);
    if (code != Code::ok) {
      *p = at;
      *column = i;
      return code;
    }
  }
  *p = at;
  return Code::ok;
}

Code validate_json_diff(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  if (static_cast<usize>(end - *p) < column.width) return Code::value_truncated;
  const u64 length = load_le(*p, column.width);
  if (length > static_cast<usize>(end - *p) - column.width) return Code::value_truncated;
  u32 at = 0;
  const Code code = json_validate_diffs(Span{*p + column.width, static_cast<usize>(length)}, frames, &at);
  *p += column.width + (code == Code::ok ? static_cast<usize>(length) : at);
  return code;
}

/// Some columns absent, or JSON columns that are partial.
Code validate_sparse(const Column* columns, u32 column_count, const u8* present, const u8* nulls, const u8* partial, const u8** p,
                     const u8* end, JsonFrame* frames, u32* column) noexcept {
  u32 null_index = 0;
  u32 json_index = 0;
  for (u32 i = 0; i < column_count; ++i) {
    bool is_diff = false;
    // The partial bits count every JSON column of the table, absent ones too.
    if (partial != nullptr && columns[i].kind == ValueKind::json) is_diff = bit_at(partial, json_index++);
    if (present != nullptr && !bit_at(present, i)) continue;
    if (bit_at(nulls, null_index++)) continue;
    const Code code = is_diff ? validate_json_diff(columns[i], p, end, frames) : validate_value(columns[i], p, end, frames);
    if (code != Code::ok) {
      *column = i;
      return code;
    }
  }
  return Code::ok;
}

u32 count_json(const Column* columns, u32 column_count) noexcept {
  u32 count = 0;
  for (u32 i = 0; i < column_count; ++i) count += columns[i].kind == ValueKind::json ? 1U : 0U;
  return count;
}

}  // namespace

namespace {

/// The head of a partial image: value options, and the bits they announce.
Code take_partial_bits(const Column* columns, u32 column_count, const u8** p, const u8* end, const u8** bits) noexcept {
  Cursor cursor(*p, end);
  const u64 options = cursor.packed();
  if (!cursor.ok() || options > 1) return Code::bad_partial_update;
  if (options == 1) *bits = cursor.bytes((count_json(columns, column_count) + 7) / 8).data;
  if (!cursor.ok()) return Code::row_truncated;
  *p = cursor.at();
  return Code::ok;
}

}  // namespace

Code validate_image(const Column* columns, u32 column_count, const ImageShape& shape, bool partial, const u8** p, const u8* end,
                    JsonFrame* frames, u32* column) noexcept {
  const u8* partial_bits = nullptr;
  if (partial) {
    const Code code = take_partial_bits(columns, column_count, p, end, &partial_bits);
    if (code != Code::ok) return code;
  }
  if (static_cast<usize>(end - *p) < shape.null_bytes) return Code::row_truncated;
  const u8* nulls = *p;
  *p += shape.null_bytes;
  if (shape.bitmap != nullptr || partial_bits != nullptr) {
    return validate_sparse(columns, column_count, shape.bitmap, nulls, partial_bits, p, end, frames, column);
  }
  if (any_null(nulls, column_count)) return validate_with_nulls(columns, column_count, nulls, p, end, frames, column);
  return validate_plain(columns, column_count, p, end, frames, column);
}

Code validate_images(const RowsHead& head, const Column* columns, u32 column_count, Span images, const Limits& limits,
                     JsonFrame* frames, u32* changes, usize* at, u32* column) noexcept {
  const bool has_before = head.type.operation != RowOperation::insert;
  const bool has_after = head.type.operation != RowOperation::delete_row;
  const u8* p = images.data;
  const u8* const end = images.data + images.size;
  u32 count = 0;
  Code code = Code::ok;
  // A row without any column takes no byte, so an event of nothing but such a row is empty: real servers write it for an
  // INSERT of defaults under a minimal image.
  if (images.size == 0 && head.before.present == 0 && head.after.present == 0 && !head.type.partial) count = 1;
  while (p < end) {
    const u8* const start = p;
    if (has_before) {
      code = validate_image(columns, column_count, head.before, false, &p, end, frames, column);
      if (code != Code::ok) break;
    }
    const u8* const middle = p;
    if (has_after) {
      code = validate_image(columns, column_count, head.after, head.type.partial, &p, end, frames, column);
      if (code != Code::ok) break;
    }
    const u64 before_size = static_cast<u64>(middle - start);
    const u64 after_size = static_cast<u64>(p - middle);
    ++count;
    if (p == start) {
      code = Code::rows_no_progress;
    } else if (before_size > limits.max_image_bytes || after_size > limits.max_image_bytes) {
      code = Code::image_limit;
    } else if (count > limits.max_event_changes) {
      code = Code::rows_limit;
    }
    if (code != Code::ok) break;
  }
  *at = static_cast<usize>(p - images.data);
  *changes = count;
  return code;
}

}  // namespace nbl
