// Whole logs. The choices in front: 0 what is mended and how quotas stand, 1 codecs, recovery and delivery, 2 the longest
// piece, 3 and 4 the seed of the pieces.
#include "reading.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

struct LogInput {
  nbl::LogOptions options;
  Feeding feeding;
  std::vector<std::uint8_t> log;
  PlainCodec zstd;
  PlainCodec zlib;
};

void choose(nbl::Span input, LogInput* out) {
  const std::uint8_t* const choices = input.data;
  const nbl::Span log = input.skip(kChoiceBytes);
  out->log.assign(log.data, log.data + log.size);
  if ((choices[0] & 1) == 0) fix_checksums(&out->log, true);
  out->options.limits = make_limits(choices[0] >> 1);
  out->options.verify_checksums = (choices[0] & 8) == 0;
  // Just room for a format description.
  if ((choices[0] & 16) != 0) out->options.limits.max_bytes = 336;
  if ((choices[0] & 32) != 0) out->options.limits.max_events = 0xffff;
  if ((choices[1] & 1) == 0) out->options.codecs.zstd = plain_codec(&out->zstd);
  if ((choices[1] & 2) == 0) out->options.codecs.zlib = plain_codec(&out->zlib);
  out->feeding.recover = (choices[1] & 4) == 0;
  out->feeding.longest = choices[2] + 1U;
  out->feeding.seed = choices[3] | static_cast<std::uint32_t>(choices[4]) << 8 | 0x10000U;
}

nbl::Span bytes_of(const LogInput& input) { return nbl::Span{input.log.data(), input.log.size()}; }

/// Stable memory must read as copied input does. There is one exception: a format description that says to be larger than the
/// block can hold is refused at once where it would have to be held, and is a cut tail where it would not.
void expect_same_stable(Trace copied, Trace stable, const char* what) {
  if (!copied.lines.empty() && copied.lines.size() <= stable.lines.size()) {
    const Line& one = copied.lines.back();
    const Line& other = stable.lines.back();
    if (one.is_error && other.is_error && one.code == nbl::Code::event_too_large && other.code == nbl::Code::incomplete_event) {
      copied.lines.pop_back();
      stable.lines.resize(copied.lines.size());
    }
  }
  expect_same(copied, stable, what);
}

/// Changes told by `rows` steps, and by the ends of the transactions that stand.
void check_delivery(const Trace& trace) {
  std::uint64_t rows = 0;
  for (const Line& line : trace.lines) {
    if (line.kind == nbl::StepKind::rows && !line.is_error) rows += line.changes;
    if (line.kind == nbl::StepKind::committed && !line.is_error) {
      // Rows that a savepoint's rollback undid have been told as well.
      FUZZ_CHECK(rows >= line.changes);
      rows = 0;
    }
    if (line.is_error || line.kind == nbl::StepKind::incomplete || line.kind == nbl::StepKind::rolled_back) rows = 0;
  }
}

}  // namespace

void run_log_stable(nbl::Span input) {
  if (input.size <= kChoiceBytes) return;
  LogInput one;
  choose(input, &one);
  one.options.input = nbl::Input::stable;
  Feeding whole = one.feeding;
  whole.seed = 0;
  const Copy log(bytes_of(one));
  const Trace at_once = read_log(log.span(), one.options, whole, ReadOptions{});
  const Trace growing = read_log(log.span(), one.options, one.feeding, ReadOptions{false, false});
  FUZZ_CHECK(at_once.lines.size() == growing.lines.size() && at_once.totals.events == growing.totals.events);
}

void run_log_pieces(nbl::Span input) {
  if (input.size <= kChoiceBytes) return;
  LogInput one;
  choose(input, &one);
  const ReadOptions reading{false, false};
  Feeding whole = one.feeding;
  whole.seed = 0;
  const Trace at_once = read_log(bytes_of(one), one.options, whole, reading);
  const Trace pieces = read_log(bytes_of(one), one.options, one.feeding, reading);
  expect_same(at_once, pieces, "copied: whole and in pieces");
  Feeding single = one.feeding;
  single.longest = 1;
  if (one.log.size() < 2048) expect_same(at_once, read_log(bytes_of(one), one.options, single, reading), "copied: whole and byte by byte");
  // Stable memory reads the same, as long as no event is larger than what copied input has room for.
  if (one.options.limits.max_bytes < one.log.size()) return;
  one.options.input = nbl::Input::stable;
  expect_same_stable(at_once, read_log(bytes_of(one), one.options, whole, reading), "copied and stable");
}

void run_log_events(nbl::Span input) {
  if (input.size <= kChoiceBytes) return;
  LogInput one;
  choose(input, &one);
  one.options.deliver = nbl::Deliver::events;
  Feeding whole = one.feeding;
  whole.seed = 0;
  const ReadOptions reading{false, false, false};
  const Trace pieces = read_log(bytes_of(one), one.options, one.feeding, reading);
  check_delivery(pieces);
  expect_same(read_log(bytes_of(one), one.options, whole, reading), pieces, "events: whole and in pieces");
  if (one.options.limits.max_bytes < one.log.size()) return;
  one.options.input = nbl::Input::stable;
  expect_same_stable(pieces, read_log(bytes_of(one), one.options, whole, reading), "events: copied and stable");
}

}  // namespace fuzz
