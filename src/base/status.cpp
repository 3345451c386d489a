// The names of the codes.
#include "nanobinlog/status.hpp"

#include "base/text_table.hpp"

namespace nbl {
namespace {

constexpr const char* source(u16 number) noexcept {
  switch (static_cast<Code>(number)) {
    case Code::ok: return "ok";
    case Code::invalid_argument: return "invalid_argument";
    case Code::workspace_too_small: return "workspace_too_small";
    case Code::workspace_misaligned: return "workspace_misaligned";
    case Code::abi_mismatch: return "abi_mismatch";
    case Code::failed_before: return "failed_before";
    case Code::stale_result: return "stale_result";
    case Code::index_out_of_range: return "index_out_of_range";
    case Code::output_too_small: return "output_too_small";
    case Code::not_contiguous: return "not_contiguous";
    case Code::bad_detached: return "bad_detached";
    case Code::bad_magic: return "bad_magic";
    case Code::encrypted_log: return "encrypted_log";
    case Code::truncated_event: return "truncated_event";
    case Code::event_too_small: return "event_too_small";
    case Code::event_too_large: return "event_too_large";
    case Code::bad_checksum: return "bad_checksum";
    case Code::bad_format_description: return "bad_format_description";
    case Code::unsupported_binlog_version: return "unsupported_binlog_version";
    case Code::unsupported_checksum: return "unsupported_checksum";
    case Code::missing_format_description: return "missing_format_description";
    case Code::offset_overflow: return "offset_overflow";
    case Code::unexpected_event: return "unexpected_event";
    case Code::bad_post_header: return "bad_post_header";
    case Code::bad_query: return "bad_query";
    case Code::query_error_code: return "query_error_code";
    case Code::bad_xid: return "bad_xid";
    case Code::bad_gtid: return "bad_gtid";
    case Code::bad_previous_gtids: return "bad_previous_gtids";
    case Code::bad_rotate: return "bad_rotate";
    case Code::bad_rows_query: return "bad_rows_query";
    case Code::bad_xa_prepare: return "bad_xa_prepare";
    case Code::bad_heartbeat: return "bad_heartbeat";
    case Code::bad_payload: return "bad_payload";
    case Code::bad_incident: return "bad_incident";
    case Code::bad_statement_event: return "bad_statement_event";
    case Code::bad_group_event: return "bad_group_event";
    case Code::bad_mariadb_event: return "bad_mariadb_event";
    case Code::bad_ignorable: return "bad_ignorable";
    case Code::unsupported_event: return "unsupported_event";
    case Code::bad_table_map: return "bad_table_map";
    case Code::bad_table_metadata: return "bad_table_metadata";
    case Code::unsupported_column_type: return "unsupported_column_type";
    case Code::missing_table_map: return "missing_table_map";
    case Code::table_quota: return "table_quota";
    case Code::column_quota: return "column_quota";
    case Code::table_bytes_quota: return "table_bytes_quota";
    case Code::bad_rows: return "bad_rows";
    case Code::column_count_mismatch: return "column_count_mismatch";
    case Code::row_truncated: return "row_truncated";
    case Code::rows_no_progress: return "rows_no_progress";
    case Code::rows_limit: return "rows_limit";
    case Code::image_limit: return "image_limit";
    case Code::bad_packed_integer: return "bad_packed_integer";
    case Code::bad_partial_update: return "bad_partial_update";
    case Code::value_truncated: return "value_truncated";
    case Code::value_too_long: return "value_too_long";
    case Code::bad_decimal: return "bad_decimal";
    case Code::bad_temporal: return "bad_temporal";
    case Code::bad_enum: return "bad_enum";
    case Code::bad_set: return "bad_set";
    case Code::bad_json: return "bad_json";
    case Code::json_too_deep: return "json_too_deep";
    case Code::bad_geometry: return "bad_geometry";
    case Code::bad_vector: return "bad_vector";
    case Code::bad_bit: return "bad_bit";
    case Code::old_hires_temporal: return "old_hires_temporal";
    case Code::bad_json_diff: return "bad_json_diff";
    case Code::signedness_unknown: return "signedness_unknown";
    case Code::missing_begin: return "missing_begin";
    case Code::nested_begin: return "nested_begin";
    case Code::offset_gap: return "offset_gap";
    case Code::offset_overlap: return "offset_overlap";
    case Code::incomplete_transaction: return "incomplete_transaction";
    case Code::not_a_boundary: return "not_a_boundary";
    case Code::event_quota: return "event_quota";
    case Code::change_quota: return "change_quota";
    case Code::byte_quota: return "byte_quota";
    case Code::savepoint_quota: return "savepoint_quota";
    case Code::missing_gtid: return "missing_gtid";
    case Code::gtid_without_begin: return "gtid_without_begin";
    case Code::second_gtid: return "second_gtid";
    case Code::incomplete_gtid_transaction: return "incomplete_gtid_transaction";
    case Code::gtid_transaction_failed: return "gtid_transaction_failed";
    case Code::incomplete_event: return "incomplete_event";
    case Code::empty_log: return "empty_log";
    case Code::started_inside_group: return "started_inside_group";
    case Code::unknown_savepoint: return "unknown_savepoint";
    case Code::codec_missing: return "codec_missing";
    case Code::codec_failed: return "codec_failed";
    case Code::codec_too_large: return "codec_too_large";
    case Code::gtid_set_syntax: return "gtid_set_syntax";
    case Code::gtid_set_quota: return "gtid_set_quota";
    case Code::gtid_set_range: return "gtid_set_range";
    case Code::checkpoint_io: return "checkpoint_io";
    case Code::checkpoint_corrupt: return "checkpoint_corrupt";
    case Code::checkpoint_version: return "checkpoint_version";
    case Code::text_output_full: return "text_output_full";
  }
  return nullptr;
}

constexpr TextTable<source, static_cast<u16>(Code::text_output_full)> kNames;

}  // namespace

const char* code_name(Code code) noexcept {
  const char* name = kNames.find(static_cast<u16>(code));
  return name != nullptr ? name : "unknown";
}

}  // namespace nbl
