// CRC32 as binary logs carry it: the zlib polynomial 0x04c11db7, reflected, with both ends inverted.
#ifndef NBL_BASE_CRC32_HPP
#define NBL_BASE_CRC32_HPP

#include <cstddef>
#include <cstdint>

namespace nbl {

/// Continues `crc` (0 to start) over `size` bytes at `data`, and gives the same value as zlib's crc32(). `data` needs no
/// alignment and may be null where `size` is 0; no byte outside [data, data + size) is read. Cannot fail.
/// Source: "Replication event checksum" in MySQL's protocol documentation: CRC-32 of ISO 3309, from 0, over the whole event.
using Crc32Fn = std::uint32_t (*)(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;

/// The fastest implementation that this processor and operating system run. It asks the processor anew at each call, which
/// traps in a virtual machine and may cost microseconds: call it once at init and keep the pointer, as every decoder does.
/// All of them give equal values, so that state may move between them in the middle of a buffer.
[[nodiscard]] Crc32Fn crc32_best() noexcept;

/// The implementation that needs nothing but what the compiler was told it may use. Detection is left out here because its
/// answer would need a mutable global: inner loops use crc32_best()'s pointer instead.
[[nodiscard]] std::uint32_t crc32(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;

}  // namespace nbl

#endif
