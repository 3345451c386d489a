// What each event type means to the reader.
#include <cstring>

#include "event/fail.hpp"
#include "log/state.hpp"

namespace nbl {
namespace {

// Handlers of rare events that hold a parsed body stay out of line: inlined, their frames would add up to one that every
// event's call path pays for.


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

Handled handle_rotate(LogState* state, const Event& event, Step* step) noexcept {
  if (!parse_rotate(event, state->store.format, &step->rotate, &state->store.status)) return Handled::error;
  return tell(state, event, StepKind::rotate, Code::ok, step);
}

Handled handle_format(LogState* state, Event* event, Step* step) noexcept {
  // Its parser has run in take_event(). A log that begins while a transaction is open means that its end was never written;
  // so does one whose headers have another length, since a transaction's records are read with one length for all.
  if (state->group != Group::idle) {
    const bool continues = (event->header.flags & kFlagArtificial) != 0 || event->header.next_position == 0;
    const bool alike = state->store.format.header_length == state->store.pending.header_length;
    if (!continues || !alike) return tell_incomplete(state, Code::incomplete_transaction, step);
    if (!admit(state, event, false)) return Handled::error;
  }
  return tell(state, *event, StepKind::format, Code::ok, step);
}

NBL_OWN_FRAME Handled handle_previous_gtids(LogState* state, const Event& event, Step* step) noexcept {
  Status* status = &state->store.status;
  if (event.header.type == EventType::previous_gtids) {
    PreviousGtids gtids;
    if (!parse_previous_gtids(event, state->store.format, &gtids, status)) return Handled::error;
  } else {
    MariaGtidList list;
    if (!parse_maria_gtid_list(event, state->store.format, &list, status)) return Handled::error;
  }
  return tell(state, event, StepKind::previous_gtids, Code::ok, step);
}

Handled handle_incident(LogState* state, Event* event, Step* step) noexcept {
  if (!admit(state, event, false)) return Handled::error;
  if (!parse_incident(*event, state->store.format, &step->incident, &state->store.status)) return Handled::error;
  return end_statement(state, *event, StepKind::incident, step);
}

/// Variables for the statement behind them begin its group.
NBL_OWN_FRAME Handled handle_variable(LogState* state, Event* event, bool inner) noexcept {
  StatementVariable variable;
  if (!parse_statement_variable(*event, state->store.format, &variable, &state->store.status)) return Handled::error;
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::idle) state->group = Group::prefixed;
  return Handled::quiet;
}

Handled handle_text(LogState* state, Event* event, bool inner) noexcept {
  Span sql;
  if (!parse_rows_query(*event, state->store.format, &sql, &state->store.status)) return Handled::error;
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::idle) state->group = Group::prefixed;
  store_note(&state->store, *event, inner);
  return Handled::quiet;
}

Handled handle_group_replication(LogState* state, Event* event, bool inner) noexcept {
  Span id;
  Status* status = &state->store.status;
  const FormatDescription& format = state->store.format;
  const bool good = event->header.type == EventType::view_change ? parse_view_change(*event, format, &id, status)
                                                                 : parse_transaction_context(*event, format, &id, status);
  if (!good) return Handled::error;
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::idle) state->group = Group::prefixed;
  return Handled::quiet;
}

/// Blocks of a file that a LOAD DATA in statement format reads belong to the statement behind them.
Handled handle_file_block(LogState* state, Event* event, bool inner) noexcept {
  if (event->body.size < 4) {
    (void)fail_body(&state->store.status, Code::bad_statement_event, *event, event->body.size);
    return Handled::error;
  }
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::idle) state->group = Group::prefixed;
  return Handled::quiet;
}

/// The statement of LOAD DATA in statement format: its post-header is that of a QUERY and 13 bytes more.
Handled handle_load_statement(LogState* state, Event* event, bool inner, Step* step) noexcept {
  constexpr usize kPostHeader = 26;
  const Span body = event->body;
  const usize text = kPostHeader + (body.size >= 13 ? usize{load_le16(body.data + 11)} + body.data[8] + 1 : body.size);
  if (text > body.size) {
    (void)fail_body(&state->store.status, Code::bad_statement_event, *event, 0);
    return Handled::error;
  }
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::open) {
    ++state->store.pending.statement_count;
    return Handled::quiet;
  }
  step->query = Query{};
  step->query.thread_id = load_le32(event->body.data);
  step->query.database = Span{event->body.data + text - 1 - event->body.data[8], event->body.data[8]};
  step->query.sql = event->body.skip(text);
  step->statement_kind = StatementKind::load;
  return end_statement(state, *event, StepKind::statement, step);
}

/// Not decoded. Inside a transaction it may have changed rows, so that is told as well.
Handled handle_unknown(LogState* state, Event* event, bool inner, Step* step) noexcept {
  const bool may_be_ignored = (event->header.flags & kFlagIgnorable) != 0 || event->header.type == EventType::ignorable;
  if (state->skip_to_group) return Handled::quiet;
  if (state->group != Group::idle) {
    if (!admit(state, event, inner)) return Handled::error;
    if (!may_be_ignored) ++state->store.pending.undecoded_events;
  }
  const Event& about = inner ? state->payload.outer : *event;
  if (may_be_ignored) return tell(state, about, StepKind::ignored, Code::ok, step);
  const Handled told = tell(state, about, StepKind::unsupported, Code::unsupported_event, step);
  step->event.header.type = event->header.type;
  return told;
}

/// These say nothing about rows. Inside a group they are part of its range all the same, since the bytes that are kept must
/// be those of the range, without a gap.
bool is_bystander(EventType type) noexcept {
  switch (type) {
    case EventType::rotate:
    case EventType::stop:
    case EventType::previous_gtids:
    case EventType::mariadb_gtid_list:
    case EventType::heartbeat:
    case EventType::heartbeat_v2:
    case EventType::large_transaction_header:
    case EventType::mariadb_binlog_checkpoint:
      return true;
    default:
      return false;
  }
}

NBL_OWN_FRAME Handled handle_envelope(LogState* state, Event* event, Step* step) noexcept {
  Status* status = &state->store.status;
  if (state->group != Group::idle && is_bystander(event->header.type) && !admit(state, event, false)) return Handled::error;
  switch (event->header.type) {
    case EventType::format_description:
      return handle_format(state, event, step);
    case EventType::rotate:
      return handle_rotate(state, *event, step);
    case EventType::stop:
      return tell(state, *event, StepKind::stop, Code::ok, step);
    case EventType::previous_gtids:
    case EventType::mariadb_gtid_list:
      return handle_previous_gtids(state, *event, step);
    case EventType::incident:
      return handle_incident(state, event, step);
    case EventType::heartbeat:
    case EventType::heartbeat_v2: {
      Heartbeat heartbeat;
      return parse_heartbeat(*event, state->store.format, &heartbeat, status) ? Handled::quiet : Handled::error;
    }
    case EventType::large_transaction_header: {
      LargeTransactionHeader header;
      return parse_large_transaction_header(*event, state->store.format, &header, status) ? Handled::quiet : Handled::error;
    }
    case EventType::mariadb_binlog_checkpoint: {
      Span name;
      return parse_maria_checkpoint(*event, state->store.format, &name, status) ? Handled::quiet : Handled::error;
    }
    case EventType::mariadb_start_encryption:
      (void)fail(status, Code::encrypted_log, *event, 0);
      state->recoverable = false;  // behind it not even the sizes can be read
      return Handled::error;
    case EventType::transaction_payload:
      if (state->group == Group::open) break;
      state->skip_to_group = false;
      return begin_payload(state, event, step);
    case EventType::gtid:
    case EventType::anonymous_gtid:
    case EventType::gtid_tagged:
    case EventType::mariadb_gtid:
      return handle_gtid(state, event, step);
    default:
      break;
  }
  return handle_unknown(state, event, false, step);
}

}  // namespace

Handled handle_event(LogState* state, Event* event, bool inner, Step* step) noexcept {
  switch (event->header.type) {
    case EventType::table_map:
      return handle_table_map(state, event, inner, step);
    case EventType::write_rows:
    case EventType::update_rows:
    case EventType::delete_rows:
    case EventType::write_rows_v1:
    case EventType::update_rows_v1:
    case EventType::delete_rows_v1:
    case EventType::partial_update_rows:
    case EventType::mariadb_write_rows_compressed_v1:
    case EventType::mariadb_update_rows_compressed_v1:
    case EventType::mariadb_delete_rows_compressed_v1:
    case EventType::mariadb_write_rows_compressed:
    case EventType::mariadb_update_rows_compressed:
    case EventType::mariadb_delete_rows_compressed:
      return handle_rows(state, event, inner, step);
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
    default:
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
    store_set_oversized(store, Code::event_too_large, store->limits.max_bytes, event.header.event_size);
    ++store->pending.event_count;
    ++store->pending.undecoded_events;
    store->pending.wire_bytes += event.header.event_size;
    store->pending.end_offset = event.offset + event.header.event_size;
    store->counts_exact = false;
  }
  const Handled told = tell(state, event, StepKind::unsupported, Code::event_too_large, step);
  step->end_offset = event.offset + event.header.event_size;
  step->wire_bytes = event.header.event_size;
  return told;
}

}  // namespace nbl
