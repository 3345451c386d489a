// How far the output has got, and its record on disk.
#ifndef NANOBINLOG_PORTS_CLI_CHECKPOINTING_HPP
#define NANOBINLOG_PORTS_CLI_CHECKPOINTING_HPP

#include <memory>
#include <string>

#include "nanobinlog/checkpoint.hpp"
#include "nanobinlog/log.hpp"
#include "ports/cli/output.hpp"
#include "ports/cli/output_file.hpp"
#include "ports/posix/slot_store.hpp"

namespace nbl::cli {

/// Keeps a position in step with what has been printed. With a checkpoint file it saves it, in this order:
/// output written, output synced, checkpoint synced. So a checkpoint never speaks of output that is not
/// there, and what the output has more is cut off when it is opened again.
class Checkpointing {
 public:
  /// `file` is null where the output is no file of its own.
  Checkpointing(Output* output, OutputFile* file) : output_(output), file_(file) {}

  /// Without a checkpoint file: only the position, in memory.
  [[nodiscard]] bool begin();
  /// Opens the checkpoint `path`, takes up its position where it has one, and cuts the output file to the
  /// length that belongs to it. Gives -1 to go on, else the exit status after a message.
  [[nodiscard]] int open(const std::string& path);
  /// Whether a position was found.
  [[nodiscard]] bool resumes() const { return resumes_; }
  [[nodiscard]] std::string file_name() const;
  [[nodiscard]] std::uint64_t offset() const { return position_.offset; }

  /// A log begins, or reading goes on in it. False after a message.
  [[nodiscard]] bool begin_file(const std::string& name, std::uint64_t offset);
  /// What the first event of a log says: whose log it is. False, after a message, where the checkpoint found
  /// was made of another server's log of that name.
  [[nodiscard]] bool take_server(const std::string& path, std::uint32_t server_id);
  /// Whether a log whose head carries `event` (PREVIOUS_GTIDS) comes behind everything acknowledged
  /// (`behind`), or holds, from its head on, what the position has read (not `behind`).
  [[nodiscard]] bool fits(const Event& event, const FormatDescription& format, bool behind) const;

  /// The step has been printed. False after a message.
  [[nodiscard]] bool acknowledge(const LogReader& reader, const Step& step);
  /// Writes the output and saves, where there is anything new and a checkpoint file. False after a message.
  [[nodiscard]] bool save();
  /// Whether it is time to save; where not, `*wait_ms` says when it will be (-1: nothing to save).
  [[nodiscard]] bool due(int* wait_ms) const;
  /// At the end: what is printed and not acknowledged is taken back, the rest is saved. After a failure of
  /// the output, the output file is cut to what the last checkpoint says. False after a message.
  [[nodiscard]] bool close();

 private:
  bool resume(const Checkpoint& found);
  bool write(const Checkpoint& checkpoint);
  bool failed(const Status& status) const;

  Output* output_;
  OutputFile* file_;
  std::string path_;
  std::unique_ptr<std::uint64_t[]> set_block_;
  std::unique_ptr<std::uint64_t[]> maria_block_;
  std::unique_ptr<std::uint8_t[]> slot_buffer_;
  std::unique_ptr<char[]> text_;
  Position position_;
  FileSlots slots_;
  CheckpointStore store_;
  std::uint32_t server_id_ = 0;
  bool has_server_id_ = false;
  bool has_store_ = false;
  bool resumes_ = false;
  bool unsaved_ = false;
  std::uint64_t base_ = 0;          // the output file's length when it was opened
  std::uint64_t acknowledged_ = 0;  // of the output, bytes up to the last acknowledged step
  std::uint64_t saved_ = 0;         // of the output file, as the last checkpoint says
  std::int64_t saved_at_us_ = 0;
  std::int64_t save_cost_us_ = 0;
};

}  // namespace nbl::cli

#endif
