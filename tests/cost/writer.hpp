// Logs written event by event, for the shapes.
#ifndef NBL_TESTS_COST_WRITER_HPP
#define NBL_TESTS_COST_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cost {

using Bytes = std::vector<std::uint8_t>;

void put(Bytes* out, std::uint64_t value, unsigned bytes);
void put(Bytes* out, const Bytes& bytes);
void put(Bytes* out, const char* text);
void put_packed(Bytes* out, std::uint64_t value);

/// A log with checksums.
class Log {
 public:
  Log();
  void event(std::uint8_t type, const Bytes& body);
  void query(const char* text);
  void begin() { query("BEGIN"); }
  void commit() { event(16, Bytes(8, 1)); }
  void table(std::uint64_t id, const Bytes& types, const Bytes& metadata);
  /// WRITE_ROWS; `present` has a byte for every eight columns.
  void rows(std::uint64_t id, std::size_t columns, const Bytes& present, const Bytes& images);
  /// The same with all columns.
  void rows(std::uint64_t id, std::size_t columns, const Bytes& images);
  /// PARTIAL_UPDATE_ROWS of all columns.
  void partial_update(std::uint64_t id, std::size_t columns, const Bytes& before, const Bytes& after, const Bytes& images);
  std::size_t size() const { return bytes_.size(); }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

/// Logs are at least so long.
constexpr std::size_t kEnough = 1U << 20;

}  // namespace cost

#endif
