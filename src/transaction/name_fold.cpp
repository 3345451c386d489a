// Savepoint names are compared as the server compares identifiers: utf8mb3_general_ci, which knows neither case nor most
// accents. The letters of Latin, Greek and Cyrillic are folded; names in other scripts are compared byte by byte.
// Source: the weights of utf8mb3_general_ci in strings/ctype-utf8.cc of MySQL.
#include "transaction/name_fold.hpp"

namespace nbl {
namespace {

// From U+00C0: the base letter, or '.' where the letter stands for itself (lower case then for upper case).
constexpr char kLatin1[] = "AAAAAA.CEEEEIIII.NOOOOO..UUUUY.SAAAAAA.CEEEEIIII.NOOOOO..UUUUY.Y";
// From U+0100: pairs of upper and lower case.
constexpr char kLatinA[] =
    "AAAAAACCCCCCCCDD..EEEEEEEEEEGGGGGGGGHH..IIIIIIIIII..JJKK.LLLLLL....NNNNNN...OOOOOO..RRRRRRSSSSSSSSTTTT..UUUUUUUUUUUUWWYYYZZZZZZS";
static_assert(sizeof(kLatin1) == 65);
static_assert(sizeof(kLatinA) == 129);

u32 fold(u32 c) noexcept {
  if (c < 0x80) return c >= 'a' && c <= 'z' ? c - 32 : c;
  if (c < 0xc0) return c;
  if (c < 0x100) {
    const char base = kLatin1[c - 0xc0];
    if (base != '.') return static_cast<u32>(base);
    return c >= 0xe0 && c != 0xf7 ? c - 32 : c;
  }
  if (c < 0x180) {
    const char base = kLatinA[c - 0x100];
    if (base != '.') return static_cast<u32>(base);
    if (c == 0x131) return 'I';
    // The pairs that begin at an odd number lie between U+0139 and U+0148.
    const bool odd_pairs = c >= 0x139 && c <= 0x148;
    return (c & 1) == (odd_pairs ? 0U : 1U) && c != 0x149 && c != 0x138 ? c - 1 : c;
  }
  if (c >= 0x3b1 && c <= 0x3c9) return c == 0x3c2 ? 0x3a3 : c - 32;
  if (c >= 0x430 && c <= 0x44f) return c - 32;
  if (c >= 0x450 && c <= 0x45f) return c - 80;
  return c;
}

}  // namespace

u64 hash_folded_name(Span name) noexcept {
  u64 hash = 0xcbf29ce484222325;  // FNV-1a over folded code points
  for (usize i = 0; i < name.size;) {
    const u8 lead = name.data[i];
    u32 c = lead;
    usize length = 1;
    if (lead >= 0xc2 && lead < 0xe0 && i + 1 < name.size) {
      c = ((lead & 0x1fU) << 6) | (name.data[i + 1] & 0x3fU);
      length = 2;
    } else if (lead >= 0xe0 && lead < 0xf0 && i + 2 < name.size) {
      c = ((lead & 0x0fU) << 12) | ((name.data[i + 1] & 0x3fU) << 6) | (name.data[i + 2] & 0x3fU);
      length = 3;
    }
    hash = (hash ^ fold(c)) * 0x100000001b3;
    i += length;
  }
  return hash;
}

}  // namespace nbl
