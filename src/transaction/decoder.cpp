// The strict decoder of explicit transactions.
#include <cstring>
#include <new>

#include "event/fail.hpp"
#include "transaction/strict.hpp"

namespace nbl {

usize transaction_workspace_size(const Limits& limits, Input input) noexcept {
  Arena arena(nullptr, 0);
  (void)arena.take<u8>(sizeof(TransactionDecoder));
  (void)arena.take<u8>(sizeof(GtidTransactionDecoder));
  (void)arena.take<TransactionStore>(1);
  store_carve(nullptr, &arena, limits, input);
  return static_cast<usize>(arena.used() > ~usize{0} ? ~usize{0} : arena.used());
}

bool check_block(const void* block, usize size, usize needed, const Limits& limits, Status* status) noexcept {
  *status = Status{};
  if (block == nullptr || !store_limits_valid(limits)) {
    status->code = Code::invalid_argument;
  } else if (reinterpret_cast<std::uintptr_t>(block) % kWorkspaceAlignment != 0) {
    status->code = Code::workspace_misaligned;
  } else if (size < needed) {
    status->code = Code::workspace_too_small;
    status->limit = size;
    status->needed = needed;
  }
  return status->ok();
}

TransactionStore* place_store(Arena* arena, const FormatDescription& format, const Limits& limits, Input input) noexcept {
  auto* store = static_cast<TransactionStore*>(std::memset(arena->take<u8>(sizeof(TransactionStore)), 0, sizeof(TransactionStore)));
  store_set_defaults(store);
  store_carve(store, arena, limits, input);
  store->format = format;
  store->crc = crc32_best();
  table_cache_clear(&store->tables);
  return store;
}

TransactionDecoder* TransactionDecoder::init(void* block, usize size, const FormatDescription& format, const Limits& limits,
                                             Input input, Status* status) noexcept {
  if (!check_block(block, size, transaction_workspace_size(limits, input), limits, status)) return nullptr;
  if (!format.valid()) {
    status->code = Code::missing_format_description;
    return nullptr;
  }
  Arena arena(static_cast<u8*>(block), size);
  auto* decoder = new (arena.take<u8>(sizeof(TransactionDecoder))) TransactionDecoder();
  decoder->store_ = place_store(&arena, format, limits, input);
  return decoder;
}

bool strict_drop(TransactionStore* store) noexcept {
  store_reset(store);
  return false;
}

bool strict_begin(TransactionStore* store, Event* event) noexcept {
  if (store->active) return fail(&store->status, Code::nested_begin, *event, 0);
  store_begin(store, *event, event->bytes.data);
  return store_admit(store, event);
}

bool strict_position(TransactionStore* store, const Event& event) noexcept {
  if (!store->active) return true;
  const Transaction& pending = store->pending;
  if (event.offset > pending.end_offset) return fail(&store->status, Code::offset_gap, event, 0);
  if (event.offset < pending.end_offset) return fail(&store->status, Code::offset_overlap, event, 0);
  const bool follows = event.bytes.data == pending.wire + (event.offset - pending.wire_offset);
  if (store->input == Input::stable && !follows) return fail(&store->status, Code::not_contiguous, event, 0);
  return true;
}

namespace {

bool strict_end(TransactionStore* store, Event* event, const TransactionBoundary& boundary, TransactionStep* step) noexcept {
  if (!store->active) return fail(&store->status, Code::missing_begin, *event, 0);
  if (!store_admit(store, event)) return false;
  if (boundary.action == TransactionAction::rollback) {
    store->pending.discarded_changes = store->pending.change_count;
    store->pending.change_count = 0;
    store->pending.record_count = 0;
    store->tables.order_count = 0;
    step->outcome = TransactionOutcome::rolled_back;
  } else {
    store->pending.has_xid = boundary.action == TransactionAction::xid;
    store->pending.xid = boundary.xid;
    step->outcome = TransactionOutcome::committed;
  }
  store_finish(store, event->offset + event->bytes.size, event->header, &step->transaction);
  store->bytes_used = 0;
  return true;
}

}  // namespace

bool strict_take(TransactionStore* store, Event* event, TransactionStep* step) noexcept {
  const RowsType type = rows_type(event->header.type);
  const bool is_row_event = event->header.type == EventType::table_map ||
                            (type.is_rows && type.has_extra && !type.compressed && !type.partial);
  if (!strict_position(store, *event)) return false;
  if (!is_row_event) {
    TransactionBoundary boundary;
    if (!parse_boundary(*event, store->format, &boundary, &store->status)) return false;
    if (boundary.action == TransactionAction::begin) return strict_begin(store, event);
    return strict_end(store, event, boundary, step);
  }
  if (!store->active) return fail(&store->status, Code::missing_begin, *event, 0);
  if (!store_admit(store, event)) return false;
  if (event->header.type == EventType::table_map) return store_table_map(store, *event);
  return store_rows(store, *event, Span{}, false);
}

bool TransactionDecoder::feed(Span input, u64 offset, TransactionStep* step) noexcept {
  *step = TransactionStep{};
  store_->status = Status{};
  Event event;
  const bool whole = read_event(store_->format, input, offset, store_->limits.max_event_bytes, store_->crc, &event, &store_->status);
  step->header = event.header;
  if (!whole) return strict_drop(store_);
  step->consumed = event.header.event_size;
  return strict_take(store_, &event, step) || strict_drop(store_);
}

bool TransactionDecoder::finish() noexcept {
  store_->status = Status{};
  if (!store_->active) return true;
  store_->status.code = Code::incomplete_transaction;
  store_->status.offset = store_->pending.start_offset;
  return strict_drop(store_);
}

const Status& TransactionDecoder::status() const noexcept { return store_->status; }
bool TransactionDecoder::is_active() const noexcept { return store_->active; }

}  // namespace nbl
