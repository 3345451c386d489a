// The common header and the envelope of one event.
#include "base/cursor.hpp"
#include "event/fail.hpp"
#include "event/load_header.hpp"

namespace nbl {

void read_header(const u8* p, Header* header) noexcept { *header = load_header(p); }

namespace {

[[gnu::cold, gnu::noinline]] bool fail_size(Status* status, Code code, const Event& event, u64 limit, u64 needed) noexcept {
  (void)fail(status, code, event, 9);
  status->limit = limit;
  status->needed = needed;
  return false;
}

}  // namespace

bool read_event(const FormatDescription& format, Span input, u64 offset, u32 max_event_bytes, ChecksumFunction crc,
                Event* event, Status* status) noexcept {
  event->offset = offset;
  event->header_length = format.header_length;
  if (input.size < format.header_length) {
    event->header = Header{};
    return fail_size(status, Code::truncated_event, *event, input.size, format.header_length);
  }
  event->header = load_header(input.data);
  const u32 size = event->header.event_size;
  const u32 tail = format.checksum_bytes();
  if (size < format.header_length + tail) {
    return fail_size(status, Code::event_too_small, *event, format.header_length + tail, size);
  }
  if (size > max_event_bytes) return fail_size(status, Code::event_too_large, *event, max_event_bytes, size);
  if (offset > ~u64{0} - size) return fail_size(status, Code::offset_overflow, *event, ~u64{0} - size, offset);
  if (input.size < size) return fail_size(status, Code::truncated_event, *event, input.size, size);
  event->bytes = Span{input.data, size};
  event->body = Span{input.data + format.header_length, size - format.header_length - tail};
  if (tail != 0 && crc != nullptr && crc(0, input.data, size - tail) != load_le32(input.data + size - tail)) {
    return fail(status, Code::bad_checksum, *event, size - tail);
  }
  return true;
}

}  // namespace nbl
