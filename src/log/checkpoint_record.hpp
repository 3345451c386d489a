// What the checkpoint files share.
#ifndef NBL_LOG_CHECKPOINT_RECORD_HPP
#define NBL_LOG_CHECKPOINT_RECORD_HPP

#include "log/gtid_set_record.hpp"

namespace nbl {

inline constexpr u8 kCheckpointMagic[4] = {'N', 'B', 'C', 'P'};
inline constexpr usize kCheckpointHeadBytes = 72;
inline constexpr usize kCheckpointGenerationAt = 16;

/// Whether a whole record lies at the start of `bytes`, of whatever version.
[[nodiscard]] bool is_checkpoint_record(Span bytes, ChecksumFunction crc, usize* record_bytes) noexcept;

}  // namespace nbl

#endif
