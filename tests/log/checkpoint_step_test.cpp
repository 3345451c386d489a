// Positions moved by the steps of real logs: what the sets must be comes from the servers themselves (the
// official tools' reading of each log's head, and gtid_executed at the end), where reading goes on from the
// steps an unbroken reading gives.
#include <doctest/doctest.h>

#include "gtid_fixture.hpp"
#include "gtid_set_model.hpp"
#include "log_reading.hpp"
#include "nanobinlog/checkpoint.hpp"

using log_test::Bytes;
using log_test::Opened;

namespace {

std::string log_name(int number) { return "binlog.00000" + std::to_string(number); }

Bytes read_log_file(const std::string& scenario, int number) {
  return log_test::read_file(log_test::fixture(scenario + "/" + log_name(number)));
}

/// A position with room for both sets.
struct Place {
  explicit Place(std::uint32_t records) : set(records), block(2 * records) {
    nbl::Status status;
    position.gtids = set.set;
    REQUIRE(maria_gtid_set_init(&position.maria_gtids, block.data(), block.size() * 8, &status));
  }
  [[nodiscard]] std::string gtids() const {
    char text[4096];
    std::size_t size = 0;
    nbl::Status status;
    REQUIRE(gtid_set_print(position.gtids, nbl::GtidSetText::one_line, text, sizeof text, &size, &status));
    return {text, size};
  }
  [[nodiscard]] std::string maria_gtids() const {
    char text[4096];
    std::size_t size = 0;
    nbl::Status status;
    REQUIRE(maria_gtid_set_print(position.maria_gtids, text, sizeof text, &size, &status));
    return {text, size};
  }
  [[nodiscard]] std::string file() const { return {position.file_name, position.file_name_size}; }

  gtid_test::Set set;
  std::vector<std::uint64_t> block;
  nbl::Position position;
};

std::string without_breaks(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

/// What mysqlbinlog prints behind `label` in the reading of a log, up to the next event; "[empty]" as
/// nothing.
std::string official(const std::string& scenario, int number, const std::string& label) {
  const std::string reading = gtid_test::read_fixture(scenario + "/" + log_name(number) + ".mysqlbinlog.txt");
  std::size_t at = reading.find(label);
  REQUIRE(at != std::string::npos);
  at = reading.find('\n', at) + 1;
  std::string text;
  while (reading.compare(at, 5, "# at ") != 0) {
    const std::size_t end = reading.find('\n', at);
    const std::string line = reading.substr(at + 2, end - at - 2);
    if (line != "[empty]") text += line;
    at = end + 1;
  }
  return text;
}

/// "gtid_executed" of a scenario.
std::string executed(const std::string& scenario) {
  const std::string text = gtid_test::read_fixture(scenario + "/scenario.json");
  const std::string key = "\"gtid_executed\": \"";
  const std::size_t at = text.find(key);
  REQUIRE(at != std::string::npos);
  std::string set = text.substr(at + key.size(), text.find('"', at + key.size()) - at - key.size());
  for (std::size_t n = 0; (n = set.find("\\n")) != std::string::npos;) set.erase(n, 2);
  return set;
}

/// Acknowledges every step of one log; `seen` is told after each.
template <typename Seen>
void acknowledge_log(Opened* opened, nbl::Span bytes, Place* place, Seen seen) {
  nbl::Status status;
  opened->reader->begin_file();
  REQUIRE(opened->feed(bytes, [&](const nbl::Step& step) {
    REQUIRE(position_acknowledge_step(&place->position, *opened->reader, step, &status));
    seen(step);
  }));
}

void follow_scenario(const std::string& scenario, int first, int logs) {
  const log_test::Lent lent;
  Opened opened(log_test::wide_options(nbl::Input::stable, lent));
  Place place(64);
  nbl::Status status;
  REQUIRE(position_begin_file(&place.position, gtid_test::span_of("unknown"), 0, &status));
  for (int number = first; number <= logs; ++number) {
    CAPTURE(number);
    const Bytes bytes = read_log_file(scenario, number);
    // The rotation has named it.
    if (number > first) CHECK(place.file() == log_name(number));
    REQUIRE(position_begin_file(&place.position, gtid_test::span_of(log_name(number)), 0, &status));
    int lists = 0;
    acknowledge_log(&opened, log_test::span_of(bytes), &place, [&](const nbl::Step& step) {
      if (step.kind == nbl::StepKind::rotate) return;
      if (!opened.reader->in_transaction()) CHECK(place.position.offset == step.end_offset);
      if (step.kind != nbl::StepKind::previous_gtids) return;
      ++lists;
      CHECK(place.gtids() == official(scenario, number, "\tPrevious-GTIDs\n"));
    });
    CHECK(lists == 1);
  }
  CHECK(place.gtids() == without_breaks(executed(scenario)));
}

}  // namespace

TEST_CASE("acknowledged steps give the server's own set, log by log") {
  follow_scenario("mysql/29_rotation", 1, 6);
  follow_scenario("mysql/17_gtid_tags", 1, 4);
}

TEST_CASE("started at a later log, the set begins with what the logs before it hold") {
  follow_scenario("mysql/29_rotation", 4, 6);
  follow_scenario("mysql/17_gtid_tags", 3, 4);
}

TEST_CASE("MariaDB's domains, log by log") {
  const log_test::Lent lent;
  Opened opened(log_test::wide_options(nbl::Input::stable, lent));
  const char* const lists[] = {"", "0-11-6", "0-11-7", "0-11-7", "0-11-9"};
  for (int first = 1; first <= 5; ++first) {
    Place place(64);
    nbl::Status status;
    for (int number = first; number <= 5; ++number) {
      CAPTURE(number);
      const Bytes bytes = read_log_file("mariadb/21_rotation", number);
      REQUIRE(position_begin_file(&place.position, gtid_test::span_of(log_name(number)), 0, &status));
      acknowledge_log(&opened, log_test::span_of(bytes), &place, [&](const nbl::Step& step) {
        // As mariadb-binlog prints each log's "Gtid list".
        if (step.kind == nbl::StepKind::previous_gtids) CHECK(place.maria_gtids() == lists[number - 1]);
      });
    }
  }
}

TEST_CASE("reading goes on from every acknowledged offset with exactly what was not acknowledged") {
  for (const char* scenario :
       {"mysql/29_rotation", "mysql/17_gtid_tags", "mysql/15_xa", "mysql/26_compression"}) {
    CAPTURE(scenario);
    const Bytes bytes = read_log_file(scenario, 1);
    const log_test::Lent lent;
    Opened opened(log_test::wide_options(nbl::Input::stable, lent));
    Place place(64);
    std::vector<std::string> lines;
    std::vector<std::uint64_t> offsets;  // where to go on behind lines[i]
    nbl::FormatDescription format;
    acknowledge_log(&opened, log_test::span_of(bytes), &place, [&](const nbl::Step& step) {
      format = opened.reader->format();
      lines.push_back(log_test::tell(step).line);
      offsets.push_back(step.kind == nbl::StepKind::rotate ? step.end_offset : place.position.offset);
    });
    REQUIRE(lines.size() >= 8);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      CAPTURE(i);
      std::vector<std::string> rest;
      opened.reader->begin_at(format, offsets[i]);
      REQUIRE(opened.feed(log_test::span_of(bytes).skip(static_cast<std::size_t>(offsets[i])),
                          [&](const nbl::Step& step) { rest.push_back(log_test::tell(step).line); }));
      CHECK(rest ==
            std::vector<std::string>(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end()));
    }
  }
}

TEST_CASE("what is not acknowledged moves nothing, and a tail without its end neither") {
  const Bytes bytes = read_log_file("mysql/29_rotation", 1);
  const log_test::Lent lent;
  Opened opened(log_test::wide_options(nbl::Input::stable, lent));
  Place place(64);
  nbl::Status status;
  // Acknowledge up to the third transaction, read on without.
  int transactions = 0;
  std::uint64_t end = 0;
  REQUIRE(opened.feed(log_test::span_of(bytes).first(bytes.size() - 60), [&](const nbl::Step& step) {
    if (transactions >= 3) return;
    REQUIRE(position_acknowledge_step(&place.position, *opened.reader, step, &status));
    if (step.has_gtid && ++transactions == 3) end = step.end_offset;
  }));
  CHECK(place.position.offset == end);
  CHECK(place.gtids() == "b3b21ab9-ec9f-11f1-bb97-02fc00000001:1-3");
  nbl::Step step;
  REQUIRE(opened.reader->finish(&step));
  REQUIRE(step.kind == nbl::StepKind::incomplete);
  REQUIRE(position_acknowledge_step(&place.position, *opened.reader, step, &status));
  CHECK(place.position.offset == end);
  CHECK(place.gtids() == "b3b21ab9-ec9f-11f1-bb97-02fc00000001:1-3");
}

TEST_CASE("a set without room refuses the head of a log") {
  const Bytes bytes = read_log_file("mysql/29_rotation", 2);
  const log_test::Lent lent;
  Opened opened(log_test::wide_options(nbl::Input::stable, lent));
  nbl::Position position;
  nbl::Status status;
  bool refused = false;
  REQUIRE(opened.feed(log_test::span_of(bytes), [&](const nbl::Step& step) {
    if (step.kind != nbl::StepKind::previous_gtids) return;
    refused = !position_acknowledge_step(&position, *opened.reader, step, &status);
  }));
  CHECK(refused);
  CHECK(status.code == nbl::Code::gtid_set_quota);
}
