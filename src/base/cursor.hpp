// The bounded little-endian cursor that every layout in the core is read through.
#ifndef NBL_BASE_CURSOR_HPP
#define NBL_BASE_CURSOR_HPP

#include "base/load.hpp"
#include "nanobinlog/span.hpp"

namespace nbl {

/// Walks a span forward. A read past the end gives 0 or an empty span, sets `bad` for good and moves nothing, so that a
/// layout is read straight through and checked once behind it.
class Cursor {
 public:
  constexpr Cursor() noexcept = default;
  constexpr explicit Cursor(Span span) noexcept : begin_(span.data), at_(span.data), end_(span.data + span.size) {}
  constexpr Cursor(const u8* begin, const u8* end) noexcept : begin_(begin), at_(begin), end_(end) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return !bad_; }
  [[nodiscard]] constexpr usize left() const noexcept { return static_cast<usize>(end_ - at_); }
  [[nodiscard]] constexpr usize position() const noexcept { return static_cast<usize>(at_ - begin_); }
  [[nodiscard]] constexpr const u8* at() const noexcept { return at_; }
  [[nodiscard]] constexpr Span rest() const noexcept { return Span{at_, left()}; }
  constexpr void fail() noexcept { bad_ = true; }

  NBL_OWN_FRAME constexpr u8 le8() noexcept { return need(1) ? *advance(1) : u8{0}; }
  NBL_OWN_FRAME constexpr u16 le16() noexcept { return need(2) ? load_le16(advance(2)) : u16{0}; }
  NBL_OWN_FRAME constexpr u32 le24() noexcept { return need(3) ? load_le24(advance(3)) : 0U; }
  NBL_OWN_FRAME constexpr u32 le32() noexcept { return need(4) ? load_le32(advance(4)) : 0U; }
  NBL_OWN_FRAME constexpr u64 le48() noexcept { return need(6) ? load_le48(advance(6)) : 0U; }
  NBL_OWN_FRAME constexpr u64 le56() noexcept { return need(7) ? load_le56(advance(7)) : 0U; }
  NBL_OWN_FRAME constexpr u64 le64() noexcept { return need(8) ? load_le64(advance(8)) : 0U; }
  NBL_OWN_FRAME constexpr Span bytes(usize count) noexcept { return need(count) ? Span{advance(count), count} : Span{}; }
  /// A length that came out of the bytes and may be larger than an address.
  NBL_OWN_FRAME constexpr Span bytes64(u64 count) noexcept {
    if (count > left()) {
      bad_ = true;
      return Span{};
    }
    return bytes(static_cast<usize>(count));
  }
  NBL_OWN_FRAME constexpr void skip(usize count) noexcept {
    if (need(count)) at_ += count;
  }

  /// MySQL's length-encoded integer: one byte below 251, or 0xfc, 0xfd, 0xfe and 2, 3, 8 bytes. 0xfb (NULL) and 0xff are
  /// refused. Source: "Protocol::LengthEncodedInteger" in MySQL's protocol documentation.
  NBL_OWN_FRAME constexpr u64 packed() noexcept {
    if (!need(1)) return 0;
    const u8 head = *at_;
    if (head < 251) {
      ++at_;
      return head;
    }
    const usize width = head == 0xfc ? 2U : head == 0xfd ? 3U : head == 0xfe ? 8U : 0U;
    if (width == 0 || left() < width + 1) {
      bad_ = true;
      return 0;
    }
    const u64 value = load_le(at_ + 1, width);
    at_ += width + 1;
    return value;
  }

 private:
  constexpr bool need(usize count) noexcept {
    if (bad_ || left() < count) bad_ = true;
    return !bad_;
  }
  constexpr const u8* advance(usize count) noexcept {
    const u8* p = at_;
    at_ += count;
    return p;
  }

  const u8* begin_ = nullptr;
  const u8* at_ = nullptr;
  const u8* end_ = nullptr;
  bool bad_ = false;
};

}  // namespace nbl

#endif
