// Groups: what begins, belongs to and ends what one GTID stands for.
#include <cstddef>
#include <cstring>

#include "log/state.hpp"

namespace nbl {
namespace {

void fill_group(const LogState& state, const Event& event, StepKind kind, Step* step) noexcept {
  const Transaction& pending = state.store.pending;
  step->kind = kind;
  step->event = event;
  step->has_gtid = state.has_gtid;
  step->has_xa = state.has_xa;
  step->reason = Code::ok;
  step->start_offset = state.store.active ? pending.wire_offset : event.offset;
  step->end_offset = event.offset + event.bytes.size;
  step->event_count = state.store.active ? pending.event_count : 1;
  step->wire_bytes = state.store.active ? pending.wire_bytes : event.bytes.size;
  if (state.has_gtid) {
    const bool plain = state.gtid.form == Gtid::Form::mysql || state.gtid.form == Gtid::Form::anonymous;
    std::memcpy(static_cast<void*>(&step->gtid), &state.gtid, plain ? offsetof(Gtid, tag) : sizeof(Gtid));
  }
  if (state.has_xa) step->xa = state.xa;
}

void end_group(LogState* state) noexcept {
  state->group = Group::idle;
  state->standalone = false;
  state->has_gtid = false;
  state->has_xa = false;
  state->prefix_events = 0;
  state->prefix_bytes = 0;
  state->result_out = true;
}

static_assert(sizeof(DroppedRange) == sizeof(DroppedBytes));

void fill_dropped(const TransactionStore& store, Step* step) noexcept {
  step->counts_exact = store.counts_exact;
  step->dropped_overflow = store.dropped_overflow;
  step->dropped = reinterpret_cast<const DroppedRange*>(store.dropped);
  step->dropped_count = store.dropped_count;
}

void fill_oversized(LogState* state, Step* step) noexcept {
  const TransactionStore& store = state->store;
  step->outcome = step->kind;
  step->kind = StepKind::oversized;
  step->reason = store.oversized_reason;
  step->quota_limit = store.quota_limit;
  step->quota_needed = store.quota_needed;
}

}  // namespace

void drop_group(LogState* state) noexcept {
  store_reset(&state->store);
  end_group(state);
  state->payload = PayloadState{};
  state->result_out = false;
}

bool admit(LogState* state, Event* event, bool inner) noexcept {
  if (inner) return true;
  TransactionStore* store = &state->store;
  if (!store->active) store_begin(store, *event, event->bytes.data);
  if (event->bytes.size > store->limits.max_event_bytes && state->options.deliver == Deliver::transactions) {
    store_set_oversized(store, Code::event_too_large, store->limits.max_event_bytes, event->bytes.size);
  }
  return store_admit(store, event);
}

void open_transaction(LogState* state, const Event& event) noexcept {
  Transaction& pending = state->store.pending;
  state->group = Group::open;
  state->prefix_events = pending.event_count - 1;
  state->prefix_bytes = pending.wire_bytes - event.bytes.size;
  pending.start_offset = event.offset;
  pending.timestamp = event.header.timestamp;
  pending.server_id = event.header.server_id;
}

Handled end_transaction(LogState* state, const Event& event, StepKind kind, bool inner, Step* step) noexcept {
  TransactionStore* store = &state->store;
  if (inner) {
    // The outer event ends it: nothing may stand behind, and the positions are the payload's.
    state->payload.ended = true;
    state->payload.outcome = kind;
    store->pending.commit_timestamp = event.header.timestamp;
    return Handled::quiet;
  }
  fill_group(*state, event, kind, step);
  if (kind == StepKind::rolled_back) {
    store->pending.discarded_changes += store->pending.change_count;
    store->pending.change_count = 0;
    store->pending.record_count = 0;
    store->tables.order_count = 0;
  }
  store_finish(store, step->end_offset, event.header, &step->transaction);
  step->transaction.event_count -= state->prefix_events;
  step->transaction.wire_bytes -= state->prefix_bytes;
  if (store->oversized || store->one_by_one) fill_dropped(*store, step);
  if (store->oversized) fill_oversized(state, step);
  end_group(state);
  return Handled::step;
}

Handled end_statement(LogState* state, const Event& event, StepKind kind, Step* step) noexcept {
  fill_group(*state, event, kind, step);
  state->store.active = false;
  end_group(state);
  return Handled::step;
}

Handled tell(LogState* state, const Event& event, StepKind kind, Code reason, Step* step) noexcept {
  (void)state;
  step->kind = kind;
  step->event = event;
  step->has_gtid = false;
  step->has_xa = false;
  step->reason = reason;
  step->start_offset = event.offset;
  step->end_offset = event.offset + event.bytes.size;
  step->event_count = 1;
  step->wire_bytes = event.bytes.size;
  return Handled::step;
}

Handled tell_incomplete(LogState* state, Code reason, Step* step) noexcept {
  const Transaction& pending = state->store.pending;
  Event event;
  event.offset = pending.wire_offset;
  fill_group(*state, event, StepKind::incomplete, step);
  step->reason = reason;
  step->start_offset = pending.wire_offset;
  step->end_offset = pending.end_offset;
  step->transaction = pending;
  step->transaction.event_count -= state->prefix_events;
  step->transaction.wire_bytes -= state->prefix_bytes;
  step->transaction.discarded_changes += pending.change_count;
  step->transaction.change_count = 0;
  step->transaction.record_count = 0;
  step->transaction.table_count = 0;
  drop_group(state);
  return Handled::step;
}

Handled deliver_rows(LogState* state, const Event& event, bool inner, Step* step) noexcept {
  TransactionStore* store = &state->store;
  fill_group(*state, inner ? state->payload.outer : event, StepKind::rows, step);
  step->transaction = store->pending;
  if (!inner) {
    step->transaction.wire = event.bytes.data;
    step->transaction.wire_offset = event.offset;
    step->transaction.wire_size = event.bytes.size;
  }
  step->transaction.side_size = store->side_used;
  step->transaction.records = store->records;
  step->transaction.definitions = store->tables.slots;
  step->transaction.columns = store->tables.columns;
  step->transaction.table_bytes = store->tables.bytes;
  step->transaction.order = store->tables.order;
  step->transaction.table_count = store->tables.order_count;
  step->transaction.side = store->side;
  store->pending.record_count = 0;
  return Handled::step;
}

}  // namespace nbl
