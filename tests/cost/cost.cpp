// What one byte costs at worst: crafted logs against an ordinary one, in time for each byte of input.
//
// cost [MOST [NAME]]: fails where a shape's cost is more than MOST times (20) the ordinary one's; only the
// shapes whose names begin with NAME. The ordinary log is one of OLTP transactions; every shape is read the
// same way, each cell included.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "nanobinlog/log.hpp"
#include "shapes.hpp"

namespace {

struct Reading {
  std::uint64_t bytes = 0;
  std::uint64_t cells = 0;
  std::uint64_t steps = 0;
  bool good = false;
};

void read_rows(const nbl::Transaction& transaction, Reading* reading) {
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(transaction, transaction.records[i], &reader)) continue;
    while (reader.next_image()) {
      nbl::RowImage image = reader.image;
      nbl::Cell cell;
      while (image.next(&cell)) ++reading->cells;
    }
  }
}

/// The whole log at once; as a stream of one-byte pieces where `piece` is 1.
Reading read_log(const cost::Shape& shape, bool cells, std::vector<std::uint64_t>* block) {
  const std::vector<std::uint8_t>& log = shape.log;
  nbl::LogOptions options;
  options.input = shape.piece == 1 ? nbl::Input::copied : nbl::Input::stable;
  options.limits.max_bytes = 8U << 20;
  nbl::Status status;
  block->resize(nbl::log_reader_workspace_size(options) / 8 + 1);
  nbl::LogReader* reader = nbl::LogReader::init(block->data(), block->size() * 8, options, &status);
  Reading reading;
  if (reader == nullptr) return reading;
  nbl::Step step;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t size = std::min(shape.piece, log.size() - at);
    std::size_t consumed = 0;
    if (!reader->feed(nbl::Span{log.data() + at, size}, &consumed, &step)) {
      std::fprintf(stderr, "%s at %llu\n", nbl::code_name(reader->status().code),
                   static_cast<unsigned long long>(reader->status().offset));
      return reading;
    }
    at += consumed;
    ++reading.steps;
    if (cells && step.kind == nbl::StepKind::committed) read_rows(step.transaction, &reading);
    if (step.kind == nbl::StepKind::need_more && consumed == 0) break;
  }
  reading.bytes = log.size();
  reading.good = reader->finish(&step);
  return reading;
}

/// Nanoseconds a byte, the best of several readings; of one where that takes long.
double cost_of(const cost::Shape& shape, bool cells, std::vector<std::uint64_t>* block) {
  double best = 1e9;
  double spent = 0;
  for (int i = 0; i < 25 && spent < 5e7; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Reading reading = read_log(shape, cells, block);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    if (!reading.good) {
      std::fprintf(stderr, "%s: not read as a whole\n", shape.name.c_str());
      std::exit(1);
    }
    spent += time.count();
    best = std::min(best, time.count() / static_cast<double>(reading.bytes));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const double most = argc > 1 ? std::strtod(argv[1], nullptr) : 20;
  std::vector<std::uint64_t> block;
  double ordinary = 0;
  int failed = 0;
  for (const cost::Shape& shape : cost::all_shapes()) {
    if (argc > 2 && ordinary != 0 && shape.name.rfind(argv[2], 0) != 0) continue;
    double decoding = cost_of(shape, false, &block);
    // Whatever else the machine does makes it slower, never faster.
    for (int again = 0; again < 9 && ordinary != 0 && decoding > most * ordinary; ++again) {
      decoding = std::min(decoding, cost_of(shape, false, &block));
    }
    const double reading = cost_of(shape, true, &block);
    if (ordinary == 0) ordinary = decoding;
    const double times = decoding / ordinary;
    std::printf(
        "%-32s %8zu bytes: decoding %7.2f ns/byte, %6.2f times the ordinary; with all cells read %8.2f "
        "ns/byte\n",
        shape.name.c_str(), shape.log.size(), decoding, times, reading);
    if (times > most && shape.piece != 1) failed = 1;
  }
  return failed;
}
