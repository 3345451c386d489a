// The row room by itself: a pending transaction that takes TABLE_MAP and ROWS events without a BEGIN in
// front.
#ifndef NBL_TESTS_PENDING_HPP
#define NBL_TESTS_PENDING_HPP

#include <doctest/doctest.h>

#include "transaction/store.hpp"
#include "workspace.hpp"

namespace vectors {

class Pending {
 public:
  Pending(const nbl::FormatDescription& format, const nbl::Limits& limits) : block_(needed(limits)) {
    nbl::Arena arena(static_cast<nbl::u8*>(block_.data()), block_.size());
    nbl::store_carve(&store, &arena, limits, nbl::Input::stable);
    REQUIRE(arena.fits());
    store.format = format;
    nbl::table_cache_clear(&store.tables);
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() { CHECK(block_.guard_is_whole()); }

  /// Takes the event at the start of `input`. On failure all table maps are gone, as the specification wants
  /// it.
  bool take(nbl::Span input, std::uint64_t offset) {
    store.status = nbl::Status{};
    if (!nbl::read_event(store.format, input, offset, store.limits.max_event_bytes, nbl::crc32_best(), &event,
                         &store.status)) {
      return drop();
    }
    // Records are relative to the transaction's bytes: here each event is its own beginning.
    if (!store.active) nbl::store_begin(&store, event, input.data);
    store.pending.wire = input.data;
    store.pending.wire_offset = offset;
    store.pending.record_count = 0;
    const bool is_map = event.header.type == nbl::EventType::table_map;
    if (!is_map && !nbl::rows_type(event.header.type).is_rows) {
      (void)nbl::fail(&store.status, nbl::Code::unexpected_event, event, 0);
      return drop();
    }
    return (is_map ? nbl::store_table_map(&store, event)
                   : nbl::store_rows(&store, event, nbl::Span{}, false)) ||
           drop();
  }

  /// What take() kept, as a transaction of at most one record.
  nbl::Transaction transaction() const {
    nbl::Transaction t = store.pending;
    t.records = store.records;
    t.definitions = store.tables.slots;
    t.columns = store.tables.columns;
    t.table_bytes = store.tables.bytes;
    t.order = store.tables.order;
    t.table_count = store.tables.order_count;
    return t;
  }

  nbl::TransactionStore store;
  nbl::Event event;

 private:
  static std::size_t needed(const nbl::Limits& limits) {
    nbl::Arena arena(nullptr, 0);
    nbl::TransactionStore measured;
    nbl::store_carve(&measured, &arena, limits, nbl::Input::stable);
    return static_cast<std::size_t>(arena.used());
  }
  bool drop() {
    nbl::store_reset(&store);
    return false;
  }
  Workspace block_;
};

}  // namespace vectors

#endif
