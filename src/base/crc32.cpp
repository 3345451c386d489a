// Which CRC32 implementation is used.
#include "base/crc32.hpp"

#include "base/crc32_impl.hpp"

namespace nbl {

namespace {

// What the compiler's own target options promise, without asking the processor.
#if defined(NBL_CRC32_ZLIB)
constexpr Crc32Fn kPromised = &crc32_zlib;
#elif NBL_CRC32_HAS_ARM && NBL_CRC32_ARM == 1
constexpr Crc32Fn kPromised = &crc32_arm;
#elif NBL_CRC32_HAS_X86 && defined(__PCLMUL__) && defined(__SSE4_1__)
constexpr Crc32Fn kPromised = &crc32_pclmul;
#elif defined(NBL_CRC32_SMALL)
constexpr Crc32Fn kPromised = &crc32_nibble;
#else
constexpr Crc32Fn kPromised = &crc32_slicing;
#endif

}  // namespace

std::uint32_t crc32(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept {
  return kPromised(crc, data, size);
}

Crc32Fn crc32_best() noexcept {
#if defined(NBL_CRC32_ZLIB)
  return kPromised;
#elif NBL_CRC32_HAS_X86
  switch (crc32_x86_level()) {
#if NBL_CRC32_HAS_AVX512
    case Crc32X86::kAvx512: return &crc32_avx512;
#else
    case Crc32X86::kAvx512: return &crc32_avx2;
#endif
    case Crc32X86::kAvx2: return &crc32_avx2;
    case Crc32X86::kPclmul: return &crc32_pclmul;
    case Crc32X86::kNone: break;
  }
  return kPromised;
#elif NBL_CRC32_HAS_ARM
  return crc32_arm_present() ? &crc32_arm : kPromised;
#else
  return kPromised;
#endif
}

}  // namespace nbl
