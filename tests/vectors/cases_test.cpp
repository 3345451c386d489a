// Every vector of fixtures/synthetic through the decoder it names.
#include <doctest/doctest.h>

#include "case_file.hpp"

TEST_CASE("synthetic vectors") {
  std::map<std::string, int> counts;
  for (const std::string& path : vectors::case_paths()) {
    const vectors::CaseFile file = vectors::read_case_file(path);
    CAPTURE(path);
    for (const vectors::Case& one : file.cases) {
      ++counts[one.decoder];
      if (one.decoder == "boundary") vectors::run_boundary(file, one);
      if (one.decoder == "transaction") {
        vectors::run_transaction(file, one, nbl::Input::copied);
        vectors::run_transaction(file, one, nbl::Input::stable);
      }
      if (one.decoder == "gtid") {
        vectors::run_gtid(file, one, nbl::Input::copied);
        vectors::run_gtid(file, one, nbl::Input::stable);
      }
      if (one.decoder == "tablemap") vectors::run_table_map(file, one);
      if (one.decoder == "rows") vectors::run_rows(file, one);
      if (one.decoder == "log") vectors::run_log(file, one);
      if (one.decoder == "gtid_set") vectors::run_gtid_set(one);
      if (one.decoder == "maria_set") vectors::run_maria_set(one);
    }
  }
  // What the specifications ask for at least.
  CHECK(counts["boundary"] + counts["transaction"] >= 36);
  CHECK(counts["rows"] >= 36);
  CHECK(counts["gtid_event"] >= 22 + 94);
}
