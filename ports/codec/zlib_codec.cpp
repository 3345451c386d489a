#include "ports/codec/zlib_codec.hpp"

#if defined(NBL_HAVE_ZLIB)
#include <zlib.h>

#include <new>
#endif

namespace nbl {

#if defined(NBL_HAVE_ZLIB)

namespace {

static_assert(sizeof(z_stream) <= sizeof(ZlibCodec::stream));

z_stream* stream_of(ZlibCodec* state) { return std::launder(reinterpret_cast<z_stream*>(state->stream)); }

// zlib asks twice: for its state at the start and for its window at the first output that needs one. Neither
// is given back before the end, so that taking from the front is all it takes.
voidpf take(voidpf context, uInt items, uInt size) {
  auto* state = static_cast<ZlibCodec*>(context);
  const std::size_t wanted = (std::size_t{items} * size + 15U) & ~std::size_t{15};
  if (wanted > kZlibCodecBytes - state->used) return nullptr;
  void* at = state->memory + state->used;
  state->used += wanted;
  return at;
}
void give_back(voidpf, voidpf) {}

bool begin(void* context, Span compressed) {
  auto* state = static_cast<ZlibCodec*>(context);
  if (!state->ready || compressed.size > 0xffffffffU) return false;
  z_stream* stream = stream_of(state);
  if (inflateReset(stream) != Z_OK) return false;
  // zlib's pointer is not const; it does not write through it.
  stream->next_in = const_cast<Bytef*>(compressed.data);
  stream->avail_in = static_cast<uInt>(compressed.size);
  return true;
}

bool read(void* context, std::uint8_t* out, std::size_t capacity, std::size_t* produced, bool* done) {
  z_stream* stream = stream_of(static_cast<ZlibCodec*>(context));
  const uInt room = capacity < 0x40000000U ? static_cast<uInt>(capacity) : 0x40000000U;
  stream->next_out = out;
  stream->avail_out = room;
  const int result = inflate(stream, Z_NO_FLUSH);
  *produced = room - stream->avail_out;
  *done = result == Z_STREAM_END;
  if (*done) return true;
  if (result == Z_BUF_ERROR && room == 0) return true;
  // Without an end and with room left, zlib wants bytes that are not there.
  return result == Z_OK && stream->avail_out == 0;
}

}  // namespace

bool zlib_codec_built() noexcept { return true; }

bool zlib_codec_init(ZlibCodec* state, bool raw, Codec* codec) noexcept {
  state->used = 0;
  auto* stream = new (state->stream) z_stream{};
  stream->zalloc = &take;
  stream->zfree = &give_back;
  stream->opaque = state;
  state->ready = inflateInit2(stream, raw ? -15 : 15) == Z_OK;
  *codec = Codec{state, &begin, &read};
  return state->ready;
}

#else

bool zlib_codec_built() noexcept { return false; }
bool zlib_codec_init(ZlibCodec* state, bool, Codec* codec) noexcept {
  state->ready = false;
  *codec = Codec{};
  return false;
}

#endif

}  // namespace nbl
