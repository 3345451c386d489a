// Values that are not one number or one run of bytes.
#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

static_assert(sizeof(nbl::Decimal::digits) <= sizeof(nbl_decimal::digits));

namespace nbl::capi {
namespace {

/// Whether the bytes can be what a row held; a cell that the caller has kept or made itself may say anything.
bool plausible(const Cell& cell) noexcept {
  switch (cell.kind) {
    case ValueKind::decimal:
      return cell.bytes.size == decimal_bytes(cell.definition->precision(), cell.definition->scale());
    case ValueKind::geometry: return cell.bytes.size >= 4;
    default: return true;
  }
}

}  // namespace

nbl_code core_cell(const nbl_rows* rows, const nbl_cell* from, Cell* cell) noexcept {
  const nbl_code code = check_rows(rows);
  if (code != NBL_OK) return code;
  if (from == nullptr || from->struct_size < sizeof(nbl_cell)) return NBL_INVALID_ARGUMENT;
  const Table& table = rows->reader.table;
  if (from->column >= table.column_count()) return NBL_INDEX_OUT_OF_RANGE;
  const Column& definition = table.columns[from->column];
  const auto kind = static_cast<ValueKind>(from->kind);
  const bool diff = kind == ValueKind::json_diff && definition.kind == ValueKind::json;
  if (from->state > NBL_CELL_ABSENT || (kind != definition.kind && !diff)) return NBL_INVALID_ARGUMENT;
  if (from->bytes.data == nullptr && from->bytes.size != 0) return NBL_INVALID_ARGUMENT;
  cell->definition = &definition;
  cell->column = from->column;
  cell->state = static_cast<CellState>(from->state);
  cell->kind = kind;
  std::memcpy(&cell->unsigned_value, &from->value, sizeof(cell->unsigned_value));
  cell->bytes = span_of(from->bytes);
  return cell->state != CellState::value || plausible(*cell) ? NBL_OK : NBL_INVALID_ARGUMENT;
}

namespace {

/// As core_cell(), for a value of one kind.
nbl_code value_cell(const nbl_rows* rows, const nbl_cell* from, ValueKind kind, Cell* cell) noexcept {
  const nbl_code code = core_cell(rows, from, cell);
  if (code != NBL_OK) return code;
  return cell->state == CellState::value && cell->kind == kind ? NBL_OK : NBL_INVALID_ARGUMENT;
}

}  // namespace
}  // namespace nbl::capi

nbl_code nbl_cell_temporal(const nbl_rows* rows, const nbl_cell* cell, nbl_temporal* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::Cell core;
  const nbl_code code = core_cell(rows, cell, &core);
  if (code != NBL_OK) return code;
  const bool temporal = core.kind == nbl::ValueKind::date || core.kind == nbl::ValueKind::time ||
                        core.kind == nbl::ValueKind::datetime || core.kind == nbl::ValueKind::timestamp;
  if (core.state != nbl::CellState::value || !temporal) return NBL_INVALID_ARGUMENT;
  const nbl::Temporal value = nbl::to_temporal(core);
  nbl_temporal full = NBL_TEMPORAL_INIT;
  full.negative = value.negative ? 1 : 0;
  full.year = value.year;
  full.month = value.month;
  full.day = value.day;
  full.hour = value.hour;
  full.minute = value.minute;
  full.second = value.second;
  full.microsecond = value.microsecond;
  full.fraction_digits = value.fraction_digits;
  full.unix_seconds = value.unix_seconds;
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_cell_decimal(const nbl_rows* rows, const nbl_cell* cell, nbl_decimal* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  nbl::Cell core;
  const nbl_code code = value_cell(rows, cell, nbl::ValueKind::decimal, &core);
  if (code != NBL_OK) return code;
  nbl::Decimal value;
  nbl::to_decimal(core.bytes.data, core.definition->precision(), core.definition->scale(), &value);
  nbl_decimal full = NBL_DECIMAL_INIT;
  full.negative = value.negative ? 1 : 0;
  full.precision = value.precision;
  full.scale = value.scale;
  std::memcpy(full.digits, value.digits, sizeof(value.digits));
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_cell_geometry(const nbl_rows* rows, const nbl_cell* cell, uint32_t* srid, nbl_bytes* wkb) {
  if (srid == nullptr || wkb == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::Cell core;
  const nbl_code code = value_cell(rows, cell, nbl::ValueKind::geometry, &core);
  if (code != NBL_OK) return code;
  *srid = nbl::geometry_srid(core);
  *wkb = bytes_of(core.bytes.skip(4));
  return NBL_OK;
}

nbl_code nbl_cell_vector(const nbl_rows* rows, const nbl_cell* cell, size_t index, float* element) {
  if (element == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::Cell core;
  const nbl_code code = value_cell(rows, cell, nbl::ValueKind::vector, &core);
  if (code != NBL_OK) return code;
  if (index >= core.bytes.size / 4) return NBL_INDEX_OUT_OF_RANGE;
  *element = nbl::vector_element(core, index);
  return NBL_OK;
}
