#include "ports/cli/converter.hpp"

#include <cerrno>

namespace nbl::cli {

namespace {

const iconv_t kNone = reinterpret_cast<iconv_t>(-1);

bool convert(void* host, Charset charset, Span text, Span* utf8) {
  return static_cast<Converter*>(host)->to_utf8(charset, text, utf8);
}
bool inflate_cell(void* host, const Cell& cell, Span* plain) {
  return static_cast<Converter*>(host)->decompress(cell.bytes, plain);
}

}  // namespace

Converter::Converter() {
  for (iconv_t& open : open_) open = kNone;
}

Converter::~Converter() {
  for (const iconv_t open : open_) {
    if (open != kNone) ::iconv_close(open);
  }
}

void Converter::lend(TextOptions* options) {
  options->host = this;
  options->convert = &convert;
  options->decompress = &inflate_cell;
}

bool Converter::to_utf8(Charset charset, Span text, Span* utf8) {
  const auto slot = static_cast<std::size_t>(charset);
  const char* name = charset_iconv_name(charset);
  if (name == nullptr || slot >= kCharsets) return false;
  iconv_t& open = open_[slot];
  if (open == kNone) open = ::iconv_open("UTF-8", name);
  if (open == kNone) return false;
  // No character set here takes fewer bytes for a character than a fourth of what UTF-8 does.
  const std::size_t room = text.size * 4 + 16;
  if (text_.size() < room) text_.resize(room);
  static_cast<void>(::iconv(open, nullptr, nullptr, nullptr, nullptr));
  // iconv's pointer is not const; it does not write through it.
  char* in = reinterpret_cast<char*>(const_cast<std::uint8_t*>(text.data));
  std::size_t in_left = text.size;
  char* out = reinterpret_cast<char*>(text_.data());
  std::size_t out_left = text_.size();
  while (in_left != 0) {
    // A positive result counts characters that were replaced by something like them: not the same text.
    const std::size_t replaced = ::iconv(open, &in, &in_left, &out, &out_left);
    if (replaced != 0) return false;
  }
  static_cast<void>(::iconv(open, nullptr, nullptr, &out, &out_left));
  *utf8 = Span{text_.data(), text_.size() - out_left};
  return true;
}

// Layout: sql/field.cc of MariaDB, "Column compression": a byte of method (high four bits), wrap (bit 3) and
// length width (low three), the big-endian length, then the stream. Method 8 is zlib; wrap says that it is a
// bare deflate stream.
bool Converter::decompress(Span stored, Span* plain) {
  if (stored.empty()) return false;
  const unsigned head = stored.data[0];
  const unsigned width = head & 7U;
  if ((head >> 4) != 8 || stored.size < 1U + width || width > 4) return false;
  std::size_t size = 0;
  for (unsigned i = 0; i < width; ++i) size = (size << 8) | stored.data[1 + i];
  const bool raw = (head & 8U) != 0;
  std::unique_ptr<ZlibCodec>& state = raw ? raw_ : zlib_;
  Codec& codec = raw ? raw_codec_ : zlib_codec_;
  if (!state) {
    state = std::make_unique<ZlibCodec>();
    if (!zlib_codec_init(state.get(), raw, &codec)) return state.reset(), false;
  }
  // The length is a claim of the log's; zlib's best is a thousandfold.
  if (size / 1100 > stored.size) return false;
  if (plain_.size() < size + 1) plain_.resize(size + 1);
  if (!codec.begin(codec.context, stored.skip(1 + width))) return false;
  std::size_t produced = 0;
  bool done = false;
  if (!codec.read(codec.context, plain_.data(), size + 1, &produced, &done) || !done || produced != size)
    return false;
  *plain = Span{plain_.data(), size};
  return true;
}

}  // namespace nbl::cli
