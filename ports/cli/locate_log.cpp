#include "ports/cli/locate_log.hpp"

#include <sys/mman.h>

#include "base/crc32.hpp"
#include "nanobinlog/transaction.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

// How far behind the format description the list of earlier GTIDs may be: in a relay log the source's own
// rotation and format can stand before it.
constexpr int kHeadEvents = 8;

bool is_prefix(EventType type) {
  return type == EventType::gtid || type == EventType::anonymous_gtid || type == EventType::gtid_tagged ||
         type == EventType::mariadb_gtid;
}

/// What stands between groups.
bool is_envelope(EventType type) {
  switch (type) {
    case EventType::format_description:
    case EventType::previous_gtids:
    case EventType::mariadb_gtid_list:
    case EventType::mariadb_binlog_checkpoint:
    case EventType::mariadb_start_encryption:
    case EventType::large_transaction_header:
    case EventType::rotate:
    case EventType::stop:
    case EventType::heartbeat:
    case EventType::heartbeat_v2: return true;
    default: return false;
  }
}

}  // namespace

bool LocateLog::open(const std::string& path) {
  if (!source_.open(path, true)) return false;
  const Span all = source_.bytes();
  static const std::uint8_t kMagic[] = {0xfe, 'b', 'i', 'n'};
  if (all.size < 4 || std::memcmp(all.data, kMagic, 4) != 0) {
    const Code code = all.empty()           ? Code::empty_log
                      : all.data[0] == 0xfd ? Code::encrypted_log
                                            : Code::bad_magic;
    return say_at(path, 0, std::string(code_name(code)) + ": " + code_text(code)), false;
  }
  // Pages in between are not asked for.
  static_cast<void>(::madvise(const_cast<std::uint8_t*>(all.data), all.size, MADV_RANDOM));
  crc_ = crc32_best();
  Event event;
  Status status;
  if (!parse_format_description(all.skip(4), 4, crc_, &format_, &event, &status))
    return say_status(path, status, ""), false;
  begun_ = event.header.timestamp;
  offset_ = end_ = 4 + std::uint64_t{event.header.event_size};
  prefixed_ = open_ = broken_ = false;
  return true;
}

// The event at offset_, as far as it is whole; an event of no plausible size is told, and ends it.
bool LocateLog::peek(Header* header, Span* bytes) {
  const Span rest = source_.bytes().skip(static_cast<std::size_t>(offset_));
  if (broken_ || rest.size < format_.header_length) return false;
  read_header(rest.data, header);
  const std::uint32_t least = format_.header_length + format_.checksum_bytes();
  if (header->event_size < least) {
    // Zeros behind the last event are a tail that a crash has left.
    broken_ = header->event_size != 0;
    if (broken_)
      say_at(source_.path(), offset_,
             std::string(code_name(Code::event_too_small)) + ": " + code_text(Code::event_too_small));
    return false;
  }
  if (header->event_size > rest.size) return false;
  *bytes = rest.first(header->event_size);
  return true;
}

bool LocateLog::read_previous(AnySet* set) {
  const std::uint64_t begin = offset_;
  Header header;
  Span bytes;
  for (int i = 0; i < kHeadEvents && peek(&header, &bytes); ++i) {
    const bool is_list =
        header.type == EventType::previous_gtids || header.type == EventType::mariadb_gtid_list;
    if (!is_list && !is_envelope(header.type)) break;
    Event event;
    Status status;
    const bool good = !is_list || (read_event(format_, bytes, offset_, UINT32_MAX, crc_, &event, &status) &&
                                   set->take(event, format_, &status));
    if (!good) return say_status(source_.path(), status, ""), false;
    if (is_list) break;
    offset_ += header.event_size;
  }
  offset_ = begin;
  return !broken_;
}

bool LocateLog::take_prefix(Span bytes, Found* found) {
  Event event;
  Status status;
  if (!read_event(format_, bytes, offset_, UINT32_MAX, crc_, &event, &status) ||
      !parse_gtid(event, format_, &found->gtid, &status)) {
    broken_ = true;
    return say_status(source_.path(), status, ""), false;
  }
  found->has_gtid = found->gtid.form != Gtid::Form::anonymous;
  // MariaDB's is a BEGIN as well, but before a statement by itself.
  open_ = found->gtid.form == Gtid::Form::mariadb && (found->gtid.flags & kMariaGtidStandalone) == 0;
  return true;
}

bool LocateLog::ends_group(const Header& header, Span bytes) {
  switch (header.type) {
    case EventType::xid:
    case EventType::xa_prepare:
    case EventType::transaction_payload: return true;
    case EventType::query:
    case EventType::mariadb_query_compressed: break;
    case EventType::incident:
    case EventType::execute_load_query: return !open_;
    default: return false;
  }
  Event event;
  Status status;
  TransactionBoundary boundary;
  const bool whole = read_event(format_, bytes, offset_, UINT32_MAX, nullptr, &event, &status);
  if (!whole || header.type != EventType::query || !parse_boundary(event, format_, &boundary, &status))
    return !open_;
  open_ = boundary.action == TransactionAction::begin;
  return !open_;
}

LocateLog::Next LocateLog::next(Found* found) {
  Header header;
  Span bytes;
  while (peek(&header, &bytes)) {
    const std::uint64_t at = offset_;
    const std::uint64_t behind = at + header.event_size;
    if (header.type == EventType::format_description) {
      Event event;
      Status status;
      if (!parse_format_description(bytes, at, crc_, &format_, &event, &status))
        return say_status(source_.path(), status, ""), Next::broken;
    }
    if (is_envelope(header.type)) {
      offset_ = behind;
      if (!prefixed_ && !open_ && end_ == at) end_ = behind;
      continue;
    }
    if (is_prefix(header.type)) {
      if (!take_prefix(bytes, found)) return Next::broken;
      found->offset = at;
      found->time = header.timestamp;
      // What stood before it without an end is no group.
      end_ = at;
      prefixed_ = true;
      offset_ = behind;
      return Next::group;
    }
    const bool over = ends_group(header, bytes);
    offset_ = behind;
    if (!over) continue;
    *found = Found{};
    found->offset = end_;
    found->time = header.timestamp;
    end_ = behind;
    open_ = false;
    if (!prefixed_) return Next::group;
    prefixed_ = false;
  }
  return broken_ ? Next::broken : Next::end;
}

}  // namespace nbl::cli
