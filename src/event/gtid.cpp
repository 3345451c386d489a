// GTID_LOG_EVENT (33) and ANONYMOUS_GTID_LOG_EVENT (34).
//
// Flags 1, UUID 16, number 8; that is all of 5.6. From 5.7: the type of the logical clock 1 (always 2),
// last_committed 8, sequence_number 8. From 8.0: the commit time on the immediate source 7, whose bit 55 says
// that the original one follows in 7 more; the transaction's length, packed; the immediate server's version
// 4, whose bit 31 says that the original one follows. From 8.1, where it is used: the commit group ticket 8.
// A log ends where its server's version ended, so an event may stop between two fields and nowhere else.
// Source: Gtid_event in MySQL's libs/mysql/binlog/event/control_events.{h,cpp}. The server reads past a clock
// type other than 2, which only 5.7's early milestones wrote, without giving its values; here that is
// bad_gtid.
#include <cstring>

#include "event/body.hpp"

namespace nbl {
namespace {

constexpr usize kUuidAt = 1;
constexpr usize kNumberAt = 17;
constexpr usize kIdentityBytes = 25;
constexpr usize kClockTypeAt = 25;
constexpr usize kClockBytes = 42;
constexpr u8 kLogicalClock = 2;
constexpr u64 kOriginalTimeFollows = u64{1} << 55;
constexpr u32 kOriginalVersionFollows = u32{1} << 31;
constexpr i64 kNumberEnd = INT64_MAX;

/// A packed integer, with a short way for the two-byte form: most transactions are 251 bytes to 64 KiB long.
u64 read_length(Cursor* cursor) noexcept {
  constexpr u8 kTwoBytes = 0xfc;
  if (cursor->left() < 3 || *cursor->at() != kTwoBytes) return cursor->packed();
  const u64 length = load_le16(cursor->at() + 1);
  cursor->skip(3);
  return length;
}

/// The fields behind the logical clock; each may be the last one.
bool read_tail(Cursor* cursor, Gtid* gtid) noexcept {
  const u64 time = cursor->le56();
  gtid->immediate_commit_us = time & ~kOriginalTimeFollows;
  gtid->original_commit_us = (time & kOriginalTimeFollows) != 0 ? cursor->le56() : time;
  gtid->has_commit_time = true;
  if (!cursor->ok() || cursor->left() == 0) return cursor->ok();
  gtid->transaction_length = read_length(cursor);
  gtid->has_transaction_length = true;
  if (!cursor->ok() || cursor->left() == 0) return cursor->ok();
  const u32 version = cursor->le32();
  gtid->immediate_server_version = version & ~kOriginalVersionFollows;
  gtid->original_server_version = (version & kOriginalVersionFollows) != 0 ? cursor->le32() : version;
  gtid->has_server_version = true;
  if (!cursor->ok() || cursor->left() == 0) return cursor->ok();
  gtid->commit_group_ticket = cursor->le64();
  gtid->has_commit_group_ticket = true;
  return cursor->ok() && cursor->left() == 0;
}

}  // namespace

bool parse_gtid_untagged(const Event& event, Gtid* gtid, Status* status) noexcept {
  const u8* p = event.body.data;
  const usize size = event.body.size;
  if (size < kIdentityBytes) return fail_body(status, Code::bad_gtid, event, size);
  clear_gtid(gtid);
  const bool anonymous = event.header.type == EventType::anonymous_gtid;
  gtid->form = anonymous ? Gtid::Form::anonymous : Gtid::Form::mysql;
  gtid->flags = p[0];
  std::memcpy(gtid->uuid, p + kUuidAt, sizeof(gtid->uuid));
  gtid->number = static_cast<i64>(load_le64(p + kNumberAt));
  const bool good_number = anonymous ? gtid->number == 0 : gtid->number >= 1 && gtid->number < kNumberEnd;
  if (!good_number) return fail_body(status, Code::bad_gtid, event, kNumberAt);
  if (size == kIdentityBytes) return true;
  if (size < kClockBytes || p[kClockTypeAt] != kLogicalClock)
    return fail_body(status, Code::bad_gtid, event, kClockTypeAt);
  gtid->last_committed = static_cast<i64>(load_le64(p + kClockTypeAt + 1));
  gtid->sequence_number = static_cast<i64>(load_le64(p + kClockTypeAt + 9));
  gtid->has_logical_clock = true;
  if (size == kClockBytes) return true;
  Cursor cursor(p + kClockBytes, p + size);
  return read_tail(&cursor, gtid) ? true : fail_at(status, Code::bad_gtid, event, cursor);
}

bool parse_gtid(const Event& event, const FormatDescription& format, Gtid* gtid, Status* status) noexcept {
  // The log's table says 25 or 42 for these types and 0 for the tagged one: the fields run on behind it, so
  // that the body's own size is what counts. The server does not look at it either.
  switch (event.header.type) {
    case EventType::gtid:
    case EventType::anonymous_gtid: return parse_gtid_untagged(event, gtid, status);
    case EventType::gtid_tagged: return parse_gtid_tagged(event, gtid, status);
    case EventType::mariadb_gtid: return parse_gtid_mariadb(event, format, gtid, status);
    default: return fail(status, Code::unexpected_event, event, 4);
  }
}

}  // namespace nbl
