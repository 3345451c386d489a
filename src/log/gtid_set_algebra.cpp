// Union, difference and intersection in the set's own block.
//
// Each runs in the same two steps, so that it needs no second block and no room but the result's. First the
// records that the result can do without are dropped or merged, front to back: that only shortens the set.
// Then what is new is laid in from the back: every record left has at least one piece in the result, so that
// writing never overtakes reading. The result is counted beforehand, and a set that would not fit is not
// touched.
#include "log/gtid_set_record.hpp"

namespace nbl {
namespace {

struct AbsorbCounts {
  u32 kept;      ///< own records left once the ones that touch were merged.
  u32 absorbed;  ///< records of the other set that went into them.
};

/// Merges into the set's records those of `other` that overlap or touch them; counts only, where `write` is
/// false.
AbsorbCounts absorb_touching(GtidSet* set, const GtidSet& other, bool write) noexcept {
  AbsorbCounts counts{0, 0};
  u32 i = 0;
  u32 j = 0;
  while (i < set->count) {
    GtidSetRecord merged = set->records[i++];
    while (j < other.count && lies_apart_before(other.records[j], merged)) ++j;
    for (;;) {
      if (j < other.count && !lies_apart_before(merged, other.records[j])) {
        absorb(&merged, other.records[j++]);
        ++counts.absorbed;
      } else if (i < set->count && !lies_apart_before(merged, set->records[i])) {
        absorb(&merged, set->records[i++]);
      } else {
        break;
      }
    }
    if (write) set->records[counts.kept] = merged;
    ++counts.kept;
  }
  return counts;
}

/// Lays the records of `other` that were not absorbed between the set's own, from the back.
void merge_apart(GtidSet* set, const GtidSet& other, u32 total) noexcept {
  GtidSetRecord* const records = set->records;
  u32 write = total;
  u32 i = set->count;
  for (u32 j = other.count; j > 0;) {
    const GtidSetRecord& record = other.records[j - 1];
    if (i > 0 && covers(records[i - 1], record)) {
      --j;
    } else if (i > 0 && lies_before(record, records[i - 1])) {
      records[--write] = records[--i];
    } else {
      records[--write] = record;
      --j;
    }
  }
  set->count = total;
}

/// The records of `other` that overlap one record of the set.
struct Overlap {
  u32 from;
  u32 to;
};

/// `start` is at or before the first overlapping record, and no record before it overlaps.
Overlap overlap_forward(const GtidSet& other, const GtidSetRecord& record, u32 start) noexcept {
  while (start < other.count && lies_before(other.records[start], record)) ++start;
  u32 to = start;
  while (to < other.count && !lies_before(record, other.records[to])) ++to;
  return Overlap{start, to};
}

/// `end` is at or behind the end of the overlapping records, and no record from it on overlaps.
Overlap overlap_backward(const GtidSet& other, const GtidSetRecord& record, u32 end) noexcept {
  while (end > 0 && lies_before(record, other.records[end - 1])) --end;
  u32 from = end;
  while (from > 0 && !lies_before(other.records[from - 1], record)) --from;
  return Overlap{from, end};
}

/// Into how many records `record` falls where only its part inside, or only outside, the other set is kept.
u32 pieces_of(const GtidSet& other, const GtidSetRecord& record, Overlap overlap, bool inside) noexcept {
  const u32 overlapping = overlap.to - overlap.from;
  if (inside) return overlapping;
  if (overlapping == 0) return 1;
  const bool no_head = other.records[overlap.from].first <= record.first;
  const bool no_tail = other.records[overlap.to - 1].last >= record.last;
  return overlapping + 1 - (no_head ? 1U : 0U) - (no_tail ? 1U : 0U);
}

/// Writes the pieces of `record` so that they end at `write`; gives where they begin.
u32 lay_pieces(GtidSetRecord* records, u32 write, const GtidSet& other, const GtidSetRecord& record,
               Overlap overlap, bool inside) noexcept {
  GtidSetRecord piece = record;
  if (inside) {
    for (u32 t = overlap.to; t-- > overlap.from;) {
      const GtidSetRecord& part = other.records[t];
      piece.first = part.first > record.first ? part.first : record.first;
      piece.last = part.last < record.last ? part.last : record.last;
      records[--write] = piece;
    }
    return write;
  }
  i64 last = record.last;
  for (u32 t = overlap.to; t-- > overlap.from;) {
    const GtidSetRecord& hole = other.records[t];
    if (hole.last < last) {
      piece.first = hole.last + 1;
      piece.last = last;
      records[--write] = piece;
    }
    last = hole.first - 1;
  }
  if (last >= record.first) {
    piece.first = record.first;
    piece.last = last;
    records[--write] = piece;
  }
  return write;
}

/// Keeps of the set what is inside, or outside, of `other`.
bool clip(GtidSet* set, const GtidSet& other, bool inside, Status* status) noexcept {
  u64 total = 0;
  u32 start = 0;
  for (u32 i = 0; i < set->count; ++i) {
    const Overlap overlap = overlap_forward(other, set->records[i], start);
    total += pieces_of(other, set->records[i], overlap, inside);
    start = overlap.from;
  }
  if (total > set->capacity) return refuse(status, Code::gtid_set_quota, 0, set->capacity, total);

  u32 kept = 0;
  start = 0;
  for (u32 i = 0; i < set->count; ++i) {
    const GtidSetRecord record = set->records[i];
    const Overlap overlap = overlap_forward(other, record, start);
    if (pieces_of(other, record, overlap, inside) != 0) set->records[kept++] = record;
    start = overlap.from;
  }

  u32 write = static_cast<u32>(total);
  u32 end = other.count;
  for (u32 i = kept; i-- > 0;) {
    const GtidSetRecord record = set->records[i];
    const Overlap overlap = overlap_backward(other, record, end);
    write = lay_pieces(set->records, write, other, record, overlap, inside);
    end = overlap.to;
  }
  set->count = static_cast<u32>(total);
  return true;
}

}  // namespace

bool gtid_set_union(GtidSet* set, const GtidSet& other, Status* status) noexcept {
  if (set->records == other.records) return true;
  const AbsorbCounts counts = absorb_touching(set, other, false);
  const u64 total = u64{counts.kept} + (other.count - counts.absorbed);
  if (total > set->capacity) return refuse(status, Code::gtid_set_quota, 0, set->capacity, total);
  if (counts.absorbed != 0) set->count = absorb_touching(set, other, true).kept;
  merge_apart(set, other, static_cast<u32>(total));
  return true;
}

bool gtid_set_subtract(GtidSet* set, const GtidSet& other, Status* status) noexcept {
  if (set->records == other.records) {
    set->count = 0;
    return true;
  }
  return clip(set, other, false, status);
}

bool gtid_set_intersect(GtidSet* set, const GtidSet& other, Status* status) noexcept {
  if (set->records == other.records) return true;
  return clip(set, other, true, status);
}

}  // namespace nbl
