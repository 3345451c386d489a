// CRC32 for firmware: a nibble a step through 64 bytes of table. Apart from crc32_table.cpp so that a linker leaves the
// other's 8 KiB behind.
#include "base/crc32_impl.hpp"
#include "base/load.hpp"

namespace nbl {

namespace {

struct Table {
  u32 at[16];
};

constexpr Table make_table() noexcept {
  Table t{};
  for (u32 nibble = 0; nibble < 16; ++nibble) {
    u32 crc = nibble;
    for (unsigned bit = 0; bit < 4; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    t.at[nibble] = crc;
  }
  return t;
}

constexpr Table kTable = make_table();

}  // namespace

u32 crc32_nibble(u32 crc, const u8* data, usize size) noexcept {
  crc = ~crc;
  for (; size != 0; ++data, --size) {
    crc ^= *data;
    crc = (crc >> 4) ^ kTable.at[crc & 0xfU];
    crc = (crc >> 4) ^ kTable.at[crc & 0xfU];
  }
  return ~crc;
}

}  // namespace nbl
