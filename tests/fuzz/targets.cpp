#include "targets.hpp"

#include <initializer_list>

#include "base/crc32.hpp"

namespace fuzz {

const Target kTargets[] = {
    {"format", run_format, Shape::bytes},
    {"query", run_query, Shape::bytes},
    {"gtid", run_gtid, Shape::bytes},
    {"previous_gtids", run_previous_gtids, Shape::bytes},
    {"event_body", run_event_body, Shape::bytes},
    {"table_map", run_table_map, Shape::bytes},
    {"rows", run_rows, Shape::bytes},
    {"value", run_value, Shape::bytes},
    {"json", run_json, Shape::bytes},
    {"json_diff", run_json_diff, Shape::bytes},
    {"text", run_text, Shape::bytes},
    {"gtid_set", run_gtid_set, Shape::bytes},
    {"checkpoint", run_checkpoint, Shape::bytes},
    {"log_stable", run_log_stable, Shape::log},
    {"log_pieces", run_log_pieces, Shape::log},
    {"log_events", run_log_events, Shape::log},
    {"c_calls", run_calls, Shape::log},
    {"transaction", run_transaction, Shape::log},
    {"gtid_transaction", run_gtid_transaction, Shape::log},
};
const std::size_t kTargetCount = sizeof(kTargets) / sizeof(kTargets[0]);

const Target* find_target(const char* name) {
  for (const Target& target : kTargets) {
    if (std::strcmp(target.name, name) == 0) return &target;
  }
  return nullptr;
}

namespace {

constexpr std::uint8_t kMySql[] = {0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 99, 0, 4, 26, 8, 0, 0, 0,
                                   0, 0,  0, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};
constexpr std::uint8_t kMaria[] = {56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 228, 0, 4, 26, 8, 0, 0,
                                   0,  8,  8, 8, 2, 0,  0, 0, 10, 10, 10};
constexpr std::uint8_t kMariaFrom160[] = {4, 19, 4, 0, 13, 8, 8, 8, 10, 10, 10};

std::uint32_t table_id_of_six(const nbl::FormatDescription& format) {
  return format.post_header_lengths[static_cast<std::size_t>(nbl::EventType::table_map)] == 6 ? 4 : 6;
}

}  // namespace

nbl::FormatDescription make_format(unsigned kind) {
  nbl::FormatDescription format;
  format.binlog_version = 4;
  format.header_length = 19;
  format.checksum = nbl::Checksum::crc32;
  format.version_number = 90704;
  std::memcpy(format.post_header_lengths + 1, kMySql, sizeof(kMySql));
  if (kind == 1) {
    format.mariadb = true;
    format.version_number = 101119;
    std::memset(format.post_header_lengths, 0, sizeof(format.post_header_lengths));
    std::memcpy(format.post_header_lengths + 1, kMaria, sizeof(kMaria));
    std::memcpy(format.post_header_lengths + 160, kMariaFrom160, sizeof(kMariaFrom160));
  } else if (kind == 2) {
    format.checksum = nbl::Checksum::absent;
    format.version_number = 50000;
    for (const nbl::EventType type : {nbl::EventType::table_map, nbl::EventType::write_rows_v1, nbl::EventType::update_rows_v1,
                                      nbl::EventType::delete_rows_v1}) {
      format.post_header_lengths[static_cast<std::size_t>(type)] = 6;
    }
    FUZZ_CHECK(table_id_of_six(format) == 4);
  }
  format.post_header_count = 170;
  return format;
}

EventBytes::EventBytes(const nbl::FormatDescription& format, nbl::EventType type, nbl::Span body, std::uint64_t offset,
                       bool checksum)
    : format_(format), offset_(offset), block_(19 + body.size + (checksum ? format.checksum_bytes() : 0)) {
  std::uint8_t* p = block_.data();
  std::memset(p, 0, 19);
  p[4] = static_cast<std::uint8_t>(type);
  const auto size = static_cast<std::uint32_t>(block_.size());
  for (unsigned i = 0; i < 4; ++i) p[9 + i] = static_cast<std::uint8_t>(size >> (8 * i));
  if (body.size != 0) std::memcpy(p + 19, body.data, body.size);
  if (!checksum) format_.checksum = nbl::Checksum::off;
  if (format_.checksum_bytes() == 0) return;
  const std::uint32_t sum = nbl::crc32_best()(0, p, 19 + body.size);
  for (unsigned i = 0; i < 4; ++i) p[19 + body.size + i] = static_cast<std::uint8_t>(sum >> (8 * i));
}

nbl::Event EventBytes::event() const {
  nbl::Event event;
  nbl::Status status;
  FUZZ_CHECK(nbl::read_event(format_, span(), offset_, 1U << 30, nbl::crc32_best(), &event, &status));
  return event;
}

nbl::Limits make_limits(std::uint8_t choice) {
  nbl::Limits limits;
  const bool roomy = (choice & 1) != 0;
  limits.max_events = roomy ? 256 : 12;
  limits.max_changes = roomy ? 1024 : 24;
  limits.max_bytes = roomy ? 1U << 16 : 2048;
  limits.max_event_bytes = roomy ? 1U << 16 : 1024;
  limits.max_event_changes = roomy ? 256 : 8;
  limits.max_image_bytes = roomy ? 1U << 16 : 512;
  limits.max_tables = roomy ? 16 : 3;
  limits.max_columns = roomy ? 512 : 40;
  limits.max_table_bytes = roomy ? 1U << 13 : 512;
  limits.max_savepoints = roomy ? 4 : 1;
  limits.max_side_bytes = (choice & 2) != 0 ? 0 : roomy ? 1U << 13 : 256;
  return limits;
}

void check_error(const nbl::Status& status, const nbl::Event& event) {
  FUZZ_CHECK(!status.ok());
  FUZZ_CHECK(std::strcmp(nbl::code_name(status.code), "unknown") != 0);
  FUZZ_CHECK(status.event_offset <= event.bytes.size);
  FUZZ_CHECK(status.offset == event.offset + status.event_offset);
  FUZZ_CHECK(status.event_type == static_cast<std::uint8_t>(event.header.type));
}

}  // namespace fuzz
