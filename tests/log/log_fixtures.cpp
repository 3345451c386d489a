// The committed logs, and what reading them takes.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "log/log_reading.hpp"

namespace log_test {
namespace {

constexpr unsigned kWindowLog = 23;

bool is_log(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::size_t dot = name.find('.');
  const std::string number = name.substr(dot == std::string::npos ? name.size() : dot + 1);
  return (name.compare(0, 7, "binlog.") == 0 || name.compare(0, 6, "relay.") == 0) && !number.empty() &&
         std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

Lent::Lent() : memory_(new std::uint64_t[nbl::zstd_codec_workspace_size(kWindowLog) / 8 + 1]) {
  (void)nbl::zstd_codec_init(&zstd_, memory_.get(), nbl::zstd_codec_workspace_size(kWindowLog), kWindowLog,
                             &codecs.zstd);
  (void)nbl::zlib_codec_init(&zlib_, false, &codecs.zlib);
}

nbl::LogOptions wide_options(nbl::Input input, const Lent& lent) {
  nbl::LogOptions options;
  options.input = input;
  options.codecs = lent.codecs;
  options.limits.max_bytes = 32U << 20;
  options.limits.max_side_bytes = 32U << 20;
  options.limits.max_changes = 1000000;
  options.limits.max_event_changes = 10000;
  options.limits.max_columns = 16384;
  options.limits.max_table_bytes = 1U << 20;
  return options;
}

std::string field(const std::string& line, const std::string& key) {
  const std::string needle = " " + key + "=";
  // Quoted values may hold anything, so they are stepped over.
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && quoted) {
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && line.compare(i, needle.size(), needle) == 0) {
      const std::size_t from = i + needle.size();
      std::size_t end = from;
      bool inside = false;
      for (; end < line.size() && (inside || line[end] != ' '); ++end) {
        if (line[end] == '\\' && inside)
          ++end;
        else if (line[end] == '"')
          inside = !inside;
      }
      return line.substr(from, end - from);
    }
  }
  return "";
}

Bytes read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

std::string fixture(const std::string& name) { return std::string(NBL_SOURCE_DIR) + "/fixtures/" + name; }

std::vector<std::string> committed_logs(std::size_t largest) {
  std::vector<std::string> paths;
  for (const char* folder : {"mysql", "mariadb"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fixture(folder))) {
      const std::string path = entry.path().string();
      if (!entry.is_regular_file() || !is_log(entry.path()) || entry.file_size() > largest) continue;
      if (path.find("encrypted/binlog.000001") == std::string::npos) paths.push_back(path);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace log_test
