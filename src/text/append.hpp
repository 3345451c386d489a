// How the pieces of the text room reach the writer: in place where a piece's longest form fits, else by way
// of a copy that is counted in full and stored as far as there is room.
#ifndef NBL_TEXT_APPEND_HPP
#define NBL_TEXT_APPEND_HPP

#include <cstring>

#include "base/load.hpp"
#include "nanobinlog/text.hpp"

namespace nbl {

/// Room for `most` chars at the end of the text, or null where they may not fit.
[[nodiscard]] inline char* text_room(Writer* writer, usize most) noexcept {
  const usize length = writer->length;
  return length <= writer->capacity && writer->capacity - length >= most ? writer->out + length : nullptr;
}

inline void append(Writer* writer, const char* text, usize size) noexcept {
  const usize length = writer->length;
  writer->length = length + size;
  if (length >= writer->capacity) return;
  const usize room = writer->capacity - length;
  const usize count = size < room ? size : room;
  if (count != 0) std::memcpy(writer->out + length, text, count);
}

/// A constant text.
template <usize kSize>
inline void append(Writer* writer, const char (&text)[kSize]) noexcept {
  if (char* room = text_room(writer, kSize - 1)) {
    std::memcpy(room, text, kSize - 1);
    writer->length += kSize - 1;
    return;
  }
  append(writer, text, kSize - 1);
}

inline void append_char(Writer* writer, char c) noexcept {
  if (writer->length < writer->capacity) writer->out[writer->length] = c;
  ++writer->length;
}

/// Where a piece of at most kMost chars is put together: the text's end itself, or a small buffer where that
/// is near.
template <usize kMost>
class Piece {
 public:
  explicit Piece(Writer* writer) noexcept : writer_(writer), start_(text_room(writer, kMost)) {
    if (start_ == nullptr) start_ = spare_;
  }
  [[nodiscard]] char* start() noexcept { return start_; }
  /// `end` is behind the last char written.
  void finish(const char* end) noexcept {
    const usize size = static_cast<usize>(end - start_);
    if (start_ == spare_) return append(writer_, spare_, size);
    writer_->length += size;
  }

 private:
  static_assert(kMost <= 128);
  Writer* writer_;
  char* start_;
  char spare_[kMost];
};

}  // namespace nbl

#endif
