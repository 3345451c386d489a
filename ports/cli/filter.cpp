#include "ports/cli/filter.hpp"

#include "nanobinlog/text.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

bool GtidFilter::parse(const std::string& text, std::string* fault) {
  const Span span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  Status status;
  // An interval takes two characters at least.
  const std::size_t records = text.size() / 2 + 1;
  block_.resize(records * 8);
  const std::size_t bytes = block_.size() * 8;
  if (gtid_set_init(&mysql_, block_.data(), bytes, &status) && gtid_set_parse(&mysql_, span, &status))
    return true;
  const Status first = status;
  mysql_ = GtidSet{};
  if (maria_gtid_set_init(&maria_, block_.data(), bytes, &status) &&
      maria_gtid_set_parse(&maria_, span, &status))
    return true;
  maria_ = MariaGtidSet{};
  *fault = "character " + std::to_string(first.offset + 1) + ": " + code_text(first.code);
  return false;
}

bool GtidFilter::contains(const Gtid& gtid) const {
  if (gtid.form == Gtid::Form::anonymous) return false;
  if (gtid.form == Gtid::Form::mariadb) return maria_gtid_set_contains(maria_, maria_gtid_of(gtid));
  return gtid_set_contains(mysql_, gtid);
}

bool Filter::init(const Arguments& from) {
  arguments = &from;
  std::string fault;
  if (from.has_include_gtids) {
    include = std::make_unique<GtidFilter>();
    if (!include->parse(from.include_gtids, &fault)) return say("--include-gtids: " + fault), false;
  }
  if (from.has_exclude_gtids) {
    exclude = std::make_unique<GtidFilter>();
    if (!exclude->parse(from.exclude_gtids, &fault)) return say("--exclude-gtids: " + fault), false;
  }
  return true;
}

bool Filter::shows_table(const std::string& database, const std::string& table) const {
  const auto any_of = [](const std::vector<std::string>& list, const auto& matches) {
    if (list.empty()) return true;
    for (const std::string& one : list) {
      if (matches(one)) return true;
    }
    return false;
  };
  return any_of(arguments->databases, [&](const std::string& one) { return one == database; }) &&
         any_of(arguments->tables,
                [&](const std::string& one) { return one == table || one == database + "." + table; });
}

bool Filter::shows_database(Span database) const {
  if (!arguments->tables.empty()) return false;
  if (arguments->databases.empty()) return true;
  const std::string name(reinterpret_cast<const char*>(database.data), database.size);
  for (const std::string& one : arguments->databases) {
    if (one == name) return true;
  }
  return false;
}

bool Filter::shows_range(std::uint64_t start, std::uint64_t end, std::int64_t time, const Gtid* gtid,
                         Place place) const {
  if (place.first_file && start < arguments->start_position) return false;
  if (place.last_file && end > arguments->stop_position) return false;
  if (time < arguments->start_time || time >= arguments->stop_time) return false;
  const bool named = gtid != nullptr && gtid->form != Gtid::Form::anonymous;
  if (include != nullptr && !(named && include->contains(*gtid))) return false;
  return exclude == nullptr || !named || !exclude->contains(*gtid);
}

void put_gtid(std::string* text, const Gtid& gtid) {
  text->clear();
  if (gtid.form == Gtid::Form::anonymous) return;
  char buffer[96];
  Writer writer{buffer, sizeof(buffer), 0};
  if (gtid.form == Gtid::Form::mariadb) {
    write_unsigned(&writer, gtid.domain_id);
    write_char(&writer, '-');
    write_unsigned(&writer, gtid.server_id);
    write_char(&writer, '-');
    write_unsigned(&writer, static_cast<std::uint64_t>(gtid.number));
  } else {
    std::size_t from = 0;
    for (const std::size_t to : {4U, 6U, 8U, 10U, 16U}) {
      if (from != 0) write_char(&writer, '-');
      write_hex(&writer, Span{gtid.uuid + from, to - from});
      from = to;
    }
    write_char(&writer, ':');
    if (gtid.tag_length != 0) {
      write_bytes(&writer, Span{reinterpret_cast<const std::uint8_t*>(gtid.tag), gtid.tag_length});
      write_char(&writer, ':');
    }
    write_signed(&writer, gtid.number);
  }
  text->assign(buffer, writer.length);
}

std::string gtid_text(const Gtid& gtid) {
  std::string text;
  put_gtid(&text, gtid);
  return text;
}

}  // namespace nbl::cli
