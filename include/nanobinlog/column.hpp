// Column types and definitions, as a TABLE_MAP event gives them.
#ifndef NANOBINLOG_COLUMN_HPP
#define NANOBINLOG_COLUMN_HPP

#include "nanobinlog/span.hpp"

namespace nbl {

/// enum_field_types of MySQL (include/field_types.h) and MariaDB (include/mysql_com.h): the type byte of a TABLE_MAP.
enum class ColumnType : std::uint8_t {
  decimal = 0,
  tiny = 1,
  short_ = 2,
  long_ = 3,
  float_ = 4,
  double_ = 5,
  null = 6,
  timestamp = 7,
  longlong = 8,
  int24 = 9,
  date = 10,
  time = 11,
  datetime = 12,
  year = 13,
  newdate = 14,
  varchar = 15,
  bit = 16,
  timestamp2 = 17,
  datetime2 = 18,
  time2 = 19,
  typed_array = 20,
  blob_compressed = 140,     ///< MariaDB
  varchar_compressed = 141,  ///< MariaDB
  vector = 242,
  invalid = 243,
  boolean = 244,
  json = 245,
  newdecimal = 246,
  enumeration = 247,
  set = 248,
  tiny_blob = 249,
  medium_blob = 250,
  long_blob = 251,
  blob = 252,
  var_string = 253,
  string = 254,
  geometry = 255,
};

/// What a cell's value is once read.
enum class ValueKind : std::uint8_t {
  none = 0,
  integer = 1,     ///< TINYINT to BIGINT; signed or unsigned by the column.
  float32 = 2,
  float64 = 3,
  decimal = 4,
  date = 5,
  time = 6,
  datetime = 7,
  timestamp = 8,
  year = 9,
  bytes = 10,      ///< CHAR, VARCHAR, BINARY, VARBINARY, TEXT, BLOB: the collation tells text from bytes.
  bit = 11,
  enumeration = 12,
  set = 13,
  json = 14,
  geometry = 15,
  vector = 16,
  json_diff = 17,  ///< only in the after image of a PARTIAL_UPDATE_ROWS: operations on the before image's document.
};

inline constexpr std::uint8_t kColumnNullable = 0x01;
inline constexpr std::uint8_t kColumnUnsigned = 0x02;
inline constexpr std::uint8_t kColumnSignKnown = 0x04;     ///< the metadata says whether it is unsigned.
inline constexpr std::uint8_t kColumnMembersKnown = 0x08;  ///< `members` counts the labels of an ENUM or SET.
inline constexpr std::uint8_t kColumnInvisible = 0x10;
inline constexpr std::uint8_t kColumnPrimaryKey = 0x20;
inline constexpr std::uint8_t kColumnCompressed = 0x40;    ///< MariaDB's column compression: bytes begin with its header.
inline constexpr std::uint8_t kColumnDimensionsKnown = 0x80;  ///< `members` is a VECTOR's dimensions.

/// One column of a table, fixed in 14 bytes. The last four fields are the decoder's plan for it.
struct Column {
  ColumnType type = ColumnType::null;  ///< the real type: ENUM and SET are told from CHAR here.
  ValueKind kind = ValueKind::none;
  std::uint8_t flags = 0;
  std::uint8_t reader = 0;       ///< internal: how the bytes are walked.
  std::uint16_t meta = 0;        ///< CHAR, VARCHAR, BINARY: most bytes. DECIMAL: precision << 8 | scale. Temporal: fraction digits.
                                 ///< BIT: bits. BLOB, JSON, GEOMETRY, VECTOR: width of the length. FLOAT, DOUBLE, ENUM, SET: bytes.
  std::uint16_t collation = 0;   ///< 0 unknown; 63 binary.
  std::uint16_t members = 0;     ///< labels of an ENUM or SET, or dimensions of a VECTOR, where the flags say so; else internal.
  std::uint16_t run_bytes = 0;   ///< internal: bytes of the run of fixed-width columns that starts here.
  std::uint8_t run_columns = 0;  ///< internal: columns of that run, 0 where this column is not fixed.
  std::uint8_t width = 0;        ///< internal: bytes of a fixed-width value, 0 where it varies.

  [[nodiscard]] bool nullable() const noexcept { return (flags & kColumnNullable) != 0; }
  [[nodiscard]] bool is_unsigned() const noexcept { return (flags & kColumnUnsigned) != 0; }
  [[nodiscard]] unsigned precision() const noexcept { return meta >> 8; }
  [[nodiscard]] unsigned scale() const noexcept { return meta & 0xffU; }
};
static_assert(sizeof(Column) == 14);

}  // namespace nbl

#endif
