#include "ports/cli/follow.hpp"

#include "ports/cli/log_list.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/stop_signal.hpp"

namespace nbl::cli {

namespace {

// As in Walk.
constexpr std::size_t kWindow = std::size_t{32} << 20;
// How often the clock is asked whether a save is due.
constexpr unsigned kStepsBetweenLooks = 64;
// What looks broken at the end of a growing log may have been seen half-written.
constexpr unsigned kFaultsBeforeBroken = 4;
constexpr int kFaultWaitMs = 50;

}  // namespace

int Follow::run(StepHandler* handler) {
  note_signals();
  if (!arguments_.checkpoint.empty()) {
    const int opened = keeper_.open(arguments_.checkpoint);
    if (opened >= 0) return opened;
  } else if (!keeper_.begin()) {
    return kExitBroken;
  }
  if (!choose_start() || !reader_.init(arguments_, Input::stable, Deliver::transactions)) return kExitBroken;
  int status = kExitOk;
  for (bool more = true; more;) {
    const End end = read_log(handler);
    if (end == End::broken) status = kExitBroken;
    if (end == End::incomplete) status = worse_exit(status, kExitIncomplete);
    more = (end == End::next || end == End::incomplete) && !next_.empty();
    if (!more) break;
    // An incomplete tail was dropped by the server as well: it stays behind, and the next log begins.
    path_ = next_;
    if (!reopen_) ++index_;
    if (!keeper_.begin_file(base_name(path_), 0)) status = kExitBroken, more = false;
  }
  const bool interrupted = noted_signal() != 0 && status != kExitBroken;
  if (!keeper_.close()) status = kExitBroken;
  if (output_->interrupted()) return 128 + noted_signal();
  if (!interrupted || status == kExitBroken) return status;
  say(std::string("stopped by ") + signal_name(noted_signal()) +
      (arguments_.checkpoint.empty() ? "" : "; the checkpoint is saved"));
  // A run that follows ends in no other way.
  return arguments_.follow ? status : 128 + noted_signal();
}

bool Follow::choose_start() {
  const std::vector<std::string>& files = arguments_.files;
  for (const std::string& file : files) {
    if (file == "-") return say("standard input cannot be followed, nor read on from a checkpoint"), false;
  }
  path_ = files[0];
  if (!keeper_.resumes()) return keeper_.begin_file(base_name(path_), 0) && keeper_.save();
  const std::string name = keeper_.file_name();
  for (index_ = 0; index_ < files.size(); ++index_) {
    if (base_name(files[index_]) != name) continue;
    path_ = files[index_];
    return true;
  }
  // A log that was found beside the last, which its server creates before it enters it into the index.
  if (arguments_.follow || arguments_.expanded) path_ = log_beside(files.back(), name);
  if (!path_.empty() && base_name(path_) == name) return true;
  say(arguments_.checkpoint,
      "goes on in " + printable(name) +
          ", which is not among the logs: what it held and was not read is lost to this run");
  return false;
}

Follow::End Follow::read_log(StepHandler* handler) {
  next_.clear();
  named_next_.clear();
  reopen_ = false;
  const bool first = index_ == 0 && (!keeper_.resumes() || !arguments_.start_file.empty());
  place_ = Place{first, !arguments_.follow && index_ + 1 >= arguments_.files.size()};
  if (arguments_.follow) watch_.watch(path_);
  if (!open_log()) return End::broken;
  if (!handler->begin_file(source_, place_)) return End::stopped;
  for (;;) {
    End end = take_all(handler);
    if (end == End::whole) end = at_end(handler);
    if (end == End::again) restart();
    if (end != End::whole && end != End::again) return end;
  }
}

bool Follow::open_log() {
  if (!source_.open_growing(path_)) return false;
  at_ = safe_ = keeper_.offset();
  fault_at_ = 0;
  faults_ = 0;
  head_only_ = true;
  if (at_ > source_.bytes().size) {
    say_at(path_, at_,
           "the log ends at " + std::to_string(source_.bytes().size) +
               ", before the checkpoint: it is another log, or has lost its end");
    return false;
  }
  FormatDescription format;
  if (at_ != 0 && !read_head(&format)) return false;
  if (format.valid()) {
    reader_->begin_at(format, at_);
  } else {
    at_ = safe_ = 0;
    reader_->begin_file();
  }
  return true;
}

// Where reading goes on in the middle, the head tells how events are laid out, and that it is the same log.
bool Follow::read_head(FormatDescription* format) {
  const Span all = source_.bytes();
  Status status;
  Event event;
  for (std::uint64_t offset = 4; offset < at_; offset += event.header.event_size) {
    const Span input =
        all.skip(static_cast<std::size_t>(offset)).first(static_cast<std::size_t>(at_ - offset));
    Header header;
    if (input.size < kMinHeaderBytes) break;
    read_header(input.data, &header);
    bool good = true;
    if (header.type == EventType::format_description) {
      good = parse_format_description(input, offset, nullptr, format, &event, &status);
      if (good && offset == 4 && !keeper_.take_server(path_, header.server_id)) return false;
      if (good && offset == 4) in_use_ = (header.flags & kFlagInUse) != 0;
    } else if (header.type == EventType::previous_gtids || header.type == EventType::rotate) {
      // A relay log's rotation, behind which the source's own format stands.
      good = format->valid() && read_event(*format, input, offset, UINT32_MAX, nullptr, &event, &status);
      if (good && !keeper_.fits(event, *format, false)) {
        return say_at(path_, offset,
                      "the logs before it hold transactions that the checkpoint does not know: "
                      "it is another log of this name"),
               false;
      }
    } else {
      head_only_ = false;
      break;
    }
    if (!good) return say_status(path_, status, ""), false;
  }
  return format->valid() ||
         (say_at(path_, 4, "no format description: it is not the checkpoint's log"), false);
}

void Follow::restart() {
  at_ = safe_;
  const FormatDescription format = reader_->format();
  if (at_ == 0 || !format.valid()) {
    at_ = safe_ = 0;
    reader_->begin_file();
  } else {
    reader_->begin_at(format, at_);
  }
}

Follow::End Follow::take_all(StepHandler* handler) {
  std::size_t window = kWindow;
  for (;;) {
    const Span left = source_.bytes().skip(static_cast<std::size_t>(at_));
    Span rest = left.first(window);
    const std::size_t given = rest.size;
    const End end = take_steps(&rest, handler);
    if (end != End::whole) return end;
    const std::size_t used = given - rest.size;
    at_ += used;
    // What a transaction began with is read once more when it has ended.
    source_.release_before(safe_);
    if (given == left.size) return End::whole;
    if (used == 0) window *= 2;
  }
}

Follow::End Follow::take_steps(Span* rest, StepHandler* handler) {
  Step step;
  for (;;) {
    std::size_t consumed = 0;
    const bool good = reader_->feed(*rest, &consumed, &step);
    *rest = rest->skip(consumed);
    if (source_.truncated()) return say(path_, "the log was cut short while it was read"), End::broken;
    if (!good) return take_fault(handler);
    if (step.kind == StepKind::need_more) return End::whole;
    const End end = take_step(step, handler);
    if (end != End::whole) return end;
  }
}

Follow::End Follow::take_step(const Step& step, StepHandler* handler) {
  if (step.kind == StepKind::format && step.event.offset == 4) {
    in_use_ = (step.event.header.flags & kFlagInUse) != 0;
    if (!keeper_.take_server(path_, step.event.header.server_id)) return End::broken;
  }
  if (step.kind == StepKind::previous_gtids && arguments_.follow &&
      !keeper_.fits(step.event, reader_->format(), true)) {
    say_at(path_, step.start_offset,
           "the log does not come behind the last one: transactions read before are not among those it goes "
           "on from");
    return End::broken;
  }
  head_only_ = head_only_ && (step.kind == StepKind::format || step.kind == StepKind::previous_gtids);
  if (step.kind == StepKind::rotate && (step.event.header.flags & kFlagArtificial) == 0) {
    named_next_.assign(reinterpret_cast<const char*>(step.rotate.file_name.data), step.rotate.file_name.size);
  } else {
    named_next_.clear();
  }
  if (!handler->step(source_, *reader_, step)) return End::stopped;
  if (source_.truncated()) return say(path_, "the log was cut short while it was read"), End::broken;
  output_->mark_safe();
  if (output_->failed() || !keeper_.acknowledge(*reader_, step)) return End::broken;
  if (!reader_->in_transaction()) safe_ = step.end_offset;
  int wait_ms = 0;
  if (++steps_ % kStepsBetweenLooks == 0 && keeper_.due(&wait_ms) && !keeper_.save()) return End::broken;
  return noted_signal() != 0 ? End::stopped : End::whole;
}

Follow::End Follow::take_fault(StepHandler* handler) {
  const std::uint64_t offset = reader_->status().offset;
  if (offset != fault_at_) faults_ = 0;
  fault_at_ = offset;
  if (arguments_.follow && ++faults_ < kFaultsBeforeBroken && noted_signal() == 0) {
    watch_.wait(kFaultWaitMs);
    const End end = look_again();
    return end == End::broken ? end : End::again;
  }
  static_cast<void>(handler->fault(source_, *reader_));
  return End::broken;
}

}  // namespace nbl::cli
