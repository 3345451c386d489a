// The case files of fixtures/synthetic: input bytes and the expected reading. Grammar:
// fixtures/synthetic/README.md.
#ifndef NBL_TESTS_CASE_FILE_HPP
#define NBL_TESTS_CASE_FILE_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nanobinlog/event.hpp"
#include "nanobinlog/limits.hpp"
#include "nanobinlog/row.hpp"

namespace vectors {

using Bytes = std::vector<std::uint8_t>;

struct Input {
  Bytes bytes;
  std::uint64_t offset = 0;  // absolute
};

/// `set TEXT`, `union TEXT` and so on, with the text as it is meant.
struct SetLine {
  std::string word;
  std::string text;
};

struct Case {
  std::string name;
  std::string decoder;
  std::string format_name;
  nbl::Limits limits;
  std::vector<std::string> options;
  std::vector<Input> inputs;
  std::vector<SetLine> sets;
  std::vector<std::string> expected;

  bool has_option(const std::string& word) const;
  bool expects_finish() const;  // whether the call at the end of input is part of the case
};

struct CaseFile {
  std::map<std::string, Bytes> formats;
  std::vector<Case> cases;
};

/// Every case of one file; throws a description of the first line that is not understood.
CaseFile read_case_file(const std::string& path);
/// Every *.cases file of the fixture folder, by name.
std::vector<std::string> case_paths();

/// The format description a case names.
nbl::FormatDescription parse_format(const CaseFile& file, const Case& one);

/// "key=value" out of a line of words; empty where it is not there.
std::string field(const std::string& line, const std::string& key);
std::string hex(nbl::Span bytes);
std::string quote(nbl::Span text);  // a JSON string
std::string uuid_text(const std::uint8_t* uuid);

/// The text of an error for a message.
std::string error_text(const nbl::Status& status);
/// Whether `line` ("error code=...", "finish error code=...") allows this status.
bool error_matches(const std::string& line, const nbl::Status& status);

/// Compares what a decoder said, line by line, with what the case expects (doctest). `errors` holds the
/// status behind each line of `got` that is an error, in order.
void compare(const Case& one, const std::vector<std::string>& got, const std::vector<nbl::Status>& errors);
/// The text of a table's "db.table".
std::string table_name(const nbl::Table& table);
const char* operation_name(nbl::RowOperation operation);

// One runner a decoder. The bodies of single events are run by tests/event/body_cases_test.cpp.
void run_boundary(const CaseFile& file, const Case& one);
void run_transaction(const CaseFile& file, const Case& one, nbl::Input input);
void run_gtid(const CaseFile& file, const Case& one, nbl::Input input);
void run_table_map(const CaseFile& file, const Case& one);
void run_rows(const CaseFile& file, const Case& one);
void run_log(const CaseFile& file, const Case& one);
void run_gtid_set(const Case& one);
void run_maria_set(const Case& one);

}  // namespace vectors

#endif
