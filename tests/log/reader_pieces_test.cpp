// However a log is cut into pieces, the same things happen in it.
#include <doctest/doctest.h>

#include "log/log_reading.hpp"

using log_test::Bytes;
using log_test::Reading;

namespace {

void check_same(const Reading& whole, const Reading& other, const char* how, std::size_t piece) {
  const std::string parted = log_test::difference(whole, other);
  CHECK_MESSAGE(parted.empty(), how << " in pieces of " << piece << ": " << parted);
}

}  // namespace

TEST_CASE("reader: every committed log, whole and in pieces, stable and copied") {
  const log_test::Lent lent;
  const std::vector<std::string> paths = log_test::committed_logs();
  REQUIRE(paths.size() > 100);
  const nbl::LogOptions stable = log_test::wide_options(nbl::Input::stable, lent);
  const nbl::LogOptions copied = log_test::wide_options(nbl::Input::copied, lent);
  for (const std::string& path : paths) {
    CAPTURE(path);
    const Bytes bytes = log_test::read_file(path);
    const nbl::Span span = log_test::span_of(bytes);
    const Reading whole = log_test::read_log(span, stable, 0);
    CHECK(whole.at_finish);
    CHECK(whole.totals.bytes == bytes.size());
    CHECK(!whole.steps.empty());
    for (const std::size_t piece : {0U, 1U, 2U, 3U, 7U, 19U, 64U, 4096U}) {
      check_same(whole, log_test::read_log(span, copied, piece), "copied", piece);
      check_same(whole, log_test::read_log(span, stable, piece), "stable", piece);
    }
  }
}

TEST_CASE("reader: small logs cut in two at every place") {
  const log_test::Lent lent;
  for (const std::string& path : log_test::committed_logs(1400)) {
    CAPTURE(path);
    const Bytes bytes = log_test::read_file(path);
    const nbl::Span span = log_test::span_of(bytes);
    for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
      nbl::LogOptions options = log_test::wide_options(input, lent);
      options.limits.max_bytes = 64U << 10;  // small blocks, since thousands of them are taken
      options.limits.max_side_bytes = 64U << 10;
      const Reading whole = log_test::read_log(span, options, 0);
      for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        const std::string parted = log_test::difference(whole, log_test::read_pieces(span, options, {cut}));
        CHECK_MESSAGE(parted.empty(), "cut at " << cut << ": " << parted);
      }
    }
  }
}
