// A whole event that lies in one piece, as nearly all do: its bounds and its checksum, inline.
#ifndef NBL_LOG_WHOLE_EVENT_HPP
#define NBL_LOG_WHOLE_EVENT_HPP

#include "event/load_header.hpp"
#include "log/state.hpp"

namespace nbl {

// A server's max_allowed_packet ends at 1 GiB; its events have some bytes more.
inline constexpr u32 kLargestEvent = (1U << 30) + (1U << 20);

/// Asks for the bytes of the events to come, as many as this one has. A processor's own guesses end at a page
/// and come late for events of a hundred bytes: without this their checksums wait for memory half of the
/// time.
NBL_HOT_INLINE void fetch_ahead(Span rest, u32 size) noexcept {
  constexpr u32 kAhead = 4096;
  constexpr u32 kMost = 512;  // larger events are read in one sweep, which is guessed well
  constexpr u32 kLine = 64;
  if (rest.size < kAhead + kMost) return;
  const u8* const from = rest.data + kAhead;
  for (u32 at = 0; at < size && at < kMost; at += kLine) __builtin_prefetch(from + at);
}

/// The event at the start of `rest`, which has at least a header's bytes. False where it is not whole or its
/// size cannot be: what is wrong is for others to say.
[[nodiscard]] NBL_HOT_INLINE bool bound_quickly(const LogState& state, Span rest, Event* event) noexcept {
  const FormatDescription& format = state.store.format;
  const u8* const p = rest.data;
  const u32 size = load_le32(p + 9);
  const u32 head = format.header_length;
  const u32 tail = format.checksum == Checksum::crc32 ? kChecksumBytes : 0U;
  if (size > rest.size || size < head + tail || size > kLargestEvent || !format.valid() ||
      state.offset > ~u64{0} - size) {
    return false;
  }
  event->header = load_header(p);
  event->offset = state.offset;
  event->header_length = head;
  event->bytes = Span{p, size};
  event->body = Span{p + head, size - head - tail};
  return true;
}

/// Whether the checksum is right, where there is one and it is to be verified.
[[nodiscard]] NBL_HOT_INLINE bool checksum_holds(const LogState& state, const Event& event) noexcept {
  if (state.store.format.checksum != Checksum::crc32 || !state.options.verify_checksums) return true;
  const usize size = event.bytes.size - kChecksumBytes;
  return state.store.crc(0, event.bytes.data, size) == load_le32(event.bytes.data + size);
}

}  // namespace nbl

#endif
