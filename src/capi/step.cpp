// What a step gives access to.
#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

static_assert(sizeof(nbl::FormatDescription::server_version) <= sizeof(nbl_format::server_version));
static_assert(sizeof(nbl::Gtid::tag) < sizeof(nbl_gtid::tag));

namespace nbl::capi {

void fill_gtid(const Gtid& gtid, nbl_gtid* out) noexcept {
  *out = NBL_GTID_INIT;
  out->form = static_cast<u32>(gtid.form);
  out->flags = gtid.flags;
  out->has = flag(gtid.has_logical_clock, NBL_GTID_HAS_LOGICAL_CLOCK) |
             flag(gtid.has_commit_time, NBL_GTID_HAS_COMMIT_TIME) |
             flag(gtid.has_transaction_length, NBL_GTID_HAS_TRANSACTION_LENGTH) |
             flag(gtid.has_server_version, NBL_GTID_HAS_SERVER_VERSION) |
             flag(gtid.has_commit_group_ticket, NBL_GTID_HAS_COMMIT_GROUP_TICKET);
  std::memcpy(out->uuid, gtid.uuid, sizeof(out->uuid));
  std::memcpy(out->tag, gtid.tag, gtid.tag_length);
  out->number = static_cast<u64>(gtid.number);
  out->last_committed = gtid.last_committed;
  out->sequence_number = gtid.sequence_number;
  out->immediate_commit_us = gtid.immediate_commit_us;
  out->original_commit_us = gtid.original_commit_us;
  out->transaction_length = gtid.transaction_length;
  out->commit_group_ticket = gtid.commit_group_ticket;
  out->commit_id = gtid.commit_id;
  out->domain_id = gtid.domain_id;
  out->server_id = gtid.server_id;
  out->immediate_server_version = gtid.immediate_server_version;
  out->original_server_version = gtid.original_server_version;
}

}  // namespace nbl::capi

namespace {

/// NBL_OK where the reader is in order and its last step may be looked at.
nbl_code check_step(const nbl_reader* reader) noexcept {
  if (!is_reader(reader)) return NBL_INVALID_ARGUMENT;
  return choose(reader->has_step && reader->step.kind != nbl::StepKind::need_more, NBL_OK, NBL_END);
}
nbl_code check_step(const nbl_reader* reader, const void* out) noexcept {
  return choose(sized(out), check_step(reader), NBL_INVALID_ARGUMENT);
}

bool has_query(nbl::StepKind kind) noexcept {
  return kind == nbl::StepKind::statement || kind == nbl::StepKind::xa_committed ||
         kind == nbl::StepKind::xa_rolled_back;
}

}  // namespace

nbl_code nbl_get_format(const nbl_reader* reader, nbl_format* out) {
  if (!is_reader(reader) || !sized(out)) return NBL_INVALID_ARGUMENT;
  const nbl::FormatDescription& format = reader->log->format();
  if (!format.valid()) return NBL_END;
  nbl_format full = NBL_FORMAT_INIT;
  full.version_number = format.version_number;
  full.mariadb = format.mariadb ? 1 : 0;
  full.checksum = static_cast<std::uint32_t>(format.checksum);
  full.header_length = format.header_length;
  full.created = format.created;
  std::memcpy(full.server_version, format.server_version, sizeof(format.server_version));
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_event(const nbl_reader* reader, nbl_event* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (reader->step.kind == nbl::StepKind::incomplete) return NBL_END;
  const nbl::Event& event = reader->step.event;
  nbl_event full = NBL_EVENT_INIT;
  full.type = static_cast<std::uint32_t>(event.header.type);
  full.timestamp = event.header.timestamp;
  full.server_id = event.header.server_id;
  full.flags = event.header.flags;
  full.header_length = event.header_length;
  full.offset = event.offset;
  // Of an event that fitted no buffer the core knows the size alone.
  if (event.bytes.data != nullptr) {
    full.bytes = bytes_of(event.bytes);
    full.body = bytes_of(event.body);
  }
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_gtid(const nbl_reader* reader, nbl_gtid* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (!reader->step.has_gtid) return NBL_END;
  nbl_gtid full;
  fill_gtid(reader->step.gtid, &full);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_xa(const nbl_reader* reader, nbl_xa* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (!reader->step.has_xa) return NBL_END;
  nbl_xa full = NBL_XA_INIT;
  full.format = reader->step.xa.format;
  full.gtrid = bytes_of(reader->step.xa.gtrid);
  full.bqual = bytes_of(reader->step.xa.bqual);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_query(const nbl_reader* reader, nbl_query* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (!has_query(reader->step.kind)) return NBL_END;
  const nbl::Query& query = reader->step.query;
  nbl::QueryVariables variables;
  nbl::parse_query_variables(query.status_variables, &variables);
  nbl_query full = NBL_QUERY_INIT;
  full.has = flag(variables.has_flags2, NBL_QUERY_HAS_FLAGS2) |
             flag(variables.has_sql_mode, NBL_QUERY_HAS_SQL_MODE) |
             flag(variables.has_charset, NBL_QUERY_HAS_CHARSET) |
             flag(variables.has_ddl_xid, NBL_QUERY_HAS_DDL_XID);
  full.thread_id = query.thread_id;
  full.execution_seconds = query.execution_seconds;
  full.error_code = query.error_code;
  full.flags2 = variables.flags2;
  full.client_collation = variables.client_collation;
  full.connection_collation = variables.connection_collation;
  full.server_collation = variables.server_collation;
  full.sql_mode = variables.sql_mode;
  full.ddl_xid = variables.ddl_xid;
  full.database = bytes_of(query.database);
  full.sql = bytes_of(query.sql);
  full.time_zone = bytes_of(variables.time_zone);
  full.user = bytes_of(variables.user);
  full.host = bytes_of(variables.host);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_rotate(const nbl_reader* reader, nbl_rotate* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (reader->step.kind != nbl::StepKind::rotate) return NBL_END;
  nbl_rotate full = NBL_ROTATE_INIT;
  full.position = reader->step.rotate.position;
  full.file_name = bytes_of(reader->step.rotate.file_name);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_incident(const nbl_reader* reader, nbl_incident* out) {
  const nbl_code code = check_step(reader, out);
  if (code != NBL_OK) return code;
  if (reader->step.kind != nbl::StepKind::incident) return NBL_END;
  nbl_incident full = NBL_INCIDENT_INIT;
  full.number = reader->step.incident.number;
  full.message = bytes_of(reader->step.incident.message);
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_dropped(const nbl_reader* reader, uint32_t index, uint64_t* from, uint64_t* to) {
  if (from == nullptr || to == nullptr) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_step(reader);
  if (code != NBL_OK) return code;
  if (reader->step.kind != nbl::StepKind::oversized) return NBL_END;
  if (index >= reader->step.dropped_count) return NBL_INDEX_OUT_OF_RANGE;
  *from = reader->step.dropped[index].from;
  *to = reader->step.dropped[index].to;
  return NBL_OK;
}

nbl_code nbl_step_transaction(const nbl_reader* reader, void* room, size_t size,
                              nbl_transaction** transaction) {
  const nbl_code code = check_step(reader);
  if (code != NBL_OK) return code;
  switch (reader->step.kind) {
    case nbl::StepKind::committed:
    case nbl::StepKind::rolled_back:
    case nbl::StepKind::xa_prepared:
    case nbl::StepKind::oversized:
    case nbl::StepKind::incomplete:
      return place_view(reader->step.transaction, &reader->generation, true, room, size, transaction);
    case nbl::StepKind::rows:
      // The bytes of a transaction that goes on are nobody's to keep.
      return place_view(reader->step.transaction, &reader->generation, false, room, size, transaction);
    default: return NBL_END;
  }
}
