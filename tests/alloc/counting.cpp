// The dynamic linker gives everybody the executable's own definitions, in front of libc's; these pass on to
// libc's inner ones. They are libc's names, so they keep libc's prototypes.
#include "counting.hpp"

#include <cerrno>
#include <cstddef>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {
volatile unsigned long requests = 0;
void count() noexcept { requests = requests + 1; }
}  // namespace

unsigned long allocation_count() noexcept { return requests; }

extern "C" {
void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) {
  count();
  return __libc_calloc(items, size);
}
void* realloc(void* old, std::size_t size) {
  count();
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  count();
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
void free(void* memory) { __libc_free(memory); }
}
