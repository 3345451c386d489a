// What a column type's text says, and whether it can be what a log holds.
#include <cctype>

#include "ports/cli/schema.hpp"

namespace nbl::cli {

namespace {

// The labels of "enum('a','b''c')": a quote inside is doubled, and a backslash, a zero byte and line ends are
// escaped, as append_unescaped() in sql/table.cc of both servers writes them into COLUMN_TYPE.
bool parse_labels(const std::string& type, std::size_t at, std::vector<std::string>* labels) {
  for (;;) {
    if (at >= type.size() || type[at] != '\'') return false;
    std::string label;
    for (++at;; ++at) {
      if (at >= type.size()) return false;
      if (type[at] == '\'') {
        if (at + 1 >= type.size() || type[at + 1] != '\'') break;
        ++at;
      }
      if (type[at] == '\\' && at + 1 < type.size()) {
        const char next = type[++at];
        label += next == 'n' ? '\n' : next == 'r' ? '\r' : next == '0' ? '\0' : next;
        continue;
      }
      label += type[at];
    }
    labels->push_back(std::move(label));
    ++at;
    if (at < type.size() && type[at] == ')') return true;
    if (at >= type.size() || type[at] != ',') return false;
    ++at;
  }
}

struct Fit {
  const char* word;
  ColumnType types[4];
};
using T = ColumnType;
constexpr Fit kFits[] = {
    {"tinyint", {T::tiny, T::tiny, T::tiny, T::tiny}},
    {"bool", {T::tiny, T::tiny, T::tiny, T::tiny}},
    {"smallint", {T::short_, T::short_, T::short_, T::short_}},
    {"mediumint", {T::int24, T::int24, T::int24, T::int24}},
    {"int", {T::long_, T::long_, T::long_, T::long_}},
    {"integer", {T::long_, T::long_, T::long_, T::long_}},
    {"bigint", {T::longlong, T::longlong, T::longlong, T::longlong}},
    {"decimal", {T::newdecimal, T::decimal, T::newdecimal, T::newdecimal}},
    {"float", {T::float_, T::float_, T::float_, T::float_}},
    {"double", {T::double_, T::double_, T::double_, T::double_}},
    {"bit", {T::bit, T::bit, T::bit, T::bit}},
    {"year", {T::year, T::year, T::year, T::year}},
    {"date", {T::date, T::newdate, T::date, T::date}},
    {"time", {T::time, T::time2, T::time, T::time}},
    {"datetime", {T::datetime, T::datetime2, T::datetime, T::datetime}},
    {"timestamp", {T::timestamp, T::timestamp2, T::timestamp, T::timestamp}},
    {"char", {T::string, T::varchar, T::var_string, T::string}},
    {"binary", {T::string, T::varchar, T::var_string, T::string}},
    {"varchar", {T::varchar, T::var_string, T::string, T::varchar_compressed}},
    {"varbinary", {T::varchar, T::var_string, T::string, T::varchar_compressed}},
    {"tinytext", {T::blob, T::tiny_blob, T::blob_compressed, T::blob}},
    {"text", {T::blob, T::blob, T::blob_compressed, T::blob}},
    {"mediumtext", {T::blob, T::medium_blob, T::blob_compressed, T::blob}},
    {"longtext", {T::blob, T::long_blob, T::blob_compressed, T::blob}},
    {"tinyblob", {T::blob, T::tiny_blob, T::blob_compressed, T::blob}},
    {"blob", {T::blob, T::blob, T::blob_compressed, T::blob}},
    {"mediumblob", {T::blob, T::medium_blob, T::blob_compressed, T::blob}},
    {"longblob", {T::blob, T::long_blob, T::blob_compressed, T::blob}},
    {"json", {T::json, T::blob, T::blob_compressed, T::json}},
    {"enum", {T::enumeration, T::enumeration, T::enumeration, T::enumeration}},
    {"set", {T::set, T::set, T::set, T::set}},
    {"geometry", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"point", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"linestring", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"polygon", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"multipoint", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"multilinestring", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"multipolygon", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"geomcollection", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"geometrycollection", {T::geometry, T::blob, T::geometry, T::geometry}},
    {"vector", {T::vector, T::varchar, T::vector, T::vector}},
};

}  // namespace

std::string type_word(const std::string& type) {
  std::string word;
  for (const char c : type) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

bool parse_column_type(const std::string& type, SchemaColumn* column) {
  column->type = type;
  const std::string word = type_word(type);
  if (word.empty()) return false;
  if (word == "enum" || word == "set") return parse_labels(type, word.size() + 1, &column->labels);
  column->is_unsigned = type.find(" unsigned") != std::string::npos;
  return true;
}

bool type_fits(const std::string& type, const Column& column) {
  const std::string word = type_word(type);
  for (const Fit& fit : kFits) {
    if (word != fit.word) continue;
    for (const ColumnType one : fit.types) {
      if (one == column.type) return true;
    }
    return false;
  }
  return true;
}

const char* column_type_word(ColumnType type) {
  for (const Fit& fit : kFits) {
    if (fit.types[0] == type) return fit.word;
  }
  switch (type) {
    case ColumnType::time2: return "time";
    case ColumnType::datetime2: return "datetime";
    case ColumnType::timestamp2: return "timestamp";
    case ColumnType::var_string: return "varchar";
    default: return "a type of another kind";
  }
}

}  // namespace nbl::cli
