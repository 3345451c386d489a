// One sentence for each code: what it means and, where something can be done, what. It is kept apart from the
// names, since a device that reports numbers links neither and a tool that prints names may do without the
// sentences.
#include "base/text_table.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {
namespace {

constexpr const char* source(u16 number) noexcept {
  switch (static_cast<Code>(number)) {
    case Code::ok: return "The call did what it was asked to do.";
    case Code::invalid_argument:
      return "An argument is null, zero or out of its range; nothing was read, correct the call.";
    case Code::workspace_too_small:
      return "The block handed over is too small for these limits; give at least the number of bytes named "
             "as needed.";
    case Code::workspace_misaligned:
      return "The block handed over must begin at an address that is a multiple of 8.";
    case Code::abi_mismatch:
      return "The header the caller was built with and the library disagree; build both from the same "
             "version.";
    case Code::failed_before:
      return "An earlier call on this handle failed and it takes no more; make a new one.";
    case Code::stale_result:
      return "The transaction or row asked for has been replaced by a later call; read it before feeding on, "
             "or detach it.";
    case Code::index_out_of_range: return "There is no item with this number; compare with the count first.";
    case Code::output_too_small:
      return "The output buffer is too small; give at least the number of bytes named as needed.";
    case Code::not_contiguous:
      return "Stable input must continue at the address and offset where the last call's input ended.";
    case Code::bad_detached: return "These bytes are not a detached transaction of this library and machine.";
    case Code::bad_magic:
      return "The file does not begin with the four bytes of a binary log; check that it is one.";
    case Code::encrypted_log:
      return "The log is encrypted at rest; let the server hand it out, or decrypt it first.";
    case Code::truncated_event:
      return "The input holds fewer bytes than the event says it has; feed the rest, or take the file as cut "
             "off here.";
    case Code::event_too_small:
      return "The event says it is shorter than its own header and checksum; the log is damaged here.";
    case Code::event_too_large:
      return "The event is over the limit for one event; raise max_event_bytes if the log is trusted.";
    case Code::bad_checksum:
      return "The event's CRC32 does not match its bytes; the log is damaged here, get another copy.";
    case Code::bad_format_description:
      return "The format description event is malformed, so that nothing behind it can be read.";
    case Code::unsupported_binlog_version:
      return "Only binary logs of version 4 (MySQL 5.0 and later, MariaDB) can be read.";
    case Code::unsupported_checksum: return "The log names a checksum algorithm other than none and CRC32.";
    case Code::missing_format_description:
      return "A log must begin with a format description event; start at the beginning of a file.";
    case Code::offset_overflow:
      return "The event would end behind the largest 64-bit offset; check the offset that was given.";
    case Code::unexpected_event:
      return "An event of this type has no place here; feed it to a reader that handles it.";
    case Code::bad_post_header:
      return "The format description gives this event type a post-header length it cannot have.";
    case Code::bad_query: return "The QUERY event's lengths do not fit its bytes; the log is damaged here.";
    case Code::query_error_code:
      return "The statement failed on the server, so that it proves neither a commit nor a rollback.";
    case Code::bad_xid: return "An XID event must hold exactly eight bytes; the log is damaged here.";
    case Code::bad_gtid:
      return "The GTID event breaks off inside a field or holds a number no transaction can have.";
    case Code::bad_previous_gtids:
      return "The set of previous GTIDs is cut off or its intervals are not in order.";
    case Code::bad_rotate:
      return "The ROTATE event's position is below 4 or its file name is empty or over 511 bytes.";
    case Code::bad_rows_query: return "The event with the rows' statement is too short to hold one.";
    case Code::bad_xa_prepare:
      return "The XA_PREPARE event's name does not fit its bytes or is over 64 bytes in a part.";
    case Code::bad_heartbeat: return "The heartbeat has no usable file name or a malformed field.";
    case Code::bad_payload:
      return "The header of the compressed transaction is malformed or names an unknown compression.";
    case Code::bad_incident:
      return "The source reports an incident, and the event that does so is malformed; events were lost "
             "upstream.";
    case Code::bad_statement_event:
      return "An INTVAR, RAND or USER_VAR event does not have the length or type it must have.";
    case Code::bad_group_event: return "A Group Replication event's items do not fit its bytes.";
    case Code::bad_mariadb_event: return "A MariaDB event's count or length does not fit its bytes.";
    case Code::bad_ignorable: return "An ignorable event is malformed; it may be skipped by its size.";
    case Code::unsupported_event:
      return "The event is one this library does not decode; it is reported and not applied.";
    case Code::bad_table_map:
      return "The TABLE_MAP event is malformed, so that rows of this table cannot be read.";
    case Code::bad_table_metadata: return "The optional metadata of the TABLE_MAP event is malformed.";
    case Code::unsupported_column_type:
      return "A column has a type that no supported server writes; leave the table out or get a newer "
             "version.";
    case Code::missing_table_map:
      return "The row event names a table that no TABLE_MAP of its statement defines; start at a "
             "transaction's beginning.";
    case Code::table_quota: return "The statement maps more tables than allowed; raise max_tables.";
    case Code::column_quota: return "The mapped tables have more columns than allowed; raise max_columns.";
    case Code::table_bytes_quota:
      return "The definitions of the mapped tables take more bytes than allowed; raise that limit.";
    case Code::bad_rows: return "The row event's header or bitmaps are malformed.";
    case Code::column_count_mismatch:
      return "The row event and its TABLE_MAP disagree about the number of columns.";
    case Code::row_truncated:
      return "A row image ends before its last column; the log is damaged here or the table map is not its "
             "own.";
    case Code::rows_no_progress:
      return "Bytes are left in the row event but a change of this shape consumes none.";
    case Code::rows_limit:
      return "The row event holds more changes than allowed for one event; raise max_event_changes.";
    case Code::image_limit: return "A row image is larger than allowed; raise max_image_bytes.";
    case Code::bad_packed_integer: return "A length-encoded integer is malformed or cut off.";
    case Code::bad_partial_update: return "The bitmap or the options of a partial JSON update are malformed.";
    case Code::value_truncated: return "The value ends before its last byte.";
    case Code::value_too_long: return "The value is longer than its column allows.";
    case Code::bad_decimal: return "The DECIMAL holds a group of digits that is none.";
    case Code::bad_temporal: return "The date or time holds a part outside its range.";
    case Code::bad_enum: return "The ENUM's index is over the number of its labels.";
    case Code::bad_set: return "The SET has a bit that belongs to no label.";
    case Code::bad_json: return "The binary JSON document is malformed; only this value is affected.";
    case Code::json_too_deep:
      return "The JSON document is nested deeper than the server's own limit of 100 levels.";
    case Code::bad_geometry: return "The GEOMETRY value is too short or is no well-known binary.";
    case Code::bad_vector:
      return "The VECTOR's size is no multiple of four bytes or not that of its dimensions.";
    case Code::bad_bit: return "The BIT value has a bit set above its width.";
    case Code::old_hires_temporal:
      return "MariaDB's old fractional temporal format does not tell its width in the log; supply the "
             "table's definition.";
    case Code::bad_json_diff: return "The list of JSON changes is malformed.";
    case Code::signedness_unknown:
      return "The log does not say whether the column is unsigned and the two readings differ; supply a "
             "schema.";
    case Code::missing_begin:
      return "A row event, commit or rollback came without a BEGIN before it; start at a transaction's "
             "beginning.";
    case Code::nested_begin:
      return "A BEGIN came inside a transaction; the one before it never ended and was dropped.";
    case Code::offset_gap:
      return "The event does not start where the last one ended; bytes in between were left out.";
    case Code::offset_overlap:
      return "The event starts before the last one ended; it was given twice or at a wrong offset.";
    case Code::incomplete_transaction:
      return "The input ended inside a transaction, which was dropped and not committed.";
    case Code::not_a_boundary:
      return "The QUERY is neither BEGIN, COMMIT nor ROLLBACK; a statement inside a row transaction is not "
             "supported here.";
    case Code::event_quota: return "The transaction has more events than allowed; raise max_events.";
    case Code::change_quota: return "The transaction has more row changes than allowed; raise max_changes.";
    case Code::byte_quota: return "The transaction has more bytes than allowed; raise max_bytes.";
    case Code::savepoint_quota: return "The transaction has more savepoints than allowed; raise that limit.";
    case Code::missing_gtid: return "The transaction has no GTID or anonymous prefix before it.";
    case Code::gtid_without_begin: return "A GTID is not followed by the BEGIN of its transaction.";
    case Code::second_gtid: return "A second GTID came before the first one's transaction ended.";
    case Code::incomplete_gtid_transaction:
      return "The input ended between a GTID and the end of its transaction, which was dropped.";
    case Code::gtid_transaction_failed: return "This decoder failed before and stays failed; make a new one.";
    case Code::incomplete_event:
      return "The input ended inside an event: a tail that was cut off or is still being written.";
    case Code::empty_log: return "The input holds no event at all.";
    case Code::started_inside_group:
      return "Reading began in the middle of a transaction; its rest was skipped up to the next beginning.";
    case Code::unknown_savepoint:
      return "ROLLBACK TO or RELEASE names a savepoint the transaction never set.";
    case Code::codec_missing:
      return "The bytes are compressed and no decompressor was given; supply one or build with it.";
    case Code::codec_failed: return "The decompressor refused the bytes or gave another size than announced.";
    case Code::codec_too_large:
      return "The uncompressed size is over the limit; raise it if the log is trusted.";
    case Code::gtid_set_syntax:
      return "The text is no GTID set; write it as uuid:1-5:7, with commas between sources.";
    case Code::gtid_set_quota:
      return "The GTID set has more intervals than there is room for; give it a larger block.";
    case Code::gtid_set_range:
      return "A transaction number is below 1, over 9223372036854775806, or an interval runs backwards.";
    case Code::checkpoint_io: return "The checkpoint could not be read or written.";
    case Code::checkpoint_corrupt:
      return "The checkpoint's checksum or layout is wrong; use an older copy or start over.";
    case Code::checkpoint_version:
      return "The checkpoint was written by a version this library does not know.";
    case Code::text_output_full:
      return "The text does not fit the output; give a larger buffer or take it in pieces.";
  }
  return nullptr;
}

constexpr TextTable<source, static_cast<u16>(Code::text_output_full)> kTexts;

}  // namespace

const char* code_text(Code code) noexcept {
  const char* text = kTexts.find(static_cast<u16>(code));
  return text != nullptr ? text : "This number is no code of this library; it may come from a newer one.";
}

}  // namespace nbl
