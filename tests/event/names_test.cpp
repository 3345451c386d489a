// The names of event types, and the names and sentences of codes.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "nanobinlog/event.hpp"

using nbl::Code;

TEST_CASE("event type names: as servers print them, never null") {
  const auto name = [](unsigned type) {
    return std::string(nbl::event_type_name(static_cast<nbl::EventType>(type)));
  };
  CHECK(name(0) == "Unknown");
  CHECK(name(2) == "Query");
  CHECK(name(15) == "Format_desc");
  CHECK(name(16) == "Xid");
  CHECK(name(30) == "Write_rows");
  CHECK(name(39) == "Update_rows_partial");
  CHECK(name(42) == "Gtid_tagged");
  CHECK(name(43) == "Large_transaction_header");
  CHECK(name(160) == "Annotate_rows");
  CHECK(name(171) == "Delete_rows_compressed");
  unsigned named = 0;
  for (unsigned type = 1; type < 256; ++type) named += name(type) != "Unknown" ? 1U : 0U;
  CHECK(named == 43 + 12);
  for (const unsigned nobody : {44U, 100U, 159U, 172U, 255U}) CHECK(name(nobody) == "Unknown");
}

TEST_CASE("codes: a name and a sentence for each, all different") {
  std::set<std::string> names;
  std::set<std::string> sentences;
  for (unsigned number = 0; number <= 1000; ++number) {
    const auto code = static_cast<Code>(number);
    const std::string name = nbl::code_name(code);
    if (name == "unknown") continue;
    const std::string sentence = nbl::code_text(code);
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK(sentences.insert(sentence).second);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos);
    CHECK(sentence.size() >= 30);
    CHECK(sentence.back() == '.');
    CHECK(sentence != nbl::code_text(static_cast<Code>(65535)));
  }
  CHECK(names.size() == 98);
}

TEST_CASE("codes: the numbers of the ABI keep their names") {
  CHECK(std::string(nbl::code_name(Code::ok)) == "ok");
  CHECK(std::string(nbl::code_name(static_cast<Code>(105))) == "bad_checksum");
  CHECK(std::string(nbl::code_name(static_cast<Code>(306))) == "bad_json");
  CHECK(std::string(nbl::code_name(static_cast<Code>(600))) == "text_output_full");
  CHECK(std::string(nbl::code_name(static_cast<Code>(601))) == "unknown");
  CHECK(std::string(nbl::code_name(static_cast<Code>(65535))) == "unknown");
  CHECK(std::string(nbl::code_text(static_cast<Code>(65535))).find("no code") != std::string::npos);
}
