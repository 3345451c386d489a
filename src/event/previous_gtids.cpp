// PREVIOUS_GTIDS_LOG_EVENT (35): the GTIDs of all logs before this one.
//
// Eight bytes of count; their highest byte is the form, 0 or 1. Form 0: 56 bits of count, then per source
// UUID 16, number of intervals 8, intervals. Form 1, which can carry tags: 48 bits of count between two bytes
// of 1, and a tag (length as a varint, characters) behind each UUID; the same UUID comes once per tag. An
// interval is two signed 64-bit numbers, the first transaction and the one behind the last; intervals of an
// entry grow and do not touch. Source: Gtid_set::encode and add_gtid_encoding in MySQL's sql/rpl_gtid_set.cc.
#include <cstring>

#include "event/body.hpp"
#include "event/serialization.hpp"

namespace nbl {
namespace {

constexpr usize kCountBytes = 8;
constexpr usize kLeastEntryBytes = 16 + 8;
constexpr usize kIntervalBytes = 16;

bool take_count(Cursor* cursor, bool* tagged, u64* entries) noexcept {
  const u64 word = cursor->le64();
  const u64 form = word >> 56;
  *tagged = form == 1;
  *entries = *tagged ? (word << 8) >> 16 : word;
  // More entries than the body can hold would only be found missing after the last one that is there. A form
  // above 1 is refused here as well, since the count it leaves is over 2^56.
  return cursor->ok() && *entries <= cursor->left() / kLeastEntryBytes;
}

bool take_entry(Cursor* cursor, bool tagged, GtidInterval* entry, u64* intervals) noexcept {
  const Span uuid = cursor->bytes(sizeof(entry->uuid));
  if (!cursor->ok()) return false;
  std::memcpy(entry->uuid, uuid.data, sizeof(entry->uuid));
  if (tagged) entry->tag_length = read_tag(cursor, entry->tag);
  *intervals = cursor->le64();
  return cursor->ok() && *intervals <= cursor->left() / kIntervalBytes;
}

void take_interval(Cursor* cursor, GtidInterval* interval, i64* end) noexcept {
  interval->first = static_cast<i64>(cursor->le64());
  *end = static_cast<i64>(cursor->le64());
  interval->last = *end - (*end == INT64_MIN ? 0 : 1);
}

/// Every byte is looked at once: each entry takes 24 bytes or more and each interval 16.
bool check_entries(Cursor* cursor, PreviousGtids* gtids) noexcept {
  GtidInterval* interval = &gtids->current;
  for (u64 i = 0; i < gtids->entries; ++i) {
    u64 intervals = 0;
    if (!take_entry(cursor, gtids->tagged, interval, &intervals)) return false;
    i64 behind = 0;
    for (; intervals != 0; --intervals) {
      i64 end = 0;
      take_interval(cursor, interval, &end);
      if (interval->first <= behind || end <= interval->first) return false;
      behind = end;
    }
  }
  return cursor->left() == 0;
}

}  // namespace

bool parse_previous_gtids(const Event& event, const FormatDescription& format, PreviousGtids* gtids,
                          Status* status) noexcept {
  Cursor cursor;
  if (!open_body(event, format, 0, Code::bad_previous_gtids, &cursor, status)) return false;
  *gtids = PreviousGtids{};
  gtids->body = cursor.rest();
  if (!take_count(&cursor, &gtids->tagged, &gtids->entries))
    return fail_at(status, Code::bad_previous_gtids, event, cursor);
  gtids->at = kCountBytes;
  gtids->entries_left = gtids->entries;
  if (!check_entries(&cursor, gtids)) return fail_at(status, Code::bad_previous_gtids, event, cursor);
  return true;
}

bool next_interval(PreviousGtids* gtids, GtidInterval* interval) noexcept {
  Cursor cursor(gtids->body.skip(gtids->at));
  while (gtids->intervals_left == 0) {
    if (gtids->entries_left == 0) return false;
    gtids->current = GtidInterval{};
    if (!take_entry(&cursor, gtids->tagged, &gtids->current, &gtids->intervals_left)) return false;
    --gtids->entries_left;
  }
  i64 end = 0;
  take_interval(&cursor, &gtids->current, &end);
  --gtids->intervals_left;
  gtids->at += cursor.position();
  *interval = gtids->current;
  return true;
}

}  // namespace nbl
