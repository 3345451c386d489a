// The pending transaction: where the strict decoders and the log reader put the events they accept.
#ifndef NBL_TRANSACTION_STORE_HPP
#define NBL_TRANSACTION_STORE_HPP

#include "base/arena.hpp"
#include "base/crc32.hpp"
#include "nanobinlog/json.hpp"
#include "nanobinlog/transaction.hpp"
#include "row/rows_event.hpp"
#include "row/table_cache.hpp"

namespace nbl {

/// Where a SAVEPOINT stood. Names are compared without case, by hash: whoever could forge a collision could as well write the name.
struct SavepointMark {
  u64 name_hash = 0;
  u64 offset = 0;
  u64 change_count = 0;
  u64 statement_count = 0;
  u64 undecoded_events = 0;
  u32 record_count = 0;
};

struct DroppedBytes {
  u64 from = 0;
  u64 to = 0;
};

/// Buffers are carved once; the rest is the pending transaction's state.
struct TransactionStore {
  FormatDescription format;
  Limits limits;
  Status status;
  Crc32Fn crc = nullptr;
  TableCache tables;
  EventRecord* records = nullptr;
  u8* bytes = nullptr;      // copied input only
  u8* side = nullptr;
  ImageScratch scratch;
  SavepointMark* savepoints = nullptr;
  DroppedBytes* dropped = nullptr;
  Input input = Input::copied;

  bool active = false;
  bool one_by_one = false;  // each row event is handed out at once: no other records, and nothing can be too much
  bool lenient = false;     // a quota makes the transaction oversized instead of failing it
  bool oversized = false;   // counting only: no records, no bytes are kept
  bool counts_exact = true; // per-table counts
  Code maps_lost = Code::ok;  // the quota that left no room for a definition: rows of a table that is not mapped may be its
  bool dropped_overflow = false;
  Code oversized_reason = Code::ok;
  u64 quota_limit = 0;
  u64 quota_needed = 0;
  u32 savepoint_count = 0;
  u32 dropped_count = 0;
  u64 byte_limit = 0;       // max_bytes, or what 32-bit offsets reach
  u64 bytes_used = 0;       // of `bytes`
  u64 side_used = 0;
  u64 side_capacity = 0;
  u64 outer_events = 0;     // counted towards the quotas before BEGIN: the prefix
  u64 outer_bytes = 0;
  Transaction pending;

  // Strict GTID binding.
  bool has_prefix = false;
  bool failed = false;
  u64 prefix_offset = 0;
  u64 prefix_end = 0;
  Gtid gtid;
};

/// False where a limit is not positive.
[[nodiscard]] bool store_limits_valid(const Limits& limits) noexcept;
/// What is not zero in a store of zeros. Members set one by one, as their initialisers would, are 700 bytes of
/// code for small cores.
inline void store_set_defaults(TransactionStore* store) noexcept {
  store->format.checksum = Checksum::absent;
  store->status.column = kNoColumn;
  store->counts_exact = true;
}
/// With a null store it only measures.
void store_carve(TransactionStore* store, Arena* arena, const Limits& limits, Input input) noexcept;
void store_reset(TransactionStore* store) noexcept;  ///< drops what is pending, and its maps

/// Begins at `offset`; over stable input `at` is the byte there.
void store_begin(TransactionStore* store, const Event& event, const u8* at) noexcept;

/// Over a quota: fails with it, or where lenient makes the transaction oversized.
[[nodiscard]] bool store_over(TransactionStore* store, const Event& event, Code code, u64 limit, u64 needed) noexcept;
/// A quota that store_admit() found: fails, or where lenient makes the transaction oversized.
[[nodiscard]] bool store_over_quota(TransactionStore* store, const Event& event) noexcept;
/// Copies an event behind the others and points `event` at the copy.
void store_copy(TransactionStore* store, Event* event) noexcept;

/// Counts an event of the range and, over copied input, copies it behind the others and points `event` at the copy. A quota
/// fails, or where lenient makes the transaction oversized.
[[nodiscard]] inline bool store_admit(TransactionStore* store, Event* event) noexcept {
  Transaction& pending = store->pending;
  const u64 size = event->bytes.size;
  pending.event_count += 1;
  pending.wire_bytes += size;
  pending.end_offset = event->offset + size;
  const bool over = store->outer_events + pending.event_count > store->limits.max_events ||
                    store->outer_bytes + pending.wire_bytes > store->byte_limit;
  if (over && !store_over_quota(store, *event)) return false;
  if (store->input == Input::copied && !store->oversized) store_copy(store, event);
  return true;
}

/// Marks the transaction oversized; only where lenient. The first reason stays; `ok` is none yet, for a transaction
/// whose bytes had to go before the event that is too much was whole.
void store_set_oversized(TransactionStore* store, Code reason, u64 limit, u64 needed) noexcept;

[[nodiscard]] bool store_table_map(TransactionStore* store, const Event& event) noexcept;
/// `images` replaces the event's own row images where they were compressed; null data otherwise. `in_side` says that the event came
/// out of a payload. A table of unknown column types is unsupported_column_type, or counted as undecoded where lenient.
[[nodiscard]] bool store_rows(TransactionStore* store, const Event& event, Span images, bool in_side) noexcept;
/// The part of it behind the event's head, against the table in `slot`.
[[nodiscard]] bool store_images(TransactionStore* store, const Event& event, const RowsHead& head, Span images, u32 slot, bool in_side) noexcept;
/// Keeps a record of an event that is read as text: ROWS_QUERY, QUERY.
void store_note(TransactionStore* store, const Event& event, bool in_side) noexcept;

/// Over the pending transaction.
void store_savepoint(TransactionStore* store, Span name, u64 offset) noexcept;
[[nodiscard]] bool store_rollback_to(TransactionStore* store, Span name, u64 offset) noexcept;
void store_release(TransactionStore* store, Span name) noexcept;

/// The result; the store is then idle, and what the result points to stays until the next event is admitted.
void store_finish(TransactionStore* store, u64 end_offset, const Header& last, Transaction* out) noexcept;

}  // namespace nbl

#endif
