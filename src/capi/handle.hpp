// What the C handles are made of, and how the C structs that may grow are read and written.
#ifndef NBL_CAPI_HANDLE_HPP
#define NBL_CAPI_HANDLE_HPP

#include <cstring>

#include "base/arena.hpp"
#include "nanobinlog/log.hpp"
#include "nanobinlog/nanobinlog.h"
#include "nanobinlog/transaction.hpp"

/// First word of a handle: tells a handle from a block of zeros, and one kind of handle from another. Guards
/// against mistakes, not against malice.
inline constexpr nbl::u32 kReaderTag = 0x4e424c52;
inline constexpr nbl::u32 kDecoderTag = 0x4e424c44;
inline constexpr nbl::u32 kTransactionTag = 0x4e424c54;
inline constexpr nbl::u32 kClosedTag = 0x4e424c43;
inline constexpr nbl::u32 kRowsTag = 0x4e424c57;
inline constexpr nbl::u32 kJsonTag = 0x4e424c4a;
inline constexpr nbl::u32 kJsonDiffsTag = 0x4e424c4b;

/// At the front of the block; the log reader's own memory follows.
struct nbl_reader {
  nbl::u32 tag = kReaderTag;
  bool has_step = false;    // `step` is the outcome of the last call
  bool walk_open = false;   // `intervals` or `positions` are being walked
  nbl::u64 generation = 1;  // counts up when what a step gave access to is gone
  nbl::LogReader* log = nullptr;
  nbl_codec zstd = {};
  nbl_codec zlib = {};
  nbl::Status error;  // the first since init, reset or recover
  nbl::Step step;
  nbl::PreviousGtids intervals;
  nbl::MariaGtidList positions;
  nbl::u32 next_position = 0;
};

struct nbl_decoder {
  nbl::u32 tag = kDecoderTag;
  nbl::u64 generation = 1;
  nbl::TransactionDecoder* plain = nullptr;
  nbl::GtidTransactionDecoder* bound = nullptr;  // one of both is set
  nbl::GtidTransactionStep step;
};

struct nbl_transaction {
  nbl::u32 tag = kTransactionTag;
  bool detachable = true;
  const nbl::u64* source = nullptr;  // the counter that must still stand at `generation`
  nbl::u64 generation = 0;
  nbl::u64 own = 0;  // the counter of a detached transaction, which nothing but closing ends
  nbl::Transaction transaction;
};

struct nbl_rows {
  nbl::u32 tag = kRowsTag;
  nbl::u32 table = 0;
  const nbl_transaction* view = nullptr;
  nbl::u64 generation = 0;
  nbl::RowsReader reader;
};

namespace nbl::capi {

[[nodiscard]] constexpr nbl_code code_of(Code code) noexcept { return static_cast<nbl_code>(code); }

/// The C constants are of as many unnamed types as there are lists, which do not mix in a conditional.
[[nodiscard]] constexpr nbl_code choose(bool condition, nbl_code yes, nbl_code no) noexcept {
  return condition ? yes : no;
}
[[nodiscard]] constexpr u32 flag(bool condition, u32 bit) noexcept { return condition ? bit : 0; }

/// Handles of the caller's: not null, and placed by this library.
[[nodiscard]] inline bool is_reader(const nbl_reader* reader) noexcept {
  return reader != nullptr && reader->tag == kReaderTag;
}
[[nodiscard]] inline bool is_decoder(const nbl_decoder* decoder) noexcept {
  return decoder != nullptr && decoder->tag == kDecoderTag;
}
/// NBL_OK, or why the view cannot be read.
[[nodiscard]] inline nbl_code check_view(const nbl_transaction* view) noexcept {
  if (view == nullptr) return NBL_INVALID_ARGUMENT;
  if (view->tag != kTransactionTag) return view->tag == kClosedTag ? NBL_STALE_RESULT : NBL_INVALID_ARGUMENT;
  return *view->source == view->generation ? NBL_OK : NBL_STALE_RESULT;
}
[[nodiscard]] inline nbl_code check_rows(const nbl_rows* rows) noexcept {
  if (rows == nullptr || rows->tag != kRowsTag) return NBL_INVALID_ARGUMENT;
  const nbl_transaction* view = rows->view;
  const bool alive = view->tag == kTransactionTag && view->generation == rows->generation &&
                     *view->source == view->generation;
  return alive ? NBL_OK : NBL_STALE_RESULT;
}

/// The room of a handle: not null, aligned, large enough.
[[nodiscard]] nbl_code check_room(const void* room, usize size, usize needed) noexcept;

/// Whether `out` begins with a struct_size in range.
[[nodiscard]] bool sized(const void* out) noexcept;
/// Fills a struct of the caller's, which is sized(), with `from`'s fields behind struct_size, as far as both
/// go; what the caller's has more is zeroed.
void put(void* out, const void* from, usize from_size) noexcept;
/// Fills `to`, which holds the defaults, with the caller's fields. False where a field that is not known here
/// is not zero.
[[nodiscard]] bool take(const void* from, void* to, usize to_size) noexcept;

[[nodiscard]] inline nbl_bytes bytes_of(Span span) noexcept { return nbl_bytes{span.data, span.size}; }
[[nodiscard]] inline Span span_of(nbl_bytes bytes) noexcept { return Span{bytes.data, bytes.size}; }

/// Fills a status of the caller's; nothing where it has none.
void put_status(const Status& status, nbl_status* out) noexcept;
/// A mistake of the caller's as a status; gives its code.
nbl_code put_mistake(Code code, u64 limit, u64 needed, nbl_status* out) noexcept;
void fill_gtid(const Gtid& gtid, nbl_gtid* out) noexcept;

/// Options of the caller's over the defaults; false where they are wrong. `from` may be null.
[[nodiscard]] bool take_options(const nbl_options* from, nbl_options* options) noexcept;
[[nodiscard]] LogOptions core_options(const nbl_options& options) noexcept;
/// All checks of a placing call. Fills `options`, and `status` where the answer is not NBL_OK.
[[nodiscard]] nbl_code check_init(const void* block, usize size, const nbl_options* from, u32 abi_version,
                                  nbl_options* options, nbl_status* status) noexcept;

/// Places a view whose life is `source`'s.
[[nodiscard]] nbl_code place_view(const Transaction& transaction, const u64* source, bool detachable,
                                  void* room, usize size, nbl_transaction** out) noexcept;
/// The table of first-use number `index`; the view has been checked, the index not.
[[nodiscard]] bool table_at(const nbl_transaction& view, u32 index, Table* table) noexcept;
/// The first-use number of a ROWS record's table.
[[nodiscard]] u32 table_index(const Transaction& transaction, u32 slot) noexcept;

/// A cell that came out of `rows`, as the core knows it: NBL_OK only where it has a value.
[[nodiscard]] nbl_code core_cell(const nbl_rows* rows, const nbl_cell* from, Cell* cell) noexcept;

/// Where the core's memory begins in a block whose front is `handle_size` bytes.
[[nodiscard]] constexpr usize behind(usize handle_size) noexcept {
  return (handle_size + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

}  // namespace nbl::capi

#endif
