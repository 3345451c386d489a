// `rows`: one line a row change of each committed transaction.
#include "ports/cli/rows.hpp"

#include "ports/cli/flashback.hpp"
#include "ports/cli/follow.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/outcome.hpp"
#include "ports/cli/row_source.hpp"

namespace nbl::cli {

namespace {

class Rows : public StepHandler {
 public:
  Rows(const Arguments& arguments, const Filter& filter, RowSource* rows, RowFormat* format)
      : arguments_(arguments), filter_(filter), rows_(rows), format_(format) {}

  bool begin_file(const Source&, Place place) override {
    place_ = place;
    return true;
  }
  bool step(const Source& source, LogReader& reader, const Step& step) override;
  bool fault(const Source& source, LogReader& reader) override {
    say_status(source.path(), reader.status(), describe_column(source, reader, reader.status()));
    return arguments_.skip_broken;
  }
  bool unreadable(const std::string&) override { return arguments_.skip_broken; }
  [[nodiscard]] bool goes_on_after_broken() const override { return arguments_.skip_broken; }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] std::uint64_t statements() const { return statements_; }

 private:
  bool print(const Source& source, LogReader& reader, const Step& step, StepKind kind);
  void incomplete(const Source& source, std::uint64_t offset, const std::string& text) {
    say_at(source.path(), offset, text);
    status_ = worse_exit(status_, kExitIncomplete);
  }

  const Arguments& arguments_;
  const Filter& filter_;
  RowSource* rows_;
  RowFormat* format_;
  Place place_;
  int status_ = kExitOk;
  std::uint64_t statements_ = 0;
};

bool Rows::step(const Source& source, LogReader& reader, const Step& step) {
  if (filter_.is_past(step.start_offset, place_)) return false;
  const Outcome outcome = outcome_of(step, arguments_.prefix, true);
  if (!outcome.is_line) return true;
  if (!filter_.shows_range(step.start_offset, outcome.end, outcome.commit_time,
                           step.has_gtid ? &step.gtid : nullptr, place_))
    return true;
  switch (step.kind) {
    case StepKind::committed:
    case StepKind::xa_prepared: return print(source, reader, step, step.kind);
    case StepKind::oversized: return print(source, reader, step, step.outcome);
    case StepKind::statement:
      if (step.statement_kind == StatementKind::dml || step.statement_kind == StatementKind::load)
        ++statements_;
      if (filter_.shows_database(step.query.database)) format_->statement(step.query);
      return true;
    case StepKind::unsupported:
      incomplete(source, step.event.offset,
                 std::string(code_name(step.reason)) + ": " + code_text(step.reason) + " (" +
                     event_type_name(step.event.header.type) + " event)");
      return true;
    case StepKind::incident:
      incomplete(source, step.event.offset, "incident: the server lost events here");
      return true;
    case StepKind::incomplete: status_ = worse_exit(status_, kExitIncomplete); return true;
    default: return true;
  }
}

bool Rows::print(const Source& source, LogReader& reader, const Step& step, StepKind kind) {
  if (kind != StepKind::committed && !(kind == StepKind::xa_prepared && arguments_.include_prepared))
    return true;
  if (arguments_.prefix == Prefix::with && !step.has_gtid) {
    say_at(source.path(), step.start_offset,
           std::string(code_name(Code::missing_gtid)) + ": " + code_text(Code::missing_gtid));
    status_ = kExitBroken;
    return false;
  }
  statements_ += step.transaction.statement_count;
  bool good = true;
  if (step.kind != StepKind::oversized) {
    good = rows_->print(source, reader, step);
  } else if (!source.mapped()) {
    incomplete(source, step.start_offset,
               std::string("oversized: ") + quota_name(step.reason) + " is " +
                   std::to_string(step.quota_limit) +
                   ", and a stream cannot be read again: its rows are left out");
  } else if (step.dropped_overflow ||
             (step.dropped_count != 0 && step.event.header.type == EventType::transaction_payload)) {
    incomplete(source, step.start_offset,
               "oversized: too many savepoints were rolled back in it: its rows are left out");
  } else {
    good = rows_->print_again(source, reader, step);
  }
  if (!good) status_ = kExitBroken;
  return good;
}

/// Why the options do not go together; null where they do.
const char* contradiction(const Arguments& arguments) {
  const bool continues = arguments.follow || !arguments.checkpoint.empty();
  if (arguments.flashback && arguments.format != "sql") return "--flashback goes with --format sql";
  if (arguments.skip_broken && (arguments.flashback || continues))
    return "--skip-broken goes with none of --flashback, --follow and --checkpoint, which leave nothing out";
  if (arguments.flashback && continues) return "--flashback goes with neither --follow nor --checkpoint";
  if (arguments.follow && arguments.stop_position != UINT64_MAX)
    return "--stop-position is in the last log, and --follow knows none";
  if (!arguments.checkpoint.empty() && arguments.start_position != 0 && arguments.start_file.empty())
    return "--start-position with --checkpoint needs --start-file, which names its log";
  for (const std::string& file : arguments.files) {
    if (continues && file == "-") return "standard input can be neither followed nor gone on from";
  }
  return nullptr;
}

/// Gives -1 to go on, else the exit status after a message.
int open_output(const Arguments& arguments, OutputFile* file, Output* output) {
  if (arguments.output.empty()) return output->open_standard(), -1;
  if (!file->open(arguments.output)) return kExitBroken;
  for (const std::string& log : arguments.files) {
    if (file->regular() && file->is_same(log)) return say(log, "is to be read, and cannot be the output"), kExitUsage;
  }
  if (arguments.checkpoint.empty() && !file->cut(0)) return kExitBroken;
  output->open(file->descriptor(), arguments.output);
  return -1;
}

int read_rows(const Arguments& arguments, StepHandler* handler, Output* output, OutputFile* file) {
  if (arguments.follow || !arguments.checkpoint.empty())
    return Follow(arguments, output, file->is_open() ? file : nullptr).run(handler);
  return Walk(arguments, output).run(handler);
}

}  // namespace

int run_rows(const Arguments& arguments) {
  if (const char* text = contradiction(arguments)) {
    say(text);
    return kExitUsage;
  }
  OutputFile file;
  Output output;
  Filter filter;
  Schema schema;
  if (!filter.init(arguments)) return kExitUsage;
  if (!arguments.schema.empty() && !schema.load(arguments.schema)) return kExitUsage;
  const int opened = open_output(arguments, &file, &output);
  if (opened >= 0) return opened;
  const std::unique_ptr<RowFormat> format = make_row_format(arguments.format, &output, arguments);
  RowSource source(arguments, filter, arguments.schema.empty() ? nullptr : &schema, format.get(), &output);
  int status = kExitOk;
  if (arguments.flashback) {
    status = run_flashback(arguments, filter, &source, &output);
  } else {
    Rows handler(arguments, filter, &source, format.get());
    status = read_rows(arguments, &handler, &output, &file);
    status = worse_exit(status, handler.status());
    if (handler.statements() != 0) {
      say(std::to_string(handler.statements()) +
          " statements change data and were logged as text: they have no rows");
    }
  }
  format->finish();
  if (!output.flush()) status = worse_exit(status, kExitBroken);
  // What a full disk cut off in the middle is not left behind.
  if (output.failed() && file.is_open() && arguments.checkpoint.empty()) static_cast<void>(file.cut(output.whole()));
  return status;
}

}  // namespace nbl::cli
