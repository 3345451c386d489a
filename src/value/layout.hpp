// How many bytes a column's values take and how they are walked, decided once per table definition.
#ifndef NBL_VALUE_LAYOUT_HPP
#define NBL_VALUE_LAYOUT_HPP

#include "nanobinlog/detail/reader.hpp"
#include "nanobinlog/span.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

/// Bytes of per-column metadata that a TABLE_MAP carries for a type byte; 255 for a type that is not known, behind which
/// nothing can be told. Source: table_def in MySQL's sql/rpl_utility.h, and MariaDB's sql/rpl_utility.h for 140 and 141.
[[nodiscard]] u8 column_metadata_bytes(u8 type) noexcept;
/// The same, for a type whose metadata begins with another type's byte (TYPED_ARRAY): 255 where that is not known.
[[nodiscard]] u8 column_metadata_bytes(u8 type, Span metadata) noexcept;

/// Fills type, kind, meta, reader and width from a type byte and its metadata bytes. False where the metadata contradicts
/// the type. A type whose values cannot be walked is accepted with Reader::unsupported, since a NULL or absent one can be.
[[nodiscard]] bool lay_out_column(u8 type, const u8* metadata, Column* column) noexcept;

/// Takes account of `members` once they are known (ENUM and SET then have checked values).
void refine_members(Column* column) noexcept;

/// Computes the runs of fixed-width columns over a whole table, and numbers its JSON columns.
void plan_runs(Column* columns, u32 count) noexcept;

}  // namespace nbl

#endif
