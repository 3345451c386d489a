// Which character set a collation id means.
#include "base/load.hpp"
#include "nanobinlog/text.hpp"

namespace nbl {
namespace {

struct Run {
  u8 first;
  u8 last;
  Charset charset;
};

// Ids below 256. MySQL and MariaDB agree on every id that both have.
constexpr Run kRuns[] = {
    {1, 1, Charset::big5},        {2, 2, Charset::latin2},      {3, 3, Charset::dec8},
    {4, 4, Charset::cp850},       {5, 5, Charset::latin1},      {6, 6, Charset::hp8},
    {7, 7, Charset::koi8r},       {8, 8, Charset::latin1},      {9, 9, Charset::latin2},
    {10, 10, Charset::swe7},      {11, 11, Charset::ascii},     {12, 12, Charset::ujis},
    {13, 13, Charset::sjis},      {14, 14, Charset::cp1251},    {15, 15, Charset::latin1},
    {16, 16, Charset::hebrew},    {18, 18, Charset::tis620},    {19, 19, Charset::euckr},
    {20, 20, Charset::latin7},    {21, 21, Charset::latin2},    {22, 22, Charset::koi8u},
    {23, 23, Charset::cp1251},    {24, 24, Charset::gb2312},    {25, 25, Charset::greek},
    {26, 26, Charset::cp1250},    {27, 27, Charset::latin2},    {28, 28, Charset::gbk},
    {29, 29, Charset::cp1257},    {30, 30, Charset::latin5},    {31, 31, Charset::latin1},
    {32, 32, Charset::armscii8},  {33, 33, Charset::utf8mb3},   {34, 34, Charset::cp1250},
    {35, 35, Charset::ucs2},      {36, 36, Charset::cp866},     {37, 37, Charset::keybcs2},
    {38, 38, Charset::macce},     {39, 39, Charset::macroman},  {40, 40, Charset::cp852},
    {41, 42, Charset::latin7},    {43, 43, Charset::macce},     {44, 44, Charset::cp1250},
    {45, 46, Charset::utf8mb4},   {47, 49, Charset::latin1},    {50, 52, Charset::cp1251},
    {53, 53, Charset::macroman},  {54, 55, Charset::utf16},     {56, 56, Charset::utf16le},
    {57, 57, Charset::cp1256},    {58, 59, Charset::cp1257},    {60, 61, Charset::utf32},
    {62, 62, Charset::utf16le},   {63, 63, Charset::binary},    {64, 64, Charset::armscii8},
    {65, 65, Charset::ascii},     {66, 66, Charset::cp1250},    {67, 67, Charset::cp1256},
    {68, 68, Charset::cp866},     {69, 69, Charset::dec8},      {70, 70, Charset::greek},
    {71, 71, Charset::hebrew},    {72, 72, Charset::hp8},       {73, 73, Charset::keybcs2},
    {74, 74, Charset::koi8r},     {75, 75, Charset::koi8u},     {76, 76, Charset::utf8mb3},
    {77, 77, Charset::latin2},    {78, 78, Charset::latin5},    {79, 79, Charset::latin7},
    {80, 80, Charset::cp850},     {81, 81, Charset::cp852},     {82, 82, Charset::swe7},
    {83, 83, Charset::utf8mb3},   {84, 84, Charset::big5},      {85, 85, Charset::euckr},
    {86, 86, Charset::gb2312},    {87, 87, Charset::gbk},       {88, 88, Charset::sjis},
    {89, 89, Charset::tis620},    {90, 90, Charset::ucs2},      {91, 91, Charset::ujis},
    {92, 93, Charset::geostd8},   {94, 94, Charset::latin1},    {95, 96, Charset::cp932},
    {97, 98, Charset::eucjpms},   {99, 99, Charset::cp1250},    {101, 124, Charset::utf16},
    {128, 151, Charset::ucs2},    {159, 159, Charset::ucs2},    {160, 183, Charset::utf32},
    {192, 215, Charset::utf8mb3}, {223, 223, Charset::utf8mb3}, {224, 247, Charset::utf8mb4},
    {248, 250, Charset::gb18030}, {255, 255, Charset::utf8mb4},
};

struct Table {
  Charset of[256];
};

constexpr Table spread() noexcept {
  Table table{};
  for (const Run& run : kRuns) {
    for (unsigned id = run.first; id <= run.last; ++id) table.of[id] = run.charset;
  }
  table.of[17] = Charset::filename;  // internal to both servers, not listed by either.
  return table;
}

constexpr Table kTable = spread();

struct Names {
  const char* server;
  const char* iconv;
};

// In the order of the enumeration. Where iconv has several near relatives, the one that maps more bytes as
// the server does: UHC for euckr (the server accepts its extension), CP932 for sjis (0x5c stays a backslash).
constexpr Names kNames[] = {
    {"unknown", nullptr},      {"binary", nullptr},
    {"ascii", "ASCII"},        {"utf8mb3", "UTF-8"},
    {"utf8mb4", "UTF-8"},      {"latin1", "CP1252"},
    {"latin2", "ISO-8859-2"},  {"latin5", "ISO-8859-9"},
    {"latin7", "ISO-8859-13"}, {"cp1250", "CP1250"},
    {"cp1251", "CP1251"},      {"cp1256", "CP1256"},
    {"cp1257", "CP1257"},      {"cp850", "CP850"},
    {"cp852", "CP852"},        {"cp866", "CP866"},
    {"cp932", "CP932"},        {"dec8", "DEC-MCS"},
    {"hp8", "HP-ROMAN8"},      {"koi8r", "KOI8-R"},
    {"koi8u", "KOI8-U"},       {"swe7", "SEN_850200_C"},
    {"greek", "ISO-8859-7"},   {"hebrew", "ISO-8859-8"},
    {"armscii8", "ARMSCII-8"}, {"geostd8", "GEORGIAN-PS"},
    {"keybcs2", nullptr},      {"macce", "MAC-CENTRALEUROPE"},
    {"macroman", "MACINTOSH"}, {"tis620", "TIS-620"},
    {"big5", "BIG5"},          {"gbk", "GBK"},
    {"gb2312", "EUC-CN"},      {"gb18030", "GB18030"},
    {"euckr", "UHC"},          {"sjis", "CP932"},
    {"ujis", "EUC-JP"},        {"eucjpms", "EUC-JP-MS"},
    {"ucs2", "UCS-2BE"},       {"utf16", "UTF-16BE"},
    {"utf16le", "UTF-16LE"},   {"utf32", "UTF-32BE"},
    {"filename", nullptr},
};
static_assert(sizeof kNames / sizeof kNames[0] == static_cast<usize>(Charset::filename) + 1);

// MariaDB numbers its later families by character set.
constexpr Charset kUnicode[] = {Charset::utf8mb3, Charset::utf8mb4, Charset::ucs2, Charset::utf16,
                                Charset::utf32};

}  // namespace

Charset charset_of(std::uint16_t collation) noexcept {
  const u32 id = collation;
  if (id < 256) return kTable.of[id];
  if (id < 324) return Charset::utf8mb4;                            // MySQL 8: utf8mb4_..._0900_...
  if (id >= 1024 && id < 1280) return kTable.of[id - 1024];         // MariaDB: ..._nopad_...
  if (id >= 2048 && id < 3328) return kUnicode[(id - 2048) / 256];  // MariaDB: ..._uca1400_...
  switch (id / 32) {  // MariaDB: ..._croatian_ci, ..._myanmar_ci, ...
    case 576 / 32: return Charset::utf8mb3;
    case 608 / 32: return Charset::utf8mb4;
    case 640 / 32: return Charset::ucs2;
    case 672 / 32: return Charset::utf16;
    case 736 / 32: return Charset::utf32;
    default: return Charset::unknown;
  }
}

const char* charset_name(Charset charset) noexcept {
  return charset <= Charset::filename ? kNames[static_cast<usize>(charset)].server : kNames[0].server;
}

const char* charset_iconv_name(Charset charset) noexcept {
  return charset <= Charset::filename ? kNames[static_cast<usize>(charset)].iconv : nullptr;
}

}  // namespace nbl
