#include "ports/cli/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "ports/cli/message.hpp"
#include "ports/cli/source.hpp"
#include "ports/cli/stop_signal.hpp"

namespace nbl::cli {

Output::Output() : buffer_(new char[kCapacity]) {}

Output::~Output() { static_cast<void>(flush()); }

void Output::open_standard() {
  if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) {
    say("standard output is closed");
    failed_ = true;
  }
}

void Output::open(int descriptor, const std::string& name) {
  descriptor_ = descriptor;
  name_ = name;
}

void Output::text(const std::string& text) {
  static_cast<void>(line([&](Writer* writer) {
    write_bytes(writer, Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return Code::ok;
  }));
}

bool Output::flush() {
  // Bytes of a file that shrank while it was mapped read as zeros: nothing made of them may leave.
  if (Source::any_truncated()) drop_unsafe();
  std::size_t at = 0;
  while (!failed_ && at < used_) {
    const ssize_t written = ::write(descriptor_, buffer_.get() + at, used_ - at);
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
      written_ += static_cast<std::uint64_t>(written);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd wait{descriptor_, POLLOUT, 0};
      static_cast<void>(::poll(&wait, 1, -1));
    } else if (errno == EINTR && noted_signal() != 0) {
      failed_ = true;
      say(name_, std::string("stopped by ") + signal_name(noted_signal()) + " while its reader let it wait");
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
