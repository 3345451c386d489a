// A whole log read to its end, each step as a line of text that tells every field of it, so that two readings
// can be compared.
#ifndef NBL_TESTS_LOG_READING_HPP
#define NBL_TESTS_LOG_READING_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nanobinlog/log.hpp"
#include "ports/codec/zlib_codec.hpp"
#include "ports/codec/zstd_codec.hpp"
#include "vectors/workspace.hpp"

namespace log_test {

using Bytes = std::vector<std::uint8_t>;

/// Decompressors with their memory.
class Lent {
 public:
  Lent();
  nbl::Codecs codecs;

 private:
  std::unique_ptr<std::uint64_t[]> memory_;
  nbl::ZstdCodec zstd_;
  nbl::ZlibCodec zlib_;
};

/// Options under which every committed log is read whole.
nbl::LogOptions wide_options(nbl::Input input, const Lent& lent);

/// One step.
struct Told {
  std::string line;                 // "committed start=235 begin=312 ...": the kind, then key=value
  std::vector<std::string> rows;    // "rows type=insert table=a.b changes=1", one a record with rows
  std::vector<std::string> tables;  // "a.b inserts=1 updates=0 deletes=0"
  std::uint64_t cells = 0;          // a hash over all cells, in order
  std::string detached;             // empty where a detached copy reads the same
  bool operator==(const Told& other) const {
    return line == other.line && rows == other.rows && tables == other.tables && cells == other.cells;
  }
};

struct Reading {
  std::vector<Told> steps;
  std::string end;         // "ok", or "error code=... offset=..."
  bool at_finish = false;  // whether the end was said by finish()
  nbl::Status status;
  std::uint64_t offset = 0;
  nbl::LogTotals totals;
  bool operator==(const Reading& other) const {
    return steps == other.steps && end == other.end && totals.events == other.totals.events &&
           totals.bytes == other.totals.bytes;
  }
};

/// How much of a step is read: deep goes through every cell, attached and detached.
enum class Depth { shallow, deep };
/// One step as text.
Told tell(const nbl::Step& step, Depth depth = Depth::deep);
/// A hash over all cells of one record.
std::uint64_t hash_cells(const nbl::Transaction& transaction, std::uint32_t record, std::uint64_t hash);

/// Feeds `bytes` in pieces that end at each of `cuts` (ascending) and at the end. Over copied input each
/// piece is handed over in a buffer of its own that is scribbled over and freed afterwards.
Reading read_pieces(nbl::Span bytes, const nbl::LogOptions& options, const std::vector<std::size_t>& cuts,
                    Depth depth = Depth::deep);
/// The same in pieces of one size; 0 for all at once.
Reading read_log(nbl::Span bytes, const nbl::LogOptions& options, std::size_t piece,
                 Depth depth = Depth::deep);

/// A reader with its block.
struct Opened {
  explicit Opened(const nbl::LogOptions& options);
  ~Opened();
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  Workspace block;
  nbl::LogReader* reader = nullptr;

  /// Feeds `bytes` until the reader wants more or fails; each step goes to `take`.
  template <typename Take>
  bool feed(nbl::Span bytes, Take take) {
    for (std::size_t at = 0;;) {
      std::size_t consumed = 0;
      nbl::Step step;
      if (!reader->feed(bytes.skip(at), &consumed, &step)) return false;
      at += consumed;
      if (step.kind == nbl::StepKind::need_more) return true;
      take(step);
    }
  }
};

/// Where two readings part, for a message; empty where they do not.
std::string difference(const Reading& a, const Reading& b);

/// "key=value" out of a step's line; a quoted value keeps its quotes. Empty where it is not there.
std::string field(const std::string& line, const std::string& key);

Bytes read_file(const std::string& path);
/// Every committed log that is not encrypted, by path, in order; and those below `largest` bytes only.
std::vector<std::string> committed_logs(std::size_t largest = ~std::size_t{0});
std::string fixture(const std::string& name);
inline nbl::Span span_of(const Bytes& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }

}  // namespace log_test

#endif
