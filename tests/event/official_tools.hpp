// What mysqlbinlog and mariadb-binlog printed for a log, cut into one text an event.
#ifndef NBL_TESTS_OFFICIAL_TOOLS_HPP
#define NBL_TESTS_OFFICIAL_TOOLS_HPP

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace event_test {

/// The whole file, inflated where it is a gzip one; empty where it is not there.
inline std::string read_file(const std::string& path) {
  std::string out;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return out;
  char piece[65536];
  for (int n = 0; (n = gzread(file, piece, sizeof(piece))) > 0;)
    out.append(piece, static_cast<std::size_t>(n));
  gzclose(file);
  return out;
}

inline std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  // Not by readdir(), which with 32-bit offsets fails on a file system whose own are longer.
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (name[0] != '.') names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The repository's fixtures: NBL_FIXTURES, else found from where this file was compiled.
inline std::string fixtures() {
  const char* given = std::getenv("NBL_FIXTURES");
  if (given != nullptr) return given;
  const std::string here = __FILE__;
  return here.substr(0, here.rfind("tests/event/")) + "fixtures";
}

struct ReadLog {
  std::string path;
  std::string log;
  std::string printed;
};

/// Logs of `folder` that have a tool's text beside them.
inline std::vector<ReadLog> logs_in(const std::string& folder) {
  std::vector<ReadLog> logs;
  const std::vector<std::string> names = names_in(folder);
  for (const std::string& name : names) {
    for (const char* ending : {".mysqlbinlog.txt", ".mysqlbinlog.txt.gz", ".mariadb-binlog.txt",
                               ".mariadb-binlog.txt.gz", ".expected.txt", ".expected.txt.gz"}) {
      if (std::find(names.begin(), names.end(), name + ending) == names.end()) continue;
      logs.push_back(
          {folder + "/" + name, read_file(folder + "/" + name), read_file(folder + "/" + name + ending)});
    }
  }
  return logs;
}

/// A tool's text by the end position that the event's head line names. Events inside a compressed transaction
/// name their outer event's; their texts come behind its own.
inline std::map<std::uint32_t, std::string> by_end_position(const std::string& printed) {
  std::map<std::uint32_t, std::string> out;
  std::string* current = nullptr;
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t newline = std::min(printed.find('\n', at), printed.size() - 1);
    const std::string line = printed.substr(at, newline + 1 - at);
    const std::size_t end = line.find(" end_log_pos ");
    if (line[0] == '#' && line.find(" server id ") < end && end != std::string::npos) {
      current = &out[static_cast<std::uint32_t>(std::stoul(line.substr(end + 13)))];
    }
    if (current != nullptr) *current += line;
    at = newline + 1;
  }
  return out;
}

}  // namespace event_test

#endif
