#include "ports/cli/event_detail.hpp"

#include "ports/cli/filter.hpp"

namespace nbl::cli {

namespace {

std::string text_of(Span span) { return std::string(reinterpret_cast<const char*>(span.data), span.size); }

std::uint64_t little(Span bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width && at + i < bytes.size; ++i)
    value |= std::uint64_t{bytes.data[at + i]} << (8 * i);
  return value;
}

std::size_t id_width(const FormatDescription& format, EventType type) {
  return format.post_header_lengths[static_cast<std::size_t>(type)] == 6 ? 4 : 6;
}

std::string xa_text(const XaId& xa) {
  return "'" + text_of(xa.gtrid) + "','" + text_of(xa.bqual) + "'," + std::to_string(xa.format);
}

bool query(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  Query body;
  if (!parse_query(event, format, &body, status)) return false;
  detail->database = text_of(body.database);
  detail->text = text_of(body.sql);
  if (body.error_code != 0) detail->text += " (error " + std::to_string(body.error_code) + ")";
  return true;
}

bool variable(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  StatementVariable body;
  if (!parse_statement_variable(event, format, &body, status)) return false;
  switch (body.kind) {
    case StatementVariable::Kind::insert_id: detail->text = "INSERT_ID=" + std::to_string(body.value); break;
    case StatementVariable::Kind::last_insert_id:
      detail->text = "LAST_INSERT_ID=" + std::to_string(body.value);
      break;
    case StatementVariable::Kind::rand:
      detail->text = "seeds " + std::to_string(body.value) + ", " + std::to_string(body.seed2);
      break;
    case StatementVariable::Kind::user:
      detail->text = "@" + text_of(body.name) + (body.is_null ? " NULL" : "");
      break;
  }
  return true;
}

bool previous(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  PreviousGtids body;
  if (!parse_previous_gtids(event, format, &body, status)) return false;
  std::vector<std::uint64_t> block(event.body.size + 8);
  GtidSet set;
  std::size_t length = 0;
  if (!gtid_set_init(&set, block.data(), block.size() * 8, status) ||
      !gtid_set_from_previous(&set, body, status))
    return false;
  static_cast<void>(gtid_set_print(set, GtidSetText::one_line, nullptr, 0, &length, status));
  detail->text.resize(length);
  return gtid_set_print(set, GtidSetText::one_line, &detail->text[0], length, &length, status);
}

bool maria_list(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  MariaGtidList body;
  if (!parse_maria_gtid_list(event, format, &body, status)) return false;
  for (std::uint32_t i = 0; i < body.count; ++i) {
    const MariaGtid one = maria_gtid_at(body, i);
    if (i != 0) detail->text += ',';
    detail->text += std::to_string(one.domain_id) + "-" + std::to_string(one.server_id) + "-" +
                    std::to_string(one.sequence);
  }
  return true;
}

bool control(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  switch (event.header.type) {
    case EventType::xid: {
      std::uint64_t xid = 0;
      if (!parse_xid(event, format, &xid, status)) return false;
      detail->text = "COMMIT, xid " + std::to_string(xid);
      return true;
    }
    case EventType::rotate: {
      Rotate body;
      if (!parse_rotate(event, format, &body, status)) return false;
      detail->text = text_of(body.file_name) + " at " + std::to_string(body.position);
      return true;
    }
    case EventType::xa_prepare: {
      XaPrepare body;
      if (!parse_xa_prepare(event, format, &body, status)) return false;
      detail->text = (body.one_phase ? "XA COMMIT ONE PHASE " : "XA PREPARE ") + xa_text(body.xid);
      return true;
    }
    case EventType::incident: {
      Incident body;
      if (!parse_incident(event, format, &body, status)) return false;
      detail->text = "number " + std::to_string(body.number) + ": " + text_of(body.message);
      return true;
    }
    case EventType::heartbeat:
    case EventType::heartbeat_v2: {
      Heartbeat body;
      if (!parse_heartbeat(event, format, &body, status)) return false;
      detail->text = text_of(body.file_name) + " at " + std::to_string(body.position);
      return true;
    }
    case EventType::transaction_payload: {
      Payload body;
      if (!parse_payload(event, format, &body, status)) return false;
      detail->text = std::string(body.algorithm == Payload::Algorithm::zstd ? "zstd" : "not compressed") +
                     ", " + std::to_string(body.uncompressed_size) + " bytes in " +
                     std::to_string(body.payload.size);
      return true;
    }
    default: return true;
  }
}

bool group(const Event& event, const FormatDescription& format, EventDetail* detail, Status* status) {
  Span text;
  switch (event.header.type) {
    case EventType::rows_query:
    case EventType::mariadb_annotate_rows:
      if (!parse_rows_query(event, format, &text, status)) return false;
      break;
    case EventType::mariadb_binlog_checkpoint:
      if (!parse_maria_checkpoint(event, format, &text, status)) return false;
      break;
    case EventType::view_change:
      if (!parse_view_change(event, format, &text, status)) return false;
      break;
    case EventType::transaction_context:
      if (!parse_transaction_context(event, format, &text, status)) return false;
      break;
    default: return control(event, format, detail, status);
  }
  detail->text = text_of(text);
  return true;
}

}  // namespace

void EventDetails::describe_table(const Event& event, const FormatDescription& format, EventDetail* detail) {
  const std::size_t width = id_width(format, EventType::table_map);
  const std::uint64_t id = little(event.body, 0, width);
  const Span database_at = event.body.skip(width + 2);
  const Span database = database_at.skip(1).first(static_cast<std::size_t>(little(database_at, 0, 1)));
  const Span table_at = database_at.skip(database.size + 2);
  const Span table = table_at.skip(1).first(static_cast<std::size_t>(little(table_at, 0, 1)));
  Name& name = tables_[id];
  name = Name{text_of(database), text_of(table)};
  detail->database = name.database;
  detail->table = name.table;
  detail->text = "table " + std::to_string(id) + " is " + name.database + "." + name.table;
}

void EventDetails::describe_rows(const Event& event, const FormatDescription& format, EventDetail* detail) {
  const std::size_t width = id_width(format, event.header.type);
  const std::uint64_t id = little(event.body, 0, width);
  const std::uint64_t flags = little(event.body, width, 2);
  const auto found = tables_.find(id);
  detail->text = "table " + std::to_string(id);
  if (found != tables_.end()) {
    detail->database = found->second.database;
    detail->table = found->second.table;
    detail->text += " " + detail->database + "." + detail->table;
  }
  if ((flags & 1U) != 0) detail->text += ", ends the statement";
}

bool EventDetails::describe(const Event& event, const FormatDescription& format, EventDetail* detail,
                            Status* status) {
  switch (event.header.type) {
    case EventType::format_description:
      detail->text = std::string("server ") + format.server_version +
                     (format.checksum == Checksum::crc32 ? ", CRC32" : ", no checksums") +
                     ((event.header.flags & kFlagInUse) != 0 ? ", in use" : "");
      return true;
    case EventType::query: return query(event, format, detail, status);
    case EventType::intvar:
    case EventType::rand:
    case EventType::user_var: return variable(event, format, detail, status);
    case EventType::previous_gtids: return previous(event, format, detail, status);
    case EventType::mariadb_gtid_list: return maria_list(event, format, detail, status);
    case EventType::gtid:
    case EventType::anonymous_gtid:
    case EventType::gtid_tagged:
    case EventType::mariadb_gtid:
      if (!parse_gtid(event, format, &detail->gtid, status)) return false;
      detail->has_gtid = true;
      detail->text = detail->gtid.form == Gtid::Form::anonymous ? "anonymous" : gtid_text(detail->gtid);
      return true;
    case EventType::table_map: describe_table(event, format, detail); return true;
    case EventType::write_rows_v1:
    case EventType::update_rows_v1:
    case EventType::delete_rows_v1:
    case EventType::write_rows:
    case EventType::update_rows:
    case EventType::delete_rows:
    case EventType::partial_update_rows:
    case EventType::mariadb_write_rows_compressed_v1:
    case EventType::mariadb_update_rows_compressed_v1:
    case EventType::mariadb_delete_rows_compressed_v1:
    case EventType::mariadb_write_rows_compressed:
    case EventType::mariadb_update_rows_compressed:
    case EventType::mariadb_delete_rows_compressed: describe_rows(event, format, detail); return true;
    default: return group(event, format, detail, status);
  }
}

}  // namespace nbl::cli
