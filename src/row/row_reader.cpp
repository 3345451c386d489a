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

void open_image(RowsReader* reader, bool after) noexcept {
  RowImage* image = &reader->image;
  const u8* p = reader->at;
  image->columns = reader->table.columns;
  image->column_count = reader->table.column_count();
  image->column = 0;
  image->null_index = 0;
  image->partial_index = 0;
  image->partial = nullptr;
  image->present = after ? reader->present_after : reader->present_before;
  image->is_after = after;
  if (after && reader->partial_updates) {
    // Value options, then one bit for each JSON column where they say so; the decoder has checked both.
    u32 json = 0;
    for (u32 i = 0; i < image->column_count; ++i) json += image->columns[i].kind == ValueKind::json ? 1U : 0U;
    Cursor options(p, p + 9);
    if (p[0] < 251) {
      if (p[0] == 1) image->partial = p + 1;
      p += 1;
    } else {
      // A longer spelling of the same number is legal.
      const u64 value = options.packed();
      p = options.at();
      if (value == 1) image->partial = p;
    }
    if (image->partial != nullptr) p += (json + 7) / 8;
  }
  image->nulls = p;
  image->at = p + (after ? reader->null_bytes_after : reader->null_bytes_before);
}

}  // namespace

bool detail::next_sparse(RowImage* image, Cell* cell) noexcept {
  const u32 index = image->column++;
  const Column& definition = image->columns[index];
  cell->definition = &definition;
  cell->column = index;
  cell->kind = definition.kind;
  cell->bytes = Span{};
  // The partial bits count every JSON column of the table, absent ones too.
  const bool counts = image->partial != nullptr && definition.kind == ValueKind::json;
  const bool is_diff = counts && bit_at(image->partial, image->partial_index++);
  u32 null_at = index;
  if (image->present != nullptr) {
    if (!bit_at(image->present, index)) {
      cell->state = CellState::absent;
      return true;
    }
    null_at = image->null_index++;
  }
  if (bit_at(image->nulls, null_at)) {
    cell->state = CellState::null;
    return true;
  }
  cell->state = CellState::value;
  image->at = read_value(definition, image->at, cell);
  if (is_diff) cell->kind = ValueKind::json_diff;
  return true;
}

const u8* skip_image(const RowImage& image) noexcept {
  if (image.column >= image.column_count) return image.at;
  if (image.present == nullptr && no_null_left(image)) return skip_plain(image, image.at);
  RowImage walk = image;
  const u8* p = image.at;
  u32 null_index = walk.null_index;
  for (u32 i = walk.column; i < walk.column_count; ++i) {
    u32 null_at = i;
    if (walk.present != nullptr) {
      if (!bit_at(walk.present, i)) continue;
      null_at = null_index++;
    }
    if (!bit_at(walk.nulls, null_at)) p = skip_value(walk.columns[i], p);
  }
  return p;
}

bool RowsReader::next_image() noexcept {
  if (opened) at = skip_image(image);
  if (images_left == 0) {
    opened = false;
    return false;
  }
  --images_left;
  // An update's images alternate, before first.
  const bool after = operation == RowOperation::insert || (operation == RowOperation::update && images_left % 2 == 0);
  open_image(this, after);
  opened = true;
  return true;
}

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
