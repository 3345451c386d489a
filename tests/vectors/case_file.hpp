// The case files of fixtures/synthetic: input bytes and the expected reading. Grammar: fixtures/synthetic/README.md.
#ifndef NBL_TESTS_CASE_FILE_HPP
#define NBL_TESTS_CASE_FILE_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nanobinlog/event.hpp"
#include "nanobinlog/limits.hpp"

namespace vectors {

using Bytes = std::vector<std::uint8_t>;

struct Input {
  Bytes bytes;
  std::uint64_t offset = 0;  // absolute
};

struct Case {
  std::string name;
  std::string decoder;
  std::string format_name;
  nbl::Limits limits;
  std::vector<std::string> options;
  std::vector<Input> inputs;
  std::vector<std::string> expected;

  bool has_option(const std::string& word) const;
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

/// Runs one case with its decoder and checks it (doctest).
void run_case(const CaseFile& file, const Case& one);

// One runner a group of decoders.
void run_boundary(const CaseFile& file, const Case& one);
void run_transaction(const CaseFile& file, const Case& one, nbl::Input input);
void run_gtid(const CaseFile& file, const Case& one, nbl::Input input);

}  // namespace vectors

#endif
