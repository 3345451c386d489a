// Error codes and where they happened.
#ifndef NANOBINLOG_STATUS_HPP
#define NANOBINLOG_STATUS_HPP

#include <cstdint>

namespace nbl {

/// What went wrong. Grouped by room, with gaps; a number is never given to another meaning. The C ABI uses the same numbers.
enum class Code : std::uint16_t {
  ok = 0,

  // Use of the library: the caller's mistake, the bytes were not looked at.
  invalid_argument = 1,
  workspace_too_small = 2,   ///< Status::needed says how many bytes the block must have.
  workspace_misaligned = 3,
  abi_mismatch = 4,
  failed_before = 5,         ///< the handle refused the call because an earlier one failed.
  stale_result = 6,          ///< the transaction or row asked for is gone.
  index_out_of_range = 7,
  output_too_small = 8,      ///< Status::needed says how many bytes the output must have.
  not_contiguous = 9,        ///< stable input must continue where the last call's input ended.
  bad_detached = 10,         ///< not a detached transaction of this library and machine.

  // Event room: envelope and bodies.
  bad_magic = 100,
  encrypted_log = 101,
  truncated_event = 102,     ///< fewer bytes than the event's own size says.
  event_too_small = 103,     ///< the size is less than header and checksum.
  event_too_large = 104,     ///< over Limits::max_event_bytes.
  bad_checksum = 105,
  bad_format_description = 106,
  unsupported_binlog_version = 107,
  unsupported_checksum = 108,
  missing_format_description = 109,
  offset_overflow = 110,     ///< offset plus size is over 64 bits.
  unexpected_event = 111,    ///< this type has no place in this decoder's state.
  bad_post_header = 112,     ///< a post-header length this event type cannot have.
  bad_query = 120,
  query_error_code = 121,    ///< the statement failed on the server (error code not 0) and proves nothing.
  bad_xid = 122,
  bad_gtid = 123,
  bad_previous_gtids = 124,
  bad_rotate = 125,
  bad_rows_query = 126,
  bad_xa_prepare = 127,
  bad_heartbeat = 128,
  bad_payload = 129,
  bad_incident = 130,
  bad_statement_event = 131, ///< INTVAR, RAND, USER_VAR and the like.
  bad_group_event = 132,     ///< VIEW_CHANGE, TRANSACTION_CONTEXT.
  bad_mariadb_event = 133,
  bad_ignorable = 134,
  unsupported_event = 135,

  // Row room.
  bad_table_map = 200,
  bad_table_metadata = 201,  ///< the optional metadata block.
  unsupported_column_type = 202,
  missing_table_map = 203,
  table_quota = 204,
  column_quota = 205,
  table_bytes_quota = 206,
  bad_rows = 207,
  column_count_mismatch = 208,
  row_truncated = 209,
  rows_no_progress = 210,    ///< bytes are left but a change consumes none.
  rows_limit = 211,          ///< over Limits::max_event_changes.
  image_limit = 212,         ///< over Limits::max_image_bytes.
  bad_packed_integer = 213,
  bad_partial_update = 214,

  // Value room. Status::column says which column.
  value_truncated = 300,
  value_too_long = 301,
  bad_decimal = 302,
  bad_temporal = 303,
  bad_enum = 304,
  bad_set = 305,
  bad_json = 306,
  json_too_deep = 307,
  bad_geometry = 308,
  bad_vector = 309,
  bad_bit = 310,
  old_hires_temporal = 311,  ///< MariaDB's old high-resolution temporal: the log does not carry its width.
  bad_json_diff = 312,
  signedness_unknown = 313,

  // Transaction room.
  missing_begin = 400,
  nested_begin = 401,
  offset_gap = 402,
  offset_overlap = 403,
  incomplete_transaction = 404,
  not_a_boundary = 405,      ///< a QUERY that is neither BEGIN, COMMIT nor ROLLBACK.
  event_quota = 410,
  change_quota = 411,
  byte_quota = 412,
  savepoint_quota = 413,
  missing_gtid = 450,
  gtid_without_begin = 451,
  second_gtid = 452,
  incomplete_gtid_transaction = 453,
  gtid_transaction_failed = 454,

  // Log room.
  incomplete_event = 500,    ///< the input ended inside an event: a cut tail, not a broken event.
  empty_log = 501,
  started_inside_group = 502,
  unknown_savepoint = 503,
  codec_missing = 510,       ///< compressed bytes, and the caller gave no decompressor.
  codec_failed = 511,
  codec_too_large = 512,     ///< the uncompressed size is over the limit.
  gtid_set_syntax = 520,
  gtid_set_quota = 521,
  gtid_set_range = 522,
  checkpoint_io = 530,
  checkpoint_corrupt = 531,
  checkpoint_version = 532,

  // Text room.
  text_output_full = 600,
};

/// No column is involved.
inline constexpr std::uint32_t kNoColumn = 0xffffffffU;

/// The first error of a call. The fields behind `code` are meaningful only where it is not ok; 0 where unknown.
struct Status {
  Code code = Code::ok;
  std::uint8_t event_type = 0;
  std::uint32_t event_offset = 0;    ///< bytes from the event's first byte.
  std::uint32_t column = kNoColumn;  ///< from 0.
  std::uint64_t offset = 0;          ///< absolute, bytes: event start plus event_offset.
  std::uint64_t limit = 0;           ///< the quota that was hit.
  std::uint64_t needed = 0;          ///< what would have been needed.
  [[nodiscard]] constexpr bool ok() const noexcept { return code == Code::ok; }
};

/// A constant English name of a code, as in `bad_checksum`; "unknown" for a number that is none. Never null.
[[nodiscard]] const char* code_name(Code code) noexcept;
/// One sentence that says what the code means and what to do. Never null.
[[nodiscard]] const char* code_text(Code code) noexcept;

}  // namespace nbl

#endif
