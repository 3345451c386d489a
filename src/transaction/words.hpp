// The few words of SQL that frame a transaction. This is no SQL parser: a server writes these statements itself, in a fixed form.
#ifndef NBL_TRANSACTION_WORDS_HPP
#define NBL_TRANSACTION_WORDS_HPP

#include "base/load.hpp"
#include "nanobinlog/span.hpp"

namespace nbl {

enum class ControlWord : u8 { none, begin, commit, rollback };

/// BEGIN, COMMIT or ROLLBACK alone: any case, ASCII white space around, at most one semicolon behind.
[[nodiscard]] ControlWord control_word(Span sql) noexcept;

/// `sql` without white space around and without one semicolon at its end.
[[nodiscard]] Span trim_sql(Span sql) noexcept;
/// Takes a word (upper case in `word`) and the white space behind it off the front.
[[nodiscard]] bool take_word(Span* sql, const char* word) noexcept;
/// Takes an identifier: quoted by ` or ", or bare up to white space. The name is given without quotes, doubled quotes left as they are.
[[nodiscard]] bool take_identifier(Span* sql, Span* name) noexcept;
/// Takes white space and comments (but not version comments, which are executed).
void skip_space(Span* sql) noexcept;

}  // namespace nbl

#endif
