// Real logs of MySQL and MariaDB: every event must be taken, and its fields must stand in the official tool's
// own reading.
//
// The logs are the repository's fixtures, and those of the folder that NBL_CORPUS names where it is set.
#include "official_tools.hpp"

#include <doctest/doctest.h>

#include "base/crc32.hpp"
#include "event_bytes.hpp"
#include "event_text.hpp"

using namespace event_test;
using nbl::EventType;

namespace {

using Lines = std::vector<std::string>;

std::string xa_text(const nbl::XaId& xid) {
  return "X'" + hexed(xid.gtrid) + "',X'" + hexed(xid.bqual) + "'," + str(xid.format);
}

std::string first_line(nbl::Span span) {
  const std::string all = text(span);
  return all.substr(0, all.find('\n'));
}

Lines of_mariadb_gtid(const nbl::Gtid& g) {
  Lines out{"GTID " + str(g.domain_id) + "-" + str(g.server_id) + "-" +
            str(static_cast<std::uint64_t>(g.number))};
  if (g.commit_id != 0) out.push_back(" cid=" + str(g.commit_id));
  if ((g.flags & nbl::kMariaGtidDdl) != 0) out.push_back(" ddl");
  if ((g.flags & nbl::kMariaGtidTransactional) != 0) out.push_back(" trans");
  if ((g.flags & nbl::kMariaGtidWaited) != 0) out.push_back(" waited");
  return out;
}

Lines of_mysql_gtid(const nbl::Gtid& g) {
  Lines out;
  if (g.has_logical_clock) {
    out.push_back("\tlast_committed=" + std::to_string(g.last_committed) + "\tsequence_number=" +
                  std::to_string(g.sequence_number) + "\trbr_only=" + ((g.flags & 1) != 0 ? "no" : "yes"));
  }
  if (g.has_commit_time) {
    out.push_back("\toriginal_committed_timestamp=" + str(g.original_commit_us) +
                  "\timmediate_commit_timestamp=" + str(g.immediate_commit_us));
  }
  if (g.has_transaction_length) out.push_back("\ttransaction_length=" + str(g.transaction_length));
  if (g.has_server_version) {
    out.push_back("original_server_version=" + str(g.original_server_version) + "*");
    out.push_back("immediate_server_version=" + str(g.immediate_server_version) + "*");
  }
  const std::string tag = g.tag_length == 0 ? "" : ":" + std::string(g.tag, g.tag_length);
  const bool anonymous = g.form == nbl::Gtid::Form::anonymous;
  out.push_back("GTID_NEXT= '" +
                (anonymous ? "ANONYMOUS" : uuid_text(g.uuid) + tag + ":" + std::to_string(g.number)) + "'");
  return out;
}

Lines of_previous_gtids(nbl::PreviousGtids gtids) {
  Lines out;
  nbl::GtidInterval i;
  std::string uuid;
  std::string tag;
  while (nbl::next_interval(&gtids, &i)) {
    if (uuid != uuid_text(i.uuid)) {
      uuid = uuid_text(i.uuid);
      tag.clear();
      out.push_back("# " + uuid);
    }
    const std::string own(i.tag, i.tag_length);
    if (own != tag) out.back() += ":" + own;
    tag = own;
    out.back() += ":" + std::to_string(i.first) + (i.first == i.last ? "" : "-" + std::to_string(i.last));
  }
  if (out.empty()) return {"# [empty]\n"};
  for (std::size_t k = 0; k < out.size(); ++k) out[k] += k + 1 < out.size() ? ",\n" : "\n";
  return out;
}

Lines of_variable(const nbl::StatementVariable& v) {
  switch (v.kind) {
    case nbl::StatementVariable::Kind::insert_id: return {"SET INSERT_ID=" + str(v.value) + "/"};
    case nbl::StatementVariable::Kind::last_insert_id: return {"SET LAST_INSERT_ID=" + str(v.value) + "/"};
    case nbl::StatementVariable::Kind::rand:
      return {"SET @@RAND_SEED1=" + str(v.value) + ", @@RAND_SEED2=" + str(v.seed2) + "/"};
    default: break;
  }
  std::string head = "SET @`";
  for (const char c : text(v.name)) head += c == '`' ? "``" : std::string(1, c);
  head += "`:=";
  if (v.is_null) return {head + "NULL/"};
  std::uint64_t n = 0;
  for (std::size_t i = v.content.size; v.value_type == 2 && i-- > 0;) n = n << 8 | v.content.data[i];
  if (v.value_type == 2)
    return {head + (v.is_unsigned ? str(n) : std::to_string(static_cast<std::int64_t>(n))) + "/"};
  return {head};
}

Lines of_query(const nbl::Query& q, bool compressed, bool mariadb_tool) {
  Lines out{"\tthread_id=" + str(q.thread_id) + "\texec_time=" + str(q.execution_seconds) +
            "\terror_code=" + str(q.error_code)};
  nbl::QueryVariables variables;
  nbl::parse_query_variables(q.status_variables, &variables);
  if (variables.has_ddl_xid)
    out.push_back((mariadb_tool ? "\txid=" : "\tXid = ") + str(variables.ddl_xid) + "\n");
  // mariadb-binlog writes BEGIN its own way and says where it inflated a statement.
  if (!compressed && !mariadb_tool) out.push_back(text(q.sql));
  return out;
}

/// Parses one event; false where a parser refuses it. `lines` is what the tool must have said about it.
bool read_body(const nbl::Event& e, const nbl::FormatDescription& f, bool mariadb_tool, Lines* lines,
               nbl::Status* status) {
  switch (e.header.type) {
    case EventType::query:
    case EventType::mariadb_query_compressed: {
      nbl::Query q;
      if (!nbl::parse_query(e, f, &q, status)) return false;
      *lines = of_query(q, e.header.type != EventType::query, mariadb_tool);
      return true;
    }
    case EventType::xid: {
      std::uint64_t xid = 0;
      if (!nbl::parse_xid(e, f, &xid, status)) return false;
      *lines = {"\tXid = " + str(xid) + "\n"};
      return true;
    }
    case EventType::gtid:
    case EventType::anonymous_gtid:
    case EventType::gtid_tagged:
    case EventType::mariadb_gtid: {
      nbl::Gtid g;
      if (!nbl::parse_gtid(e, f, &g, status)) return false;
      *lines = g.form == nbl::Gtid::Form::mariadb ? of_mariadb_gtid(g)
               : mariadb_tool                     ? Lines{}
                                                  : of_mysql_gtid(g);
      return true;
    }
    case EventType::previous_gtids: {
      nbl::PreviousGtids g;
      if (!nbl::parse_previous_gtids(e, f, &g, status)) return false;
      if (!mariadb_tool) *lines = of_previous_gtids(g);
      return true;
    }
    case EventType::rotate: {
      nbl::Rotate r;
      if (!nbl::parse_rotate(e, f, &r, status)) return false;
      *lines = {"\tRotate to " + text(r.file_name) + "  pos: " + str(r.position)};
      return true;
    }
    case EventType::xa_prepare: {
      nbl::XaPrepare xa;
      if (!nbl::parse_xa_prepare(e, f, &xa, status)) return false;
      *lines = {(xa.one_phase ? "XA COMMIT " : "XA PREPARE ") + xa_text(xa.xid)};
      return true;
    }
    case EventType::rows_query:
    case EventType::mariadb_annotate_rows: {
      nbl::Span sql;
      if (!nbl::parse_rows_query(e, f, &sql, status)) return false;
      *lines = {(e.header.type == EventType::rows_query ? "# " : "#Q> ") + first_line(sql) + "\n"};
      return true;
    }
    case EventType::intvar:
    case EventType::rand:
    case EventType::user_var: {
      nbl::StatementVariable v;
      if (!nbl::parse_statement_variable(e, f, &v, status)) return false;
      *lines = of_variable(v);
      return true;
    }
    case EventType::transaction_payload: {
      nbl::Payload p;
      if (!nbl::parse_payload(e, f, &p, status)) return false;
      *lines = {"payload_size=" + str(p.payload.size) +
                "\tcompression_type=ZSTD\tuncompressed_size=" + str(p.uncompressed_size)};
      return true;
    }
    case EventType::mariadb_gtid_list: {
      nbl::MariaGtidList list;
      if (!nbl::parse_maria_gtid_list(e, f, &list, status)) return false;
      *lines = {"\tGtid list ["};
      // The tool sorts them.
      for (std::uint32_t i = 0; i < list.count; ++i) {
        const nbl::MariaGtid g = nbl::maria_gtid_at(list, i);
        lines->push_back(str(g.domain_id) + "-" + str(g.server_id) + "-" + str(g.sequence));
      }
      return true;
    }
    case EventType::mariadb_binlog_checkpoint: {
      nbl::Span name;
      if (!nbl::parse_maria_checkpoint(e, f, &name, status)) return false;
      *lines = {"\tBinlog checkpoint " + text(name) + "\n"};
      return true;
    }
    case EventType::incident: {
      nbl::Incident incident;
      return nbl::parse_incident(e, f, &incident, status);
    }
    default: return true;
  }
}

struct Totals {
  unsigned events = 0;
  unsigned lines = 0;
  std::map<EventType, unsigned> compared;
};

void compare(const ReadLog& log, Totals* totals) {
  CAPTURE(log.path);
  const nbl::Span all{reinterpret_cast<const std::uint8_t*>(log.log.data()), log.log.size()};
  const auto crc = nbl::crc32_best();
  const bool mariadb_tool = log.printed.find("max_delayed_threads") != std::string::npos;
  const auto printed = by_end_position(log.printed);
  nbl::FormatDescription f;
  nbl::Event e;
  nbl::Status status;
  // A file may end inside its first event, and a log that is encrypted cannot be read on; the log room's
  // tests have those.
  if (!nbl::parse_format_description(all.skip(4), 4, crc, &f, &e, &status)) return;
  for (std::uint64_t at = 4 + e.header.event_size; at < all.size; at += e.header.event_size) {
    if (!nbl::read_event(f, all.skip(at), at, 1U << 30, crc, &e, &status)) return;
    if (e.header.type == EventType::mariadb_start_encryption) return;
    // A relay log has its own description and then the source's.
    if (e.header.type == EventType::format_description) {
      REQUIRE(nbl::parse_format_description(all.skip(at), at, crc, &f, &e, &status));
      continue;
    }
    Lines lines;
    const bool taken = read_body(e, f, mariadb_tool, &lines, &status);
    const std::string name = nbl::event_type_name(e.header.type);
    const std::string code = taken ? "ok" : nbl::code_name(status.code);
    INFO("at ", at, ": ", name, " ", code);
    CHECK(taken);
    ++totals->events;
    const auto block = printed.find(e.header.next_position);
    if (block == printed.end()) continue;
    for (const std::string& line : lines) {
      INFO("expected: ", line);
      CHECK(block->second.find(line) != std::string::npos);
      ++totals->lines;
    }
    if (!lines.empty()) ++totals->compared[e.header.type];
  }
}

}  // namespace

TEST_CASE("real logs: fixtures, as the official tools read them") {
  Totals totals;
  for (const char* server : {"/mysql", "/mariadb"}) {
    for (const std::string& scenario : names_in(fixtures() + server)) {
      for (const ReadLog& log : logs_in(fixtures() + server + "/" + scenario)) compare(log, &totals);
    }
  }
  // The types that must have been compared, so that a lost fixture does not pass for a good one.
  for (const EventType type :
       {EventType::query, EventType::xid, EventType::gtid, EventType::anonymous_gtid, EventType::gtid_tagged,
        EventType::previous_gtids, EventType::rotate, EventType::xa_prepare, EventType::rows_query,
        EventType::intvar, EventType::rand, EventType::user_var, EventType::mariadb_gtid,
        EventType::mariadb_gtid_list, EventType::mariadb_binlog_checkpoint,
        EventType::mariadb_annotate_rows}) {
    const std::string name = nbl::event_type_name(type);
    CAPTURE(name);
    CHECK(totals.compared[type] > 0);
  }
  MESSAGE("events ", totals.events, ", lines compared ", totals.lines);
}

TEST_CASE("real logs: the corpus, where NBL_CORPUS names it") {
  const char* corpus = std::getenv("NBL_CORPUS");
  if (corpus == nullptr || names_in(corpus).empty()) return;
  Totals totals;
  for (const ReadLog& log : logs_in(corpus)) compare(log, &totals);
  CHECK(totals.compared[EventType::query] > 100);
  CHECK(totals.compared[EventType::transaction_payload] > 0);
  MESSAGE("events ", totals.events, ", lines compared ", totals.lines);
}
