#include "log/any_log.hpp"

#include <algorithm>
#include <array>

namespace log_test {
namespace {

constexpr unsigned kWrite = 30;
constexpr unsigned kUpdate = 31;
constexpr unsigned kDelete = 32;

/// Tables by their column types: INT and VARCHAR; nine TINYINTs, so that a bitmap has two bytes; INT and
/// DATETIME(0), which can be wrong; an old TIMESTAMP; INT and GEOMETRY with a list of character sets that the
/// two servers read differently; a type that nobody knows.
enum Shape : unsigned { kText, kNine, kDated, kOld, kPlaced, kUnknown, kShapes };

struct TypesOf {
  Bytes types;
  Bytes metadata;
  Bytes optional;
};

TypesOf types_of(unsigned shape) {
  switch (shape) {
    case kText: return {{3, 15}, {0xa0, 0x0f}, {1, 1, 0x80}};
    case kNine: return {Bytes(9, 1), {}, {}};
    case kDated: return {{3, 18}, {0}, {}};
    case kOld: return {{7}, {}, {}};
    case kPlaced: return {{3, 255}, {4}, {3, 0}};
    default: return {{3, 222}, {}, {}};
  }
}

class Writer {
 public:
  Writer(std::uint32_t seed, std::uint32_t oddity)
      : dice_(seed),
        oddity_(oddity),
        mariadb_(dice_.one_in(4)),
        log_(!dice_.one_in(3), odd(2) ? 19 + dice_.below(9) : 19,
             mariadb_ ? "10.11.6-MariaDB-log" : "9.7.4") {
    out_.events.push_back(4);
    if (mariadb_) shape_[3] = kOld;
    if (odd(2)) bend_format();
  }

  AnyLog write() {
    const std::uint32_t groups = 1 + dice_.below(5);
    for (std::uint32_t i = 0; i < groups; ++i) group();
    if (odd(3)) log_.bytes.resize(log_.size() - 1 - dice_.below(30));  // cut
    if (odd(3)) log_.bytes.resize(log_.size() + 1 + dice_.below(60), 0);
    out_.bytes = log_.bytes;
    for (std::size_t i = 0; i < out_.events.size(); ++i) {
      const std::size_t next = i + 1 < out_.events.size() ? out_.events[i + 1] : out_.bytes.size();
      if (next > out_.events[i]) out_.largest = std::max(out_.largest, next - out_.events[i]);
    }
    return out_;
  }

 private:
  bool odd(std::uint32_t more = 1) { return dice_.one_in(oddity_ * more); }

  /// Another post-header length for one type.
  void bend_format() {
    constexpr std::array<unsigned, 8> kTypes = {19, 30, 31, 16, 32, 2, 33, 34};
    constexpr std::array<std::uint8_t, 5> kLengths = {6, 8, 10, 0, 4};
    const std::size_t at = 4 + 19 + 57 + kTypes[dice_.below(8)] - 1;
    log_.bytes[at] = kLengths[dice_.below(5)];
    log_.sum_again(4);
  }

  void event(unsigned type, Bytes body, unsigned flags = 0) {
    if (odd(6) && !body.empty())
      turn(&body[dice_.below(static_cast<std::uint32_t>(body.size()))], 1U << dice_.below(8));
    if (odd(6)) body.resize(body.size() - std::min<std::size_t>(body.size(), 1 + dice_.below(9)));
    log_.timestamp += dice_.below(3);
    const std::size_t at = log_.event(type, body, flags);
    out_.events.push_back(at);
    if (odd(16)) damage(at + dice_.below(static_cast<std::uint32_t>(log_.size() - at)), 1U << dice_.below(8));
    if (odd(40)) damage(at + 9, dice_.below(256));
  }

  static void turn(std::uint8_t* byte, unsigned bits) { *byte = static_cast<std::uint8_t>(*byte ^ bits); }
  void damage(std::size_t at, unsigned bits) {
    turn(&log_.bytes[at], bits);
    out_.sizes_hold = false;
  }

  void group() {
    out_.groups.push_back(static_cast<std::uint32_t>(out_.events.size()));
    if (!dice_.one_in(3)) prefix();
    if (!mariadb_ || odd()) begin();
    const std::uint32_t statements = dice_.below(5);
    for (std::uint32_t i = 0; i < statements; ++i) statement();
    if (odd()) return;  // its end is missing
    if (odd()) return event(2, LogBuilder::query_body(dice_.one_in(2) ? "ROLLBACK" : "COMMIT", ""));
    Bytes number;
    LogBuilder::le(&number, dice_.below(100000), 8);
    if (odd(3)) number.resize(dice_.one_in(2) ? 7 : 9, 0);
    event(16, number);
  }

  /// As a server writes it, or nearly so.
  void begin() {
    if (odd()) return;
    constexpr std::array<const char*, 6> kTexts = {"begin", "BEGIN;",     " BEGIN",
                                                   "BEGIX",  "BEGIN WORK", "BEGIN /* */"};
    const char* const text = odd() ? kTexts[dice_.below(6)] : "BEGIN";
    Bytes body = LogBuilder::query_body("", dice_.one_in(2) ? "shop" : "");
    if (odd()) body[9 + dice_.below(2)] = static_cast<std::uint8_t>(dice_.below(256));  // error code
    if (odd(2)) body[8] = static_cast<std::uint8_t>(dice_.below(12));       // the database's length
    if (odd(2)) body.back() = static_cast<std::uint8_t>(dice_.below(256));  // its NUL
    const std::uint32_t variables = dice_.one_in(2) ? dice_.below(40) : 0;
    body[11] = static_cast<std::uint8_t>(odd(2) ? variables + dice_.below(9) : variables);
    body.insert(body.begin() + 13, variables, 0xc8);
    event(2, LogBuilder::join({body, LogBuilder::text(text)}));
  }

  void prefix() {
    Bytes body;
    if (mariadb_) {
      LogBuilder::le(&body, 1 + dice_.below(1000), 8);
      LogBuilder::le(&body, dice_.below(3), 4);
      body.push_back(odd() ? 1 : 0);
      body.resize(19, 0);
      return event(162, body);
    }
    body = {0, 0x94, 0xcb, 0x77, 0x0e, 0xec, 0x83, 0x11, 0xf1, 0xa6, 0x7c, 0x02, 0xfc, 0, 0, 0, 1};
    LogBuilder::le(&body, 1 + dice_.below(1000), 8);
    body.push_back(2);
    body.resize(body.size() + 16, 1);
    const bool anonymous = dice_.one_in(4);
    if (anonymous && !odd()) std::fill(body.begin() + 17, body.begin() + 25, std::uint8_t{0});
    // Commit time, the transaction's length, the server's version, a ticket; it may end behind each, and
    // between them it is broken.
    const Bytes tail = {0x86, 0xc0, 0xba, 0x8a, 0x3c, 0xd5, 0x62, 0xfc, 0x29, 1, 0x50,
                        0x62, 1,    0,    1,    0,    0,    0,    0,    0,    0, 0};
    constexpr std::array<std::uint32_t, 5> kEnds = {0, 7, 10, 14, 22};
    const std::uint32_t end = odd() ? dice_.below(23) : kEnds[dice_.below(5)];
    body.insert(body.end(), tail.begin(), tail.begin() + end);
    event(anonymous ? 34 : 33, body);
  }

  void statement() {
    if (odd()) aside();
    const std::uint32_t tables = 1 + dice_.below(3);
    for (std::uint32_t i = 0; i < tables; ++i) {
      if (!odd()) table_map(dice_.below(4));
    }
    const std::uint32_t count = odd(2) ? 0 : 1 + dice_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool last = i + 1 == count;
      rows(odd() ? dice_.below(5) : mapped_, odd() ? dice_.one_in(2) : last);
      if (odd()) table_map(dice_.below(4));
    }
  }

  /// What may stand between statements.
  void aside() {
    switch (dice_.below(9)) {
      case 0: return event(2, LogBuilder::query_body("SAVEPOINT `a`", "shop"));
      case 1: return event(2, LogBuilder::query_body("ROLLBACK TO `a`", "shop"));
      case 2: return event(2, LogBuilder::query_body("insert into t values (1)", "shop"));
      case 3: return event(29, LogBuilder::text("\6insert"));
      case 4: return event(200, {1, 2, 3}, 0x80);
      case 5: return event(39 + dice_.below(4), {1, 2, 3});
      case 6: out_.events.push_back(log_.rotate("next.000002")); return;
      case 7: {
        Bytes none(6, 0xff);
        LogBuilder::le(&none, dice_.below(2), 2);
        LogBuilder::le(&none, 2, 2);
        none.insert(none.end(), {0, 0});
        return event(kWrite, none);
      }
      default: out_.events.push_back(log_.format()); return;
    }
  }

  /// Ids keep their shape and name, with exceptions.
  void table_map(unsigned id) {
    if (odd()) shape_[id] = dice_.below(kShapes);
    if (odd()) ++name_[id];
    mapped_ = id;
    const TypesOf of = types_of(shape_[id]);
    Bytes body;
    LogBuilder::le(&body, 100 + id, 6);
    LogBuilder::le(&body, 1, 2);
    const std::string name = "t" + std::to_string(id) + std::string(name_[id] % 3, '_');
    body = LogBuilder::join({body, Bytes{4}, LogBuilder::text("shop"),
                             Bytes{0, static_cast<std::uint8_t>(name.size())}, LogBuilder::text(name),
                             Bytes{0, static_cast<std::uint8_t>(of.types.size())}, of.types,
                             Bytes{static_cast<std::uint8_t>(of.metadata.size())}, of.metadata,
                             Bytes((of.types.size() + 7) / 8, 0xff), of.optional});
    event(19, body);
  }

  void cell(unsigned shape, unsigned column, Bytes* out) {
    if (shape == kNine) return LogBuilder::le(out, dice_.below(256), 1);
    if (column == 0) return LogBuilder::le(out, dice_.below(1U << 30), 4);
    if (shape == kDated) {
      // 2026-11-30 12:34:56, or any bits at all; most significant byte first.
      const Bytes good = {0x99, 0xba, 0xbc, 0xc8, 0xb8};
      for (std::size_t i = 0; i < 5; ++i)
        out->push_back(odd() ? static_cast<std::uint8_t>(dice_.below(256)) : good[i]);
      return;
    }
    if (shape == kPlaced) {  // SRID 0 and a point
      const Bytes point = {25, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0};
      out->insert(out->end(), point.begin(), point.end());
      out->resize(out->size() + 16, 0);
      return;
    }
    const std::uint32_t size = dice_.one_in(8) ? dice_.below(300) : dice_.below(6);
    LogBuilder::le(out, size, 2);
    out->resize(out->size() + size, 'v');
  }

  void image(unsigned shape, const Bytes& present, unsigned columns, Bytes* out) {
    std::vector<unsigned> with;
    for (unsigned c = 0; c < columns; ++c) {
      if ((present[c / 8] >> (c % 8) & 1) != 0) with.push_back(c);
    }
    Bytes nulls((with.size() + 7) / 8, 0xff);
    for (std::size_t i = 0; i < with.size(); ++i) {
      if (!dice_.one_in(6)) nulls[i / 8] = static_cast<std::uint8_t>(nulls[i / 8] & ~(1U << i % 8));
    }
    out->insert(out->end(), nulls.begin(), nulls.end());
    for (std::size_t i = 0; i < with.size(); ++i) {
      if ((nulls[i / 8] >> (i % 8) & 1) == 0) cell(shape, with[i], out);
    }
  }

  Bytes bitmap(unsigned columns) {
    Bytes bits((columns + 7) / 8, 0xff);
    if (odd()) bits[0] = static_cast<std::uint8_t>(dice_.below(256));
    if (odd()) bits.back() = static_cast<std::uint8_t>(bits.back() & ((1U << ((columns - 1) % 8 + 1)) - 1));
    return bits;
  }

  void rows(unsigned id, bool ends_statement) {
    constexpr std::array<unsigned, 4> kTypes = {kWrite, kWrite, kUpdate, kDelete};
    const unsigned type = kTypes[dice_.below(4)];
    const bool v1 = mariadb_ ? dice_.one_in(2) : odd();
    const unsigned shape = id < 4 ? shape_[id] : static_cast<unsigned>(kText);
    const auto columns = static_cast<unsigned>(types_of(shape).types.size());
    Bytes body;
    LogBuilder::le(&body, 100 + id, 6);
    LogBuilder::le(&body, (ends_statement ? 1U : 0U) | (dice_.one_in(2) ? 0U : 8U), 2);
    if (!v1) {
      const std::uint32_t extra = odd() ? dice_.below(5) : 0;
      LogBuilder::le(&body, odd(8) ? 0 : 2 + extra, 2);
      body.resize(body.size() + extra, 1);
    }
    body.push_back(static_cast<std::uint8_t>(odd(4) ? columns + 1 : columns));
    const Bytes first = bitmap(columns);
    const Bytes second = type == kUpdate ? bitmap(columns) : first;
    body.insert(body.end(), first.begin(), first.end());
    if (type == kUpdate) body.insert(body.end(), second.begin(), second.end());
    const std::uint32_t changes = odd() ? 0 : 1 + dice_.below(4);
    for (std::uint32_t i = 0; i < changes; ++i) {
      image(shape, first, columns, &body);
      if (type == kUpdate) image(shape, second, columns, &body);
    }
    event(v1 ? type - 7 : type, body);
  }

  Dice dice_;
  std::uint32_t oddity_;
  bool mariadb_;
  LogBuilder log_;
  AnyLog out_;
  std::array<unsigned, 5> shape_ = {kText, kNine, kDated, kText, kText};
  std::array<unsigned, 5> name_ = {0, 0, 0, 0, 0};
  unsigned mapped_ = 0;
};

}  // namespace

AnyLog any_log(std::uint32_t seed, std::uint32_t oddity) { return Writer(seed, oddity).write(); }

}  // namespace log_test
