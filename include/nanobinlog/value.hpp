// One cell of a row, read in place.
#ifndef NANOBINLOG_VALUE_HPP
#define NANOBINLOG_VALUE_HPP

#include "nanobinlog/column.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

enum class CellState : std::uint8_t {
  value = 0,
  null = 1,
  absent = 2,  ///< the row image does not hold this column (MINIMAL and NOBLOB images); not the same as NULL.
};

/// One cell. Spans point into the transaction's bytes and live as long as those.
struct Cell {
  const Column* definition = nullptr;
  std::uint32_t column = 0;  ///< from 0.
  CellState state = CellState::absent;
  ValueKind kind = ValueKind::none;
  union {
    std::int64_t signed_value;     ///< integer kind, sign-extended; where the column is unsigned read unsigned_value.
    std::uint64_t unsigned_value;  ///< integer (unsigned column), year (the year itself), bit, enumeration (index), set (mask);
                                   ///< temporal kinds: the wire integer, see to_temporal().
    double float64;
    float float32;
  };
  Span bytes;  ///< the value as it lies in the log; without the length prefix for bytes, JSON, GEOMETRY, VECTOR. BINARY(N) comes
               ///< without the zeros the server stripped: Column::meta has N.
  Cell() noexcept : signed_value(0) {}
};

/// A calendar or clock value, exactly as stored: zero and partial dates are kept, nothing is normalised.
struct Temporal {
  bool negative = false;          ///< TIME only.
  std::uint8_t fraction_digits = 0;  ///< as declared, 0 to 6.
  std::uint8_t month = 0;
  std::uint8_t day = 0;
  std::uint16_t year = 0;
  std::uint16_t hour = 0;         ///< TIME: to 838.
  std::uint8_t minute = 0;
  std::uint8_t second = 0;
  std::uint32_t microsecond = 0;
  std::int64_t unix_seconds = 0;  ///< TIMESTAMP only: seconds since 1970, UTC; 0 with microsecond 0 is the zero value.
};
/// Unpacks a cell of kind date, time, datetime or timestamp; for a timestamp the calendar fields are UTC. Cannot fail on a
/// cell out of a decoded row.
[[nodiscard]] Temporal to_temporal(const Cell& cell) noexcept;

/// A decimal's digits. `digits[i]` are 0 to 9, most significant first; integer digits = precision - scale.
struct Decimal {
  bool negative = false;  ///< never with all digits zero.
  std::uint8_t precision = 0;
  std::uint8_t scale = 0;
  std::uint8_t digits[65] = {};
};
/// Unpacks a NEWDECIMAL of at most 65 digits.
void to_decimal(const std::uint8_t* bytes, unsigned precision, unsigned scale, Decimal* decimal) noexcept;
/// Bytes that a NEWDECIMAL takes.
[[nodiscard]] std::uint32_t decimal_bytes(unsigned precision, unsigned scale) noexcept;

/// GEOMETRY: 4 bytes of SRID, little-endian, then WKB.
[[nodiscard]] std::uint32_t geometry_srid(const Cell& cell) noexcept;
/// VECTOR: element `index` (< bytes.size / 4) as a 32-bit float.
[[nodiscard]] float vector_element(const Cell& cell, std::size_t index) noexcept;

}  // namespace nbl

#endif
