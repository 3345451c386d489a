#include "ports/cli/output.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "ports/cli/message.hpp"
#include "ports/cli/source.hpp"
#include "ports/cli/stop_signal.hpp"

namespace nbl::cli {

namespace {

// A pipe that poll() calls writable takes as many bytes at once (PIPE_BUF of POSIX is 512 at least; Linux has 4096).
constexpr std::size_t kNeverBlocks = PIPE_BUF;

bool is_regular(int descriptor) {
  struct stat about {};
  return ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
}

}  // namespace

Output::Output() : buffer_(new char[kCapacity]) {}

Output::~Output() { static_cast<void>(flush()); }

void Output::open_standard() {
  if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) {
    say("standard output is closed");
    failed_ = true;
  }
  may_block_ = !is_regular(STDOUT_FILENO);
}

void Output::open(int descriptor, const std::string& name) {
  descriptor_ = descriptor;
  may_block_ = !is_regular(descriptor);
  name_ = name;
}

void Output::text(const std::string& text) {
  static_cast<void>(line([&](Writer* writer) {
    write_bytes(writer, Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return Code::ok;
  }));
}

// A signal that came just before a write that blocks would be noticed only behind it. So where signals are noted,
// nothing is written that would block.
bool Output::wait_for_reader() {
  for (;;) {
    pollfd sources[2] = {{descriptor_, POLLOUT, 0}, {signal_descriptor(), POLLIN, 0}};
    if (::poll(sources, 2, -1) < 0 && errno != EINTR) return true;  // the write tells what is wrong
    if (sources[0].revents != 0) return true;
    if (noted_signal() == 0) continue;
    failed_ = interrupted_ = true;
    say(name_, std::string("stopped by ") + signal_name(noted_signal()) + " while its reader let it wait");
    return false;
  }
}

bool Output::flush() {
  // Bytes of a file that shrank while it was mapped read as zeros: nothing made of them may leave.
  if (Source::any_truncated()) drop_unsafe();
  std::size_t at = 0;
  while (!failed_ && at < used_) {
    if (may_block_ && signal_descriptor() >= 0 && !wait_for_reader()) break;
    const std::size_t most = may_block_ && signal_descriptor() >= 0 ? kNeverBlocks : used_;
    const ssize_t written = ::write(descriptor_, buffer_.get() + at, std::min(used_ - at, most));
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
      written_ += static_cast<std::uint64_t>(written);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd wait{descriptor_, POLLOUT, 0};
      static_cast<void>(::poll(&wait, 1, -1));
    } else if (errno != EINTR) {
      failed_ = true;
      say(name_, errno == EPIPE ? "its reader has closed it" : std::strerror(errno));
    }
  }
  if (!failed_ && safe_ != 0) whole_ = written_ - used_ + safe_;
  used_ = 0;
  safe_ = 0;
  return !failed_;
}

void Output::make_room(std::size_t length) {
  flush();
  if (length <= capacity_) return;
  capacity_ = length + length / 4;
  buffer_.reset(new char[capacity_]);
}

}  // namespace nbl::cli
