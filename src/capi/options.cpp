// Options, and the memory they cost.
#include "capi/handle.hpp"
#include "log/state.hpp"

// The prices in the header cover the core's on this machine. What they do not show, the sum itself, is
// tested.
static_assert(sizeof(nbl::EventRecord) <= NBL_EVENT_SIZE);
// And its place in the lists of columns present.
static_assert(sizeof(nbl::Column) + 2 * sizeof(nbl::u16) <= NBL_COLUMN_SIZE);
static_assert(sizeof(nbl::SavepointMark) + sizeof(nbl::DroppedBytes) <= NBL_SAVEPOINT_SIZE);
// An index of less than four numbers a table, and one number for the order of use.
static_assert(sizeof(nbl::TableDefinition) + 5 * sizeof(nbl::u32) <= NBL_TABLE_SIZE);
// Handle, state, the JSON check's frames, and the roundings of a dozen buffers.
static_assert(sizeof(nbl_reader) + sizeof(nbl::LogState) + sizeof(nbl::LogReader) +
                  nbl::kJsonMaxDepth * sizeof(nbl::JsonFrame) + 128 <=
              NBL_STATE_SIZE);
static_assert(sizeof(nbl_decoder) + sizeof(nbl::TransactionStore) +
                  nbl::kJsonMaxDepth * sizeof(nbl::JsonFrame) + 128 <=
              NBL_STATE_SIZE);
static_assert(sizeof(nbl_transaction) <= NBL_TRANSACTION_SIZE && sizeof(nbl_rows) <= NBL_ROWS_SIZE);

namespace nbl::capi {
namespace {

std::size_t size_for(const nbl_options& o) noexcept {
  return NBL_WORKSPACE_SIZE(o.max_events, o.input == NBL_INPUT_COPIED ? o.max_bytes : 0, o.max_tables,
                            o.max_columns, o.max_table_bytes, o.max_savepoints, o.max_side_bytes);
}

}  // namespace

bool take_options(const nbl_options* from, nbl_options* options) noexcept {
  *options = NBL_OPTIONS_INIT;
  if (from != nullptr && !take(from, options, sizeof(*options))) return false;
  const nbl_options& o = *options;
  return o.input <= NBL_INPUT_STABLE && o.deliver <= NBL_DELIVER_EVENTS && o.verify_checksums <= 1 &&
         o.max_bytes != 0 && o.max_events != 0 && o.max_changes != 0 && o.max_event_bytes != 0 &&
         o.max_event_changes != 0 && o.max_image_bytes != 0 && o.max_tables != 0 && o.max_columns != 0 &&
         o.max_table_bytes != 0 && o.max_savepoints != 0;
}

LogOptions core_options(const nbl_options& o) noexcept {
  LogOptions options;
  options.input = static_cast<Input>(o.input);
  options.deliver = static_cast<Deliver>(o.deliver);
  options.verify_checksums = o.verify_checksums != 0;
  options.limits.max_bytes = o.max_bytes;
  options.limits.max_events = o.max_events;
  options.limits.max_changes = o.max_changes;
  options.limits.max_event_bytes = o.max_event_bytes;
  options.limits.max_event_changes = o.max_event_changes;
  options.limits.max_image_bytes = o.max_image_bytes;
  options.limits.max_tables = o.max_tables;
  options.limits.max_columns = o.max_columns;
  options.limits.max_table_bytes = o.max_table_bytes;
  options.limits.max_savepoints = o.max_savepoints;
  options.limits.max_side_bytes = o.max_side_bytes;
  return options;
}

nbl_code check_init(const void* block, usize size, const nbl_options* from, u32 abi_version,
                    nbl_options* options, nbl_status* status) noexcept {
  // First of all: another interface's structs may not be read.
  if (abi_version != NBL_ABI_VERSION)
    return put_mistake(Code::abi_mismatch, NBL_ABI_VERSION, abi_version, status);
  if (block == nullptr || !take_options(from, options))
    return put_mistake(Code::invalid_argument, 0, 0, status);
  const usize needed = size_for(*options);
  const nbl_code code = check_room(block, size, needed);
  if (code != NBL_OK) return put_mistake(static_cast<Code>(code), size, needed, status);
  return NBL_OK;
}

}  // namespace nbl::capi

size_t nbl_workspace_size(const nbl_options* options) {
  nbl_options full = NBL_OPTIONS_INIT;
  return nbl::capi::take_options(options, &full) ? nbl::capi::size_for(full) : 0;
}
