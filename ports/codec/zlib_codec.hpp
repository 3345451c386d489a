// zlib for MariaDB's compressed events and columns, in the caller's own memory.
#ifndef NANOBINLOG_PORTS_CODEC_ZLIB_CODEC_HPP
#define NANOBINLOG_PORTS_CODEC_ZLIB_CODEC_HPP

#include "nanobinlog/log.hpp"

namespace nbl {

/// Bytes of memory a stream needs: zlib's inflate state and its window of 32 KiB, with room for the alignment
/// of each.
inline constexpr std::size_t kZlibCodecBytes = 48U << 10;

/// What a Codec's context points to; it may not be moved once it has been initialised.
struct ZlibCodec {
  alignas(16) unsigned char memory[kZlibCodecBytes];
  std::size_t used = 0;
  bool ready = false;
  alignas(16) unsigned char stream[128];  ///< a z_stream.
};

/// Whether this build has zlib.
[[nodiscard]] bool zlib_codec_built() noexcept;
/// `raw`: a bare deflate stream, without zlib's head and checksum. False where zlib is not built in.
[[nodiscard]] bool zlib_codec_init(ZlibCodec* state, bool raw, Codec* codec) noexcept;

}  // namespace nbl

#endif
