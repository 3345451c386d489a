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
/// RowImage::next where a column may be absent or a JSON column partial.
bool next_sparse(RowImage* image, Cell* cell) noexcept;
}  // namespace detail

NBL_HOT_INLINE bool RowImage::next(Cell* cell) noexcept {
  const std::uint32_t index = column;
  if (index >= column_count) return false;
  if (present != nullptr || partial != nullptr) return detail::next_sparse(this, cell);
  column = index + 1;
  const Column& definition = columns[index];
  cell->definition = &definition;
  cell->column = index;
  if (detail::bit_at(nulls, index)) {
    cell->state = CellState::null;
    cell->kind = definition.kind;
    cell->bytes = Span{};
    return true;
  }
  cell->state = CellState::value;
  at = read_value(definition, at, cell);
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

  // Internal.
  const std::uint8_t* at = nullptr;
  const std::uint8_t* present_before = nullptr;
  const std::uint8_t* present_after = nullptr;
  std::uint32_t null_bytes_before = 0;
  std::uint32_t null_bytes_after = 0;
  std::uint32_t images_left = 0;
  bool partial_updates = false;
  bool opened = false;
};

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
