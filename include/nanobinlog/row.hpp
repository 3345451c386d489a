// Walking the rows of a ROWS event, cell by cell, in place. Everything here has been validated when the event was fed, so
// nothing can fail and nothing needs memory.
#ifndef NANOBINLOG_ROW_HPP
#define NANOBINLOG_ROW_HPP

#include "nanobinlog/detail/read_value.hpp"
#include "nanobinlog/event.hpp"
#include "nanobinlog/table.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

enum class RowOperation : std::uint8_t { insert = 0, update = 1, delete_row = 2 };

/// One row image being walked forward. Copy it to walk it again.
struct RowImage {
  const Column* columns = nullptr;
  const std::uint8_t* at = nullptr;       ///< internal: next value.
  const std::uint8_t* nulls = nullptr;    ///< internal
  const std::uint8_t* present = nullptr;  ///< internal: bitmap, or null where every column is present.
  const std::uint8_t* partial = nullptr;  ///< internal: bitmap over the JSON columns, or null.
  std::uint32_t column_count = 0;
  std::uint32_t column = 0;               ///< of the cell that comes next.
  std::uint32_t null_index = 0;           ///< internal
  std::uint32_t partial_index = 0;        ///< internal
  bool is_after = false;

  /// Gives the next column's cell, absent ones included; false behind the last.
  bool next(Cell* cell) noexcept;
};

namespace detail {
[[nodiscard]] inline bool bit_at(const std::uint8_t* bits, std::uint32_t index) noexcept {
  return (bits[index / 8] >> (index % 8) & 1) != 0;
}
/// What the bitmaps say of a column where columns may be absent or JSON columns partial.
struct SparseCell {
  CellState state;
  bool is_diff;
};
/// Takes and gives plain values, so that an image being walked need not lie in memory.
[[nodiscard]] [[gnu::pure]] SparseCell sparse_cell(const std::uint8_t* present, const std::uint8_t* nulls, const std::uint8_t* partial,
                                                   std::uint32_t index, std::uint32_t null_index, std::uint32_t partial_index) noexcept;
}  // namespace detail

NBL_HOT_INLINE bool RowImage::next(Cell* cell) noexcept {
  const std::uint32_t index = column;
  if (index >= column_count) return false;
  column = index + 1;
  const Column& definition = columns[index];
  cell->definition = &definition;
  cell->column = index;
  CellState state = CellState::value;
  bool is_diff = false;
  if (present == nullptr && partial == nullptr) {
    if (detail::bit_at(nulls, index)) state = CellState::null;
  } else {
    // The partial bits count every JSON column of the table, absent ones too.
    const bool counts = partial != nullptr && definition.kind == ValueKind::json;
    const detail::SparseCell found = detail::sparse_cell(present, nulls, counts ? partial : nullptr, index, null_index, partial_index);
    state = found.state;
    is_diff = found.is_diff;
    partial_index += counts ? 1U : 0U;
    null_index += state != CellState::absent ? 1U : 0U;
  }
  cell->state = state;
  if (state != CellState::value) {
    cell->kind = definition.kind;
    cell->bytes = Span{};
    return true;
  }
  at = read_value(definition, at, is_diff, cell);
  return true;
}

/// Walks the row images of one ROWS event in log order: an insert has an after image, a delete a before image, an update
/// both, before first.
struct RowsReader {
  Table table;
  RowOperation operation = RowOperation::insert;
  std::uint8_t event_type = 0;
  std::uint16_t flags = 0;                ///< ROWS flags, raw.
  std::uint64_t event_offset = 0;         ///< absolute; inside a compressed payload, that of the payload event.
  Span extra_data;                        ///< behind the v2 post-header's length: NDB information, partition ids.
  std::uint32_t change_count = 0;
  RowImage image;                         ///< the current image.

  /// Opens the next image, over whatever of the current one is unread. False behind the last.
  bool next_image() noexcept;
  /// The same into an image of the caller's own, which begins as RowImage{} and is handed back at each call as it was walked. The
  /// fastest way to read rows: an image that nothing else points to lives in registers. Use one of the two forms for one event.
  bool next_image(RowImage* row) noexcept;

  // Internal.
  const std::uint8_t* at = nullptr;
  const std::uint8_t* present_before = nullptr;
  const std::uint8_t* present_after = nullptr;
  std::uint32_t null_bytes_before = 0;
  std::uint32_t null_bytes_after = 0;
  std::uint32_t images_left = 0;
  bool partial_updates = false;
};

namespace detail {
/// The byte behind an image, from wherever it stands.
[[nodiscard]] [[gnu::pure]] const std::uint8_t* skip_image(RowImage image) noexcept;
/// The head of an after image of a partial update.
struct PartialHead {
  const std::uint8_t* partial;  ///< bits of the JSON columns, or null
  const std::uint8_t* nulls;
};
[[nodiscard]] [[gnu::pure]] PartialHead partial_head(const std::uint8_t* at, const Column* columns, std::uint32_t count) noexcept;
}  // namespace detail

NBL_HOT_INLINE bool RowsReader::next_image(RowImage* row) noexcept {
  if (row->columns != nullptr) at = row->column >= row->column_count ? row->at : detail::skip_image(*row);
  if (images_left == 0) {
    row->columns = nullptr;
    return false;
  }
  --images_left;
  // An update's images alternate, before first.
  const bool after = operation == RowOperation::insert || (operation == RowOperation::update && images_left % 2 == 0);
  row->columns = table.columns;
  row->column_count = table.column_count();
  row->column = 0;
  row->null_index = 0;
  row->partial_index = 0;
  row->partial = nullptr;
  row->present = after ? present_after : present_before;
  row->is_after = after;
  // A large transaction has left the caches by the time its rows are read.
  __builtin_prefetch(at + 1024);
  row->nulls = at;
  if (after && partial_updates) {
    const detail::PartialHead head = detail::partial_head(at, row->columns, row->column_count);
    row->partial = head.partial;
    row->nulls = head.nulls;
  }
  row->at = row->nulls + (after ? null_bytes_after : null_bytes_before);
  return true;
}

/// Both images of a change side by side, at the price of stepping over the before image once more.
struct RowChange {
  RowImage before;  ///< no columns where it is an insert.
  RowImage after;   ///< no columns where it is a delete.
};
[[nodiscard]] bool next_change(RowsReader* reader, RowChange* change) noexcept;

/// Partition ids out of `extra_data`; false where there are none. `source` is that of an update's before image, else -1.
[[nodiscard]] bool rows_partition(Span extra_data, std::int32_t* partition, std::int32_t* source) noexcept;

}  // namespace nbl

#endif
