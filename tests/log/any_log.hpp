// Logs that nobody would write, out of a seed: most events are in order, some are not, and no two seeds
// alike.
#ifndef NBL_TESTS_LOG_ANY_LOG_HPP
#define NBL_TESTS_LOG_ANY_LOG_HPP

#include <random>

#include "log/log_builder.hpp"

namespace log_test {

/// The same numbers on every machine: the standard's distributions are not, so none of them is used.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::mt19937 engine_;
};

struct AnyLog {
  Bytes bytes;
  std::vector<std::size_t> events;    ///< where each starts, the format description's first
  std::vector<std::uint32_t> groups;  ///< the events that begin one
  std::size_t largest = 0;            ///< bytes of the largest event
  bool sizes_hold = true;             ///< no size field has been damaged
};

/// How often something is out of order: one event in `oddity`.
AnyLog any_log(std::uint32_t seed, std::uint32_t oddity);

}  // namespace log_test

#endif
