// An event scanner of the sweep's own: sizes and types only, so that what a reader says can be held against something else.
#ifndef NBL_TESTS_SWEEP_SCAN_HPP
#define NBL_TESTS_SWEEP_SCAN_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sweep {

using Bytes = std::vector<std::uint8_t>;

struct Event {
  std::size_t at = 0;
  std::size_t size = 0;
  std::uint8_t type = 0;
};

std::uint32_t le32(const std::uint8_t* p);
void store_le32(std::uint8_t* p, std::uint32_t value);

/// Events from `at` on, as far as the sizes lead.
std::vector<Event> find_events(const Bytes& bytes, std::size_t at);

/// Whether the events of [from, to) are one transaction that was committed: the last ends it, and none before does.
/// `tail` is the checksum's bytes, `base` the offset of the first byte.
bool is_committed(const Bytes& bytes, std::uint64_t base, std::uint64_t from, std::uint64_t to, std::size_t header, std::size_t tail);

/// Puts the checksum of one event right, the in-use flag of a format description taken as clear.
void fix_checksum(Bytes* bytes, std::size_t at, std::size_t size);

}  // namespace sweep

#endif
