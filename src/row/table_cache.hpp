// The table definitions in use, and those that may be used again.
#ifndef NBL_ROW_TABLE_CACHE_HPP
#define NBL_ROW_TABLE_CACHE_HPP

#include "base/arena.hpp"
#include "nanobinlog/limits.hpp"
#include "row/table_map.hpp"

namespace nbl {

/// Definitions stay behind the transaction that brought them, since the next one mostly maps the same tables with the same
/// bytes: then a comparison takes the place of parsing. They make room when room is needed, so the quotas are those of one
/// transaction. Which definitions are mapped for the statement, and which belong to the transaction, is told by epochs:
/// clearing is counting up.
struct TableCache {
  TableDefinition* slots = nullptr;
  Column* columns = nullptr;
  u8* bytes = nullptr;
  u32* index = nullptr;  // open addressing by table id; slot + 1, the newest definition of an id
  u32* order = nullptr;  // slots of this transaction, in order of first use
  u32 max_slots = 0;
  u32 max_columns = 0;
  u32 max_bytes = 0;
  u32 index_mask = 0;
  u32 slot_count = 0;
  u32 column_count = 0;
  u32 byte_count = 0;
  u32 order_count = 0;
  u32 transaction_epoch = 1;
  u32 statement_epoch = 1;
  u32 last_slot = 0;     // mapped or found last, asked before the index; its id is checked
};

/// With a null cache it only measures.
void table_cache_carve(TableCache* cache, Arena* arena, const Limits& limits) noexcept;
void table_cache_clear(TableCache* cache) noexcept;
void table_cache_begin_transaction(TableCache* cache) noexcept;
inline void table_cache_end_statement(TableCache* cache) noexcept { ++cache->statement_epoch; }

/// Maps the table of a TABLE_MAP event for the statement. A quota code without another word in `status` means that
/// table_cache_compact() may help.
[[nodiscard]] bool table_cache_map(TableCache* cache, const Event& event, const FormatDescription& format, u32* slot,
                                   Status* status) noexcept;
/// The definition of `id` whose TABLE_MAP had exactly this body, read under a format like this one.
[[nodiscard]] bool table_cache_known(const TableCache& cache, u64 id, Span body, const FormatDescription& format,
                                     u32* slot) noexcept;
/// Maps a table that is known for the statement.
inline void table_cache_use(TableCache* cache, u32 slot) noexcept {
  cache->last_slot = slot;
  TableDefinition& definition = cache->slots[slot];
  definition.statement_epoch = cache->statement_epoch;
  if (definition.transaction_epoch == cache->transaction_epoch) return;
  definition.transaction_epoch = cache->transaction_epoch;
  definition.inserts = 0;
  definition.updates = 0;
  definition.deletes = 0;
  cache->order[cache->order_count++] = slot;
}
/// The table mapped under `id` in this statement.
[[nodiscard]] bool table_cache_search(const TableCache& cache, u64 id, u32* slot) noexcept;
[[nodiscard]] inline bool table_cache_find(const TableCache& cache, u64 id, u32* slot) noexcept {
  *slot = cache.last_slot;
  if (cache.last_slot < cache.slot_count && cache.slots[cache.last_slot].table_id == id &&
      cache.slots[cache.last_slot].statement_epoch == cache.statement_epoch) {
    return true;
  }
  return table_cache_search(cache, id, slot);
}

/// Throws out what this transaction does not use. Afterwards `remap[old slot]` is the new one for those that stayed; it is
/// overwritten by the next call of any function. False where nothing could be thrown out.
[[nodiscard]] bool table_cache_compact(TableCache* cache, const u32** remap) noexcept;
/// Ends the use of `remap`.
void table_cache_rebuild_index(TableCache* cache) noexcept;

[[nodiscard]] inline Table table_cache_table(const TableCache& cache, u32 slot) noexcept {
  const TableDefinition& definition = cache.slots[slot];
  return Table{&definition, cache.columns + definition.first_column,
               Span{cache.bytes + definition.body_offset, definition.body_size}};
}

}  // namespace nbl

#endif
