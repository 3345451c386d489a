// The guard would be worthless if it let a read outside pass: this program must die of one, first behind the end and, with
// an argument, before the beginning.
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "edge.hpp"

namespace {
extern "C" void caught(int) { std::_Exit(0); }
}  // namespace

int main(int argc, char**) {
  std::signal(SIGSEGV, caught);
  std::signal(SIGBUS, caught);
  const std::uint8_t bytes[] = {1, 2, 3};
  const edge::Guarded memory(nbl::Span{bytes, sizeof(bytes)},
                             argc > 1 ? edge::Guarded::Place::at_the_beginning : edge::Guarded::Place::at_the_end);
  const volatile std::uint8_t* p = memory.span().data;
  const int inside = p[0] + p[2];
  const int outside = argc > 1 ? p[-1] : p[3];
  std::printf("read outside: %d %d\n", inside, outside);
  return 1;
}
