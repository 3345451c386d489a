// A progress bar on standard error, for a person who waits.
#ifndef NANOBINLOG_PORTS_CLI_PROGRESS_HPP
#define NANOBINLOG_PORTS_CLI_PROGRESS_HPP

#include <cstdint>

namespace nbl::cli {

/// Shows itself only where standard error is a terminal and the input is long.
class Progress {
 public:
  /// `total` bytes of input, 0 where that is unknown.
  explicit Progress(std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` bytes have been read. Cheap: draws at most ten times a second.
  void update(std::uint64_t done);
  /// Takes the bar off the terminal's line, so that a message can stand there.
  static void clear_line();

 private:
  void draw(std::uint64_t done);

  std::uint64_t total_;
  std::uint64_t started_ms_ = 0;
  std::uint64_t drawn_ms_ = 0;
  bool enabled_ = false;
};

}  // namespace nbl::cli

#endif
