// What a cell's text needs from the system: character sets, and MariaDB's compressed columns.
#ifndef NANOBINLOG_PORTS_CLI_CONVERTER_HPP
#define NANOBINLOG_PORTS_CLI_CONVERTER_HPP

#include <iconv.h>

#include <memory>
#include <string>
#include <vector>

#include "nanobinlog/text.hpp"
#include "ports/codec/zlib_codec.hpp"

namespace nbl::cli {

/// The host side of TextOptions. One a program.
class Converter {
 public:
  Converter();
  ~Converter();
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  /// Puts itself behind `options`.
  void lend(TextOptions* options);

  /// UTF-8 of `text`, valid until the next call; false where the bytes are invalid in the character set.
  [[nodiscard]] bool to_utf8(Charset charset, Span text, Span* utf8);
  /// The plain bytes of a COMPRESSED column's cell, valid until the next call.
  [[nodiscard]] bool decompress(Span stored, Span* plain);

 private:
  static constexpr std::size_t kCharsets = 64;

  std::vector<std::uint8_t> text_;
  std::vector<std::uint8_t> plain_;
  iconv_t open_[kCharsets];
  std::unique_ptr<ZlibCodec> zlib_;
  std::unique_ptr<ZlibCodec> raw_;
  Codec zlib_codec_;
  Codec raw_codec_;
};

}  // namespace nbl::cli

#endif
