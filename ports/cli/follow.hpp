// Logs that are still written, and logs that are read on from a checkpoint.
#ifndef NANOBINLOG_PORTS_CLI_FOLLOW_HPP
#define NANOBINLOG_PORTS_CLI_FOLLOW_HPP

#include <string>

#include "ports/cli/checkpointing.hpp"
#include "ports/cli/log_watch.hpp"
#include "ports/cli/walk.hpp"

namespace nbl::cli {

/// Walks logs as Walk does, with three differences: it goes on from a checkpoint, the end of a log is waited
/// at where --follow says so, and the next log is then looked for beside the last.
///
/// A log's end is final once a next log is there and nothing has come to the old one since that was seen: the
/// server closes a log before it creates the next, also when it recovers from a crash. Until then a part of
/// an event or transaction is one that is being written.
class Follow {
 public:
  /// `file` is null where the output is no file of its own.
  Follow(const Arguments& arguments, Output* output, OutputFile* file)
      : arguments_(arguments), output_(output), keeper_(output, file) {}

  /// Gives the exit status of what it saw; `handler` may know worse.
  int run(StepHandler* handler);

 private:
  /// How a stretch of reading ended.
  enum class End {
    whole,       // all bytes that are there have been taken
    next,        // the log is over; next_ is the one behind it, empty where there is none
    incomplete,  // likewise, with a tail that was dropped
    stopped,     // by the handler or a signal
    broken,      // after a message
    again,       // the reader has to begin anew at safe_
  };

  bool choose_start();
  End read_log(StepHandler* handler);
  bool open_log();
  bool read_head(FormatDescription* format);
  bool check_head(const Event& event, const FormatDescription& format);
  End take_all(StepHandler* handler);
  End take_steps(Span* rest, StepHandler* handler);
  End take_step(const Step& step, StepHandler* handler);
  End take_fault(StepHandler* handler);
  End at_end(StepHandler* handler);
  End look_again();
  End cut_back();
  End end_log(StepHandler* handler);
  bool find_next();
  bool settle(int* wait_ms);
  void restart();

  const Arguments& arguments_;
  Output* output_;
  Checkpointing keeper_;
  LogWatch watch_;
  Reader reader_;
  Source source_;
  std::string path_;
  std::string next_;
  std::string named_next_;  // by the ROTATE event that ended the log
  Place place_;
  std::size_t index_ = 0;   // of path_ in the list; behind its end for what was found beside it
  std::uint64_t at_ = 0;    // of the next byte to be fed
  std::uint64_t safe_ = 0;  // where no transaction is open
  std::uint64_t fault_at_ = 0;
  unsigned faults_ = 0;
  unsigned steps_ = 0;
  bool in_use_ = false;
  bool head_only_ = false;  // nothing but its head has been read of this log
  bool reopen_ = false;     // next_ is the same log, made anew
};

}  // namespace nbl::cli

#endif
