// Cells as SQL literals.
#ifndef NANOBINLOG_PORTS_CLI_SQL_LITERAL_HPP
#define NANOBINLOG_PORTS_CLI_SQL_LITERAL_HPP

#include <string>

#include "ports/cli/cells.hpp"

namespace nbl::cli {

/// `name` in backquotes.
void put_sql_name(Writer* writer, const std::string& name);
/// A literal that gives the column exactly this value, in a session with utf8mb4, time zone UTC and a lenient
/// sql_mode.
[[nodiscard]] Code put_sql_literal(Writer* writer, const Cell& cell, CellText* cells);
/// UTF-8 text in quotes.
void put_sql_text(Writer* writer, const std::string& text);
/// X'00ff'.
void put_sql_hex(Writer* writer, Span bytes);
/// A JSON document, `text` being how the server prints it: what a column takes, or (not `as_column`) an
/// expression of type JSON.
void put_sql_json(Writer* writer, Span document, const std::string& text, bool as_column, JsonReader* reader);
/// For PARTIAL_UPDATE_ROWS: JSON_REPLACE and its like over the column itself, or (not null) over the document
/// of `from`.
[[nodiscard]] Code put_sql_json_diff(Writer* writer, const Cell& cell, const std::string& name,
                                     const Cell* from, CellText* cells);
/// A condition that holds for this value alone: text is compared byte by byte, whatever the collation.
[[nodiscard]] Code put_sql_condition(Writer* writer, const Cell& cell, const std::string& name,
                                     CellText* cells);

}  // namespace nbl::cli

#endif
