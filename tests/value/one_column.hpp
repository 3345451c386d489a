// One value of one column type, through the whole row room: in a table of its own, between other columns,
// beside NULLs, with columns absent and in an update. All must read it alike.
#ifndef NBL_TESTS_ONE_COLUMN_HPP
#define NBL_TESTS_ONE_COLUMN_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace value_test {

using Bytes = std::vector<std::uint8_t>;

/// A column as a TABLE_MAP says it.
struct Spec {
  std::uint8_t type = 0;
  Bytes meta;
  int is_unsigned = -1;  // 0, 1, or -1 where the metadata does not say (the type must be numeric to MySQL)
  int collation = -1;    // -1 where it does not say
  std::vector<std::string> labels;  // of an ENUM (0xf7 in meta) or SET (0xf8)
  int dimensions = -1;              // VECTOR
};

/// "00 1a ff" and "001aff" alike.
Bytes from_hex(const std::string& text);

/// The value's text as values.md has it, or the name of the error's code. `value` holds the value's bytes as
/// they lie in a row. Cut at each length it must be an error of a length, which is checked as well.
std::string read(const Spec& spec, const Bytes& value);
inline std::string read(const Spec& spec, const std::string& hex) { return read(spec, from_hex(hex)); }

}  // namespace value_test

#endif
