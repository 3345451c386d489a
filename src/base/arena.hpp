// Carves the caller's one block into fixed buffers, then is never asked again.
#ifndef NBL_BASE_ARENA_HPP
#define NBL_BASE_ARENA_HPP

#include "base/load.hpp"

namespace nbl {

/// The largest alignment that any carved buffer needs, and so the block's own.
inline constexpr usize kWorkspaceAlignment = 8;

/// With a null block it only measures: `used()` is then the exact size a block needs. Sums saturate, so that absurd limits
/// give a size no block has instead of a small one.
class Arena {
 public:
  constexpr Arena(u8* block, usize size) noexcept : block_(block), size_(size) {}

  /// Room for `count` items of T, or null where measuring or full.
  template <typename T>
  T* take(u64 count) noexcept {
    static_assert(alignof(T) <= kWorkspaceAlignment && sizeof(T) < 4096);
    void* p = take_bytes(count, sizeof(T));
    return static_cast<T*>(p);
  }
  [[nodiscard]] constexpr u64 used() const noexcept { return used_; }
  [[nodiscard]] constexpr bool fits() const noexcept { return used_ <= size_; }

 private:
  void* take_bytes(u64 count, u64 item) noexcept {
    constexpr u64 kMax = 0xffffffffffffffffU - kWorkspaceAlignment;
    const u64 start = used_;
    // Items are below 4096 bytes, so a count this large fits no memory and its product need not be told exactly.
    if (count > (kMax >> 12) || count * item > kMax - start) {
      used_ = kMax;
      return nullptr;
    }
    const u64 bytes = count * item;
    used_ = start + ((bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment) * kWorkspaceAlignment;
    return block_ != nullptr && used_ <= size_ ? block_ + start : nullptr;
  }

  u8* block_;
  u64 size_;
  u64 used_ = 0;
};

}  // namespace nbl

#endif
