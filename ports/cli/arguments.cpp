#include "ports/cli/arguments.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

bool parse_number(const char* text, std::uint64_t* value) {
  if (*text < '0' || *text > '9') return false;
  char* end = nullptr;
  errno = 0;
  *value = std::strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

bool positive(const char* text, std::uint64_t most, std::uint64_t* value) {
  return parse_number(text, value) && *value != 0 && *value <= most;
}

// What an option does with its value; false where the value is none.
struct Option {
  const char* name;
  bool takes_value;
  bool (*set)(Arguments* arguments, const char* value);
};

constexpr Option kOptions[] = {
    {"with-gtid", false, [](Arguments* a, const char*) { return a->prefix = Prefix::with, true; }},
    {"no-gtid", false, [](Arguments* a, const char*) { return a->prefix = Prefix::without, true; }},
    {"assume-signed", false, [](Arguments* a, const char*) { return a->assume_signed = true; }},
    {"include-prepared", false, [](Arguments* a, const char*) { return a->include_prepared = true; }},
    {"flashback", false, [](Arguments* a, const char*) { return a->flashback = true; }},
    {"skip-broken", false, [](Arguments* a, const char*) { return a->skip_broken = true; }},
    {"follow", false, [](Arguments* a, const char*) { return a->follow = true; }},
    {"format", true, [](Arguments* a, const char* v) { return a->format = v, *v != '\0'; }},
    {"schema", true, [](Arguments* a, const char* v) { return a->schema = v, *v != '\0'; }},
    {"database", true, [](Arguments* a, const char* v) { return a->databases.emplace_back(v), *v != '\0'; }},
    {"table", true, [](Arguments* a, const char* v) { return a->tables.emplace_back(v), *v != '\0'; }},
    {"include-gtids", true,
     [](Arguments* a, const char* v) { return a->include_gtids = v, a->has_include_gtids = true; }},
    {"exclude-gtids", true,
     [](Arguments* a, const char* v) { return a->exclude_gtids = v, a->has_exclude_gtids = true; }},
    {"start-position", true, [](Arguments* a, const char* v) { return parse_number(v, &a->start_position); }},
    {"stop-position", true, [](Arguments* a, const char* v) { return parse_number(v, &a->stop_position); }},
    {"start-datetime", true, [](Arguments* a, const char* v) { return parse_datetime(v, &a->start_time); }},
    {"stop-datetime", true, [](Arguments* a, const char* v) { return parse_datetime(v, &a->stop_time); }},
    {"max-events", true,
     [](Arguments* a, const char* v) { return positive(v, UINT32_MAX / 64, &a->max_events); }},
    {"max-changes", true,
     [](Arguments* a, const char* v) { return positive(v, UINT32_MAX, &a->max_changes); }},
    {"max-bytes", true, [](Arguments* a, const char* v) { return positive(v, UINT64_MAX, &a->max_bytes); }},
    {"checkpoint", true, [](Arguments* a, const char* v) { return a->checkpoint = v, *v != '\0'; }},
    {"output", true, [](Arguments* a, const char* v) { return a->output = v, *v != '\0'; }},
    {"start-file", true, [](Arguments* a, const char* v) { return a->start_file = v, *v != '\0'; }},
    {"gtid", true, [](Arguments* a, const char* v) { return a->locate_gtid = v, *v != '\0'; }},
    {"gtid-set", true, [](Arguments* a, const char* v) { return a->locate_set = v, a->has_locate_set = true; }},
    {"datetime", true, [](Arguments* a, const char* v) { return parse_datetime(v, &a->locate_time); }},
};

const Option* find_option(const std::string& name) {
  for (const Option& option : kOptions) {
    if (name == option.name) return &option;
  }
  return nullptr;
}

int usage(const std::string& text) {
  say(text + "; see nanobinlog --help");
  return kExitUsage;
}

// One option at argv[*at], whose value may be the argument behind it.
int take_option(int argc, char** argv, int* at, Arguments* arguments) {
  const std::string argument = argv[*at] + 2;
  const std::size_t equals = argument.find('=');
  const std::string name = argument.substr(0, equals);
  const Option* option = find_option(name);
  if (option == nullptr) return usage("there is no option --" + printable(name));
  const char* value = "";
  if (option->takes_value) {
    if (equals != std::string::npos) {
      value = argv[*at] + 2 + equals + 1;
    } else if (*at + 1 < argc) {
      value = argv[++*at];
    } else {
      return usage("--" + name + " needs a value");
    }
  } else if (equals != std::string::npos) {
    return usage("--" + name + " takes no value");
  }
  if (!option->set(arguments, value)) return usage("--" + name + " cannot be " + printable(value));
  return -1;
}

int print(const char* text) {
  const bool written = std::fputs(text, stdout) >= 0 && std::fflush(stdout) == 0;
  return written ? kExitOk : kExitBroken;
}

}  // namespace

bool parse_datetime(const std::string& text, std::int64_t* seconds) {
  std::tm fields{};
  char end = '\0';
  char zone = '\0';
  int date_length = 0;
  const int count = std::sscanf(text.c_str(), "%4d-%2d-%2d%n%*[T ]%2d:%2d:%2d%c%c", &fields.tm_year,
                                &fields.tm_mon, &fields.tm_mday, &date_length, &fields.tm_hour,
                                &fields.tm_min, &fields.tm_sec, &zone, &end);
  const bool utc = zone == 'Z';
  // A date alone is its midnight.
  const bool date = count == 3 && static_cast<std::size_t>(date_length) == text.size();
  if (!(count == 6 || (count == 7 && utc) || date)) return false;
  if (fields.tm_mon < 1 || fields.tm_mon > 12 || fields.tm_hour < 0 || fields.tm_hour > 23 ||
      fields.tm_min < 0 || fields.tm_min > 59 || fields.tm_sec < 0 || fields.tm_sec > 59) {
    return false;
  }
  fields.tm_year -= 1900;
  fields.tm_mon -= 1;
  fields.tm_isdst = -1;
  // What no calendar has, February 30, would become March.
  std::tm same_day = fields;
  static_cast<void>(::timegm(&same_day));
  if (same_day.tm_mday != fields.tm_mday) return false;
  *seconds = static_cast<std::int64_t>(utc ? ::timegm(&fields) : std::mktime(&fields));
  return *seconds != -1;  // what time_t cannot hold
}

int parse_arguments(int argc, char** argv, Arguments* arguments) {
  bool options_over = false;
  for (int at = 1; at < argc; ++at) {
    const char* argument = argv[at];
    if (!options_over && (std::strcmp(argument, "--help") == 0 || std::strcmp(argument, "-h") == 0))
      return print(help_text());
    if (!options_over && std::strcmp(argument, "--version") == 0)
      return print("nanobinlog " NBL_VERSION "\n");
    if (!options_over && std::strcmp(argument, "--") == 0) {
      options_over = true;
    } else if (!options_over && std::strncmp(argument, "--", 2) == 0) {
      const int status = take_option(argc, argv, &at, arguments);
      if (status >= 0) return status;
    } else if (!options_over && argument[0] == '-' && argument[1] != '\0') {
      return usage(std::string("there is no option ") + printable(argument));
    } else if (arguments->command.empty()) {
      arguments->command = argument;
    } else {
      arguments->files.emplace_back(argument);
    }
  }
  if (arguments->command.empty()) return usage("no command was given");
  return -1;
}

}  // namespace nbl::cli
