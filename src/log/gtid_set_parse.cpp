// MySQL's text form of a GTID set.
//
//   set      : [part] ("," [part])*
//   part     : uuid (":" (tag | interval))*        an interval belongs to the tag before it, if any, in its
//   part interval : number ["-" number] uuid     : 32 hexadecimal digits, with dashes behind the 8th, 12th,
//   16th and 20th or without; in braces only with
//
// White space may stand between any two of these. Taken from "GTID Sets" in MySQL's manual and from what
// GTID_SUBTRACT of a 9.7 server takes and refuses.
#include "log/gtid_set_build.hpp"
#include "log/gtid_text.hpp"

namespace nbl {
namespace {

constexpr i32 kNoDigit = -1;

i32 hex_digit(u8 c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  const u8 lower = lower_case(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : kNoDigit;
}

bool read_uuid(TextCursor* text, u8* uuid) noexcept {
  const bool braces = text->take('{');
  const bool dashes = braces || text->peek(8) == '-';
  for (u32 i = 0; i < 16; ++i) {
    if (dashes && (i == 4 || i == 6 || i == 8 || i == 10) && !text->take('-')) return false;
    const i32 high = hex_digit(text->peek(0));
    const i32 low = hex_digit(text->peek(1));
    if (high == kNoDigit || low == kNoDigit) return false;
    uuid[i] = static_cast<u8>(high * 16 + low);
    text->at += 2;
  }
  return !braces || text->take('}');
}

/// The current source's new tag; false where its first character begins none or it is longer than 32.
bool read_tag(TextCursor* text, GtidSetRecord* source) noexcept {
  usize length = 0;
  char tag[sizeof source->tag] = {};
  for (; is_tag_character(lower_case(text->peek(length)), length == 0); ++length) {
    if (length == sizeof tag) return false;
    tag[length] = static_cast<char>(lower_case(text->peek(length)));
  }
  if (length == 0) return false;
  std::memcpy(source->tag, tag, sizeof tag);
  text->at += length;
  return true;
}

bool refuse_number(NumberRead read, const TextCursor& text, Status* status) noexcept {
  return refuse(status, read == NumberRead::missing ? Code::gtid_set_syntax : Code::gtid_set_range, text.at);
}

/// Gives `first` > `last` for an interval that ends before it begins.
bool read_interval(TextCursor* text, GtidSetRecord* record, Status* status) noexcept {
  u64 first = 0;
  const usize start = text->at;
  NumberRead read = read_number(text, static_cast<u64>(kMaxGno), &first);
  if (read != NumberRead::ok) return refuse_number(read, *text, status);
  if (first == 0) return refuse(status, Code::gtid_set_range, start);
  u64 last = first;
  text->skip_space();
  if (text->take('-')) {
    text->skip_space();
    read = read_number(text, static_cast<u64>(kMaxGno), &last);
    if (read != NumberRead::ok) return refuse_number(read, *text, status);
    text->skip_space();
  }
  record->first = static_cast<i64>(first);
  record->last = static_cast<i64>(last);
  return true;
}

/// One uuid with all that hangs on it. Without a build the syntax is checked and nothing kept but the last
/// interval.
bool read_part(TextCursor* text, GtidSetRecord* record, GtidSetBuild* build, u32* intervals,
               Status* status) noexcept {
  *record = GtidSetRecord{};
  if (!read_uuid(text, record->uuid)) return refuse(status, Code::gtid_set_syntax, text->at);
  text->skip_space();
  while (text->take(':')) {
    text->skip_space();
    if (read_tag(text, record)) {
      text->skip_space();
      continue;
    }
    if (!read_interval(text, record, status)) return false;
    ++*intervals;
    if (build == nullptr || record->first > record->last) continue;
    if (!build_add(build, *record, status)) {
      status->offset = text->at;
      return false;
    }
  }
  return true;
}

}  // namespace

bool gtid_set_parse(GtidSet* set, Span text, Status* status) noexcept {
  GtidSetBuild build = begin_build(*set);
  TextCursor cursor(text);
  GtidSetRecord record;
  u32 intervals = 0;
  for (;;) {
    do {
      cursor.skip_space();
    } while (cursor.take(','));
    if (cursor.done()) break;
    if (!read_part(&cursor, &record, &build, &intervals, status)) return false;
    if (!cursor.done() && cursor.peek() != ',') return refuse(status, Code::gtid_set_syntax, cursor.at);
  }
  finish_build(&build, set);
  return true;
}

bool gtid_parse(Span text, GtidInterval* interval, Status* status) noexcept {
  TextCursor cursor(text);
  GtidSetRecord record;
  u32 intervals = 0;
  cursor.skip_space();
  if (!read_part(&cursor, &record, nullptr, &intervals, status)) return false;
  if (!cursor.done() || intervals != 1 || record.first != record.last) {
    return refuse(status, Code::gtid_set_syntax, cursor.at);
  }
  *interval = GtidInterval{};
  std::memcpy(interval->uuid, record.uuid, sizeof record.uuid);
  std::memcpy(interval->tag, record.tag, sizeof record.tag);
  while (interval->tag_length < sizeof record.tag && record.tag[interval->tag_length] != '\0')
    ++interval->tag_length;
  interval->first = record.first;
  interval->last = record.last;
  return true;
}

}  // namespace nbl
