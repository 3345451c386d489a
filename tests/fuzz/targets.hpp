// The fuzz targets by name. Each takes any bytes at all and ends the process where an invariant does not hold.
#ifndef NBL_TESTS_FUZZ_TARGETS_HPP
#define NBL_TESTS_FUZZ_TARGETS_HPP

#include "harness.hpp"
#include "nanobinlog/event.hpp"
#include "nanobinlog/limits.hpp"

namespace fuzz {

/// What an input is made of, for the mutator: bytes, or a head of choices with a log or events behind it.
enum class Shape : std::uint8_t { bytes, log };

struct Target {
  const char* name;
  void (*run)(nbl::Span input);
  Shape shape;
};

/// Bytes of choices in front of the log in inputs of Shape::log.
inline constexpr std::size_t kChoiceBytes = 8;

extern const Target kTargets[];
extern const std::size_t kTargetCount;
/// Null where there is none of that name.
const Target* find_target(const char* name);

// bodies.cpp
void run_format(nbl::Span input);
void run_query(nbl::Span input);
void run_gtid(nbl::Span input);
void run_previous_gtids(nbl::Span input);
void run_event_body(nbl::Span input);
// rows.cpp
void run_table_map(nbl::Span input);
void run_rows(nbl::Span input);
void run_value(nbl::Span input);
// documents.cpp
void run_json(nbl::Span input);
void run_json_diff(nbl::Span input);
void run_text(nbl::Span input);
// keeping.cpp
void run_gtid_set(nbl::Span input);
void run_checkpoint(nbl::Span input);
// logs.cpp
void run_log_stable(nbl::Span input);
void run_log_pieces(nbl::Span input);
void run_log_events(nbl::Span input);
// calls.cpp
void run_calls(nbl::Span input);
// strict.cpp
void run_transaction(nbl::Span input);
void run_gtid_transaction(nbl::Span input);

/// A format description as a server of that kind writes it: 0 MySQL 9, 1 MariaDB 10.11, 2 MySQL 5.0 without checksums and
/// with table ids of four bytes.
nbl::FormatDescription make_format(unsigned kind);

/// One event in memory of its own size: header, body and, where the format has them, four bytes of checksum.
class EventBytes {
 public:
  EventBytes(const nbl::FormatDescription& format, nbl::EventType type, nbl::Span body, std::uint64_t offset, bool checksum);
  nbl::Span span() const { return nbl::Span{block_.data(), block_.size()}; }
  nbl::Event event() const;

 private:
  nbl::FormatDescription format_;
  std::uint64_t offset_;
  Block block_;
};

/// Small quotas, so that a fuzzer reaches them; larger ones for odd `choice`.
nbl::Limits make_limits(std::uint8_t choice);

/// A failed parser has said why, inside the event.
void check_error(const nbl::Status& status, const nbl::Event& event);

}  // namespace fuzz

#endif
