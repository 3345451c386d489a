// What the acknowledgement of a reader's step does to a position.
#include "log/gtid_set_record.hpp"
#include "nanobinlog/checkpoint.hpp"
#include "nanobinlog/log.hpp"

namespace nbl {
namespace {

bool add_mysql_list(GtidSet* set, const Event& event, const FormatDescription& format,
                    Status* status) noexcept {
  PreviousGtids gtids;
  if (!parse_previous_gtids(event, format, &gtids, status)) return false;
  GtidInterval interval;
  while (next_interval(&gtids, &interval)) {
    if (!gtid_set_add_interval(set, interval, status)) return false;
  }
  return true;
}

/// A list that repeats what was read already moves nothing back.
bool add_maria_list(MariaGtidSet* set, const Event& event, const FormatDescription& format,
                    Status* status) noexcept {
  MariaGtidList list;
  if (!parse_maria_gtid_list(event, format, &list, status)) return false;
  if (set->count == 0) return maria_gtid_set_from_list(set, list, status);
  for (u32 i = 0; i < list.count; ++i) {
    const MariaGtid gtid = maria_gtid_at(list, i);
    if (!maria_gtid_set_contains(*set, gtid) && !maria_gtid_set_put(set, gtid, status)) return false;
  }
  return true;
}

bool add_list(Position* position, const Event& event, const FormatDescription& format,
              Status* status) noexcept {
  if (event.header.type == EventType::previous_gtids) {
    return add_mysql_list(&position->gtids, event, format, status);
  }
  return add_maria_list(&position->maria_gtids, event, format, status);
}

}  // namespace

bool position_acknowledge_step(Position* position, const LogReader& reader, const Step& step,
                               Status* status) noexcept {
  switch (step.kind) {
    case StepKind::need_more:
    case StepKind::rows:
    case StepKind::incomplete: return true;
    case StepKind::committed:
    case StepKind::rolled_back:
    case StepKind::statement:
    case StepKind::xa_prepared:
    case StepKind::xa_committed:
    case StepKind::xa_rolled_back:
    case StepKind::incident:
    case StepKind::oversized:
      return position_acknowledge(position, step.has_gtid ? &step.gtid : nullptr, step.end_offset, status);
    case StepKind::rotate:
      return position_begin_file(position, step.rotate.file_name, step.rotate.position, status);
    case StepKind::previous_gtids:
      if (!add_list(position, step.event, reader.format(), status)) return false;
      break;
    case StepKind::format:
    case StepKind::stop:
    case StepKind::unsupported:
    case StepKind::ignored: break;
  }
  if (reader.in_transaction()) return true;
  return position_acknowledge(position, nullptr, step.end_offset, status);
}

}  // namespace nbl
