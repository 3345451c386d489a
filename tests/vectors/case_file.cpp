#include "case_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/crc32.hpp"

namespace vectors {
namespace {

[[noreturn]] void die(const std::string& path, const std::string& line) {
  std::fprintf(stderr, "%s: not understood: %s\n", path.c_str(), line.substr(0, 120).c_str());
  std::abort();
}

Bytes parse_hex(const std::string& text) {
  Bytes out;
  if (text == "-") return out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return out;
}

void set_limit(nbl::Limits* limits, const std::string& key, std::uint64_t value) {
  const auto small = static_cast<std::uint32_t>(value);
  if (key == "max_events")
    limits->max_events = small;
  else if (key == "max_changes")
    limits->max_changes = small;
  else if (key == "max_bytes")
    limits->max_bytes = value;
  else if (key == "max_event_bytes")
    limits->max_event_bytes = small;
  else if (key == "max_event_changes")
    limits->max_event_changes = small;
  else if (key == "max_image_bytes")
    limits->max_image_bytes = small;
  else if (key == "max_tables")
    limits->max_tables = small;
  else if (key == "max_columns")
    limits->max_columns = small;
  else
    die("limits", key);
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// A JSON string of which only \n, \t, \" and \\ are escaped.
std::string unquote(const std::string& text) {
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    ++i;
    out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
  }
  return out;
}

bool is_ours(const std::string& decoder) {
  return decoder == "boundary" || decoder == "transaction" || decoder == "gtid" || decoder == "rows" ||
         decoder == "tablemap" || decoder == "log" || decoder == "gtid_set" || decoder == "maria_set";
}

}  // namespace

bool Case::has_option(const std::string& word) const {
  return std::find(options.begin(), options.end(), word) != options.end();
}

bool Case::expects_finish() const {
  return !expected.empty() && expected.back().compare(0, 7, "finish ") == 0;
}

CaseFile read_case_file(const std::string& path) {
  CaseFile file;
  std::ifstream in(path);
  if (!in) die(path, "cannot be opened");
  Case one;
  std::uint64_t offset = 4;
  std::string foreign;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (word == "format") {
      const std::size_t split = rest.find(' ');
      file.formats[rest.substr(0, split)] = parse_hex(rest.substr(split + 1));
    } else if (word == "case") {
      one = Case{};
      one.name = rest;
      offset = 4;
    } else if (word == "note") {
    } else if (word == "decoder") {
      one.decoder = rest;
    } else if (word == "fde") {
      one.format_name = rest;
    } else if (word == "limits") {
      for (const std::string& pair : words(rest)) {
        const std::size_t equals = pair.find('=');
        set_limit(&one.limits, pair.substr(0, equals), std::stoull(pair.substr(equals + 1)));
      }
    } else if (word == "options") {
      one.options = words(rest);
    } else if (word == "start") {
      offset = std::stoull(rest);
    } else if (word == "gap") {
      offset += std::stoull(rest);
    } else if (word == "back") {
      offset -= std::stoull(rest);
    } else if (word == "event" || word == "raw") {
      Input input{parse_hex(rest), offset};
      offset += input.bytes.size();
      one.inputs.push_back(std::move(input));
    } else if (word == "set" || word == "union" || word == "subtract" || word == "intersect") {
      one.sets.push_back(SetLine{word, unquote(rest)});
    } else if (word == "expect") {
      one.expected.push_back(rest);
    } else if (word == "end") {
      if (!foreign.empty() && is_ours(one.decoder)) die(path, foreign);
      foreign.clear();
      file.cases.push_back(one);
    } else {
      foreign = line;  // a decoder whose cases another test runs has words of its own
    }
  }
  return file;
}

std::vector<std::string> case_paths() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(NBL_SOURCE_DIR) + "/fixtures/synthetic")) {
    if (entry.path().extension() == ".cases") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

nbl::FormatDescription parse_format(const CaseFile& file, const Case& one) {
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  const auto found = file.formats.find(one.format_name);
  if (found == file.formats.end()) die(one.name, "no such format: " + one.format_name);
  const nbl::Span bytes{found->second.data(), found->second.size()};
  if (!nbl::parse_format_description(bytes, 4, nbl::crc32_best(), &format, &event, &status))
    die(one.name, error_text(status));
  return format;
}

std::string field(const std::string& line, const std::string& key) {
  const std::string needle = " " + key + "=";
  const std::size_t at = line.find(needle);
  if (at == std::string::npos) return "";
  const std::size_t from = at + needle.size();
  return line.substr(from, line.find(' ', from) - from);
}

std::string hex(nbl::Span bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < bytes.size; ++i) {
    out += digits[bytes.data[i] >> 4];
    out += digits[bytes.data[i] & 15];
  }
  return out;
}

std::string quote(nbl::Span text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size; ++i) {
    const std::uint8_t c = text.data[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      out += c == '\n'   ? "\\n"
             : c == '\t' ? "\\t"
             : c == '\r' ? "\\r"
             : c == '\b' ? "\\b"
             : c == '\f' ? "\\f"
                         : escape;
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + "\"";
}

std::string uuid_text(const std::uint8_t* uuid) {
  const std::string all = hex(nbl::Span{uuid, 16});
  return all.substr(0, 8) + "-" + all.substr(8, 4) + "-" + all.substr(12, 4) + "-" + all.substr(16, 4) + "-" +
         all.substr(20);
}

std::string error_text(const nbl::Status& status) {
  std::string out =
      std::string("error code=") + nbl::code_name(status.code) + " offset=" + std::to_string(status.offset);
  if (status.column != nbl::kNoColumn) out += " column=" + std::to_string(status.column);
  return out;
}

bool error_matches(const std::string& line, const nbl::Status& status) {
  if (line.compare(0, 6, "error ") != 0 && line.compare(0, 13, "finish error ") != 0) return false;
  bool code = false;
  std::istringstream codes(field(line, "code"));
  for (std::string name; std::getline(codes, name, '|');) code = code || name == nbl::code_name(status.code);
  if (!code) return false;
  const std::string offset = field(line, "offset");
  if (!offset.empty() && std::stoull(offset) != status.offset) return false;
  const std::string within = field(line, "within");
  if (!within.empty()) {
    const std::size_t dots = within.find("..");
    if (status.offset < std::stoull(within.substr(0, dots)) ||
        status.offset > std::stoull(within.substr(dots + 2)))
      return false;
  }
  const std::string column = field(line, "column");
  return column.empty() || (status.column != nbl::kNoColumn && std::stoull(column) == status.column);
}

std::string table_name(const nbl::Table& table) {
  const nbl::Span db = table.database();
  const nbl::Span name = table.name();
  return std::string(reinterpret_cast<const char*>(db.data), db.size) + "." +
         std::string(reinterpret_cast<const char*>(name.data), name.size);
}

const char* operation_name(nbl::RowOperation operation) {
  return operation == nbl::RowOperation::insert   ? "insert"
         : operation == nbl::RowOperation::update ? "update"
                                                  : "delete";
}

void compare(const Case& one, const std::vector<std::string>& got, const std::vector<nbl::Status>& errors) {
  std::size_t error = 0;
  CHECK_MESSAGE(got.size() == one.expected.size(), one.name);
  for (std::size_t i = 0; i < got.size() && i < one.expected.size(); ++i) {
    const bool is_error = got[i].compare(0, 6, "error ") == 0 || got[i].compare(0, 13, "finish error ") == 0;
    const bool good = is_error ? error_matches(one.expected[i], errors[error]) : got[i] == one.expected[i];
    if (is_error) ++error;
    CHECK_MESSAGE(good, one.name << ": expected '" << one.expected[i] << "' but got '" << got[i] << "'");
  }
}

}  // namespace vectors
