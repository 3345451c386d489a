// MariaDB's positions: for each replication domain, the last GTID.
//
// A domain has one order of its own, in which sequence numbers grow; so a position stands for everything
// before it, and two positions of a domain compare by the number alone. Source: "Global Transaction ID" in
// MariaDB's knowledge base.
#include "log/gtid_set_record.hpp"

namespace nbl {
namespace {

u32 domains_before(const MariaGtidSet& set, u32 domain) noexcept {
  u32 low = 0;
  u32 high = set.count;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    if (set.positions[middle].domain_id < domain) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

MariaGtid* find_domain(const MariaGtidSet& set, u32 domain) noexcept {
  const u32 at = domains_before(set, domain);
  return at < set.count && set.positions[at].domain_id == domain ? set.positions + at : nullptr;
}

}  // namespace

bool maria_gtid_set_init(MariaGtidSet* set, void* block, std::size_t size, Status* status) noexcept {
  if (!check_block(block, size, status)) return false;
  set->positions = static_cast<MariaGtid*>(block);
  set->count = 0;
  set->capacity = block_capacity(size, sizeof(MariaGtid));
  return true;
}

void maria_gtid_set_clear(MariaGtidSet* set) noexcept { set->count = 0; }

bool maria_gtid_set_copy(MariaGtidSet* set, const MariaGtidSet& from, Status* status) noexcept {
  if (from.count > set->capacity) return refuse(status, Code::gtid_set_quota, 0, set->capacity, from.count);
  if (from.count != 0)
    std::memmove(set->positions, from.positions, maria_gtid_set_workspace_size(from.count));
  set->count = from.count;
  return true;
}

MariaGtid maria_gtid_of(const Gtid& gtid) noexcept {
  return MariaGtid{gtid.domain_id, gtid.server_id, static_cast<u64>(gtid.number)};
}

bool maria_gtid_set_put(MariaGtidSet* set, const MariaGtid& gtid, Status* status) noexcept {
  const u32 at = domains_before(*set, gtid.domain_id);
  if (at == set->count || set->positions[at].domain_id != gtid.domain_id) {
    if (set->count == set->capacity)
      return refuse(status, Code::gtid_set_quota, 0, set->capacity, u64{set->count} + 1);
    std::memmove(set->positions + at + 1, set->positions + at,
                 maria_gtid_set_workspace_size(set->count - at));
    ++set->count;
  }
  set->positions[at] = gtid;
  return true;
}

bool maria_gtid_set_contains(const MariaGtidSet& set, const MariaGtid& gtid) noexcept {
  const MariaGtid* const position = find_domain(set, gtid.domain_id);
  return position != nullptr && position->sequence >= gtid.sequence;
}

bool maria_gtid_set_union(MariaGtidSet* set, const MariaGtidSet& other, Status* status) noexcept {
  u64 total = set->count;
  for (u32 i = 0; i < other.count; ++i)
    total += find_domain(*set, other.positions[i].domain_id) == nullptr ? 1U : 0U;
  if (total > set->capacity) return refuse(status, Code::gtid_set_quota, 0, set->capacity, total);
  for (u32 i = 0; i < other.count; ++i) {
    if (maria_gtid_set_contains(*set, other.positions[i])) continue;
    if (!maria_gtid_set_put(set, other.positions[i], status)) return false;
  }
  return true;
}

void maria_gtid_set_subtract(MariaGtidSet* set, const MariaGtidSet& other) noexcept {
  u32 kept = 0;
  for (u32 i = 0; i < set->count; ++i) {
    const MariaGtid position = set->positions[i];
    if (!maria_gtid_set_contains(other, position)) set->positions[kept++] = position;
  }
  set->count = kept;
}

void maria_gtid_set_intersect(MariaGtidSet* set, const MariaGtidSet& other) noexcept {
  u32 kept = 0;
  for (u32 i = 0; i < set->count; ++i) {
    const MariaGtid position = set->positions[i];
    const MariaGtid* const there = find_domain(other, position.domain_id);
    if (there != nullptr) set->positions[kept++] = there->sequence < position.sequence ? *there : position;
  }
  set->count = kept;
}

bool maria_gtid_set_is_subset(const MariaGtidSet& subset, const MariaGtidSet& set) noexcept {
  for (u32 i = 0; i < subset.count; ++i) {
    if (!maria_gtid_set_contains(set, subset.positions[i])) return false;
  }
  return true;
}

bool maria_gtid_set_equal(const MariaGtidSet& a, const MariaGtidSet& b) noexcept {
  if (a.count != b.count) return false;
  for (u32 i = 0; i < a.count; ++i) {
    if (a.positions[i].domain_id != b.positions[i].domain_id ||
        a.positions[i].sequence != b.positions[i].sequence) {
      return false;
    }
  }
  return true;
}

}  // namespace nbl
