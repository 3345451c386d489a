// Memory that ends, or begins, at a page nobody may touch, so that a read one byte outside an input ends the process.
#ifndef NBL_TESTS_EDGE_HPP
#define NBL_TESTS_EDGE_HPP

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "nanobinlog/span.hpp"

namespace edge {

/// `inner` bytes, whole pages, between two such pages.
inline std::uint8_t* map_between_edges(std::size_t inner) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const base = mmap(nullptr, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED || mprotect(static_cast<std::uint8_t*>(base) + page, inner, PROT_READ | PROT_WRITE) != 0) {
    std::perror("mmap");
    std::abort();
  }
  return static_cast<std::uint8_t*>(base) + page;
}

inline void unmap_between_edges(std::uint8_t* data, std::size_t inner) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  munmap(data - page, inner + 2 * page);
}

/// A copy of some bytes between two such pages.
class Guarded {
 public:
  enum class Place { at_the_end, at_the_beginning };

  /// `shift` bytes (0 to 7) lie between the copy and the edge, so that it stands at every alignment; a read that goes more
  /// than that outside is still caught.
  Guarded(nbl::Span bytes, Place place, std::size_t shift = 0) : size_(bytes.size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inner = (bytes.size + shift + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    base_ = static_cast<std::uint8_t*>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (base_ == MAP_FAILED || (inner != 0 && mprotect(base_ + page, inner, PROT_READ | PROT_WRITE) != 0)) {
      std::perror("mmap");
      std::abort();
    }
    data_ = base_ + page + (place == Place::at_the_end ? inner - bytes.size - shift : shift);
    if (bytes.size != 0) std::memcpy(data_, bytes.data, bytes.size);
    // What is given to the library as input is never written to.
    if (inner != 0) mprotect(base_ + page, inner, PROT_READ);
  }
  ~Guarded() { munmap(base_, mapped_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  nbl::Span span() const { return nbl::Span{data_, size_}; }

 private:
  std::uint8_t* base_ = nullptr;
  std::uint8_t* data_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t size_;
};

}  // namespace edge

#endif
