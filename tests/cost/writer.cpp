#include "writer.hpp"

#include <zlib.h>

#include <cstring>

namespace cost {

void put(Bytes* out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put(Bytes* out, const Bytes& bytes) { out->insert(out->end(), bytes.begin(), bytes.end()); }
void put(Bytes* out, const char* text) { out->insert(out->end(), text, text + std::strlen(text)); }
void put_packed(Bytes* out, std::uint64_t value) {
  if (value < 251) {
    put(out, value, 1);
  } else {
    put(out, 0xfc, 1);
    put(out, value, 2);
  }
}

Log::Log() {
  put(&bytes_, 0x6e6962feU, 4);
  Bytes body;
  put(&body, 4, 2);
  Bytes version(50, 0);
  std::memcpy(version.data(), "9.7.0", 5);
  put(&body, version);
  put(&body, 0, 4);
  put(&body, 19, 1);
  static const std::uint8_t kLengths[] = {0,  13, 0,  8,  0,  0,  0, 0,  4,  0, 4,  0,  0, 0,
                                          99, 0,  4,  26, 8,  0,  0, 0,  0,  0, 0,  2,  0, 0,
                                          0,  10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};
  body.insert(body.end(), kLengths, kLengths + sizeof(kLengths));
  put(&body, 1, 1);
  event(15, body);
}

void Log::event(std::uint8_t type, const Bytes& body) {
  const std::size_t at = bytes_.size();
  put(&bytes_, 0, 4);
  put(&bytes_, type, 1);
  put(&bytes_, 1, 4);
  put(&bytes_, 19 + body.size() + 4, 4);
  put(&bytes_, 0, 4);
  put(&bytes_, 0, 2);
  put(&bytes_, body);
  put(&bytes_, crc32(0, bytes_.data() + at, static_cast<uInt>(bytes_.size() - at)), 4);
}

void Log::query(const char* text) {
  Bytes body(13, 0);
  put(&body, 0, 1);
  put(&body, text);
  event(2, body);
}

void Log::table(std::uint64_t id, const Bytes& types, const Bytes& metadata) {
  Bytes body;
  put(&body, id, 6);
  put(&body, 1, 2);
  put(&body, 1, 1);
  put(&body, "d");
  put(&body, 0, 1);
  put(&body, 1, 1);
  put(&body, "t");
  put(&body, 0, 1);
  put_packed(&body, types.size());
  put(&body, types);
  put_packed(&body, metadata.size());
  put(&body, metadata);
  put(&body, Bytes((types.size() + 7) / 8, 0xff));
  event(19, body);
}

void Log::rows(std::uint64_t id, std::size_t columns, const Bytes& present, const Bytes& images) {
  Bytes body;
  put(&body, id, 6);
  put(&body, 0, 2);
  put(&body, 2, 2);
  put_packed(&body, columns);
  put(&body, present);
  put(&body, images);
  event(30, body);
}

void Log::rows(std::uint64_t id, std::size_t columns, const Bytes& images) {
  rows(id, columns, Bytes((columns + 7) / 8, 0xff), images);
}

void Log::partial_update(std::uint64_t id, std::size_t columns, const Bytes& before, const Bytes& after,
                         const Bytes& images) {
  Bytes body;
  put(&body, id, 6);
  put(&body, 0, 2);
  put(&body, 2, 2);
  put_packed(&body, columns);
  put(&body, before);
  put(&body, after);
  put(&body, images);
  event(39, body);
}

}  // namespace cost
