// Values as they lie in row images, and the binary form of JSON documents.
#ifndef BENCH_VALUES_HPP
#define BENCH_VALUES_HPP

#include <string>
#include <utility>
#include <vector>

#include "bench/log_writer.hpp"

namespace bench {

/// SplitMix64: the same numbers on every machine.
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }
};

/// Digits in groups of eleven with dashes between, as sysbench writes them.
[[nodiscard]] std::string sysbench_text(Random* random, unsigned groups);
/// Words, some of them not ASCII, of about `bytes` bytes.
[[nodiscard]] std::string words(Random* random, std::size_t bytes);

/// NEWDECIMAL out of its digits, integer part first, `precision` of them.
void put_decimal(Bytes* out, const std::string& digits, unsigned precision, unsigned scale, bool negative);
void put_random_decimal(Bytes* out, Random* random, unsigned precision, unsigned scale);
void put_date(Bytes* out, unsigned year, unsigned month, unsigned day);
void put_datetime(Bytes* out, Random* random, unsigned fraction_digits);
void put_time(Bytes* out, Random* random, unsigned fraction_digits);
void put_timestamp(Bytes* out, Random* random, unsigned fraction_digits);

/// A JSON value. Objects' members are put into the server's order when written.
struct Json {
  enum class Kind { null, boolean, integer, real, text, decimal, array, object };
  Kind kind = Kind::null;
  std::int64_t number = 0;
  double real = 0;
  std::string text;
  std::vector<std::pair<std::string, Json>> items;  // arrays leave the key empty
};
[[nodiscard]] Json json_integer(std::int64_t value);
[[nodiscard]] Json json_text(std::string value);
/// Type byte and value, in the small form: documents up to 64 KiB.
void put_json(Bytes* out, const Json& value);
/// A document like those that shops keep: nested objects, an array, numbers, text; about 200 bytes.
[[nodiscard]] Json random_document(Random* random);

}  // namespace bench

#endif
