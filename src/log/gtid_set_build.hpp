// Builds a set out of many intervals that come in any order.
#ifndef NBL_LOG_GTID_SET_BUILD_HPP
#define NBL_LOG_GTID_SET_BUILD_HPP

#include "log/gtid_set_record.hpp"

namespace nbl {

/// Collects intervals behind a set's own records, in the free part of its block, so that the set stays as it
/// is until everything has proved good. A list in order costs nothing extra; any other is sorted once,
/// instead of each interval being moved into place, which would be quadratic in the length of a list that
/// somebody else wrote.
struct GtidSetBuild {
  GtidSet part;  ///< what was collected; in order only where `ordered`.
  bool ordered = true;
  bool one_by_one = false;  ///< the block is nearly full: sorting again and again would gain little.
};

[[nodiscard]] GtidSetBuild begin_build(const GtidSet& set) noexcept;
/// The record is known to be good. Errors: gtid_set_quota, with one more than the block's free records as
/// needed: how many it would be in the end is not known.
[[nodiscard]] bool build_add(GtidSetBuild* build, const GtidSetRecord& record, Status* status) noexcept;
/// Puts what was collected in the place of the set's own records.
void finish_build(GtidSetBuild* build, GtidSet* set) noexcept;

}  // namespace nbl

#endif
