// What the GTID set files share: the order of records, the search, and how a refusal is told.
#ifndef NBL_LOG_GTID_SET_RECORD_HPP
#define NBL_LOG_GTID_SET_RECORD_HPP

#include <cstring>

#include "base/load.hpp"
#include "nanobinlog/gtid_set.hpp"

namespace nbl {

/// Uuid and tag lie next to each other, and the tag is padded with NULs: one comparison gives the server's
/// order, in which a shorter tag comes before a longer one that begins with it, and no tag before any.
inline constexpr usize kGtidSourceBytes = 48;
static_assert(offsetof(GtidSetRecord, tag) == 16 && offsetof(GtidSetRecord, first) == kGtidSourceBytes);

[[nodiscard]] inline int compare_source(const GtidSetRecord& a, const GtidSetRecord& b) noexcept {
  return std::memcmp(&a, &b, kGtidSourceBytes);
}

/// Whether all of `a` lies before all of `b`, a neighbour included.
[[nodiscard]] inline bool lies_before(const GtidSetRecord& a, const GtidSetRecord& b) noexcept {
  const int order = compare_source(a, b);
  return order < 0 || (order == 0 && a.last < b.first);
}

/// Whether `a` lies before `b` with at least one number or a change of source between them, so that they do
/// not merge. No number can overflow: `last` is at most kMaxGno.
[[nodiscard]] inline bool lies_apart_before(const GtidSetRecord& a, const GtidSetRecord& b) noexcept {
  const int order = compare_source(a, b);
  return order < 0 || (order == 0 && a.last + 1 < b.first);
}

[[nodiscard]] inline bool covers(const GtidSetRecord& outer, const GtidSetRecord& inner) noexcept {
  return compare_source(outer, inner) == 0 && outer.first <= inner.first && inner.last <= outer.last;
}

/// Grows `into` by a record of the same source that overlaps it or touches it.
inline void absorb(GtidSetRecord* into, const GtidSetRecord& record) noexcept {
  if (record.first < into->first) into->first = record.first;
  if (record.last > into->last) into->last = record.last;
}

/// How many records of the set end before `number` of `source`, which is where that number is or would be.
[[nodiscard]] u32 records_ending_before(const GtidSet& set, const GtidSetRecord& source, i64 number) noexcept;

/// Adds a record whose source and range are known to be good. Errors: gtid_set_quota.
[[nodiscard]] bool add_record(GtidSet* set, const GtidSetRecord& record, Status* status) noexcept;

/// Checks an interval and brings it into a record's form, the tag in lower case.
[[nodiscard]] bool make_record(const GtidInterval& interval, GtidSetRecord* record, Status* status) noexcept;

/// 'A' to 'Z' in lower case, whatever the locale.
[[nodiscard]] constexpr u8 lower_case(u8 c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<u8>(c + 32) : c;
}
/// In lower case: letters and the underscore anywhere, digits behind the first character.
[[nodiscard]] constexpr bool is_tag_character(u8 c, bool at_start) noexcept {
  return (c >= 'a' && c <= 'z') || c == '_' || (!at_start && c >= '0' && c <= '9');
}
/// What the server skips between the parts of a text.
[[nodiscard]] constexpr bool is_gtid_space(u8 c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Fills `status` and gives false. `at` is an offset in a text, 0 where there is none.
[[gnu::cold, gnu::noinline]] inline bool refuse(Status* status, Code code, u64 at, u64 limit = 0,
                                                u64 needed = 0) noexcept {
  *status = Status{};
  status->code = code;
  status->offset = at;
  status->event_offset = at < 0xffffffffU ? static_cast<u32>(at) : 0xffffffffU;
  status->limit = limit;
  status->needed = needed;
  return false;
}

/// The checks of every block a set is given.
[[nodiscard]] inline bool check_block(const void* block, usize size, Status* status) noexcept {
  if (block == nullptr && size != 0) return refuse(status, Code::invalid_argument, 0);
  if (reinterpret_cast<std::uintptr_t>(block) % 8 != 0) return refuse(status, Code::workspace_misaligned, 0);
  return true;
}
/// Items of `item` bytes in a block, within 32 bits.
[[nodiscard]] constexpr u32 block_capacity(usize size, usize item) noexcept {
  const u64 items = size / item;
  return items < 0xffffffffU ? static_cast<u32>(items) : 0xffffffffU;
}

}  // namespace nbl

#endif
