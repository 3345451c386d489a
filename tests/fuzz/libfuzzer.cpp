// libFuzzer's entries. One program holds all targets; NBL_FUZZ_TARGET in the environment says which one runs.
#include <cstdio>
#include <cstdlib>

#include "mutate.hpp"
#include "targets.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {
const fuzz::Target* chosen = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("NBL_FUZZ_TARGET");
  if (name != nullptr) chosen = fuzz::find_target(name);
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "NBL_FUZZ_TARGET is one of:");
  for (std::size_t i = 0; i < fuzz::kTargetCount; ++i) std::fprintf(stderr, " %s", fuzz::kTargets[i].name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run(nbl::Span{data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  if (chosen->shape == fuzz::Shape::log) return fuzz::mutate_log(data, size, max_size, seed, LLVMFuzzerMutate);
  return LLVMFuzzerMutate(data, size, max_size);
}
