// Walking rows.
#include <new>

#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

static_assert(sizeof(nbl_cell::value) == sizeof(nbl::Cell::unsigned_value));

void fill(const nbl::Cell& from, nbl_cell* to) noexcept {
  to->column = from.column;
  to->state = static_cast<std::uint8_t>(from.state);
  to->kind = static_cast<std::uint8_t>(from.kind);
  to->type = static_cast<std::uint8_t>(from.definition->type);
  to->flags = from.definition->flags;
  to->collation = from.definition->collation;
  to->meta = from.definition->meta;
  // Whichever member it is: both unions begin where it begins.
  std::memcpy(&to->value, &from.unsigned_value, sizeof(to->value));
  to->bytes = bytes_of(from.bytes);
}

}  // namespace

nbl_code nbl_rows_open(const nbl_transaction* view, uint32_t record, void* room, size_t size,
                       nbl_rows** rows) {
  if (rows == nullptr) return NBL_INVALID_ARGUMENT;
  nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  const nbl::Transaction& t = view->transaction;
  if (record >= t.record_count) return NBL_INDEX_OUT_OF_RANGE;
  if (!nbl::is_rows_record(t.records[record])) return NBL_INVALID_ARGUMENT;
  code = check_room(room, size, sizeof(nbl_rows));
  if (code != NBL_OK) return code;
  auto* walk = new (room) nbl_rows();
  walk->view = view;
  walk->generation = view->generation;
  walk->table = table_index(t, t.records[record].table);
  if (!nbl::open_rows(t, t.records[record], &walk->reader)) return NBL_INVALID_ARGUMENT;
  *rows = walk;
  return NBL_OK;
}

nbl_code nbl_rows_get_info(const nbl_rows* rows, nbl_rows_info* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_rows(rows);
  if (code != NBL_OK) return code;
  nbl_rows_info full = NBL_ROWS_INFO_INIT;
  full.operation = static_cast<std::uint32_t>(rows->reader.operation);
  full.change_count = rows->reader.change_count;
  full.column_count = rows->reader.table.column_count();
  full.table = rows->table;
  full.partition = -1;
  full.source_partition = -1;
  full.has_partition =
      nbl::rows_partition(rows->reader.extra_data, &full.partition, &full.source_partition) ? 1 : 0;
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_rows_next_image(nbl_rows* rows, uint32_t* image) {
  const nbl_code code = check_rows(rows);
  if (code != NBL_OK) return code;
  if (!rows->reader.next_image()) {
    // Behind the last image there are no cells either.
    rows->reader.image.column_count = 0;
    return NBL_END;
  }
  if (image != nullptr) *image = rows->reader.image.is_after ? NBL_IMAGE_AFTER : NBL_IMAGE_BEFORE;
  return NBL_OK;
}

nbl_code nbl_rows_next_cell(nbl_rows* rows, nbl_cell* cell) {
  const nbl_code code = check_rows(rows);
  if (code != NBL_OK) return code;
  if (cell == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::Cell next;
  if (cell->struct_size == sizeof(nbl_cell)) {
    if (!rows->reader.image.next(&next)) return NBL_END;
    fill(next, cell);
    return NBL_OK;
  }
  if (!sized(cell)) return NBL_INVALID_ARGUMENT;
  if (!rows->reader.image.next(&next)) return NBL_END;
  nbl_cell full = NBL_CELL_INIT;
  fill(next, &full);
  put(cell, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_rows_cells(nbl_rows* rows, nbl_cell* cells, size_t cell_size, uint32_t capacity,
                        uint32_t* count) {
  if (count == nullptr || cells == nullptr) return NBL_INVALID_ARGUMENT;
  // A shorter element than the first version's was never compiled; longer ones are a newer header's.
  if (cell_size < sizeof(nbl_cell) || cell_size > 4096 || cell_size % alignof(nbl_cell) != 0)
    return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_rows(rows);
  if (code != NBL_OK) return code;
  *count = 0;
  nbl::u8* at = reinterpret_cast<nbl::u8*>(cells);
  while (*count < capacity) {
    nbl::Cell next;
    if (!rows->reader.image.next(&next)) break;
    nbl_cell* to = reinterpret_cast<nbl_cell*>(at);
    to->struct_size = static_cast<std::uint32_t>(cell_size);
    fill(next, to);
    // cppcheck-suppress memsetClassFloat; these are bytes behind the structure, not its union
    if (cell_size > sizeof(nbl_cell)) std::memset(at + sizeof(nbl_cell), 0, cell_size - sizeof(nbl_cell));
    at += cell_size;
    ++*count;
  }
  return choose(*count != 0, NBL_OK, NBL_END);
}
