// Sets of GTIDs in a caller's block: which transactions have been seen, and which are wanted.
//
// MySQL's text form follows "GTID Sets" in its manual and was checked against GTID_SUBTRACT of a 9.7 server,
// letter for letter; MariaDB's domain lists follow "Global Transaction ID" in its knowledge base. Offsets in
// a Status count bytes of the text that was parsed. A set belongs to one thread at a time; nothing here asks
// for memory.
#ifndef NANOBINLOG_GTID_SET_HPP
#define NANOBINLOG_GTID_SET_HPP

#include "nanobinlog/event.hpp"

namespace nbl {

/// GNOs run from 1 to 2^63 - 2, on every MySQL server.
inline constexpr std::int64_t kMaxGno = 0x7ffffffffffffffe;

/// One interval of one source. A source is a uuid and a tag; the tag is lower case and padded with NULs, none
/// where empty.
struct GtidSetRecord {
  std::uint8_t uuid[16];
  char tag[32];
  std::int64_t first;  ///< inclusive, 1 or more.
  std::int64_t last;   ///< inclusive, at most kMaxGno.
};
static_assert(sizeof(GtidSetRecord) == 64);

/// A set: `count` records ordered by uuid, tag and number, of which no two overlap or touch. So two sets are
/// equal exactly when their records are. The records lie in the caller's block, which must outlive the set; a
/// set is copied by gtid_set_copy(), not by assignment. Zero-initialised, it is an empty set without room.
struct GtidSet {
  GtidSetRecord* records = nullptr;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;  ///< records. What would need more is gtid_set_quota, and changes nothing.
};

/// Bytes of a block that holds `records` intervals.
[[nodiscard]] constexpr std::size_t gtid_set_workspace_size(std::uint32_t records) noexcept {
  return std::size_t{records} * sizeof(GtidSetRecord);
}
#ifndef NBL_GTID_SET_WORKSPACE_SIZE
#define NBL_GTID_SET_WORKSPACE_SIZE(records) (static_cast<std::size_t>(records) * 64U)
#endif

/// Takes `size` bytes at `block`, aligned to 8 (workspace_misaligned), for an empty set of size / 64 records.
[[nodiscard]] bool gtid_set_init(GtidSet* set, void* block, std::size_t size, Status* status) noexcept;
void gtid_set_clear(GtidSet* set) noexcept;
/// Makes `set` equal to `from`. Errors: gtid_set_quota.
[[nodiscard]] bool gtid_set_copy(GtidSet* set, const GtidSet& from, Status* status) noexcept;

// ---- One GTID, one interval.

/// Adds the GTID of an event. Errors: invalid_argument where it is anonymous or MariaDB's, gtid_set_range,
/// gtid_set_syntax (a tag no server accepts), gtid_set_quota.
[[nodiscard]] bool gtid_set_add(GtidSet* set, const Gtid& gtid, Status* status) noexcept;
/// Adds every number of an interval. Errors as above; first > last is gtid_set_range.
[[nodiscard]] bool gtid_set_add_interval(GtidSet* set, const GtidInterval& interval, Status* status) noexcept;
/// By binary search. False for an anonymous GTID and for MariaDB's.
[[nodiscard]] bool gtid_set_contains(const GtidSet& set, const Gtid& gtid) noexcept;
/// Whether every number of the interval is in the set.
[[nodiscard]] bool gtid_set_contains_interval(const GtidSet& set, const GtidInterval& interval) noexcept;

// ---- Two sets. `other` may be `set` itself, but must not share a block with it otherwise. The time is
// linear in the records of both; where the result does not fit, gtid_set_quota says in Status::needed how
// many records it takes.

/// set := set + other.
[[nodiscard]] bool gtid_set_union(GtidSet* set, const GtidSet& other, Status* status) noexcept;
/// set := set - other, as GTID_SUBTRACT(set, other). The result may have more records than `set` had.
[[nodiscard]] bool gtid_set_subtract(GtidSet* set, const GtidSet& other, Status* status) noexcept;
/// set := what both have. The result may have more records than `set` had.
[[nodiscard]] bool gtid_set_intersect(GtidSet* set, const GtidSet& other, Status* status) noexcept;
/// Whether all of `subset` is in `set`, as GTID_SUBSET(subset, set).
[[nodiscard]] bool gtid_set_is_subset(const GtidSet& subset, const GtidSet& set) noexcept;
[[nodiscard]] bool gtid_set_equal(const GtidSet& a, const GtidSet& b) noexcept;
/// Whether any GTID is in both.
[[nodiscard]] bool gtid_set_intersects(const GtidSet& a, const GtidSet& b) noexcept;
/// GTIDs in the set; 2^64 - 1 where there are more.
[[nodiscard]] std::uint64_t gtid_set_count(const GtidSet& set) noexcept;

// ---- Text and log.

/// Replaces the set by what `text` says: "uuid[:tag][:first[-last]]..., ...". Letters of either case, white
/// space between any two parts, repeated and unordered sources and intervals, single numbers, empty parts and
/// an empty text are taken, as by the server; so are a uuid without dashes and one in braces. An interval
/// that ends before it begins is empty. The old records keep their place in the block until the text has
/// proved good, so clear the set first where room is tight. Errors: gtid_set_syntax, gtid_set_range (a number
/// is 0 or over kMaxGno), gtid_set_quota; the set is then unchanged.
[[nodiscard]] bool gtid_set_parse(GtidSet* set, Span text, Status* status) noexcept;
/// One GTID, "uuid:5" or "uuid:tag:5", in the same notation: `interval->first` and `last` are its number.
[[nodiscard]] bool gtid_parse(Span text, GtidInterval* interval, Status* status) noexcept;
/// Replaces the set by a PREVIOUS_GTIDS event's. `gtids` comes out of parse_previous_gtids() and is not
/// moved. Errors and room as for gtid_set_parse().
[[nodiscard]] bool gtid_set_from_previous(GtidSet* set, const PreviousGtids& gtids, Status* status) noexcept;

enum class GtidSetText : std::uint8_t {
  server,  ///< sources parted by a comma and a newline, as the server's functions and variables print a set.
  one_line,  ///< parted by a comma.
};
/// Writes the canonical text, without a NUL: uuids in order, the tags of one uuid behind its untagged
/// intervals, all in lower case. `*length` is the text's length in bytes, set even where `size` is smaller
/// (output_too_small, and `out` holds the text's beginning); so a call with a null `out` and size 0 measures.
[[nodiscard]] bool gtid_set_print(const GtidSet& set, GtidSetText form, char* out, std::size_t size,
                                  std::size_t* length, Status* status) noexcept;

// ---- MariaDB: one position a domain.

/// A list of positions ordered by domain. A position says that its domain was read up to and including that
/// sequence number; the server id only names who wrote it last and is never compared. The block is the
/// caller's, as above.
struct MariaGtidSet {
  MariaGtid* positions = nullptr;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;  ///< domains.
};
[[nodiscard]] constexpr std::size_t maria_gtid_set_workspace_size(std::uint32_t domains) noexcept {
  return std::size_t{domains} * sizeof(MariaGtid);
}
/// Takes `size` bytes at `block`, aligned to 8.
[[nodiscard]] bool maria_gtid_set_init(MariaGtidSet* set, void* block, std::size_t size,
                                       Status* status) noexcept;
void maria_gtid_set_clear(MariaGtidSet* set) noexcept;
[[nodiscard]] bool maria_gtid_set_copy(MariaGtidSet* set, const MariaGtidSet& from, Status* status) noexcept;
/// The position of a GTID event of form `mariadb`.
[[nodiscard]] MariaGtid maria_gtid_of(const Gtid& gtid) noexcept;
/// Moves the domain to `gtid`, forward or back: the last one written is where a domain is. Errors:
/// gtid_set_quota, and the set is unchanged.
[[nodiscard]] bool maria_gtid_set_put(MariaGtidSet* set, const MariaGtid& gtid, Status* status) noexcept;
/// Whether the domain has been read up to `gtid`: its position's number is equal or higher.
[[nodiscard]] bool maria_gtid_set_contains(const MariaGtidSet& set, const MariaGtid& gtid) noexcept;
/// Each domain goes to the higher of both positions; on equal numbers it stays.
[[nodiscard]] bool maria_gtid_set_union(MariaGtidSet* set, const MariaGtidSet& other,
                                        Status* status) noexcept;
/// Keeps the domains in which `set` is ahead of `other`, or that only `set` has. Cannot fail.
void maria_gtid_set_subtract(MariaGtidSet* set, const MariaGtidSet& other) noexcept;
/// Keeps the domains that both have, each at the lower position. Cannot fail.
void maria_gtid_set_intersect(MariaGtidSet* set, const MariaGtidSet& other) noexcept;
/// Whether `set` contains each position of `subset`.
[[nodiscard]] bool maria_gtid_set_is_subset(const MariaGtidSet& subset, const MariaGtidSet& set) noexcept;
/// The same domains at the same numbers, whatever the server ids.
[[nodiscard]] bool maria_gtid_set_equal(const MariaGtidSet& a, const MariaGtidSet& b) noexcept;
/// Replaces the set by "domain-server-sequence, ...", with white space around the parts; the last of a domain
/// wins. Room and errors as for gtid_set_parse(); a number that does not fit its 32 or 64 bits is
/// gtid_set_range.
[[nodiscard]] bool maria_gtid_set_parse(MariaGtidSet* set, Span text, Status* status) noexcept;
/// Replaces the set by a GTID_LIST event's, which may name a domain once for each server: the last one wins,
/// for the server writes the domain's newest last. Room and errors as for gtid_set_parse().
[[nodiscard]] bool maria_gtid_set_from_list(MariaGtidSet* set, const MariaGtidList& list,
                                            Status* status) noexcept;
/// "0-1-5,1-2-7", by domain; otherwise as gtid_set_print().
[[nodiscard]] bool maria_gtid_set_print(const MariaGtidSet& set, char* out, std::size_t size,
                                        std::size_t* length, Status* status) noexcept;

}  // namespace nbl

#endif
