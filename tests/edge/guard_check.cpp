// The guards would be worthless if they let a read outside pass: this program must die of one, behind the end or, with the
// argument `before`, in front of the beginning; with `copy` or `large-copy` first, in the memory of a fuzz target's copies.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "edge_memory.hpp"

namespace {

extern "C" void caught(int) { std::_Exit(0); }

int read_outside(const volatile std::uint8_t* p, std::size_t size, bool before) {
  const int inside = p[0] + p[size - 1];
  std::signal(SIGSEGV, caught);
  std::signal(SIGBUS, caught);
  const int outside = before ? p[-1] : p[size];
  std::printf("read outside: %d %d\n", inside, outside);
  return 1;
}

/// Memory that has been used and given back before is no other than new one.
int check_copies(std::size_t size, bool before) {
  edge::EdgeMemory::behind() = before;
  edge::EdgeMemory::give_back(edge::EdgeMemory::take(size + 1));
  edge::EdgeMemory::behind() = !before;
  std::uint8_t* const data = edge::EdgeMemory::take(size);
  std::memset(data, 7, size);
  return read_outside(data, size, before);
}

}  // namespace

int main(int argc, char** argv) {
  const bool before = std::strcmp(argv[argc - 1], "before") == 0;
  if (argc > 1 && std::strcmp(argv[1], "copy") == 0) return check_copies(3, before);
  if (argc > 1 && std::strcmp(argv[1], "large-copy") == 0) return check_copies((1U << 16) + 3, before);
  const std::uint8_t bytes[] = {1, 2, 3};
  const edge::Guarded memory(nbl::Span{bytes, sizeof(bytes)},
                             before ? edge::Guarded::Place::at_the_beginning : edge::Guarded::Place::at_the_end);
  return read_outside(memory.span().data, sizeof(bytes), before);
}
