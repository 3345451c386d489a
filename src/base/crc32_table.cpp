// CRC32 in portable code: eight bytes a step through eight tables.
#include "base/crc32_impl.hpp"
#include "base/load.hpp"

namespace nbl {

namespace {

constexpr u32 kPolynomial = 0xedb88320U;

struct Tables {
  u32 at[8][256];
};

// at[0] moves the CRC past one byte; at[k] moves it past that byte and k zero bytes behind it.
constexpr Tables make_tables() noexcept {
  Tables t{};
  for (u32 byte = 0; byte < 256; ++byte) {
    u32 crc = byte;
    for (unsigned bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? kPolynomial : 0U);
    t.at[0][byte] = crc;
  }
  for (unsigned k = 1; k < 8; ++k) {
    for (u32 byte = 0; byte < 256; ++byte) {
      const u32 crc = t.at[k - 1][byte];
      t.at[k][byte] = (crc >> 8) ^ t.at[0][crc & 0xffU];
    }
  }
  return t;
}

constexpr Tables kTables = make_tables();

}  // namespace

u32 crc32_slicing(u32 crc, const u8* data, usize size) noexcept {
  const auto& t = kTables.at;
  crc = ~crc;
  for (; size >= 8; data += 8, size -= 8) {
    const u32 a = load_le32(data) ^ crc;
    const u32 b = load_le32(data + 4);
    crc = t[7][a & 0xffU] ^ t[6][(a >> 8) & 0xffU] ^ t[5][(a >> 16) & 0xffU] ^ t[4][a >> 24] ^  //
          t[3][b & 0xffU] ^ t[2][(b >> 8) & 0xffU] ^ t[1][(b >> 16) & 0xffU] ^ t[0][b >> 24];
  }
  for (; size != 0; ++data, --size) crc = (crc >> 8) ^ t[0][(crc ^ *data) & 0xffU];
  return ~crc;
}

}  // namespace nbl
