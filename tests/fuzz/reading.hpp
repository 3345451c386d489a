// Reads all there is in a transaction or a log, checks on the way what must always hold, and gives a digest: two readings of
// the same bytes are equal exactly when their digests are.
#ifndef NBL_TESTS_FUZZ_READING_HPP
#define NBL_TESTS_FUZZ_READING_HPP

#include <vector>

#include "harness.hpp"
#include "nanobinlog/log.hpp"

namespace fuzz {

struct ReadOptions {
  bool text = true;    ///< write every cell as text, too
  bool detach = true;  ///< read every transaction a second time out of a detached copy
  bool records = true; ///< a transaction's records are all there; false where each has been delivered before
  bool counts = true;  ///< the tables' counts are whole
};

std::uint64_t digest_gtid(const nbl::Gtid& gtid);
std::uint64_t digest_table(const nbl::Table& table);
/// Cells of one ROWS record; the images' bytes must be used up exactly.
std::uint64_t digest_rows(const nbl::Transaction& transaction, const nbl::EventRecord& record, const ReadOptions& options);
/// Checks and digests one cell; `text` writes it as well.
void digest_cell(const nbl::Cell& cell, bool text, Digest* digest);
/// Tables, records, rows and all counts.
std::uint64_t digest_transaction(const nbl::Transaction& transaction, const ReadOptions& options);
/// A walk over a validated document; checks that it stays inside and ends.
void digest_json(nbl::Span document, Digest* digest);

// ---- Whole logs

/// A step, as far as it must not depend on how the input came.
struct Line {
  nbl::StepKind kind = nbl::StepKind::need_more;
  nbl::StepKind outcome = nbl::StepKind::need_more;  // oversized
  nbl::Code code = nbl::Code::ok;                    // of an error
  std::uint64_t start = 0;                           // of an error: its offset
  std::uint64_t end = 0;
  std::uint64_t digest = 0;
  std::uint32_t changes = 0;
  bool is_error = false;
};
bool operator==(const Line& a, const Line& b);

struct Trace {
  std::vector<Line> lines;
  nbl::LogTotals totals;
};

/// How the input is handed over.
struct Feeding {
  std::uint32_t seed = 0;     ///< pieces of pseudo-random size; 0: all at once
  std::uint32_t longest = 1;  ///< bytes of the longest piece
  bool recover = false;       ///< go on behind an error where recover() allows it
  bool at = false;            ///< begin at `offset` with `format`, not at a magic
  std::uint64_t offset = 0;
  nbl::FormatDescription format;
  std::uint64_t stop_behind = ~std::uint64_t{0};  ///< end the reading behind the first step that ends at or behind this offset
};

/// Feeds `log` to a reader of these options. Over stable input the bytes are used where they lie, otherwise each piece is
/// gone when the next one comes.
Trace read_log(nbl::Span log, const nbl::LogOptions& options, const Feeding& feeding, const ReadOptions& reading);
/// Ends the process where the two differ, and says how.
void expect_same(const Trace& a, const Trace& b, const char* what);
void print(const Trace& trace);

/// Decompressors that take the bytes as they are, so that a fuzzer sees through them, and hand them on in uneven pieces.
struct PlainCodec {
  nbl::Span rest;
  std::uint32_t turn = 0;
};
nbl::Codec plain_codec(PlainCodec* codec);

/// Rewrites the checksum of every event of a log that has them, as far as the sizes lead from one event to the next.
/// `magic` says whether the bytes begin with a log's four.
void fix_checksums(std::vector<std::uint8_t>* log, bool magic);

}  // namespace fuzz

#endif
