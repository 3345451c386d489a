#include "base/cursor.hpp"
#include "row/rows_event.hpp"
#include "value/validate.hpp"

namespace nbl {
namespace {

bool bit_at(const u8* bits, u32 index) noexcept { return (bits[index / 8] >> (index % 8) & 1) != 0; }

#if defined(NBL_NO_VALUES)
// Only where each value ends is looked at.
Code check_value(const Column& column, const u8** p, const u8* end, JsonFrame*) noexcept {
  const u32 width = column.width;
  const usize left = static_cast<usize>(end - *p);
  if (left < width) return Code::value_truncated;
  u64 length = 0;
  if (column.reader >= kFirstVariableReader) length = load_le(*p, width);
  if (reader_of(column) == Reader::unsupported) return Code::unsupported_column_type;
  if (length > left - width) return Code::value_truncated;
  *p += width + static_cast<usize>(length);
  return Code::ok;
}
Code check_one(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  return check_value(column, p, end, frames);
}
#else
NBL_HOT_INLINE Code check_value(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  return validate_value(column, p, end, frames);
}
Code check_one(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  return validate_one(column, p, end, frames);
}
#endif

constexpr u32 kBlock = 32;  // columns whose NULL bits are taken at once

/// NULL bits of `count` columns, at most kBlock of them.
u32 null_bits(const u8* nulls, u32 count) noexcept {
  if (count == kBlock) return load_le32(nulls);
  u32 bits = nulls[0];
  if (count > 8) bits |= static_cast<u32>(nulls[1]) << 8;
  if (count > 16) bits |= static_cast<u32>(nulls[2]) << 16;
  if (count > 24) bits |= static_cast<u32>(nulls[3]) << 24;
  return bits & ((1U << count) - 1);
}

/// Columns [from, until) of a run of fixed width do not fit: says which one is cut off.
[[gnu::cold, gnu::noinline]] Code truncated_run(const Column* columns, u32 from, u32 until, u32 nulls,
                                                const u8** p, const u8* end, u32* column) noexcept {
  for (u32 i = from; i < until; ++i, nulls >>= 1) {
    if ((nulls & 1) != 0) continue;
    *column = i;
    if (static_cast<usize>(end - *p) < columns[i].width) break;
    *p += columns[i].width;
  }
  return Code::value_truncated;
}

/// Every column of the table present, `nulls` its NULL bits. Whole runs of fixed-width columns that need no
/// check are stepped over at once, less those of them that are NULL.
inline Code validate_full(const Column* columns, u32 column_count, const u8* nulls, const u8** p,
                          const u8* end, JsonFrame* frames, u32* column) noexcept {
  const u8* at = *p;
  for (u32 from = 0; from < column_count; from += kBlock, nulls += kBlock / 8) {
    const u32 until = column_count - from > kBlock ? from + kBlock : column_count;
    u32 bits = null_bits(nulls, until - from);  // of column i and those behind it
    for (u32 i = from; i < until; ++i, bits >>= 1) {
      if (columns[i].run_columns != 0) {
        u32 run = columns[i].run_columns;
        usize bytes = columns[i].run_bytes;
        if (run > until - i) {
          run = until - i;
          bytes -= columns[until].run_bytes;  // the rest of the same run
        }
        if (bits != 0) {
          for (u32 k = 0; k < run; ++k) bytes -= (bits >> k & 1) != 0 ? columns[i + k].width : 0U;
        }
        if (static_cast<usize>(end - at) < bytes) {
          *p = at;
          return truncated_run(columns, i, i + run, bits, p, end, column);
        }
        at += bytes;
        i += run;
        if (i == until) break;
        bits >>= run;  // less than kBlock, since a column is left
      }
      if ((bits & 1) != 0) continue;
      const Code code = check_value(columns[i], &at, end, frames);
      if (code != Code::ok) {
        *p = at;
        *column = i;
        return code;
      }
    }
  }
  *p = at;
  return Code::ok;
}

Code validate_json_diff(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  if (static_cast<usize>(end - *p) < column.width) return Code::value_truncated;
  const u64 length = load_le(*p, column.width);
  if (length > static_cast<usize>(end - *p) - column.width) return Code::value_truncated;
#if defined(NBL_NO_JSON)
  (void)frames;
  *p += column.width + static_cast<usize>(length);
  return Code::ok;
#else
  u32 at = 0;
  const Code code = json_validate_diffs(Span{*p + column.width, static_cast<usize>(length)}, frames, &at);
  *p += column.width + (code == Code::ok ? static_cast<usize>(length) : at);
  return code;
#endif
}

/// Some columns absent, or JSON columns that are partial.
Code validate_sparse(const Column* columns, u32 column_count, const u8* present, const u8* nulls,
                     const u8* partial, const u8** p, const u8* end, JsonFrame* frames,
                     u32* column) noexcept {
  u32 null_index = 0;
  u32 json_index = 0;
  for (u32 i = 0; i < column_count; ++i) {
    bool is_diff = false;
    // The partial bits count every JSON column of the table, absent ones too.
    if (partial != nullptr && columns[i].kind == ValueKind::json) is_diff = bit_at(partial, json_index++);
    if (present != nullptr && !bit_at(present, i)) continue;
    if (bit_at(nulls, null_index++)) continue;
    const Code code =
        is_diff ? validate_json_diff(columns[i], p, end, frames) : check_one(columns[i], p, end, frames);
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
Code take_partial_bits(const Column* columns, u32 column_count, const u8** p, const u8* end,
                       const u8** bits) noexcept {
  Cursor cursor(*p, end);
  const u64 options = cursor.packed();
  if (!cursor.ok() || options > 1) return Code::bad_partial_update;
  if (options == 1) *bits = cursor.bytes((count_json(columns, column_count) + 7) / 8).data;
  if (!cursor.ok()) return Code::row_truncated;
  *p = cursor.at();
  return Code::ok;
}

}  // namespace

Code validate_image(const Column* columns, u32 column_count, const ImageShape& shape, bool partial,
                    const u8** p, const u8* end, JsonFrame* frames, u32* column) noexcept {
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
  return validate_full(columns, column_count, nulls, p, end, frames, column);
}

Code validate_images(const RowsHead& head, const Column* columns, u32 column_count, Span images,
                     u32 max_changes, u32 max_image_bytes, JsonFrame* frames, u32* changes, usize* at, u32* column) noexcept {
  const bool has_before = head.type.operation != RowOperation::insert;
  const bool has_after = head.type.operation != RowOperation::delete_row;
  const u8* p = images.data;
  const u8* const end = images.data + images.size;
  u32 count = 0;
  Code code = Code::ok;
  // A row without any column takes no byte, so an event of nothing but such a row is empty: real servers
  // write it for an INSERT of defaults under a minimal image.
  if (images.size == 0 && head.before.present == 0 && head.after.present == 0 && !head.type.partial)
    count = 1;
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
    } else if (before_size > max_image_bytes || after_size > max_image_bytes) {
      code = Code::image_limit;
    } else if (count > max_changes) {
      code = Code::rows_limit;
    }
    if (code != Code::ok) break;
  }
  *at = static_cast<usize>(p - images.data);
  *changes = count;
  return code;
}

}  // namespace nbl
