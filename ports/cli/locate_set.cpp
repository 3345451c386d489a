// A set of GTIDs of either kind of server.
#include "ports/cli/locate_log.hpp"

namespace nbl::cli {

bool AnySet::reserve(std::size_t records) {
  // A record takes 64 bytes in the one kind of set, and 16 in the other.
  block_.assign(records * 10, 0);
  mysql_ = GtidSet{};
  maria_ = MariaGtidSet{};
  Status status;
  return gtid_set_init(&mysql_, block_.data(), records * 64, &status) &&
         maria_gtid_set_init(&maria_, block_.data() + records * 8, records * 16, &status);
}

bool AnySet::parse(const std::string& text, std::string* fault) {
  const Span span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  // An interval takes two characters at least.
  if (!reserve(text.size() / 2 + 1)) return false;
  Status first;
  if (gtid_set_parse(&mysql_, span, &first)) return true;
  Status second;
  if (maria_gtid_set_parse(&maria_, span, &second)) return true;
  *fault = "character " + std::to_string(first.offset + 1) + ": " + code_text(first.code);
  return false;
}

bool AnySet::take(const Event& event, const FormatDescription& format, Status* status) {
  if (!reserve(event.body.size / 16 + 1)) return false;
  if (event.header.type == EventType::previous_gtids) {
    PreviousGtids gtids;
    return parse_previous_gtids(event, format, &gtids, status) &&
           gtid_set_from_previous(&mysql_, gtids, status);
  }
  MariaGtidList list;
  return parse_maria_gtid_list(event, format, &list, status) &&
         maria_gtid_set_from_list(&maria_, list, status);
}

bool AnySet::contains(const Gtid& gtid) const {
  if (gtid.form == Gtid::Form::anonymous) return false;
  if (gtid.form == Gtid::Form::mariadb) return maria_gtid_set_contains(maria_, maria_gtid_of(gtid));
  return gtid_set_contains(mysql_, gtid);
}

bool AnySet::is_one() const {
  return (gtid_set_count(mysql_) == 1 && maria_.count == 0) || (mysql_.count == 0 && maria_.count == 1);
}

bool AnySet::is(const Gtid& gtid) const {
  if (!contains(gtid) || gtid.form != Gtid::Form::mariadb) return contains(gtid);
  const MariaGtid& own = maria_.positions[0];
  const MariaGtid other = maria_gtid_of(gtid);
  return own.domain_id == other.domain_id && own.server_id == other.server_id &&
         own.sequence == other.sequence;
}

bool AnySet::is_subset_of(const AnySet& other) const {
  return gtid_set_is_subset(mysql_, other.mysql_) && maria_gtid_set_is_subset(maria_, other.maria_);
}

std::string AnySet::lacking_in(const AnySet& other) const {
  AnySet rest;
  Status status;
  std::size_t length = 0;
  if (!rest.reserve(mysql_.count + maria_.count + other.mysql_.count + 1) ||
      !gtid_set_copy(&rest.mysql_, mysql_, &status) ||
      !gtid_set_subtract(&rest.mysql_, other.mysql_, &status) ||
      !maria_gtid_set_copy(&rest.maria_, maria_, &status))
    return "some";
  maria_gtid_set_subtract(&rest.maria_, other.maria_);
  std::string text(4096, '\0');
  const bool is_maria = rest.maria_.count != 0;
  const bool whole = is_maria ? maria_gtid_set_print(rest.maria_, text.data(), text.size(), &length, &status)
                              : gtid_set_print(rest.mysql_, GtidSetText::one_line, text.data(), text.size(),
                                               &length, &status);
  text.resize(whole ? length : text.size());
  return whole ? text : text + "...";
}

}  // namespace nbl::cli
