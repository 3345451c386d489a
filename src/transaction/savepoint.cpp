// SAVEPOINT, RELEASE and ROLLBACK TO inside a transaction: a server may leave the undone rows in the log, so they are taken out here.
#include <cstring>

#include "transaction/name_fold.hpp"
#include "transaction/store.hpp"

namespace nbl {
namespace {

/// Index of the savepoint, or the count where there is none.
u32 find_mark(const TransactionStore& store, u64 hash) noexcept {
  for (u32 i = store.savepoint_count; i-- > 0;) {
    if (store.savepoints[i].name_hash == hash) return i;
  }
  return store.savepoint_count;
}

void forget_mark(TransactionStore* store, u32 index) noexcept {
  std::memmove(store->savepoints + index, store->savepoints + index + 1,
               (store->savepoint_count - index - 1) * sizeof(SavepointMark));
  --store->savepoint_count;
}

/// Takes the records behind a mark out of the per-table counts.
void uncount_records(TransactionStore* store, u32 from) noexcept {
  Transaction& pending = store->pending;
  for (u32 i = from; i < pending.record_count; ++i) {
    const EventRecord& record = store->records[i];
    const RowsType type = rows_type(record.type);
    if (!type.is_rows) continue;
    TableDefinition& table = store->tables.slots[record.table];
    u64& count = type.operation == RowOperation::insert   ? table.inserts
                 : type.operation == RowOperation::update ? table.updates
                                                          : table.deletes;
    count -= record.changes;
  }
  pending.record_count = from;
}

}  // namespace

void store_savepoint(TransactionStore* store, Span name, u64 offset) noexcept {
  const u64 hash = hash_folded_name(name);
  const u32 same = find_mark(*store, hash);  // a name used again replaces the older savepoint
  if (same != store->savepoint_count) forget_mark(store, same);
  // Where the quota is full the oldest is forgotten: a rollback to it is then an error, which is better than refusing what
  // hardly any log ever uses.
  if (store->savepoint_count == store->limits.max_savepoints) forget_mark(store, 0);
  SavepointMark& mark = store->savepoints[store->savepoint_count++];
  mark.name_hash = hash;
  mark.offset = offset;
  mark.change_count = store->pending.change_count;
  mark.statement_count = store->pending.statement_count;
  mark.undecoded_events = store->pending.undecoded_events;
  mark.record_count = store->oversized ? 0 : store->pending.record_count;
}

bool store_rollback_to(TransactionStore* store, Span name, u64 offset) noexcept {
  const u32 found = find_mark(*store, hash_folded_name(name));
  if (found == store->savepoint_count) return false;
  const SavepointMark& mark = store->savepoints[found];
  Transaction& pending = store->pending;
  store->savepoint_count = found + 1;  // the savepoint itself lives on, those behind it do not
  pending.discarded_changes += pending.change_count - mark.change_count;
  if (store->oversized || store->one_by_one) {
    // Without records the tables' counts cannot be put right; the dropped bytes can be told.
    store->counts_exact = store->counts_exact && pending.change_count == mark.change_count;
  } else {
    uncount_records(store, mark.record_count);
  }
  if (store->dropped_count < store->limits.max_savepoints) {
    store->dropped[store->dropped_count++] = DroppedBytes{mark.offset, offset};
  } else {
    store->dropped_overflow = true;
  }
  pending.change_count = mark.change_count;
  pending.statement_count = mark.statement_count;
  pending.undecoded_events = mark.undecoded_events;
  return true;
}

void store_release(TransactionStore* store, Span name) noexcept {
  const u32 found = find_mark(*store, hash_folded_name(name));
  if (found != store->savepoint_count) store->savepoint_count = found;
}

}  // namespace nbl
