// zstd for compressed transactions, in the caller's own memory.
#ifndef NANOBINLOG_PORTS_CODEC_ZSTD_CODEC_HPP
#define NANOBINLOG_PORTS_CODEC_ZSTD_CODEC_HPP

#include "nanobinlog/log.hpp"

namespace nbl {

/// What a Codec's context points to. It and the memory it was given must outlive the reader.
struct ZstdCodec {
  void* stream = nullptr;  ///< zstd's own context, inside the caller's memory.
  Span input;              ///< what is left of the compressed bytes.
};

/// Whether this build has zstd.
[[nodiscard]] bool zstd_codec_built() noexcept;
/// Bytes of memory for frames with windows of up to 2^window_log bytes (10 to 31); 0 where zstd is not built
/// in. MySQL's own compression levels need a window_log of up to 27 for transactions of 128 MiB and more; 21
/// is enough for its default level.
[[nodiscard]] std::size_t zstd_codec_workspace_size(unsigned window_log) noexcept;
/// Places zstd's context into `memory`, aligned to 8 bytes. No byte is ever asked of malloc. False where zstd
/// is not built in or the memory is too small; `codec` then refuses every stream.
[[nodiscard]] bool zstd_codec_init(ZstdCodec* state, void* memory, std::size_t size, unsigned window_log,
                                   Codec* codec) noexcept;

}  // namespace nbl

#endif
