#include "base/cursor.hpp"
#include "nanobinlog/row.hpp"
#include "row/rows_event.hpp"
#include "value/read.hpp"

namespace nbl {
namespace {

using detail::bit_at;

const u8* skip_plain(const RowImage& image, const u8* p) noexcept {
  const Column* columns = image.columns;
  for (u32 i = image.column; i < image.column_count;) {
    if (columns[i].run_columns != 0) {
      p += columns[i].run_bytes;
      i += columns[i].run_columns;
    } else {
      p = skip_value(columns[i], p);
      ++i;
    }
  }
  return p;
}

bool no_null_left(const RowImage& image) noexcept {
  for (u32 i = image.column; i < image.column_count; ++i) {
    if (i % 8 == 0 && image.column_count - i >= 8 && image.nulls[i / 8] == 0) {
      i += 7;
      continue;
    }
    if (bit_at(image.nulls, i)) return false;
  }
  return true;
}

}  // namespace

detail::PartialHead detail::partial_head(const u8* at, const Column* columns, u32 count) noexcept {
  // Value options, then one bit for each JSON column where they say so; the decoder has checked both.
  Cursor cursor(at, at + 9);
  // A longer spelling of the same number is legal.
  const bool has_bits = (at[0] < 251 ? at[0] : cursor.packed()) == 1;
  const u8* behind = at[0] < 251 ? at + 1 : cursor.at();
  if (!has_bits) return PartialHead{nullptr, behind};
  u32 json = 0;
  for (u32 i = 0; i < count; ++i) json += columns[i].kind == ValueKind::json ? 1U : 0U;
  return PartialHead{behind, behind + (json + 7) / 8};
}

detail::SparseCell detail::sparse_cell(const u8* present, const u8* nulls, const u8* partial, u32 index,
                                       u32 null_index, u32 partial_index) noexcept {
  SparseCell cell{CellState::value, partial != nullptr && bit_at(partial, partial_index)};
  u32 null_at = index;
  if (present != nullptr) {
    if (!bit_at(present, index)) cell.state = CellState::absent;
    null_at = null_index;
  }
  if (cell.state == CellState::value && bit_at(nulls, null_at)) cell.state = CellState::null;
  return cell;
}

const u8* detail::skip_image(RowImage image) noexcept {
  if (image.column >= image.column_count) return image.at;
  if (image.present == nullptr && no_null_left(image)) return skip_plain(image, image.at);
  const u8* p = image.at;
  u32 null_index = image.null_index;
  for (u32 i = image.column; i < image.column_count; ++i) {
    u32 null_at = i;
    if (image.present != nullptr) {
      if (!bit_at(image.present, i)) continue;
      null_at = null_index++;
    }
    if (!bit_at(image.nulls, null_at)) p = skip_value(image.columns[i], p);
  }
  return p;
}

bool RowsReader::next_image() noexcept { return next_image(&image); }

bool next_change(RowsReader* reader, RowChange* change) noexcept {
  change->before = RowImage{};
  change->after = RowImage{};
  if (!reader->next_image()) return false;
  if (reader->operation == RowOperation::insert) {
    change->after = reader->image;
    return true;
  }
  change->before = reader->image;
  if (reader->operation == RowOperation::update && reader->next_image()) change->after = reader->image;
  return true;
}

}  // namespace nbl
