// Table definitions, row images and values, through the strict decoder: BEGIN, one or two TABLE_MAPs, ROWS, XID.
#include <cstdio>

#include "base/crc32.hpp"
#include "nanobinlog/transaction.hpp"
#include "reading.hpp"
#include "row/table_map.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

using nbl::EventType;

constexpr std::uint8_t kBegin[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'B', 'E', 'G', 'I', 'N'};
constexpr std::uint8_t kXid[] = {7, 0, 0, 0, 0, 0, 0, 0};

void put(std::vector<std::uint8_t>* out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void put(std::vector<std::uint8_t>* out, nbl::Span bytes) { out->insert(out->end(), bytes.data, bytes.data + bytes.size); }

nbl::Span span_of(const std::vector<std::uint8_t>& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }

/// Feeds one decoder of copied input, whose events are gone once fed, event by event.
class Feed {
 public:
  Feed(const nbl::FormatDescription& format, const nbl::Limits& limits)
      : format_(format), block_(nbl::transaction_workspace_size(limits, nbl::Input::copied)) {
    nbl::Status status;
    decoder_ = nbl::TransactionDecoder::init(block_.data(), block_.size(), format, limits, nbl::Input::copied, &status);
    FUZZ_CHECK(decoder_ != nullptr);
  }
  /// False where the event was refused; the transaction is then gone.
  bool event(EventType type, nbl::Span body, nbl::TransactionStep* step) {
    const EventBytes bytes(format_, type, body, offset_, true);
    const nbl::Event event = bytes.event();
    const bool good = decoder_->feed(bytes.span(), offset_, step);
    FUZZ_CHECK(step->consumed == bytes.span().size || (!good && step->consumed == 0));
    offset_ += bytes.span().size;
    if (good) return true;
    FUZZ_CHECK(!decoder_->is_active() && step->outcome == nbl::TransactionOutcome::none);
    check_error(decoder_->status(), event);
    return false;
  }
  bool event(EventType type, nbl::Span body) {
    nbl::TransactionStep step;
    return event(type, body, &step);
  }
  void begin() { FUZZ_CHECK(event(EventType::query, nbl::Span{kBegin, sizeof(kBegin)})); }
  /// Ends the transaction and reads it all.
  void commit(std::uint64_t events, const ReadOptions& options) {
    nbl::TransactionStep step;
    FUZZ_CHECK(event(EventType::xid, nbl::Span{kXid, sizeof(kXid)}, &step));
    FUZZ_CHECK(step.outcome == nbl::TransactionOutcome::committed && step.transaction.event_count == events + 2);
    static_cast<void>(digest_transaction(step.transaction, options));
  }

 private:
  nbl::FormatDescription format_;
  Block block_;
  nbl::TransactionDecoder* decoder_ = nullptr;
  std::uint64_t offset_ = 4;
};

constexpr EventType kRowTypes[] = {EventType::write_rows,    EventType::update_rows,   EventType::delete_rows};

nbl::FormatDescription strict_format(std::uint8_t head) {
  nbl::FormatDescription format = make_format(head & 1);
  format.checksum = nbl::Checksum::off;
  if ((head & 2) != 0) format.post_header_lengths[static_cast<std::size_t>(EventType::table_map)] = 6;
  if ((head & 4) != 0) format.post_header_lengths[static_cast<std::size_t>(EventType::write_rows)] = 6;
  return format;
}

}  // namespace

void run_table_map(nbl::Span input) {
  Choices choices(input);
  const std::uint8_t head = choices.byte();
  const nbl::FormatDescription format = strict_format(head);
  nbl::Limits limits = make_limits(head >> 3);
  if ((head & 0x80) != 0) {
    limits.max_columns = 4096;
    limits.max_table_bytes = 1U << 16;
    limits.max_bytes = 1U << 20;
    limits.max_event_bytes = 1U << 20;
  }
  Feed feed(format, limits);
  feed.begin();
  std::uint64_t events = 0;
  // Several definitions, each behind a length; the last takes what is left.
  while (choices.rest().size > 2 && events < 8) {
    const std::size_t size = choices.word();
    if (!feed.event(EventType::table_map, choices.bytes(size))) return;
    ++events;
  }
  feed.commit(events, ReadOptions{});
}

void run_rows(nbl::Span input) {
  Choices choices(input);
  const std::uint8_t head = choices.byte();
  const nbl::FormatDescription format = strict_format(head);
  Feed feed(format, make_limits(head >> 3));
  feed.begin();
  const std::size_t map = choices.word();
  if (!feed.event(EventType::table_map, choices.bytes(map))) return;
  std::uint64_t events = 1;
  // Some ROWS events, each a type, a length and a body.
  while (choices.rest().size > 3 && events < 8) {
    const EventType type = kRowTypes[choices.byte() % 3];
    const std::size_t size = choices.word();
    if (!feed.event(type, choices.bytes(size))) return;
    ++events;
  }
  feed.commit(events, ReadOptions{});
}

void run_value(nbl::Span input) {
  // One column of a type and metadata out of the input, an INT behind it that shows where the value ended, and rows.
  Choices choices(input);
  const std::uint8_t head = choices.byte();
  const std::uint8_t type = choices.byte();
  const nbl::Span metadata = choices.bytes(head & 7);
  std::vector<std::uint8_t> map;
  put(&map, 5, 6);
  put(&map, 1, 2);
  for (const char* name : {"d", "t"}) {
    put(&map, 1, 1);
    put(&map, static_cast<std::uint8_t>(name[0]), 2);
  }
  put(&map, 2, 1);
  put(&map, type, 1);
  put(&map, 3, 1);
  put(&map, metadata.size, 1);
  put(&map, metadata);
  put(&map, 3, 1);
  if ((head & 8) != 0) put(&map, choices.bytes(choices.byte()));
  std::vector<std::uint8_t> rows;
  put(&rows, 5, 6);
  put(&rows, 1, 2);
  put(&rows, 2, 2);
  put(&rows, 2, 1);
  put(&rows, 3, 1);
  put(&rows, choices.rest());
  Feed feed(strict_format(head >> 4 & 1), make_limits(1));
  feed.begin();
  if (!feed.event(EventType::table_map, span_of(map))) return;
  if (!feed.event((head & 0x20) != 0 ? EventType::delete_rows : EventType::write_rows, span_of(rows))) return;
  feed.commit(2, ReadOptions{});
}

}  // namespace fuzz
