#include "log/log_builder.hpp"

#include <zlib.h>

#include <initializer_list>

namespace log_test {
namespace {

constexpr std::uint32_t kServerId = 11;

// The post-header lengths that MySQL 9.7 writes, for event types from 1.
const unsigned char kPostHeaderLengths[] = {0,  13, 0,  8,  0,  0,  0, 0,  4,  0, 4,  0,  0, 0,
                                            99, 0,  4,  26, 8,  0,  0, 0,  0,  0, 0,  2,  0, 0,
                                            0,  10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};

}  // namespace

LogBuilder::LogBuilder(bool checksum, unsigned header_length, const std::string& version)
    : checksum_(checksum), header_length_(header_length), version_(version) {
  bytes = {0xfe, 'b', 'i', 'n'};
  (void)format();
}

void LogBuilder::le(Bytes* out, std::uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

Bytes LogBuilder::join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

std::size_t LogBuilder::event(unsigned type, const Bytes& body, unsigned flags) {
  const std::size_t at = bytes.size();
  // The format description itself has the common header of 19 bytes in any log.
  const std::size_t head = type == 15 ? 19 : header_length_;
  const std::size_t size = head + body.size() + (checksum_ || type == 15 ? 4 : 0);
  le(&bytes, timestamp, 4);
  bytes.push_back(static_cast<std::uint8_t>(type));
  le(&bytes, kServerId, 4);
  le(&bytes, size, 4);
  le(&bytes, at + size, 4);
  le(&bytes, flags, 2);
  bytes.resize(at + head, 0);
  bytes.insert(bytes.end(), body.begin(), body.end());
  if (checksum_ || type == 15) {
    le(&bytes, 0, 4);
    sum_again(at);
  }
  return at;
}

void LogBuilder::sum_again(std::size_t offset) {
  std::size_t size = 0;
  for (unsigned i = 4; i-- > 0;) size = size << 8 | bytes[offset + 9 + i];
  const auto sum =
      static_cast<std::uint32_t>(crc32(0, bytes.data() + offset, static_cast<unsigned>(size - 4)));
  for (unsigned i = 0; i < 4; ++i) bytes[offset + size - 4 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
}

std::size_t LogBuilder::format() {
  Bytes body;
  le(&body, 4, 2);
  Bytes version = text(version_);
  version.resize(50, 0);
  body.insert(body.end(), version.begin(), version.end());
  le(&body, timestamp, 4);
  body.push_back(static_cast<std::uint8_t>(header_length_));
  body.insert(body.end(), std::begin(kPostHeaderLengths), std::end(kPostHeaderLengths));
  body.push_back(checksum_ ? 1 : 0);
  return event(15, body);
}

std::size_t LogBuilder::gtid(std::uint64_t number) {
  Bytes body = {0, 0x94, 0xcb, 0x77, 0x0e, 0xec, 0x83, 0x11, 0xf1, 0xa6, 0x7c, 0x02, 0xfc, 0, 0, 0, 1};
  le(&body, number, 8);
  body.push_back(2);  // a logical clock follows
  le(&body, number - 1, 8);
  le(&body, number, 8);
  return event(33, body);
}

Bytes LogBuilder::query_body(const std::string& sql, const std::string& db) {
  Bytes body;
  le(&body, 7, 4);  // thread
  le(&body, 0, 4);  // seconds
  body.push_back(static_cast<std::uint8_t>(db.size()));
  le(&body, 0, 2);  // error code
  le(&body, 0, 2);  // status variables
  return join({body, text(db), Bytes{0}, text(sql)});
}

std::size_t LogBuilder::query(const std::string& sql, const std::string& db) {
  return event(2, query_body(sql, db));
}

Bytes LogBuilder::table_map_body(std::uint64_t table_id, const std::string& name) {
  Bytes body;
  le(&body, table_id, 6);
  le(&body, 1, 2);
  body.push_back(4);
  body = join({body, text("shop"), Bytes{0, static_cast<std::uint8_t>(name.size())}, text(name),
               Bytes{0, 2, 3, 15, 2}});
  le(&body, 4000, 2);                      // VARCHAR's bytes
  body.push_back(2);                       // the second column may be NULL
  return join({body, Bytes{1, 1, 0x80}});  // signedness: the first is unsigned
}

std::size_t LogBuilder::table_map(std::uint64_t table_id, const std::string& name) {
  return event(19, table_map_body(table_id, name));
}

Bytes LogBuilder::rows_body(std::uint64_t table_id, const std::vector<Row>& rows, bool ends_statement) {
  Bytes body;
  le(&body, table_id, 6);
  le(&body, ends_statement ? 1 : 0, 2);
  le(&body, 2, 2);  // no extra data
  body.push_back(2);
  body.push_back(0xff);
  for (const Row& row : rows) {
    body.push_back(0xfc);  // no NULL; servers set the bits behind the last column
    le(&body, row.id, 4);
    le(&body, row.v.size(), 2);
    body.insert(body.end(), row.v.begin(), row.v.end());
  }
  return body;
}

std::size_t LogBuilder::write_rows(std::uint64_t table_id, const std::vector<Row>& rows,
                                   bool ends_statement) {
  return event(30, rows_body(table_id, rows, ends_statement));
}

std::size_t LogBuilder::xid(std::uint64_t number) {
  Bytes body;
  le(&body, number, 8);
  return event(16, body);
}

std::size_t LogBuilder::rotate(const std::string& name) {
  Bytes body;
  le(&body, 4, 8);
  return event(4, join({body, text(name)}));
}

std::size_t LogBuilder::transaction(std::uint64_t number, const std::vector<Row>& rows,
                                    const std::string& table) {
  const std::size_t at = gtid(number);
  (void)query("BEGIN");
  (void)table_map(100 + number, table);
  (void)write_rows(100 + number, rows);
  (void)xid(number * 10);
  return at;
}

}  // namespace log_test
