// MariaDB's GTID_EVENT (162), GTID_LIST_EVENT (163) and BINLOG_CHECKPOINT_EVENT (161).
//
// GTID: sequence number 8, domain 4, flags 1; the commit id 8 where FL_GROUP_COMMIT_ID; the XA name where
// FL_PREPARED_XA or FL_COMPLETED_XA (format 4, two length bytes, the bytes); a byte of more flags and what
// they bring; zeros up to 19 bytes. The server id stands in the common header. List: flags in the upper 4
// bits of a count, then domain 4, server id 4 and sequence number 8 each; an empty list has two bytes of
// padding. Checkpoint: length 4 and the file name. Source: the classes of these names in MariaDB's
// sql/log_event.h and sql/log_event.cc.
#include "event/body.hpp"

namespace nbl {
namespace {

constexpr usize kGtidBytes = 19;
constexpr u8 kXaFlags = kMariaGtidPreparedXa | kMariaGtidCompletedXa;

// FL_*_E1 of Gtid_log_event, the second flag byte.
constexpr u8 kExtraEngines = 0x01;
constexpr u8 kExtraEndsAlter = 0x04 | 0x08;
constexpr u8 kExtraThreadId = 0x10;

void read_xa(Cursor* cursor, XaId* xid) noexcept {
  xid->format = cursor->le32();
  const usize gtrid = cursor->le8();
  const usize bqual = cursor->le8();
  if (gtrid > kMaxXaPartBytes || bqual > kMaxXaPartBytes) cursor->fail();
  xid->gtrid = cursor->bytes(gtrid);
  xid->bqual = cursor->bytes(bqual);
}

/// A byte of 0 is the padding; flags that are not known here end the reading, as they do in the server.
void skip_extra(Cursor* cursor) noexcept {
  if (cursor->left() == 0) return;
  const u8 extra = cursor->le8();
  if ((extra & kExtraEngines) != 0) cursor->skip(1);
  if ((extra & kExtraEndsAlter) != 0) cursor->skip(8);
  if ((extra & kExtraThreadId) != 0) cursor->skip(4);
}

}  // namespace

bool parse_gtid_mariadb(const Event& event, const FormatDescription& format, Gtid* gtid,
                        Status* status) noexcept {
  const usize said = format.post_header_lengths[static_cast<u8>(event.header.type)];
  if (said != 0 && said < kGtidBytes) return fail_body(status, Code::bad_post_header, event, 0);
  if (event.body.size < kGtidBytes) return fail_body(status, Code::bad_gtid, event, event.body.size);
  clear_gtid(gtid);
  gtid->form = Gtid::Form::mariadb;
  gtid->server_id = event.header.server_id;
  Cursor cursor(event.body);
  gtid->number = static_cast<i64>(cursor.le64());
  if (gtid->number == 0) return fail_body(status, Code::bad_gtid, event, 0);
  gtid->domain_id = cursor.le32();
  gtid->flags = cursor.le8();
  if ((gtid->flags & kMariaGtidGroupCommitId) != 0) gtid->commit_id = cursor.le64();
  if ((gtid->flags & kXaFlags) != 0) {
    read_xa(&cursor, &gtid->xid);
    gtid->has_xid = true;
  }
  skip_extra(&cursor);
  return cursor.ok() ? true : fail_at(status, Code::bad_gtid, event, cursor);
}

bool parse_maria_gtid_list(const Event& event, const FormatDescription& format, MariaGtidList* list,
                           Status* status) noexcept {
  constexpr u32 kCountMask = (u32{1} << 28) - 1;
  constexpr usize kEntryBytes = 16;
  constexpr usize kPaddingBytes = 2;
  Cursor cursor;
  if (!open_body(event, format, 4, Code::bad_mariadb_event, &cursor, status)) return false;
  const u32 word = load_le32(event.body.data);
  list->count = word & kCountMask;
  list->flags = word & ~kCountMask;
  list->entries = cursor.bytes64(u64{list->count} * kEntryBytes);
  if (list->count == 0 && cursor.left() <= kPaddingBytes) return true;
  return finish_body(status, Code::bad_mariadb_event, event, cursor);
}

MariaGtid maria_gtid_at(const MariaGtidList& list, u32 index) noexcept {
  const u8* p = list.entries.data + usize{index} * 16;
  MariaGtid gtid;
  gtid.domain_id = load_le32(p);
  gtid.server_id = load_le32(p + 4);
  gtid.sequence = load_le64(p + 8);
  return gtid;
}

bool parse_maria_checkpoint(const Event& event, const FormatDescription& format, Span* file_name,
                            Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 4, Code::bad_mariadb_event, &cursor, status)) return false;
  const u32 length = load_le32(event.body.data);
  if (length == 0 || length > kMaxLogNameBytes) return fail_body(status, Code::bad_mariadb_event, event, 0);
  *file_name = cursor.bytes(length);
  return finish_body(status, Code::bad_mariadb_event, event, cursor);
}

}  // namespace nbl
