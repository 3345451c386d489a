// TABLE_MAP and ROWS events into the pending transaction.
#include "transaction/store.hpp"

namespace nbl {
namespace {

bool is_table_quota(Code code) noexcept {
  return code == Code::table_quota || code == Code::column_quota || code == Code::table_bytes_quota;
}

void add_count(TableDefinition* table, RowOperation operation, u32 changes) noexcept {
  u64& count = operation == RowOperation::insert   ? table->inserts
               : operation == RowOperation::update ? table->updates
                                                   : table->deletes;
  count += changes;
}

/// Makes room for a definition by forgetting those of transactions before.
bool make_room(TransactionStore* store) noexcept {
  const u32* remap = nullptr;
  if (!table_cache_compact(&store->tables, &remap)) return false;
  for (u32 i = 0; i < store->pending.record_count; ++i) store->records[i].table = remap[store->records[i].table];
  table_cache_rebuild_index(&store->tables);
  return true;
}

bool fail_images(TransactionStore* store, const Event& event, const RowsHead& head, Code code, usize at, u32 column,
                 const TableDefinition& table) noexcept {
  // A row that comes out wrong in a table with MariaDB's old temporal types most likely has their high-resolution form,
  // whose width no event tells.
  const bool is_value = code >= Code::value_truncated && code <= Code::signedness_unknown;
  if (table.has_old_temporal != 0 && store->format.mariadb && (is_value || code == Code::row_truncated)) {
    code = Code::old_hires_temporal;
  }
  if (code == Code::row_truncated || code == Code::rows_no_progress) column = kNoColumn;
  (void)fail_body(&store->status, code, event, head.images_at + at, column);
  if (code == Code::rows_limit) {
    store->status.limit = store->limits.max_event_changes;
    store->status.needed = u64{store->limits.max_event_changes} + 1;
  }
  if (code == Code::image_limit) store->status.limit = store->limits.max_image_bytes;
  return false;
}

bool validate(TransactionStore* store, const Event& event, const RowsHead& head, Span images, u32 slot, u32* changes) noexcept {
  const TableDefinition& table = store->tables.slots[slot];
  ImageCheck check;
  check.head = &head;
  check.columns = store->tables.columns + table.first_column;
  check.column_count = static_cast<u16>(table.column_count);
  check.max_changes = store->limits.max_event_changes;
  check.max_image_bytes = store->limits.max_image_bytes;
  check.scratch = &store->scratch;
  Code code = validate_images(&check, images);
  if (store->lenient && (code == Code::rows_limit || code == Code::image_limit)) {
    const u64 limit = code == Code::rows_limit ? check.max_changes : check.max_image_bytes;
    store_set_oversized(store, code, limit, limit + 1);
    check.max_changes = 0xffffffffU;
    check.max_image_bytes = 0xffffffffU;
    code = validate_images(&check, images);
  }
  *changes = check.changes;
  return code == Code::ok || fail_images(store, event, head, code, check.at, check.column, table);
}

/// The last resort of a reader: only the tables of the running statement are kept. The transaction is then oversized, and its
/// per-table counts are gone.
bool keep_statement_only(TransactionStore* store) noexcept {
  if (!store->lenient || !is_table_quota(store->status.code)) return false;
  TableCache& cache = store->tables;
  store_set_oversized(store, store->status.code, store->status.limit, store->status.needed);
  store->counts_exact = false;
  const u32 used = cache.order_count;
  cache.order_count = 0;
  for (u32 i = 0; i < used; ++i) {
    TableDefinition& slot = cache.slots[cache.order[i]];
    if (slot.statement_epoch == cache.statement_epoch) {
      cache.order[cache.order_count++] = cache.order[i];
    } else {
      slot.transaction_epoch = 0;
    }
  }
  return make_room(store);
}

/// What a record of this event is relative to. A transaction that is handed out event by event may be larger than 32-bit
/// offsets reach, so each event is then its own base.
const u8* record_base(const TransactionStore& store, const Event& event) noexcept {
  return store.one_by_one ? event.bytes.data : store.pending.wire;
}

/// One statement's tables alone are too many: this one's rows will come undecoded. A definition that its id had before would
/// read them wrongly, so it goes as well.
bool lose_map(TransactionStore* store, const Event& event) noexcept {
  if (!store->lenient || !is_table_quota(store->status.code)) return false;
  store->maps_lost = store->status.code;
  u64 id = 0;
  u32 slot = 0;
  if (read_table_id(event, store->format, &id, &store->status) && table_cache_find(store->tables, id, &slot)) {
    store->tables.slots[slot].statement_epoch = 0;
  }
  return true;
}

EventRecord* next_record(TransactionStore* store, const Event& event, bool in_side) noexcept {
  EventRecord* record = &store->records[store->pending.record_count];
  *record = EventRecord{};
  const u8* base = in_side ? store->side : record_base(*store, event);
  record->offset = static_cast<u32>(event.bytes.data - base);
  record->size = static_cast<u32>(event.bytes.size);
  record->type = event.header.type;
  record->flags = in_side ? kRecordInSide : u8{0};
  return record;
}

/// A record array that inner events of a payload outgrow is a quota like any other.
bool has_record_room(TransactionStore* store, const Event& event) noexcept {
  if (store->oversized) return true;
  if (store->pending.record_count < store->limits.max_events) return true;
  return store_over(store, event, Code::event_quota, store->limits.max_events, u64{store->limits.max_events} + 1);
}

void keep_rows(TransactionStore* store, const Event& event, const RowsHead& head, Span images, u32 slot, u32 changes, bool in_side) noexcept {
  EventRecord* record = next_record(store, event, in_side);
  const bool images_in_side = !in_side && images.data != event.body.data + head.images_at;
  record->table = slot;
  record->changes = changes;
  record->bitmaps_at = event.header_length + head.bitmaps_at;
  record->images_size = static_cast<u32>(images.size);
  record->rows_flags = head.flags;
  if (images_in_side) record->flags |= kRecordImagesInSide;
  if (head.before.bitmap == nullptr) record->flags |= kRecordWholeBefore;
  if (head.after.bitmap == nullptr) record->flags |= kRecordWholeAfter;
  record->images_at = static_cast<u32>(images.data - (images_in_side || in_side ? store->side : record_base(*store, event)));
  ++store->pending.record_count;
}

/// Rows that no decoder can read without knowing more than the log says. A reader goes on and tells; a strict decoder fails, and
/// the status says why either way.
bool leave_undecoded(TransactionStore* store, bool ends_statement) noexcept {
  if (!store->lenient) return false;
  ++store->pending.undecoded_events;
  if (ends_statement) table_cache_end_statement(&store->tables);
  return true;
}

/// On a small core, in one frame with its caller: another one would lie on the stack's deepest path. Elsewhere one caller has it,
/// and with it all that it calls.
[[gnu::always_inline]] inline bool take_images(TransactionStore* store, const Event& event, const RowsHead& head, Span images, u32 slot,
                                               bool in_side) noexcept {
  const bool ends_statement = (head.flags & kRowsStatementEnd) != 0;
  u32 changes = 0;
  if (!validate(store, event, head, images, slot, &changes)) {
    return store->status.code == Code::old_hires_temporal && leave_undecoded(store, ends_statement);
  }
  const u64 total = store->pending.change_count + changes;
  if (total > store->limits.max_changes &&
      !store_over(store, event, Code::change_quota, store->limits.max_changes, total)) {
    return false;
  }
  if (!has_record_room(store, event)) return false;
  store->pending.change_count = total;
  add_count(&store->tables.slots[slot], head.type.operation, changes);
  if (!store->oversized) keep_rows(store, event, head, images, slot, changes, in_side);
  if (ends_statement) table_cache_end_statement(&store->tables);
  return true;
}

}  // namespace

bool store_table_map(TransactionStore* store, const Event& event) noexcept {
  u32 slot = 0;
  const auto map = [store, &event, &slot]() noexcept {
    return table_cache_map(&store->tables, event, store->format, &slot, &store->status);
  };
  if (map()) return true;
  // Which quota it is that stays in the way is known once all that is not this transaction's has gone.
  if (!is_table_quota(store->status.code)) return false;
  const bool mapped = (make_room(store) && map()) || (keep_statement_only(store) && map());
  if (!mapped && !lose_map(store, event)) return false;
  store->status = Status{};
  return true;
}

bool store_rows(TransactionStore* store, const Event& event, Span images, bool in_side) noexcept {
  RowsHead head;
  u32 cursor_at = 0;
  if (!parse_rows_prefix(event, store->format, &head, &cursor_at, &store->status)) return false;
  const bool ends_statement = (head.flags & kRowsStatementEnd) != 0;
  u32 slot = 0;
  if (!table_cache_find(store->tables, head.table_id, &slot)) {
    if (!is_dummy_table_id(head.table_id) || !ends_statement) {
      const bool lost = store->maps_lost != Code::ok;
      (void)fail_body(&store->status, lost ? store->maps_lost : Code::missing_table_map, event, 0);
      return lost && leave_undecoded(store, ends_statement);
    }
    table_cache_end_statement(&store->tables);  // every table of the statement was filtered at the source
    return true;
  }
  const TableDefinition& table = store->tables.slots[slot];
  if (table.state != kTableReadable) {
    (void)fail_body(&store->status, Code::unsupported_column_type, event, 0);
    return leave_undecoded(store, ends_statement);
  }
  if (!parse_rows_bitmaps(event, cursor_at, table.column_count, &head, &store->status)) return false;
  if (images.data == nullptr) images = event.body.skip(head.images_at);
  return kQuickWays ? store_images(store, event, head, images, slot, in_side)
                    : take_images(store, event, head, images, slot, in_side);
}

bool store_images(TransactionStore* store, const Event& event, const RowsHead& head, Span images, u32 slot, bool in_side) noexcept {
  return take_images(store, event, head, images, slot, in_side);
}

void store_note(TransactionStore* store, const Event& event, bool in_side) noexcept {
  if (store->one_by_one || !has_record_room(store, event) || store->oversized) return;
  EventRecord* record = next_record(store, event, in_side);
  record->size = event.header_length + static_cast<u32>(event.body.size);  // without the checksum
  ++store->pending.record_count;
}

}  // namespace nbl
