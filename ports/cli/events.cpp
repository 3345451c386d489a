// `events`: one line an event.
#include "ports/cli/events.hpp"

#include "ports/cli/event_detail.hpp"
#include "ports/cli/filter.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/output.hpp"
#include "ports/cli/put.hpp"
#include "ports/cli/raw_events.hpp"
#include "ports/cli/table_plan.hpp"

namespace nbl::cli {

namespace {

class Events {
 public:
  Events(const Arguments& arguments, const Filter& filter, Output* output)
      : arguments_(arguments), filter_(filter), output_(output), json_(arguments.format == "json") {}

  int read_file(const std::string& path, Place place);

 private:
  bool shows(const Event& event, const EventDetail& detail, Place place) const;
  void write(const Event& event, const EventDetail& detail);
  void write_json(const Event& event, const EventDetail& detail);
  void write_text(const Event& event, const EventDetail& detail);

  const Arguments& arguments_;
  const Filter& filter_;
  Output* output_;
  EventDetails details_;
  Gtid gtid_;
  bool has_gtid_ = false;
  std::string json_file_;
  bool json_;
};

int Events::read_file(const std::string& path, Place place) {
  Source source;
  if (!source.open(path, false)) return kExitBroken;
  json_file_ = json_text(source.name());
  if (!json_) output_->text(printable(source.name()) + "\n");
  RawEvents events(&source);
  has_gtid_ = false;
  Event event;
  for (;;) {
    const RawEvents::Next next = events.next(&event);
    if (source.truncated()) return say(path, "the file was cut short while it was read"), kExitBroken;
    if (next == RawEvents::Next::end) return kExitOk;
    if (next == RawEvents::Next::broken) {
      say_status(path, events.status(), "");
      return events.status().code == Code::incomplete_event ? kExitIncomplete : kExitBroken;
    }
    if (filter_.is_past(event.offset, place)) return kExitOk;
    EventDetail detail;
    Status status;
    if (!details_.describe(event, events.format(), &detail, &status))
      return say_status(path, status, ""), kExitBroken;
    if (detail.has_gtid) {
      gtid_ = detail.gtid;
      has_gtid_ = true;
    }
    if (shows(event, detail, place)) write(event, detail);
    output_->mark_safe();
    if (output_->failed()) return kExitBroken;
  }
}

bool Events::shows(const Event& event, const EventDetail& detail, Place place) const {
  const Gtid* gtid = has_gtid_ ? &gtid_ : nullptr;
  if (!filter_.shows_range(event.offset, event.offset + event.bytes.size, event.header.timestamp, gtid,
                           place))
    return false;
  if (!filter_.has_table_filter()) return true;
  if (!detail.table.empty()) return filter_.shows_table(detail.database, detail.table);
  if (event.header.type != EventType::query) return false;
  return filter_.shows_database(
      Span{reinterpret_cast<const std::uint8_t*>(detail.database.data()), detail.database.size()});
}

void Events::write(const Event& event, const EventDetail& detail) {
  if (json_) {
    write_json(event, detail);
  } else {
    write_text(event, detail);
  }
}

void Events::write_json(const Event& event, const EventDetail& detail) {
  static_cast<void>(output_->line([&](Writer* writer) {
    put(writer, "{\"type\":\"event\",\"file\":");
    put(writer, json_file_);
    put(writer, ",\"offset\":");
    write_unsigned(writer, event.offset);
    put(writer, ",\"size\":");
    write_unsigned(writer, event.bytes.size);
    put(writer, ",\"next_position\":");
    write_unsigned(writer, event.header.next_position);
    put(writer, ",\"timestamp\":\"");
    put_time(writer, event.header.timestamp);
    put(writer, "\",\"server_id\":");
    write_unsigned(writer, event.header.server_id);
    put(writer, ",\"event_type\":");
    write_unsigned(writer, static_cast<std::uint64_t>(event.header.type));
    put(writer, ",\"event\":\"");
    put_name(writer, event_type_name(event.header.type));
    put(writer, "\",\"flags\":");
    write_unsigned(writer, event.header.flags);
    if (!detail.database.empty()) put(writer, ",\"database\":"), put(writer, json_text(detail.database));
    if (!detail.table.empty()) put(writer, ",\"table\":"), put(writer, json_text(detail.table));
    put(writer, ",\"detail\":");
    put(writer, json_text(detail.text));
    put(writer, "}\n");
    return Code::ok;
  }));
}

void Events::write_text(const Event& event, const EventDetail& detail) {
  static_cast<void>(output_->line([&](Writer* writer) {
    put_padded(writer, event.offset, 12);
    put(writer, "  ");
    put_time(writer, event.header.timestamp);
    put_padded(writer, event.header.server_id, 11);
    put(writer, "  ");
    const std::size_t from = writer->length;
    put_name(writer, event_type_name(event.header.type));
    if (event_type_name(event.header.type)[0] == 'U' && event_type_name(event.header.type)[1] == 'n') {
      write_char(writer, ' ');
      write_unsigned(writer, static_cast<std::uint64_t>(event.header.type));
    }
    pad(writer, from, 20);
    put_padded(writer, event.bytes.size, 10);
    put(writer, "  ");
    constexpr std::size_t kLongest = 160;
    put(writer, printable(detail.text.substr(0, kLongest)));
    if (detail.text.size() > kLongest) put(writer, "...");
    write_char(writer, '\n');
    return Code::ok;
  }));
}

}  // namespace

int run_events(const Arguments& arguments) {
  Output output;
  output.open_standard();
  Filter filter;
  if (!filter.init(arguments)) return kExitUsage;
  Events events(arguments, filter, &output);
  int status = kExitOk;
  for (std::size_t i = 0; i < arguments.files.size(); ++i) {
    status = worse_exit(status,
                        events.read_file(arguments.files[i], Place{i == 0, i + 1 == arguments.files.size()}));
    if (status == kExitBroken) break;
  }
  if (!output.flush()) status = worse_exit(status, kExitBroken);
  return status;
}

}  // namespace nbl::cli
