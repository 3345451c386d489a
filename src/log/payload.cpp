// TRANSACTION_PAYLOAD: the inner events are read out of the side buffer while they are decompressed into it.
#include <cstring>

#include "event/fail.hpp"
#include "log/state.hpp"

namespace nbl {
namespace {

Handled payload_error(LogState* state, Code code) noexcept {
  (void)fail(&state->store.status, code, state->payload.outer, state->payload.outer.header_length);
  return Handled::error;
}

/// The side buffer is full in front of an incomplete inner event: what lies before it is let go. That is no loss where each
/// event is delivered at once, and makes the transaction oversized where it is to be kept.
bool make_room(LogState* state) noexcept {
  PayloadState& payload = state->payload;
  TransactionStore* store = &state->store;
  if (payload.parse_at == 0) return false;
  if (state->options.deliver == Deliver::transactions) {
    store_set_oversized(store, Code::codec_too_large, store->side_capacity, payload.filled + 1);
  }
  std::memmove(store->side, store->side + payload.parse_at, static_cast<usize>(payload.filled - payload.parse_at));
  payload.filled -= payload.parse_at;
  payload.parse_at = 0;
  store->side_used = payload.filled;
  return true;
}

enum class Filled : u8 { more, end, full, broken };

Filled fill(LogState* state) noexcept {
  PayloadState& payload = state->payload;
  TransactionStore* store = &state->store;
  if (payload.stream_done) return Filled::end;
  const usize room = static_cast<usize>(store->side_capacity - payload.filled);
  if (room == 0) return Filled::full;
  usize produced = 0;
  if (payload.compressed) {
    const Codec& codec = state->options.codecs.zstd;
    if (!codec.read(codec.context, store->side + payload.filled, room, &produced, &payload.stream_done)) return Filled::broken;
    if (produced == 0 && !payload.stream_done) return Filled::broken;
  } else {
    produced = payload.plain.size < room ? payload.plain.size : room;
    if (produced != 0) std::memcpy(store->side + payload.filled, payload.plain.data, produced);
    payload.plain = payload.plain.skip(produced);
    payload.stream_done = payload.plain.size == 0;
  }
  payload.filled += produced;
  store->side_used = payload.filled;
  return produced == 0 ? Filled::end : Filled::more;
}

/// An inner event whose size is known and whose bytes are all there. Inner events carry no checksum.
bool take_inner(LogState* state, Event* event, Handled* problem) noexcept {
  PayloadState& payload = state->payload;
  const TransactionStore& store = state->store;
  const u32 head = store.format.header_length;
  const u8* at = store.side + payload.parse_at;
  const u64 left = payload.filled - payload.parse_at;
  if (left < head) return false;
  read_header(at, &event->header);
  const u32 size = event->header.event_size;
  if (size < head) {
    *problem = payload_error(state, Code::bad_payload);
    return false;
  }
  if (left < size) return false;
  event->offset = payload.outer.offset;
  event->header_length = head;
  event->bytes = Span{at, size};
  event->body = Span{at + head, size - head};
  payload.parse_at += size;
  return true;
}

/// Outside a payload such an event without a BEGIN means that reading started in the middle; inside, that the payload is broken.
bool needs_begin(EventType type) noexcept {
  return type == EventType::table_map || type == EventType::xid || rows_type(type).is_rows;
}

Handled finish_payload(LogState* state, Step* step) noexcept {
  PayloadState& payload = state->payload;
  payload.active = false;
  if (!payload.ended || payload.parse_at != payload.filled) return payload_error(state, Code::bad_payload);
  const u32 commit_timestamp = state->store.pending.commit_timestamp;
  const Handled handled = end_transaction(state, payload.outer, payload.outcome, false, step);
  if (commit_timestamp != 0) step->transaction.commit_timestamp = commit_timestamp;
  return handled;
}

}  // namespace

Handled begin_payload(LogState* state, Event* event, Step* step) noexcept {
  TransactionStore* store = &state->store;
  if (!admit(state, event, false)) return Handled::error;
  Payload head;
  if (!parse_payload(*event, store->format, &head, &store->status)) return Handled::error;
  PayloadState& payload = state->payload;
  payload = PayloadState{};
  payload.outer = *event;
  payload.compressed = head.algorithm == Payload::Algorithm::zstd;
  payload.plain = head.payload;
  const Codec& codec = state->options.codecs.zstd;
  const bool no_codec = payload.compressed && (codec.begin == nullptr || codec.read == nullptr);
  if (no_codec || store->side_capacity == 0) {
    const Handled told = end_statement(state, *event, StepKind::unsupported, step);
    step->reason = no_codec ? Code::codec_missing : Code::codec_too_large;
    return told;
  }
  if (payload.compressed && !codec.begin(codec.context, head.payload)) return payload_error(state, Code::codec_failed);
  store->side_used = 0;
  payload.active = true;  // its events are read by continue_payload(), which feed() calls
  return Handled::quiet;
}

Handled continue_payload(LogState* state, Step* step) noexcept {
  PayloadState& payload = state->payload;
  for (;;) {
    Event event;
    Handled problem = Handled::quiet;
    while (take_inner(state, &event, &problem)) {
      if (payload.ended || (state->group != Group::open && needs_begin(event.header.type))) {
        return payload_error(state, Code::bad_payload);
      }
      const Handled handled = handle_event(state, &event, true, step);
      if (handled != Handled::quiet) return handled;
    }
    if (problem != Handled::quiet) return problem;
    switch (fill(state)) {
      case Filled::more:
        break;
      case Filled::end:
        return finish_payload(state, step);
      case Filled::full:
        if (make_room(state)) break;
        // One inner event alone is larger than the window.
        payload.active = false;
        (void)end_statement(state, payload.outer, StepKind::unsupported, step);
        step->reason = Code::codec_too_large;
        return Handled::step;
      case Filled::broken:
        return payload_error(state, Code::codec_failed);
    }
  }
}

}  // namespace nbl
