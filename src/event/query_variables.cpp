// The status variables of a QUERY event: one code byte each, then a value whose form follows from the code
// alone. Codes are written in growing order and a reader stops at the first one it does not know, since it
// cannot tell its length.
//
// Source: Query_event_status_vars and Query_event in MySQL's
// libs/mysql/binlog/event/statement_events.{h,cpp}; Q_HRNOW, Q_XID, Q_GTID_FLAGS3 and
// Q_CHARACTER_SET_COLLATIONS in MariaDB's sql/log_event.h.
#include "base/cursor.hpp"
#include "nanobinlog/event.hpp"

namespace nbl {
namespace {

enum : u8 {
  kFlags2 = 0,
  kSqlMode = 1,
  kCatalogWithNul = 2,
  kAutoIncrement = 3,
  kCharset = 4,
  kTimeZone = 5,
  kCatalog = 6,
  kLcTimeNames = 7,
  kDatabaseCharset = 8,
  kTableMapForUpdate = 9,
  kMasterDataWritten = 10,
  kInvoker = 11,
  kUpdatedDatabases = 12,
  kMicroseconds = 13,
  kCommitTs = 14,
  kCommitTs2 = 15,
  kExplicitDefaultsForTimestamp = 16,
  kDdlXid = 17,
  kDefaultUtf8mb4Collation = 18,
  kRequirePrimaryKey = 19,
  kTableEncryption = 20,
  kEnableCascadeTriggers = 21,
  kMariaMicroseconds = 128,
  kMariaXid = 129,
  kMariaGtidFlags = 130,
  kMariaCollations = 131,
};

// "Too many databases to list", where no name follows. Servers list 16 at most.
constexpr u8 kMaxUpdatedDatabases = 16;

void skip_database_names(Cursor* cursor) noexcept {
  const u8 count = cursor->le8();
  if (count > kMaxUpdatedDatabases) return;
  for (u8 i = 0; i < count && cursor->ok(); ++i) {
    while (cursor->le8() != 0) {
    }
    // A missing NUL ends in a failed read, which gives 0 and stops both loops.
  }
}

void skip_maria_collations(Cursor* cursor) noexcept {
  const usize count = cursor->le8();
  cursor->skip(count * 4);
}

/// Bytes of the codes that only need to be stepped over; 0 where the code is none of them.
usize fixed_bytes(u8 code) noexcept {
  switch (code) {
    case kAutoIncrement: return 4;
    case kLcTimeNames:
    case kDatabaseCharset:
    case kDefaultUtf8mb4Collation: return 2;
    case kTableMapForUpdate:
    case kCommitTs: return 8;
    case kCommitTs2: return 16;
    case kMasterDataWritten: return 4;
    case kMicroseconds:
    case kMariaMicroseconds: return 3;
    case kExplicitDefaultsForTimestamp:
    case kRequirePrimaryKey:
    case kTableEncryption:
    case kEnableCascadeTriggers: return 1;
    default: return 0;
  }
}

Span counted(Cursor* cursor) noexcept {
  const usize count = cursor->le8();
  return cursor->bytes(count);
}

void read_charset(Cursor* cursor, QueryVariables* variables) noexcept {
  const u16 client = cursor->le16();
  const u16 connection = cursor->le16();
  const u16 server = cursor->le16();
  if (!cursor->ok()) return;
  variables->client_collation = client;
  variables->connection_collation = connection;
  variables->server_collation = server;
  variables->has_charset = true;
}

void read_invoker(Cursor* cursor, QueryVariables* variables) noexcept {
  const Span user = counted(cursor);
  const Span host = counted(cursor);
  if (!cursor->ok()) return;
  variables->user = user;
  variables->host = host;
}

void read_ddl_xid(Cursor* cursor, QueryVariables* variables) noexcept {
  const u64 xid = cursor->le64();
  variables->has_ddl_xid = cursor->ok();
  variables->ddl_xid = xid;
}

void skip_maria_gtid_flags(Cursor* cursor) noexcept {
  // FL_COMMIT_ALTER_E1 and FL_ROLLBACK_ALTER_E1 bring the number of the START ALTER they end.
  constexpr u8 kEndsAlter = 0x04 | 0x08;
  if ((cursor->le8() & kEndsAlter) != 0) cursor->skip(8);
}

/// False where the code is not known, so that the rest cannot be read.
bool read_variable(u8 code, Cursor* cursor, QueryVariables* variables) noexcept {
  switch (code) {
    case kFlags2:
      variables->flags2 = cursor->le32();
      variables->has_flags2 = cursor->ok();
      return true;
    case kSqlMode:
      variables->sql_mode = cursor->le64();
      variables->has_sql_mode = cursor->ok();
      return true;
    case kCatalogWithNul:
      if (counted(cursor).size != 0) cursor->skip(1);
      return true;
    case kCatalog: (void)counted(cursor); return true;
    case kCharset: read_charset(cursor, variables); return true;
    case kTimeZone: variables->time_zone = counted(cursor); return true;
    case kInvoker: read_invoker(cursor, variables); return true;
    case kUpdatedDatabases: skip_database_names(cursor); return true;
    case kDdlXid:
    case kMariaXid: read_ddl_xid(cursor, variables); return true;
    case kMariaGtidFlags: skip_maria_gtid_flags(cursor); return true;
    case kMariaCollations: skip_maria_collations(cursor); return true;
    default: break;
  }
  const usize bytes = fixed_bytes(code);
  cursor->skip(bytes);
  return bytes != 0;
}

}  // namespace

void parse_query_variables(Span status_variables, QueryVariables* variables) noexcept {
  *variables = QueryVariables{};
  Cursor cursor(status_variables);
  while (cursor.ok() && cursor.left() != 0) {
    const u8 code = cursor.le8();
    if (!read_variable(code, &cursor, variables)) return;
  }
}

}  // namespace nbl
