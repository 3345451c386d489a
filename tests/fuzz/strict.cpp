// The strict decoders over the events of a log. Choices: 0 mending and quotas, 1 what happens to offsets, 2 at which event.
#include "base/crc32.hpp"
#include "nanobinlog/transaction.hpp"
#include "reading.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

struct Outcome {
  bool good = false;
  nbl::Code code = nbl::Code::ok;
  nbl::TransactionOutcome outcome = nbl::TransactionOutcome::none;
  std::uint64_t at = 0;
  std::uint64_t digest = 0;
};

bool same(const Outcome& a, const Outcome& b) {
  return a.good == b.good && a.code == b.code && a.outcome == b.outcome && a.at == b.at && a.digest == b.digest;
}

struct Events {
  nbl::FormatDescription format;
  nbl::Limits limits;
  std::vector<std::uint8_t> bytes;  // behind the format description
  std::uint8_t shift = 0;           // offsets jump by this much ...
  std::size_t shift_at = ~std::size_t{0};  // ... in front of this event
};

bool choose(nbl::Span input, Events* out) {
  if (input.size <= kChoiceBytes + 4) return false;
  const std::uint8_t* const choices = input.data;
  const nbl::Span log = input.skip(kChoiceBytes);
  std::vector<std::uint8_t> bytes(log.data, log.data + log.size);
  if ((choices[0] & 1) == 0) fix_checksums(&bytes, true);
  nbl::Event event;
  nbl::Status status;
  const nbl::Span rest = nbl::Span{bytes.data(), bytes.size()}.skip(4);
  if (!nbl::parse_format_description(rest, 4, nullptr, &out->format, &event, &status)) return false;
  const nbl::Span events = rest.skip(event.bytes.size);
  out->bytes.assign(events.data, events.data + events.size);
  out->limits = make_limits(choices[0] >> 1);
  if ((choices[1] & 1) != 0) {
    out->shift = choices[1] >> 1;
    out->shift_at = choices[2];
  }
  return true;
}

void check_step(const nbl::TransactionStep& step, std::uint64_t start) {
  FUZZ_CHECK(step.transaction.start_offset == start);
}

void check_step(const nbl::GtidTransactionStep& step, std::uint64_t start) {
  static_cast<void>(start);
  FUZZ_CHECK(step.end_offset == step.transaction.end_offset && step.event_count == step.transaction.event_count + 1);
  FUZZ_CHECK(step.wire_bytes == step.end_offset - step.start_offset);
  FUZZ_CHECK(step.wire_bytes > step.transaction.wire_bytes && step.start_offset < step.transaction.start_offset);
  static_cast<void>(digest_gtid(step.gtid));
}

template <typename Decoder, typename Step>
std::vector<Outcome> run_all(const Events& events, nbl::Input mode, bool sticky) {
  std::vector<Outcome> outcomes;
  nbl::Status status;
  Block block(nbl::transaction_workspace_size(events.limits, mode));
  Decoder* decoder = Decoder::init(block.data(), block.size(), events.format, events.limits, mode, &status);
  FUZZ_CHECK(decoder != nullptr);
  const Copy stable(nbl::Span{events.bytes.data(), events.bytes.size()});
  std::uint64_t offset = 500;
  std::uint64_t begin = 0;
  std::size_t at = 0;
  bool failed = false;
  for (std::size_t i = 0; at < events.bytes.size(); ++i) {
    if (i == events.shift_at) offset += events.shift;
    // Copied input is gone once it has been fed.
    const nbl::Span rest = stable.span().skip(at);
    const Copy copy(mode == nbl::Input::copied ? rest : nbl::Span{});
    Step step;
    Outcome outcome;
    if (!decoder->is_active()) begin = offset;
    outcome.good = decoder->feed(mode == nbl::Input::copied ? copy.span() : rest, offset, &step);
    outcome.outcome = step.outcome;
    outcome.code = decoder->status().code;
    outcome.at = decoder->status().offset;
    FUZZ_CHECK(outcome.good == decoder->status().ok());
    if (!outcome.good) {
      FUZZ_CHECK(!decoder->is_active() && step.outcome == nbl::TransactionOutcome::none);
      if (sticky && failed) FUZZ_CHECK(outcome.code == nbl::Code::gtid_transaction_failed);
      failed = true;
    } else {
      FUZZ_CHECK(!sticky || !failed);
      FUZZ_CHECK(step.consumed >= 19 && step.consumed <= rest.size);
    }
    if (step.outcome != nbl::TransactionOutcome::none) {
      FUZZ_CHECK(!decoder->is_active());
      const nbl::Transaction& t = step.transaction;
      FUZZ_CHECK(t.end_offset == offset + step.consumed && t.wire_bytes == t.end_offset - t.start_offset);
      FUZZ_CHECK(t.event_count <= events.limits.max_events && t.wire_bytes <= events.limits.max_bytes);
      if (step.outcome == nbl::TransactionOutcome::rolled_back) FUZZ_CHECK(t.record_count == 0 && t.change_count == 0);
      check_step(step, begin);
      outcome.digest = digest_transaction(t, ReadOptions{false, true});
    }
    outcomes.push_back(outcome);
    const std::uint32_t size = step.consumed != 0 ? step.consumed : step.header.event_size;
    if (size < 19 || size > rest.size) break;
    offset += size;
    at += size;
  }
  const bool pending = decoder->is_active();
  const bool finished = decoder->finish();
  FUZZ_CHECK(finished == !(pending || (sticky && failed)) && !decoder->is_active());
  return outcomes;
}

template <typename Decoder, typename Step>
void run_both(nbl::Span input, bool sticky) {
  Events events;
  if (!choose(input, &events)) return;
  const auto copied = run_all<Decoder, Step>(events, nbl::Input::copied, sticky);
  const auto stable = run_all<Decoder, Step>(events, nbl::Input::stable, sticky);
  FUZZ_CHECK(copied.size() == stable.size());
  for (std::size_t i = 0; i < copied.size(); ++i) FUZZ_CHECK(same(copied[i], stable[i]));
}

}  // namespace

void run_transaction(nbl::Span input) { run_both<nbl::TransactionDecoder, nbl::TransactionStep>(input, false); }

void run_gtid_transaction(nbl::Span input) {
  run_both<nbl::GtidTransactionDecoder, nbl::GtidTransactionStep>(input, true);
}

}  // namespace fuzz
