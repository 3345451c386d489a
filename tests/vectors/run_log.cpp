// Whole files over the vectors: in one piece and in small ones, and cut or flipped everywhere where the case
// wants it.
#include <doctest/doctest.h>

#include "case_file.hpp"
#include "log/log_reading.hpp"

namespace vectors {
namespace {

using log_test::Reading;
using log_test::Told;

nbl::LogOptions options_for(const Case& one, nbl::Input input, const log_test::Lent& lent) {
  nbl::LogOptions options;
  options.limits = one.limits;
  options.limits.max_side_bytes = 1U << 20;
  options.input = input;
  if (one.has_option("codec-zstd")) options.codecs.zstd = lent.codecs.zstd;
  if (one.has_option("codec-zlib")) options.codecs.zlib = lent.codecs.zlib;
  return options;
}

/// Whether the step says all that the expected line says.
bool says(const Told& told, const std::string& expected) {
  const std::string kind = expected.substr(0, expected.find(' '));
  if (told.line.compare(0, kind.size() + 1, kind + " ") != 0) return false;
  std::size_t at = kind.size();
  while (at < expected.size()) {
    const std::size_t equals = expected.find('=', at);
    if (equals == std::string::npos) return false;
    const std::string key = expected.substr(at + 1, equals - at - 1);
    const std::string value = log_test::field(expected, key);
    if (value != log_test::field(told.line, key)) return false;
    at = equals + 1 + value.size();
  }
  return true;
}

bool is_step(const std::string& line) {
  return line.compare(0, 5, "rows ") != 0 && line.compare(0, 6, "error ") != 0 &&
         line.compare(0, 7, "finish ") != 0;
}

void check_reading(const Case& one, const Reading& reading, const std::string& how) {
  CAPTURE(how);
  std::size_t step = 0;
  std::vector<std::string> rows;
  bool ended = false;
  for (const std::string& expected : one.expected) {
    if (expected.compare(0, 5, "rows ") == 0) {
      REQUIRE_MESSAGE(!rows.empty(), one.name << ": no " << expected);
      CHECK_MESSAGE(rows.front() == expected,
                    one.name << ": expected '" << expected << "' but got '" << rows.front() << "'");
      rows.erase(rows.begin());
      continue;
    }
    CHECK_MESSAGE(rows.empty(), one.name << ": not expected: " << (rows.empty() ? "" : rows.front()));
    rows.clear();
    if (!is_step(expected)) {
      ended = true;
      const bool wants_error = expected.find("error ") != std::string::npos;
      CHECK_MESSAGE(reading.at_finish == (expected.compare(0, 7, "finish ") == 0),
                    one.name << ": " << reading.end);
      CHECK_MESSAGE((wants_error ? error_matches(expected, reading.status) : reading.end == "ok"),
                    one.name << ": expected '" << expected << "' but got '" << reading.end << "'");
      continue;
    }
    REQUIRE_MESSAGE(step < reading.steps.size(), one.name << ": no '" << expected << "' but " << reading.end);
    const Told& told = reading.steps[step++];
    CHECK_MESSAGE(says(told, expected),
                  one.name << ": expected '" << expected << "' but got '" << told.line << "'");
    if (told.line.compare(0, 9, "committed") == 0 || told.line.compare(0, 11, "xa_prepared") == 0)
      rows = told.rows;
  }
  CHECK_MESSAGE(rows.empty(), one.name << ": not expected: " << (rows.empty() ? "" : rows.front()));
  CHECK_MESSAGE(step == reading.steps.size(), one.name << ": more steps than expected");
  CHECK((ended || reading.at_finish));
}

bool is_commit(const Told& told) { return told.line.compare(0, 10, "committed ") == 0; }

void check_cut(const Case& one, const Reading& whole, const Reading& cut, std::size_t length) {
  CAPTURE(one.name);
  CAPTURE(length);
  std::size_t next = 0;
  for (const Told& told : cut.steps) {
    if (!is_commit(told)) continue;
    while (next < whole.steps.size() && !is_commit(whole.steps[next])) ++next;
    REQUIRE(next < whole.steps.size());
    CHECK(whole.steps[next++] == told);
    CHECK(std::stoull(log_test::field(told.line, "end")) <= length);
  }
  for (; next < whole.steps.size(); ++next) {
    if (is_commit(whole.steps[next]))
      CHECK(std::stoull(log_test::field(whole.steps[next].line, "end")) > length);
  }
  const nbl::Code code = cut.status.code;
  CHECK(cut.at_finish);
  CHECK((code == nbl::Code::ok || code == nbl::Code::incomplete_event || code == nbl::Code::empty_log));
}

void cut_everywhere(const Case& one, nbl::Span bytes, const nbl::LogOptions& options) {
  const Reading whole = log_test::read_log(bytes, options, 0);
  for (std::size_t length = 0; length < bytes.size; ++length) {
    check_cut(one, whole, log_test::read_log(bytes.first(length), options, 0), length);
  }
}

/// The end of the event that holds the byte.
std::uint64_t event_end(nbl::Span bytes, std::size_t at) {
  std::size_t end = 4;
  while (end <= at) {
    nbl::Header header;
    nbl::read_header(bytes.data + end, &header);
    end += header.event_size;
  }
  return end;
}

void flip_everywhere(const Case& one, nbl::Span bytes, const nbl::LogOptions& options) {
  const Reading whole = log_test::read_log(bytes, options, 0);
  for (std::size_t at = 0; at < bytes.size; ++at) {
    Bytes copy(bytes.data, bytes.data + bytes.size);
    copy[at] ^= 0xff;
    const Reading reading = log_test::read_log(nbl::Span{copy.data(), copy.size()}, options, 0);
    CAPTURE(one.name);
    CAPTURE(at);
    CHECK(reading.end != "ok");
    // The place is inside what the event now claims to be, which a flipped size puts far behind its true end.
    CHECK(reading.status.offset - reading.status.event_offset < event_end(bytes, at));
    for (std::size_t i = 0; i < reading.steps.size(); ++i) {
      if (is_commit(reading.steps[i])) CHECK((i < whole.steps.size() && reading.steps[i] == whole.steps[i]));
    }
  }
}

}  // namespace

void run_log(const CaseFile&, const Case& one) {
  Bytes bytes;
  for (const Input& input : one.inputs) bytes.insert(bytes.end(), input.bytes.begin(), input.bytes.end());
  const nbl::Span span{bytes.data(), bytes.size()};
  const log_test::Lent lent;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    const nbl::LogOptions options = options_for(one, input, lent);
    const std::string name = input == nbl::Input::stable ? "stable" : "copied";
    for (const std::size_t piece : {0U, 1U, 7U}) {
      check_reading(one, log_test::read_log(span, options, piece),
                    name + " in pieces of " + std::to_string(piece));
    }
    if (one.has_option("cut-everywhere")) cut_everywhere(one, span, options);
    if (one.has_option("flip-everywhere")) flip_everywhere(one, span, options);
  }
}

}  // namespace vectors
