// A whole row image as a JSON object.
#include "text/append.hpp"
#include "text/clock.hpp"
#include "text/decimal_digits.hpp"
#include "text/plain.hpp"
#include "value/temporal.hpp"

namespace nbl {
namespace {

Code write_member(Writer* writer, const Cell& cell, const RowKeys& keys, bool first,
                  const TextOptions& options) noexcept {
  const u32 from = keys.at[cell.column] + (first ? 1 : 0);
  append(writer, keys.text + from, keys.at[cell.column + 1] - from);
  return write_cell(writer, cell, options);
}

// Cells that may be absent or partial.
Code write_sparse(Writer* writer, RowImage* image, const RowKeys& keys, const TextOptions& options,
                  u32* column) noexcept {
  Cell cell;
  bool first = true;
  while (image->next(&cell)) {
    if (cell.state == CellState::absent) continue;
    const Code code = write_member(writer, cell, keys, first, options);
    first = false;
    if (code != Code::ok) {
      *column = cell.column;
      return code;
    }
  }
  return Code::ok;
}

// What put_quickly() may write for a value that has no text in it, quotes and slack included.
constexpr usize kQuickMost = 2 + kDecimalMost;
static_assert(kQuickMost >= 2 + kDatetimeMost);

inline bool holds_ascii_as_is(Charset charset) noexcept {
  return charset == Charset::utf8mb4 || charset == Charset::utf8mb3 || charset == Charset::latin1 ||
         charset == Charset::ascii;
}

// The text of the kinds that most cells are of, with at least kQuickMost bytes of room from `p` to `end`;
// null where the cell is for write_cell(). One decision for reading and writing: see read_value().
NBL_HOT_INLINE char* put_quickly(char* p, const char* end, const Cell& cell,
                                 const TextOptions& options) noexcept {
  const Column& column = *cell.definition;
  switch (cell.kind) {
    case ValueKind::integer: {
      u64 magnitude = cell.unsigned_value;
      if (!column.is_unsigned() && cell.signed_value < 0) {
        if ((column.flags & kColumnSignKnown) == 0) return nullptr;
        *p++ = '-';
        magnitude = u64{0} - magnitude;
      }
      return put_u64(p, magnitude);
    }
    case ValueKind::year: return put_u64(p, cell.unsigned_value);
    case ValueKind::decimal:
      *p++ = '"';
      p = put_decimal(p, cell.bytes.data, column.precision(), column.scale());
      *p++ = '"';
      return p;
    case ValueKind::date:
    case ValueKind::datetime: {
      Temporal value;
      value.fraction_digits = static_cast<u8>(column.meta);
      unpack_datetime(cell.signed_value, &value);
      *p++ = '"';
      p = cell.kind == ValueKind::date ? put_date(p, value) : put_datetime(p, value, ' ');
      *p++ = '"';
      return p;
    }
    case ValueKind::timestamp: {
      Temporal value;
      value.fraction_digits = static_cast<u8>(column.meta);
      unpack_unix_seconds(static_cast<u32>(cell.signed_value >> 24), &value);
      value.microsecond = static_cast<u32>(cell.signed_value & 0xffffff);
      *p++ = '"';
      p = put_timestamp(p, value, options.plain_timestamp);
      *p++ = '"';
      return p;
    }
    case ValueKind::bytes: {
      const usize size = cell.bytes.size;
      if ((column.flags & kColumnCompressed) != 0 || !holds_ascii_as_is(charset_of(column.collation)) ||
          static_cast<usize>(end - p) < size + 2 + kPlainSlack ||
          !copy_all_plain(p + 1, cell.bytes.data, size)) {
        return nullptr;
      }
      *p = '"';
      p[size + 1] = '"';
      return p + size + 2;
    }
    default: return nullptr;
  }
}

// Every column present and whole.
Code write_whole(Writer* writer, RowImage* row, const RowKeys& keys, const TextOptions& options,
                 u32* failed) noexcept {
  RowImage image = *row;  // its own, so that it need not lie in memory
  Cell cell;
  bool first = true;
  while (image.next(&cell)) {
    char* p = text_room(writer, kRowKeySlack + kQuickMost);
    const u32 from = keys.at[cell.column] + (first ? 1 : 0);
    const u32 key = keys.at[cell.column + 1] - from;
    if (p != nullptr && key <= kRowKeySlack) {
      std::memcpy(p, keys.text + from, kRowKeySlack);
      p += key;
      if (cell.state == CellState::null) {
        std::memcpy(p, "null", 4);
        p += 4;
      } else {
        p = put_quickly(p, writer->out + writer->capacity, cell, options);
      }
    } else {
      p = nullptr;
    }
    if (p != nullptr) {
      writer->length = static_cast<usize>(p - writer->out);
    } else {
      const Cell copy = cell;  // the address of `cell` itself is not taken
      const Code code = write_member(writer, copy, keys, first, options);
      if (code != Code::ok) {
        *failed = copy.column;
        return code;
      }
    }
    first = false;
  }
  *row = image;
  return Code::ok;
}

}  // namespace

Code write_row(Writer* writer, RowImage* image, const RowKeys& keys, const TextOptions& options,
               std::uint32_t* column) noexcept {
  append_char(writer, '{');
  const bool whole = kQuickWays && image->present == nullptr && image->partial == nullptr;
  const Code code = whole ? write_whole(writer, image, keys, options, column)
                          : write_sparse(writer, image, keys, options, column);
  append_char(writer, '}');
  return code;
}

}  // namespace nbl
