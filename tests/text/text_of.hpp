// A writer over a string, which fails the test where a piece does not fit its own count.
#ifndef NBL_TESTS_TEXT_OF_HPP
#define NBL_TESTS_TEXT_OF_HPP

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "nanobinlog/text.hpp"

namespace text_test {

// Runs `write` with all the room there is, then with every smaller capacity up to 300: the count must stay,
// the bytes must be the text's beginning, and nothing may be written behind. The buffers are exact, for the
// sanitizer's sake.
template <typename Write>
std::string text_of(Write write) {
  nbl::Writer measure;
  write(&measure);
  std::vector<char> room(measure.length + 64, '\x7e');
  nbl::Writer roomy{room.data(), room.size(), 0};
  write(&roomy);
  REQUIRE(roomy.length == measure.length);
  const std::string whole(room.data(), roomy.length);
  for (std::size_t capacity = 0; capacity <= whole.size() && capacity < 300; ++capacity) {
    std::vector<char> small(capacity);
    nbl::Writer tight{small.data(), capacity, 0};
    write(&tight);
    REQUIRE(tight.length == whole.size());
    REQUIRE(tight.fits() == (capacity == whole.size()));
    REQUIRE(std::string(small.data(), capacity) == whole.substr(0, capacity));
  }
  return whole;
}

inline nbl::Span bytes_of(const std::string& text) {
  return nbl::Span{reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

}  // namespace text_test

#endif
