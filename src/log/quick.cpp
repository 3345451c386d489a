// What most of a log is, in a loop of its own: inside a transaction over stable input, TABLE_MAP events of
// tables that are known, ROWS events of whole images, and the XID. What could be unusual is asked before
// anything is changed; such an event is left to the general way, which asks again and knows what to do.
#include "log/whole_event.hpp"

namespace nbl {
namespace {

// Post-headers as every MySQL since 5.6 lists them: table id 6, flags 2, and for ROWS the length of the extra
// data.
constexpr u32 kTableMapHead = 8;
constexpr u32 kRowsHead = 10;
constexpr u32 kXidBytes = 8;
constexpr u16 kNoExtraData = 2;  // the length counts itself
constexpr u32 kOneByteCount = 251;

bool is_plain(const LogState& state, Span rest) noexcept {
  const TransactionStore& store = state.store;
  if (state.group != Group::open || !store.active || state.phase != Phase::events) return false;
  if (store.input != Input::stable || store.one_by_one || store.oversized) return false;
  const FormatDescription& format = store.format;
  const u8* const lengths = format.post_header_lengths;
  if (format.header_length != kMinHeaderBytes ||
      lengths[static_cast<u8>(EventType::table_map)] != kTableMapHead ||
      lengths[static_cast<u8>(EventType::write_rows)] != kRowsHead ||
      lengths[static_cast<u8>(EventType::update_rows)] != kRowsHead ||
      lengths[static_cast<u8>(EventType::delete_rows)] != kRowsHead ||
      lengths[static_cast<u8>(EventType::xid)] != 0) {
    return false;
  }
  return rest.data == store.pending.wire + (state.offset - store.pending.wire_offset);
}

constexpr u64 bit_of(EventType type) noexcept { return u64{1} << static_cast<u8>(type); }

inline bool is_quick_type(u8 type) noexcept {
  constexpr u64 kTypes = bit_of(EventType::table_map) | bit_of(EventType::write_rows) |
                         bit_of(EventType::update_rows) | bit_of(EventType::delete_rows) |
                         bit_of(EventType::xid);
  return type < 64 && (kTypes >> type & 1) != 0;
}

/// Whether no quota is reached by one more event.
inline bool has_room(const TransactionStore& store, usize size) noexcept {
  const Transaction& pending = store.pending;
  return size <= store.limits.max_event_bytes &&
         store.outer_events + pending.event_count < store.limits.max_events &&
         store.outer_bytes + pending.wire_bytes + size <= store.byte_limit &&
         pending.record_count < store.limits.max_events;
}

inline bool all_present(const u8* bitmap, u32 columns) noexcept {
  u32 missing = 0;
  const u32 whole = columns / 8;
  for (u32 i = 0; i < whole; ++i) missing |= bitmap[i] ^ 0xffU;
  if (columns % 8 != 0) missing |= ~u32{bitmap[whole]} & ((1U << columns % 8) - 1);
  return missing == 0;
}

/// The head of a ROWS event whose images have all columns, of a table that is mapped and read. False for any
/// other.
inline bool read_rows_head(const TransactionStore& store, const Event& event, RowsHead* head,
                           u32* slot) noexcept {
  const u8* const p = event.body.data;
  if (event.body.size < kRowsHead + 1) return false;
  head->table_id = load_le48(p);
  head->flags = load_le16(p + 6);
  if (!table_cache_find(store.tables, head->table_id, slot)) return false;
  const TableDefinition& table = store.tables.slots[*slot];
  const u32 columns = table.column_count;
  if (load_le16(p + 8) != kNoExtraData || p[kRowsHead] != columns || columns >= kOneByteCount ||
      table.state != kTableReadable || table.has_old_temporal != 0) {
    return false;
  }
  const u32 bytes = (columns + 7) / 8;
  const bool update = event.header.type == EventType::update_rows;
  const u32 images_at = kRowsHead + 1 + (update ? 2 * bytes : bytes);
  if (event.body.size < images_at || !all_present(p + kRowsHead + 1, columns) ||
      (update && !all_present(p + kRowsHead + 1 + bytes, columns))) {
    return false;
  }
  head->type = rows_type(event.header.type);
  head->bitmaps_at = kRowsHead + 1;
  head->images_at = images_at;
  const ImageShape whole{nullptr, bytes, columns};
  if (event.header.type != EventType::write_rows) head->before = whole;
  if (event.header.type != EventType::delete_rows) head->after = whole;
  return true;
}

inline bool fits(const TransactionStore& store, const Event& event, RowsHead* head, u32* slot) noexcept {
  switch (event.header.type) {
    case EventType::table_map:
      return event.body.size >= kTableMapHead &&
             table_cache_known(store.tables, load_le48(event.body.data), event.body, slot);
    case EventType::xid: return event.body.size == kXidBytes;
    default: return read_rows_head(store, event, head, slot);
  }
}

}  // namespace

Handled quick_events(LogState* state, Span input, usize* used, Step* step) noexcept {
  TransactionStore* const store = &state->store;
  if (!is_plain(*state, input.skip(*used))) return Handled::quiet;
  for (;;) {
    const Span rest = input.skip(*used);
    Event event;
    RowsHead head;
    u32 slot = 0;
    if (rest.size < kMinHeaderBytes || !is_quick_type(rest.data[4]) || !bound_quickly(*state, rest, &event) ||
        !has_room(*store, event.bytes.size) || !fits(*store, event, &head, &slot)) {
      return Handled::quiet;
    }
    const u32 size = event.header.event_size;
    fetch_ahead(rest, size);
    if (!checksum_holds(*state, event)) return Handled::quiet;
    *used += size;
    (void)store_admit(store, &event);  // there is room
    if (event.header.type == EventType::table_map) {
      table_cache_use(&store->tables, slot);
    } else if (event.header.type != EventType::xid &&
               !store_images(store, event, head, event.body.skip(head.images_at), slot, false)) {
      state->recoverable = true;
      state->failed_advance = size;
      state->failed_skip = 0;
      return Handled::error;
    }
    state->offset += size;
    ++state->totals.events;
    if (event.header.type == EventType::xid) {
      store->pending.has_xid = true;
      store->pending.xid = load_le64(event.body.data);
      return end_transaction(state, event, StepKind::committed, false, step);
    }
    if (store->oversized) return Handled::quiet;
  }
}

}  // namespace nbl
