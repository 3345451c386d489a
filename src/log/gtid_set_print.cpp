// MySQL's canonical text of a GTID set, the same as its server prints.
#include "log/gtid_text.hpp"

namespace nbl {
namespace {

void put_uuid(TextSink* sink, const u8* uuid) noexcept {
  constexpr char kDigits[] = "0123456789abcdef";
  for (u32 i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) sink->put('-');
    sink->put(kDigits[uuid[i] >> 4]);
    sink->put(kDigits[uuid[i] & 15U]);
  }
}

void put_tag(TextSink* sink, const char* tag) noexcept {
  if (tag[0] == '\0') return;
  sink->put(':');
  for (u32 i = 0; i < sizeof(GtidSetRecord::tag) && tag[i] != '\0'; ++i) sink->put(tag[i]);
}

void put_interval(TextSink* sink, const GtidSetRecord& record) noexcept {
  sink->put(':');
  sink->put_number(static_cast<u64>(record.first));
  if (record.last == record.first) return;
  sink->put('-');
  sink->put_number(static_cast<u64>(record.last));
}

}  // namespace

bool gtid_set_print(const GtidSet& set, GtidSetText form, char* out, std::size_t size, std::size_t* length,
                    Status* status) noexcept {
  TextSink sink{out, size};
  for (u32 i = 0; i < set.count; ++i) {
    const GtidSetRecord& record = set.records[i];
    const GtidSetRecord* const before = i == 0 ? nullptr : &set.records[i - 1];
    const bool same_uuid =
        before != nullptr && std::memcmp(before->uuid, record.uuid, sizeof record.uuid) == 0;
    if (!same_uuid) {
      if (before != nullptr) sink.put(',');
      if (before != nullptr && form == GtidSetText::server) sink.put('\n');
      put_uuid(&sink, record.uuid);
    }
    if (!same_uuid || compare_source(*before, record) != 0) put_tag(&sink, record.tag);
    put_interval(&sink, record);
  }
  *length = sink.length;
  return sink.length <= size || refuse(status, Code::output_too_small, 0, size, sink.length);
}

}  // namespace nbl
