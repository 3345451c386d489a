#include "transaction/store.hpp"

#include <cstring>

namespace nbl {
namespace {

// Records hold 32-bit offsets from the transaction's start.
constexpr u64 kMaxRange = 0xffffffffU;

}  // namespace

bool store_limits_valid(const Limits& limits) noexcept {
  return limits.max_events != 0 && limits.max_changes != 0 && limits.max_bytes != 0 && limits.max_event_bytes != 0 &&
         limits.max_event_changes != 0 && limits.max_image_bytes != 0 && limits.max_tables != 0 && limits.max_columns != 0 &&
         limits.max_table_bytes != 0 && limits.max_savepoints != 0;
}

void store_carve(TransactionStore* store, Arena* arena, const Limits& limits, Input input) noexcept {
  auto* records = arena->take<EventRecord>(limits.max_events);
  table_cache_carve(store == nullptr ? nullptr : &store->tables, arena, limits);
  auto* frames = arena->take<JsonFrame>(kJsonMaxDepth);
  auto* columns = arena->take<u16>(u64{limits.max_columns} * 2);
  auto* savepoints = arena->take<SavepointMark>(limits.max_savepoints);
  auto* dropped = arena->take<DroppedBytes>(limits.max_savepoints);
  auto* side = arena->take<u8>(limits.max_side_bytes);
  auto* bytes = input == Input::copied ? arena->take<u8>(limits.max_bytes) : nullptr;
  if (store == nullptr) return;
  store->limits = limits;
  store->byte_limit = limits.max_bytes < kMaxRange ? limits.max_bytes : kMaxRange;
  store->input = input;
  store->records = records;
  store->scratch = ImageScratch{frames, columns};
  store->savepoints = savepoints;
  store->dropped = dropped;
  store->side = side;
  store->side_capacity = limits.max_side_bytes;
  store->bytes = bytes;
}

void store_reset(TransactionStore* store) noexcept {
  store->active = false;
  store->oversized = false;
  store->counts_exact = true;
  store->maps_lost = Code::ok;
  store->dropped_overflow = false;
  store->savepoint_count = 0;
  store->dropped_count = 0;
  store->bytes_used = 0;
  store->side_used = 0;
  store->outer_events = 0;
  store->outer_bytes = 0;
  store->pending = Transaction{};
  table_cache_begin_transaction(&store->tables);
}

void store_begin(TransactionStore* store, const Event& event, const u8* at) noexcept {
  const u64 outer_events = store->outer_events;
  const u64 outer_bytes = store->outer_bytes;
  store_reset(store);
  store->outer_events = outer_events;
  store->outer_bytes = outer_bytes;
  store->active = true;
  Transaction& pending = store->pending;
  pending.start_offset = event.offset;
  pending.end_offset = event.offset;
  pending.wire_offset = event.offset;
  pending.wire = store->input == Input::copied ? store->bytes : at;
  pending.header_length = static_cast<u8>(event.header_length);
  pending.timestamp = event.header.timestamp;
  pending.server_id = event.header.server_id;
}

void store_set_oversized(TransactionStore* store, Code reason, u64 limit, u64 needed) noexcept {
  if (store->one_by_one || (store->oversized && store->oversized_reason != Code::ok)) return;
  store->oversized = true;
  store->oversized_reason = reason;
  store->quota_limit = limit;
  store->quota_needed = needed;
  store->pending.record_count = 0;
}

bool store_over(TransactionStore* store, const Event& event, Code code, u64 limit, u64 needed) noexcept {
  if (store->lenient) {
    store_set_oversized(store, code, limit, needed);
    return true;
  }
  (void)fail(&store->status, code, event, 0);
  store->status.limit = limit;
  store->status.needed = needed;
  return false;
}

bool store_over_quota(TransactionStore* store, const Event& event) noexcept {
  const u64 events = store->outer_events + store->pending.event_count;
  const u64 bytes = store->outer_bytes + store->pending.wire_bytes;
  if (events > store->limits.max_events && !store_over(store, event, Code::event_quota, store->limits.max_events, events)) return false;
  return bytes <= store->byte_limit || store_over(store, event, Code::byte_quota, store->byte_limit, bytes);
}

void store_copy(TransactionStore* store, Event* event) noexcept {
  const usize size = event->bytes.size;
  u8* const to = store->bytes + store->bytes_used;
  // A reader that puts pieces together does so right here; then there is nothing to copy.
  if (event->bytes.data != to) std::memmove(to, event->bytes.data, size);
  event->bytes.data = to;
  event->body.data = to + event->header_length;
  store->bytes_used += size;
}

void store_finish(TransactionStore* store, u64 end_offset, const Header& last, Transaction* out) noexcept {
  Transaction& pending = store->pending;
  pending.end_offset = end_offset;
  pending.commit_timestamp = last.timestamp;
  pending.records = store->records;
  pending.definitions = store->tables.slots;
  pending.columns = store->tables.columns;
  pending.table_bytes = store->tables.bytes;
  pending.order = store->tables.order;
  pending.table_count = store->tables.order_count;
  pending.side = store->side;
  const bool kept = !store->oversized && !store->one_by_one;
  pending.side_size = kept ? store->side_used : 0;
  pending.wire_size = kept ? end_offset - pending.wire_offset : 0;
  *out = pending;
  store->active = false;
}

}  // namespace nbl
