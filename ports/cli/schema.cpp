#include "ports/cli/schema.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

// The client writes \n, \t, \0 and \\ for what would break its lines.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char next = text[++i];
    switch (next) {
      case 'n': plain += '\n'; break;
      case 't': plain += '\t'; break;
      case '0': plain += '\0'; break;
      default: plain += next; break;
    }
  }
  return plain;
}

}  // namespace

bool Schema::add_line(const std::string& line, std::string* fault) {
  std::vector<std::string> fields;
  std::size_t from = 0;
  for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', from)) {
    fields.push_back(unescape(line.substr(from, tab - from)));
    from = tab + 1;
  }
  fields.push_back(unescape(line.substr(from)));
  if (fields.size() != 5) {
    *fault =
        "has " + std::to_string(fields.size()) + " fields, not database, table, position, column and type";
    return false;
  }
  SchemaTable& table = tables_[{fields[0], fields[1]}];
  char* end = nullptr;
  const unsigned long position = std::strtoul(fields[2].c_str(), &end, 10);
  if (*end != '\0' || position != table.columns.size() + 1) {
    *fault = "column position " + printable(fields[2]) + " where " +
             std::to_string(table.columns.size() + 1) + " is next";
    return false;
  }
  SchemaColumn column;
  column.name = fields[3];
  if (!parse_column_type(fields[4], &column)) {
    *fault = "cannot read the type " + printable(fields[4]);
    return false;
  }
  table.columns.push_back(std::move(column));
  return true;
}

bool Schema::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return say_errno(path, errno), false;
  std::string line;
  for (unsigned long number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    std::string fault;
    if (add_line(line, &fault)) continue;
    say(path, "line " + std::to_string(number) + ": " + fault);
    return false;
  }
  if (file.bad()) return say(path, "cannot be read"), false;
  return true;
}

const SchemaTable* Schema::find(const std::string& database, const std::string& table) const {
  const auto found = tables_.find({database, table});
  return found == tables_.end() ? nullptr : &found->second;
}

}  // namespace nbl::cli
