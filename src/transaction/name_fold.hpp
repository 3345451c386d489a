// Names compared without case and accents.
#ifndef NBL_TRANSACTION_NAME_FOLD_HPP
#define NBL_TRANSACTION_NAME_FOLD_HPP

#include "base/load.hpp"
#include "nanobinlog/span.hpp"

namespace nbl {

/// Equal for names that a server takes for the same savepoint; `name` is UTF-8.
[[nodiscard]] u64 hash_folded_name(Span name) noexcept;

}  // namespace nbl

#endif
