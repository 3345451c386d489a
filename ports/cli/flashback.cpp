#include "ports/cli/flashback.hpp"

#include <vector>

#include "ports/cli/message.hpp"
#include "ports/cli/outcome.hpp"

namespace nbl::cli {

namespace {

struct Range {
  std::uint64_t start;
  std::uint64_t end;
};
struct FileRanges {
  std::string path;
  FormatDescription format;
  std::vector<Range> ranges;
};

class Collector : public StepHandler {
 public:
  Collector(const Arguments& arguments, const Filter& filter, std::vector<FileRanges>* files)
      : arguments_(arguments), filter_(filter), files_(files) {}

  bool begin_file(const Source& source, Place place) override {
    place_ = place;
    files_->push_back(FileRanges{source.path(), FormatDescription{}, {}});
    return true;
  }

  bool step(const Source& source, LogReader& reader, const Step& step) override {
    if (filter_.is_past(step.start_offset, place_)) return false;
    const Outcome outcome = outcome_of(step, arguments_.prefix, false);
    files_->back().format = reader.format();
    if (!outcome.is_line) return true;
    if (!filter_.shows_range(step.start_offset, outcome.end, outcome.commit_time,
                             step.has_gtid ? &step.gtid : nullptr, place_))
      return true;
    if (outcome.kind == StepKind::unsupported || outcome.kind == StepKind::incident ||
        outcome.kind == StepKind::incomplete) {
      say_at(source.path(), step.start_offset,
             "this part cannot be undone: " + std::string(code_name(step.reason)));
      status_ = worse_exit(status_, kExitIncomplete);
    }
    const bool wanted = outcome.kind == StepKind::committed ||
                        (outcome.kind == StepKind::xa_prepared && arguments_.include_prepared);
    if (wanted && step.transaction.change_count != 0)
      files_->back().ranges.push_back(Range{step.start_offset, step.end_offset});
    return true;
  }

  bool fault(const Source& source, LogReader& reader) override {
    say_status(source.path(), reader.status(), describe_column(source, reader, reader.status()));
    return false;
  }
  [[nodiscard]] int status() const { return status_; }

 private:
  const Arguments& arguments_;
  const Filter& filter_;
  std::vector<FileRanges>* files_;
  Place place_;
  int status_ = kExitOk;
};

// Over a mapped file records are all that a transaction takes, and they are reserved, not touched.
Arguments without_quotas(const Arguments& arguments) {
  Arguments larger = arguments;
  larger.max_events = UINT32_MAX / 64;
  larger.max_changes = 0;
  larger.max_bytes = 0;
  return larger;
}

bool print_range(const Source& source, Reader& reader, const FileRanges& file, const Range& range,
                 RowSource* rows) {
  reader->begin_at(file.format, range.start);
  Span rest = source.bytes()
                  .skip(static_cast<std::size_t>(range.start))
                  .first(static_cast<std::size_t>(range.end - range.start));
  Step step;
  for (;;) {
    std::size_t consumed = 0;
    const bool good = reader->feed(rest, &consumed, &step);
    rest = rest.skip(consumed);
    if (!good) return say_status(source.path(), reader->status(), ""), false;
    if (step.kind == StepKind::oversized) {
      say_at(source.path(), range.start,
             "oversized: this transaction cannot be undone, for it does not fit " +
                 std::string(quota_name(step.reason)));
      return false;
    }
    if (step.kind == StepKind::committed || step.kind == StepKind::xa_prepared)
      return rows->print(source, *reader, step);
    if (step.kind == StepKind::need_more) return true;
  }
}

}  // namespace

int run_flashback(const Arguments& arguments, const Filter& filter, RowSource* rows, Output* output) {
  for (const std::string& file : arguments.files) {
    if (file != "-" || arguments.files.size() == 1) continue;
    say("--flashback reads standard input only alone");
    return kExitUsage;
  }
  std::vector<FileRanges> files;
  Collector collector(arguments, filter, &files);
  Source kept;
  Arguments first = arguments;
  if (arguments.files[0] == "-") {
    // Read twice, so it has to lie somewhere.
    if (!kept.open("-", true)) return kExitBroken;
    first.files[0] = kept.reopen_path();
  }
  Walk walk(first, output);
  int status = walk.run(&collector);
  status = worse_exit(status, collector.status());
  // A broken part in the middle would leave later changes standing below earlier ones that are undone.
  if (status == kExitBroken) return status;
  Reader reader;
  const Arguments larger = without_quotas(arguments);
  if (!reader.init(larger, Input::stable, Deliver::transactions)) return kExitBroken;
  for (std::size_t i = files.size(); i-- > 0;) {
    Source source;
    if (!source.open(files[i].path, true)) return kExitBroken;
    for (std::size_t r = files[i].ranges.size(); r-- > 0;) {
      if (!print_range(source, reader, files[i], files[i].ranges[r], rows)) return kExitBroken;
      if (source.truncated())
        return say(source.path(), "the file was cut short while it was read"), kExitBroken;
      output->mark_safe();
      if (output->failed()) return kExitBroken;
    }
  }
  return status;
}

}  // namespace nbl::cli
