// Savepoints inside a transaction: whose rows a ROLLBACK TO takes out. Rules: the server's manual on
// SAVEPOINT; names compare as utf8mb3_general_ci compares them.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"
#include "transaction/name_fold.hpp"

using log_test::field;
using log_test::LogBuilder;

namespace {

/// A transaction out of a list: numbers are one-row inserts, the rest statements. What comes of it: "1 4" or
/// the error.
std::string commit(const std::vector<std::string>& script, std::string* discarded = nullptr) {
  LogBuilder log;
  (void)log.query("BEGIN");
  for (const std::string& item : script) {
    if (item[0] >= '0' && item[0] <= '9') {
      (void)log.table_map(1, "a");
      (void)log.write_rows(1, {{static_cast<std::uint32_t>(std::stoul(item)), "x"}});
    } else {
      (void)log.query(item);
    }
  }
  (void)log.xid(5);
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  log_test::Opened opened(options);
  std::string out;
  const bool good = opened.feed(log_test::span_of(log.bytes), [&](const nbl::Step& step) {
    if (step.kind != nbl::StepKind::committed) return;
    if (discarded != nullptr) *discarded = std::to_string(step.transaction.discarded_changes);
    for (std::uint32_t i = 0; i < step.transaction.record_count; ++i) {
      nbl::RowsReader reader;
      if (!nbl::open_rows(step.transaction, step.transaction.records[i], &reader)) continue;
      nbl::Cell cell;
      while (reader.next_image() && reader.image.next(&cell)) {
        out += (out.empty() ? "" : " ") + std::to_string(cell.unsigned_value);
      }
    }
    CHECK(nbl::transaction_table(step.transaction, 0).definition->inserts == step.transaction.change_count);
  });
  return good ? out : nbl::code_name(opened.reader->status().code);
}

std::uint64_t hash(const std::string& name) {
  return nbl::hash_folded_name(nbl::Span{reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
}

}  // namespace

TEST_CASE("savepoint: rows behind it go, rows before it and after the rollback stay") {
  std::string discarded;
  CHECK(commit({"1", "SAVEPOINT `a`", "2", "3", "ROLLBACK TO `a`", "4"}, &discarded) == "1 4");
  CHECK(discarded == "2");
  CHECK(commit({"1", "SAVEPOINT a", "2", "ROLLBACK TO SAVEPOINT a", "3"}) == "1 3");
  CHECK(commit({"1", "savepoint a", "2", "rollback work to savepoint A;", "3"}) == "1 3");
  CHECK(commit({"1", "SAVEPOINT a", "2"}) == "1 2");
}

TEST_CASE("savepoint: it lives on behind a rollback to it, those behind it do not") {
  CHECK(commit({"1", "SAVEPOINT a", "2", "ROLLBACK TO a", "3", "ROLLBACK TO a", "4"}) == "1 4");
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT b", "3", "ROLLBACK TO a", "4", "ROLLBACK TO b"}) ==
        "unknown_savepoint");
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT b", "3", "ROLLBACK TO b", "4", "ROLLBACK TO a", "5"}) ==
        "1 5");
}

TEST_CASE("savepoint: a name used again replaces the older one") {
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT a", "3", "ROLLBACK TO a", "4"}) == "1 2 4");
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT b", "3", "SAVEPOINT a", "4", "ROLLBACK TO b", "5"}) ==
        "1 2 5");
}

TEST_CASE("savepoint: released it is gone, with those set behind it") {
  CHECK(commit({"1", "SAVEPOINT a", "2", "RELEASE SAVEPOINT a", "3", "ROLLBACK TO a"}) ==
        "unknown_savepoint");
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT b", "3", "RELEASE SAVEPOINT a", "ROLLBACK TO b"}) ==
        "unknown_savepoint");
  CHECK(commit({"1", "SAVEPOINT a", "2", "SAVEPOINT b", "3", "RELEASE SAVEPOINT b", "ROLLBACK TO a", "4"}) ==
        "1 4");
}

TEST_CASE("savepoint: one that nobody set is an error, since which rows it undoes is not known") {
  CHECK(commit({"1", "ROLLBACK TO a"}) == "unknown_savepoint");
}

TEST_CASE("savepoint: names as the server compares them, quoted and with any characters") {
  CHECK(commit({"1", "SAVEPOINT `B`", "2", "ROLLBACK TO `b`", "3"}) == "1 3");
  CHECK(commit({"1", "SAVEPOINT `s p``q`", "2", "ROLLBACK TO `S P``Q`", "3"}) == "1 3");
  CHECK(commit({"1", "SAVEPOINT `\xc3\xa9`", "2", "ROLLBACK TO `\xc3\x89`", "3"}) == "1 3");
  CHECK(commit({"1", "SAVEPOINT e", "2", "ROLLBACK TO `\xc3\xa9`", "3"}) == "1 3");
  CHECK(commit({"1", "SAVEPOINT `a`", "2", "ROLLBACK TO `a b`"}) == "unknown_savepoint");
}

TEST_CASE("savepoint: folding of letters") {
  CHECK(hash("abc") == hash("ABC"));
  CHECK(hash("abc") != hash("abd"));
  CHECK(hash("\xc3\xa9") == hash("E"));         // é
  CHECK(hash("\xc3\x9f") == hash("s"));         // ß, which captured logs show to equal s
  CHECK(hash("\xce\xa3") == hash("\xcf\x83"));  // Sigma
  CHECK(hash("\xce\xa3") == hash("\xcf\x82"));  // and its final form
  CHECK(hash("\xd0\xb4") == hash("\xd0\x94"));  // Cyrillic
  CHECK(hash("\xc5\xbe") == hash("Z"));         // ž
  CHECK(hash("\xc3\xa6") != hash("a"));         // æ is a letter of its own
  CHECK(hash("\xc3\xa6") == hash("\xc3\x86"));
  CHECK(hash("\xe2\x82\xac") != hash("\xe2\x82\xad"));
  CHECK(hash("") != hash(" "));
}
