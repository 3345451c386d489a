#include "shapes.hpp"

#include <string>

#include "writer.hpp"

namespace cost {
namespace {

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
    log.rows(5, types.size(), images);
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
    log.rows(5, 1, images);
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
  for (const Shape& shape : row_shapes()) shapes.push_back(shape);
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
