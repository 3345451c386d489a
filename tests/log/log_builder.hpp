// Writes small logs byte by byte, as the protocol documentation lays events out, for what no captured log
// has. Checksums are zlib's.
#ifndef NBL_TESTS_LOG_BUILDER_HPP
#define NBL_TESTS_LOG_BUILDER_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace log_test {

using Bytes = std::vector<std::uint8_t>;

struct Row {
  std::uint32_t id;
  std::string v;
};

/// A log of a MySQL server with tables (id INT, v VARCHAR(4000)) of any id.
class LogBuilder {
 public:
  /// `header_length` of 19 or more: the bytes behind the 19th are zeros. The magic and the format description
  /// are there at once.
  explicit LogBuilder(bool checksum = true, unsigned header_length = 19,
                      const std::string& version = "9.7.4");

  /// Appends an event and gives its offset.
  std::size_t event(unsigned type, const Bytes& body, unsigned flags = 0);
  std::size_t format();
  std::size_t gtid(std::uint64_t number);
  std::size_t query(const std::string& sql, const std::string& db = "shop");
  std::size_t table_map(std::uint64_t table_id, const std::string& name);
  std::size_t write_rows(std::uint64_t table_id, const std::vector<Row>& rows, bool ends_statement = true);
  std::size_t xid(std::uint64_t number);
  std::size_t rotate(const std::string& name);

  /// GTID, BEGIN, TABLE_MAP, ROWS, XID: where it starts.
  std::size_t transaction(std::uint64_t number, const std::vector<Row>& rows,
                          const std::string& table = "orders");

  /// Sums the event at `offset` anew, after a byte of it has been changed.
  void sum_again(std::size_t offset);
  std::size_t size() const { return bytes.size(); }

  Bytes bytes;
  std::uint32_t timestamp = 1780000000;

  static void le(Bytes* out, std::uint64_t value, unsigned width);
  static Bytes text(const std::string& s) { return Bytes(s.begin(), s.end()); }
  static Bytes join(std::initializer_list<Bytes> parts);
  static Bytes table_map_body(std::uint64_t table_id, const std::string& name);
  static Bytes rows_body(std::uint64_t table_id, const std::vector<Row>& rows, bool ends_statement);
  static Bytes query_body(const std::string& sql, const std::string& db);

 private:
  bool checksum_;
  unsigned header_length_;
  std::string version_;
};

}  // namespace log_test

#endif
