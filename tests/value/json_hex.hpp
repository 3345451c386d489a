// Hex in test tables: "0a0b", blanks ignored, "[78*3]" for 787878.
#ifndef NBL_TESTS_JSON_HEX_HPP
#define NBL_TESTS_JSON_HEX_HPP

#include <cstdlib>
#include <string>
#include <vector>

#include "nanobinlog/span.hpp"

namespace json_test {

using Bytes = std::vector<unsigned char>;

inline Bytes from_hex(const std::string& text) {
  Bytes out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
    } else if (text[i] == '[') {
      const auto byte = static_cast<unsigned char>(std::stoul(text.substr(i + 1, 2), nullptr, 16));
      out.insert(out.end(), std::stoul(text.substr(i + 4)), byte);
      i = text.find(']', i) + 1;
    } else {
      out.push_back(static_cast<unsigned char>(std::stoul(text.substr(i, 2), nullptr, 16)));
      i += 2;
    }
  }
  return out;
}

// The texts' [78*n] stands for n letters x.
inline std::string expand(const std::string& text) {
  const std::size_t at = text.find("[78*");
  if (at == std::string::npos) return text;
  const std::size_t end = text.find(']', at);
  return text.substr(0, at) + std::string(std::stoul(text.substr(at + 4)), 'x') + text.substr(end + 1);
}

inline nbl::Span span(const Bytes& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }
inline std::string text_of(nbl::Span s) { return std::string(reinterpret_cast<const char*>(s.data), s.size); }

}  // namespace json_test

#endif
