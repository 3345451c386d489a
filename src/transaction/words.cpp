#include "transaction/words.hpp"

namespace nbl {
namespace {

bool is_space(u8 c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
u8 upper(u8 c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<u8>(c - 32) : c; }
bool is_word(u8 c) noexcept { return (upper(c) >= 'A' && upper(c) <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 0x80; }

bool equals(Span text, const char* word) noexcept {
  usize i = 0;
  for (; i < text.size && word[i] != 0; ++i) {
    if (upper(text.data[i]) != static_cast<u8>(word[i])) return false;
  }
  return i == text.size && word[i] == 0;
}

}  // namespace

Span trim_sql(Span sql) noexcept {
  while (sql.size != 0 && is_space(sql.data[0])) sql = sql.skip(1);
  while (sql.size != 0 && is_space(sql.data[sql.size - 1])) --sql.size;
  if (sql.size != 0 && sql.data[sql.size - 1] == ';') {
    --sql.size;
    while (sql.size != 0 && is_space(sql.data[sql.size - 1])) --sql.size;
  }
  return sql;
}

ControlWord control_word(Span sql) noexcept {
  // The server's own spelling first: it is all that a healthy log has.
  if (sql.size == 5 && sql.data[0] == 'B' && sql.data[1] == 'E' && sql.data[2] == 'G' && sql.data[3] == 'I' && sql.data[4] == 'N') {
    return ControlWord::begin;
  }
  const Span word = trim_sql(sql);
  if (word.size > 8) return ControlWord::none;
  if (equals(word, "BEGIN")) return ControlWord::begin;
  if (equals(word, "COMMIT")) return ControlWord::commit;
  if (equals(word, "ROLLBACK")) return ControlWord::rollback;
  return ControlWord::none;
}

void skip_space(Span* sql) noexcept {
  for (;;) {
    while (sql->size != 0 && is_space(sql->data[0])) *sql = sql->skip(1);
    const bool comment = sql->size >= 4 && sql->data[0] == '/' && sql->data[1] == '*' && sql->data[2] != '!' && sql->data[2] != 'M';
    if (!comment) return;
    usize end = 2;
    while (end + 1 < sql->size && !(sql->data[end] == '*' && sql->data[end + 1] == '/')) ++end;
    if (end + 1 >= sql->size) return;
    *sql = sql->skip(end + 2);
  }
}

bool take_word(Span* sql, const char* word) noexcept {
  usize length = 0;
  while (length < sql->size && is_word(sql->data[length])) ++length;
  if (!equals(sql->first(length), word)) return false;
  *sql = sql->skip(length);
  skip_space(sql);
  return true;
}

bool take_identifier(Span* sql, Span* name) noexcept {
  if (sql->size == 0) return false;
  const u8 quote = sql->data[0];
  usize end = 0;
  if (quote == '`' || quote == '"') {
    end = 1;
    while (end < sql->size && !(sql->data[end] == quote && !(end + 1 < sql->size && sql->data[end + 1] == quote))) {
      end += sql->data[end] == quote ? 2U : 1U;
    }
    if (end >= sql->size) return false;
    *name = Span{sql->data + 1, end - 1};
    *sql = sql->skip(end + 1);
  } else {
    while (end < sql->size && !is_space(sql->data[end])) ++end;
    *name = sql->first(end);
    *sql = sql->skip(end);
  }
  skip_space(sql);
  return name->size != 0;
}

}  // namespace nbl
