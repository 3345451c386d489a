// Constant texts by number, without a pointer in them.
//
// A switch that returns string literals becomes a table of addresses, which a shared library must relocate at
// every start and position-independent firmware cannot hold in flash. This packs the same texts, at compile
// time, into one run of characters and 16-bit offsets.
#ifndef NBL_BASE_TEXT_TABLE_HPP
#define NBL_BASE_TEXT_TABLE_HPP

#include "base/load.hpp"

namespace nbl {

/// Gives the text of a number, or null for a number that has none. Only ever called by the compiler.
using TextSource = const char* (*)(u16) noexcept;

constexpr usize text_size(const char* text) noexcept {
  usize size = 1;
  while (text[size - 1] != 0) ++size;
  return size;
}

template <TextSource source, u16 last>
struct TextTable {
  static constexpr usize count() noexcept {
    usize n = 0;
    for (u32 key = 0; key <= last; ++key) n += source(static_cast<u16>(key)) != nullptr ? 1U : 0U;
    return n;
  }
  static constexpr usize size() noexcept {
    usize n = 0;
    for (u32 key = 0; key <= last; ++key) {
      const char* text = source(static_cast<u16>(key));
      if (text != nullptr) n += text_size(text);
    }
    return n;
  }

  u16 keys[count()] = {};  ///< growing.
  u16 starts[count()] = {};
  char characters[size()] = {};

  constexpr TextTable() noexcept {
    static_assert(size() <= 0xffff, "offsets have 16 bits");
    usize index = 0;
    usize at = 0;
    for (u32 key = 0; key <= last; ++key) {
      const char* text = source(static_cast<u16>(key));
      if (text == nullptr) continue;
      keys[index] = static_cast<u16>(key);
      starts[index++] = static_cast<u16>(at);
      for (; *text != 0; ++text) characters[at++] = *text;
      characters[at++] = 0;
    }
  }

  /// The text of `key`, or null.
  [[nodiscard]] constexpr const char* find(u16 key) const noexcept {
    usize low = 0;
    usize high = count();
    while (low < high) {
      const usize middle = low + (high - low) / 2;
      if (keys[middle] == key) return characters + starts[middle];
      if (keys[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return nullptr;
  }
};

}  // namespace nbl

#endif
