// Decoding whole logs, each pass next to a pass of zlib's crc32() over the same file: the machine's load and
// clock then weigh on both alike, and the ratio of the two is what is reported ("crc_ratio", 1 means as long
// as the CRC alone).
//
//   decode_bench DIRECTORY [benchmark options]      DIRECTORY holds oltp.binlog, mixed.binlog, bulk.binlog
#include <benchmark/benchmark.h>

#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

#include "bench/subjects.hpp"

namespace {

using bench::Reading;
using bench::Tally;

struct Subject {
  const char* name;
  Tally (*pass)(nbl::Span file);
};

constexpr Subject kSubjects[] = {
    {"feed", [](nbl::Span f) { return bench::decode(f, Reading::none); }},
    {"cells", [](nbl::Span f) { return bench::decode(f, Reading::cells); }},
    {"unpacked", [](nbl::Span f) { return bench::decode(f, Reading::unpacked); }},
    {"feed_chunked_4K", [](nbl::Span f) { return bench::decode_chunked(f, Reading::none, 4096); }},
    {"cells_chunked_4K", [](nbl::Span f) { return bench::decode_chunked(f, Reading::cells, 4096); }},
    {"feed_unverified", [](nbl::Span f) { return bench::decode(f, Reading::none, false); }},
};

/// Seconds of this process alone: on a machine that does other work as well, the wall clock would measure
/// that.
double processor_seconds() {
  timespec now = {};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double crc_pass(nbl::Span file) {
  const double from = processor_seconds();
  benchmark::DoNotOptimize(bench::zlib_pass(file));
  return processor_seconds() - from;
}

/// The CRC pass runs in front of the subject and behind it, so that a change of the machine's load between
/// them shows less.
void measure(benchmark::State& state, const bench::MappedFile& file, const Subject& subject) {
  double crc = 0;
  double own = 0;
  Tally tally;
  for (auto _ : state) {
    const double before = crc_pass(file.bytes());
    const double from = processor_seconds();
    tally = subject.pass(file.bytes());
    const double took = processor_seconds() - from;
    crc += (before + crc_pass(file.bytes())) / 2;
    own += took;
    state.SetIterationTime(took);
    benchmark::DoNotOptimize(tally.sum);
  }
  const auto passes = static_cast<double>(state.iterations());
  state.counters["crc_ratio"] = own / crc;
  state.counters["crc_GBps"] = static_cast<double>(file.bytes().size) * passes / crc / 1e9;
  state.counters["GBps"] = static_cast<double>(file.bytes().size) * passes / own / 1e9;
  state.counters["rows_per_s"] = static_cast<double>(tally.rows) * passes / own;
  state.counters["cells_per_s"] = static_cast<double>(tally.cells) * passes / own;
  state.counters["touched_KiB"] = static_cast<double>(tally.workspace_touched) / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("decode_bench DIRECTORY [benchmark options]\n", stderr);
    return 2;
  }
  const std::string directory = argv[1];
  argv[1] = argv[0];
  --argc;
  ++argv;
  for (const char* log : {"oltp", "mixed", "bulk"}) {
    const auto file = std::make_shared<bench::MappedFile>(directory + "/" + log + ".binlog");
    for (const Subject& subject : kSubjects) {
      benchmark::RegisterBenchmark(
          (std::string(log) + "/" + subject.name).c_str(),
          [file, &subject](benchmark::State& state) { measure(state, *file, subject); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
