#include "harness.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "nanobinlog/text.hpp"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FUZZ_FORGET(data, size) __msan_allocated_memory(data, size)
#endif
#endif
#ifndef FUZZ_FORGET
#define FUZZ_FORGET(data, size) static_cast<void>(0)
#endif

namespace fuzz {

CopyMemory copy_memory = {[](std::size_t size) { return new std::uint8_t[size]; }, [](std::uint8_t* data) { delete[] data; }};

void fail(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  std::abort();
}

Block::Block(std::size_t size)
    : memory_(static_cast<std::uint8_t*>(std::malloc(size + 2 * kGuard))), size_(size) {
  FUZZ_CHECK(memory_ != nullptr);
  std::memset(memory_, 0x5a, kGuard);
  std::memset(memory_ + kGuard + size, 0xa5, kGuard);
  FUZZ_FORGET(memory_ + kGuard, size);
}

Block::~Block() {
  for (std::size_t i = 0; i < kGuard; ++i) {
    FUZZ_CHECK(memory_[i] == 0x5a);
    FUZZ_CHECK(memory_[kGuard + size_ + i] == 0xa5);
  }
  std::free(memory_);
}

bool inside(nbl::Span inner, nbl::Span outer) {
  if (inner.size == 0) return true;
  return inner.data >= outer.data && inner.size <= outer.size &&
         static_cast<std::size_t>(inner.data - outer.data) <= outer.size - inner.size;
}

namespace {

/// RFC 8259 without recursion: one entry of `open` for each container that is open.
class JsonText {
 public:
  explicit JsonText(nbl::Span text) : at_(text.data), end_(text.data + text.size) {}

  bool whole() {
    if (!value()) return false;
    while (!open_.empty()) {
      space();
      const char closing = open_.back() == '{' ? '}' : ']';
      if (next(closing)) {
        open_.pop_back();
        continue;
      }
      if (!next(',') || !member() || !value()) return false;
    }
    space();
    return at_ == end_;
  }

 private:
  bool next(char c) {
    if (at_ == end_ || *at_ != static_cast<std::uint8_t>(c)) return false;
    ++at_;
    return true;
  }
  void space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool digits() {
    const std::uint8_t* from = at_;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
    return at_ != from;
  }
  bool number() {
    static_cast<void>(next('-'));
    if (!next('0') && !digits()) return false;
    if (next('.') && !digits()) return false;
    if (next('e') || next('E')) {
      if (!next('-')) static_cast<void>(next('+'));
      return digits();
    }
    return true;
  }
  bool string() {
    if (!next('"')) return false;
    while (at_ != end_ && *at_ != '"') {
      if (*at_ < 0x20) return false;
      if (*at_++ != '\\') continue;
      if (at_ == end_) return false;
      const std::uint8_t c = *at_++;
      if (c == 'u') {
        for (int i = 0; i < 4; ++i, ++at_) {
          if (at_ == end_ || std::strchr("0123456789abcdefABCDEF", *at_) == nullptr || *at_ == 0) return false;
        }
      } else if (c == 0 || std::strchr("\"\\/bfnrt", c) == nullptr) {
        return false;
      }
    }
    return next('"');
  }
  bool word(const char* text) {
    for (; *text != 0; ++text) {
      if (!next(*text)) return false;
    }
    return true;
  }
  /// A member's name where the innermost container is an object.
  bool member() {
    if (open_.back() != '{') return true;
    space();
    if (!string()) return false;
    space();
    return next(':');
  }
  /// A value; where containers begin, everything down to the first scalar or empty container.
  bool value() {
    for (;;) {
      space();
      if (at_ == end_) return false;
      if (*at_ == '{' || *at_ == '[') {
        const char kind = static_cast<char>(*at_++);
        open_.push_back(kind);
        space();
        if (at_ != end_ && *at_ == static_cast<std::uint8_t>(kind == '{' ? '}' : ']')) return true;
        if (!member()) return false;
        continue;
      }
      if (*at_ == '"') return string();
      if (*at_ == 't') return word("true");
      if (*at_ == 'f') return word("false");
      if (*at_ == 'n') return word("null");
      return number();
    }
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::vector<char> open_;
};

}  // namespace

bool is_json(nbl::Span text) { return nbl::utf8_valid(text) && JsonText(text).whole(); }

}  // namespace fuzz
