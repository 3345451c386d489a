// What Follow does where a log's bytes end: wait, go on with the next log, or stop.
#include "ports/cli/follow.hpp"
#include "ports/cli/log_list.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/stop_signal.hpp"

namespace nbl::cli {

// Gives `whole` where there is more to read, after waiting for it if need be.
Follow::End Follow::at_end(StepHandler* handler) {
  if (!arguments_.follow) {
    find_next();
    return end_log(handler);
  }
  for (;;) {
    if (noted_signal() != 0) return End::stopped;
    // In this order: what comes to a log comes before the next log does.
    const bool over = find_next();
    const End end = look_again();
    if (end != End::next) return end;
    int wait_ms = -1;
    if (!settle(&wait_ms)) return End::broken;
    bool gone = false;
    if (!source_.still_there(&gone) && !(gone && over)) {
      // A server that died while it made a log makes it anew when it starts.
      if (head_only_) {
        if (gone) {
          watch_.wait(wait_ms);
          continue;
        }
        reopen_ = true;
        next_ = path_;
        return End::next;
      }
      say(path_,
          gone ? "the log was removed, and there is none behind it" : "another log has taken its place");
      return End::broken;
    }
    if (over) return end_log(handler);
    watch_.wait(wait_ms);
  }
}

// `next` where nothing has changed, `whole` where there is more.
Follow::End Follow::look_again() {
  bool moved = false;
  switch (source_.refresh(&moved)) {
    case Source::Change::none: return End::next;
    case Source::Change::grown: return moved ? End::again : End::whole;
    case Source::Change::cut: return cut_back();
    case Source::Change::failed: break;
  }
  return End::broken;
}

// A server that recovers from a crash cuts off what it had not finished.
Follow::End Follow::cut_back() {
  if (source_.bytes().size >= safe_) return End::again;
  say_at(path_, safe_,
         "the log was cut to " + std::to_string(source_.bytes().size) + " bytes, and had been read to here");
  return End::broken;
}

bool Follow::find_next() {
  const std::vector<std::string>& files = arguments_.files;
  next_ = index_ + 1 < files.size() ? files[index_ + 1]
          : arguments_.follow       ? log_behind(path_)
                                    : std::string();
  return !next_.empty();
}

Follow::End Follow::end_log(StepHandler* handler) {
  End end = End::next;
  Step step;
  for (;;) {
    if (!reader_->finish(&step)) {
      const bool cut = reader_->status().code == Code::incomplete_event;
      if (!cut) {
        // A log that its server had only just created when it stopped.
        if (arguments_.follow && source_.bytes().empty()) return End::next;
        static_cast<void>(handler->fault(source_, *reader_));
        return End::broken;
      }
      say_status(path_, reader_->status(), in_use_ ? "the server did not close this log" : "");
      end = End::incomplete;
      break;
    }
    if (step.kind == StepKind::need_more) break;
    end = End::incomplete;
    say_at(path_, step.start_offset,
           std::string(code_name(Code::incomplete_transaction)) + ": " +
               code_text(Code::incomplete_transaction));
    if (!handler->step(source_, *reader_, step)) return End::stopped;
  }
  const bool beside = !next_.empty() && same_series(path_, next_);
  const bool gap = named_next_.empty() || !same_series(path_, named_next_) ? !is_successor(path_, next_)
                                                                           : base_name(next_) != named_next_;
  if (beside && gap) {
    say(path_, "the next log here is " + printable(base_name(next_)) + ": one before it is gone");
    return End::broken;
  }
  return end;
}

// Everything that could be read has been: it is written, and saved when that is due.
bool Follow::settle(int* wait_ms) {
  return keeper_.due(wait_ms) ? keeper_.save() && (*wait_ms = -1, true) : output_->flush();
}

}  // namespace nbl::cli
