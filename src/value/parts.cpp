// The parts of values that are no number and no text: GEOMETRY and VECTOR.
#include <cstring>

#include "base/load.hpp"
#include "nanobinlog/value.hpp"

namespace nbl {

u32 geometry_srid(const Cell& cell) noexcept {
  // Old servers stored an empty value where a geometry was missing; it has no SRID to read.
  return cell.bytes.size < 4 ? 0 : load_le32(cell.bytes.data);
}

float vector_element(const Cell& cell, usize index) noexcept {
  const u32 raw = load_le32(cell.bytes.data + index * 4);
  float value = 0;
  std::memcpy(&value, &raw, sizeof(value));
  return value;
}

}  // namespace nbl
