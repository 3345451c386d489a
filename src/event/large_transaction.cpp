// LARGE_TRANSACTION_HEADER_EVENT (43): no post-header; version 1 byte (1), offset of the transaction's last event 8, that event's
// type 1, filler. Source: Large_transaction_header_event in MySQL's libs/mysql/binlog/event/large_transaction_header_event.h.
#include "event/body.hpp"

namespace nbl {

bool parse_large_transaction_header(const Event& event, const FormatDescription& format, LargeTransactionHeader* header,
                                    Status* status) noexcept {
  (void)format;
  constexpr u8 kVersion = 1;
  Cursor cursor(event.body);
  const u8 version = cursor.le8();
  header->terminating_offset = cursor.le64();
  header->terminating_type = static_cast<EventType>(cursor.le8());
  if (!cursor.ok() || version != kVersion) return fail_body(status, Code::bad_ignorable, event, 0);
  return true;
}

}  // namespace nbl
