// What most of a log is, in a loop of its own: inside a transaction over stable input, TABLE_MAP events of
// tables that are known, ROWS events of whole images, and the XID. What could be unusual is asked before
// anything is changed; such an event is left to the general way, which asks again and knows what to do.
#include "event/body.hpp"
#include "log/whole_event.hpp"

namespace nbl {
namespace {

// Post-headers as every MySQL since 5.6 lists them: table id 6, flags 2, and for ROWS the length of the extra
// data.
constexpr u32 kTableMapHead = 8;
constexpr u32 kRowsHead = 10;
constexpr u32 kQueryHead = 13;
constexpr u32 kXidBytes = 8;
constexpr u16 kNoExtraData = 2;  // the length counts itself
constexpr u32 kOneByteCount = 251;

constexpr u64 bit_of(EventType type) noexcept { return u64{1} << static_cast<u8>(type); }

/// The types that may come next, as bits.
inline u64 types_of(Group group) noexcept {
  switch (group) {
    case Group::idle: return bit_of(EventType::gtid) | bit_of(EventType::anonymous_gtid);
    case Group::prefixed: return bit_of(EventType::query);
    default:
      return bit_of(EventType::table_map) | bit_of(EventType::write_rows) | bit_of(EventType::update_rows) |
             bit_of(EventType::delete_rows) | bit_of(EventType::xid);
  }
}

inline bool has_plain_lengths(const FormatDescription& format) noexcept {
  const u8* const lengths = format.post_header_lengths;
  const auto of = [lengths](EventType type) { return u32{lengths[static_cast<u8>(type)]}; };
  return format.valid() && format.header_length == kMinHeaderBytes && of(EventType::query) == kQueryHead &&
         of(EventType::table_map) == kTableMapHead && of(EventType::write_rows) == kRowsHead &&
         of(EventType::update_rows) == kRowsHead && of(EventType::delete_rows) == kRowsHead &&
         of(EventType::xid) == 0;
}

bool is_plain(const LogState& state, Span rest) noexcept {
  const TransactionStore& store = state.store;
  if (store.active != (state.group != Group::idle) || state.phase != Phase::events || state.standalone)
    return false;
  if (store.input != Input::stable || store.one_by_one || store.oversized) return false;
  if (!has_plain_lengths(store.format)) return false;
  return !store.active || rest.data == store.pending.wire + (state.offset - store.pending.wire_offset);
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
  const u64 events = store.outer_events + (store.active ? pending.event_count : 0);
  const u64 bytes = store.outer_bytes + (store.active ? pending.wire_bytes : 0);
  const u32 kept = store.active ? pending.record_count : 0;
  if (events >= store.limits.max_events || bytes >= store.byte_limit || kept >= store.limits.max_events)
    return room;
  room.events = store.limits.max_events - events;
  // Every event makes one record at most.
  const u64 records = store.limits.max_events - kept;
  if (records < room.events) room.events = records;
  room.bytes = store.byte_limit - bytes;
  if (room.bytes > ~u64{0} - state.offset) room.bytes = ~u64{0} - state.offset;
  room.event_bytes =
      store.limits.max_event_bytes < kLargestEvent ? store.limits.max_event_bytes : kLargestEvent;
  return room;
}

inline bool all_present(const u8* bitmap, u32 columns) noexcept {
  if (columns < 8) return (~u32{bitmap[0]} & ((1U << columns) - 1)) == 0;
  u32 missing = 0;
  const u32 whole = columns / 8;
  for (u32 i = 0; i < whole; ++i) missing |= bitmap[i] ^ 0xffU;
  if (columns % 8 != 0) missing |= ~u32{bitmap[whole]} & ((1U << columns % 8) - 1);
  return missing == 0;
}

/// The head of a ROWS event whose images have all columns, of a table that is mapped and read. False for any
/// other.
NBL_HOT_INLINE bool read_rows_head(const TransactionStore& store, EventType type, Span body, RowsHead* head,
                                   u32* slot) noexcept {
  const u8* const p = body.data;
  if (body.size < kRowsHead + 1 || load_le16(p + 8) != kNoExtraData) return false;
  head->table_id = load_le48(p);
  head->flags = load_le16(p + 6);
  if (!table_cache_find(store.tables, head->table_id, slot)) return false;
  const TableDefinition& table = store.tables.slots[*slot];
  const u32 columns = table.column_count;
  if (p[kRowsHead] != columns || columns >= kOneByteCount || table.state != kTableReadable ||
      table.has_old_temporal != 0)
    return false;
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

/// A QUERY event of BEGIN as servers write it; see parse_query() for the layout.
NBL_HOT_INLINE bool is_begin(Span body) noexcept {
  constexpr usize kFixed = kQueryHead + 1 + 5;  // the database's NUL and the word
  const u8* const p = body.data;
  if (body.size < kFixed) return false;
  const usize variable = usize{p[8]} + load_le16(p + 11);
  const u8* const nul = p + kQueryHead + variable;
  return body.size == kFixed + variable && nul[0] == 0 && load_le32(nul + 1) == 0x49474542 && nul[5] == 'N';
}

/// Before the checksum: what is not for this loop is then not read twice.
NBL_HOT_INLINE bool fits(const TransactionStore& store, EventType type, Span body, RowsHead* head,
                         u32* slot) noexcept {
  switch (type) {
    case EventType::table_map:
      return body.size >= kTableMapHead && table_cache_known(store.tables, load_le48(body.data), body, store.format, slot);
    case EventType::xid: return body.size == kXidBytes;
    case EventType::query: return is_begin(body);
    case EventType::gtid:
    case EventType::anonymous_gtid: return true;
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

/// What remains to be done with an event that fits and whose checksum is right, but for a TABLE_MAP.
NBL_HOT_INLINE Handled take_plain(LogState* state, const Event& event, const RowsHead& head, u32 slot,
                                  Step* step) noexcept {
  TransactionStore* const store = &state->store;
  const u32 size = event.header.event_size;
  switch (event.header.type) {
    case EventType::xid:
      count_event(state, size);
      end_event(state, size);
      store->pending.has_xid = true;
      store->pending.xid = load_le64(event.body.data);
      return end_transaction(state, event, StepKind::committed, false, step);
    case EventType::gtid:
    case EventType::anonymous_gtid:
      state->skip_to_group = false;
      store_begin(store, event, event.bytes.data);
      count_event(state, size);
      if (!parse_gtid_untagged(event, &state->gtid, &store->status)) return fail_event(state, size);
      state->has_gtid = true;
      state->group = Group::prefixed;
      break;
    case EventType::query:
      state->skip_to_group = false;
      count_event(state, size);
      open_transaction(state, event);
      break;
    default:
      count_event(state, size);
      if (!store_images(store, event, head, event.body.skip(head.images_at), slot, false))
        return fail_event(state, size);
      break;
  }
  end_event(state, size);
  return Handled::quiet;
}

}  // namespace

Handled quick_events(LogState* state, Span input, usize* used, Step* step) noexcept {
  TransactionStore* const store = &state->store;
  if (!is_plain(*state, input.skip(*used))) return Handled::quiet;
  Room room = room_of(*state);
  u64 types = types_of(state->group);
  const u32 tail = store->format.checksum_bytes();
  const bool verify = tail != 0 && state->options.verify_checksums;
  for (;; --room.events) {
    const Span rest = input.skip(*used);
    if (rest.size < kMinHeaderBytes || room.events == 0) return Handled::quiet;
    const u8* const at = rest.data;
    const u32 size = load_le32(at + 9);
    const u8 type = at[4];
    if (type >= 64 || (types >> type & 1) == 0 || size > rest.size || size < kMinHeaderBytes + tail ||
        size > room.event_bytes || size > room.bytes) {
      return Handled::quiet;
    }
    RowsHead head;
    u32 slot = 0;
    const Span body{at + kMinHeaderBytes, size - kMinHeaderBytes - tail};
    if (!fits(*store, static_cast<EventType>(type), body, &head, &slot)) return Handled::quiet;
    fetch_ahead(rest, size);
    if (verify && store->crc(0, at, size - kChecksumBytes) != load_le32(at + size - kChecksumBytes))
      return Handled::quiet;
    room.bytes -= size;
    *used += size;
    if (static_cast<EventType>(type) == EventType::table_map) {
      count_event(state, size);
      table_cache_use(&store->tables, slot);
      end_event(state, size);
      continue;
    }
    const Handled handled = take_plain(state, whole_event(at, size, tail, state->offset), head, slot, step);
    if (handled != Handled::quiet || store->oversized) return handled;
    types = types_of(state->group);
  }
}

}  // namespace nbl
