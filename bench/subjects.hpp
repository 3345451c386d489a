// What is measured: one pass over a whole log, in different ways.
#ifndef BENCH_SUBJECTS_HPP
#define BENCH_SUBJECTS_HPP

#include <cstdint>
#include <string>

#include "nanobinlog/log.hpp"

namespace bench {

/// A file in memory, every page of it already there. Ends the process where it cannot be read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  [[nodiscard]] nbl::Span bytes() const { return bytes_; }

 private:
  nbl::Span bytes_;
};

/// What one pass came to. `sum` depends on every cell, so that no compiler leaves one out and two builds can
/// be compared.
struct Tally {
  std::uint64_t events = 0;
  std::uint64_t transactions = 0;
  std::uint64_t rows = 0;  ///< images
  std::uint64_t cells = 0;
  std::uint64_t sum = 0;
  std::uint64_t workspace = 0;          ///< bytes handed over
  std::uint64_t workspace_touched = 0;  ///< bytes of it that were used
};

enum class Reading {
  none,   ///< transactions as they come, no rows
  cells,  ///< every cell as RowImage::next gives it: numbers, packed temporals, spans whose ends are looked
          ///< at
  unpacked,  ///< and temporals as calendar fields, decimals as digits, JSON token by token
};

/// One pass of zlib's crc32() over the whole file.
[[nodiscard]] std::uint32_t zlib_pass(nbl::Span file);

/// Decodes the whole log in place. Ends the process on an error: the logs are sound.
[[nodiscard]] Tally decode(nbl::Span file, Reading reading, bool verify = true);

/// The same over input that comes in pieces of `chunk` bytes and is copied.
[[nodiscard]] Tally decode_chunked(nbl::Span file, Reading reading, std::size_t chunk);

}  // namespace bench

#endif
