// Views of transactions: the reader's own, and detached ones.
#include <new>

#include "capi/handle.hpp"
#include "row/rows_event.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace nbl::capi {

nbl_code place_view(const Transaction& transaction, const u64* source, bool detachable, void* room,
                    usize size, nbl_transaction** out) noexcept {
  if (out == nullptr) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_room(room, size, sizeof(nbl_transaction));
  if (code != NBL_OK) return code;
  auto* view = new (room) nbl_transaction();
  view->detachable = detachable;
  // A detached one's counter is where its bytes lie, so that rows of it are told from those of another in the
  // same room.
  view->own = reinterpret_cast<std::uintptr_t>(transaction.records);
  view->source = source != nullptr ? source : &view->own;
  view->generation = *view->source;
  view->transaction = transaction;
  *out = view;
  return NBL_OK;
}

bool table_at(const nbl_transaction& view, u32 index, Table* table) noexcept {
  if (index >= view.transaction.table_count) return false;
  *table = transaction_table(view.transaction, index);
  return true;
}

u32 table_index(const Transaction& transaction, u32 slot) noexcept {
  u32 index = 0;
  while (index < transaction.table_count && transaction.order[index] != slot) ++index;
  return index;
}

}  // namespace nbl::capi

nbl_code nbl_transaction_get_info(const nbl_transaction* view, nbl_transaction_info* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  const nbl::Transaction& t = view->transaction;
  nbl_transaction_info full = NBL_TRANSACTION_INFO_INIT;
  full.has_xid = t.has_xid ? 1 : 0;
  full.timestamp = t.timestamp;
  full.commit_timestamp = t.commit_timestamp;
  full.server_id = t.server_id;
  full.record_count = t.record_count;
  full.table_count = t.table_count;
  full.start_offset = t.start_offset;
  full.end_offset = t.end_offset;
  full.xid = t.xid;
  full.event_count = t.event_count;
  full.change_count = t.change_count;
  full.discarded_changes = t.discarded_changes;
  full.statement_count = t.statement_count;
  full.undecoded_events = t.undecoded_events;
  full.wire_bytes = t.wire_bytes;
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_transaction_record(const nbl_transaction* view, uint32_t index, nbl_record* out) {
  if (!sized(out)) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  const nbl::Transaction& t = view->transaction;
  if (index >= t.record_count) return NBL_INDEX_OUT_OF_RANGE;
  const nbl::EventRecord& record = t.records[index];
  const nbl::Header header = nbl::record_header(t, record);
  nbl_record full = NBL_RECORD_INIT;
  full.event_type = static_cast<std::uint32_t>(record.type);
  full.operation = NBL_ROW_NONE;
  full.timestamp = header.timestamp;
  full.server_id = header.server_id;
  full.offset = nbl::record_offset(t, record);
  if (nbl::is_rows_record(record)) {
    full.operation = static_cast<std::uint32_t>(nbl::rows_type(record.type).operation);
    full.table = table_index(t, record.table);
    full.changes = record.changes;
    full.rows_flags = record.rows_flags;
  } else {
    full.statement = bytes_of(nbl::record_statement(t, record));
  }
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_transaction_detached_size(const nbl_transaction* view, size_t* size) {
  if (size == nullptr) return NBL_INVALID_ARGUMENT;
  const nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  if (!view->detachable) return NBL_INVALID_ARGUMENT;
  *size = nbl::transaction_detached_size(view->transaction);
  return NBL_OK;
}

nbl_code nbl_transaction_detach(const nbl_transaction* view, void* memory, size_t size) {
  const nbl_code code = check_view(view);
  if (code != NBL_OK) return code;
  if (!view->detachable) return NBL_INVALID_ARGUMENT;
  return code_of(nbl::transaction_detach(view->transaction, memory, size));
}

nbl_code nbl_transaction_open(const void* detached, size_t detached_size, void* room, size_t size,
                              nbl_transaction** transaction) {
  nbl::Transaction t;
  const nbl_code code = code_of(nbl::transaction_open_detached(detached, detached_size, &t));
  return code != NBL_OK ? code : place_view(t, nullptr, true, room, size, transaction);
}

nbl_code nbl_transaction_close(nbl_transaction* view) {
  if (view == nullptr || (view->tag != kTransactionTag && view->tag != kClosedTag))
    return NBL_INVALID_ARGUMENT;
  view->tag = kClosedTag;
  return NBL_OK;
}
