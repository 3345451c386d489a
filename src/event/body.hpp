// What the body parsers share: where an event's post-header ends and how a parser says at which byte it
// stopped.
#ifndef NBL_EVENT_BODY_HPP
#define NBL_EVENT_BODY_HPP

#include <cstring>

#include "base/cursor.hpp"
#include "event/fail.hpp"

namespace nbl {

/// The length of a file name in any event: FN_REFLEN of both servers less its NUL.
inline constexpr usize kMaxLogNameBytes = 511;
/// MAXGTRIDSIZE and MAXBQUALSIZE of the XA standard.
inline constexpr usize kMaxXaPartBytes = 64;

/// Gives what follows a body's post-header. `own` is the protocol's length of that in bytes, which are then
/// there to be read at the body's beginning; a log may say a longer one (the bytes that are not known are
/// stepped over) and says 0 for types that its table does not list. A shorter one is bad_post_header, a body
/// without room for it is `code`.
[[nodiscard]] bool open_body(const Event& event, const FormatDescription& format, usize own, Code code,
                             Cursor* payload, Status* status) noexcept;

/// Fails at the byte at which `cursor`, which walks a part of the event's body, stands.
inline bool fail_at(Status* status, Code code, const Event& event, const Cursor& cursor) noexcept {
  return fail_body(status, code, event, static_cast<usize>(cursor.at() - event.body.data));
}

/// Ends a parser whose layout must fill its bytes exactly.
bool finish_body(Status* status, Code code, const Event& event, const Cursor& cursor) noexcept;

/// Gives every field its default, as `*gtid = Gtid{}` would. Member by member, since for the whole struct
/// compilers pick a string instruction whose start costs more than a GTID event takes to parse.
inline void clear_gtid(Gtid* gtid) noexcept {
#if defined(__OPTIMIZE_SIZE__)
  std::memset(static_cast<void*>(gtid), 0, sizeof(Gtid));  // its defaults are all zero
#else
  gtid->form = Gtid::Form::anonymous;
  gtid->flags = 0;
  gtid->tag_length = 0;
  gtid->has_logical_clock = false;
  gtid->has_commit_time = false;
  gtid->has_transaction_length = false;
  gtid->has_server_version = false;
  gtid->has_commit_group_ticket = false;
  gtid->has_xid = false;
  std::memset(gtid->uuid, 0, sizeof(gtid->uuid));
  std::memset(gtid->tag, 0, sizeof(gtid->tag));
  gtid->number = 0;
  gtid->last_committed = 0;
  gtid->sequence_number = 0;
  gtid->immediate_commit_us = 0;
  gtid->original_commit_us = 0;
  gtid->transaction_length = 0;
  gtid->immediate_server_version = 0;
  gtid->original_server_version = 0;
  gtid->commit_group_ticket = 0;
  gtid->domain_id = 0;
  gtid->server_id = 0;
  gtid->commit_id = 0;
  gtid->xid.format = 0;
  gtid->xid.gtrid = Span{};
  gtid->xid.bqual = Span{};
#endif
}

// One of the forms each, in files of their own.
/// GTID and ANONYMOUS_GTID; whoever takes no other form links no other.
[[nodiscard]] bool parse_gtid_untagged(const Event& event, Gtid* gtid, Status* status) noexcept;
[[nodiscard]] bool parse_gtid_tagged(const Event& event, Gtid* gtid, Status* status) noexcept;
[[nodiscard]] bool parse_gtid_mariadb(const Event& event, const FormatDescription& format, Gtid* gtid,
                                      Status* status) noexcept;

}  // namespace nbl

#endif
