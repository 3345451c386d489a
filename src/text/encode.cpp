// Bytes as hex and as base64 (RFC 4648).
#include "text/append.hpp"

namespace nbl {
namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char* put_hex(char* out, const u8* p, usize size) noexcept {
  for (usize i = 0; i < size; ++i) {
    *out++ = kHex[p[i] >> 4];
    *out++ = kHex[p[i] & 15U];
  }
  return out;
}

char* put_base64(char* out, const u8* p, usize size) noexcept {
  for (; size >= 3; size -= 3, p += 3) {
    const u32 v = load_be24(p);
    *out++ = kBase64[v >> 18];
    *out++ = kBase64[(v >> 12) & 63U];
    *out++ = kBase64[(v >> 6) & 63U];
    *out++ = kBase64[v & 63U];
  }
  if (size == 0) return out;
  const u32 v = u32{p[0]} << 16 | (size == 2 ? u32{p[1]} << 8 : 0);
  *out++ = kBase64[v >> 18];
  *out++ = kBase64[(v >> 12) & 63U];
  *out++ = size == 2 ? kBase64[(v >> 6) & 63U] : '=';
  *out++ = '=';
  return out;
}

}  // namespace

void write_hex(Writer* writer, Span bytes) noexcept {
  if (bytes.size <= ~usize{0} / 2) {
    if (char* out = text_room(writer, bytes.size * 2)) {
      put_hex(out, bytes.data, bytes.size);
      writer->length += bytes.size * 2;
      return;
    }
  }
  char part[64];
  for (usize at = 0; at < bytes.size; at += sizeof part / 2) {
    const Span some = bytes.skip(at).first(sizeof part / 2);
    append(writer, part, static_cast<usize>(put_hex(part, some.data, some.size) - part));
  }
}

void write_base64(Writer* writer, Span bytes) noexcept {
  const usize groups = bytes.size / 3 + (bytes.size % 3 != 0 ? 1 : 0);
  if (groups <= ~usize{0} / 4) {
    if (char* out = text_room(writer, groups * 4)) {
      put_base64(out, bytes.data, bytes.size);
      writer->length += groups * 4;
      return;
    }
  }
  char part[64];
  for (usize at = 0; at < bytes.size; at += sizeof part / 4 * 3) {
    const Span some = bytes.skip(at).first(sizeof part / 4 * 3);
    append(writer, part, static_cast<usize>(put_base64(part, some.data, some.size) - part));
  }
}

}  // namespace nbl
