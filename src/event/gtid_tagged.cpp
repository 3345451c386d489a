// GTID_TAGGED_LOG_EVENT (42): a message of MySQL's serialization library.
//
// Format version 1, size of the whole message, the last field that must not be skipped (one more than its id;
// 0 for none), then fields in growing order, each as its id and its value; a field that has its default is
// left out and an unknown one at the end is skipped. All numbers are varints, so is each single byte of the
// UUID. Source: Gtid_event::define_fields in libs/mysql/binlog/event/control_events.h and
// libs/mysql/serialization/readme.md.
#include "event/body.hpp"
#include "event/serialization.hpp"

namespace nbl {
namespace {

enum Field : u64 {
  kFlags = 0,
  kUuid = 1,
  kNumber = 2,
  kTag = 3,
  kLastCommitted = 4,
  kSequenceNumber = 5,
  kImmediateTime = 6,
  kOriginalTime = 7,
  kTransactionLength = 8,
  kImmediateVersion = 9,
  kOriginalVersion = 10,
  kTicket = 11,
  kKnownFields = 12,
};

constexpr u64 kFormatVersion = 1;
constexpr u64 kMaxU8 = 0xff;
constexpr u64 kMaxU32 = 0xffffffff;

constexpr u32 bit(Field field) noexcept { return u32{1} << field; }

void read_uuid(Cursor* cursor, Gtid* gtid) noexcept {
  for (u8& byte : gtid->uuid) byte = static_cast<u8>(read_varint_up_to(kMaxU8, cursor));
}

void read_field(u64 field, Cursor* cursor, Gtid* gtid) noexcept {
  switch (field) {
    case kFlags: gtid->flags = static_cast<u8>(read_varint_up_to(kMaxU8, cursor)); break;
    case kUuid: read_uuid(cursor, gtid); break;
    case kNumber: gtid->number = read_signed_varint(cursor); break;
    case kTag: gtid->tag_length = read_tag(cursor, gtid->tag); break;
    case kLastCommitted: gtid->last_committed = read_signed_varint(cursor); break;
    case kSequenceNumber: gtid->sequence_number = read_signed_varint(cursor); break;
    case kImmediateTime: gtid->immediate_commit_us = read_varint(cursor); break;
    case kOriginalTime: gtid->original_commit_us = read_varint(cursor); break;
    case kTransactionLength: gtid->transaction_length = read_varint(cursor); break;
    case kImmediateVersion:
      gtid->immediate_server_version = static_cast<u32>(read_varint_up_to(kMaxU32, cursor));
      break;
    case kOriginalVersion:
      gtid->original_server_version = static_cast<u32>(read_varint_up_to(kMaxU32, cursor));
      break;
    default: gtid->commit_group_ticket = read_varint(cursor); break;
  }
}

/// Reads the known fields; gives the set of those found. The cursor fails at a field that comes twice or out
/// of order.
u32 read_fields(Cursor* cursor, Gtid* gtid) noexcept {
  u32 found = 0;
  while (cursor->ok() && cursor->left() != 0) {
    Cursor ahead = *cursor;
    const u64 field = read_varint(&ahead);
    // Nothing tells the length of an unknown field, and what lies behind it is newer still.
    if (ahead.ok() && field >= kKnownFields) break;
    if (!ahead.ok() || (found >> field) != 0) {
      cursor->fail();
      break;
    }
    *cursor = ahead;
    read_field(field, cursor, gtid);
    found |= u32{1} << field;
  }
  return found;
}

void settle_defaults(u32 found, Gtid* gtid) noexcept {
  gtid->has_logical_clock = (found & bit(kLastCommitted)) != 0 && (found & bit(kSequenceNumber)) != 0;
  gtid->has_commit_time = (found & bit(kImmediateTime)) != 0;
  gtid->has_transaction_length = (found & bit(kTransactionLength)) != 0;
  gtid->has_server_version = (found & bit(kImmediateVersion)) != 0;
  gtid->has_commit_group_ticket = (found & bit(kTicket)) != 0;
  if ((found & bit(kOriginalTime)) == 0) gtid->original_commit_us = gtid->immediate_commit_us;
  if ((found & bit(kOriginalVersion)) == 0) gtid->original_server_version = gtid->immediate_server_version;
}

}  // namespace

bool parse_gtid_tagged(const Event& event, Gtid* gtid, Status* status) noexcept {
  clear_gtid(gtid);
  gtid->form = Gtid::Form::tagged;
  Cursor cursor(event.body);
  const u64 version = read_varint(&cursor);
  const u64 size = read_varint(&cursor);
  const u64 last_needed = read_varint(&cursor);
  if (!cursor.ok()) return fail_at(status, Code::bad_gtid, event, cursor);
  if (version != kFormatVersion || size != event.body.size)
    return fail_body(status, Code::bad_gtid, event, 0);
  // A newer server says that its transaction cannot be understood without a field this library does not know.
  if (last_needed > kKnownFields) return fail_at(status, Code::unsupported_event, event, cursor);
  const u32 found = read_fields(&cursor, gtid);
  if (!cursor.ok()) return fail_at(status, Code::bad_gtid, event, cursor);
  constexpr u32 kIdentity = bit(kUuid) | bit(kNumber);
  if ((found & kIdentity) != kIdentity || gtid->number < 1 || gtid->number == INT64_MAX) {
    return fail_body(status, Code::bad_gtid, event, 0);
  }
  settle_defaults(found, gtid);
  return true;
}

}  // namespace nbl
