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
#else
NBL_HOT_INLINE Code check_value(const Column& column, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  return validate_value(column, p, end, frames);
}
#endif

constexpr u32 kBlock = 32;  // columns whose NULL bits are taken at once

/// Which of some bits is the lowest that is set; there is one.
inline u32 lowest_bit(u32 bits) noexcept { return static_cast<u32>(__builtin_ctz(bits)); }

/// Keeps compilers from turning the branch around it into arithmetic.
inline void keep_branch([[maybe_unused]] u32* value) noexcept {
#if defined(__GNUC__)
  asm("" : "+r"(*value));
#endif
}

/// NULL bits of `count` columns, 1 to kBlock. Where four bytes are there they are taken at once, of which the
/// last may be values.
inline u32 null_bits(const u8* nulls, u32 count, const u8* end) noexcept {
  const u32 mask = 0xffffffffU >> (kBlock - count);
  if (end - nulls >= 4) return load_le32(nulls) & mask;
  u32 bits = nulls[0];
  if (count > 8) bits |= static_cast<u32>(nulls[1]) << 8;
  if (count > 16) bits |= static_cast<u32>(nulls[2]) << 16;
  return bits & mask;
}

/// Bytes of a run of `run` fixed-width columns without those that are NULL.
[[gnu::noinline]] usize trim_run(const Column* columns, usize bytes, u32 run, u32 nulls) noexcept {
  // Whichever are fewer, so that it costs what the bytes are: those that are NULL are taken off, or the others added up.
  usize sum = 0;
  for (u32 left = ~nulls & (0xffffffffU >> (kBlock - run)); left != 0; left &= left - 1, nulls &= nulls - 1) {
    if (nulls == 0) return bytes;
    bytes -= columns[lowest_bit(nulls)].width;
    sum += columns[lowest_bit(left)].width;
  }
  return sum;
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

/// A block of columns, none of them absent or NULL. Each step takes a whole run of fixed-width columns that need no check, and the
/// column behind it. Where one fails, `*columns` is that.
NBL_HOT_INLINE Code validate_whole(const Column** columns, u32 left, const u8** p, const u8* end, JsonFrame* frames) noexcept {
  const Column* c = *columns;
  const u8* at = *p;
  Code code = Code::ok;
  for (;;) {
    u32 run = c->run_columns;
    usize bytes = c->run_bytes;
    if (run > left) {
      run = left;
      bytes -= c[run].run_bytes;  // the rest of the same run
    }
    if (static_cast<usize>(end - at) < bytes) {
      const u8* cut = at;
      c += cut_off_in_run(c, run, 0, &cut, end);
      at = cut;
      code = Code::value_truncated;
      break;
    }
    at += bytes;
    c += run;
    left -= run;
    if (left == 0) break;
    code = check_value(*c, &at, end, frames);
    if (code != Code::ok) break;
    ++c;
    if (--left == 0) break;
  }
  *columns = c;
  *p = at;
  return code;
}

/// The values of one image, whose columns that are present have the NULL bits `nulls`. Each step takes the first column that has
/// a value, or a whole run of fixed-width columns that need no check, less those of them that are NULL. So an image costs what
/// its bytes are: each eight columns have a byte, and so has each value. Where not `kPlain`, `listed` may say which columns are
/// present, and `partial` which JSON values are differences.
template <bool kPlain>
NBL_HOT_INLINE Code validate_values(const Column* columns, u32 present, const u16* listed, const u8* partial, const u8* nulls,
                                    const u8** p, const u8* end, JsonFrame* frames, u32* column) noexcept {
  const u8* at = *p;
  for (u32 from = 0; from < present; from += kBlock, nulls += kBlock / 8) {
    const u32 count = present - from < kBlock ? present - from : kBlock;
    // Bits of the columns that have a value and have not been taken. Mostly no column is NULL; kept a branch, so that what
    // follows need not wait for the bits.
    u32 values = 0xffffffffU >> (kBlock - count);
    const u32 nulls_here = null_bits(nulls, count, end);
    if (nulls_here != 0) {
      values ^= nulls_here;
      keep_branch(&values);
    } else if (kPlain) {
      const Column* c = columns + from;
      const Code code = validate_whole(&c, count, &at, end, frames);
      if (code == Code::ok) continue;
      *p = at;
      *column = static_cast<u32>(c - columns);
      return code;
    }
    while (values != 0) {
      const u32 k = lowest_bit(values);
      const u32 index = !kPlain && listed != nullptr ? listed[from + k] : from + k;
      const Column* const c = columns + index;
      u32 run = c->run_columns;
      if (run != 0 && (kPlain || listed == nullptr)) {
        usize bytes = c->run_bytes;
        if (run > count - k) {
          run = count - k;
          bytes -= c[run].run_bytes;  // the rest of the same run
        }
        const u32 all = 0xffffffffU >> (kBlock - run);
        const u32 gone = ~(values >> k) & all;
        if (gone != 0) bytes = trim_run(c, bytes, run, gone);
        if (static_cast<usize>(end - at) < bytes) {
          const u8* cut = at;
          *column = index + cut_off_in_run(c, run, gone, &cut, end);
          *p = cut;
          return Code::value_truncated;
        }
        at += bytes;
        values &= ~(all << k);
        continue;
      }
      Code code = Code::ok;
      // The partial bits count every JSON column of the table, absent ones too; a JSON column's `members` is its number.
      if (!kPlain && partial != nullptr && c->kind == ValueKind::json && bit_at(partial, c->members)) {
        const u8* behind = at;
        code = validate_json_diff(*c, &behind, end, frames);
        at = behind;
      } else {
        code = check_value(*c, &at, end, frames);
      }
      if (code != Code::ok) {
        *p = at;
        *column = index;
        return code;
      }
      values &= values - 1;
    }
  }
  *p = at;
  return Code::ok;
}

NBL_OWN_FRAME void list_present(const u8* bitmap, u32 column_count, u16* out) noexcept {
  for (u32 from = 0; from < column_count; from += 8) {
    u32 bits = bitmap[from / 8];
    if (column_count - from < 8) bits &= (1U << (column_count - from)) - 1;
    for (; bits != 0; bits &= bits - 1) *out++ = static_cast<u16>(from + lowest_bit(bits));
  }
}

NBL_OWN_FRAME u16 count_json(const Column* columns, u32 column_count) noexcept {
  u16 count = 0;
  for (u32 i = 0; i < column_count; ++i) if (columns[i].kind == ValueKind::json) ++count;
  return count;
}

/// The head of a partial image: value options, and the bits they announce.
NBL_OWN_FRAME Code take_partial_bits(u32 json_columns, const u8** p, const u8* end, const u8** bits) noexcept {
  Cursor cursor(*p, end);
  const u64 options = cursor.packed();
  if (!cursor.ok() || options > 1) return Code::bad_partial_update;
  if (options == 1) *bits = cursor.bytes((json_columns + 7) / 8).data;
  if (!cursor.ok()) return Code::row_truncated;
  *p = cursor.at();
  return Code::ok;
}

Code validate_partly(ImageCheck* check, bool after, const u8** p, const u8* end) noexcept {
  const ImageShape& shape = after ? check->head->after : check->head->before;
  const u8* partial_bits = nullptr;
  if (after && check->head->type.partial) {
    const Code code = take_partial_bits(check->json_columns, p, end, &partial_bits);
    if (code != Code::ok) return code;
  }
  if (static_cast<usize>(end - *p) < shape.null_bytes) return Code::row_truncated;
  const u8* nulls = *p;
  *p += shape.null_bytes;
  const u16* list = nullptr;
  if (shape.bitmap != nullptr) {
    u16* const own = check->scratch->columns + (after ? check->column_count : 0U);
    if (!check->listed[after ? 1 : 0]) list_present(shape.bitmap, check->column_count, own);
    check->listed[after ? 1 : 0] = true;
    list = own;
  }
  return validate_values<false>(check->columns, shape.present, list, partial_bits, nulls, p, end, check->scratch->frames, &check->column);
}

/// Where `kPlain`, all images have all columns and none is partial.
template <bool kPlain>
NBL_HOT_INLINE Code validate_changes(ImageCheck* check, Span images) noexcept {
  const Column* const columns = check->columns;
  const u32 column_count = check->column_count;
  const RowOperation operation = check->head->type.operation;
  const u32 images_a_change = operation == RowOperation::update ? 2 : 1;
  const u32 all_null_bytes = (column_count + 7) / 8;
  const u8* p = images.data;
  const u8* const end = images.data + images.size;
  u32 count = 0;
  Code code = Code::ok;
  while (p < end && code == Code::ok) {
    usize largest = 0;  // of the images of this change
    for (u32 k = images_a_change; k != 0 && code == Code::ok; --k) {
      const u8* const from = p;
      if (kPlain) {
        code = Code::row_truncated;
        if (static_cast<usize>(end - p) >= all_null_bytes) {
          p += all_null_bytes;
          code = validate_values<true>(columns, column_count, nullptr, nullptr, from, &p, end, check->scratch->frames, &check->column);
        }
      } else {
        const bool after = operation == RowOperation::insert || (k == 1 && images_a_change == 2);
        code = validate_partly(check, after, &p, end);
      }
      if (static_cast<usize>(p - from) > largest) largest = static_cast<usize>(p - from);
    }
    if (code != Code::ok) break;
    ++count;
    if (largest == 0) {
      code = Code::rows_no_progress;
    } else if (largest > check->max_image_bytes) {
      code = Code::image_limit;
    } else if (count > check->max_changes) {
      code = Code::rows_limit;
    }
  }
  check->at = static_cast<usize>(p - images.data);
  check->changes = count;
  return code;
}

}  // namespace

Code validate_images(ImageCheck* check, Span images) noexcept {
  const RowsHead& head = *check->head;
  const bool partial = head.type.partial;
  if (images.size == 0) {
    // A row without any column takes no byte, so an event of nothing but such a row is empty: real servers write it for an INSERT
    // of defaults under a minimal image.
    check->changes = head.before.present == 0 && head.after.present == 0 && !partial ? 1 : 0;
    check->at = 0;
    return Code::ok;
  }
  if (kQuickWays && head.before.bitmap == nullptr && head.after.bitmap == nullptr && !partial)
    return validate_changes<true>(check, images);
  if (partial) check->json_columns = count_json(check->columns, check->column_count);
  return validate_changes<false>(check, images);
}

}  // namespace nbl
