// A GTID or anonymous prefix bound to the explicit transaction right behind it.
#include <new>

#include "event/body.hpp"
#include "event/fail.hpp"
#include "transaction/strict.hpp"

namespace nbl {
namespace {

bool is_prefix(EventType type) noexcept { return type == EventType::gtid || type == EventType::anonymous_gtid; }

bool fail_for_good(TransactionStore* store) noexcept {
  store->failed = true;
  store->has_prefix = false;
  return strict_drop(store);
}

bool refuse(TransactionStore* store) noexcept {
  store->status = Status{};
  store->status.code = Code::gtid_transaction_failed;
  return false;
}

bool take_prefix(TransactionStore* store, const Event& event) noexcept {
  if (store->has_prefix) return fail(&store->status, Code::second_gtid, event, 0);
  if (!parse_gtid_untagged(event, &store->gtid, &store->status)) return false;
  const Limits& limits = store->limits;
  const u64 size = event.bytes.size;
  if (size > limits.max_bytes) {
    (void)fail(&store->status, Code::byte_quota, event, 0);
    store->status.limit = limits.max_bytes;
    store->status.needed = size;
    return false;
  }
  store->has_prefix = true;
  store->prefix_offset = event.offset;
  store->prefix_end = event.offset + size;
  store->outer_events = 1;
  store->outer_bytes = size;
  return true;
}

/// The event behind a prefix: it must follow at once and be a BEGIN.
bool take_first(TransactionStore* store, Event* event, TransactionStep* inner) noexcept {
  if (event->offset > store->prefix_end) return fail(&store->status, Code::offset_gap, *event, 0);
  if (event->offset < store->prefix_end) return fail(&store->status, Code::offset_overlap, *event, 0);
  if (event->header.type == EventType::query) {
    TransactionBoundary boundary;
    if (!parse_boundary(*event, store->format, &boundary, &store->status)) return false;
    if (boundary.action == TransactionAction::begin) return strict_take(store, event, inner);
  }
  return fail(&store->status, Code::gtid_without_begin, *event, 0);
}

bool take(TransactionStore* store, Event* event, TransactionStep* inner) noexcept {
  if (store->active) {
    if (is_prefix(event->header.type)) {
      if (!strict_position(store, *event)) return false;
      return fail(&store->status, Code::second_gtid, *event, 0);
    }
    return strict_take(store, event, inner);
  }
  if (!store->has_prefix) {
    return is_prefix(event->header.type) ? take_prefix(store, *event) : fail(&store->status, Code::missing_gtid, *event, 0);
  }
  return is_prefix(event->header.type) ? take_prefix(store, *event) : take_first(store, event, inner);
}

void give_outcome(TransactionStore* store, const TransactionStep& inner, GtidTransactionStep* step) noexcept {
  step->outcome = inner.outcome;
  step->transaction = inner.transaction;
  step->gtid = store->gtid;
  step->start_offset = store->prefix_offset;
  step->end_offset = inner.transaction.end_offset;
  step->event_count = inner.transaction.event_count + 1;
  step->wire_bytes = inner.transaction.wire_bytes + (store->prefix_end - store->prefix_offset);
  store->has_prefix = false;
}

}  // namespace

GtidTransactionDecoder* GtidTransactionDecoder::init(void* block, usize size, const FormatDescription& format, const Limits& limits,
                                                     Input input, Status* status) noexcept {
  if (!check_block(block, size, transaction_workspace_size(limits, input), limits, status)) return nullptr;
  if (!format.valid()) {
    status->code = Code::missing_format_description;
    return nullptr;
  }
  Arena arena(static_cast<u8*>(block), size);
  auto* decoder = new (arena.take<u8>(sizeof(GtidTransactionDecoder))) GtidTransactionDecoder();
  decoder->store_ = place_store(&arena, format, limits, input);
  return decoder;
}

bool GtidTransactionDecoder::feed(Span input, u64 offset, GtidTransactionStep* step) noexcept {
  *step = GtidTransactionStep{};
  if (store_->failed) return refuse(store_);
  store_->status = Status{};
  Event event;
  TransactionStep inner;
  const bool whole = read_event(store_->format, input, offset, store_->limits.max_event_bytes, store_->crc, &event, &store_->status);
  step->header = event.header;
  if (!whole) return fail_for_good(store_);
  step->consumed = event.header.event_size;
  if (!take(store_, &event, &inner)) return fail_for_good(store_);
  if (inner.outcome != TransactionOutcome::none) give_outcome(store_, inner, step);
  return true;
}

bool GtidTransactionDecoder::finish() noexcept {
  if (store_->failed) return refuse(store_);
  store_->status = Status{};
  if (!is_active()) return true;
  store_->status.code = Code::incomplete_gtid_transaction;
  store_->status.offset = store_->prefix_offset;
  return fail_for_good(store_);
}

const Status& GtidTransactionDecoder::status() const noexcept { return store_->status; }
bool GtidTransactionDecoder::is_active() const noexcept { return store_->has_prefix || store_->active; }

}  // namespace nbl
