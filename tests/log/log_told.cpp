// A step as text.
#include <doctest/doctest.h>

#include <cstring>

#include "log/log_reading.hpp"
#include "vectors/case_file.hpp"

namespace log_test {
namespace {

using nbl::StepKind;

const char* kind_name(StepKind kind) {
  static const char* const names[] = {
      "need_more",      "committed", "rolled_back",    "statement", "xa_prepared", "xa_committed",
      "xa_rolled_back", "format",    "previous_gtids", "rotate",    "stop",        "incident",
      "unsupported",    "ignored",   "oversized",      "rows",      "incomplete"};
  return names[static_cast<unsigned>(kind)];
}

const char* statement_name(nbl::StatementKind kind) {
  static const char* const names[] = {"other",    "ddl",       "dml", "begin", "commit",
                                      "rollback", "savepoint", "xa",  "load"};
  return names[static_cast<unsigned>(kind)];
}

std::string num(std::uint64_t value) { return std::to_string(value); }

std::string gtid_text(const nbl::Gtid& gtid) {
  switch (gtid.form) {
    case nbl::Gtid::Form::anonymous: return "anonymous";
    case nbl::Gtid::Form::mariadb:
      return num(gtid.domain_id) + "-" + num(gtid.server_id) + "-" +
             num(static_cast<std::uint64_t>(gtid.number));
    default: break;
  }
  const std::string tag(gtid.tag, gtid.tag_length);
  return vectors::uuid_text(gtid.uuid) + ":" + (tag.empty() ? "" : tag + ":") +
         num(static_cast<std::uint64_t>(gtid.number));
}

bool has_transaction(StepKind kind) {
  return kind == StepKind::committed || kind == StepKind::rolled_back || kind == StepKind::xa_prepared ||
         kind == StepKind::oversized || kind == StepKind::rows || kind == StepKind::incomplete;
}

std::string transaction_text(const nbl::Transaction& t) {
  return " begin=" + num(t.start_offset) + " xid=" + (t.has_xid ? num(t.xid) : std::string("none")) +
         " changes=" + num(t.change_count) + " changes_discarded=" + num(t.discarded_changes) +
         " statements=" + num(t.statement_count) + " undecoded=" + num(t.undecoded_events) +
         " inner_events=" + num(t.event_count) + " inner_bytes=" + num(t.wire_bytes) +
         " timestamp=" + num(t.timestamp) + " commit_timestamp=" + num(t.commit_timestamp) +
         " server_id=" + num(t.server_id);
}

std::string step_text(const nbl::Step& step) {
  std::string out =
      std::string(kind_name(step.kind)) + " start=" + num(step.start_offset) +
      " end=" + num(step.end_offset) + " type=" + num(static_cast<unsigned>(step.event.header.type)) +
      " events=" + num(step.event_count) + " bytes=" + num(step.wire_bytes) +
      " gtid=" + (step.has_gtid ? gtid_text(step.gtid) : std::string("-")) + " xa=" +
      (step.has_xa
           ? num(step.xa.format) + ":" + vectors::hex(step.xa.gtrid) + ":" + vectors::hex(step.xa.bqual)
           : std::string("-"));
  if (step.reason != nbl::Code::ok) out += std::string(" reason=") + nbl::code_name(step.reason);
  switch (step.kind) {
    case StepKind::statement:
    case StepKind::xa_committed:
    case StepKind::xa_rolled_back:
      out += std::string(" kind=") + statement_name(step.statement_kind) +
             " db=" + vectors::quote(step.query.database) + " sql=" + vectors::quote(step.query.sql);
      break;
    case StepKind::rotate:
      out += " name=" + vectors::quote(step.rotate.file_name) + " position=" + num(step.rotate.position);
      break;
    case StepKind::incident:
      out += " number=" + num(step.incident.number) + " message=" + vectors::quote(step.incident.message);
      break;
    case StepKind::oversized:
      out += std::string(" outcome=") + kind_name(step.outcome) + " limit=" + num(step.quota_limit) +
             " needed=" + num(step.quota_needed) + " exact=" + num(step.counts_exact ? 1 : 0) + " dropped=";
      for (std::uint32_t i = 0; i < step.dropped_count; ++i) {
        out += (i == 0 ? "" : ",") + num(step.dropped[i].from) + ".." + num(step.dropped[i].to);
      }
      break;
    default: break;
  }
  if (has_transaction(step.kind)) out += transaction_text(step.transaction);
  return out;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  for (unsigned i = 0; i < 8; ++i) hash = (hash ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3;
  return hash;
}

std::uint64_t mix(std::uint64_t hash, nbl::Span bytes) {
  for (std::size_t i = 0; i < bytes.size; ++i) hash = (hash ^ bytes.data[i]) * 0x100000001b3;
  return mix(hash, bytes.size);
}

void read_transaction(const nbl::Transaction& t, Depth depth, Told* told) {
  told->cells = 0xcbf29ce484222325;
  for (std::uint32_t i = 0; i < t.record_count; ++i) {
    const nbl::EventRecord& record = t.records[i];
    told->cells = mix(told->cells, nbl::record_offset(t, record));
    told->cells = mix(told->cells, nbl::record_header(t, record).event_size);
    nbl::RowsReader reader;
    if (!nbl::open_rows(t, record, &reader)) {
      CHECK_FALSE(nbl::is_rows_record(record));
      told->cells = mix(told->cells, nbl::record_statement(t, record));
      continue;
    }
    told->rows.push_back(std::string("rows type=") + vectors::operation_name(reader.operation) + " table=" +
                         vectors::table_name(reader.table) + " changes=" + num(reader.change_count));
    if (depth == Depth::deep) told->cells = hash_cells(t, i, told->cells);
  }
  for (std::uint32_t i = 0; i < t.table_count; ++i) {
    const nbl::Table table = nbl::transaction_table(t, i);
    told->tables.push_back(vectors::table_name(table) + " inserts=" + num(table.definition->inserts) +
                           " updates=" + num(table.definition->updates) +
                           " deletes=" + num(table.definition->deletes));
  }
}

}  // namespace

std::uint64_t hash_cells(const nbl::Transaction& transaction, std::uint32_t record, std::uint64_t hash) {
  nbl::RowsReader reader;
  if (!nbl::open_rows(transaction, transaction.records[record], &reader)) return hash;
  hash = mix(hash, reader.extra_data);
  hash = mix(hash, reader.flags);
  std::uint32_t images = 0;
  bool whole_images = true;
  while (reader.next_image()) {
    ++images;
    hash = mix(hash, reader.image.is_after ? 1U : 0U);
    nbl::Cell cell;
    std::uint32_t cells = 0;
    while (reader.image.next(&cell)) {
      ++cells;
      hash = mix(hash, static_cast<std::uint64_t>(cell.state) << 8 | static_cast<std::uint64_t>(cell.kind));
      if (cell.state != nbl::CellState::value) continue;
      hash = mix(hash, cell.bytes);
      if (cell.kind == nbl::ValueKind::integer) hash = mix(hash, cell.unsigned_value);
    }
    whole_images = whole_images && cells == reader.table.column_count();
  }
  CHECK(whole_images);
  CHECK(images == reader.change_count * (reader.operation == nbl::RowOperation::update ? 2U : 1U));
  return hash;
}

Told tell(const nbl::Step& step, Depth depth) {
  Told told;
  told.line = step_text(step);
  if (!has_transaction(step.kind)) return told;
  read_transaction(step.transaction, depth, &told);
  if (depth == Depth::shallow || step.kind == StepKind::incomplete) return told;

  const std::size_t size = nbl::transaction_detached_size(step.transaction);
  Workspace memory(size);
  if (size != 0)
    CHECK(nbl::transaction_detach(step.transaction, memory.data(), size - 1) == nbl::Code::output_too_small);
  REQUIRE(nbl::transaction_detach(step.transaction, memory.data(), size) == nbl::Code::ok);
  CHECK(memory.guard_is_whole());
  Workspace moved(size);
  std::memcpy(moved.data(), memory.data(), size);
  std::memset(memory.data(), 0xee, size);
  nbl::Transaction copy;
  REQUIRE(nbl::transaction_open_detached(moved.data(), size, &copy) == nbl::Code::ok);
  Told again;
  nbl::Step other = step;
  other.transaction = copy;
  again.line = step_text(other);
  read_transaction(copy, depth, &again);
  CHECK_MESSAGE(again == told, "a detached copy reads otherwise: " << told.line);
  return told;
}

}  // namespace log_test
