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

/// NULL bits of `count` columns, 1 to kBlock. Where four bytes are there they are taken at once, of which the last may be values.
inline u32 null_bits(const u8* nulls, u32 count, const u8* end) noexcept {
  const u32 mask = 0xffffffffU >> (kBlock - count);
  if (end - nulls >= 4) return load_le32(nulls) & mask;
  u32 bits = nulls[0];
  if (count > 8) bits |= static_cast<u32>(nulls[1]) << 8;
  if (count > 16) bits |= static_cast<u32>(nulls[2]) << 16;
  return bits & mask;
}

/// What is left of a run of fixed-width columns: not beyond the block, which has `todo` columns left, and without those that are NULL.
[[gnu::noinline]] usize trim_run(const Column* columns, u32 todo, u32 nulls, u32* run) noexcept {
  usize bytes = columns->run_bytes;
  if (*run > todo) {
    bytes -= columns[todo].run_bytes;  // the rest of the same run
    *run = todo;
  }
  for (u32 k = 0; k < *run; ++k) bytes -= (nulls >> k & 1) != 0 ? columns[k].width : 0U;
  return bytes;
}

/// A run of `run` columns of fixed width does not fit: gives the one that is cut off and moves `*p` to it.
[[gnu::cold, gnu::noinline]] u32 cut_off_in_run(const Column* columns, u32 run, u32 nulls, const u8** p, const u8* end) noexcept {
  for (u32 i = 0; i < run; ++i, nulls >>= 1) {
    if ((nulls & 1) != 0) continue;
    if (static_cast<usize>(end - *p) < columns[i].width) return i;
    *p += columns[i].width;
  }
  return run;
}

/// Every column of the table present, `nulls` its NULL bits. Each step takes a whole run of fixed-width columns that need no check,
/// less those of them that are NULL, and the column behind it.
NBL_HOT_INLINE Code validate_full(const Column* columns, u32 column_count, const u8* nulls, const u8** p, const u8* end,
                                  JsonFrame* frames, u32* column) noexcept {
  const u8* at = *p;
  for (u32 from = 0; from < column_count; from += kBlock, nulls += kBlock / 8) {
    const Column* c = columns + from;
    u32 todo = column_count - from < kBlock ? column_count - from : kBlock;
    const u32 until = from + todo;
    u32 bits = null_bits(nulls, todo, end);  // of *c and those behind it
    if (bits == 0xffffffffU >> (kBlock - todo)) continue;  // nothing but NULLs takes no byte
    for (;;) {
      u32 run = c->run_columns;
      usize bytes = c->run_bytes;
      if (run != 0 && (run > todo || bits << (kBlock - run) != 0)) bytes = trim_run(c, todo, bits, &run);
      if (static_cast<usize>(end - at) < bytes) {
        const u8* cut = at;
        *column = until - todo + cut_off_in_run(c, run, bits, &cut, end);
        *p = cut;
        return Code::value_truncated;
      }
      at += bytes;
      c += run;
      todo -= run;
      if (todo == 0) break;
      bits >>= run;  // less than kBlock, since a column is left
      if ((bits & 1) == 0) {
        const Code code = check_value(*c, &at, end, frames);
        if (code != Code::ok) {
          *p = at;
          *column = until - todo;
          return code;
        }
      }
      ++c;
      bits >>= 1;
      if (--todo == 0) break;
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

/// The last of the absent columns that whole bytes of the bitmap show from `index` on; `index` where it begins no byte. So a row
/// of few bytes in a table of many columns does not cost as much as all of them.
u32 last_absent(const u8* present, u32 index, u32 column_count) noexcept {
  if (index % 8 != 0) return index;
  const u32 whole = column_count / 8;
  u32 at = index / 8;
  while (at + 8 <= whole && load_le64(present + at) == 0) at += 8;
  while (at < whole && present[at] == 0) ++at;
  return at * 8 > index ? at * 8 - 1 : index;
}

bool all_null(const u8* nulls, u32 count) noexcept {
  const u32 whole = count / 8;
  for (u32 i = 0; i < whole; ++i) {
    if (nulls[i] != 0xff) return false;
  }
  const u32 tail = (1U << (count % 8)) - 1;
  return tail == 0 || (nulls[whole] & tail) == tail;
}

constexpr u32 kListed = 24;

/// The columns present, where they are few: then rows need not look for them again and again.
struct Present {
  u16 columns[kListed];
  bool listed;
};

void list_present(const ImageShape& shape, u32 column_count, Present* present) noexcept {
  present->listed = shape.bitmap != nullptr && shape.present <= kListed;
  u32 count = 0;
  for (u32 i = 0; present->listed && i < column_count; ++i) {
    if (bit_at(shape.bitmap, i)) present->columns[count++] = static_cast<u16>(i);
  }
}

/// Some columns absent, or JSON columns that are partial.
Code validate_sparse(const Column* columns, u32 column_count, const ImageShape& shape, const Present& present, const u8* nulls,
                     const u8* partial, const u8** p, const u8* end, JsonFrame* frames, u32* column) noexcept {
  if (all_null(nulls, shape.present)) return Code::ok;
  const u32 stops = present.listed ? shape.present : column_count;
  u32 null_index = 0;
  for (u32 k = 0; k < stops; ++k) {
    const u32 i = present.listed ? present.columns[k] : k;
    if (!present.listed && shape.bitmap != nullptr && !bit_at(shape.bitmap, i)) {
      k = last_absent(shape.bitmap, i, column_count);
      continue;
    }
    if (bit_at(nulls, null_index++)) continue;
    // The partial bits count every JSON column of the table, absent ones too.
    const bool is_diff = partial != nullptr && columns[i].kind == ValueKind::json && bit_at(partial, columns[i].members);
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

/// The head of a partial image: value options, and the bits they announce.
Code take_partial_bits(u32 json_columns, const u8** p, const u8* end, const u8** bits) noexcept {
  Cursor cursor(*p, end);
  const u64 options = cursor.packed();
  if (!cursor.ok() || options > 1) return Code::bad_partial_update;
  if (options == 1) *bits = cursor.bytes((json_columns + 7) / 8).data;
  if (!cursor.ok()) return Code::row_truncated;
  *p = cursor.at();
  return Code::ok;
}

/// An image that lacks columns, or may have partial ones.
Code validate_partly(const Column* columns, u32 column_count, const ImageShape& shape, const Present& present, bool partial,
                     u32 json_columns, const u8** p, const u8* end, JsonFrame* frames, u32* column) noexcept {
  const u8* partial_bits = nullptr;
  if (partial) {
    const Code code = take_partial_bits(json_columns, p, end, &partial_bits);
    if (code != Code::ok) return code;
  }
  if (static_cast<usize>(end - *p) < shape.null_bytes) return Code::row_truncated;
  const u8* nulls = *p;
  *p += shape.null_bytes;
  return validate_sparse(columns, column_count, shape, present, nulls, partial_bits, p, end, frames, column);
}

}  // namespace

Code validate_images(const RowsHead& head, const Column* columns, u32 column_count, Span images, u32 max_changes,
                     u32 max_image_bytes, JsonFrame* frames, u32* changes, usize* at, u32* column) noexcept {
  const u32 images_a_change = head.type.operation == RowOperation::update ? 2 : 1;
  Present present[2];
  list_present(head.before, column_count, &present[0]);
  list_present(head.after, column_count, &present[1]);
  const u32 json_columns = head.type.partial ? count_json(columns, column_count) : 0;
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
    usize largest = 0;
    for (u32 k = images_a_change; k != 0 && code == Code::ok; --k) {
      const u8* const from = p;
      const bool after = head.type.operation == RowOperation::insert || (k == 1 && images_a_change == 2);
      const ImageShape& shape = after ? head.after : head.before;
      const bool partial = after && head.type.partial;
      if (shape.bitmap != nullptr || partial) {
        const u8* behind = p;
        code = validate_partly(columns, column_count, shape, present[after ? 1 : 0], partial, json_columns, &behind, end, frames, column);
        p = behind;
      } else if (static_cast<usize>(end - p) < shape.null_bytes) {
        code = Code::row_truncated;
      } else {
        p += shape.null_bytes;
        code = validate_full(columns, column_count, from, &p, end, frames, column);
      }
      if (static_cast<usize>(p - from) > largest) largest = static_cast<usize>(p - from);
    }
    if (code != Code::ok) break;
    ++count;
    if (p == start) {
      code = Code::rows_no_progress;
    } else if (largest > max_image_bytes) {
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
