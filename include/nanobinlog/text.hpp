// Values as text, into a buffer of the caller's: the `native` JSON form of a cell and the pieces it is made
// of. This room is optional: nothing else in the core includes it, and firmware may leave src/text out of its
// build.
#ifndef NANOBINLOG_TEXT_HPP
#define NANOBINLOG_TEXT_HPP

#include "nanobinlog/json.hpp"
#include "nanobinlog/row.hpp"

namespace nbl {

/// A text that grows into the caller's memory. Nothing is written at or behind `capacity`, but `length`
/// counts on, so that after the last write it is the capacity that would have been enough. No terminator is
/// written; the bytes are UTF-8. `out` may be null where capacity is 0, to measure only.
struct Writer {
  char* out = nullptr;
  std::size_t capacity = 0;
  std::size_t length = 0;  ///< bytes of the whole text; over `capacity` where it did not fit.
  [[nodiscard]] bool fits() const noexcept { return length <= capacity; }
};

/// Appends bytes as they are.
void write_bytes(Writer* writer, Span bytes) noexcept;
void write_char(Writer* writer, char c) noexcept;

// ---- Numbers

void write_unsigned(Writer* writer, std::uint64_t value) noexcept;
void write_signed(Writer* writer, std::int64_t value) noexcept;

/// A decimal straight from its wire bytes (decimal2bin() of MySQL's strings/decimal.cc;
/// decimal_bytes(precision, scale) of them): exactly `scale` digits behind the point, no leading zeros but
/// one, no minus before a zero. `precision` is 1 to 81 and `scale` at most that, which covers JSON's decimals
/// too. Bytes that no server writes (a group out of its range) come as nines.
void write_decimal(Writer* writer, const std::uint8_t* bytes, unsigned precision, unsigned scale) noexcept;

/// The fewest decimal digits that read back to the same value, of those the nearest to it.
struct FloatDigits {
  char digits[20];         ///< '0' to '9', the last not '0'. There is room for any 64-bit number.
  std::uint8_t count = 0;  ///< 1 to 17.
  std::int16_t point = 0;  ///< the value is 0.d1d2d3... times ten to this power.
};
/// Digits of a finite `value` above zero. `single` says that it was a 32-bit float and has to read back as
/// one.
using ShortestDigits = void (*)(double value, bool single, FloatDigits* digits);

/// The built-in ShortestDigits: exact, integer arithmetic of at most 64 bits, 700 bytes of tables. It gives
/// what std::to_chars gives.
void shortest_digits(double value, bool single, FloatDigits* digits) noexcept;

/// A float as MySQL lays it out (my_gcvt() of strings/dtoa.cc): 0.1, 1e20, 1.5e-16, 100000000000000; plain
/// digits while the point lies between 14 zeros before and 15 digits behind the first digit. Always a JSON
/// number, with one exception: what is not finite, which no server stores, comes as "NaN", "Infinity" or
/// "-Infinity" with the quotes. `digits` may be null for the built-in digits.
void write_float64(Writer* writer, double value, ShortestDigits digits) noexcept;
void write_float32(Writer* writer, float value, ShortestDigits digits) noexcept;

// ---- Dates and times, as fields that to_temporal() gave; `fraction_digits` of them are written

void write_date(Writer* writer, const Temporal& value) noexcept;      ///< 2026-11-30, 0000-00-00
void write_time(Writer* writer, const Temporal& value) noexcept;      ///< 01:02:03.5, -838:59:59
void write_datetime(Writer* writer, const Temporal& value) noexcept;  ///< 2026-11-30 01:02:03.456
/// UTC: 2026-11-30T01:02:03.456Z. The zero value is 0000-00-00 00:00:00 with its fraction digits. `plain`
/// gives the form of write_datetime instead.
void write_timestamp(Writer* writer, const Temporal& value, bool plain) noexcept;

// ---- Bytes

void write_hex(Writer* writer, Span bytes) noexcept;     ///< lower case, two digits a byte.
void write_base64(Writer* writer, Span bytes) noexcept;  ///< RFC 4648, with padding, no line ends.

/// True where all bytes are well-formed UTF-8 of Unicode scalar values (RFC 3629: no surrogates, no overlong
/// forms, at most U+10FFFF).
[[nodiscard]] bool utf8_valid(Span text) noexcept;

/// A JSON string with its quotes out of UTF-8: \" \\ \b \f \n \r \t, other controls as \u001f, anything else
/// raw, as MySQL escapes. False where the bytes are no UTF-8; then nothing has been appended.
[[nodiscard]] bool write_json_string(Writer* writer, Span utf8) noexcept;

// ---- Character sets

/// Character sets of MySQL and MariaDB.
enum class Charset : std::uint8_t {
  unknown,
  binary,
  ascii,
  utf8mb3,
  utf8mb4,
  latin1,
  latin2,
  latin5,
  latin7,
  cp1250,
  cp1251,
  cp1256,
  cp1257,
  cp850,
  cp852,
  cp866,
  cp932,
  dec8,
  hp8,
  koi8r,
  koi8u,
  swe7,
  greek,
  hebrew,
  armscii8,
  geostd8,
  keybcs2,
  macce,
  macroman,
  tis620,
  big5,
  gbk,
  gb2312,
  gb18030,
  euckr,
  sjis,
  ujis,
  eucjpms,
  ucs2,
  utf16,
  utf16le,
  utf32,
  filename,
};
/// The character set of a collation, by the id that the log carries (Column::collation). `unknown` for 0 and
/// for ids outside the ranges that the two servers use. Sources: information_schema.collations of MySQL 9.7
/// and MariaDB 10.11.
[[nodiscard]] Charset charset_of(std::uint16_t collation) noexcept;
/// The server's name, as in "utf8mb4"; "unknown" otherwise. Never null.
[[nodiscard]] const char* charset_name(Charset charset) noexcept;
/// A JSON string out of a single-byte set, of ucs2, utf16, utf16le or utf32, exactly as a MySQL server
/// converts them. False, with nothing appended, for other sets and where the bytes are no characters of the
/// set. It brings 6 KB of tables, so that it is the caller's choice to hand it to write_cell as
/// TextOptions::charsets.
[[nodiscard]] bool write_charset_string(Writer* writer, Charset charset, Span text) noexcept;
/// The name by which glibc's iconv knows the same bytes, as in "EUC-JP"; null where it has none.
[[nodiscard]] const char* charset_iconv_name(Charset charset) noexcept;

// ---- JSON columns

/// A binary document, checked by json_validate(), as MySQL's CAST(j AS CHAR) prints it: `{"a": 1, "b": [1.0,
/// "x"]}`. `reader` is room to walk in. Strings that are no UTF-8 (no server writes them) come as opaque
/// bytes do.
void write_json_value(Writer* writer, Span document, JsonReader* reader, ShortestDigits digits) noexcept;
/// Operations of a partial update, checked by json_validate_diffs():
/// `{"$diff":[{"op":"replace","path":"$.a","value":1},{"op":"remove","path":"$.b"}]}`.
void write_json_diffs(Writer* writer, Span diffs, JsonReader* reader, ShortestDigits digits) noexcept;

// ---- Cells

/// What write_cell needs to know; all members are optional but for `json`.
struct TextOptions {
  JsonReader* json = nullptr;       ///< room to walk JSON columns in; needed only where there are any.
  ShortestDigits digits = nullptr;  ///< null for the built-in.
  /// Gives label `index` (from 1; for a SET bit 0 is label 1) of ENUM or SET column `column`. `charset` comes
  /// in as the column's; set it where the label has another (labels out of a schema file are UTF-8). False
  /// where it is not known: the cell is then written as a number.
  bool (*label)(const void* table, std::uint32_t column, std::uint32_t index, Span* label,
                Charset* charset) = nullptr;
  const void* table = nullptr;  ///< handed to `label`.
  /// write_charset_string, or null: then only ASCII, UTF-8 and latin1 are converted here.
  bool (*charsets)(Writer* writer, Charset charset, Span text) = nullptr;
  /// Converts text of the character sets that are left. Gives UTF-8 that stays valid until the next call, or
  /// false where the bytes are invalid in `charset` or it is not known.
  bool (*convert)(void* host, Charset charset, Span text, Span* utf8) = nullptr;
  /// Gives the plain bytes of a cell of a MariaDB COMPRESSED column, whose cell begins with a compression
  /// header other than 0 (stored). False where that fails; the cell is then written as base64 of what the log
  /// holds.
  bool (*decompress)(void* host, const Cell& cell, Span* plain) = nullptr;
  void* host = nullptr;          ///< handed to `convert` and `decompress`.
  bool plain_timestamp = false;  ///< TIMESTAMP without T and Z.
  bool assume_signed = false;    ///< read integers of unknown signedness as signed.
};

/// One cell in the `native` form, as a JSON value: numbers, strings, arrays, `{"base64":"..."}` for bytes and
/// for text that cannot be converted, `{"srid":0,"wkb":"<hex>"}` for GEOMETRY, and `null`. A cell that is
/// absent from its row image writes nothing: leave its member out. signedness_unknown: an integer below zero
/// whose column does not say whether it is unsigned. invalid_argument: a JSON cell without TextOptions::json.
/// Nothing has been appended then. Where the text does not fit it is still ok: ask Writer::fits().
[[nodiscard]] Code write_cell(Writer* writer, const Cell& cell, const TextOptions& options) noexcept;

// ---- Rows

/// What the members of a row's object begin with: for each column `,"name":`, already escaped, one text behind the other.
struct RowKeys {
  const char* text = nullptr;         ///< kRowKeySlack bytes that may be read stand behind the last.
  const std::uint32_t* at = nullptr;  ///< of each column in `text`, and of the end: column_count + 1 offsets.
};
inline constexpr std::size_t kRowKeySlack = 32;

/// A row image from its first column on as a JSON object of its cells in the `native` form, `{"id":1,"name":"x"}`; absent columns are left
/// out. Codes are those of write_cell(), with the column in `*column`; the text is then of no use.
[[nodiscard]] Code write_row(Writer* writer, RowImage* image, const RowKeys& keys, const TextOptions& options,
                             std::uint32_t* column) noexcept;

}  // namespace nbl

#endif
