// A decoder's block: exactly as large as asked for, with guard bytes behind it, and not cleared, so that a
// decoder which reads what it never wrote is seen by a sanitizer or as a wrong answer.
#ifndef NBL_TESTS_WORKSPACE_HPP
#define NBL_TESTS_WORKSPACE_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

class Workspace {
 public:
  explicit Workspace(std::size_t size) : size_(size), words_(new std::uint64_t[size / 8 + 1 + kGuard / 8]) {
    std::memset(bytes() + size_, 0x5a, kGuard);
  }
  void* data() { return words_.get(); }
  std::size_t size() const { return size_; }
  /// Whether every byte behind the block is as it was.
  bool guard_is_whole() const {
    for (std::size_t i = 0; i < kGuard; ++i) {
      if (bytes()[size_ + i] != 0x5a) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kGuard = 64;
  unsigned char* bytes() const { return reinterpret_cast<unsigned char*>(words_.get()); }
  std::size_t size_;
  std::unique_ptr<std::uint64_t[]> words_;
};

#endif
