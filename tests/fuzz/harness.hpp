// What the fuzz targets, the sweeps and the page-edge tests share: a failed check ends the process, so that a fuzzer keeps
// the input; memory is taken exactly as large as asked for, so that a sanitizer sees the first byte too many.
#ifndef NBL_TESTS_FUZZ_HARNESS_HPP
#define NBL_TESTS_FUZZ_HARNESS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "nanobinlog/span.hpp"

namespace fuzz {

[[noreturn]] void fail(const char* file, int line, const char* what);

#define FUZZ_CHECK(condition)                                    \
  do {                                                           \
    if (!(condition)) ::fuzz::fail(__FILE__, __LINE__, #condition); \
  } while (0)

/// Memory of exactly `size` bytes, aligned to 8, uninitialised to a sanitizer's eye, between guard bytes that are looked at
/// when it is given back.
class Block {
 public:
  explicit Block(std::size_t size);
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  std::uint8_t* data() const { return memory_ + kGuard; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kGuard = 64;
  std::uint8_t* memory_;
  std::size_t size_;
};

/// Where copies lie: on the heap, or where a program wants them.
struct CopyMemory {
  std::uint8_t* (*take)(std::size_t size);
  void (*give_back)(std::uint8_t* data);
};
extern CopyMemory copy_memory;

/// A copy of bytes in memory of their own size: reading one too many is seen, and so is reading them after their time.
class Copy {
 public:
  explicit Copy(nbl::Span bytes) : data_(copy_memory.take(bytes.size)), size_(bytes.size) {
    if (bytes.size != 0) std::memcpy(data_, bytes.data, bytes.size);
  }
  ~Copy() { copy_memory.give_back(data_); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  std::uint8_t* data() { return data_; }
  nbl::Span span() const { return nbl::Span{data_, size_}; }

 private:
  std::uint8_t* data_;
  std::size_t size_;
};

/// Choices off the front of an input; zeros behind its end.
class Choices {
 public:
  explicit Choices(nbl::Span bytes) : rest_(bytes) {}
  std::uint8_t byte() {
    const std::uint8_t value = rest_.size != 0 ? rest_.data[0] : std::uint8_t{0};
    rest_ = rest_.skip(1);
    return value;
  }
  std::uint32_t word() {
    const std::uint32_t low = byte();
    return low | static_cast<std::uint32_t>(byte()) << 8;
  }
  nbl::Span bytes(std::size_t count) {
    const nbl::Span taken = rest_.first(count);
    rest_ = rest_.skip(taken.size);
    return taken;
  }
  nbl::Span rest() const { return rest_; }

 private:
  nbl::Span rest_;
};

/// A hash in which every value given to it counts.
class Digest {
 public:
  void add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15U;
    state_ ^= state_ >> 29;
  }
  void add(nbl::Span bytes) {
    add(bytes.size);
    for (; bytes.size >= 8; bytes = bytes.skip(8)) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data, 8);
      add(word);
    }
    std::uint64_t tail = 0;
    for (std::size_t i = 0; i < bytes.size; ++i) tail = tail << 8 | bytes.data[i];
    add(tail);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

/// Whether `inner` lies inside `outer`; an empty one may point anywhere.
bool inside(nbl::Span inner, nbl::Span outer);
/// Whether the bytes are one JSON value and nothing else, in UTF-8.
bool is_json(nbl::Span text);

}  // namespace fuzz

#endif
