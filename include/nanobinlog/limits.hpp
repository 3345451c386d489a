// Quotas, and the memory they cost.
#ifndef NANOBINLOG_LIMITS_HPP
#define NANOBINLOG_LIMITS_HPP

#include <cstddef>
#include <cstdint>

namespace nbl {

/// Whether the caller's input bytes stay put.
enum class Input : std::uint8_t {
  copied = 0,  ///< events are copied into the workspace: the caller may reuse its buffer after each call.
  stable = 1,  ///< the caller promises that every byte fed stays readable and unchanged until the transactions it belongs to
               ///< have been used: a mapped file. Nothing is copied; `max_bytes` takes no room and still counts.
};

/// Every quota is per transaction unless it says otherwise, and must be positive.
struct Limits {
  std::uint32_t max_events = 4096;          ///< events, the GTID prefix and the ends included.
  std::uint32_t max_changes = 10000;        ///< row changes; an UPDATE's before and after are one. Takes no room.
  std::uint64_t max_bytes = 64U << 20;      ///< bytes of encoded events.
  std::uint32_t max_event_bytes = 16U << 20;  ///< bytes of one event.
  std::uint32_t max_event_changes = 1024;   ///< row changes of one ROWS event.
  std::uint32_t max_image_bytes = 16U << 20;  ///< bytes of one row image.
  std::uint32_t max_tables = 256;           ///< table definitions.
  std::uint32_t max_columns = 4096;         ///< columns of all table definitions together.
  std::uint32_t max_table_bytes = 256U << 10;  ///< bytes of all TABLE_MAP bodies together.
  std::uint32_t max_savepoints = 16;        ///< savepoints alive at once.
  std::uint32_t max_side_bytes = 0;         ///< bytes of decompressed events; 0 is allowed and refuses them. See Codecs.
};

/// Bytes of workspace a transaction decoder with these limits needs; saturates at the largest size_t where absurd.
[[nodiscard]] std::size_t transaction_workspace_size(const Limits& limits, Input input) noexcept;

}  // namespace nbl

#endif
