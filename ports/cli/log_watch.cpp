#include "ports/cli/log_watch.hpp"

#include <poll.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "ports/cli/log_list.hpp"
#include "ports/cli/stop_signal.hpp"

namespace nbl::cli {

namespace {

// How long a change may go unnoticed where nobody tells of it.
constexpr int kLookAgainMs = 1000;

}  // namespace

#ifdef __linux__

void LogWatch::watch(const std::string& path) {
  if (descriptor_ < 0) descriptor_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor_ < 0) return;
  if (file_ >= 0) static_cast<void>(::inotify_rm_watch(descriptor_, file_));
  if (directory_ >= 0) static_cast<void>(::inotify_rm_watch(descriptor_, directory_));
  directory_ = ::inotify_add_watch(descriptor_, directory_of(path).c_str(),
                                   IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR);
  file_ = ::inotify_add_watch(descriptor_, path.c_str(), IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF);
}

static void drain(int descriptor) {
  alignas(8) char events[4096];
  while (::read(descriptor, events, sizeof(events)) > 0) {
  }
}

#else

void LogWatch::watch(const std::string&) {}
static void drain(int) {}

#endif

LogWatch::~LogWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LogWatch::wait(int most_ms) {
  if (noted_signal() != 0) return;
  pollfd sources[2] = {{signal_descriptor(), POLLIN, 0}, {descriptor_, POLLIN, 0}};
  const int most = most_ms < 0 || most_ms > kLookAgainMs ? kLookAgainMs : most_ms;
  // What is said about is looked at behind this call: the events themselves carry nothing that is needed.
  if (::poll(sources, 2, most) > 0 && (sources[1].revents & POLLIN) != 0) drain(descriptor_);
}

}  // namespace nbl::cli
