// Parsing a TABLE_MAP event's body.
#ifndef NBL_ROW_TABLE_MAP_HPP
#define NBL_ROW_TABLE_MAP_HPP

#include "event/fail.hpp"
#include "nanobinlog/table.hpp"
#include "row/rows_event.hpp"

namespace nbl {

/// Bytes of the table id: 4 where the post-header is 6 long (5.1.4 and before), else 6. ROWS events with extra data are younger than
/// the ids of six bytes, whatever a log may list for them.
[[nodiscard]] inline u32 table_id_bytes(const FormatDescription& format, EventType type) noexcept {
  return format.post_header_lengths[static_cast<u8>(type)] == 6 && !rows_type(type).has_extra ? 4 : 6;
}
/// What a TABLE_MAP's bytes mean depends on: the same bytes under another format are another definition.
[[nodiscard]] inline u8 table_map_reading(const FormatDescription& format) noexcept {
  return static_cast<u8>((format.mariadb ? 1U : 0U) | table_id_bytes(format, EventType::table_map) << 1);
}
/// The table id at the start of a TABLE_MAP's or ROWS event's body. Inline: it stands in most events.
[[nodiscard]] inline bool read_table_id(const Event& event, const FormatDescription& format, u64* id, Status* status) noexcept {
  const u32 width = table_id_bytes(format, event.header.type);
  if (event.body.size < width + 2) {
    const Code code = event.header.type == EventType::table_map ? Code::bad_table_map : Code::bad_rows;
    return fail_body(status, code, event, event.body.size);
  }
  *id = width == 6 ? load_le48(event.body.data) : load_le32(event.body.data);
  return true;
}

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
