// QUERY events: boundaries, savepoints, XA, and statements that are none of these.
#include <cstring>

#include "event/fail.hpp"
#include "log/state.hpp"
#include "transaction/words.hpp"

namespace nbl {
namespace {

bool starts_with(Span sql, const char* word) noexcept { return take_word(&sql, word); }

int hex_digit(u8 c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// X'6162' (as servers write it) or 'ab'. At most 64 bytes, into `to`.
bool take_xa_text(Span* sql, u8* to, usize* size) noexcept {
  skip_space(sql);
  const bool hex = sql->size != 0 && (sql->data[0] == 'X' || sql->data[0] == 'x');
  if (hex) *sql = sql->skip(1);
  if (sql->size == 0 || sql->data[0] != '\'') return false;
  usize at = 1;
  *size = 0;
  while (at < sql->size && sql->data[at] != '\'') {
    if (*size == 64) return false;
    if (!hex) {
      to[(*size)++] = sql->data[at++];
      continue;
    }
    if (at + 1 >= sql->size) return false;
    const int high = hex_digit(sql->data[at]);
    const int low = hex_digit(sql->data[at + 1]);
    if (high < 0 || low < 0) return false;
    to[(*size)++] = static_cast<u8>(high * 16 + low);
    at += 2;
  }
  if (at >= sql->size) return false;
  *sql = sql->skip(at + 1);
  skip_space(sql);
  return true;
}

bool take_comma(Span* sql) noexcept {
  if (sql->size == 0 || sql->data[0] != ',') return false;
  *sql = sql->skip(1);
  return true;
}

/// gtrid [, bqual [, format]] behind an XA verb.
bool take_xa_id(LogState* state, Span sql) noexcept {
  usize gtrid = 0;
  usize bqual = 0;
  u64 format = 1;  // MySQL's default
  if (!take_xa_text(&sql, state->xa_bytes, &gtrid)) return false;
  if (take_comma(&sql)) {
    if (!take_xa_text(&sql, state->xa_bytes + 64, &bqual)) return false;
    if (take_comma(&sql)) {
      skip_space(&sql);
      for (format = 0; sql.size != 0 && sql.data[0] >= '0' && sql.data[0] <= '9' && format < 0xffffffffU; sql = sql.skip(1)) {
        format = format * 10 + static_cast<u64>(sql.data[0] - '0');
      }
    }
  }
  state->xa.format = static_cast<u32>(format);
  state->xa.gtrid = Span{state->xa_bytes, gtrid};
  state->xa.bqual = Span{state->xa_bytes + 64, bqual};
  state->has_xa = true;
  return true;
}

enum class XaVerb : u8 { none, start, end, commit, rollback, other };

XaVerb xa_verb(Span* sql) noexcept {
  if (!take_word(sql, "XA")) return XaVerb::none;
  if (take_word(sql, "START") || take_word(sql, "BEGIN")) return XaVerb::start;
  if (take_word(sql, "END")) return XaVerb::end;
  if (take_word(sql, "COMMIT")) return XaVerb::commit;
  if (take_word(sql, "ROLLBACK")) return XaVerb::rollback;
  return XaVerb::other;
}

bool ends_with_start_transaction(Span sql) noexcept {
  constexpr char kEnd[] = "START TRANSACTION";
  constexpr usize kSize = sizeof(kEnd) - 1;
  return sql.size > kSize && std::memcmp(sql.data + sql.size - kSize, kEnd, kSize) == 0;
}

/// Savepoint statements of an open transaction; false where it is none of them.
bool take_savepoint(LogState* state, Span sql, const Event& event, Code* problem) noexcept {
  TransactionStore* store = &state->store;
  Span name;
  if (take_word(&sql, "SAVEPOINT")) {
    if (take_identifier(&sql, &name)) store_savepoint(store, name, event.offset);
    return true;
  }
  if (take_word(&sql, "RELEASE")) {
    (void)take_word(&sql, "SAVEPOINT");
    if (take_identifier(&sql, &name)) store_release(store, name);
    return true;
  }
  if (!take_word(&sql, "ROLLBACK")) return false;
  (void)take_word(&sql, "WORK");
  if (!take_word(&sql, "TO")) return false;
  (void)take_word(&sql, "SAVEPOINT");
  if (!take_identifier(&sql, &name) || !store_rollback_to(store, name, event.offset)) *problem = Code::unknown_savepoint;
  return true;
}

Handled handle_open(LogState* state, Event* event, const Query& query, bool inner, Step* step) noexcept {
  TransactionStore* store = &state->store;
  switch (control_word(query.sql)) {
    case ControlWord::commit:
      return admit(state, event, inner) ? end_transaction(state, *event, StepKind::committed, inner, step) : Handled::error;
    case ControlWord::rollback:
      return admit(state, event, inner) ? end_transaction(state, *event, StepKind::rolled_back, inner, step) : Handled::error;
    case ControlWord::begin: {
      if (inner) break;
      // The transaction before was cut off by a crash; this one starts at its own BEGIN.
      const Handled told = tell_incomplete(state, Code::nested_begin, step);
      if (!admit(state, event, false)) return Handled::error;
      open_transaction(state, *event);
      return told;
    }
    default:
      break;
  }
  if (!admit(state, event, inner)) return Handled::error;
  Span sql = trim_sql(query.sql);
  skip_space(&sql);
  Code problem = Code::ok;
  if (take_savepoint(state, sql, *event, &problem)) {
    // Which rows it undid cannot be told any more, so the transaction cannot be trusted.
    if (problem != Code::ok) {
      (void)fail(&store->status, problem, *event, 0);
      return Handled::error;
    }
    return Handled::quiet;
  }
  if (xa_verb(&sql) == XaVerb::end) return Handled::quiet;
  // The table that an atomic CREATE TABLE ... SELECT makes is filled by the rows behind it.
  if (!ends_with_start_transaction(trim_sql(query.sql))) ++store->pending.statement_count;
  store_note(store, *event, inner);
  return Handled::quiet;
}

Handled open_here(LogState* state, Event* event, bool inner) noexcept {
  if (!admit(state, event, inner)) return Handled::error;
  open_transaction(state, inner ? state->payload.outer : *event);
  return Handled::quiet;
}

Handled finish_statement(LogState* state, Event* event, const Query& query, StepKind kind, StatementKind what, Step* step) noexcept {
  // The query's spans must point at the event where admitting has put it.
  const u8* before = event->bytes.data;
  if (!admit(state, event, false)) return Handled::error;
  step->query = query;
  const u8* now = event->bytes.data;
  step->query.status_variables.data = now + (query.status_variables.data - before);
  step->query.database.data = now + (query.database.data - before);
  if (query.sql.data >= before && query.sql.data <= before + event->bytes.size) step->query.sql.data = now + (query.sql.data - before);
  step->statement_kind = what;
  return end_statement(state, *event, kind, step);
}

/// MariaDB: the text of a compressed QUERY.
Handled inflate_query(LogState* state, const Event& event, Query* query, Step* step) noexcept {
  switch (inflate_block(state, query->sql, &query->sql)) {
    case Inflated::done:
      return Handled::quiet;
    case Inflated::missing:
      return tell(state, event, StepKind::unsupported, Code::codec_missing, step);
    case Inflated::too_large:
      return tell(state, event, StepKind::unsupported, Code::codec_too_large, step);
    default:
      (void)fail_body(&state->store.status, Code::codec_failed, event, static_cast<usize>(query->sql.data - event.body.data));
      return Handled::error;
  }
}

}  // namespace

StatementKind classify_statement(Span sql) noexcept {
  sql = trim_sql(sql);
  skip_space(&sql);
  // Version comments around a statement are executed: look inside.
  if (sql.size > 3 && sql.data[0] == '/' && sql.data[1] == '*') {
    usize at = sql.data[2] == 'M' ? 4 : 3;
    while (at < sql.size && sql.data[at] >= '0' && sql.data[at] <= '9') ++at;
    sql = sql.skip(at);
    skip_space(&sql);
  }
  static constexpr struct {
    char word[10];  // no pointers: constants then need no relocation
    StatementKind kind;
  } kWords[] = {
      {"CREATE", StatementKind::ddl},   {"ALTER", StatementKind::ddl},      {"DROP", StatementKind::ddl},
      {"TRUNCATE", StatementKind::ddl}, {"RENAME", StatementKind::ddl},     {"GRANT", StatementKind::ddl},
      {"REVOKE", StatementKind::ddl},   {"ANALYZE", StatementKind::ddl},    {"OPTIMIZE", StatementKind::ddl},
      {"REPAIR", StatementKind::ddl},   {"IMPORT", StatementKind::ddl},     {"INSERT", StatementKind::dml},
      {"UPDATE", StatementKind::dml},   {"DELETE", StatementKind::dml},     {"REPLACE", StatementKind::dml},
      {"LOAD", StatementKind::load},    {"COMMIT", StatementKind::commit},  {"ROLLBACK", StatementKind::rollback},
      {"BEGIN", StatementKind::begin},  {"SAVEPOINT", StatementKind::savepoint}, {"XA", StatementKind::xa},
  };
  for (const auto& entry : kWords) {
    if (starts_with(sql, entry.word)) return entry.kind;
  }
  return StatementKind::other;
}

Handled handle_query(LogState* state, Event* event, bool inner, Step* step) noexcept {
  TransactionStore* store = &state->store;
  Query query;
  if (!parse_query(*event, store->format, &query, &store->status)) return Handled::error;
  if (event->header.type == EventType::mariadb_query_compressed) {
    const Handled inflated = inflate_query(state, *event, &query, step);
    if (inflated == Handled::error) return inflated;
    if (inflated == Handled::step) {
      if (!admit(state, event, inner)) return Handled::error;
      if (state->group != Group::open) {
        const Code reason = step->reason;
        (void)end_statement(state, *event, StepKind::unsupported, step);
        step->reason = reason;
      } else {
        ++store->pending.undecoded_events;
      }
      return inflated;
    }
  }
  if (state->group == Group::open) return handle_open(state, event, query, inner, step);
  const ControlWord word = control_word(query.sql);
  if (word == ControlWord::begin) {
    state->skip_to_group = false;
    return open_here(state, event, inner);
  }
  if (state->skip_to_group) {
    // Lost inside a group: its end is where reading may start again.
    if (word != ControlWord::none) state->skip_to_group = false;
    return Handled::quiet;
  }
  Span sql = trim_sql(query.sql);
  skip_space(&sql);
  const XaVerb verb = xa_verb(&sql);
  if (verb == XaVerb::start && take_xa_id(state, sql)) return open_here(state, event, inner);
  if (verb == XaVerb::commit && take_xa_id(state, sql)) {
    return finish_statement(state, event, query, StepKind::xa_committed, StatementKind::xa, step);
  }
  if (verb == XaVerb::rollback && take_xa_id(state, sql)) {
    return finish_statement(state, event, query, StepKind::xa_rolled_back, StatementKind::xa, step);
  }
  const StatementKind kind = classify_statement(query.sql);
  // CREATE TABLE ... SELECT logged atomically: rows follow, up to an XID. Source: MySQL 8.0.21 and up.
  if (kind == StatementKind::ddl && ends_with_start_transaction(trim_sql(query.sql))) {
    const Handled opened = open_here(state, event, inner);
    if (opened == Handled::quiet) store_note(store, *event, inner);
    return opened;
  }
  return finish_statement(state, event, query, StepKind::statement, kind, step);
}

}  // namespace nbl
