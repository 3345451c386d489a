// Where an explicit transaction begins and ends.
#include "event/fail.hpp"
#include "nanobinlog/transaction.hpp"
#include "transaction/words.hpp"

namespace nbl {
namespace {

constexpr u8 kQueryPostHeader = 13;

bool parse_control_query(const Event& event, const FormatDescription& format, TransactionBoundary* boundary, Status* status) noexcept {
  const auto type = static_cast<u8>(EventType::query);
  if (format.post_header_lengths[type] != kQueryPostHeader) return fail_body(status, Code::bad_post_header, event, 0);
  Query query;
  if (!parse_query(event, format, &query, status)) return false;
  if (query.error_code != 0) return fail_body(status, Code::query_error_code, event, 9);
  switch (control_word(query.sql)) {
    case ControlWord::begin:
      boundary->action = TransactionAction::begin;
      return true;
    case ControlWord::commit:
      boundary->action = TransactionAction::commit;
      return true;
    case ControlWord::rollback:
      boundary->action = TransactionAction::rollback;
      return true;
    default:
      return fail_body(status, Code::not_a_boundary, event, static_cast<usize>(query.sql.data - event.body.data));
  }
}

}  // namespace

bool parse_boundary(const Event& event, const FormatDescription& format, TransactionBoundary* boundary, Status* status) noexcept {
  *boundary = TransactionBoundary{};
  if (event.header.type == EventType::query) return parse_control_query(event, format, boundary, status);
  if (event.header.type == EventType::xid) {
    boundary->action = TransactionAction::xid;
    return parse_xid(event, format, &boundary->xid, status);
  }
  return fail(status, Code::unexpected_event, event, 4);
}

}  // namespace nbl
