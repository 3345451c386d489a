// MySQL's latin1, the one set besides UTF-8 that is always converted.
#include "text/append.hpp"
#include "text/strings.hpp"

namespace nbl {
namespace {

// Code points of the bytes 0x80 to 0x9f of Windows-1252.
constexpr u16 kWindows1252[32] = {0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                  0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
                                  0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                  0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};

// Copies bytes over 0x7f up to the next below, as UTF-8; gives how many were taken.
usize append_run(Writer* writer, const u8* p, usize left) noexcept {
  char text[96];
  char* end = text;
  usize done = 0;
  for (; done < left && p[done] >= 0x80 && end <= text + sizeof text - 4; ++done) {
    end = put_utf8(end, p[done] < 0xa0 ? kWindows1252[p[done] - 0x80] : p[done]);
  }
  append(writer, text, static_cast<usize>(end - text));
  return done;
}

}  // namespace

void write_latin1_string(Writer* writer, Span text) noexcept {
  append_char(writer, '"');
  const u8* p = text.data;
  usize left = text.size;
  while (left > 0) {
    usize count = append_plain(writer, p, left);
    p += count;
    left -= count;
    if (left == 0) break;
    count = 1;
    if (*p < 0x80) {
      append_escape(writer, *p);
    } else {
      count = append_run(writer, p, left);
    }
    p += count;
    left -= count;
  }
  append_char(writer, '"');
}

}  // namespace nbl
