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

inline std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// The bytes of the pages that `size` bytes take.
inline std::size_t whole_pages(std::size_t size) { return (size + page_size() - 1) / page_size() * page_size(); }

/// `inner` bytes, whole pages, between two such pages.
inline std::uint8_t* map_between_edges(std::size_t inner) {
  void* const base = mmap(nullptr, inner + 2 * page_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::uint8_t* const data = static_cast<std::uint8_t*>(base) + page_size();
  if (base == MAP_FAILED || (inner != 0 && mprotect(data, inner, PROT_READ | PROT_WRITE) != 0)) {
    std::perror("mmap");
    std::abort();
  }
  return data;
}

inline void unmap_between_edges(std::uint8_t* data, std::size_t inner) {
  munmap(data - page_size(), inner + 2 * page_size());
}

/// A copy of some bytes between two such pages.
class Guarded {
 public:
  enum class Place { at_the_end, at_the_beginning };

  /// `shift` bytes (0 to 7) lie between the copy and the edge, so that it stands at every alignment; a read that goes more
  /// than that outside is still caught.
  Guarded(nbl::Span bytes, Place place, std::size_t shift = 0)
      : inner_(whole_pages(bytes.size + shift)), room_(map_between_edges(inner_)), size_(bytes.size) {
    data_ = room_ + (place == Place::at_the_end ? inner_ - bytes.size - shift : shift);
    if (bytes.size != 0) std::memcpy(data_, bytes.data, bytes.size);
    // What is given to the library as input is never written to.
    if (inner_ != 0) mprotect(room_, inner_, PROT_READ);
  }
  ~Guarded() { unmap_between_edges(room_, inner_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  nbl::Span span() const { return nbl::Span{data_, size_}; }

 private:
  std::size_t inner_;
  std::uint8_t* room_;
  std::uint8_t* data_ = nullptr;
  std::size_t size_;
};

}  // namespace edge

#endif
