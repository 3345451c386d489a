#include "ports/cli/outcome.hpp"

namespace nbl::cli {

namespace {

bool has_transaction(StepKind kind) {
  return kind == StepKind::committed || kind == StepKind::rolled_back || kind == StepKind::xa_prepared ||
         kind == StepKind::incomplete || kind == StepKind::oversized;
}

bool is_line(StepKind kind) {
  switch (kind) {
    case StepKind::committed:
    case StepKind::rolled_back:
    case StepKind::statement:
    case StepKind::xa_prepared:
    case StepKind::xa_committed:
    case StepKind::xa_rolled_back:
    case StepKind::incident:
    case StepKind::unsupported:
    case StepKind::oversized:
    case StepKind::incomplete: return true;
    default: return false;
  }
}

}  // namespace

Outcome outcome_of(const Step& step, Prefix prefix, bool quotas_asked) {
  Outcome outcome;
  outcome.kind = step.kind;
  // All counts are there: only the rows are not, and nobody asked for them here.
  if (step.kind == StepKind::oversized && !quotas_asked && step.counts_exact) outcome.kind = step.outcome;
  outcome.is_line = is_line(step.kind);
  outcome.has_transaction = has_transaction(step.kind);
  outcome.start = step.start_offset;
  outcome.begin = outcome.has_transaction ? step.transaction.start_offset : step.event.offset;
  outcome.end = step.end_offset;
  outcome.events = step.event_count;
  outcome.wire_bytes = step.wire_bytes;
  if (step.has_gtid && step.gtid.form != Gtid::Form::anonymous) outcome.gtid = &step.gtid;
  outcome.timestamp = step.event.header.timestamp;
  outcome.commit_time = step.event.header.timestamp;
  outcome.server_id = step.event.header.server_id;
  if (outcome.has_transaction) {
    outcome.has_xid = step.transaction.has_xid;
    outcome.xid = step.transaction.xid;
    outcome.timestamp = step.transaction.timestamp;
    outcome.server_id = step.transaction.server_id;
    outcome.commit_time =
        step.kind == StepKind::incomplete ? step.transaction.timestamp : step.transaction.commit_timestamp;
  }
  if (step.kind == StepKind::statement) {
    QueryVariables variables;
    parse_query_variables(step.query.status_variables, &variables);
    outcome.has_xid = variables.has_ddl_xid;
    outcome.xid = variables.ddl_xid;
  }
  if (prefix == Prefix::without) {
    outcome.gtid = nullptr;
    outcome.start = outcome.begin;
    if (outcome.has_transaction) {
      outcome.events = step.transaction.event_count;
      outcome.wire_bytes = step.transaction.wire_bytes;
    } else if (step.has_gtid) {
      outcome.events = 1;
      outcome.wire_bytes = step.event.bytes.size;
    }
  }
  return outcome;
}

const char* outcome_name(StepKind kind) {
  switch (kind) {
    case StepKind::committed: return "committed";
    case StepKind::rolled_back: return "rolled_back";
    case StepKind::statement: return "statement";
    case StepKind::xa_prepared: return "xa_prepared";
    case StepKind::xa_committed: return "xa_committed";
    case StepKind::xa_rolled_back: return "xa_rolled_back";
    case StepKind::oversized: return "oversized";
    case StepKind::incomplete: return "incomplete";
    default: return "unsupported";
  }
}

const char* statement_kind_name(StatementKind kind) {
  switch (kind) {
    case StatementKind::ddl: return "ddl";
    case StatementKind::dml: return "dml";
    case StatementKind::begin: return "begin";
    case StatementKind::commit: return "commit";
    case StatementKind::rollback: return "rollback";
    case StatementKind::savepoint: return "savepoint";
    case StatementKind::xa: return "xa";
    case StatementKind::load: return "load";
    case StatementKind::other: break;
  }
  return "other";
}

const char* quota_name(Code code) {
  switch (code) {
    case Code::event_quota: return "max_events";
    case Code::change_quota: return "max_changes";
    case Code::byte_quota: return "max_bytes";
    case Code::event_too_large: return "max_event_bytes";
    case Code::rows_limit: return "max_event_changes";
    case Code::image_limit: return "max_image_bytes";
    case Code::table_quota: return "max_tables";
    case Code::column_quota: return "max_columns";
    case Code::table_bytes_quota: return "max_table_bytes";
    case Code::codec_too_large: return "max_side_bytes";
    default: return code_name(code);
  }
}

}  // namespace nbl::cli
