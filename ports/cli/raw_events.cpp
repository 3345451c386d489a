#include "ports/cli/raw_events.hpp"

#include <algorithm>
#include <cstring>

#include "base/crc32.hpp"

namespace nbl::cli {

namespace {

constexpr std::uint32_t kLargestEvent = (1U << 30) + (1U << 20);

}  // namespace

RawEvents::RawEvents(Source* source) : source_(source), crc_(crc32_best()) {}

// At least `wanted` bytes from offset_ on, or all there are.
Span RawEvents::available(std::size_t wanted) {
  if (source_->mapped()) return source_->bytes().skip(static_cast<std::size_t>(offset_));
  while (buffer_.size() - from_ < wanted) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(from_));
    from_ = 0;
    Span piece;
    if (!source_->read(&piece) || piece.empty()) break;
    buffer_.insert(buffer_.end(), piece.data, piece.data + piece.size);
  }
  return Span{buffer_.data() + from_, buffer_.size() - from_};
}

void RawEvents::skip(std::size_t count) {
  offset_ += count;
  if (!source_->mapped()) from_ += count;
}

RawEvents::Next RawEvents::fail(Code code, std::uint64_t offset) {
  status_ = Status{};
  status_.code = code;
  status_.offset = offset;
  return Next::broken;
}

RawEvents::Next RawEvents::next(Event* event) {
  if (offset_ == 0) {
    const Span head = available(4).first(4);
    if (head.empty()) return fail(Code::empty_log, 0);
    if (head.data[0] == 0xfd) return fail(Code::encrypted_log, 0);
    if (std::memcmp(head.data,
                    "\xfe"
                    "bin",
                    head.size) != 0)
      return fail(Code::bad_magic, 0);
    if (head.size < 4) return fail(Code::incomplete_event, 0);
    skip(4);
  }
  source_->release_before(offset_);
  Span rest = available(kMinHeaderBytes);
  if (rest.empty()) return Next::end;
  if (rest.size < kMinHeaderBytes) return fail(Code::incomplete_event, offset_);
  Header header;
  read_header(rest.data, &header);
  if (header.event_size > kLargestEvent) return fail(Code::event_too_large, offset_ + 9);
  rest = available(header.event_size);
  if (header.event_size == 0 &&
      std::all_of(rest.data, rest.data + rest.size, [](std::uint8_t byte) { return byte == 0; })) {
    return fail(Code::incomplete_event, offset_);  // room that was set aside and never written
  }
  if (header.event_size > rest.size) return fail(Code::incomplete_event, offset_);
  bool good = false;
  if (header.type == EventType::format_description) {
    FormatDescription format;
    good = parse_format_description(rest, offset_, crc_, &format, event, &status_);
    if (good) format_ = format;
  } else if (!format_.valid()) {
    return fail(Code::missing_format_description, offset_ + 4);
  } else {
    good = read_event(format_, rest, offset_, kLargestEvent, crc_, event, &status_);
  }
  if (!good) return Next::broken;
  skip(event->bytes.size);
  return Next::event;
}

}  // namespace nbl::cli
