// Whole events out of input that comes in pieces.
#include <cstring>

#include "event/fail.hpp"
#include "log/whole_event.hpp"

namespace nbl {
namespace {

// A format description: header, 57 bytes, a length for each of 255 types, algorithm and checksum.
constexpr u32 kLargestFormat = kMinHeaderBytes + 57 + 255 + 1 + kChecksumBytes;

ChecksumFunction checksum_function(const LogState& state) noexcept {
  return state.options.verify_checksums ? state.store.crc : nullptr;
}

bool all_zero(const u8* p, usize size) noexcept {
  u32 bits = 0;
  for (usize i = 0; i < size; ++i) bits |= p[i];
  return bits == 0;
}

u8* assembly(LogState* state) noexcept { return state->store.bytes + state->store.bytes_used; }
u64 assembly_room(const LogState& state) noexcept {
  return state.store.limits.max_bytes - state.store.bytes_used;
}

/// Room for `size` bytes of one event behind what the transaction holds; a transaction that is in the way
/// becomes oversized. By which quota is said when the event is admitted: it may be more than one, and where only
/// a header's first bytes have come nobody knows yet how much is needed.
bool make_room(LogState* state, u64 size) noexcept {
  if (size <= assembly_room(*state)) return true;
  TransactionStore* store = &state->store;
  if (store->bytes_used != 0) {
    if (store->active) store_set_oversized(store, Code::ok, 0, 0);
    std::memmove(store->bytes, store->bytes + store->bytes_used, state->have);
    store->bytes_used = 0;
  }
  return size <= assembly_room(*state);
}

bool copy_until(LogState* state, Span input, usize* used, u64 wanted) noexcept {
  if (state->have >= wanted) return true;
  const u64 missing = wanted - state->have;
  const u64 left = input.size - *used;
  const usize count = static_cast<usize>(missing < left ? missing : left);
  if (count != 0) std::memcpy(assembly(state) + state->have, input.data + *used, count);
  state->have += static_cast<u32>(count);
  *used += count;
  return state->have == wanted;
}

Taken envelope_error(LogState* state, const Event& event, Code code) noexcept {
  (void)fail(&state->store.status, code, event, 9);
  state->recoverable = false;  // a size that cannot be believed leads nowhere
  return Taken::error;
}

/// What the size field alone can say.
Taken check_size(LogState* state, const u8* head, Event* event) noexcept {
  const FormatDescription& format = state->store.format;
  event->offset = state->offset;
  event->header_length = format.header_length;
  read_header(head, &event->header);
  const u32 size = event->header.event_size;
  if (size < format.header_length + format.checksum_bytes()) {
    // Padding behind the last event, as a preallocated or torn file has it, is a tail and no event.
    // The whole header counts: where it is assembled, none of its bytes is looked at again.
    if (all_zero(head, format.valid() ? format.header_length : kMinHeaderBytes)) {
      state->zero_tail = true;
      return Taken::more;
    }
    return envelope_error(state, *event, Code::event_too_small);
  }
  if (size > kLargestEvent) return envelope_error(state, *event, Code::event_too_large);
  if (event->header.type == EventType::format_description && size > kLargestFormat) {
    // It could not be held in a small block, and must read the same there as in a large one.
    (void)fail(&state->store.status, Code::bad_format_description, *event, kLargestFormat - 5);
    state->recoverable = false;
    return Taken::error;
  }
  if (state->phase == Phase::format && event->header.type != EventType::format_description) {
    // Told before the event is whole, so that one too large for the block is not passed over instead.
    (void)fail(&state->store.status, Code::missing_format_description, *event, 4);
    state->recoverable = false;
    return Taken::error;
  }
  return Taken::event;
}

/// The format description sizes the headers behind it, so it is read by its own parser.
Taken finish_event(LogState* state, Span bytes, Event* event) noexcept {
  Status* status = &state->store.status;
  const ChecksumFunction crc = checksum_function(*state);
  bool good = false;
  if (event->header.type == EventType::format_description) {
    good = parse_format_description(bytes, state->offset, crc, &state->next_format, event, status);
    if (good) state->store.format = state->next_format;
  } else if (!state->store.format.valid()) {
    good = fail(status, Code::missing_format_description, *event, 4);
  } else {
    good = read_event(state->store.format, bytes, state->offset, kLargestEvent, crc, event, status);
  }
  if (!good) {
    state->recoverable = true;
    state->failed_skip = event->header.event_size - state->failed_advance;
    return Taken::error;
  }
  return Taken::event;
}

/// What nearly every event is: whole, in place, of a plausible size. False hands it to the slower ways, which
/// know what is wrong.
inline bool take_quickly(LogState* state, Span rest, usize* used, Event* event) noexcept {
  if (!bound_quickly(*state, rest, event) || event->header.type == EventType::format_description) return false;
  fetch_ahead(rest, event->header.event_size);
  if (!checksum_holds(*state, *event)) return false;
  *used += event->bytes.size;
  return true;
}

Taken take_in_place(LogState* state, Span rest, usize* used, Event* event) noexcept {
  const Taken size = check_size(state, rest.data, event);
  if (size != Taken::event) return size;
  if (event->header.event_size > rest.size) return Taken::more;
  const Taken taken = finish_event(state, rest.first(event->header.event_size), event);
  if (taken == Taken::event) *used += event->bytes.size;
  return taken;
}

Taken begin_huge(LogState* state, const Event& event) noexcept {
  state->huge_header = event.header;
  state->huge_offset = state->offset;
  state->huge_crc = state->store.crc(0, assembly(state), state->have);
  state->huge_left = event.header.event_size - state->have;
  state->have = 0;
  return Taken::huge;
}

/// Copied input goes into the block at once: what a step points to then outlives the caller's buffer, and
/// pieces of any size fill the block alike.
Taken bring_in(LogState* state, usize* used, Event* event) noexcept {
  const usize size = event->bytes.size;
  if (!make_room(state, size)) {
    *used -= size;
    if (event->header.type == EventType::format_description)
      return envelope_error(state, *event, Code::event_too_large);
    return begin_huge(state, *event);
  }
  u8* const to = assembly(state);
  std::memcpy(to, event->bytes.data, size);
  event->bytes.data = to;
  event->body.data = to + event->header_length;
  return Taken::event;
}

Taken take_assembled(LogState* state, Span input, usize* used, Event* event) noexcept {
  const u32 head = state->store.format.valid() ? state->store.format.header_length : kMinHeaderBytes;
  if (!make_room(state, head)) return envelope_error(state, *event, Code::event_too_large);
  if (!copy_until(state, input, used, head)) return Taken::more;
  const Taken size = check_size(state, assembly(state), event);
  if (size != Taken::event) return size;
  const u32 whole = event->header.event_size;
  if (!make_room(state, whole)) {
    if (event->header.type == EventType::format_description)
      return envelope_error(state, *event, Code::event_too_large);
    return begin_huge(state, *event);
  }
  if (!copy_until(state, input, used, whole)) return Taken::more;
  state->failed_advance = whole;
  const Taken taken = finish_event(state, Span{assembly(state), whole}, event);
  state->have = 0;
  return taken;
}

}  // namespace

Taken take_event(LogState* state, Span input, usize* used, Event* event) noexcept {
  state->failed_advance = 0;
  state->failed_skip = 0;
  const Span rest = input.skip(*used);
  const u32 head = state->store.format.valid() ? state->store.format.header_length : kMinHeaderBytes;
  if (state->have == 0 && rest.size >= head) {
    Taken taken =
        kQuickWays && take_quickly(state, rest, used, event) ? Taken::event : take_in_place(state, rest, used, event);
    if (taken == Taken::event && state->options.input == Input::copied) taken = bring_in(state, used, event);
    if (taken != Taken::more || state->options.input == Input::stable || state->zero_tail) return taken;
  }
  if (state->options.input == Input::stable) return Taken::more;
  return take_assembled(state, input, used, event);
}

}  // namespace nbl
