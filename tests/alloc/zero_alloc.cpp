// Feeds whole logs through LogReader, reads each cell of each row, and proves that nobody asked for memory
// between init and finish: not the core, and not the decompressors it was lent.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "counting.hpp"
#include "nanobinlog/log.hpp"
#include "ports/codec/zlib_codec.hpp"
#include "ports/codec/zstd_codec.hpp"

namespace {

struct Seen {
  unsigned long long cells = 0;
  unsigned long long steps = 0;
  unsigned long long checksum = 0;  // keeps the reading from being optimised away.
};

void read_transaction(const nbl::Transaction& transaction, Seen* seen) {
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(transaction, transaction.records[i], &reader)) continue;
    while (reader.next_image()) {
      nbl::RowImage image = reader.image;
      nbl::Cell cell;
      while (image.next(&cell)) {
        ++seen->cells;
        seen->checksum += cell.unsigned_value + cell.bytes.size;
      }
    }
  }
}

// The piece a call gets is copied into a buffer that the next piece overwrites, as a socket's would be.
bool read_log(nbl::LogReader* reader, const std::vector<std::uint8_t>& log, std::size_t piece,
              std::uint8_t* buffer, Seen* seen) {
  nbl::Step step;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t size = log.size() - at < piece ? log.size() - at : piece;
    std::memcpy(buffer, log.data() + at, size);
    at += size;
    nbl::Span rest{buffer, size};
    do {
      std::size_t consumed = 0;
      if (!reader->feed(rest, &consumed, &step)) return false;
      rest = rest.skip(consumed);
      ++seen->steps;
      // Only these kinds speak of a transaction.
      if (step.kind == nbl::StepKind::committed || step.kind == nbl::StepKind::xa_prepared) {
        read_transaction(step.transaction, seen);
      }
    } while (step.kind != nbl::StepKind::need_more);
  }
  return reader->finish(&step);
}

struct Codecs {
  nbl::ZstdCodec zstd;
  nbl::ZlibCodec zlib;
  std::vector<std::uint64_t> zstd_memory;
};

int run(const char* path, std::size_t piece, Codecs* codecs, Seen* total) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> log((std::istreambuf_iterator<char>(file)),
                                      std::istreambuf_iterator<char>());
  if (log.empty()) {
    std::fprintf(stderr, "%s: cannot be read\n", path);
    return 1;
  }
  nbl::LogOptions options;
  options.limits.max_side_bytes = 32U << 20;
  if (nbl::zstd_codec_built()) {
    static_cast<void>(nbl::zstd_codec_init(&codecs->zstd, codecs->zstd_memory.data(),
                                           codecs->zstd_memory.size() * 8, 21, &options.codecs.zstd));
  }
  if (nbl::zlib_codec_built())
    static_cast<void>(nbl::zlib_codec_init(&codecs->zlib, false, &options.codecs.zlib));
  const std::size_t block_size = nbl::log_reader_workspace_size(options);
  // Not cleared: the reader asks for no more than room.
  const std::unique_ptr<std::uint64_t[]> block(new std::uint64_t[block_size / 8 + 1]);
  std::vector<std::uint8_t> buffer(piece);

  const unsigned long before = allocation_count();
  nbl::Status status;
  nbl::LogReader* reader = nbl::LogReader::init(block.get(), block_size, options, &status);
  if (reader == nullptr) {
    std::fprintf(stderr, "%s: init: %s\n", path, nbl::code_name(status.code));
    return 1;
  }
  Seen seen;
  const bool whole = read_log(reader, log, piece, buffer.data(), &seen);
  const unsigned long asked = allocation_count() - before;

  total->cells += seen.cells;
  total->steps += seen.steps;
  if (!whole) std::printf("%s: ends with %s\n", path, nbl::code_name(reader->status().code));
  if (asked != 0) std::fprintf(stderr, "%s: %lu requests for memory between init and finish\n", path, asked);
  return asked == 0 ? 0 : 1;
}

// The count would be worthless if it could not move.
int self_check() {
  const unsigned long before = allocation_count();
  void* volatile one = std::malloc(10);
  std::free(one);
  const unsigned long by_malloc = allocation_count() - before;
  int* volatile two = new int[10];
  delete[] two;
  const unsigned long by_new = allocation_count() - before - by_malloc;
  void* volatile three = std::calloc(2, 10);
  three = std::realloc(three, 100);
  std::free(three);
  const unsigned long by_others = allocation_count() - before - by_malloc - by_new;
  std::printf("malloc %lu, new %lu, calloc and realloc %lu\n", by_malloc, by_new, by_others);
  return by_malloc == 1 && by_new == 1 && by_others == 2 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--self-check") == 0) return self_check();
  auto codecs = std::make_unique<Codecs>();
  codecs->zstd_memory.resize(nbl::zstd_codec_workspace_size(21) / 8 + 1);
  Seen total;
  int failed = 0;
  for (int i = 1; i < argc; ++i) failed |= run(argv[i], 4096, codecs.get(), &total);
  for (int i = 1; i < argc; ++i) failed |= run(argv[i], std::size_t{1} << 20, codecs.get(), &total);
  std::printf("%d logs twice, %llu steps, %llu cells: %s\n", argc - 1, total.steps, total.cells,
              failed != 0 ? "FAILED" : "no allocation");
  return failed != 0 || total.cells == 0 ? 1 : 0;
}
