// CRC32: each implementation against zlib, libdeflate and ISA-L.
//
// "fixed": buffers of one size one behind the other, none waiting for another, as the events of a log are.
// "mix": sizes as a log of small transactions has them, in random order, so that a branch on the size is
// guessed wrong as often as there. "chain": each CRC continues the one before, which shows latency instead of
// throughput.
#include <benchmark/benchmark.h>
#include <libdeflate.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "base/crc32_impl.hpp"

// The one prototype that is needed of ISA-L's <isa-l/crc.h>, which is not fit for C++ warnings.
extern "C" std::uint32_t crc32_gzip_refl(std::uint32_t init_crc, const unsigned char* buf, std::uint64_t len);

namespace {

std::uint32_t run_zlib(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept {
  return static_cast<std::uint32_t>(::crc32(crc, data, static_cast<uInt>(size)));
}
std::uint32_t run_libdeflate(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept {
  return libdeflate_crc32(crc, data, size);
}
std::uint32_t run_isal(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept {
  return crc32_gzip_refl(crc, data, size);
}

struct Variant {
  const char* name;
  nbl::Crc32Fn run;
};

std::vector<Variant> variants() {
  std::vector<Variant> v{{"nbl_best", nbl::crc32_best()}, {"nbl_slicing", &nbl::crc32_slicing}};
#if NBL_CRC32_HAS_X86
  const nbl::Crc32X86 level = nbl::crc32_x86_level();
  if (level >= nbl::Crc32X86::kPclmul) v.push_back({"nbl_pclmul", &nbl::crc32_pclmul});
  if (level >= nbl::Crc32X86::kAvx2) v.push_back({"nbl_avx2", &nbl::crc32_avx2});
#if NBL_CRC32_HAS_AVX512
  if (level >= nbl::Crc32X86::kAvx512) v.push_back({"nbl_avx512", &nbl::crc32_avx512});
#endif
#endif
#if NBL_CRC32_HAS_ARM
  if (nbl::crc32_arm_present()) v.push_back({"nbl_arm", &nbl::crc32_arm});
#endif
  v.push_back({"nbl_nibble", &nbl::crc32_nibble});
  v.push_back({"zlib", &run_zlib});
  v.push_back({"libdeflate", &run_libdeflate});
  v.push_back({"isal", &run_isal});
  return v;
}

std::vector<std::uint8_t> random_bytes(std::size_t size) {
  std::mt19937 random(7);
  std::vector<std::uint8_t> bytes(size);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

void report(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

// Small buffers lie in 16 KiB, which a first-level cache holds beside the tables, and begin at any alignment.
void fixed(benchmark::State& state, nbl::Crc32Fn run, std::size_t size) {
  const std::size_t count = size < 16384 ? 16384 / size : 1;
  const auto bytes = random_bytes(count * size);
  for (auto _ : state) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum ^= run(0, bytes.data() + i * size, size);
    benchmark::DoNotOptimize(sum);
  }
  report(state, count * size);
}

void chain(benchmark::State& state, nbl::Crc32Fn run, std::size_t size) {
  const auto bytes = random_bytes(size);
  std::uint32_t crc = 0;
  for (auto _ : state) crc = run(crc, bytes.data(), size);
  benchmark::DoNotOptimize(crc);
  report(state, size);
}

// Without their four bytes of checksum: prefix 75, BEGIN 71, table map 50, rows 40 to 300, XID 27. So many
// that no branch predictor learns them by heart, over a buffer that a second-level cache holds.
void mix(benchmark::State& state, nbl::Crc32Fn run) {
  constexpr std::size_t kBuffer = 262144;
  constexpr std::size_t kLargest = 300;
  std::mt19937 random(11);
  std::vector<std::size_t> sizes;
  std::size_t total = 0;
  for (unsigned transaction = 0; transaction < 20000; ++transaction) {
    sizes.insert(sizes.end(), {75, 71});
    for (unsigned change = random() % 4 + 1; change != 0; --change)
      sizes.insert(sizes.end(), {50, 40 + random() % 261});
    sizes.push_back(27);
  }
  for (const std::size_t size : sizes) total += size;
  const auto bytes = random_bytes(kBuffer);
  for (auto _ : state) {
    std::uint32_t sum = 0;
    std::size_t at = 0;
    for (const std::size_t size : sizes) {
      sum ^= run(0, bytes.data() + at, size);
      at += size;
      if (at > kBuffer - kLargest) at = 0;
    }
    benchmark::DoNotOptimize(sum);
  }
  report(state, total);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Variant& v : variants()) {
    const std::string name = v.name;
    const nbl::Crc32Fn run = v.run;
    benchmark::RegisterBenchmark(("crc32/mix/" + name).c_str(), [run](benchmark::State& s) { mix(s, run); });
    for (const std::size_t size : std::initializer_list<std::size_t>{19, 31, 64, 100, 128, 256, 1024, 8192, 65536, 1048576}) {
      benchmark::RegisterBenchmark(("crc32/fixed/" + name + "/" + std::to_string(size)).c_str(),
                                   [run, size](benchmark::State& s) { fixed(s, run, size); });
    }
    for (const std::size_t size : std::initializer_list<std::size_t>{31, 64, 128}) {
      benchmark::RegisterBenchmark(("crc32/chain/" + name + "/" + std::to_string(size)).c_str(),
                                   [run, size](benchmark::State& s) { chain(s, run, size); });
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
