// Every CRC32 implementation by its own name, for the selection and for what measures and tests them one by one.
//
// What a build may set, each a macro:
//   NBL_CRC32_ZLIB      zlib's crc32 does all the work (links zlib)
//   NBL_CRC32_PORTABLE  no instruction but the base set's: the table alone
//   NBL_CRC32_SMALL     the portable table takes 64 bytes of constants instead of 8 KiB; for firmware
//   NBL_CRC32_ARM       0 never, 1 always, 2 ask the processor (see crc32_arm.cpp); unset: 1 where the compiler targets the
//                       CRC extension, 2 on 64-bit Linux, else 0
#ifndef NBL_BASE_CRC32_IMPL_HPP
#define NBL_BASE_CRC32_IMPL_HPP

#include "base/crc32.hpp"

#if !defined(NBL_CRC32_PORTABLE) && (defined(__x86_64__) || defined(__i386__))
#define NBL_CRC32_HAS_X86 1
#else
#define NBL_CRC32_HAS_X86 0
#endif
// 64-bit masks and registers 16 to 31 are what that variant is made of.
#if NBL_CRC32_HAS_X86 && defined(__x86_64__) && !defined(__ILP32__)
#define NBL_CRC32_HAS_AVX512 1
#else
#define NBL_CRC32_HAS_AVX512 0
#endif

#if !defined(NBL_CRC32_ARM)
#if defined(__ARM_FEATURE_CRC32)
#define NBL_CRC32_ARM 1
#elif defined(__aarch64__) && defined(__linux__)
#define NBL_CRC32_ARM 2
#else
#define NBL_CRC32_ARM 0
#endif
#endif
#if !defined(NBL_CRC32_PORTABLE) && NBL_CRC32_ARM != 0 && (defined(__aarch64__) || defined(__ARM_FEATURE_CRC32))
#define NBL_CRC32_HAS_ARM 1
#else
#define NBL_CRC32_HAS_ARM 0
#endif

namespace nbl {

// The contract of each is Crc32Fn's.
[[nodiscard]] std::uint32_t crc32_slicing(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
[[nodiscard]] std::uint32_t crc32_nibble(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;

#if NBL_CRC32_HAS_X86
/// Ordered: a processor that runs one level runs those below it.
enum class Crc32X86 : std::uint8_t { kNone, kPclmul, kAvx2, kAvx512 };
/// What the processor has and the operating system saves.
[[nodiscard]] Crc32X86 crc32_x86_level() noexcept;
/// Needs PCLMULQDQ and SSE4.1.
[[nodiscard]] std::uint32_t crc32_pclmul(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
/// Needs VPCLMULQDQ and AVX2.
[[nodiscard]] std::uint32_t crc32_avx2(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
#if NBL_CRC32_HAS_AVX512
/// Needs VPCLMULQDQ, AVX-512 F, BW and VL, and BMI2.
[[nodiscard]] std::uint32_t crc32_avx512(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
#endif
#endif

#if NBL_CRC32_HAS_ARM
/// Whether crc32_arm() may be called.
[[nodiscard]] bool crc32_arm_present() noexcept;
/// Needs the ARMv8 CRC32 extension.
[[nodiscard]] std::uint32_t crc32_arm(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
#endif

#if defined(NBL_CRC32_ZLIB)
[[nodiscard]] std::uint32_t crc32_zlib(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;
#endif

}  // namespace nbl

#endif
