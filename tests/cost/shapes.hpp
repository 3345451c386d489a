#ifndef NBL_TESTS_COST_SHAPES_HPP
#define NBL_TESTS_COST_SHAPES_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace cost {

/// A log of about a megabyte that is as expensive for its size as its kind can be.
struct Shape {
  std::string name;
  std::vector<std::uint8_t> log;
  std::size_t piece = ~std::size_t{0};  // bytes a call
};

/// The first is the ordinary one.
std::vector<Shape> all_shapes();

}  // namespace cost

#endif
