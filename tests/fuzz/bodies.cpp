// Bodies of single events.
#include "base/crc32.hpp"
#include "nanobinlog/gtid_set.hpp"
#include "nanobinlog/transaction.hpp"
#include "reading.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

using nbl::EventType;

nbl::FormatDescription choose_format(std::uint8_t head, EventType type) {
  nbl::FormatDescription format = make_format(head & 3);
  // Some logs list a longer post-header than the protocol has, or a wrong one, or none.
  std::uint8_t& length = format.post_header_lengths[static_cast<std::size_t>(type)];
  switch (head >> 4) {
    case 1:
      length = 0;
      break;
    case 2:
      length = static_cast<std::uint8_t>(length + 3);
      break;
    case 3:
      length = 1;
      break;
    default:
      break;
  }
  return format;
}

/// The first byte chooses the server, the second the type among `types`; the rest is the body.
class Body {
 public:
  Body(nbl::Span input, const EventType* types, std::size_t count)
      : type_(types[(input.size > 1 ? input.data[1] : 0U) % count]),
        head_(input.size != 0 ? input.data[0] : std::uint8_t{0}),
        format_(choose_format(head_, type_)),
        bytes_(format_, type_, input.skip(2), 1000, (head_ & 4) != 0),
        event_(bytes_.event()) {}

  EventType type() const { return type_; }
  const nbl::FormatDescription& format() const { return format_; }
  const nbl::Event& event() const { return event_; }
  bool holds(nbl::Span part) const { return inside(part, event_.body); }

 private:
  EventType type_;
  std::uint8_t head_;
  nbl::FormatDescription format_;
  EventBytes bytes_;
  nbl::Event event_;
};

void check_tag(const char* tag, std::uint8_t length) {
  FUZZ_CHECK(length <= 32);
  for (std::uint8_t i = 0; i < length; ++i) {
    const char c = tag[i];
    FUZZ_CHECK((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
  }
}

void walk_previous(const Body& body) {
  nbl::PreviousGtids gtids;
  nbl::Status status;
  if (!nbl::parse_previous_gtids(body.event(), body.format(), &gtids, &status)) return check_error(status, body.event());
  Block room(nbl::gtid_set_workspace_size(64));
  nbl::GtidSet set;
  FUZZ_CHECK(nbl::gtid_set_init(&set, room.data(), room.size(), &status));
  const bool fits = nbl::gtid_set_from_previous(&set, gtids, &status);
  if (!fits) FUZZ_CHECK(status.code == nbl::Code::gtid_set_quota || status.code == nbl::Code::gtid_set_range);
  nbl::GtidInterval interval;
  std::size_t count = 0;
  while (nbl::next_interval(&gtids, &interval)) {
    // An interval takes two bytes at least in the tagged form.
    FUZZ_CHECK(++count <= body.event().body.size / 2);
    FUZZ_CHECK(interval.first >= 1 && interval.first <= interval.last);
    check_tag(interval.tag, interval.tag_length);
    if (fits) FUZZ_CHECK(nbl::gtid_set_contains_interval(set, interval));
  }
  FUZZ_CHECK(!nbl::next_interval(&gtids, &interval));
}

void walk_list(const Body& body) {
  nbl::MariaGtidList list;
  nbl::Status status;
  if (!nbl::parse_maria_gtid_list(body.event(), body.format(), &list, &status)) return check_error(status, body.event());
  FUZZ_CHECK(body.holds(list.entries) && list.entries.size == std::size_t{list.count} * 16);
  Block room(nbl::maria_gtid_set_workspace_size(8));
  nbl::MariaGtidSet set;
  FUZZ_CHECK(nbl::maria_gtid_set_init(&set, room.data(), room.size(), &status));
  if (!nbl::maria_gtid_set_from_list(&set, list, &status)) {
    FUZZ_CHECK(status.code == nbl::Code::gtid_set_quota);
    return;
  }
  FUZZ_CHECK(set.count <= list.count);
  for (std::uint32_t i = 0; i < list.count; ++i) static_cast<void>(nbl::maria_gtid_at(list, i));
}

/// Every parser of the kinds that run_event_body knows; false where it refused the body.
bool parse_other(const Body& body, nbl::Status* status) {
  const nbl::Event& event = body.event();
  const nbl::FormatDescription& format = body.format();
  nbl::Span text;
  switch (body.type()) {
    case EventType::rotate: {
      nbl::Rotate rotate;
      if (!nbl::parse_rotate(event, format, &rotate, status)) return false;
      FUZZ_CHECK(rotate.position >= 4 && rotate.file_name.size >= 1 && rotate.file_name.size <= 511);
      FUZZ_CHECK(body.holds(rotate.file_name));
      return true;
    }
    case EventType::xid: {
      std::uint64_t xid = 0;
      return nbl::parse_xid(event, format, &xid, status);
    }
    case EventType::xa_prepare: {
      nbl::XaPrepare prepare;
      if (!nbl::parse_xa_prepare(event, format, &prepare, status)) return false;
      FUZZ_CHECK(prepare.xid.gtrid.size <= 64 && prepare.xid.bqual.size <= 64);
      FUZZ_CHECK(body.holds(prepare.xid.gtrid) && body.holds(prepare.xid.bqual));
      return true;
    }
    case EventType::rows_query:
    case EventType::mariadb_annotate_rows:
      if (!nbl::parse_rows_query(event, format, &text, status)) return false;
      break;
    case EventType::heartbeat:
    case EventType::heartbeat_v2: {
      nbl::Heartbeat heartbeat;
      if (!nbl::parse_heartbeat(event, format, &heartbeat, status)) return false;
      text = heartbeat.file_name;
      break;
    }
    case EventType::incident: {
      nbl::Incident incident;
      if (!nbl::parse_incident(event, format, &incident, status)) return false;
      text = incident.message;
      break;
    }
    case EventType::intvar:
    case EventType::rand:
    case EventType::user_var: {
      nbl::StatementVariable variable;
      if (!nbl::parse_statement_variable(event, format, &variable, status)) return false;
      FUZZ_CHECK(body.holds(variable.content));
      text = variable.name;
      break;
    }
    case EventType::transaction_payload: {
      nbl::Payload payload;
      if (!nbl::parse_payload(event, format, &payload, status)) return false;
      text = payload.payload;
      break;
    }
    case EventType::mariadb_binlog_checkpoint:
      if (!nbl::parse_maria_checkpoint(event, format, &text, status)) return false;
      break;
    case EventType::view_change:
      if (!nbl::parse_view_change(event, format, &text, status)) return false;
      break;
    case EventType::transaction_context:
      if (!nbl::parse_transaction_context(event, format, &text, status)) return false;
      break;
    default: {
      nbl::CompressedBlock block;
      if (!nbl::parse_compressed_block(event.body, &block)) return true;  // gives no status
      text = block.stream;
    }
  }
  FUZZ_CHECK(body.holds(text));
  return true;
}

}  // namespace

void run_format(nbl::Span input) {
  Choices choices(input);
  const bool fix = (choices.byte() & 1) == 0;
  std::vector<std::uint8_t> bytes(choices.rest().data, choices.rest().data + choices.rest().size);
  if (fix) fix_checksums(&bytes, false);
  const Copy copy(nbl::Span{bytes.data(), bytes.size()});
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  if (!nbl::parse_format_description(copy.span(), 4, nbl::crc32_best(), &format, &event, &status)) {
    FUZZ_CHECK(!status.ok() && status.offset >= 4 && status.offset <= 4 + copy.span().size + 64);
    FUZZ_CHECK(!format.valid());
    return;
  }
  FUZZ_CHECK(format.valid() && format.header_length >= 19 && format.server_version[50] == 0);
  FUZZ_CHECK(inside(event.bytes, copy.span()) && inside(event.body, event.bytes));
  // What follows is read with it.
  std::size_t at = event.bytes.size;
  while (at < copy.span().size) {
    const nbl::Span rest = copy.span().skip(at);
    if (!nbl::read_event(format, rest, 4 + at, 4096, nbl::crc32_best(), &event, &status)) {
      FUZZ_CHECK(!status.ok() && status.offset >= 4 + at);
      return;
    }
    FUZZ_CHECK(event.bytes.size >= format.header_length && inside(event.body, rest));
    at += event.bytes.size;
  }
}

void run_query(nbl::Span input) {
  static constexpr EventType kTypes[] = {EventType::query, EventType::mariadb_query_compressed, EventType::xid};
  const Body body(input, kTypes, 3);
  nbl::Status status;
  nbl::TransactionBoundary boundary;
  const bool is_boundary = nbl::parse_boundary(body.event(), body.format(), &boundary, &status);
  if (!is_boundary) check_error(status, body.event());
  if (body.type() == EventType::xid) return;
  nbl::Query query;
  const bool is_query = nbl::parse_query(body.event(), body.format(), &query, &status);
  if (!is_query) {
    check_error(status, body.event());
    FUZZ_CHECK(!is_boundary);
    return;
  }
  FUZZ_CHECK(body.holds(query.sql) && body.holds(query.database) && body.holds(query.status_variables));
  FUZZ_CHECK(query.sql.size == 0 || query.sql.data + query.sql.size == body.event().body.data + body.event().body.size);
  if (is_boundary) FUZZ_CHECK(query.error_code == 0 && query.sql.size >= 5);
  nbl::QueryVariables variables;
  nbl::parse_query_variables(query.status_variables, &variables);
  for (const nbl::Span part : {variables.time_zone, variables.user, variables.host}) {
    FUZZ_CHECK(inside(part, query.status_variables));
  }
}

void run_gtid(nbl::Span input) {
  static constexpr EventType kTypes[] = {EventType::gtid, EventType::anonymous_gtid, EventType::gtid_tagged,
                                         EventType::mariadb_gtid};
  const Body body(input, kTypes, 4);
  nbl::Status status;
  // Whatever was there before must not show through.
  nbl::Gtid gtid;
  std::memset(static_cast<void*>(&gtid), 0xee, sizeof(gtid));
  if (!nbl::parse_gtid(body.event(), body.format(), &gtid, &status)) return check_error(status, body.event());
  nbl::Gtid again;
  FUZZ_CHECK(nbl::parse_gtid(body.event(), body.format(), &again, &status));
  FUZZ_CHECK(digest_gtid(gtid) == digest_gtid(again));
  check_tag(gtid.tag, gtid.tag_length);
  FUZZ_CHECK(body.holds(gtid.xid.gtrid) && body.holds(gtid.xid.bqual));
  if (gtid.form == nbl::Gtid::Form::mysql || gtid.form == nbl::Gtid::Form::tagged) {
    FUZZ_CHECK(gtid.number >= 1 && gtid.number <= nbl::kMaxGno);
  }
  if (gtid.form == nbl::Gtid::Form::anonymous) FUZZ_CHECK(gtid.number == 0);
  Block room(nbl::gtid_set_workspace_size(2));
  nbl::GtidSet set;
  FUZZ_CHECK(nbl::gtid_set_init(&set, room.data(), room.size(), &status));
  if (nbl::gtid_set_add(&set, gtid, &status)) FUZZ_CHECK(nbl::gtid_set_contains(set, gtid));
}

void run_previous_gtids(nbl::Span input) {
  static constexpr EventType kTypes[] = {EventType::previous_gtids, EventType::mariadb_gtid_list};
  const Body body(input, kTypes, 2);
  if (body.type() == EventType::previous_gtids) {
    walk_previous(body);
  } else {
    walk_list(body);
  }
}

void run_event_body(nbl::Span input) {
  static constexpr EventType kTypes[] = {
      EventType::rotate,       EventType::xid,      EventType::xa_prepare,           EventType::rows_query,
      EventType::heartbeat,    EventType::incident, EventType::mariadb_annotate_rows, EventType::intvar,
      EventType::heartbeat_v2, EventType::rand,     EventType::transaction_payload,  EventType::mariadb_binlog_checkpoint,
      EventType::user_var,     EventType::unknown,  EventType::transaction_context,  EventType::view_change};
  const Body body(input, kTypes, 16);
  nbl::Status status;
  if (!parse_other(body, &status)) check_error(status, body.event());
}

}  // namespace fuzz
