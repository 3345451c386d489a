#include "ports/cli/message.hpp"

#include <cstdio>
#include <cstring>

#include "nanobinlog/event.hpp"
#include "ports/cli/progress.hpp"

namespace nbl::cli {

int worse_exit(int a, int b) {
  const auto weight = [](int status) {
    return status == kExitIncomplete ? 1 : status == kExitOk ? 0 : status == kExitBroken ? 2 : 3;
  };
  return weight(a) >= weight(b) ? a : b;
}

void say(const std::string& text) {
  Progress::clear_line();
  const std::string line = "nanobinlog: " + text + "\n";
  // Standard error may be closed as well; there is nobody left to tell.
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void say(const std::string& file, const std::string& text) { say(printable(file) + ": " + text); }

void say_at(const std::string& file, std::uint64_t offset, const std::string& text) {
  say(file, "offset " + std::to_string(offset) + ": " + text);
}

std::string status_text(const Status& status, const std::string& where) {
  std::string text = code_name(status.code);
  if (!where.empty()) text += ": " + where;
  text += ": ";
  text += code_text(status.code);
  if (status.event_type != 0) {
    text += " (";
    text += event_type_name(static_cast<EventType>(status.event_type));
    text += " event, byte " + std::to_string(status.event_offset);
    if (status.column != kNoColumn && where.empty()) text += ", column " + std::to_string(status.column + 1);
    text += ")";
  }
  if (status.limit != 0 || status.needed != 0) {
    text += " (limit " + std::to_string(status.limit) + ", needed " + std::to_string(status.needed) + ")";
  }
  return text;
}

void say_status(const std::string& file, const Status& status, const std::string& where) {
  say_at(file, status.offset, status_text(status, where));
}

void say_errno(const std::string& file, int error) { say(file, std::strerror(error)); }

std::string printable(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      text += c;
      continue;
    }
    char escaped[8];
    static_cast<void>(std::snprintf(escaped, sizeof(escaped), "\\x%02x", static_cast<unsigned>(byte)));
    text += escaped;
  }
  return text;
}

std::string base_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace nbl::cli
