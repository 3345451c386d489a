// Every CRC32 implementation against a bit at a time and against zlib, with nothing readable around the buffer.
#include "base/crc32.hpp"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "base/crc32_impl.hpp"

namespace {

struct Variant {
  const char* name;
  nbl::Crc32Fn run;
};

// What this machine can run.
std::vector<Variant> variants() {
  std::vector<Variant> v{{"crc32", &nbl::crc32},
                         {"best", nbl::crc32_best()},
                         {"slicing", &nbl::crc32_slicing},
                         {"nibble", &nbl::crc32_nibble}};
#if NBL_CRC32_HAS_X86
  const nbl::Crc32X86 level = nbl::crc32_x86_level();
  if (level >= nbl::Crc32X86::kPclmul) v.push_back({"pclmul", &nbl::crc32_pclmul});
  if (level >= nbl::Crc32X86::kAvx2) v.push_back({"avx2", &nbl::crc32_avx2});
#if NBL_CRC32_HAS_AVX512
  if (level >= nbl::Crc32X86::kAvx512) v.push_back({"avx512", &nbl::crc32_avx512});
#endif
#endif
#if NBL_CRC32_HAS_ARM
  if (nbl::crc32_arm_present()) v.push_back({"arm", &nbl::crc32_arm});
#endif
#if defined(NBL_CRC32_ZLIB)
  v.push_back({"zlib", &nbl::crc32_zlib});
#endif
  return v;
}

// The definition, a bit at a time.
std::uint32_t reference(std::uint32_t crc, const std::uint8_t* data, std::size_t size) {
  crc = ~crc;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? (crc >> 1) ^ 0xedb88320U : crc >> 1;
  }
  return ~crc;
}

std::uint32_t by_zlib(std::uint32_t crc, const std::uint8_t* data, std::size_t size) {
  return static_cast<std::uint32_t>(::crc32(crc, data, static_cast<uInt>(size)));
}

std::vector<std::uint8_t> random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(size);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

// One readable stretch between two pages that stop any program which touches them.
class Fenced {
 public:
  explicit Fenced(std::size_t pages) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), size_(pages * page_) {
    void* const all = mmap(nullptr, size_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(all != MAP_FAILED);
    all_ = static_cast<std::uint8_t*>(all);
    REQUIRE(mprotect(begin(), size_, PROT_READ | PROT_WRITE) == 0);
    const auto bytes = random_bytes(size_, 5);
    for (std::size_t i = 0; i < size_; ++i) begin()[i] = bytes[i];
  }
  Fenced(const Fenced&) = delete;
  Fenced& operator=(const Fenced&) = delete;
  ~Fenced() { munmap(all_, size_ + 2 * page_); }
  [[nodiscard]] std::uint8_t* begin() const { return all_ + page_; }
  [[nodiscard]] std::uint8_t* end() const { return begin() + size_; }

 private:
  std::size_t page_;
  std::size_t size_;
  std::uint8_t* all_ = nullptr;
};

constexpr std::size_t kSizes = 1100;
constexpr std::uint32_t kStarts[] = {0U, 1U, 0xffffffffU, 0x5a17c0deU};

}  // namespace

TEST_CASE("crc32: the catalogue's check value and the trivial ones") {
  const auto* const digits = reinterpret_cast<const std::uint8_t*>("123456789");
  const std::uint8_t zeros[32] = {};
  CHECK(reference(0, digits, 9) == 0xcbf43926U);
  for (const Variant& v : variants()) {
    CAPTURE(v.name);
    CHECK(v.run(0, digits, 9) == 0xcbf43926U);
    CHECK(v.run(0, zeros, 32) == 0x190a55adU);
    for (const std::uint32_t start : kStarts) {
      CHECK(v.run(start, digits, 0) == start);
      CHECK(v.run(start, nullptr, 0) == start);
    }
  }
}

TEST_CASE("crc32: every size up to 1100 at every alignment is zlib's and the definition's") {
  const auto bytes = random_bytes(kSizes + 64, 1);
  for (std::size_t size = 0; size <= kSizes; ++size) {
    for (std::size_t alignment = 0; alignment < 16; ++alignment) {
      const std::uint8_t* const data = bytes.data() + alignment;
      const std::uint32_t start = kStarts[(size + alignment) % 4];
      const std::uint32_t expected = by_zlib(start, data, size);
      if (alignment == size % 16) CHECK(reference(start, data, size) == expected);
      for (const Variant& v : variants()) {
        const std::uint32_t got = v.run(start, data, size);
        if (got == expected) continue;
        CAPTURE(v.name);
        CAPTURE(size);
        CAPTURE(alignment);
        CHECK(got == expected);
      }
    }
  }
}

TEST_CASE("crc32: nothing outside the buffer is read, at both edges of a mapping") {
  const Fenced fenced(1);
  for (const Variant& v : variants()) {
    CAPTURE(v.name);
    std::size_t wrong = 0;
    for (std::size_t size = 0; size <= kSizes; ++size) {
      if (v.run(0, fenced.begin(), size) != by_zlib(0, fenced.begin(), size)) ++wrong;
      if (v.run(7, fenced.end() - size, size) != by_zlib(7, fenced.end() - size, size)) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("crc32: continuing at any split gives the whole, also from one implementation to another") {
  constexpr std::size_t kSize = 700;
  const auto bytes = random_bytes(kSize, 2);
  const std::uint32_t whole = by_zlib(0, bytes.data(), kSize);
  for (const Variant& first : variants()) {
    for (const Variant& second : variants()) {
      CAPTURE(first.name);
      CAPTURE(second.name);
      std::size_t wrong = 0;
      for (std::size_t split = 0; split <= kSize; ++split) {
        const std::uint32_t head = first.run(0, bytes.data(), split);
        if (second.run(head, bytes.data() + split, kSize - split) != whole) ++wrong;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("crc32: random stretches of a megabyte are zlib's") {
  constexpr std::size_t kSize = std::size_t{1} << 20;
  const auto bytes = random_bytes(kSize, 3);
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    const std::size_t limit = round % 2 == 0 ? kSize : 20000;
    const std::size_t from = random() % kSize;
    const std::size_t size = random() % ((kSize - from < limit ? kSize - from : limit) + 1);
    const auto start = static_cast<std::uint32_t>(random());
    const std::uint32_t expected = by_zlib(start, bytes.data() + from, size);
    for (const Variant& v : variants()) {
      CAPTURE(v.name);
      CAPTURE(from);
      CAPTURE(size);
      CHECK(v.run(start, bytes.data() + from, size) == expected);
    }
  }
  for (const Variant& v : variants()) CHECK(v.run(0, bytes.data(), kSize) == by_zlib(0, bytes.data(), kSize));
}

TEST_CASE("crc32: a flipped bit anywhere is seen") {
  auto bytes = random_bytes(300, 6);
  for (const Variant& v : variants()) {
    CAPTURE(v.name);
    const std::uint32_t whole = v.run(0, bytes.data(), bytes.size());
    std::size_t unseen = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
      if (v.run(0, bytes.data(), bytes.size()) == whole) ++unseen;
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
    }
    CHECK(unseen == 0);
  }
}
