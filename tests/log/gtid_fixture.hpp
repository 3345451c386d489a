// Reads a fixture, plain or compressed.
#ifndef NBL_TESTS_LOG_GTID_FIXTURE_HPP
#define NBL_TESTS_LOG_GTID_FIXTURE_HPP

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>

namespace gtid_test {

/// `name` below fixtures/, or that with ".gz" behind it. Long readings are kept compressed; gzip passes on
/// what it did not make.
inline std::string read_fixture(const std::string& name) {
  const std::string base = std::string(NBL_SOURCE_DIR) + "/fixtures/" + name;
  struct stat info;
  const std::string path = stat(base.c_str(), &info) == 0 ? base : base + ".gz";
  REQUIRE(stat(path.c_str(), &info) == 0);
  std::FILE* pipe = popen(("gzip -dcf '" + path + "'").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, pipe)) != 0;) text.append(part, got);
  REQUIRE(pclose(pipe) == 0);
  return text;
}

}  // namespace gtid_test

#endif
