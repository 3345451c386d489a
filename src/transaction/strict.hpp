// What the two strict decoders share.
#ifndef NBL_TRANSACTION_STRICT_HPP
#define NBL_TRANSACTION_STRICT_HPP

#include "transaction/store.hpp"

namespace nbl {

[[nodiscard]] bool check_block(const void* block, usize size, usize needed, const Limits& limits, Status* status) noexcept;
[[nodiscard]] TransactionStore* place_store(Arena* arena, const FormatDescription& format, const Limits& limits, Input input) noexcept;
/// The state table of transactions.md for one event whose envelope is checked.
[[nodiscard]] bool strict_take(TransactionStore* store, Event* event, TransactionStep* step) noexcept;
/// Drops the pending transaction; gives false for `return`.
bool strict_drop(TransactionStore* store) noexcept;
/// That an event starts where the pending transaction ends.
[[nodiscard]] bool strict_position(TransactionStore* store, const Event& event) noexcept;

}  // namespace nbl

#endif
