// The case files of fixtures/synthetic whose decoder is this room's: gtid_event, previous_gtids and event.
// Their grammar is in the README beside them; the bytes and expectations come from an encoder that shares no
// code with the library.
#include <doctest/doctest.h>

#include <sstream>

#include "base/crc32.hpp"
#include "event_bytes.hpp"
#include "event_text.hpp"
#include "official_tools.hpp"

using namespace event_test;
namespace {

struct Case {
  std::string name, decoder, fde;
  std::uint64_t start = 4;
  std::vector<Bytes> events;
  std::vector<std::string> expected;  // one an event, `entry` lines behind their own
};

std::string field(const std::string& line, const std::string& key) {
  const std::size_t at = line.find(" " + key + "=");
  if (at == std::string::npos) return "";
  const std::size_t from = at + key.size() + 2;
  return line.substr(from, line.find(' ', from) - from);
}

bool names_code(const std::string& alternatives, const std::string& code) {
  return ("|" + alternatives + "|").find("|" + code + "|") != std::string::npos;
}

void check_error(const std::string& want, const nbl::Status& status) {
  CHECK(names_code(field(want, "code"), nbl::code_name(status.code)));
  const std::string exact = field(want, "offset");
  const std::string within = field(want, "within");
  if (!exact.empty()) CHECK(str(status.offset) == exact);
  if (within.empty()) return;
  const std::size_t dots = within.find("..");
  CHECK(status.offset >= std::stoull(within.substr(0, dots)));
  CHECK(status.offset <= std::stoull(within.substr(dots + 2)));
}

void run(const Case& c, const nbl::FormatDescription& f) {
  CAPTURE(c.name);
  REQUIRE(c.events.size() == c.expected.size());
  std::uint64_t at = c.start;
  for (std::size_t i = 0; i < c.events.size(); ++i) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[c.events[i].size()]);
    std::memcpy(exact.get(), c.events[i].data(), c.events[i].size());
    const nbl::Span input{exact.get(), c.events[i].size()};
    nbl::Event e;
    nbl::Status status;
    const bool framed = nbl::read_event(f, input, at, 1U << 24, nbl::crc32_best(), &e, &status);
    const std::string got = framed ? show(e, f, &status) : "";
    const std::string& want = c.expected[i];
    CAPTURE(want);
    if (want.rfind("error", 0) == 0) {
      CHECK(got == "");
      check_error(want, status);
    } else if (const std::string size = field(want, "size"); !size.empty()) {
      CHECK(got.size() == std::strlen("rows_query sql=\"\"") + std::stoul(size));
    } else {
      CHECK(got == want);
    }
    at += c.events[i].size();
  }
}

/// Runs the cases of a file that belong here; gives their number.
unsigned run_file(const std::string& name) {
  std::istringstream lines(read_file(fixtures() + "/synthetic/" + name));
  std::map<std::string, nbl::FormatDescription> formats;
  Case c;
  unsigned count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (word == "format") {
      const Bytes bytes = hex(rest.substr(rest.find(' ') + 1));
      nbl::Event e;
      nbl::Status status;
      REQUIRE(nbl::parse_format_description(nbl::Span{bytes.data(), bytes.size()}, 4, nbl::crc32_best(),
                                            &formats[rest.substr(0, rest.find(' '))], &e, &status));
    } else if (word == "case") {
      c = Case{};
      c.name = rest;
    } else if (word == "decoder") {
      c.decoder = rest;
    } else if (word == "fde") {
      c.fde = rest;
    } else if (word == "start") {
      c.start = std::stoull(rest);
    } else if (word == "event") {
      c.events.push_back(rest == "-" ? Bytes{} : hex(rest));
    } else if (word == "expect" && rest.rfind("entry ", 0) == 0) {
      c.expected.back() += "\n" + rest;
    } else if (word == "expect") {
      c.expected.push_back(rest);
    } else if (word == "end" &&
               (c.decoder == "gtid_event" || c.decoder == "previous_gtids" || c.decoder == "event")) {
      run(c, formats.at(c.fde));
      ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("cases: GTID and anonymous events, whole and broken") {
  CHECK(run_file("gtid_event.cases") >= 22 + 94);
}
TEST_CASE("cases: tagged GTIDs and MariaDB's") { CHECK(run_file("gtid_tagged.cases") > 20); }
TEST_CASE("cases: previous GTIDs") { CHECK(run_file("previous_gtids.cases") > 20); }
TEST_CASE("cases: the other events") { CHECK(run_file("bodies.cases") > 40); }
