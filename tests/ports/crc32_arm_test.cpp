// The Arm instructions against the table, on the machines that have them.
#include <doctest/doctest.h>

#include <vector>

#include "base/crc32_impl.hpp"

#if NBL_CRC32_HAS_ARM

namespace {

std::vector<std::uint8_t> noise(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  std::uint32_t state = 2463534242U;
  for (auto& byte : bytes) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return bytes;
}

}  // namespace

TEST_CASE("aarch64 sums with its CRC32 instructions") {
  REQUIRE(nbl::crc32_arm_present());
  CHECK((nbl::crc32_best() == &nbl::crc32_arm));
}

TEST_CASE("the Arm instructions and the table agree at every size, alignment and start") {
  const std::vector<std::uint8_t> bytes = noise(4096);
  // "123456789" gives the CRC's check value in every description of this polynomial.
  const std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  CHECK(nbl::crc32_arm(0, digits, sizeof digits) == 0xcbf43926U);
  for (std::size_t size = 0; size < 200; ++size) {
    for (std::size_t from = 0; from < 9; ++from) {
      REQUIRE(nbl::crc32_arm(0x12345678U, bytes.data() + from, size) ==
              nbl::crc32_slicing(0x12345678U, bytes.data() + from, size));
    }
  }
  CHECK(nbl::crc32_arm(0, bytes.data(), bytes.size()) == nbl::crc32_slicing(0, bytes.data(), bytes.size()));
}

#endif
