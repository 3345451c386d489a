// The log reader's own loop: magic, events, steps.
#include <cstring>
#include <new>

#include "event/fail.hpp"
#include "log/state.hpp"
#include "transaction/strict.hpp"

namespace nbl {
namespace {

constexpr u8 kMagic[4] = {0xfe, 'b', 'i', 'n'};
constexpr u8 kEncryptedMagic[4] = {0xfd, 'b', 'i', 'n'};

bool fail_at(LogState* state, Code code, u64 offset) noexcept {
  state->store.status = Status{};
  state->store.status.code = code;
  state->store.status.offset = offset;
  state->phase = Phase::failed;
  state->recoverable = false;
  return false;
}

/// Compares byte by byte, since four bytes may come in four pieces. `have` counts those that came.
bool take_magic(LogState* state, Span input, usize* used) noexcept {
  while (state->have < 4 && *used < input.size) {
    const u8 byte = input.data[*used];
    const bool encrypted = byte == kEncryptedMagic[0] && state->have == 0;
    if (encrypted) return fail_at(state, Code::encrypted_log, 0);
    if (byte != kMagic[state->have]) return fail_at(state, Code::bad_magic, state->offset + state->have);
    ++state->have;
    ++*used;
  }
  if (state->have < 4) return true;
  state->have = 0;
  state->offset += 4;
  state->phase = Phase::format;
  return true;
}

/// The event that went by has another checksum: what is left of it can be stepped over.
bool fail_huge(LogState* state, u32 tail) noexcept {
  const u32 size = state->huge_header.event_size;
  (void)fail_at(state, Code::bad_checksum, state->huge_offset + size - tail);
  state->store.status.event_type = static_cast<u8>(state->huge_header.type);
  state->store.status.event_offset = size - tail;
  state->recoverable = true;
  state->failed_advance = size - state->huge_left;
  state->failed_skip = state->huge_left;
  state->huge_left = 0;
  return false;
}

/// An event too large for the block goes by; only its checksum is kept.
bool pass_huge(LogState* state, Span input, usize* used) noexcept {
  const u32 tail = state->store.format.checksum_bytes();
  while (state->huge_left != 0 && *used < input.size) {
    const usize left = input.size - *used;
    if (state->huge_left > tail) {
      const usize body = state->huge_left - tail;
      const usize count = body < left ? body : left;
      state->huge_crc = state->store.crc(state->huge_crc, input.data + *used, count);
      state->huge_left -= static_cast<u32>(count);
      *used += count;
      continue;
    }
    // The checksum itself, least significant byte first.
    const u32 shift = (tail - state->huge_left) * 8;
    if (input.data[*used] != static_cast<u8>(state->huge_crc >> shift) && state->options.verify_checksums) {
      return fail_huge(state, tail);
    }
    --state->huge_left;
    ++*used;
  }
  return true;
}

bool set_failed(LogState* state) noexcept {
  store_reset(&state->store);
  state->group = Group::idle;
  state->payload.active = false;
  state->have = 0;
  state->phase = Phase::failed;
  return false;
}

/// Zeros behind the last event are a tail for as long as nothing else follows them.
bool pass_zeros(LogState* state, Span input, usize* used) noexcept {
  for (; *used < input.size; ++*used) {
    if (input.data[*used] != 0) return fail_at(state, Code::event_too_small, state->offset + 9);
  }
  return true;
}

/// After a step the transaction it pointed to lets go of the buffers.
void release_result(LogState* state) noexcept {
  state->result_out = false;
  state->store.bytes_used = 0;
  state->store.side_used = 0;
  state->store.oversized = false;
}

NBL_OWN_FRAME Handled one_event(LogState* state, Span input, usize* used, Step* step, bool* more) noexcept {
  // Handed out event by event, nothing of the events before is needed any more.
  if (state->store.one_by_one && state->have == 0) state->store.bytes_used = 0;
  Event event;
  switch (take_event(state, input, used, &event)) {
    case Taken::more:
      *more = true;
      return Handled::quiet;
    case Taken::error:
      return Handled::error;
    case Taken::huge:
      return Handled::quiet;
    case Taken::event:
      break;
  }
  const u32 size = event.header.event_size;
  state->recoverable = true;
  state->failed_advance = size;
  state->failed_skip = 0;
  if (state->phase == Phase::format && event.header.type != EventType::format_description) {
    (void)fail(&state->store.status, Code::missing_format_description, event, 4);
    return Handled::error;
  }
  TransactionStore& store = state->store;
  if (store.active && store.input == Input::stable &&
      event.bytes.data != store.pending.wire + (event.offset - store.pending.wire_offset)) {
    (void)fail(&store.status, Code::not_contiguous, event, 0);
    return Handled::error;
  }
  state->phase = Phase::events;
  const Handled handled = handle_event(state, &event, false, step);
  if (handled == Handled::error) return handled;
  state->offset += size;
  state->failed_advance = 0;
  ++state->totals.events;
  return handled;
}

}  // namespace

usize log_reader_workspace_size(const LogOptions& options) noexcept {
  Arena arena(nullptr, 0);
  (void)arena.take<u8>(sizeof(LogReader));
  (void)arena.take<LogState>(1);
  store_carve(nullptr, &arena, options.limits, options.input);
  return static_cast<usize>(arena.used() > ~usize{0} ? ~usize{0} : arena.used());
}

LogReader* LogReader::init(void* block, usize size, const LogOptions& options, Status* status) noexcept {
  if (!check_block(block, size, log_reader_workspace_size(options), options.limits, status)) return nullptr;
  Arena arena(static_cast<u8*>(block), size);
  auto* reader = new (arena.take<u8>(sizeof(LogReader))) LogReader();
  auto* state = static_cast<LogState*>(std::memset(arena.take<u8>(sizeof(LogState)), 0, sizeof(LogState)));
  store_set_defaults(&state->store);
  store_carve(&state->store, &arena, options.limits, options.input);
  state->options = options;
  state->store.crc = crc32_best();
  state->store.lenient = true;
  if (options.deliver == Deliver::events) {
    // Nothing is kept, so nothing can be too much.
    state->store.one_by_one = true;
    state->store.limits.max_events = 0xffffffffU;
    state->store.limits.max_changes = 0xffffffffU;
    state->store.limits.max_event_changes = 0xffffffffU;
    state->store.limits.max_image_bytes = 0xffffffffU;
    state->store.byte_limit = ~u64{0};
  }
  table_cache_clear(&state->store.tables);
  reader->state_ = state;
  return reader;
}

bool LogReader::feed(Span input, usize* consumed, Step* step) noexcept {
  LogState* state = state_;
  usize used = 0;
  *consumed = 0;
  step->kind = StepKind::need_more;
  state->tail = 0;
  if (state->phase == Phase::failed) {
    state->store.status.code = Code::failed_before;
    return false;
  }
  state->store.status.code = Code::ok;
  if (input.size != 0) state->saw_bytes = true;
  if (state->result_out) release_result(state);
  for (;;) {
    Handled handled = Handled::quiet;
    bool more = false;
    if (state->payload.active) {
      handled = continue_payload(state, step);
    } else if (state->skip_left != 0) {
      const u64 left = input.size - used;
      const u64 count = state->skip_left < left ? state->skip_left : left;
      state->skip_left -= count;
      state->offset += count;
      used += static_cast<usize>(count);
      more = state->skip_left != 0;
    } else if (state->huge_left != 0) {
      if (!pass_huge(state, input, &used)) handled = Handled::error;
      more = state->huge_left != 0;
      if (handled == Handled::quiet && !more) {
        state->offset += state->huge_header.event_size;
        ++state->totals.events;
        handled = handle_huge(state, step);
      }
    } else if (state->zero_tail) {
      if (!pass_zeros(state, input, &used)) handled = Handled::error;
      more = true;
    } else if (state->phase == Phase::magic) {
      if (!take_magic(state, input, &used)) handled = Handled::error;
      more = state->phase == Phase::magic;
    } else {
      if (kQuickWays && state->have == 0) handled = quick_events(state, input, &used, step);
      if (handled == Handled::quiet) handled = one_event(state, input, &used, step, &more);
      if (state->zero_tail) continue;
    }
    if (handled == Handled::error) {
      *consumed = used;
      state->totals.bytes += used;
      return set_failed(state);
    }
    if (handled == Handled::step || more) break;
  }
  *consumed = used;
  state->totals.bytes += used;
  if (step->kind == StepKind::need_more) state->tail = input.size - used;
  return true;
}

bool LogReader::finish(Step* step) noexcept {
  LogState* state = state_;
  step->kind = StepKind::need_more;
  if (state->phase == Phase::failed) {
    state->store.status.code = Code::failed_before;
    return false;
  }
  state->store.status = Status{};
  if (state->result_out) release_result(state);
  const bool cut = state->tail != 0 || state->have != 0 || state->huge_left != 0 || state->skip_left != 0 || state->zero_tail;
  if (state->group != Group::idle) {
    (void)tell_incomplete(state, cut ? Code::incomplete_event : Code::incomplete_transaction, step);
    state->result_out = false;
    return true;
  }
  if (state->phase == Phase::magic && !cut) return fail_at(state, Code::empty_log, state->offset);
  if (cut || state->phase == Phase::magic) return fail_at(state, Code::incomplete_event, state->offset);
  return true;
}

namespace {

/// All but the format, which the caller may just have got from format().
void forget_place(LogState* state) noexcept {
  drop_group(state);
  state->phase = Phase::magic;
  state->offset = 0;
  state->have = 0;
  state->tail = 0;
  state->huge_left = 0;
  state->skip_left = 0;
  state->zero_tail = false;
  state->skip_to_group = false;
  state->saw_bytes = false;
  state->store.status = Status{};
}

}  // namespace

void LogReader::begin_file() noexcept {
  forget_place(state_);
  new (&state_->store.format) FormatDescription;  // in place: a copy would stand on a small stack
}

void LogReader::begin_at(const FormatDescription& format, u64 offset) noexcept {
  forget_place(state_);
  state_->store.format = format;
  state_->offset = offset;
  state_->phase = Phase::events;
}

bool LogReader::recover() noexcept {
  LogState* state = state_;
  if (state->phase != Phase::failed || !state->recoverable || !state->store.format.valid()) return false;
  drop_group(state);
  state->skip_left = state->failed_skip;
  state->offset += state->failed_advance;
  state->have = 0;
  state->phase = Phase::events;
  state->skip_to_group = true;
  state->store.status = Status{};
  return true;
}

const Status& LogReader::status() const noexcept { return state_->store.status; }
const FormatDescription& LogReader::format() const noexcept { return state_->store.format; }
LogTotals LogReader::totals() const noexcept { return state_->totals; }
u64 LogReader::offset() const noexcept { return state_->offset; }
bool LogReader::in_transaction() const noexcept { return state_->group != Group::idle; }

}  // namespace nbl
