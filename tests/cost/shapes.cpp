#include "shapes.hpp"

#include <zlib.h>

#include <cstring>

namespace cost {
namespace {

using Bytes = std::vector<std::uint8_t>;

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

/// A log with checksums, written event by event.
class Log {
 public:
  Log() {
    put(&bytes_, 0x6e6962feU, 4);
    Bytes body;
    put(&body, 4, 2);
    Bytes version(50, 0);
    std::memcpy(version.data(), "9.7.0", 5);
    put(&body, version);
    put(&body, 0, 4);
    put(&body, 19, 1);
    static const std::uint8_t kLengths[] = {0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 99, 0, 4, 26, 8, 0, 0, 0,
                                            0, 0,  0, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};
    body.insert(body.end(), kLengths, kLengths + sizeof(kLengths));
    put(&body, 1, 1);
    event(15, body);
  }
  void event(std::uint8_t type, const Bytes& body) {
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
  void query(const char* text) {
    Bytes body(13, 0);
    put(&body, 0, 1);
    put(&body, text);
    event(2, body);
  }
  void begin() { query("BEGIN"); }
  void commit() { event(16, Bytes(8, 1)); }
  void table(std::uint64_t id, const Bytes& types, const Bytes& metadata) {
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
  /// WRITE_ROWS with columns as `present` says.
  void rows(std::uint64_t id, std::size_t columns, std::uint8_t present, const Bytes& images) {
    Bytes body;
    put(&body, id, 6);
    put(&body, 0, 2);
    put(&body, 2, 2);
    put_packed(&body, columns);
    put(&body, Bytes((columns + 7) / 8, present));
    put(&body, images);
    event(30, body);
  }
  std::size_t size() const { return bytes_.size(); }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

constexpr std::size_t kEnough = 1U << 20;

/// Ordinary: five events a transaction, ten columns of common types.
Bytes ordinary() {
  Log log;
  const Bytes types = {3, 8, 15, 15, 246, 18, 1, 12, 5, 252};
  const Bytes metadata = {100, 0, 0xff, 0, 10, 2, 0, 8, 2};
  Bytes image;
  put(&image, 0, 2);
  put(&image, 7, 4);
  put(&image, 9, 8);
  put(&image, 20, 1);
  put(&image, "twenty bytes of text");
  put(&image, 40, 1);
  put(&image, "forty bytes of text, which is not much. ");
  put(&image, Bytes{0x80, 0, 0, 1, 50});
  put(&image, Bytes{0x99, 0xb7, 0x7c, 0x10, 0x83});
  put(&image, 1, 1);
  put(&image, 20260101000000U, 8);
  put(&image, 0, 8);
  put(&image, 100, 2);
  put(&image, Bytes(100, 'x'));
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, types, metadata);
    Bytes images;
    for (int i = 0; i < 3; ++i) put(&images, image);
    log.rows(5, types.size(), 0xff, images);
    log.commit();
  }
  return log.bytes();
}

Bytes tiny_events() {
  Log log;
  while (log.size() < kEnough) {
    log.begin();
    for (int i = 0; i < 4000; ++i) log.event(29, Bytes{0});
    log.commit();
  }
  return log.bytes();
}

Bytes empty_transactions() {
  Log log;
  while (log.size() < kEnough) {
    log.begin();
    log.commit();
  }
  return log.bytes();
}

/// Rows of no columns take no bytes but for the update's own; here a row is one byte of NULL bits and nothing else.
Bytes empty_rows() {
  Log log;
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, Bytes(8, 3), Bytes());
    for (int i = 0; i < 9; ++i) log.rows(5, 8, 0xff, Bytes(1000, 0xff));
    log.commit();
  }
  return log.bytes();
}

Bytes many_columns(std::uint8_t nulls) {
  Log log;
  const std::size_t columns = 4000;
  const Bytes types(columns, 1);
  Bytes image((columns + 7) / 8, nulls);
  if (nulls == 0) put(&image, Bytes(columns, 7));
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, types, Bytes());
    Bytes images;
    for (int i = 0; i < 100; ++i) put(&images, image);
    log.rows(5, columns, 0xff, images);
    log.commit();
  }
  return log.bytes();
}

/// Only the last of many columns present, so that each row of two bytes might look at all of them.
Bytes sparse_rows(std::size_t columns) {
  Log log;
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, Bytes(columns, 1), Bytes());
    Bytes body;
    put(&body, 5, 6);
    put(&body, 0, 2);
    put(&body, 2, 2);
    put_packed(&body, columns);
    Bytes present(columns / 8, 0);
    present.back() = 0x80;
    put(&body, present);
    put(&body, Bytes(2000, 1));
    for (std::size_t i = 0; i < 1000; ++i) body[body.size() - 2000 + 2 * i] = 0;
    for (int i = 0; i < 9; ++i) log.event(30, body);
    log.commit();
  }
  return log.bytes();
}

Bytes many_tables(bool alternating) {
  Log log;
  std::uint64_t id = 1;
  while (log.size() < kEnough) {
    log.begin();
    for (int i = 0; i < 250; ++i) {
      log.table(alternating ? id % 2 : id, Bytes{static_cast<std::uint8_t>(id % 2 != 0 ? 3 : 1)}, Bytes());
      ++id;
    }
    log.commit();
  }
  return log.bytes();
}

/// One array in another, as deep as is allowed, and then many small ones.
Bytes json_document(bool deep) {
  Bytes value;
  const std::size_t levels = deep ? 100 : 1;
  // From the inside out: a small array with one element, which is the one before.
  Bytes inner = {0, 0, 4, 0};
  for (std::size_t i = 1; i < levels; ++i) {
    Bytes outer;
    put(&outer, 1, 2);
    put(&outer, 4 + 3 + inner.size(), 2);
    put(&outer, 2, 1);
    put(&outer, 7, 2);
    put(&outer, inner);
    inner = outer;
  }
  if (!deep) {
    // Objects with an empty key and a literal in their entry: the most tokens a byte.
    inner.clear();
    const std::size_t count = 5000;
    put(&inner, count, 2);
    put(&inner, 4 + count * 3, 2);
    for (std::size_t i = 0; i < count; ++i) put(&inner, 0x000004U, 3);
  }
  put(&value, 2, 1);
  put(&value, inner);
  return value;
}

Bytes json(bool deep) {
  Log log;
  const Bytes document = json_document(deep);
  Bytes image;
  put(&image, 0, 1);
  put(&image, document.size(), 4);
  put(&image, document);
  while (log.size() < kEnough) {
    log.begin();
    log.table(5, Bytes{245}, Bytes{4});
    Bytes images;
    for (std::size_t i = 0; i < 20; ++i) put(&images, image);
    log.rows(5, 1, 0xff, images);
    log.commit();
  }
  return log.bytes();
}

/// A savepoint by another name again and again, and rollbacks to the oldest.
Bytes savepoints() {
  Log log;
  while (log.size() < kEnough) {
    log.begin();
    for (int i = 0; i < 1300; ++i) {
      const std::string name = "s" + std::to_string(i % 16);
      log.query(("SAVEPOINT " + name).c_str());
      if (i % 3 == 2) log.query(("ROLLBACK TO " + name).c_str());
    }
    log.commit();
  }
  return log.bytes();
}

}  // namespace

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  const auto add = [&](const char* name, const Bytes& log, std::size_t piece = ~std::size_t{0}) {
    shapes.push_back(Shape{name, log, piece});
  };
  add("ordinary", ordinary());
  add("tiny events", tiny_events());
  add("transactions without rows", empty_transactions());
  add("rows of NULLs", empty_rows());
  add("4,000 columns, a byte each", many_columns(0));
  add("4,000 columns, all NULL", many_columns(0xff));
  add("one of 64 columns present", sparse_rows(64));
  add("one of 4,000 columns present", sparse_rows(4000));
  add("250 tables a transaction", many_tables(false));
  add("one table id, two definitions", many_tables(true));
  add("deep JSON", json(true));
  add("JSON of many small elements", json(false));
  add("savepoints", savepoints());
  add("ordinary, byte by byte", ordinary(), 1);
  add("tiny events, byte by byte", tiny_events(), 1);
  return shapes;
}

}  // namespace cost
