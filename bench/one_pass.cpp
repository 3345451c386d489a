// One pass over one log, for profilers and instruction counters, and to compare the sums of two builds.
//
//   one_pass WHAT FILE [REPEATS]     WHAT: crc, feed, cells, unpacked, feed-unverified, cells-unverified,
//   chunked, chunked-cells
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/subjects.hpp"

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
    const auto from = std::chrono::steady_clock::now();
    if (is("crc")) tally.sum = bench::zlib_pass(file.bytes());
    if (is("feed")) tally = bench::decode(file.bytes(), bench::Reading::none);
    if (is("cells")) tally = bench::decode(file.bytes(), bench::Reading::cells);
    if (is("unpacked")) tally = bench::decode(file.bytes(), bench::Reading::unpacked);
    if (is("feed-unverified")) tally = bench::decode(file.bytes(), bench::Reading::none, false);
    if (is("cells-unverified")) tally = bench::decode(file.bytes(), bench::Reading::cells, false);
    if (is("chunked")) tally = bench::decode_chunked(file.bytes(), bench::Reading::none, 4096);
    if (is("chunked-cells")) tally = bench::decode_chunked(file.bytes(), bench::Reading::cells, 4096);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    std::printf(
        "%s %s: %.1f ms, %.2f GB/s, %llu events, %llu transactions, %llu rows, %llu cells, sum %016llx\n",
        what, argv[2], took.count() * 1e3, static_cast<double>(file.bytes().size) / took.count() / 1e9,
        static_cast<unsigned long long>(tally.events), static_cast<unsigned long long>(tally.transactions),
        static_cast<unsigned long long>(tally.rows), static_cast<unsigned long long>(tally.cells),
        static_cast<unsigned long long>(tally.sum));
  }
  return 0;
}
