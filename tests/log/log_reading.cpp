#include "log/log_reading.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "vectors/case_file.hpp"

namespace log_test {
namespace {

struct Feeder {
  nbl::LogReader* reader;
  nbl::Span bytes;
  bool copied;
  Depth depth;
  Reading* out;
  std::size_t at = 0;

  /// Everything up to `end`, over and over until the reader wants more. False on an error.
  bool feed_until(std::size_t end) {
    std::unique_ptr<std::uint8_t[]> own;
    const std::size_t from = at;
    if (copied) {
      own.reset(new std::uint8_t[end - from]);
      if (end != from) std::memcpy(own.get(), bytes.data + from, end - from);
    }
    for (;;) {
      const std::uint8_t* data = copied ? own.get() + (at - from) : bytes.data + at;
      std::size_t consumed = 0;
      nbl::Step step;
      const bool good = reader->feed(nbl::Span{data, end - at}, &consumed, &step);
      if (consumed > end - at)
        FAIL("more consumed than given");  // an assertion a call would take most of the time
      at += consumed;
      if (!good) return false;
      if (step.kind == nbl::StepKind::need_more) break;
      out->steps.push_back(tell(step, depth));
    }
    if (copied) {
      if (at != end) FAIL("copied input is always taken whole");
      std::memset(own.get(), 0xee, end - from);
    }
    return true;
  }
};

void say_end(const nbl::LogReader& reader, bool good, Reading* out) {
  out->status = reader.status();
  out->end = good ? "ok" : vectors::error_text(reader.status());
  out->offset = reader.offset();
  out->totals = reader.totals();
}

}  // namespace

Opened::Opened(const nbl::LogOptions& options) : block(nbl::log_reader_workspace_size(options)) {
  nbl::Status status;
  reader = nbl::LogReader::init(block.data(), block.size(), options, &status);
  REQUIRE(reader != nullptr);
}

Opened::~Opened() { CHECK(block.guard_is_whole()); }

Reading read_pieces(nbl::Span bytes, const nbl::LogOptions& options, const std::vector<std::size_t>& cuts,
                    Depth depth) {
  Reading out;
  Opened opened(options);
  nbl::LogReader* reader = opened.reader;
  Feeder feeder{reader, bytes, options.input == nbl::Input::copied, depth, &out};
  bool good = true;
  for (std::size_t i = 0; good && i <= cuts.size(); ++i)
    good = feeder.feed_until(i < cuts.size() ? cuts[i] : bytes.size);
  if (good) {
    out.at_finish = true;
    for (;;) {
      nbl::Step step;
      good = reader->finish(&step);
      if (!good || step.kind == nbl::StepKind::need_more) break;
      out.steps.push_back(tell(step, depth));
    }
  }
  say_end(*reader, good, &out);
  return out;
}

Reading read_log(nbl::Span bytes, const nbl::LogOptions& options, std::size_t piece, Depth depth) {
  std::vector<std::size_t> cuts;
  for (std::size_t at = piece; piece != 0 && at < bytes.size; at += piece) cuts.push_back(at);
  return read_pieces(bytes, options, cuts, depth);
}

std::string difference(const Reading& a, const Reading& b) {
  for (std::size_t i = 0; i < a.steps.size() && i < b.steps.size(); ++i) {
    if (a.steps[i] == b.steps[i]) continue;
    return "step " + std::to_string(i) + ": " + a.steps[i].line + " against " + b.steps[i].line;
  }
  if (a.steps.size() != b.steps.size()) {
    const Reading& more = a.steps.size() > b.steps.size() ? a : b;
    return "only one has " + more.steps[std::min(a.steps.size(), b.steps.size())].line;
  }
  if (a.end != b.end) return "end: " + a.end + " against " + b.end;
  return a == b ? "" : "totals differ";
}

}  // namespace log_test
