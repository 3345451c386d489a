#include "log/gtid_set_build.hpp"

namespace nbl {
namespace {

bool sorts_before(const GtidSetRecord& a, const GtidSetRecord& b) noexcept {
  const int order = compare_source(a, b);
  return order < 0 || (order == 0 && a.first < b.first);
}

/// Moves the record at `at` down the heap of `count` records until none below it sorts behind it.
void sift_down(GtidSetRecord* records, u32 at, u32 count) noexcept {
  const GtidSetRecord moved = records[at];
  while (at < count / 2) {
    u32 child = 2 * at + 1;
    if (child + 1 < count && sorts_before(records[child], records[child + 1])) ++child;
    if (!sorts_before(moved, records[child])) break;
    records[at] = records[child];
    at = child;
  }
  records[at] = moved;
}

/// Heap sort: in place, without recursion, and n log n on whatever comes.
void sort_records(GtidSetRecord* records, u32 count) noexcept {
  for (u32 i = count / 2; i-- > 0;) sift_down(records, i, count);
  for (u32 left = count; left > 1;) {
    --left;
    const GtidSetRecord greatest = records[0];
    records[0] = records[left];
    records[left] = greatest;
    sift_down(records, 0, left);
  }
}

/// Brings the collected records into a set's order and merges what touches.
void settle(GtidSetBuild* build) noexcept {
  if (build->ordered) return;
  GtidSet& part = build->part;
  sort_records(part.records, part.count);
  u32 kept = 0;
  for (u32 i = 1; i < part.count; ++i) {
    if (lies_apart_before(part.records[kept], part.records[i])) {
      part.records[++kept] = part.records[i];
    } else {
      absorb(&part.records[kept], part.records[i]);
    }
  }
  part.count = kept + 1;
  build->ordered = true;
}

}  // namespace

GtidSetBuild begin_build(const GtidSet& set) noexcept {
  GtidSetBuild build;
  build.part.records = set.records == nullptr ? nullptr : set.records + set.count;
  build.part.capacity = set.capacity - set.count;
  return build;
}

bool build_add(GtidSetBuild* build, const GtidSetRecord& record, Status* status) noexcept {
  GtidSet& part = build->part;
  if (part.count != 0 && build->ordered) {
    GtidSetRecord& end = part.records[part.count - 1];
    if (!sorts_before(record, end) && !lies_apart_before(end, record)) {
      absorb(&end, record);
      return true;
    }
  }
  if (part.count == part.capacity) {
    settle(build);
    if (part.capacity - part.count <= part.capacity / 8) build->one_by_one = true;
  }
  if (build->one_by_one) return add_record(&part, record, status);
  if (part.count != 0 && !lies_apart_before(part.records[part.count - 1], record)) build->ordered = false;
  part.records[part.count++] = record;
  return true;
}

void finish_build(GtidSetBuild* build, GtidSet* set) noexcept {
  settle(build);
  if (build->part.count != 0) {
    std::memmove(set->records, build->part.records, gtid_set_workspace_size(build->part.count));
  }
  set->count = build->part.count;
}

bool gtid_set_from_previous(GtidSet* set, const PreviousGtids& gtids, Status* status) noexcept {
  GtidSetBuild build = begin_build(*set);
  PreviousGtids walk = gtids;
  GtidInterval interval;
  GtidSetRecord record;
  while (next_interval(&walk, &interval)) {
    if (!make_record(interval, &record, status) || !build_add(&build, record, status)) return false;
  }
  finish_build(&build, set);
  return true;
}

}  // namespace nbl
