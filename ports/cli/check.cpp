// `check`: everything validated, faults listed, and reading resumed behind a broken event where its length
// allows.
#include "ports/cli/check.hpp"

#include "ports/cli/message.hpp"
#include "ports/cli/outcome.hpp"
#include "ports/cli/put.hpp"
#include "ports/cli/table_plan.hpp"
#include "ports/cli/walk.hpp"

namespace nbl::cli {

namespace {

struct Counts {
  std::uint64_t committed = 0;
  std::uint64_t others = 0;  ///< rolled back, statements, XA ends.
  std::uint64_t changes = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t incomplete = 0;
  std::uint64_t faults = 0;

  void add(const Counts& more) {
    committed += more.committed;
    others += more.others;
    changes += more.changes;
    unsupported += more.unsupported;
    incomplete += more.incomplete;
    faults += more.faults;
  }
};

class Check : public StepHandler {
 public:
  Check(const Arguments& arguments, const Filter& filter, Output* output)
      : arguments_(arguments), filter_(filter), output_(output), json_(arguments.format == "json") {}

  bool begin_file(const Source& source, Place place) override {
    end_file();
    place_ = place;
    file_ = source.path();
    in_file_ = true;
    return true;
  }
  bool step(const Source& source, LogReader& reader, const Step& step) override;
  bool fault(const Source& source, LogReader& reader) override;
  bool unreadable(const std::string& path) override;
  bool goes_on_after_broken() const override { return true; }

  void end_file();
  void summary(const WalkTotals& totals);
  [[nodiscard]] int status() const {
    if (all_.faults != 0) return kExitBroken;
    return all_.unsupported != 0 || all_.incomplete != 0 ? kExitIncomplete : kExitOk;
  }

 private:
  void finding(const char* type, std::uint64_t offset, const char* code, const std::string& message,
               EventType event_type);
  void write_counts(Writer* writer, const Counts& counts) const;

  const Arguments& arguments_;
  const Filter& filter_;
  Output* output_;
  Place place_;
  std::string file_;
  Counts file_counts_;
  Counts all_;
  bool json_;
  bool in_file_ = false;
};

void Check::finding(const char* type, std::uint64_t offset, const char* code, const std::string& message,
                    EventType event_type) {
  static_cast<void>(output_->line([&](Writer* writer) {
    if (!json_) {
      put(writer, printable(file_));
      put(writer, ": offset ");
      write_unsigned(writer, offset);
      put(writer, ": ");
      put_name(writer, type);
      put(writer, ": ");
      put(writer, printable(message));
      write_char(writer, '\n');
      return Code::ok;
    }
    put(writer, "{\"type\":\"");
    put_name(writer, type);
    put(writer, "\",\"file\":");
    put(writer, json_text(file_));
    put(writer, ",\"offset\":");
    write_unsigned(writer, offset);
    put(writer, ",\"code\":\"");
    put_name(writer, code);
    put(writer, "\",\"event_type\":");
    write_unsigned(writer, static_cast<std::uint64_t>(event_type));
    put(writer, ",\"message\":");
    put(writer, json_text(message));
    put(writer, "}\n");
    return Code::ok;
  }));
}

bool Check::step(const Source&, LogReader&, const Step& step) {
  if (filter_.is_past(step.start_offset, place_)) return false;
  const Outcome outcome = outcome_of(step, arguments_.prefix, false);
  if (!outcome.is_line) return true;
  if (!filter_.shows_range(step.start_offset, outcome.end, outcome.commit_time,
                           step.has_gtid ? &step.gtid : nullptr, place_))
    return true;
  const std::string text = std::string(code_name(step.reason)) + ": " + code_text(step.reason);
  switch (outcome.kind) {
    case StepKind::committed:
      ++file_counts_.committed;
      file_counts_.changes += step.transaction.change_count;
      break;
    case StepKind::unsupported:
    case StepKind::oversized:
      ++file_counts_.unsupported;
      finding("unsupported", step.event.offset, code_name(step.reason), text, step.event.header.type);
      break;
    case StepKind::incident:
      ++file_counts_.unsupported;
      finding("unsupported", step.event.offset, "incident", "incident: the server lost events here",
              step.event.header.type);
      break;
    case StepKind::incomplete:
      ++file_counts_.incomplete;
      finding("incomplete", step.start_offset, code_name(step.reason), text, step.event.header.type);
      break;
    default: ++file_counts_.others; break;
  }
  return true;
}

bool Check::fault(const Source& source, LogReader& reader) {
  const Status& status = reader.status();
  ++file_counts_.faults;
  finding("fault", status.offset, code_name(status.code),
          status_text(status, describe_column(source, reader, status)),
          static_cast<EventType>(status.event_type));
  return true;
}

bool Check::unreadable(const std::string& path) {
  end_file();
  file_ = path;
  ++file_counts_.faults;
  finding("fault", 0, "unreadable", "the file cannot be read", EventType::unknown);
  in_file_ = true;
  return true;
}

void Check::write_counts(Writer* writer, const Counts& counts) const {
  const std::pair<const char*, std::uint64_t> members[] = {
      {"committed", counts.committed},     {"changes", counts.changes},       {"other_groups", counts.others},
      {"unsupported", counts.unsupported}, {"incomplete", counts.incomplete}, {"faults", counts.faults}};
  for (const auto& [name, value] : members) {
    put_name(writer, json_ ? ",\"" : ", ");
    if (json_) {
      put_name(writer, name);
      put(writer, "\":");
      write_unsigned(writer, value);
    } else {
      write_unsigned(writer, value);
      write_char(writer, ' ');
      put_name(writer, name);
    }
  }
}

void Check::end_file() {
  if (!in_file_) return;
  in_file_ = false;
  static_cast<void>(output_->line([&](Writer* writer) {
    const char* verdict = file_counts_.faults != 0                                  ? "broken"
                          : file_counts_.unsupported + file_counts_.incomplete != 0 ? "incomplete"
                                                                                    : "ok";
    if (json_) {
      put(writer, "{\"type\":\"file\",\"file\":");
      put(writer, json_text(file_));
      put(writer, ",\"verdict\":\"");
      put_name(writer, verdict);
      write_char(writer, '"');
    } else {
      put(writer, printable(file_));
      put(writer, ": ");
      put_name(writer, verdict);
    }
    write_counts(writer, file_counts_);
    put_name(writer, json_ ? "}\n" : "\n");
    return Code::ok;
  }));
  all_.add(file_counts_);
  file_counts_ = Counts{};
}

void Check::summary(const WalkTotals& totals) {
  end_file();
  static_cast<void>(output_->line([&](Writer* writer) {
    put_name(writer, json_ ? "{\"type\":\"summary\",\"files\":" : "all: ");
    write_unsigned(writer, totals.files);
    put_name(writer, json_ ? ",\"bytes\":" : " files, ");
    write_unsigned(writer, totals.bytes);
    put_name(writer, json_ ? ",\"events\":" : " bytes, ");
    write_unsigned(writer, totals.events);
    if (!json_) put(writer, " events");
    write_counts(writer, all_);
    put_name(writer, json_ ? "}\n" : "\n");
    return Code::ok;
  }));
}

}  // namespace

int run_check(const Arguments& arguments) {
  Output output;
  output.open_standard();
  Filter filter;
  if (!filter.init(arguments)) return kExitUsage;
  Check handler(arguments, filter, &output);
  Walk walk(arguments, &output);
  int status = walk.run(&handler);
  handler.summary(walk.totals());
  status = worse_exit(status, handler.status());
  if (!output.flush()) status = worse_exit(status, kExitBroken);
  return status;
}

}  // namespace nbl::cli
