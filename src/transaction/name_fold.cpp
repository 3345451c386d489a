// Savepoint names are compared as the server compares identifiers: utf8mb3_general_ci, which knows neither
// case nor most accents. The letters of Latin, Greek and Cyrillic are folded; names in other scripts are
// compared byte by byte. Source: the weights of utf8mb3_general_ci in strings/ctype-utf8.cc of MySQL.
#include "transaction/name_fold.hpp"

namespace nbl {
namespace {

// From U+00C0: the base letter, or '.' where the letter stands for itself. Lower case begins at U+00E0.
constexpr char kLatin1[] = "AAAAAA.CEEEEIIII.NOOOOO..UUUUY.S";
// The same of each pair of upper and lower case from U+0100.
constexpr char kLatinA[] = "AAACCCCD.EEEEEGGGGH.IIIII.JK.LLL..NNN.OOO.RRRSSSSTT.UUUUUUWYYZZZS";
constexpr u32 kByte = 0x10000;  // above all letters that are folded
static_assert(sizeof(kLatin1) == 33);
static_assert(sizeof(kLatinA) == 66);

u32 fold(u32 c) noexcept {
  if (c < 0x80) return c >= 'a' && c <= 'z' ? c - 32 : c;
  if (c < 0xc0 || c == 0xf7 || c == 0x149) return c;
  if (c == 0xff) return 'Y';
  if (c < 0x100) {
    const u32 upper = c & ~0x20U;
    const char base = kLatin1[upper - 0xc0];
    return base != '.' ? static_cast<u32>(base) : upper;
  }
  if (c < 0x180) {
    // The pairs from U+0139 to U+0148 and those from U+0179 begin at an odd number.
    const u32 odd = (c >= 0x139 && c <= 0x148) || c >= 0x178 ? 1 : 0;
    const char base = kLatinA[(c + odd - 0x100) / 2];
    return base != '.' ? static_cast<u32>(base) : c - ((c + odd) & 1);
  }
  if (c >= 0x3b1 && c <= 0x3c9) return c == 0x3c2 ? 0x3a3 : c - 32;
  if (c >= 0x430 && c <= 0x44f) return c - 32;
  if (c >= 0x450 && c <= 0x45f) return c - 80;
  return c;
}

}  // namespace

u64 hash_folded_name(Span name) noexcept {
  u64 hash = 0xcbf29ce484222325;  // FNV-1a over folded letters and the bytes of others
  for (usize i = 0; i < name.size; ++i) {
    u32 c = name.data[i];
    if (c >= 0xc2 && c < 0xe0 && i + 1 < name.size) {
      c = ((c & 0x1fU) << 6) | (name.data[++i] & 0x3fU);
    } else if (c >= 0x80) {
      c |= kByte;  // it is no letter by itself and stays what it is
    }
    hash = (hash ^ fold(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace nbl
