#include "row/table_cache.hpp"

#include <cstring>

namespace nbl {
namespace {

u32 index_size(u32 max_slots) noexcept {
  u32 size = 4;
  while (size < max_slots * u64{2} && size < 0x80000000U) size *= 2;
  return size;
}

u32 hash_id(u64 id, u32 mask) noexcept {
  // 32-bit multiplications only: small cores have no 64-bit one.
  u32 h = static_cast<u32>(id) ^ (static_cast<u32>(id >> 32) * 0x85ebca6bU);
  h = (h ^ (h >> 16)) * 0x7feb352dU;
  h = (h ^ (h >> 15)) * 0x846ca68bU;
  return (h ^ (h >> 16)) & mask;
}

/// The index cell of `id`, or the empty one where it would stand.
u32 index_cell(const TableCache& cache, u64 id) noexcept {
  u32 at = hash_id(id, cache.index_mask);
  while (cache.index[at] != 0 && cache.slots[cache.index[at] - 1].table_id != id) at = (at + 1) & cache.index_mask;
  return at;
}

bool is_same(const TableCache& cache, u32 slot, Span body, u8 reading) noexcept {
  const TableDefinition& known = cache.slots[slot];
  return known.body_size == body.size && known.read_as == reading &&
         std::memcmp(cache.bytes + known.body_offset, body.data, body.size) == 0;
}

bool over_quota(Status* status, const Event& event, Code code, u64 limit, u64 needed) noexcept {
  (void)fail(status, code, event, 0);
  status->limit = limit;
  status->needed = needed;
  return false;
}

bool add_definition(TableCache* cache, const Event& event, const FormatDescription& format, u32 cell, u32* slot, Status* status) noexcept {
  TableDefinition definition;
  if (!parse_table_map(event, format, &definition, status)) return false;
  if (cache->slot_count == cache->max_slots) {
    return over_quota(status, event, Code::table_quota, cache->max_slots, cache->slot_count + u64{1});
  }
  if (definition.column_count > cache->max_columns - cache->column_count) {
    return over_quota(status, event, Code::column_quota, cache->max_columns, u64{cache->column_count} + definition.column_count);
  }
  if (event.body.size > cache->max_bytes - cache->byte_count) {
    return over_quota(status, event, Code::table_bytes_quota, cache->max_bytes, u64{cache->byte_count} + event.body.size);
  }
  definition.first_column = cache->column_count;
  definition.body_offset = cache->byte_count;
  if (!parse_columns(event, format, &definition, cache->columns + cache->column_count, status)) return false;
  std::memcpy(cache->bytes + cache->byte_count, event.body.data, event.body.size);
  cache->column_count += definition.column_count;
  cache->byte_count += definition.body_size;
  *slot = cache->slot_count++;
  cache->slots[*slot] = definition;
  cache->index[cell] = *slot + 1;
  return true;
}

}  // namespace

void table_cache_carve(TableCache* cache, Arena* arena, const Limits& limits) noexcept {
  auto* slots = arena->take<TableDefinition>(limits.max_tables);
  auto* columns = arena->take<Column>(limits.max_columns);
  auto* bytes = arena->take<u8>(limits.max_table_bytes);
  auto* index = arena->take<u32>(index_size(limits.max_tables));
  auto* order = arena->take<u32>(limits.max_tables);
  if (cache == nullptr) return;
  cache->slots = slots;
  cache->columns = columns;
  cache->bytes = bytes;
  cache->index = index;
  cache->order = order;
  cache->max_slots = limits.max_tables;
  cache->max_columns = limits.max_columns;
  cache->max_bytes = limits.max_table_bytes;
  cache->index_mask = index_size(limits.max_tables) - 1;
}

void table_cache_clear(TableCache* cache) noexcept {
  cache->slot_count = 0;
  cache->column_count = 0;
  cache->byte_count = 0;
  cache->order_count = 0;
  cache->transaction_epoch = 1;
  cache->statement_epoch = 1;
  std::memset(cache->index, 0, (cache->index_mask + usize{1}) * sizeof(u32));
}

void table_cache_begin_transaction(TableCache* cache) noexcept {
  // Once in four thousand million transactions or statements the epochs start over.
  if (cache->transaction_epoch == 0xffffffffU || cache->statement_epoch >= 0xf0000000U) table_cache_clear(cache);
  ++cache->transaction_epoch;
  ++cache->statement_epoch;
  cache->order_count = 0;
}

bool table_cache_known(const TableCache& cache, u64 id, Span body, const FormatDescription& format,
                       u32* slot) noexcept {
  const u8 reading = table_map_reading(format);
  *slot = cache.last_slot;
  if (cache.last_slot < cache.slot_count && is_same(cache, cache.last_slot, body, reading)) return true;
  const u32 cell = index_cell(cache, id);
  if (cache.index[cell] == 0) return false;
  *slot = cache.index[cell] - 1;
  return is_same(cache, *slot, body, reading);
}

bool table_cache_map(TableCache* cache, const Event& event, const FormatDescription& format, u32* slot, Status* status) noexcept {
  u64 id = 0;
  if (!read_table_id(event, format, &id, status)) return false;
  if (!table_cache_known(*cache, id, event.body, format, slot) &&
      !add_definition(cache, event, format, index_cell(*cache, id), slot, status)) {
    return false;
  }
  table_cache_use(cache, *slot);
  return true;
}

bool table_cache_search(const TableCache& cache, u64 id, u32* slot) noexcept {
  const u32 cell = index_cell(cache, id);
  if (cache.index[cell] == 0) return false;
  *slot = cache.index[cell] - 1;
  return cache.slots[*slot].statement_epoch == cache.statement_epoch;
}

bool table_cache_compact(TableCache* cache, const u32** remap) noexcept {
  // The index has at least two cells a slot and is rebuilt afterwards, so it can hold the mapping meanwhile.
  u32* const mapping = cache->index;
  u32 kept = 0;
  u32 columns = 0;
  u32 bytes = 0;
  const u32 before = cache->slot_count;
  for (u32 i = 0; i < before; ++i) {
    TableDefinition definition = cache->slots[i];
    if (definition.transaction_epoch != cache->transaction_epoch) continue;
    std::memmove(cache->columns + columns, cache->columns + definition.first_column, definition.column_count * sizeof(Column));
    std::memmove(cache->bytes + bytes, cache->bytes + definition.body_offset, definition.body_size);
    definition.first_column = columns;
    definition.body_offset = bytes;
    columns += definition.column_count;
    bytes += definition.body_size;
    mapping[i] = kept;
    cache->slots[kept++] = definition;
  }
  cache->slot_count = kept;
  cache->last_slot = kept;  // none, until one is mapped again
  cache->column_count = columns;
  cache->byte_count = bytes;
  if (kept == before) {
    table_cache_rebuild_index(cache);
    return false;
  }
  for (u32 i = 0; i < cache->order_count; ++i) cache->order[i] = mapping[cache->order[i]];
  *remap = mapping;
  return true;
}

void table_cache_rebuild_index(TableCache* cache) noexcept {
  std::memset(cache->index, 0, (cache->index_mask + usize{1}) * sizeof(u32));
  for (u32 i = 0; i < cache->slot_count; ++i) cache->index[index_cell(*cache, cache->slots[i].table_id)] = i + 1;
}

}  // namespace nbl
