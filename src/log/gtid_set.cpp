// A GTID set's block, single GTIDs, and questions that change nothing.
#include "nanobinlog/gtid_set.hpp"

#include "log/gtid_set_record.hpp"

namespace nbl {
namespace {

static_assert(NBL_GTID_SET_WORKSPACE_SIZE(7) == gtid_set_workspace_size(7));

/// A binary log's GTID as an interval of one number, or false where it belongs to no MySQL set.
bool interval_of(const Gtid& gtid, GtidInterval* interval) noexcept {
  if (gtid.form != Gtid::Form::mysql && gtid.form != Gtid::Form::tagged) return false;
  std::memcpy(interval->uuid, gtid.uuid, sizeof gtid.uuid);
  std::memcpy(interval->tag, gtid.tag, sizeof gtid.tag);
  interval->tag_length = gtid.tag_length;
  interval->first = gtid.number;
  interval->last = gtid.number;
  return true;
}

}  // namespace

bool gtid_set_init(GtidSet* set, void* block, std::size_t size, Status* status) noexcept {
  if (!check_block(block, size, status)) return false;
  set->records = static_cast<GtidSetRecord*>(block);
  set->count = 0;
  set->capacity = block_capacity(size, sizeof(GtidSetRecord));
  return true;
}

void gtid_set_clear(GtidSet* set) noexcept { set->count = 0; }

bool gtid_set_copy(GtidSet* set, const GtidSet& from, Status* status) noexcept {
  if (from.count > set->capacity) return refuse(status, Code::gtid_set_quota, 0, set->capacity, from.count);
  if (from.count != 0) std::memmove(set->records, from.records, gtid_set_workspace_size(from.count));
  set->count = from.count;
  return true;
}

bool make_record(const GtidInterval& interval, GtidSetRecord* record, Status* status) noexcept {
  if (interval.first < 1 || interval.last > kMaxGno || interval.first > interval.last) {
    return refuse(status, Code::gtid_set_range, 0);
  }
  if (interval.tag_length > sizeof interval.tag) return refuse(status, Code::gtid_set_syntax, 0);
  std::memcpy(record->uuid, interval.uuid, sizeof record->uuid);
  std::memset(record->tag, 0, sizeof record->tag);
  for (u32 i = 0; i < interval.tag_length; ++i) {
    const u8 c = lower_case(static_cast<u8>(interval.tag[i]));
    if (!is_tag_character(c, i == 0)) return refuse(status, Code::gtid_set_syntax, i);
    record->tag[i] = static_cast<char>(c);
  }
  record->first = interval.first;
  record->last = interval.last;
  return true;
}

u32 records_ending_before(const GtidSet& set, const GtidSetRecord& source, i64 number) noexcept {
  u32 low = 0;
  u32 high = set.count;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    const GtidSetRecord& record = set.records[middle];
    const int order = compare_source(record, source);
    if (order < 0 || (order == 0 && record.last < number)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool add_record(GtidSet* set, const GtidSetRecord& record, Status* status) noexcept {
  const u32 from = records_ending_before(*set, record, record.first - 1);
  u32 to = from;
  GtidSetRecord merged = record;
  while (to < set->count && !lies_apart_before(record, set->records[to])) absorb(&merged, set->records[to++]);
  if (to == from) {
    if (set->count == set->capacity)
      return refuse(status, Code::gtid_set_quota, 0, set->capacity, u64{set->count} + 1);
    std::memmove(set->records + from + 1, set->records + from, gtid_set_workspace_size(set->count - from));
    ++set->count;
  } else if (to - from > 1) {
    std::memmove(set->records + from + 1, set->records + to, gtid_set_workspace_size(set->count - to));
    set->count -= to - from - 1;
  }
  set->records[from] = merged;
  return true;
}

bool gtid_set_add_interval(GtidSet* set, const GtidInterval& interval, Status* status) noexcept {
  GtidSetRecord record;
  return make_record(interval, &record, status) && add_record(set, record, status);
}

bool gtid_set_add(GtidSet* set, const Gtid& gtid, Status* status) noexcept {
  GtidInterval interval;
  if (!interval_of(gtid, &interval)) return refuse(status, Code::invalid_argument, 0);
  return gtid_set_add_interval(set, interval, status);
}

bool gtid_set_contains_interval(const GtidSet& set, const GtidInterval& interval) noexcept {
  GtidSetRecord record;
  Status ignored;
  if (!make_record(interval, &record, &ignored)) return false;
  const u32 at = records_ending_before(set, record, record.last);
  return at < set.count && covers(set.records[at], record);
}

bool gtid_set_contains(const GtidSet& set, const Gtid& gtid) noexcept {
  GtidInterval interval;
  return interval_of(gtid, &interval) && gtid_set_contains_interval(set, interval);
}

bool gtid_set_is_subset(const GtidSet& subset, const GtidSet& set) noexcept {
  for (u32 i = 0; i < subset.count; ++i) {
    const u32 at = records_ending_before(set, subset.records[i], subset.records[i].last);
    if (at == set.count || !covers(set.records[at], subset.records[i])) return false;
  }
  return true;
}

bool gtid_set_equal(const GtidSet& a, const GtidSet& b) noexcept {
  if (a.count != b.count) return false;
  return a.count == 0 || std::memcmp(a.records, b.records, gtid_set_workspace_size(a.count)) == 0;
}

bool gtid_set_intersects(const GtidSet& a, const GtidSet& b) noexcept {
  u32 i = 0;
  u32 j = 0;
  while (i < a.count && j < b.count) {
    if (lies_before(a.records[i], b.records[j])) {
      ++i;
    } else if (lies_before(b.records[j], a.records[i])) {
      ++j;
    } else {
      return true;
    }
  }
  return false;
}

std::uint64_t gtid_set_count(const GtidSet& set) noexcept {
  u64 total = 0;
  for (u32 i = 0; i < set.count; ++i) {
    const u64 numbers = static_cast<u64>(set.records[i].last - set.records[i].first) + 1;
    if (__builtin_add_overflow(total, numbers, &total)) return ~u64{0};
  }
  return total;
}

}  // namespace nbl
