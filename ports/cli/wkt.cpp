// Layout: OGC Simple Features, "Well-known Binary Representation"; servers store it little-endian.
#include "ports/cli/wkt.hpp"

#include <cstring>

#include "ports/cli/put.hpp"

namespace nbl::cli {

namespace {

constexpr const char* kNames[] = {"",           "POINT",           "LINESTRING",   "POLYGON",
                                  "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};
constexpr unsigned kDeepest = 64;

class Wkt {
 public:
  Wkt(Writer* writer, Span wkb, ShortestDigits digits) : writer_(writer), rest_(wkb), digits_(digits) {}

  bool geometry(bool named, unsigned depth) {
    const std::uint8_t order = byte();
    const std::uint32_t type = number();
    if (failed_ || order != 1 || type == 0 || type > 7 || depth == kDeepest) return false;
    if (named) {
      put_name(writer_, kNames[type]);
      write_char(writer_, ' ');
    }
    switch (type) {
      case 1: return point(true);
      case 2: return list([this] { return point(false); });
      case 3: return list([this] { return list([this] { return point(false); }); });
      default: return list([this, type, depth] { return geometry(type == 7, depth + 1); });
    }
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::uint8_t byte() {
    if (rest_.empty()) return failed_ = true, std::uint8_t{0};
    const std::uint8_t value = rest_.data[0];
    rest_ = rest_.skip(1);
    return value;
  }
  std::uint32_t number() {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << (8 * i);
    return value;
  }
  void coordinate() {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{byte()} << (8 * i);
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    write_float64(writer_, value, digits_);
  }
  bool point(bool parentheses) {
    if (parentheses) write_char(writer_, '(');
    coordinate();
    write_char(writer_, ' ');
    coordinate();
    if (parentheses) write_char(writer_, ')');
    return !failed_;
  }
  template <typename Element>
  bool list(Element&& element) {
    const std::uint32_t count = number();
    if (failed_) return false;
    if (count == 0) return put(writer_, "EMPTY"), true;
    write_char(writer_, '(');
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != 0) put(writer_, ", ");
      if (!element()) return false;
    }
    write_char(writer_, ')');
    return true;
  }

  Writer* writer_;
  Span rest_;
  ShortestDigits digits_;
  bool failed_ = false;
};

}  // namespace

bool write_wkt(Writer* writer, Span wkb, ShortestDigits digits) {
  const std::size_t start = writer->length;
  Wkt wkt(writer, wkb, digits);
  if (wkt.geometry(true, 0) && wkt.at_end()) return true;
  writer->length = start;
  return false;
}

}  // namespace nbl::cli
