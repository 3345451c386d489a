// What each event type means to the reader.
#include <cstring>

#include "event/fail.hpp"
#include "log/state.hpp"

namespace nbl {
namespace {

/// The id outlives the event that brought it.
void keep_xa(LogState* state, const XaId& xid) noexcept {
  state->has_xa = true;
  state->xa.format = xid.format;
  state->xa.gtrid = Span{state->xa_bytes, xid.gtrid.size};
  state->xa.bqual = Span{state->xa_bytes + 64, xid.bqual.size};
  if (xid.gtrid.size != 0) std::memcpy(state->xa_bytes, xid.gtrid.data, xid.gtrid.size);
  if (xid.bqual.size != 0) std::memcpy(state->xa_bytes + 64, xid.bqual.data, xid.bqual.size);
}

Handled handle_gtid(LogState* state, Event* event, Step* step) noexcept {
  Handled told = Handled::quiet;
  if (state->group != Group::idle) told = tell_incomplete(state, Code::second_gtid, step);
  state->skip_to_group = false;
  if (!admit(state, event, false)) return Handled::error;
  if (!parse_gtid(*event, state->store.format, &state->gtid, &state->store.status)) return Handled::error;
  state->has_gtid = true;
  state->group = Group::prefixed;
  if (state->gtid.form != Gtid::Form::mariadb) return told;
  if (state->gtid.has_xid) {
    keep_xa(state, state->gtid.xid);
    state->gtid.xid = state->xa;
  }
  state->standalone = (state->gtid.flags & kMariaGtidStandalone) != 0;
  // MariaDB writes no BEGIN: its GTID is one, unless the next event alone is the group.
  if (!state->standalone) open_transaction(state, *event);
  return told;
}

Handled handle_xid(LogState* state, Event* event, bool inner, Step* step) noexcept {
  TransactionStore* store = &state->store;
  u64 xid = 0;
  if (!parse_xid(*event, store->format, &xid, &store->status)) return Handled::error;
  if (state->group != Group::open) {
    if (state->skip_to_group) {
      state->skip_to_group = false;
      return Handled::quiet;
    }
    // A prefix without a BEGIN is no transaction, so there is nothing that this could commit.
    if (state->group != Group::idle) drop_group(state);
    return tell(state, *event, StepKind::unsupported, Code::started_inside_group, step);
  }
  if (!admit(state, event, inner)) return Handled::error;
  store->pending.has_xid = true;
  store->pending.xid = xid;
  return end_transaction(state, *event, StepKind::committed, inner, step);
}

Handled handle_xa_prepare(LogState* state, Event* event, bool inner, Step* step) noexcept {
  XaPrepare prepare;
  if (!parse_xa_prepare(*event, state->store.format, &prepare, &state->store.status)) return Handled::error;
  keep_xa(state, prepare.xid);
  if (state->group != Group::open) {
    // A prepare without rows still ends its group.
    if (!admit(state, event, inner)) return Handled::error;
    open_transaction(state, *event);
  } else if (!admit(state, event, inner)) {
    return Handled::error;
  }
  return end_transaction(state, *event, prepare.one_phase ? StepKind::committed : StepKind::xa_prepared, inner, step);
}

Handled started_inside(LogState* state, const Event& event, Step* step) noexcept {
  if (state->skip_to_group) return Handled::quiet;
  state->skip_to_group = true;
  if (state->group != Group::idle) drop_group(state);
  return tell(state, event, StepKind::unsupported, Code::started_inside_group, step);
}

Handled handle_table_map(LogState* state, Event* event, bool inner, Step* step) noexcept {
  if (state->group != Group::open) return started_inside(state, *event, step);
  if (!admit(state, event, inner) || !store_table_map(&state->store, *event)) return Handled::error;
  return Handled::quiet;
}

/// The images of a MariaDB compressed ROWS event, or null data with the reason in `*step` or the status.
NBL_OWN_FRAME Handled inflate_images(LogState* state, const Event& event, Span* images, Step* step) noexcept {
  TransactionStore* store = &state->store;
  RowsHead head;
  u32 cursor_at = 0;
  u32 slot = 0;
  if (!parse_rows_prefix(event, store->format, &head, &cursor_at, &store->status)) return Handled::error;
  if (!table_cache_find(store->tables, head.table_id, &slot)) return Handled::quiet;  // store_rows() says what is wrong
  const u32 columns = store->tables.slots[slot].column_count;
  if (!parse_rows_bitmaps(event, cursor_at, columns, &head, &store->status)) return Handled::error;
  Code reason = Code::ok;
  switch (inflate_block(state, event.body.skip(head.images_at), images)) {
    case Inflated::done:
      return Handled::quiet;
    case Inflated::missing:
      reason = Code::codec_missing;
      break;
    case Inflated::too_large:
      reason = Code::codec_too_large;
      break;
    default:
      (void)fail_body(&store->status, Code::codec_failed, event, head.images_at);
      return Handled::error;
  }
  ++store->pending.undecoded_events;
  if ((head.flags & kRowsStatementEnd) != 0) table_cache_end_statement(&store->tables);
  return tell(state, event, StepKind::unsupported, reason, step);
}

Handled handle_rows(LogState* state, Event* event, bool inner, Step* step) noexcept {
  if (state->group != Group::open) return started_inside(state, *event, step);
  TransactionStore* store = &state->store;
  if (!admit(state, event, inner)) return Handled::error;
  Span images;
  if (rows_type(event->header.type).compressed) {
    const Handled inflated = inflate_images(state, *event, &images, step);
    if (inflated != Handled::quiet) return inflated;
  }
  const u64 undecoded = store->pending.undecoded_events;
  if (!store_rows(store, *event, images, inner)) return Handled::error;
  if (store->pending.undecoded_events != undecoded) {
    const Code reason = store->status.code;
    store->status.code = Code::ok;
    return tell(state, inner ? state->payload.outer : *event, StepKind::unsupported, reason, step);
  }
  if (state->options.deliver == Deliver::events && store->pending.record_count != 0) return deliver_rows(state, *event, inner, step);
  return Handled::quiet;
}

}  // namespace

Handled handle_event(LogState* state, Event* event, bool inner, Step* step) noexcept {
  switch (event->header.type) {
    case EventType::table_map:
      return handle_table_map(state, event, inner, step);
    case EventType::query:
    case EventType::mariadb_query_compressed:
      return handle_query(state, event, inner, step);
    case EventType::xid:
      return handle_xid(state, event, inner, step);
    case EventType::rows_query:
    case EventType::mariadb_annotate_rows:
      return handle_text(state, event, inner);
    case EventType::intvar:
    case EventType::rand:
    case EventType::user_var:
      return handle_variable(state, event, inner);
    case EventType::xa_prepare:
      return handle_xa_prepare(state, event, inner, step);
    case EventType::view_change:
    case EventType::transaction_context:
      return handle_group_replication(state, event, inner);
    case EventType::begin_load_query:
    case EventType::append_block:
    case EventType::delete_file:
      return handle_file_block(state, event, inner);
    case EventType::execute_load_query:
      return handle_load_statement(state, event, inner, step);
    case EventType::gtid:
    case EventType::anonymous_gtid:
    case EventType::gtid_tagged:
    case EventType::mariadb_gtid:
      return inner ? handle_unknown(state, event, true, step) : handle_gtid(state, event, step);
    default:
      if (rows_type(event->header.type).is_rows) return handle_rows(state, event, inner, step);
      return inner ? handle_unknown(state, event, true, step) : handle_envelope(state, event, step);
  }
}

Handled handle_huge(LogState* state, Step* step) noexcept {
  // The event has passed by without ever being held: its header is all that is known.
  Event event;
  event.header = state->huge_header;
  event.offset = state->huge_offset;
  event.header_length = state->store.format.header_length;
  TransactionStore* store = &state->store;
  if (store->active) {
    ++store->pending.event_count;
    ++store->pending.undecoded_events;
    store->pending.wire_bytes += event.header.event_size;
    store->pending.end_offset = event.offset + event.header.event_size;
    if (event.header.event_size > store->limits.max_event_bytes) {
      store_set_oversized(store, Code::event_too_large, store->limits.max_event_bytes, event.header.event_size);
    }
    (void)store_over_quota(store, event);  // it is larger than max_bytes, so there is one
    store->counts_exact = false;
  }
  const Handled told = tell(state, event, StepKind::unsupported, Code::event_too_large, step);
  step->end_offset = event.offset + event.header.event_size;
  step->wire_bytes = event.header.event_size;
  return told;
}

}  // namespace nbl
