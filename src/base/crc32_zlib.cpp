// CRC32 by zlib, where the build asks for it.
#include "base/crc32_impl.hpp"

#if defined(NBL_CRC32_ZLIB)

#include <zlib.h>

#include "base/load.hpp"

namespace nbl {

u32 crc32_zlib(u32 crc, const u8* data, usize size) noexcept {
  // zlib answers 0, not the CRC so far, where the pointer is null. Its length is 32-bit.
  constexpr usize kMost = 0x40000000U;
  while (size != 0) {
    const usize part = size < kMost ? size : kMost;
    crc = static_cast<u32>(::crc32(crc, data, static_cast<uInt>(part)));
    data += part;
    size -= part;
  }
  return crc;
}

}  // namespace nbl

#endif
