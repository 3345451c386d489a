// CRC32 by the ARMv8 instructions.
//
// Whether the processor has them, in a build for plain ARMv8-A (NBL_CRC32_ARM=2), is read from ID_AA64ISAR0_EL1. Linux lets
// a program read it since 4.11; an older kernel stops the program at that instruction instead. getauxval() would know too, but is
// an undefined symbol that the core must not have. For an older kernel build with 1 where the processor is known (all
// Cortex-A cores and all of ARMv8.1 have the instructions) or 0.
#include "base/crc32_impl.hpp"

#if NBL_CRC32_HAS_ARM

#include "base/load.hpp"

#if !defined(__aarch64__)
#include <arm_acle.h>
#endif

namespace nbl {

namespace {

// In 64-bit code by assembly: compilers disagree on how one function asks for the extension, assemblers do not.
#if defined(__aarch64__)
inline u32 step8(u32 crc, u64 v) noexcept {
  __asm__(".arch_extension crc\n\tcrc32x %w0, %w0, %1" : "+r"(crc) : "r"(v));
  return crc;
}
inline u32 step4(u32 crc, u32 v) noexcept {
  __asm__(".arch_extension crc\n\tcrc32w %w0, %w0, %w1" : "+r"(crc) : "r"(v));
  return crc;
}
inline u32 step2(u32 crc, u32 v) noexcept {
  __asm__(".arch_extension crc\n\tcrc32h %w0, %w0, %w1" : "+r"(crc) : "r"(v));
  return crc;
}
inline u32 step1(u32 crc, u32 v) noexcept {
  __asm__(".arch_extension crc\n\tcrc32b %w0, %w0, %w1" : "+r"(crc) : "r"(v));
  return crc;
}
#else
inline u32 step8(u32 crc, u64 v) noexcept { return __crc32d(crc, v); }
inline u32 step4(u32 crc, u32 v) noexcept { return __crc32w(crc, v); }
inline u32 step2(u32 crc, u32 v) noexcept { return __crc32h(crc, static_cast<u16>(v)); }
inline u32 step1(u32 crc, u32 v) noexcept { return __crc32b(crc, static_cast<u8>(v)); }
#endif

}  // namespace

bool crc32_arm_present() noexcept {
#if NBL_CRC32_ARM == 1
  return true;
#else
  u64 features = 0;
  __asm__("mrs %0, ID_AA64ISAR0_EL1" : "=r"(features));
  return ((features >> 16) & 0xfU) != 0;  // bits 16 to 19: CRC32
#endif
}

u32 crc32_arm(u32 crc, const u8* data, usize size) noexcept {
  crc = ~crc;
  for (; size >= 32; data += 32, size -= 32) {
    const u64 a = load_le64(data);
    const u64 b = load_le64(data + 8);
    const u64 c = load_le64(data + 16);
    const u64 d = load_le64(data + 24);
    crc = step8(step8(step8(step8(crc, a), b), c), d);
  }
  if ((size & 16U) != 0) {
    const u64 a = load_le64(data);
    const u64 b = load_le64(data + 8);
    crc = step8(step8(crc, a), b);
    data += 16;
  }
  if ((size & 8U) != 0) {
    crc = step8(crc, load_le64(data));
    data += 8;
  }
  if ((size & 4U) != 0) {
    crc = step4(crc, load_le32(data));
    data += 4;
  }
  if ((size & 2U) != 0) {
    crc = step2(crc, load_le16(data));
    data += 2;
  }
  if ((size & 1U) != 0) crc = step1(crc, *data);
  return ~crc;
}

}  // namespace nbl

#endif
