// What servers wrote on purpose: savepoints, XA in every outcome, relay logs, a crash, an incident,
// encryption. Expected values are the scenarios' statements (fixtures/capture) and what the server answered
// afterwards (tables.jsonl).
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "log/log_reading.hpp"
#include "vectors/case_file.hpp"

using log_test::Bytes;
using log_test::field;
using log_test::Told;

namespace {

std::vector<Told> steps_of(const std::string& name) {
  const log_test::Lent lent;
  const Bytes bytes = log_test::read_file(log_test::fixture(name));
  const log_test::Reading r =
      log_test::read_log(log_test::span_of(bytes), log_test::wide_options(nbl::Input::stable, lent), 0);
  CHECK_MESSAGE(r.end == "ok", name << ": " << r.end);
  return r.steps;
}

std::string kind_of(const Told& told) { return told.line.substr(0, told.line.find(' ')); }

/// "xa_committed 7:61:62" of each step about an XA transaction.
std::vector<std::string> xa_of(const std::vector<Told>& steps) {
  std::vector<std::string> out;
  for (const Told& told : steps) {
    if (field(told.line, "xa") != "-" && !field(told.line, "xa").empty())
      out.push_back(kind_of(told) + " " + field(told.line, "xa"));
  }
  return out;
}

/// The rows of a table (id INT, v VARCHAR) as the committed transactions leave it.
std::map<std::int64_t, std::string> replay(const std::string& name, const std::string& table) {
  std::map<std::int64_t, std::string> rows;
  const Bytes bytes = log_test::read_file(log_test::fixture(name));
  const log_test::Lent lent;
  log_test::Opened opened(log_test::wide_options(nbl::Input::stable, lent));
  const auto read = [](nbl::RowImage image, std::int64_t* id, std::string* v) {
    nbl::Cell cell;
    while (image.next(&cell)) {
      if (cell.column == 0) *id = cell.signed_value;
      if (cell.column == 1) v->assign(reinterpret_cast<const char*>(cell.bytes.data), cell.bytes.size);
    }
  };
  CHECK(opened.feed(log_test::span_of(bytes), [&](const nbl::Step& step) {
    if (step.kind != nbl::StepKind::committed) return;
    for (std::uint32_t i = 0; i < step.transaction.record_count; ++i) {
      nbl::RowsReader reader;
      if (!nbl::open_rows(step.transaction, step.transaction.records[i], &reader)) continue;
      if (vectors::table_name(reader.table) != table) continue;
      nbl::RowChange change;
      while (nbl::next_change(&reader, &change)) {
        std::int64_t id = 0;
        std::string v;
        if (change.before.columns != nullptr) {
          read(change.before, &id, &v);
          CHECK(rows.erase(id) == 1);
        }
        if (change.after.columns != nullptr) {
          read(change.after, &id, &v);
          CHECK(rows.emplace(id, v).second);
        }
      }
    }
  }));
  return rows;
}

/// What the server gave for the table in the end: lines ["1", "kept"] behind the table's own line.
std::map<std::int64_t, std::string> server_rows(const std::string& name, const std::string& table) {
  std::map<std::int64_t, std::string> rows;
  std::ifstream in(log_test::fixture(name));
  REQUIRE(in.good());
  bool here = false;
  for (std::string line; std::getline(in, line);) {
    if (line[0] == '{') {
      here = line.find("\"table\": \"" + table + "\"") != std::string::npos;
    } else if (here) {
      const std::size_t comma = line.find("\", \"");
      REQUIRE(comma != std::string::npos);
      rows[std::stoll(line.substr(2, comma - 2))] = line.substr(comma + 4, line.size() - comma - 6);
    }
  }
  return rows;
}

/// What a transaction is, wherever it lies.
std::string identity(const Told& told) {
  std::string out = kind_of(told) + " " + field(told.line, "gtid") + " " + field(told.line, "xid") + " " +
                    field(told.line, "changes") + " " + field(told.line, "changes_discarded") + " " +
                    field(told.line, "events") + " " + field(told.line, "sql");
  for (const std::string& rows : told.rows) out += "; " + rows;
  return out;
}

std::vector<std::string> identities(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    for (const Told& told : steps_of(name)) {
      if (field(told.line, "gtid") != "-") out.push_back(identity(told));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("facts: rows undone by ROLLBACK TO are in the log and not in the result") {
  const std::string folder = "mariadb/13_savepoint_row/";
  const auto rows = replay(folder + "binlog.000001", "sp.x");
  CHECK(rows == server_rows(folder + "tables.jsonl", "x"));
  CHECK(replay(folder + "binlog.000001", "sp.m") == server_rows(folder + "tables.jsonl", "m"));
  CHECK(rows.size() > 20);
  for (const auto& row : rows) CHECK(row.second != "gone");
  // Names that differ in case or accent only are the same to the server.
  CHECK(rows.count(22) == 0);
  CHECK(rows.count(82) == 0);
  CHECK(rows.count(122) == 0);
}

TEST_CASE("facts: XA prepared, committed, rolled back, in one phase, and never prepared") {
  const std::vector<std::string> first = xa_of(steps_of("mysql/15_xa/binlog.000001"));
  const std::string long_id = std::string("2147483647:") + [] {
    std::string hex;
    for (const char c : std::string("0123456789012345678901234567890123456789012345678901234567890123:"
                                    "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcd")) {
      if (c == ':')
        hex += ':';
      else
        hex += vectors::hex(nbl::Span{reinterpret_cast<const std::uint8_t*>(&c), 1});
    }
    return hex;
  }();
  CHECK(first ==
        std::vector<std::string>{
            "xa_prepared 7:61:62", "xa_prepared 1:756e646f:", "xa_committed 7:61:62",
            "xa_rolled_back 1:756e646f:", "committed 1:6f6e65:", "xa_prepared 4294967294:00ff27:5c0a22",
            "xa_committed 4294967294:00ff27:5c0a22", "xa_prepared " + long_id, "xa_committed " + long_id,
            "xa_prepared 1:74776f:", "xa_prepared 1:7468726565:"});
  CHECK(xa_of(steps_of("mysql/15_xa/binlog.000002")) ==
        std::vector<std::string>{
            "xa_committed 1:7468726565:", "xa_committed 1:74776f:", "xa_prepared 1:6c656674:"});
  CHECK(xa_of(steps_of("mariadb/28_crash/binlog.000001")) == std::vector<std::string>{"xa_prepared 1:70:"});
  CHECK(xa_of(steps_of("mariadb/28_crash/binlog.000002")) == std::vector<std::string>{"xa_committed 1:70:"});
}

TEST_CASE("facts: relay logs hold the source's transactions") {
  const std::string mysql = "mysql/36_replication/";
  const auto source = identities(
      {mysql + "binlog.000001", mysql + "binlog.000002", mysql + "binlog.000003", mysql + "binlog.000004"});
  CHECK(source.size() == 10);
  CHECK(source == identities({mysql + "relay.000001", mysql + "relay.000002", mysql + "relay.000003",
                              mysql + "relay.000004", mysql + "relay.000005", mysql + "relay.000006",
                              mysql + "relay.000007", mysql + "relay.000008", mysql + "relay.000009",
                              mysql + "relay.000010"}));
  const std::string maria = "mariadb/31_replica/";
  const auto other = identities({maria + "binlog.000001", maria + "binlog.000002"});
  CHECK(other.size() > 8);
  CHECK(other == identities({maria + "relay.000001", maria + "relay.000002", maria + "relay.000003",
                             maria + "relay.000004"}));
}

TEST_CASE("facts: a killed server's log ends with what was committed") {
  // Only the last file of a server that was killed has its in-use flag set; its checksum is right all the
  // same.
  const Bytes bytes = log_test::read_file(log_test::fixture("mysql/30_killed/binlog.000001"));
  CHECK((bytes[4 + 17] & 1) == 1);
  const std::vector<Told> steps = steps_of("mysql/30_killed/binlog.000001");
  CHECK(std::count_if(steps.begin(), steps.end(), [](const Told& t) { return kind_of(t) == "committed"; }) ==
        2);
}

TEST_CASE("facts: an incident is told and reading goes on") {
  const std::vector<Told> steps = steps_of("mariadb/29_incident/binlog.000001");
  const auto incident =
      std::find_if(steps.begin(), steps.end(), [](const Told& t) { return kind_of(t) == "incident"; });
  REQUIRE(incident != steps.end());
  CHECK(field(incident->line, "number") == "1");
  CHECK(incident + 1 != steps.end());
}

TEST_CASE("facts: encrypted logs are refused with their reason") {
  const log_test::Lent lent;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    const nbl::LogOptions options = log_test::wide_options(input, lent);
    // MySQL encrypts the file, MariaDB every event behind START_ENCRYPTION.
    for (const char* name :
         {"mysql/refused/34_encrypted/binlog.000001", "mariadb/23_encrypted/binlog.000001"}) {
      CAPTURE(std::string(name));
      const Bytes bytes = log_test::read_file(log_test::fixture(name));
      REQUIRE(bytes.size() > 100);
      for (const std::size_t piece : {0U, 1U, 100U}) {
        const log_test::Reading r = log_test::read_log(log_test::span_of(bytes), options, piece);
        CHECK(r.status.code == nbl::Code::encrypted_log);
        CHECK(r.status.offset == (bytes[0] == 0xfd ? 0U : 256U));
      }
    }
  }
}
