// Events around and between transactions, and what a statement or a group brings along. Handlers that hold a parsed body stay
// out of line: inlined, their frames would add up to one that every event's call path pays for.
#include "event/fail.hpp"
#include "log/state.hpp"

namespace nbl {
namespace {

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

/// What comes in front of a statement begins its group.
Handled join_group(LogState* state, Event* event, bool inner) noexcept {
  if (state->skip_to_group) return Handled::quiet;
  if (!admit(state, event, inner)) return Handled::error;
  if (state->group == Group::idle) state->group = Group::prefixed;
  return Handled::quiet;
}

}  // namespace

NBL_OWN_FRAME Handled handle_variable(LogState* state, Event* event, bool inner) noexcept {
  StatementVariable variable;
  if (!parse_statement_variable(*event, state->store.format, &variable, &state->store.status)) return Handled::error;
  return join_group(state, event, inner);
}

Handled handle_text(LogState* state, Event* event, bool inner) noexcept {
  Span sql;
  if (!parse_rows_query(*event, state->store.format, &sql, &state->store.status)) return Handled::error;
  const Handled handled = join_group(state, event, inner);
  if (handled == Handled::quiet && !state->skip_to_group) store_note(&state->store, *event, inner);
  return handled;
}

Handled handle_group_replication(LogState* state, Event* event, bool inner) noexcept {
  Span id;
  Status* status = &state->store.status;
  const FormatDescription& format = state->store.format;
  const bool good = event->header.type == EventType::view_change ? parse_view_change(*event, format, &id, status)
                                                                 : parse_transaction_context(*event, format, &id, status);
  if (!good) return Handled::error;
  return join_group(state, event, inner);
}

/// Blocks of a file that a LOAD DATA in statement format reads belong to the statement behind them.
Handled handle_file_block(LogState* state, Event* event, bool inner) noexcept {
  if (event->body.size < 4) {
    (void)fail_body(&state->store.status, Code::bad_statement_event, *event, event->body.size);
    return Handled::error;
  }
  return join_group(state, event, inner);
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
    default:
      break;
  }
  return handle_unknown(state, event, false, step);
}

}  // namespace nbl
