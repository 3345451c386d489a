#include "bench/log_writer.hpp"

#include <zlib.h>

#include <cstdlib>
#include <cstring>

namespace bench {
namespace {

constexpr std::size_t kHeader = 19;
constexpr std::size_t kChecksum = 4;
constexpr std::uint32_t kServerId = 11;
constexpr std::uint32_t kServerVersion = 90700;
constexpr std::uint8_t kUuid[16] = {0xb3, 0xb2, 0x1a, 0xb9, 0xec, 0x9f, 0x11, 0xf1,
                                    0xbb, 0x97, 0x02, 0xfc, 0,    0,    0,    1};
// The post-header lengths of event types 1 to 42.
constexpr std::uint8_t kPostHeaders[] = {0,  13, 0,  8,  0,  0,  0, 0,  4,  0, 4,  0,  0, 0,
                                         99, 0,  4,  26, 8,  0,  0, 0,  0,  0, 0,  2,  0, 0,
                                         0,  10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

void set_le32(std::uint8_t* p, std::uint32_t v) {
  for (unsigned i = 0; i < 4; ++i) p[i] = static_cast<std::uint8_t>(v >> (8 * i));
}

std::uint32_t get_le32(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 |
         static_cast<std::uint32_t>(p[2]) << 16 | static_cast<std::uint32_t>(p[3]) << 24;
}

Bytes format_description() {
  Bytes body;
  put_le(&body, 4, 2);
  std::string version = "9.7.2";
  version.resize(50);
  put_text(&body, version);
  put_le(&body, 0, 4);  // created
  body.push_back(kHeader);
  body.insert(body.end(), std::begin(kPostHeaders), std::end(kPostHeaders));
  body.push_back(1);  // CRC32
  return body;
}

Bytes begin_query() {
  static const std::uint8_t kStatus[] = {0, 0,   0,   0,   0, 1,    0, 0,    0, 0x40, 0, 0,  0,    0, 6,
                                         3, 's', 't', 'd', 4, 0xff, 0, 0xff, 0, 0xff, 0, 18, 0xff, 0};
  Bytes body;
  put_le(&body, 8, 4);  // thread
  put_le(&body, 0, 4);
  body.push_back(5);
  put_le(&body, 0, 2);
  put_le(&body, sizeof(kStatus), 2);
  body.insert(body.end(), std::begin(kStatus), std::end(kStatus));
  put_text(&body, std::string("bench\0BEGIN", 11));
  return body;
}

}  // namespace

void put_le(Bytes* out, std::uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put_be(Bytes* out, std::uint64_t value, unsigned width) {
  for (unsigned i = width; i-- > 0;) out->push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put_text(Bytes* out, const std::string& text) { out->insert(out->end(), text.begin(), text.end()); }

void put_packed(Bytes* out, std::uint64_t value) {
  if (value < 251) {
    out->push_back(static_cast<std::uint8_t>(value));
  } else if (value < 0x10000) {
    out->push_back(0xfc);
    put_le(out, value, 2);
  } else if (value < 0x1000000) {
    out->push_back(0xfd);
    put_le(out, value, 3);
  } else {
    out->push_back(0xfe);
    put_le(out, value, 8);
  }
}

LogWriter::LogWriter(const char* path) {
  file_ = std::fopen(path, "wb");
  if (file_ == nullptr) die(path);
  std::setvbuf(file_, nullptr, _IOFBF, 1U << 20);
  write(Bytes{0xfe, 'b', 'i', 'n'});
  append(&group_, Wire::format_description, format_description(), 0);
  append(&group_, Wire::previous_gtids, Bytes(8, 0), 0x80);
  seal(&group_);
}

LogWriter::~LogWriter() {
  if (std::fclose(file_) != 0) die("close");
}

void LogWriter::write(const Bytes& bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) die("write");
  position_ += bytes.size();
}

void LogWriter::append(Bytes* to, Wire type, const Bytes& body, std::uint16_t flags) const {
  put_le(to, now_, 4);
  to->push_back(static_cast<std::uint8_t>(type));
  put_le(to, kServerId, 4);
  put_le(to, kHeader + body.size() + kChecksum, 4);
  put_le(to, 0, 4);
  put_le(to, flags, 2);
  to->insert(to->end(), body.begin(), body.end());
  put_le(to, 0, kChecksum);
}

/// Fills in what depends on an event's place and content, and writes.
void LogWriter::seal(Bytes* events) {
  for (std::size_t at = 0; at < events->size();) {
    std::uint8_t* p = events->data() + at;
    const std::uint32_t size = get_le32(p + 9);
    set_le32(p + 13, static_cast<std::uint32_t>(position_ + at + size));
    const auto crc = ::crc32(0, p, static_cast<uInt>(size - kChecksum));
    set_le32(p + size - kChecksum, static_cast<std::uint32_t>(crc));
    at += size;
    ++events_;
  }
  write(*events);
  events->clear();
}

void LogWriter::begin() {
  group_.clear();
  append(&group_, Wire::query, begin_query(), 8);
}

void LogWriter::event(Wire type, const Bytes& body) { append(&group_, type, body, 0); }

void LogWriter::commit() {
  ++transactions_;
  if (transactions_ % 500 == 0) ++now_;
  Bytes xid;
  put_le(&xid, 1000 + transactions_, 8);
  event(Wire::xid, xid);
  Bytes body;
  body.push_back(0);
  body.insert(body.end(), std::begin(kUuid), std::end(kUuid));
  put_le(&body, transactions_, 8);
  body.push_back(2);
  put_le(&body, transactions_ - 1, 8);
  put_le(&body, transactions_, 8);
  put_le(&body, std::uint64_t{now_} * 1000000 + transactions_ % 1000000, 7);
  // The length counts the GTID event as well, and so the bytes it takes itself.
  const std::size_t rest = kHeader + body.size() + 4 + kChecksum + group_.size();
  Bytes length;
  for (std::size_t width = 1; width != length.size();) {
    if (!length.empty()) width = length.size();
    length.clear();
    put_packed(&length, rest + width);
  }
  body.insert(body.end(), length.begin(), length.end());
  put_le(&body, kServerVersion, 4);
  Bytes first;
  append(&first, Wire::gtid, body, 0);
  group_.insert(group_.begin(), first.begin(), first.end());
  seal(&group_);
}

void LogWriter::finish() {
  Bytes body;
  put_le(&body, 4, 8);
  put_text(&body, "binlog.000002");
  Bytes last;
  append(&last, Wire::rotate, body, 0);
  seal(&last);
}

}  // namespace bench
