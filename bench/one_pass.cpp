// One pass over one log, for profilers and instruction counters, and to compare the sums of two builds.
//
//   one_pass WHAT FILE [REPEATS]     WHAT: crc, feed, cells, unpacked, feed-unverified, cells-unverified,
//   chunked, chunked-cells
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "bench/subjects.hpp"

namespace {

/// Of this process alone, so that a busy machine shows less.
double processor_seconds() {
  timespec now = {};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs(
        "one_pass crc|feed|cells|unpacked|feed-unverified|cells-unverified|chunked|chunked-cells FILE "
        "[REPEATS]\n",
        stderr);
    return 2;
  }
  const char* what = argv[1];
  const bench::MappedFile file(argv[2]);
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 1;
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  for (int i = 0; i < repeats; ++i) {
    bench::Tally tally;
    const double from = processor_seconds();
    if (is("crc")) tally.sum = bench::zlib_pass(file.bytes());
    if (is("feed")) tally = bench::decode(file.bytes(), bench::Reading::none);
    if (is("cells")) tally = bench::decode(file.bytes(), bench::Reading::cells);
    if (is("unpacked")) tally = bench::decode(file.bytes(), bench::Reading::unpacked);
    if (is("feed-unverified")) tally = bench::decode(file.bytes(), bench::Reading::none, false);
    if (is("cells-unverified")) tally = bench::decode(file.bytes(), bench::Reading::cells, false);
    if (is("chunked")) tally = bench::decode_chunked(file.bytes(), bench::Reading::none, 4096);
    if (is("chunked-cells")) tally = bench::decode_chunked(file.bytes(), bench::Reading::cells, 4096);
    const double took = processor_seconds() - from;
    std::printf(
        "%s %s: %.1f ms, %.2f GB/s, %llu events, %llu transactions, %llu rows, %llu cells, sum %016llx\n",
        what, argv[2], took * 1e3, static_cast<double>(file.bytes().size) / took / 1e9,
        static_cast<unsigned long long>(tally.events), static_cast<unsigned long long>(tally.transactions),
        static_cast<unsigned long long>(tally.rows), static_cast<unsigned long long>(tally.cells),
        static_cast<unsigned long long>(tally.sum));
  }
  return 0;
}
