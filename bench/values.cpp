#include "bench/values.hpp"

#include <algorithm>
#include <cstring>

namespace bench {
namespace {

void put_fraction(Bytes* out, std::uint64_t microseconds, unsigned digits) {
  static const unsigned kDivisor[] = {1, 10000, 10000, 100, 100, 1, 1};
  if (digits != 0) put_be(out, microseconds / kDivisor[digits], (digits + 1) / 2);
}

/// Microseconds with no more digits than declared.
std::uint64_t random_fraction(Random* random, unsigned digits) {
  static const unsigned kUnit[] = {1000000, 100000, 10000, 1000, 100, 10, 1};
  return digits == 0 ? 0 : random->below(1000000) / kUnit[digits] * kUnit[digits];
}

enum : std::uint8_t {
  kObject = 0,
  kArray = 2,
  kLiteral = 4,
  kInt16 = 5,
  kInt32 = 7,
  kInt64 = 9,
  kDouble = 11,
  kText = 12,
  kOpaque = 15
};

std::uint8_t json_type(const Json& value) {
  switch (value.kind) {
    case Json::Kind::integer:
      if (value.number >= -32768 && value.number <= 32767) return kInt16;
      return value.number >= INT32_MIN && value.number <= INT32_MAX ? kInt32 : kInt64;
    case Json::Kind::real: return kDouble;
    case Json::Kind::text: return kText;
    case Json::Kind::decimal: return kOpaque;
    case Json::Kind::array: return kArray;
    case Json::Kind::object: return kObject;
    default: return kLiteral;
  }
}

void put_data_length(Bytes* out, std::size_t length) {
  for (; length >= 0x80; length >>= 7) out->push_back(static_cast<std::uint8_t>(length | 0x80));
  out->push_back(static_cast<std::uint8_t>(length));
}

void put_value(Bytes* out, const Json& value);

void set_le16(Bytes* out, std::size_t at, std::size_t value) {
  (*out)[at] = static_cast<std::uint8_t>(value);
  (*out)[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

void put_container(Bytes* out, const Json& value) {
  const bool object = value.kind == Json::Kind::object;
  auto items = value.items;
  if (object) {
    std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
      return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a.first < b.first;
    });
  }
  const std::size_t base = out->size();
  put_le(out, items.size(), 2);
  put_le(out, 0, 2);
  const std::size_t keys_at = out->size();
  if (object) out->resize(out->size() + 4 * items.size());
  const std::size_t values_at = out->size();
  out->resize(out->size() + 3 * items.size());
  for (std::size_t i = 0; object && i < items.size(); ++i) {
    set_le16(out, keys_at + 4 * i, out->size() - base);
    set_le16(out, keys_at + 4 * i + 2, items[i].first.size());
    put_text(out, items[i].first);
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Json& item = items[i].second;
    const std::size_t entry = values_at + 3 * i;
    (*out)[entry] = json_type(item);
    if (json_type(item) == kLiteral) {
      set_le16(out, entry + 1, item.kind == Json::Kind::null ? 0 : item.number != 0 ? 1 : 2);
    } else if (json_type(item) == kInt16) {
      set_le16(out, entry + 1, static_cast<std::size_t>(item.number) & 0xffff);
    } else {
      set_le16(out, entry + 1, out->size() - base);
      put_value(out, item);
    }
  }
  set_le16(out, base + 2, out->size() - base);
}

void put_value(Bytes* out, const Json& value) {
  switch (json_type(value)) {
    case kObject:
    case kArray: return put_container(out, value);
    case kInt16: return put_le(out, static_cast<std::uint64_t>(value.number), 2);
    case kInt32: return put_le(out, static_cast<std::uint64_t>(value.number), 4);
    case kInt64: return put_le(out, static_cast<std::uint64_t>(value.number), 8);
    case kDouble: {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value.real, sizeof(bits));
      return put_le(out, bits, 8);
    }
    case kText: put_data_length(out, value.text.size()); return put_text(out, value.text);
    case kOpaque: {  // DECIMAL(10,2)
      out->push_back(246);
      put_data_length(out, 7);
      out->push_back(10);
      out->push_back(2);
      return put_decimal(out, value.text, 10, 2, false);
    }
    default: out->push_back(value.kind == Json::Kind::null ? 0 : value.number != 0 ? 1 : 2);
  }
}

Json object(std::vector<std::pair<std::string, Json>> members) {
  Json value;
  value.kind = Json::Kind::object;
  value.items = std::move(members);
  return value;
}

}  // namespace

std::string sysbench_text(Random* random, unsigned groups) {
  std::string text;
  for (unsigned i = 0; i < groups; ++i) {
    std::uint64_t digits = random->next();
    if (i != 0) text += '-';
    for (int k = 0; k < 11; ++k, digits /= 10) text += static_cast<char>('0' + digits % 10);
  }
  return text;
}

std::string words(Random* random, std::size_t bytes) {
  static const char* const kWords[] = {"order",    "Straße", "invoice", "paid",  "日本", "late",
                                       "customer", "a",      "parcel",  "crème", "sent", "to",
                                       "the",      "door",   "twice",   "again"};
  std::string text;
  while (text.size() < bytes) {
    if (!text.empty()) text += ' ';
    text += kWords[random->below(16)];
  }
  return text;
}

void put_decimal(Bytes* out, const std::string& digits, unsigned precision, unsigned scale, bool negative) {
  static const unsigned kBytes[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  const std::size_t from = out->size();
  std::size_t at = 0;
  const auto group = [&](unsigned count) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i) value = value * 10 + static_cast<std::uint64_t>(digits[at++] - '0');
    put_be(out, value, kBytes[count]);
  };
  const unsigned whole = precision - scale;
  if (whole % 9 != 0) group(whole % 9);
  for (unsigned i = 0; i < whole / 9; ++i) group(9);
  for (unsigned i = 0; i < scale / 9; ++i) group(9);
  if (scale % 9 != 0) group(scale % 9);
  (*out)[from] ^= 0x80;
  for (std::size_t i = from; negative && i < out->size(); ++i) (*out)[i] ^= 0xff;
}

void put_random_decimal(Bytes* out, Random* random, unsigned precision, unsigned scale) {
  std::string digits(precision, '0');
  const std::uint64_t zeros = random->below(precision - scale + 1);
  for (std::size_t i = zeros; i < precision; ++i) digits[i] = static_cast<char>('0' + random->below(10));
  digits[precision - 1] = '7';  // no negative zero
  put_decimal(out, digits, precision, scale, random->chance(25));
}

void put_date(Bytes* out, unsigned year, unsigned month, unsigned day) {
  put_le(out, day | month << 5 | year << 9, 3);
}

void put_datetime(Bytes* out, Random* random, unsigned digits) {
  const std::uint64_t date =
      ((1990 + random->below(40)) * 13 + 1 + random->below(12)) << 5 | (1 + random->below(28));
  const std::uint64_t time = random->below(24) << 12 | random->below(60) << 6 | random->below(60);
  put_be(out, 0x8000000000ULL + (date << 17 | time), 5);
  put_fraction(out, random_fraction(random, digits), digits);
}

void put_time(Bytes* out, Random* random, unsigned digits) {
  const unsigned fraction_bytes = (digits + 1) / 2;
  static const unsigned kDivisor[] = {1, 10000, 10000, 100, 100, 1, 1};
  const std::uint64_t whole = random->below(300) << 12 | random->below(60) << 6 | random->below(60);
  const std::uint64_t value = (whole << (8 * fraction_bytes)) +
                              (digits != 0 ? random_fraction(random, digits) / kDivisor[digits] : 0);
  const std::uint64_t zero = 0x800000ULL << (8 * fraction_bytes);
  put_be(out, random->chance(20) ? zero - value : zero + value, 3 + fraction_bytes);
}

void put_timestamp(Bytes* out, Random* random, unsigned digits) {
  put_be(out, 1000000000 + random->below(800000000), 4);
  put_fraction(out, random_fraction(random, digits), digits);
}

Json json_integer(std::int64_t value) {
  Json json;
  json.kind = Json::Kind::integer;
  json.number = value;
  return json;
}

Json json_text(std::string value) {
  Json json;
  json.kind = Json::Kind::text;
  json.text = std::move(value);
  return json;
}

void put_json(Bytes* out, const Json& value) {
  out->push_back(json_type(value));
  put_value(out, value);
}

Json random_document(Random* random) {
  Json real;
  real.kind = Json::Kind::real;
  real.real = static_cast<double>(random->below(1000000)) / 997;
  Json price;
  price.kind = Json::Kind::decimal;
  for (int i = 0; i < 10; ++i) price.text += static_cast<char>('0' + random->below(10));
  Json yes;
  yes.kind = Json::Kind::boolean;
  yes.number = random->chance(50) ? 1 : 0;
  Json tags;
  tags.kind = Json::Kind::array;
  for (std::uint64_t i = 1 + random->below(4); i != 0; --i)
    tags.items.emplace_back("", json_text(words(random, 4)));
  tags.items.emplace_back("", Json{});
  return object({{"id", json_integer(static_cast<std::int64_t>(random->below(1U << 20)))},
                 {"price", price},
                 {"weight", real},
                 {"gift", yes},
                 {"tags", tags},
                 {"address", object({{"city", json_text(words(random, 8))},
                                     {"zip", json_integer(static_cast<std::int64_t>(random->below(30000)))},
                                     {"street", json_text(words(random, 20))}})}});
}

}  // namespace bench
