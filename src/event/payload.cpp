// TRANSACTION_PAYLOAD_EVENT (40) and the header of MariaDB's compressed blocks.
//
// Payload: fields of type, length and value, all packed integers, closed by type 0: 1 payload size, 2
// compression type, 3 uncompressed size. The payload follows. The post-header is empty, although servers put
// the event's own number, 40, into the format description. Source: Transaction_payload_event and
// codecs/binary.cpp in MySQL's libs/mysql/binlog/event. MariaDB: binlog_buf_compress and
// binlog_buf_uncompress in sql/log_event.cc.
#include "event/body.hpp"

namespace nbl {
namespace {

enum FieldType : u64 { kEnd = 0, kSize = 1, kCompression = 2, kUncompressedSize = 3 };

constexpr u32 bit(FieldType field) noexcept { return u32{1} << field; }

struct Fields {
  u64 size = 0;
  u64 compression = 0;
  u64 uncompressed_size = 0;
  u32 found = 0;
};

void take_field(u64 type, Cursor* value, Fields* fields) noexcept {
  if (type != kSize && type != kCompression && type != kUncompressedSize) return;
  const u64 number = value->packed();
  if (value->left() != 0) value->fail();
  if (type == kSize) fields->size = number;
  if (type == kCompression) fields->compression = number;
  if (type == kUncompressedSize) fields->uncompressed_size = number;
  fields->found |= u32{1} << type;
}

/// Leaves the cursor behind the closing mark, or failed.
void take_fields(Cursor* cursor, Fields* fields) noexcept {
  for (;;) {
    const u64 type = cursor->packed();
    if (!cursor->ok() || type == kEnd) return;
    Cursor value(cursor->bytes64(cursor->packed()));
    if (!cursor->ok()) return;
    take_field(type, &value, fields);
    if (!value.ok()) {
      cursor->fail();
      return;
    }
  }
}

}  // namespace

bool parse_payload(const Event& event, const FormatDescription& format, Payload* payload,
                   Status* status) noexcept {
  (void)format;
  Cursor cursor(event.body);
  Fields fields;
  take_fields(&cursor, &fields);
  constexpr u32 kNeeded = bit(kSize) | bit(kCompression);
  if (!cursor.ok() || (fields.found & kNeeded) != kNeeded)
    return fail_at(status, Code::bad_payload, event, cursor);
  const bool none = fields.compression == static_cast<u64>(Payload::Algorithm::none);
  if (!none && fields.compression != static_cast<u64>(Payload::Algorithm::zstd)) {
    return fail_at(status, Code::bad_payload, event, cursor);
  }
  payload->algorithm = none ? Payload::Algorithm::none : Payload::Algorithm::zstd;
  payload->payload = cursor.bytes64(fields.size);
  payload->uncompressed_size = none ? fields.size : fields.uncompressed_size;
  return finish_body(status, Code::bad_payload, event, cursor);
}

bool parse_compressed_block(Span bytes, CompressedBlock* block) noexcept {
  constexpr u8 kMark = 0x80;
  constexpr u8 kAlgorithmMask = 0x07;
  constexpr usize kMaxWidth = 4;
  if (bytes.empty()) return false;
  const u8 head = bytes.data[0];
  const usize width = head & 0x07U;
  if ((head & kMark) == 0 || width == 0 || width > kMaxWidth || bytes.size <= 1 + width) return false;
  block->algorithm = static_cast<u8>((head >> 4) & kAlgorithmMask);
  block->uncompressed_size = static_cast<u32>(load_be(bytes.data + 1, width));
  block->stream = bytes.skip(1 + width);
  return true;
}

}  // namespace nbl
