// Bytes that somebody else owns.
#ifndef NANOBINLOG_SPAN_HPP
#define NANOBINLOG_SPAN_HPP

#include <cstddef>
#include <cstdint>

namespace nbl {

/// A borrowed run of bytes: no ownership, no alignment, no terminator. It stays valid as long as the declaration that
/// hands it out says. `data` may be null only where `size` is 0.
struct Span {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;

  /// Bytes [from, size); an empty span where `from` lies behind the end.
  [[nodiscard]] constexpr Span skip(std::size_t from) const noexcept {
    return from <= size ? Span{data + from, size - from} : Span{data + size, 0};
  }
  /// Bytes [0, count), or all of them where there are fewer.
  [[nodiscard]] constexpr Span first(std::size_t count) const noexcept {
    return Span{data, count < size ? count : size};
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return size == 0; }
};

}  // namespace nbl

#endif
