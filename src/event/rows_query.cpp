// ROWS_QUERY_LOG_EVENT (29), MariaDB's ANNOTATE_ROWS_EVENT (160) and INCIDENT_EVENT (26): text for people.
//
// ROWS_QUERY: a byte that once held the length and is 0 or cut to eight bits today, then the statement to the
// end of the body. ANNOTATE_ROWS: the statement alone. INCIDENT: post-header with the number 2, then a length
// byte and the message. Source: Rows_query_event and Incident_event in MySQL's libs/mysql/binlog/event;
// Annotate_rows_log_event in MariaDB's sql/log_event.cc.
#include "event/body.hpp"

namespace nbl {

bool parse_rows_query(const Event& event, const FormatDescription& format, Span* sql,
                      Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 0, Code::bad_rows_query, &cursor, status)) return false;
  if (event.header.type != EventType::mariadb_annotate_rows) cursor.skip(1);
  *sql = cursor.rest();
  return cursor.ok() ? true : fail_at(status, Code::bad_rows_query, event, cursor);
}

bool parse_incident(const Event& event, const FormatDescription& format, Incident* incident,
                    Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 2, Code::bad_incident, &cursor, status)) return false;
  incident->number = load_le16(event.body.data);
  const usize length = cursor.le8();
  incident->message = cursor.bytes(length);
  return finish_body(status, Code::bad_incident, event, cursor);
}

}  // namespace nbl
