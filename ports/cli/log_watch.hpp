// Waiting for a log to grow.
#ifndef NANOBINLOG_PORTS_CLI_LOG_WATCH_HPP
#define NANOBINLOG_PORTS_CLI_LOG_WATCH_HPP

#include <string>

namespace nbl::cli {

/// Notices changes of one log and of its directory (Linux: inotify). Where the system cannot tell, as on
/// network file systems, or has no watch left, a look every second takes its place.
class LogWatch {
 public:
  LogWatch() = default;
  ~LogWatch();
  LogWatch(const LogWatch&) = delete;
  LogWatch& operator=(const LogWatch&) = delete;

  /// Watches `path` from here on, and no other. What happens between this call and wait() is not lost.
  void watch(const std::string& path);
  /// Sleeps until something may have changed, a signal was noted, or `most_ms` milliseconds (at most one
  /// second where it is -1) are over.
  void wait(int most_ms);

 private:
  int descriptor_ = -1;
  int file_ = -1;
  int directory_ = -1;
};

}  // namespace nbl::cli

#endif
