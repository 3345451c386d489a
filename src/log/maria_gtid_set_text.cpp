// Text of MariaDB's positions, and the list at the head of its logs.
#include "log/gtid_text.hpp"

namespace nbl {
namespace {

/// The free part of the block, where a new list is collected while the old one stays as it is.
MariaGtidSet free_part(const MariaGtidSet& set) noexcept {
  MariaGtidSet part;
  part.positions = set.positions == nullptr ? nullptr : set.positions + set.count;
  part.capacity = set.capacity - set.count;
  return part;
}

void replace(MariaGtidSet* set, const MariaGtidSet& part) noexcept {
  if (part.count != 0)
    std::memmove(set->positions, part.positions, maria_gtid_set_workspace_size(part.count));
  set->count = part.count;
}

bool read_part(TextCursor* text, u64 most, u64* value, Status* status) noexcept {
  text->skip_space();
  const NumberRead read = read_number(text, most, value);
  if (read != NumberRead::ok) {
    return refuse(status, read == NumberRead::missing ? Code::gtid_set_syntax : Code::gtid_set_range,
                  text->at);
  }
  text->skip_space();
  return true;
}

bool read_dash(TextCursor* text, Status* status) noexcept {
  return text->take('-') || refuse(status, Code::gtid_set_syntax, text->at);
}

bool read_position(TextCursor* text, MariaGtid* gtid, Status* status) noexcept {
  u64 domain = 0;
  u64 server = 0;
  if (!read_part(text, 0xffffffffU, &domain, status) || !read_dash(text, status) ||
      !read_part(text, 0xffffffffU, &server, status) || !read_dash(text, status) ||
      !read_part(text, ~u64{0}, &gtid->sequence, status)) {
    return false;
  }
  gtid->domain_id = static_cast<u32>(domain);
  gtid->server_id = static_cast<u32>(server);
  return true;
}

}  // namespace

bool maria_gtid_set_parse(MariaGtidSet* set, Span text, Status* status) noexcept {
  MariaGtidSet part = free_part(*set);
  TextCursor cursor(text);
  MariaGtid gtid;
  for (;;) {
    do {
      cursor.skip_space();
    } while (cursor.take(','));
    if (cursor.done()) break;
    if (!read_position(&cursor, &gtid, status)) return false;
    if (!cursor.done() && cursor.peek() != ',') return refuse(status, Code::gtid_set_syntax, cursor.at);
    if (!maria_gtid_set_put(&part, gtid, status)) {
      status->offset = cursor.at;
      return false;
    }
  }
  replace(set, part);
  return true;
}

bool maria_gtid_set_from_list(MariaGtidSet* set, const MariaGtidList& list, Status* status) noexcept {
  MariaGtidSet part = free_part(*set);
  for (u32 i = 0; i < list.count; ++i) {
    if (!maria_gtid_set_put(&part, maria_gtid_at(list, i), status)) return false;
  }
  replace(set, part);
  return true;
}

bool maria_gtid_set_print(const MariaGtidSet& set, char* out, std::size_t size, std::size_t* length,
                          Status* status) noexcept {
  TextSink sink{out, size};
  for (u32 i = 0; i < set.count; ++i) {
    const MariaGtid& gtid = set.positions[i];
    if (i != 0) sink.put(',');
    sink.put_number(gtid.domain_id);
    sink.put('-');
    sink.put_number(gtid.server_id);
    sink.put('-');
    sink.put_number(gtid.sequence);
  }
  *length = sink.length;
  return sink.length <= size || refuse(status, Code::output_too_small, 0, size, sink.length);
}

}  // namespace nbl
