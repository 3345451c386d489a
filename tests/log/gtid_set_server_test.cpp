// 10,000 pairs of sets that a MySQL server compared: fixtures/mysql/gtid-sets.tsv.gz, one pair a line: both
// sets as they were given to it, GTID_SUBSET(a, b), GTID_SUBTRACT(a, b), and both sets as the
// server prints them. A line end inside a set stands as backslash and n.
#include <doctest/doctest.h>

#include "gtid_fixture.hpp"
#include "gtid_set_model.hpp"

using namespace gtid_test;

namespace {

std::string unescape(const std::string& field) {
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      out += field[i];
      continue;
    }
    REQUIRE(field[++i] == 'n');
    out += '\n';
  }
  return out;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t end = 0; (end = text.find(at, from)) != std::string::npos; from = end + 1) {
    parts.push_back(text.substr(from, end - from));
  }
  parts.push_back(text.substr(from));
  return parts;
}

}  // namespace

TEST_CASE("gtid set server: GTID_SUBSET and GTID_SUBTRACT over 10,000 pairs") {
  std::size_t pairs = 0;
  std::size_t subsets = 0;
  std::size_t differences = 0;
  for (const std::string& line : split(read_fixture("mysql/gtid-sets.tsv"), '\n')) {
    const std::vector<std::string> fields = split(line, '\t');
    if (line.empty()) continue;  // behind the last line's end
    REQUIRE(fields.size() == 6);
    CAPTURE(line);
    Set a(256);
    Set b(256);
    REQUIRE(a.parse(unescape(fields[0])));
    REQUIRE(b.parse(unescape(fields[1])));
    REQUIRE(a.text(nbl::GtidSetText::server) == unescape(fields[4]));
    REQUIRE(b.text(nbl::GtidSetText::server) == unescape(fields[5]));
    const bool subset = fields[2] == "1";
    REQUIRE(gtid_set_is_subset(a.set, b.set) == subset);
    Set rest(512);
    REQUIRE(gtid_set_copy(&rest.set, a.set, &rest.status));
    REQUIRE(gtid_set_subtract(&rest.set, b.set, &rest.status));
    REQUIRE(rest.text(nbl::GtidSetText::server) == unescape(fields[3]));
    REQUIRE((rest.set.count == 0) == subset);
    ++pairs;
    subsets += subset ? 1U : 0U;
    differences += rest.set.count != 0 && gtid_set_intersects(a.set, b.set) ? 1U : 0U;
  }
  CHECK(pairs >= 10000);
  CHECK(subsets >= 100);
  CHECK(differences >= 1000);
}
