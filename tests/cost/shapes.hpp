// Logs that are costly for their size.
#ifndef NBL_TESTS_COST_SHAPES_HPP
#define NBL_TESTS_COST_SHAPES_HPP

#include <cstddef>
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
/// Those of rows: images with few bytes and much to look at.
std::vector<Shape> row_shapes();

}  // namespace cost

#endif
