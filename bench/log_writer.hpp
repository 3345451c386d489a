// Writes binary logs as MySQL 9.7 does. It shares nothing with the decoder, so that the two can disagree.
#ifndef BENCH_LOG_WRITER_HPP
#define BENCH_LOG_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace bench {

using Bytes = std::vector<std::uint8_t>;

/// Appends `value` in `width` bytes, least or most significant first.
void put_le(Bytes* out, std::uint64_t value, unsigned width);
void put_be(Bytes* out, std::uint64_t value, unsigned width);
void put_text(Bytes* out, const std::string& text);
/// MySQL's length-encoded integer.
void put_packed(Bytes* out, std::uint64_t value);

/// Event types, by their numbers on the wire.
enum class Wire : std::uint8_t {
  query = 2,
  rotate = 4,
  format_description = 15,
  xid = 16,
  table_map = 19,
  write_rows = 30,
  update_rows = 31,
  delete_rows = 32,
  gtid = 33,
  previous_gtids = 35,
};

/// One log. A transaction is collected in memory, because its GTID, which comes first, tells its length.
class LogWriter {
 public:
  /// Opens `path` and writes magic, format description and previous GTIDs. Ends the process where the file
  /// cannot be written.
  explicit LogWriter(const char* path);
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  void begin();
  /// An event of the transaction; `body` is what stands between the header and the checksum.
  void event(Wire type, const Bytes& body);
  void commit();
  /// Ends the log with a rotation.
  void finish();

  [[nodiscard]] std::uint64_t size() const { return position_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::uint64_t transactions() const { return transactions_; }

 private:
  void append(Bytes* to, Wire type, const Bytes& body, std::uint16_t flags) const;
  void seal(Bytes* events);
  void write(const Bytes& bytes);

  std::FILE* file_ = nullptr;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t transactions_ = 0;
  std::uint32_t now_ = 1796000000;
  Bytes group_;
};

}  // namespace bench

#endif
