// Parsed event bodies as the lines of the case files, whose grammar is in fixtures/synthetic/README.md.
#ifndef NBL_TESTS_EVENT_TEXT_HPP
#define NBL_TESTS_EVENT_TEXT_HPP

#include <cstdio>

#include "event_bytes.hpp"

namespace event_test {

inline std::string str(std::uint64_t value) { return std::to_string(value); }

inline std::string hexed(const void* data, std::size_t size) {
  std::string out;
  char two[3];
  for (std::size_t i = 0; i < size; ++i) {
    std::snprintf(two, sizeof(two), "%02x", static_cast<const unsigned char*>(data)[i]);
    out += two;
  }
  return out;
}

inline std::string hexed(nbl::Span span) { return hexed(span.data, span.size); }

inline std::string quoted(nbl::Span span) {
  std::string out = "\"";
  for (const char c : text(span)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

inline std::string uuid_text(const std::uint8_t* uuid) {
  const std::string h = hexed(uuid, 16);
  return h.substr(0, 8) + "-" + h.substr(8, 4) + "-" + h.substr(12, 4) + "-" + h.substr(16, 4) + "-" +
         h.substr(20);
}

inline std::string or_dash(bool there, const std::string& value) { return there ? value : "-"; }

inline std::string show_gtid(const nbl::Gtid& g) {
  if (g.form == nbl::Gtid::Form::mariadb) {
    return "maria_gtid " + str(g.domain_id) + "-" + str(g.server_id) + "-" +
           str(static_cast<std::uint64_t>(g.number)) + " flags=" + str(g.flags) +
           " commit_id=" + or_dash((g.flags & nbl::kMariaGtidGroupCommitId) != 0, str(g.commit_id)) + " xa=" +
           or_dash(g.has_xid, str(g.xid.format) + ":" + hexed(g.xid.gtrid) + ":" + hexed(g.xid.bqual));
  }
  return "gtid flags=" + str(g.flags) + " uuid=" + uuid_text(g.uuid) + " gno=" + std::to_string(g.number) +
         " tag=" + or_dash(g.tag_length != 0, std::string(g.tag, g.tag_length)) +
         " last_committed=" + or_dash(g.has_logical_clock, std::to_string(g.last_committed)) +
         " sequence_number=" + or_dash(g.has_logical_clock, std::to_string(g.sequence_number)) +
         " immediate=" + or_dash(g.has_commit_time, str(g.immediate_commit_us)) +
         " original=" + or_dash(g.has_commit_time, str(g.original_commit_us)) +
         " length=" + or_dash(g.has_transaction_length, str(g.transaction_length)) +
         " immediate_version=" + or_dash(g.has_server_version, str(g.immediate_server_version)) +
         " original_version=" + or_dash(g.has_server_version, str(g.original_server_version)) +
         " ticket=" + or_dash(g.has_commit_group_ticket, str(g.commit_group_ticket));
}

inline std::string show_set(nbl::PreviousGtids gtids) {
  std::string out = "gtid_set";
  nbl::GtidInterval i;
  std::string uuid;
  std::string tag;
  while (nbl::next_interval(&gtids, &i)) {
    if (uuid != uuid_text(i.uuid)) {
      out += (uuid.empty() ? " " : ",") + uuid_text(i.uuid);
      uuid = uuid_text(i.uuid);
      tag.clear();
    }
    const std::string own(i.tag, i.tag_length);
    if (own != tag) out += ":" + own;
    tag = own;
    out += ":" + std::to_string(i.first) + (i.first == i.last ? "" : "-" + std::to_string(i.last));
  }
  return out;
}

inline std::string show_variable(const nbl::StatementVariable& v) {
  if (v.kind == nbl::StatementVariable::Kind::rand)
    return "rand seed1=" + str(v.value) + " seed2=" + str(v.seed2);
  if (v.kind != nbl::StatementVariable::Kind::user) {
    const bool last = v.kind == nbl::StatementVariable::Kind::last_insert_id;
    return std::string("intvar kind=") + (last ? "last_insert_id" : "insert_id") + " value=" + str(v.value);
  }
  if (v.is_null) return "user_var name=" + quoted(v.name) + " null=1";
  return "user_var name=" + quoted(v.name) + " null=0 type=" + str(v.value_type) +
         " unsigned=" + str(v.is_unsigned) + " collation=" + str(v.collation) + " value=" + hexed(v.content);
}

inline std::string show_query(const nbl::Query& q) {
  nbl::QueryVariables v;
  nbl::parse_query_variables(q.status_variables, &v);
  return "query thread=" + str(q.thread_id) + " seconds=" + str(q.execution_seconds) +
         " error=" + str(q.error_code) + " db=" + quoted(q.database) + " sql=" + quoted(q.sql) +
         " ddl_xid=" + or_dash(v.has_ddl_xid, str(v.ddl_xid));
}

inline std::string show_list(const nbl::MariaGtidList& list) {
  std::string out = "gtid_list flags=" + str(list.flags) + " count=" + str(list.count);
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const nbl::MariaGtid g = nbl::maria_gtid_at(list, i);
    out += "\nentry " + str(g.domain_id) + "-" + str(g.server_id) + "-" + str(g.sequence);
  }
  return out;
}

/// What the parser of the event's type says, or an empty text where it refuses.
inline std::string show(const nbl::Event& e, const nbl::FormatDescription& f, nbl::Status* s) {
  switch (e.header.type) {
    case nbl::EventType::gtid:
    case nbl::EventType::anonymous_gtid:
    case nbl::EventType::gtid_tagged:
    case nbl::EventType::mariadb_gtid: {
      nbl::Gtid g;
      return nbl::parse_gtid(e, f, &g, s) ? show_gtid(g) : "";
    }
    case nbl::EventType::previous_gtids: {
      nbl::PreviousGtids g;
      return nbl::parse_previous_gtids(e, f, &g, s) ? show_set(g) : "";
    }
    case nbl::EventType::query: {
      nbl::Query q;
      return nbl::parse_query(e, f, &q, s) ? show_query(q) : "";
    }
    case nbl::EventType::mariadb_query_compressed: {
      nbl::Query q;
      nbl::CompressedBlock block;
      if (!nbl::parse_query(e, f, &q, s)) return "";
      if (!nbl::parse_compressed_block(q.sql, &block)) {
        s->code = nbl::Code::bad_query;  // as the log room says it
        s->offset = e.offset + e.bytes.size - q.sql.size;
        return "";
      }
      return "query_compressed db=" + quoted(q.database) + " uncompressed=" + str(block.uncompressed_size) +
             " algorithm=" + str(block.algorithm);
    }
    case nbl::EventType::rotate: {
      nbl::Rotate r;
      if (!nbl::parse_rotate(e, f, &r, s)) return "";
      return "rotate position=" + str(r.position) + " name=" + quoted(r.file_name);
    }
    case nbl::EventType::xa_prepare: {
      nbl::XaPrepare x;
      if (!nbl::parse_xa_prepare(e, f, &x, s)) return "";
      return "xa_prepare one_phase=" + str(x.one_phase) + " format=" + str(x.xid.format) +
             " gtrid=" + hexed(x.xid.gtrid) + " bqual=" + hexed(x.xid.bqual);
    }
    case nbl::EventType::heartbeat:
    case nbl::EventType::heartbeat_v2: {
      nbl::Heartbeat h;
      if (!nbl::parse_heartbeat(e, f, &h, s)) return "";
      return "heartbeat name=" + quoted(h.file_name) + " position=" + str(h.position);
    }
    case nbl::EventType::rows_query:
    case nbl::EventType::mariadb_annotate_rows: {
      nbl::Span sql;
      return nbl::parse_rows_query(e, f, &sql, s) ? "rows_query sql=" + quoted(sql) : "";
    }
    case nbl::EventType::incident: {
      nbl::Incident i;
      if (!nbl::parse_incident(e, f, &i, s)) return "";
      return "incident number=" + str(i.number) + " message=" + quoted(i.message);
    }
    case nbl::EventType::intvar:
    case nbl::EventType::rand:
    case nbl::EventType::user_var: {
      nbl::StatementVariable v;
      return nbl::parse_statement_variable(e, f, &v, s) ? show_variable(v) : "";
    }
    case nbl::EventType::view_change: {
      nbl::Span id;
      return nbl::parse_view_change(e, f, &id, s) ? "view_change id=" + quoted(id) : "";
    }
    case nbl::EventType::transaction_context: {
      nbl::Span uuid;
      return nbl::parse_transaction_context(e, f, &uuid, s) ? "transaction_context uuid=" + quoted(uuid) : "";
    }
    case nbl::EventType::transaction_payload: {
      nbl::Payload p;
      if (!nbl::parse_payload(e, f, &p, s)) return "";
      const bool zstd = p.algorithm == nbl::Payload::Algorithm::zstd;
      return std::string("payload algorithm=") + (zstd ? "zstd" : "none") +
             " uncompressed=" + str(p.uncompressed_size) + " payload=" + hexed(p.payload);
    }
    case nbl::EventType::mariadb_binlog_checkpoint: {
      nbl::Span name;
      return nbl::parse_maria_checkpoint(e, f, &name, s) ? "checkpoint name=" + quoted(name) : "";
    }
    case nbl::EventType::mariadb_gtid_list: {
      nbl::MariaGtidList list;
      return nbl::parse_maria_gtid_list(e, f, &list, s) ? show_list(list) : "";
    }
    default: s->code = nbl::Code::unsupported_event; return "";
  }
}

}  // namespace event_test

#endif
