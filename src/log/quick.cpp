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

/// What one more event may take, asked once: inside the loop nothing else changes it.
struct Room {
  u64 events = 0;
  u64 bytes = 0;
  u32 event_bytes = 0;
};
inline Room room_of(const LogState& state) noexcept {
  const TransactionStore& store = state.store;
  const Transaction& pending = store.pending;
  Room room;
  const u64 events = store.outer_events + pending.event_count;
  const u64 bytes = store.outer_bytes + pending.wire_bytes;
  if (events >= store.limits.max_events || bytes >= store.byte_limit || pending.record_count >= store.limits.max_events) return room;
  room.events = store.limits.max_events - events;
  // Every event makes one record at most.
  const u64 records = store.limits.max_events - pending.record_count;
  if (records < room.events) room.events = records;
  room.bytes = store.byte_limit - bytes;
  if (room.bytes > ~u64{0} - state.offset) room.bytes = ~u64{0} - state.offset;
  room.event_bytes = store.limits.max_event_bytes < kLargestEvent ? store.limits.max_event_bytes : kLargestEvent;
  return room;
}

inline bool all_present(const u8* bitmap, u32 columns) noexcept {
  u32 missing = 0;
  const u32 whole = columns / 8;
  for (u32 i = 0; i < whole; ++i) missing |= bitmap[i] ^ 0xffU;
  if (columns % 8 != 0) missing |= ~u32{bitmap[whole]} & ((1U << columns % 8) - 1);
  return missing == 0;
}

/// The head of a ROWS event whose images have all columns, of a table that is mapped and read. False for any other.
NBL_HOT_INLINE bool read_rows_head(const TransactionStore& store, EventType type, Span body, RowsHead* head, u32* slot) noexcept {
  const u8* const p = body.data;
  if (body.size < kRowsHead + 1 || load_le16(p + 8) != kNoExtraData) return false;
  head->table_id = load_le48(p);
  head->flags = load_le16(p + 6);
  if (!table_cache_find(store.tables, head->table_id, slot)) return false;
  const TableDefinition& table = store.tables.slots[*slot];
  const u32 columns = table.column_count;
  if (p[kRowsHead] != columns || columns >= kOneByteCount || table.state != kTableReadable || table.has_old_temporal != 0) return false;
  const u32 bytes = (columns + 7) / 8;
  const bool update = type == EventType::update_rows;
  const u32 images_at = kRowsHead + 1 + (update ? 2 * bytes : bytes);
  if (body.size < images_at || !all_present(p + kRowsHead + 1, columns) ||
      (update && !all_present(p + kRowsHead + 1 + bytes, columns))) {
    return false;
  }
  head->type = rows_type(type);
  head->bitmaps_at = kRowsHead + 1;
  head->images_at = images_at;
  const ImageShape whole{nullptr, bytes, columns};
  if (type != EventType::write_rows) head->before = whole;
  if (type != EventType::delete_rows) head->after = whole;
  return true;
}

/// Before the checksum: what is not for this loop is then not read twice.
NBL_HOT_INLINE bool fits(const TransactionStore& store, EventType type, Span body, RowsHead* head, u32* slot) noexcept {
  switch (type) {
    case EventType::table_map:
      return body.size >= kTableMapHead && table_cache_known(store.tables, load_le48(body.data), body, slot);
    case EventType::xid: return body.size == kXidBytes;
    default: return read_rows_head(store, type, body, head, slot);
  }
}

inline Event whole_event(const u8* at, u32 size, u32 tail, u64 offset) noexcept {
  Event event;
  event.header = load_header(at);
  event.offset = offset;
  event.bytes = Span{at, size};
  event.body = Span{at + kMinHeaderBytes, size - kMinHeaderBytes - tail};
  return event;
}

inline void count_event(LogState* state, u32 size) noexcept {
  Transaction& pending = state->store.pending;
  pending.event_count += 1;
  pending.wire_bytes += size;
  pending.end_offset = state->offset + size;
}

inline void end_event(LogState* state, u32 size) noexcept {
  state->offset += size;
  ++state->totals.events;
}

Handled fail_event(LogState* state, u32 size) noexcept {
  state->recoverable = true;
  state->failed_advance = size;
  state->failed_skip = 0;
  return Handled::error;
}

}  // namespace

Handled quick_events(LogState* state, Span input, usize* used, Step* step) noexcept {
  TransactionStore* const store = &state->store;
  if (!is_plain(*state, input.skip(*used))) return Handled::quiet;
  Room room = room_of(*state);
  const u32 tail = store->format.checksum_bytes();
  const bool verify = tail != 0 && state->options.verify_checksums;
  for (;; --room.events) {
    const Span rest = input.skip(*used);
    if (rest.size < kMinHeaderBytes || room.events == 0) return Handled::quiet;
    const u8* const at = rest.data;
    const u32 size = load_le32(at + 9);
    const EventType type = static_cast<EventType>(at[4]);
    if (!is_quick_type(at[4]) || size > rest.size || size < kMinHeaderBytes + tail || size > room.event_bytes || size > room.bytes) {
      return Handled::quiet;
    }
    RowsHead head;
    u32 slot = 0;
    const Span body{at + kMinHeaderBytes, size - kMinHeaderBytes - tail};
    if (!fits(*store, type, body, &head, &slot)) return Handled::quiet;
    fetch_ahead(rest, size);
    if (verify && store->crc(0, at, size - kChecksumBytes) != load_le32(at + size - kChecksumBytes)) return Handled::quiet;
    room.bytes -= size;
    *used += size;
    count_event(state, size);
    if (type == EventType::table_map) {
      table_cache_use(&store->tables, slot);
      end_event(state, size);
      continue;
    }
    const Event event = whole_event(at, size, tail, state->offset);
    if (type == EventType::xid) {
      end_event(state, size);
      store->pending.has_xid = true;
      store->pending.xid = load_le64(body.data);
      return end_transaction(state, event, StepKind::committed, false, step);
    }
    if (!store_images(store, event, head, body.skip(head.images_at), slot, false)) return fail_event(state, size);
    end_event(state, size);
    if (store->oversized) return Handled::quiet;
  }
}

}  // namespace nbl
