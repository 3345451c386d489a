// The lists of GTIDs at a log's head, walked one at a time.
#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

/// NBL_OK where the last step is a list in an event of this type.
nbl_code check_list(const nbl_reader* reader, nbl::EventType type, const void* out) noexcept {
  if (!is_reader(reader) || !sized(out)) return NBL_INVALID_ARGUMENT;
  const bool listed = reader->has_step && reader->step.kind == nbl::StepKind::previous_gtids &&
                      reader->step.event.header.type == type;
  return choose(listed, NBL_OK, NBL_END);
}

}  // namespace

nbl_code nbl_step_previous_gtid(nbl_reader* reader, nbl_gtid_interval* out) {
  const nbl_code code = check_list(reader, nbl::EventType::previous_gtids, out);
  if (code != NBL_OK) return code;
  if (!reader->walk_open) {
    nbl::Status status;
    reader->intervals = nbl::PreviousGtids{};
    if (!nbl::parse_previous_gtids(reader->step.event, reader->log->format(), &reader->intervals, &status)) {
      return code_of(status.code);
    }
    reader->walk_open = true;
  }
  nbl::GtidInterval interval;
  if (!nbl::next_interval(&reader->intervals, &interval)) return NBL_END;
  nbl_gtid_interval full = NBL_GTID_INTERVAL_INIT;
  std::memcpy(full.uuid, interval.uuid, sizeof(full.uuid));
  std::memcpy(full.tag, interval.tag, interval.tag_length);
  full.first = interval.first;
  full.last = interval.last;
  put(out, &full, sizeof(full));
  return NBL_OK;
}

nbl_code nbl_step_maria_gtid(nbl_reader* reader, nbl_maria_gtid* out) {
  const nbl_code code = check_list(reader, nbl::EventType::mariadb_gtid_list, out);
  if (code != NBL_OK) return code;
  if (!reader->walk_open) {
    nbl::Status status;
    if (!nbl::parse_maria_gtid_list(reader->step.event, reader->log->format(), &reader->positions, &status)) {
      return code_of(status.code);
    }
    reader->next_position = 0;
    reader->walk_open = true;
  }
  if (reader->next_position >= reader->positions.count) return NBL_END;
  const nbl::MariaGtid position = nbl::maria_gtid_at(reader->positions, reader->next_position++);
  nbl_maria_gtid full = NBL_MARIA_GTID_INIT;
  full.domain_id = position.domain_id;
  full.server_id = position.server_id;
  full.sequence = position.sequence;
  put(out, &full, sizeof(full));
  return NBL_OK;
}
