#include "ports/cli/canal_types.hpp"

#include "nanobinlog/text.hpp"

namespace nbl::cli {

namespace {

constexpr std::uint16_t kBinary = 63;

unsigned most_bytes(std::uint16_t collation) {
  switch (charset_of(collation)) {
    case Charset::utf8mb4:
    case Charset::utf16:
    case Charset::utf16le:
    case Charset::utf32:
    case Charset::gb18030: return 4;
    case Charset::utf8mb3:
    case Charset::ujis:
    case Charset::eucjpms: return 3;
    case Charset::ucs2:
    case Charset::big5:
    case Charset::gbk:
    case Charset::gb2312:
    case Charset::euckr:
    case Charset::sjis:
    case Charset::cp932: return 2;
    default: return 1;
  }
}

std::string sized(const char* name, unsigned size) {
  return std::string(name) + "(" + std::to_string(size) + ")";
}

std::string integer(const Column& column, const char* name) {
  return std::string(name) + (column.is_unsigned() ? " unsigned" : "");
}

std::string fraction(const Column& column, const char* name) {
  return column.meta == 0 ? name : sized(name, column.meta);
}

std::string blob(const Column& column) {
  static const char* const kText[] = {"", "tinytext", "text", "mediumtext", "longtext"};
  static const char* const kBlob[] = {"", "tinyblob", "blob", "mediumblob", "longblob"};
  const std::size_t width = column.meta <= 4 ? column.meta : 0;
  return column.collation == kBinary ? kBlob[width] : kText[width];
}

}  // namespace

std::string declared_type(const Column& column) {
  switch (column.type) {
    case ColumnType::tiny: return integer(column, "tinyint");
    case ColumnType::short_: return integer(column, "smallint");
    case ColumnType::int24: return integer(column, "mediumint");
    case ColumnType::long_: return integer(column, "int");
    case ColumnType::longlong: return integer(column, "bigint");
    case ColumnType::float_: return "float";
    case ColumnType::double_: return "double";
    case ColumnType::decimal:
    case ColumnType::newdecimal:
      return "decimal(" + std::to_string(column.precision()) + "," + std::to_string(column.scale()) + ")";
    case ColumnType::bit: return sized("bit", column.meta);
    case ColumnType::year: return "year";
    case ColumnType::date:
    case ColumnType::newdate: return "date";
    case ColumnType::time:
    case ColumnType::time2: return fraction(column, "time");
    case ColumnType::datetime:
    case ColumnType::datetime2: return fraction(column, "datetime");
    case ColumnType::timestamp:
    case ColumnType::timestamp2: return fraction(column, "timestamp");
    case ColumnType::string:
      return sized(column.collation == kBinary ? "binary" : "char",
                   column.meta / most_bytes(column.collation));
    case ColumnType::varchar:
    case ColumnType::varchar_compressed:
    case ColumnType::var_string:
      return sized(column.collation == kBinary ? "varbinary" : "varchar",
                   column.meta / most_bytes(column.collation));
    case ColumnType::enumeration: return "enum";
    case ColumnType::set: return "set";
    case ColumnType::json: return "json";
    case ColumnType::geometry: return "geometry";
    case ColumnType::vector: return sized("vector", column.members);
    default: return blob(column);
  }
}

int jdbc_type(const Column& column) {
  switch (column.type) {
    case ColumnType::tiny: return column.is_unsigned() ? 5 : -6;
    case ColumnType::short_: return column.is_unsigned() ? 4 : 5;
    case ColumnType::int24: return 4;
    case ColumnType::long_: return column.is_unsigned() ? -5 : 4;
    case ColumnType::longlong: return column.is_unsigned() ? 3 : -5;
    case ColumnType::float_: return 7;
    case ColumnType::double_: return 8;
    case ColumnType::decimal:
    case ColumnType::newdecimal: return 3;
    case ColumnType::bit: return -7;
    case ColumnType::year: return 12;
    case ColumnType::date:
    case ColumnType::newdate: return 91;
    case ColumnType::time:
    case ColumnType::time2: return 92;
    case ColumnType::datetime:
    case ColumnType::datetime2:
    case ColumnType::timestamp:
    case ColumnType::timestamp2: return 93;
    case ColumnType::string: return column.collation == kBinary ? -2 : 1;
    case ColumnType::varchar:
    case ColumnType::varchar_compressed:
    case ColumnType::var_string: return column.collation == kBinary ? -3 : 12;
    case ColumnType::enumeration: return 4;
    case ColumnType::set: return -7;
    case ColumnType::json: return 12;
    case ColumnType::geometry:
    case ColumnType::vector: return -2;
    default: return column.collation == kBinary ? 2004 : 2005;
  }
}

}  // namespace nbl::cli
