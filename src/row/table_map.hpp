// Parsing a TABLE_MAP event's body.
#ifndef NBL_ROW_TABLE_MAP_HPP
#define NBL_ROW_TABLE_MAP_HPP

#include "event/fail.hpp"
#include "nanobinlog/table.hpp"

namespace nbl {

/// Bytes of the table id: 4 where the post-header is 6 long (5.1.4 and before) and the event is no ROWS v2, else 6.
[[nodiscard]] u32 table_id_bytes(const FormatDescription& format, EventType type) noexcept;
/// The table id at the start of a TABLE_MAP's or ROWS event's body.
[[nodiscard]] bool read_table_id(const Event& event, const FormatDescription& format, u64* id, Status* status) noexcept;

/// First pass: everything but the columns, which `definition->column_count` then sizes. Fills the offsets and state.
[[nodiscard]] bool parse_table_map(const Event& event, const FormatDescription& format, TableDefinition* definition,
                                   Status* status) noexcept;
/// Second pass: the columns with their metadata and plan. `columns` has room for definition->column_count.
[[nodiscard]] bool parse_columns(const Event& event, const FormatDescription& format, TableDefinition* definition,
                                 Column* columns, Status* status) noexcept;

/// The optional metadata over parsed columns (row/metadata.cpp).
[[nodiscard]] bool parse_optional_metadata(const Event& event, const FormatDescription& format,
                                           const TableDefinition& definition, Column* columns, Status* status) noexcept;

}  // namespace nbl

#endif
