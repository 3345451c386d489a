// Which table and column a broken row belongs to. The reader has dropped its table maps by then, but a mapped
// log still has them.
#include "ports/cli/walk.hpp"

namespace nbl::cli {

namespace {

struct Bytes {
  const std::uint8_t* at;
  std::size_t left;

  std::uint64_t little(std::size_t width) {
    if (left < width) return left = 0, 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{at[i]} << (8 * i);
    skip(width);
    return value;
  }
  std::uint64_t packed() {
    const std::uint64_t first = little(1);
    return first < 251 ? first : little(first == 252 ? 2 : first == 253 ? 3 : 8);
  }
  void skip(std::uint64_t count) {
    if (count > left) count = left;
    at += count;
    left -= static_cast<std::size_t>(count);
  }
  std::string text(std::uint64_t size) {
    if (size > left) size = left;
    std::string value(reinterpret_cast<const char*>(at), static_cast<std::size_t>(size));
    skip(size);
    return value;
  }
};

std::string describe(Bytes map, std::uint32_t column) {
  map.skip(2);
  std::string text = "table `" + map.text(map.little(1)) + "`.`";
  map.skip(1);
  text += map.text(map.little(1)) + "` column ";
  map.skip(1);
  const std::uint64_t columns = map.packed();
  map.skip(columns);
  map.skip(map.packed());
  map.skip((columns + 7) / 8);
  while (map.left > 1) {
    const std::uint64_t field = map.little(1);
    const std::uint64_t size = map.packed();
    if (field == static_cast<std::uint64_t>(TableMetadata::column_name)) {
      for (std::uint32_t i = 0; i < column; ++i) map.skip(map.packed());
      return text + "`" + map.text(map.packed()) + "`";
    }
    map.skip(size);
  }
  return text + std::to_string(column + 1);
}

}  // namespace

std::string describe_column(const Source& source, const LogReader& reader, const Status& status) {
  const FormatDescription& format = reader.format();
  const std::uint64_t event_at = status.offset - status.event_offset;
  const Span log = source.bytes();
  if (status.column == kNoColumn || !format.valid() || event_at + kMinHeaderBytes >= log.size) return {};
  const std::size_t id_width =
      format.post_header_lengths[static_cast<std::size_t>(EventType::table_map)] == 6 ? 4 : 6;
  const Span event = log.skip(static_cast<std::size_t>(event_at)).skip(format.header_length);
  Bytes rows{event.data, event.size};
  const std::uint64_t id = rows.little(id_width);
  std::string found;
  for (std::size_t at = 4; at < event_at && log.size - at >= kMinHeaderBytes;) {
    Header header;
    read_header(log.data + at, &header);
    if (header.event_size < format.header_length || header.event_size > log.size - at) break;
    if (header.type == EventType::table_map) {
      const std::size_t head = format.header_length;
      const std::uint32_t tail = format.checksum_bytes();
      Bytes map{log.data + at + head, header.event_size - head < tail ? 0 : header.event_size - head - tail};
      if (map.little(id_width) == id) found = describe(map, status.column);
    }
    at += header.event_size;
  }
  return found;
}

}  // namespace nbl::cli
