// XA_PREPARE_LOG_EVENT (38): one-phase flag 1, format 4, lengths of gtrid and bqual 4 each, their bytes.
// Source: XA_prepare_event in MySQL's libs/mysql/binlog/event/control_events.{h,cpp}; MariaDB writes the
// same.
#include "event/body.hpp"

namespace nbl {

bool parse_xa_prepare(const Event& event, const FormatDescription& format, XaPrepare* prepare,
                      Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 0, Code::bad_xa_prepare, &cursor, status)) return false;
  prepare->one_phase = cursor.le8() != 0;
  prepare->xid.format = cursor.le32();
  const Cursor lengths = cursor;
  const u32 gtrid = cursor.le32();
  const u32 bqual = cursor.le32();
  if (gtrid > kMaxXaPartBytes || bqual > kMaxXaPartBytes)
    return fail_at(status, Code::bad_xa_prepare, event, lengths);
  prepare->xid.gtrid = cursor.bytes(gtrid);
  prepare->xid.bqual = cursor.bytes(bqual);
  return finish_body(status, Code::bad_xa_prepare, event, cursor);
}

}  // namespace nbl
