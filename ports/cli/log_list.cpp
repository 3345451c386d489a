#include "ports/cli/log_list.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "nanobinlog/checkpoint.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

Span span_of(const std::string& text) {
  return Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

bool name_before(const std::string& a, const std::string& b) {
  return compare_log_names(span_of(a), span_of(b)) < 0;
}

/// "binlog." of "binlog.000042"; empty where the name is not a log's.
std::string series_of(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789");
  if (digits == std::string::npos || digits == 0 || digits + 1 == name.size() || name[digits] != '.')
    return {};
  return name.substr(0, digits + 1);
}

/// The digits behind it, without leading zeros.
std::string number_of(const std::string& name) {
  const std::string digits = name.substr(series_of(name).size());
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

std::string in_directory(const std::string& directory, const std::string& name) {
  if (directory == ".") return name;
  return directory.back() == '/' ? directory + name : directory + "/" + name;
}

bool list_directory(const std::string& directory, std::vector<std::string>* names) {
  DIR* handle = ::opendir(directory.c_str());
  if (handle == nullptr) return false;
  while (const dirent* entry = ::readdir(handle)) names->emplace_back(entry->d_name);
  ::closedir(handle);
  return true;
}

/// FE or FD (encrypted), then "bin". A log that the server has only just created may be empty.
bool begins_as_log(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return false;
  char head[4];
  const std::size_t got = std::fread(head, 1, sizeof(head), file);
  std::fclose(file);
  return got == 4 && (head[0] == '\xfe' || head[0] == '\xfd') && std::memcmp(head + 1, "bin", 3) == 0;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_directory(const std::string& path) {
  struct stat about {};
  return path != "-" && ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

// MySQL replaces its index by deleting it and renaming the new one, which is whole by then. In between there
// is only that; and where it had only just been renamed when it was looked for, the second look finds the
// index.
bool open_index(const std::string& path, std::ifstream* file) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (const char* ending : {"", "_crash_safe"}) {
      file->clear();
      file->open(path + ending);
      if (file->is_open()) return true;
      if (errno != ENOENT) return false;
    }
  }
  return false;
}

bool read_index(const std::string& path, std::vector<std::string>* logs) {
  std::ifstream file;
  if (!open_index(path, &file)) return say_errno(path, errno), false;
  const std::string directory = directory_of(path);
  std::string line;
  while (std::getline(file, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    // The server's own paths may be seen from elsewhere: a copy has its logs beside it.
    const std::string beside = in_directory(directory, base_name(line));
    struct stat about {};
    const bool elsewhere = ::stat(beside.c_str(), &about) != 0 && line[0] == '/';
    logs->push_back(elsewhere ? line : beside);
  }
  return true;
}

/// The logs of a directory that has no index: all of one series.
bool scan(const std::string& directory, const std::vector<std::string>& names, const std::string& start,
          std::vector<std::string>* logs) {
  std::string series = series_of(start);
  for (const std::string& name : names) {
    const std::string own = series_of(name);
    if (own.empty() || (!series.empty() && own == series)) continue;
    if (!start.empty() || !begins_as_log(in_directory(directory, name))) continue;
    if (!series.empty())
      return say(directory, "holds logs of several names (" + printable(series) + "* and " + printable(own) +
                                "*): --start-file or the index file tells which"),
             false;
    series = own;
  }
  for (const std::string& name : names) {
    if (!series.empty() && series_of(name) == series) logs->push_back(in_directory(directory, name));
  }
  return true;
}

bool read_directory(const std::string& directory, const std::string& start, std::vector<std::string>* logs) {
  std::vector<std::string> names;
  if (!list_directory(directory, &names)) return say_errno(directory, errno), false;
  std::vector<std::string> indexes;
  for (const std::string& name : names) {
    const bool wanted = start.empty() || name == series_of(start) + "index";
    if (ends_with(name, ".index") && wanted) indexes.push_back(in_directory(directory, name));
  }
  const bool good = indexes.size() == 1 ? read_index(indexes[0], logs) : scan(directory, names, start, logs);
  if (good && logs->empty()) {
    return say(directory, start.empty() ? "is a directory without a binary log"
                                        : "is a directory without a log of the name of --start-file " +
                                              printable(start)),
           false;
  }
  return good;
}

/// Tells where numbers are left out: what is there is read all the same. (Following and checkpoints refuse.)
void say_gaps(const std::string& place, const std::vector<std::string>& logs) {
  for (std::size_t i = 1; i < logs.size(); ++i) {
    if (!same_series(logs[i - 1], logs[i]) || is_successor(logs[i - 1], logs[i]) ||
        base_name(logs[i - 1]) == base_name(logs[i]))
      continue;
    say(place, "no log between " + printable(base_name(logs[i - 1])) + " and " +
                   printable(base_name(logs[i])) + " is here");
  }
}

}  // namespace

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

int expand_logs(Arguments* arguments) {
  const std::string start = base_name(arguments->start_file);
  std::vector<std::string> files;
  for (const std::string& file : arguments->files) {
    std::vector<std::string> logs;
    if (is_directory(file)) {
      if (!read_directory(file, start, &logs)) return kExitBroken;
    } else if (ends_with(file, ".index") && !begins_as_log(file)) {
      if (!read_index(file, &logs)) return kExitBroken;
      if (logs.empty()) return say(file, "names no binary log"), kExitBroken;
    } else {
      files.push_back(file);
      continue;
    }
    arguments->expanded = true;
    std::sort(logs.begin(), logs.end(), name_before);
    say_gaps(file, logs);
    files.insert(files.end(), logs.begin(), logs.end());
  }
  if (!start.empty()) {
    const auto at = std::find_if(files.begin(), files.end(),
                                 [&](const std::string& file) { return base_name(file) == start; });
    if (at == files.end())
      return say("--start-file " + printable(start) + " is not among the logs"), kExitUsage;
    files.erase(files.begin(), at);
  }
  arguments->files = std::move(files);
  return -1;
}

std::string log_beside(const std::string& path, const std::string& name) {
  const std::string beside = in_directory(directory_of(path), name);
  struct stat about {};
  const bool behind = same_series(path, name) && name_before(base_name(path), name);
  return behind && ::stat(beside.c_str(), &about) == 0 ? beside : std::string();
}

std::string log_behind(const std::string& path) {
  const std::string directory = directory_of(path);
  const std::string own = base_name(path);
  std::vector<std::string> names;
  if (series_of(own).empty() || !list_directory(directory, &names)) return {};
  std::string best;
  for (const std::string& name : names) {
    if (same_series(name, own) && name_before(own, name) && (best.empty() || name_before(name, best)))
      best = name;
  }
  return best.empty() ? best : in_directory(directory, best);
}

bool same_series(const std::string& a, const std::string& b) {
  const std::string series = series_of(base_name(a));
  return !series.empty() && series == series_of(base_name(b));
}

bool is_successor(const std::string& path, const std::string& next) {
  if (!same_series(path, next)) return false;
  std::string number = number_of(base_name(path));
  std::size_t at = number.size();
  while (at > 0 && number[at - 1] == '9') number[--at] = '0';
  if (at == 0) {
    number.insert(number.begin(), '1');
  } else {
    ++number[at - 1];
  }
  return number == number_of(base_name(next));
}

}  // namespace nbl::cli
