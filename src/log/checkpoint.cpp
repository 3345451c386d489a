// The checkpoint record.
//
//   at  bytes
//    0   4    "NBCP"
//    4   2    version
//    6   2    bytes of this head; a later version may have a longer one
//    8   4    bytes of the whole record, checksum included
//   12   4    flags: which of the optional fields are set
//   16   8    generation
//   24   8    offset in the log
//   32   8    bytes of output
//   40  16    server's uuid
//   56   4    server id
//   60   2    bytes of the file name
//   62   2    0
//   64   4    bytes of the GTID set's text
//   68   4    bytes of MariaDB's text
//   72        file name, GTID set, MariaDB's positions
//   end - 4   CRC32 of everything before it
//
// All numbers are little-endian. Magic, version, size and the checksum's place stay as they are in every
// version, so that an old reader can tell a newer record from a broken one.
#include "nanobinlog/checkpoint.hpp"

#include "base/cursor.hpp"
#include "log/checkpoint_record.hpp"

namespace nbl {
namespace {

constexpr u32 kHasServerUuid = 1;
constexpr u32 kHasServerId = 2;
constexpr u32 kHasOutputBytes = 4;

u8* store_bytes(u8* out, Span bytes) noexcept {
  if (bytes.size != 0) std::memcpy(out, bytes.data, bytes.size);
  return out + bytes.size;
}

u32 flags_of(const Checkpoint& checkpoint) noexcept {
  return (checkpoint.has_server_uuid ? kHasServerUuid : 0U) | (checkpoint.has_server_id ? kHasServerId : 0U) |
         (checkpoint.has_output_bytes ? kHasOutputBytes : 0U);
}

}  // namespace

bool is_checkpoint_record(Span bytes, ChecksumFunction crc, usize* record_bytes) noexcept {
  if (bytes.size < kCheckpointHeadBytes + kChecksumBytes) return false;
  if (std::memcmp(bytes.data, kCheckpointMagic, sizeof kCheckpointMagic) != 0) return false;
  const u32 size = load_le32(bytes.data + 8);
  if (size < kCheckpointHeadBytes + kChecksumBytes || size > bytes.size) return false;
  *record_bytes = size;
  return crc(0, bytes.data, size - kChecksumBytes) == load_le32(bytes.data + size - kChecksumBytes);
}

std::size_t checkpoint_record_size(const Checkpoint& checkpoint) noexcept {
  const u64 most = 0xffffffffU;
  if (checkpoint.file_name.size > kMaxFileNameBytes) return 0;
  if (checkpoint.gtids.size > most || checkpoint.maria_gtids.size > most) return 0;
  const u64 names = checkpoint.file_name.size;
  const u64 gtids = checkpoint.gtids.size;
  const u64 maria_gtids = checkpoint.maria_gtids.size;
  const u64 total = kCheckpointHeadBytes + names + gtids + maria_gtids + kChecksumBytes;
  return total <= most ? static_cast<usize>(total) : 0;
}

bool checkpoint_write(const Checkpoint& checkpoint, ChecksumFunction crc, std::uint8_t* out, std::size_t size,
                      std::size_t* written, Status* status) noexcept {
  const usize total = checkpoint_record_size(checkpoint);
  if (total == 0 || crc == nullptr) return refuse(status, Code::invalid_argument, 0);
  if (total > size) return refuse(status, Code::output_too_small, 0, size, total);
  std::memcpy(out, kCheckpointMagic, sizeof kCheckpointMagic);
  store_le16(out + 4, kCheckpointVersion);
  store_le16(out + 6, static_cast<u16>(kCheckpointHeadBytes));
  store_le32(out + 8, static_cast<u32>(total));
  store_le32(out + 12, flags_of(checkpoint));
  store_le64(out + 16, checkpoint.generation);
  store_le64(out + 24, checkpoint.offset);
  store_le64(out + 32, checkpoint.output_bytes);
  std::memcpy(out + 40, checkpoint.server_uuid, sizeof checkpoint.server_uuid);
  store_le32(out + 56, checkpoint.server_id);
  store_le16(out + 60, static_cast<u16>(checkpoint.file_name.size));
  store_le16(out + 62, 0);
  store_le32(out + 64, static_cast<u32>(checkpoint.gtids.size));
  store_le32(out + 68, static_cast<u32>(checkpoint.maria_gtids.size));
  u8* end = store_bytes(out + kCheckpointHeadBytes, checkpoint.file_name);
  end = store_bytes(end, checkpoint.gtids);
  end = store_bytes(end, checkpoint.maria_gtids);
  store_le32(end, crc(0, out, total - kChecksumBytes));
  *written = total;
  return true;
}

bool checkpoint_read(Span bytes, ChecksumFunction crc, Checkpoint* checkpoint, Status* status) noexcept {
  usize total = 0;
  if (crc == nullptr) return refuse(status, Code::invalid_argument, 0);
  if (!is_checkpoint_record(bytes, crc, &total)) return refuse(status, Code::checkpoint_corrupt, 0);
  const u8* const head = bytes.data;
  if (load_le16(head + 4) != kCheckpointVersion) {
    return refuse(status, Code::checkpoint_version, 4, kCheckpointVersion, load_le16(head + 4));
  }
  const u32 flags = load_le32(head + 12);
  Checkpoint result;
  result.generation = load_le64(head + 16);
  result.offset = load_le64(head + 24);
  result.output_bytes = load_le64(head + 32);
  std::memcpy(result.server_uuid, head + 40, sizeof result.server_uuid);
  result.server_id = load_le32(head + 56);
  result.has_server_uuid = (flags & kHasServerUuid) != 0;
  result.has_server_id = (flags & kHasServerId) != 0;
  result.has_output_bytes = (flags & kHasOutputBytes) != 0;
  Cursor cursor(bytes.first(total - kChecksumBytes));
  cursor.skip(load_le16(head + 6));
  result.file_name = cursor.bytes(load_le16(head + 60));
  result.gtids = cursor.bytes(load_le32(head + 64));
  result.maria_gtids = cursor.bytes(load_le32(head + 68));
  if (!cursor.ok() || cursor.left() != 0 || load_le16(head + 6) < kCheckpointHeadBytes ||
      result.file_name.size > kMaxFileNameBytes) {
    return refuse(status, Code::checkpoint_corrupt, 6);
  }
  *checkpoint = result;
  return true;
}

bool checkpoint_same_server(const Checkpoint& a, const Checkpoint& b) noexcept {
  if (a.has_server_uuid && b.has_server_uuid) {
    return std::memcmp(a.server_uuid, b.server_uuid, sizeof a.server_uuid) == 0;
  }
  return !a.has_server_id || !b.has_server_id || a.server_id == b.server_id;
}

}  // namespace nbl
