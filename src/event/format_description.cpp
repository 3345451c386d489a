// FORMAT_DESCRIPTION_EVENT (15), the first event of a log.
//
// Layout: binlog version 2, server version 50, creation time 4, header length 1, one post-header length for each event
// type from 1; then, from the servers that know checksums on, one algorithm byte and four bytes of CRC32, which this event
// carries even where the log behind it has none. Source: Format_description_event in MySQL's
// libs/mysql/binlog/event/control_events.h and log_event.cc; Format_description_log_event in MariaDB's sql/log_event.h.
#include <cstring>
#include <new>

#include "event/fail.hpp"

namespace nbl {
namespace {

constexpr usize kVersionBytes = 50;
constexpr usize kFixedBytes = 2 + kVersionBytes + 4 + 1;
constexpr usize kAlgorithmBytes = 1;
constexpr usize kMaxOldLengths = 27;  // of servers without checksums: HEARTBEAT is the last type they know

u32 parse_version(const char* text) noexcept {
  u32 part[3] = {0, 0, 0};
  const char* p = text;
  for (unsigned i = 0; i < 3; ++i) {
    if (*p < '0' || *p > '9') return i == 0 ? 0 : part[0] * 10000 + part[1] * 100;
    while (*p >= '0' && *p <= '9' && part[i] < 1000) part[i] = part[i] * 10 + static_cast<u32>(*p++ - '0');
    if (*p == '.') ++p;
  }
  return part[0] * 10000 + part[1] * 100 + (part[2] < 100 ? part[2] : 99);
}

/// "10.11.6-MariaDB-log": the name stands somewhere behind the number. Only mem* functions are to be linked.
bool is_mariadb(const char* text) noexcept {
  constexpr char kName[] = {'M', 'a', 'r', 'i', 'a', 'D', 'B'};
  for (usize i = 0; i + sizeof(kName) <= kVersionBytes; ++i) {
    if (std::memcmp(text + i, kName, sizeof(kName)) == 0) return true;
  }
  return false;
}

/// Servers that write the algorithm byte: MySQL 5.6.1, MariaDB 5.3. A text that is no version does not switch checksums off: it
/// is a newer fork's, or a broken byte that its own checksum then shows.
bool knows_checksums(const FormatDescription& format) noexcept {
  return format.version_number == 0 || format.version_number >= (format.mariadb ? 50300U : 50601U);
}

/// The server sums this event with the in-use flag clear, since it rewrites that byte on a clean close.
u32 checksum_without_in_use(Span event, ChecksumFunction crc) noexcept {
  constexpr usize kFlagsAt = 17;
  const u8 flags = static_cast<u8>(event.data[kFlagsAt] & ~kFlagInUse);
  u32 sum = crc(0, event.data, kFlagsAt);
  sum = crc(sum, &flags, 1);
  return crc(sum, event.data + kFlagsAt + 1, event.size - kFlagsAt - 1 - kChecksumBytes);
}

bool take_envelope(Span input, u64 offset, Event* event, Status* status) noexcept {
  event->offset = offset;
  event->header_length = kMinHeaderBytes;
  event->header = Header{};
  if (input.size < kMinHeaderBytes) return fail(status, Code::truncated_event, *event, 0);
  read_header(input.data, &event->header);
  const u32 size = event->header.event_size;
  if (event->header.type != EventType::format_description) {
    return fail(status, Code::missing_format_description, *event, 4);
  }
  if (size < kMinHeaderBytes + kFixedBytes) return fail(status, Code::event_too_small, *event, 9);
  if (input.size < size) {
    (void)fail(status, Code::truncated_event, *event, 9);
    status->needed = size;
    status->limit = input.size;
    return false;
  }
  if (offset > ~u64{0} - size) return fail(status, Code::offset_overflow, *event, 9);
  event->bytes = Span{input.data, size};
  return true;
}

/// Which checksum the log uses, out of the bytes behind the post-header lengths.
bool take_checksum(const Event& event, ChecksumFunction crc, FormatDescription* format, usize* lengths, Status* status) noexcept {
  const usize size = event.bytes.size;
  format->checksum = Checksum::absent;
  if (!knows_checksums(*format)) {
    // Such a table of lengths was written by a later server, so it is the version that is wrong; believing it would leave
    // the damage unnoticed.
    if (*lengths > kMaxOldLengths) return fail_body(status, Code::bad_format_description, event, 2);
    return true;
  }
  if (*lengths < kAlgorithmBytes + kChecksumBytes) return fail(status, Code::bad_format_description, event, size);
  *lengths -= kAlgorithmBytes + kChecksumBytes;
  const u8 algorithm = event.bytes.data[size - kChecksumBytes - kAlgorithmBytes];
  if (algorithm == static_cast<u8>(Checksum::off) || algorithm == static_cast<u8>(Checksum::absent)) {
    format->checksum = static_cast<Checksum>(algorithm);
    return true;
  }
  if (algorithm != static_cast<u8>(Checksum::crc32)) {
    return fail(status, Code::unsupported_checksum, event, size - kChecksumBytes - kAlgorithmBytes);
  }
  format->checksum = Checksum::crc32;
  if (crc != nullptr && checksum_without_in_use(event.bytes, crc) != load_le32(event.bytes.data + size - kChecksumBytes)) {
    return fail(status, Code::bad_checksum, event, size - kChecksumBytes);
  }
  return true;
}

}  // namespace

bool parse_format_description(Span input, u64 offset, ChecksumFunction crc, FormatDescription* format, Event* event,
                              Status* status) noexcept {
  new (format) FormatDescription();  // in place: the structure is too large for a small core's stack
  if (!take_envelope(input, offset, event, status)) return false;
  const u8* body = event->bytes.data + kMinHeaderBytes;
  std::memcpy(format->server_version, body + 2, kVersionBytes);
  format->created = load_le32(body + 2 + kVersionBytes);
  format->header_length = body[kFixedBytes - 1];
  format->version_number = parse_version(format->server_version);
  format->mariadb = is_mariadb(format->server_version);
  if (load_le16(body) != 4) return fail_body(status, Code::unsupported_binlog_version, *event, 0);
  if (format->header_length < kMinHeaderBytes) {
    return fail_body(status, Code::bad_format_description, *event, kFixedBytes - 1);
  }
  usize lengths = event->bytes.size - kMinHeaderBytes - kFixedBytes;
  if (!take_checksum(*event, crc, format, &lengths, status)) return false;
  if (lengths > 255) return fail_body(status, Code::bad_format_description, *event, kFixedBytes + 255);
  // Index 0 is no event type; the log's first length belongs to type 1.
  if (lengths != 0) std::memcpy(format->post_header_lengths + 1, body + kFixedBytes, lengths);
  format->post_header_count = static_cast<u8>(lengths);
  format->binlog_version = 4;
  event->body = Span{body, kFixedBytes + lengths};
  return true;
}

}  // namespace nbl
