// QUERY_EVENT (2).
//
// Post-header, 13 bytes: thread id 4, execution seconds 4, database length 1, error code 2, status block
// length 2. Then the status block, the database with a NUL that its length does not count, and the statement
// to the end of the body. Source: Query_event in MySQL's libs/mysql/binlog/event/statement_events.{h,cpp}.
// MariaDB's QUERY_COMPRESSED_EVENT (165) differs only in the statement, which is a compressed block.
#include "event/body.hpp"

namespace nbl {
namespace {

constexpr usize kPostHeaderBytes = 13;
constexpr usize kDatabaseLengthAt = 8;
constexpr usize kErrorCodeAt = 9;
constexpr usize kStatusLengthAt = 11;

}  // namespace

bool parse_query(const Event& event, const FormatDescription& format, Query* query, Status* status) noexcept {
  // Binlog version 4 came with the status block; 11 bytes belong to version 3, which nobody reads any more.
  if (format.post_header_lengths[static_cast<u8>(event.header.type)] != kPostHeaderBytes) {
    return fail_body(status, Code::bad_post_header, event, 0);
  }
  const u8* p = event.body.data;
  const usize size = event.body.size;
  if (size < kPostHeaderBytes) return fail_body(status, Code::bad_query, event, size);
  const usize status_bytes = load_le16(p + kStatusLengthAt);
  const usize database_bytes = p[kDatabaseLengthAt];
  const usize nul_at = kPostHeaderBytes + status_bytes + database_bytes;
  if (nul_at >= size) {
    const bool in_status = kPostHeaderBytes + status_bytes > size;
    return fail_body(status, Code::bad_query, event, in_status ? kStatusLengthAt : kDatabaseLengthAt);
  }
  if (p[nul_at] != 0) return fail_body(status, Code::bad_query, event, nul_at);
  query->thread_id = load_le32(p);
  query->execution_seconds = load_le32(p + 4);
  query->error_code = load_le16(p + kErrorCodeAt);
  query->status_variables = Span{p + kPostHeaderBytes, status_bytes};
  query->database = Span{p + kPostHeaderBytes + status_bytes, database_bytes};
  query->sql = Span{p + nul_at + 1, size - nul_at - 1};
  return true;
}

}  // namespace nbl
