#ifndef NBL_TESTS_FUZZ_MUTATE_HPP
#define NBL_TESTS_FUZZ_MUTATE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fuzz {

/// libFuzzer's own mutation of bytes; gives the new size.
using MutateBytes = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Mutates an input of Shape::log in place: the body of one event, or the order, number and types of events. Gives the new
/// size, at most `max_size`.
std::size_t mutate_log(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed, MutateBytes mutate);

}  // namespace fuzz

#endif
