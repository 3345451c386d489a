// INTVAR_EVENT (5), RAND_EVENT (13) and USER_VAR_EVENT (14): what the statement behind them reads.
//
// INTVAR: 1 LAST_INSERT_ID or 2 INSERT_ID, then the number 8. RAND: two seeds of 8. USER_VAR: name length 4,
// name, NULL flag 1; unless NULL: type 1, collation 4, value length 4, value, and from 5.6 a byte of flags
// (1: unsigned). Source: the classes of these names in MySQL's
// libs/mysql/binlog/event/statement_events.{h,cpp}.
#include "event/body.hpp"

namespace nbl {
namespace {

constexpr Code kCode = Code::bad_statement_event;

bool parse_intvar(const Event& event, Cursor* cursor, StatementVariable* variable, Status* status) noexcept {
  const Span start = cursor->rest();
  const u8 kind = cursor->le8();
  variable->value = cursor->le64();
  if (cursor->ok() && kind != 1 && kind != 2) return fail_at(status, kCode, event, Cursor(start));
  variable->kind = kind == 1 ? StatementVariable::Kind::last_insert_id : StatementVariable::Kind::insert_id;
  return finish_body(status, kCode, event, *cursor);
}

bool parse_rand(const Event& event, Cursor* cursor, StatementVariable* variable, Status* status) noexcept {
  variable->kind = StatementVariable::Kind::rand;
  variable->value = cursor->le64();
  variable->seed2 = cursor->le64();
  return finish_body(status, kCode, event, *cursor);
}

/// Item_result of both servers; 3 is ROW_RESULT, which no variable can hold.
bool is_value_type(u8 type) noexcept { return type <= 2 || type == 4; }

bool parse_user_var(const Event& event, Cursor* cursor, StatementVariable* variable,
                    Status* status) noexcept {
  constexpr u32 kBinaryCollation = 63;
  variable->kind = StatementVariable::Kind::user;
  variable->name = cursor->bytes(cursor->le32());
  variable->is_null = cursor->le8() != 0;
  if (!cursor->ok() || variable->name.empty()) return fail_at(status, kCode, event, *cursor);
  if (variable->is_null) {
    variable->collation = kBinaryCollation;
    return finish_body(status, kCode, event, *cursor);
  }
  const Cursor type_at = *cursor;
  variable->value_type = cursor->le8();
  variable->collation = cursor->le32();
  variable->content = cursor->bytes(cursor->le32());
  if (cursor->ok() && !is_value_type(variable->value_type)) return fail_at(status, kCode, event, type_at);
  if (cursor->ok() && cursor->left() != 0) variable->is_unsigned = (cursor->le8() & 0x01) != 0;
  return finish_body(status, kCode, event, *cursor);
}

}  // namespace

bool parse_statement_variable(const Event& event, const FormatDescription& format,
                              StatementVariable* variable, Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 0, kCode, &cursor, status)) return false;
  *variable = StatementVariable{};
  switch (event.header.type) {
    case EventType::intvar: return parse_intvar(event, &cursor, variable, status);
    case EventType::rand: return parse_rand(event, &cursor, variable, status);
    case EventType::user_var: return parse_user_var(event, &cursor, variable, status);
    default: return fail(status, Code::unexpected_event, event, 4);
  }
}

}  // namespace nbl
