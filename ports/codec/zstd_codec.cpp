#include "ports/codec/zstd_codec.hpp"

#if defined(NBL_HAVE_ZSTD)
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#endif

namespace nbl {

#if defined(NBL_HAVE_ZSTD)

namespace {

bool begin(void* context, Span compressed) {
  auto* state = static_cast<ZstdCodec*>(context);
  if (state->stream == nullptr) return false;
  state->input = compressed;
  const std::size_t reset =
      ZSTD_DCtx_reset(static_cast<ZSTD_DStream*>(state->stream), ZSTD_reset_session_only);
  return ZSTD_isError(reset) == 0;
}

bool read(void* context, std::uint8_t* out, std::size_t capacity, std::size_t* produced, bool* done) {
  auto* state = static_cast<ZstdCodec*>(context);
  *produced = 0;
  *done = false;
  ZSTD_outBuffer output{out, capacity, 0};
  ZSTD_inBuffer input{state->input.data, state->input.size, 0};
  bool good = true;
  for (;;) {
    const std::size_t in_before = input.pos;
    const std::size_t out_before = output.pos;
    const std::size_t left =
        ZSTD_decompressStream(static_cast<ZSTD_DStream*>(state->stream), &output, &input);
    if (ZSTD_isError(left) != 0) {
      good = false;
      break;
    }
    // A payload may be several frames one behind the other: it is over only where its bytes are too.
    if (left == 0 && input.pos == input.size) {
      *done = true;
      break;
    }
    if (output.pos == output.size) break;
    if (input.pos == in_before && output.pos == out_before) {
      good = false;  // cut off: zstd wants bytes that are not there.
      break;
    }
  }
  state->input = state->input.skip(input.pos);
  *produced = output.pos;
  return good;
}

}  // namespace

bool zstd_codec_built() noexcept { return true; }

std::size_t zstd_codec_workspace_size(unsigned window_log) noexcept {
  if (window_log < 10 || window_log > 31) return 0;
  return ZSTD_estimateDStreamSize(std::size_t{1} << window_log);
}

bool zstd_codec_init(ZstdCodec* state, void* memory, std::size_t size, unsigned window_log,
                     Codec* codec) noexcept {
  state->input = Span{};
  state->stream = memory != nullptr && window_log >= 10 && window_log <= 31
                      ? ZSTD_initStaticDStream(memory, size)
                      : nullptr;
  *codec = Codec{state, &begin, &read};
  if (state->stream == nullptr) return false;
  auto* stream = static_cast<ZSTD_DStream*>(state->stream);
  // A frame that wants a larger window is refused before it can ask for memory.
  const std::size_t set = ZSTD_DCtx_setMaxWindowSize(stream, std::size_t{1} << window_log);
  return ZSTD_isError(set) == 0 && size >= zstd_codec_workspace_size(window_log);
}

#else

bool zstd_codec_built() noexcept { return false; }
std::size_t zstd_codec_workspace_size(unsigned) noexcept { return 0; }
bool zstd_codec_init(ZstdCodec* state, void*, std::size_t, unsigned, Codec* codec) noexcept {
  *state = ZstdCodec{};
  *codec = Codec{};
  return false;
}

#endif

}  // namespace nbl
