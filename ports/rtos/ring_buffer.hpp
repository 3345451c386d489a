// Bytes from an interrupt to a task: one writer, one reader, no lock.
#ifndef NBL_PORTS_RTOS_RING_BUFFER_HPP
#define NBL_PORTS_RTOS_RING_BUFFER_HPP

#include "nanobinlog/span.hpp"

namespace nbl::rtos {

/// Each index is written by one side alone and counts up for good; where it stands is its remainder. The
/// order of the stores is all that both sides rely on, so this holds for two cores as well as for an
/// interrupt.
template <std::uint32_t size>
class RingBuffer {
  static_assert(size != 0 && (size & (size - 1)) == 0, "a power of two, so that indices may wrap");

 public:
  /// Interrupt: puts in as much as there is room for and gives how much that was. Never waits.
  std::uint32_t push(const std::uint8_t* bytes, std::uint32_t count) noexcept {
    const std::uint32_t in = in_;
    const std::uint32_t room = size - (in - __atomic_load_n(&out_, __ATOMIC_ACQUIRE));
    if (count > room) count = room;
    for (std::uint32_t i = 0; i < count; ++i) bytes_[(in + i) & (size - 1)] = bytes[i];
    __atomic_store_n(&in_, in + count, __ATOMIC_RELEASE);
    return count;
  }
  /// Task: the bytes that lie in one piece at the front. They stay until release(); up to the ring's edge, so
  /// that the decoder reads them where they are.
  [[nodiscard]] Span front() const noexcept {
    const std::uint32_t waiting = __atomic_load_n(&in_, __ATOMIC_ACQUIRE) - out_;
    const std::uint32_t at = out_ & (size - 1);
    const std::uint32_t edge = size - at;
    return Span{bytes_ + at, waiting < edge ? waiting : edge};
  }
  void release(std::uint32_t count) noexcept { __atomic_store_n(&out_, out_ + count, __ATOMIC_RELEASE); }

 private:
  std::uint8_t bytes_[size] = {};
  std::uint32_t in_ = 0;
  std::uint32_t out_ = 0;
};

}  // namespace nbl::rtos

#endif
