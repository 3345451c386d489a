// A transaction in one relocatable block: a head, then each array, every reference an offset or an index.
#include <cstring>

#include "base/arena.hpp"
#include "nanobinlog/transaction.hpp"
#include "row/rows_event.hpp"

namespace nbl {
namespace {

// Not a file format: it holds structures as this build lays them out, and the size of the head tells another build's apart.
constexpr u32 kMagic = 0x4e424c54;

struct Head {
  u32 magic = kMagic;
  u32 head_size = 0;
  u64 total = 0;
  u64 columns = 0;
  u64 table_bytes = 0;
  Transaction transaction;
};

struct Layout {
  usize records = 0;
  usize definitions = 0;
  usize columns = 0;
  usize order = 0;
  usize table_bytes = 0;
  usize wire = 0;
  usize side = 0;
  usize total = 0;
};

usize align(usize at) noexcept { return (at + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment; }

Layout lay_out(const Transaction& t, u64 columns, u64 table_bytes) noexcept {
  Layout layout;
  layout.records = align(sizeof(Head));
  layout.definitions = align(layout.records + t.record_count * sizeof(EventRecord));
  layout.columns = align(layout.definitions + t.table_count * sizeof(TableDefinition));
  layout.order = align(layout.columns + static_cast<usize>(columns) * sizeof(Column));
  layout.table_bytes = align(layout.order + t.table_count * sizeof(u32));
  layout.wire = align(layout.table_bytes + static_cast<usize>(table_bytes));
  layout.side = align(layout.wire + static_cast<usize>(t.wire_size));
  layout.total = align(layout.side + static_cast<usize>(t.side_size));
  return layout;
}

void count_tables(const Transaction& t, u64* columns, u64* bytes) noexcept {
  *columns = 0;
  *bytes = 0;
  for (u32 i = 0; i < t.table_count; ++i) {
    const TableDefinition& definition = t.definitions[t.order[i]];
    *columns += definition.column_count;
    *bytes += definition.body_size;
  }
}

bool aligned(const void* p) noexcept { return reinterpret_cast<std::uintptr_t>(p) % kWorkspaceAlignment == 0; }

void copy(u8* to, const void* from, usize size) noexcept {
  if (size != 0) std::memcpy(to, from, size);
}

/// The definitions in order of use, their columns and bytes close together.
void copy_tables(const Transaction& t, const Layout& layout, u8* block) noexcept {
  u32 columns = 0;
  u32 bytes = 0;
  for (u32 i = 0; i < t.table_count; ++i) {
    TableDefinition definition = t.definitions[t.order[i]];
    copy(block + layout.columns + columns * sizeof(Column), t.columns + definition.first_column,
         definition.column_count * sizeof(Column));
    copy(block + layout.table_bytes + bytes, t.table_bytes + definition.body_offset, definition.body_size);
    definition.first_column = columns;
    definition.body_offset = bytes;
    columns += definition.column_count;
    bytes += definition.body_size;
    copy(block + layout.definitions + i * sizeof(TableDefinition), &definition, sizeof(definition));
    copy(block + layout.order + i * sizeof(u32), &i, sizeof(i));
  }
}

/// Records with their tables numbered anew. Neighbours mostly share a table, so the last answer is tried first.
void copy_records(const Transaction& t, u8* block) noexcept {
  u32 known_slot = 0;
  u32 known_index = t.table_count;
  for (u32 i = 0; i < t.record_count; ++i) {
    EventRecord record = t.records[i];
    if (rows_type(record.type).is_rows) {
      if (known_index == t.table_count || record.table != known_slot) {
        known_slot = record.table;
        known_index = 0;
        while (t.order[known_index] != known_slot) ++known_index;
      }
      record.table = known_index;
    }
    copy(block + i * sizeof(EventRecord), &record, sizeof(record));
  }
}

}  // namespace

usize transaction_detached_size(const Transaction& transaction) noexcept {
  u64 columns = 0;
  u64 bytes = 0;
  count_tables(transaction, &columns, &bytes);
  return lay_out(transaction, columns, bytes).total;
}

Code transaction_detach(const Transaction& transaction, void* memory, usize size) noexcept {
  if (memory == nullptr) return Code::invalid_argument;
  if (!aligned(memory)) return Code::workspace_misaligned;
  Head head;
  count_tables(transaction, &head.columns, &head.table_bytes);
  const Layout layout = lay_out(transaction, head.columns, head.table_bytes);
  if (size < layout.total) return Code::output_too_small;
  auto* block = static_cast<u8*>(memory);
  head.head_size = sizeof(Head);
  head.total = layout.total;
  head.transaction = transaction;
  head.transaction.records = nullptr;
  head.transaction.definitions = nullptr;
  head.transaction.columns = nullptr;
  head.transaction.order = nullptr;
  head.transaction.table_bytes = nullptr;
  head.transaction.wire = nullptr;
  head.transaction.side = nullptr;
  std::memset(block, 0, layout.records);
  copy(block, &head, sizeof(head));
  copy_records(transaction, block + layout.records);
  copy_tables(transaction, layout, block);
  copy(block + layout.wire, transaction.wire, static_cast<usize>(transaction.wire_size));
  copy(block + layout.side, transaction.side, static_cast<usize>(transaction.side_size));
  return Code::ok;
}

Code transaction_open_detached(const void* memory, usize size, Transaction* transaction) noexcept {
  if (memory == nullptr || transaction == nullptr) return Code::invalid_argument;
  if (!aligned(memory)) return Code::workspace_misaligned;
  if (size < sizeof(Head)) return Code::bad_detached;
  const auto* block = static_cast<const u8*>(memory);
  Head head;
  std::memcpy(&head, block, sizeof(head));
  if (head.magic != kMagic || head.head_size != sizeof(Head)) return Code::bad_detached;
  const Layout layout = lay_out(head.transaction, head.columns, head.table_bytes);
  if (head.total != layout.total || size < layout.total) return Code::bad_detached;
  *transaction = head.transaction;
  transaction->records = reinterpret_cast<const EventRecord*>(block + layout.records);
  transaction->definitions = reinterpret_cast<const TableDefinition*>(block + layout.definitions);
  transaction->columns = reinterpret_cast<const Column*>(block + layout.columns);
  transaction->order = reinterpret_cast<const u32*>(block + layout.order);
  transaction->table_bytes = block + layout.table_bytes;
  transaction->wire = block + layout.wire;
  transaction->side = block + layout.side;
  return Code::ok;
}

}  // namespace nbl
