#include "ports/cli/stop_signal.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace nbl::cli {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

volatile sig_atomic_t noted = 0;
volatile sig_atomic_t notes = 0;
int pipe_ends[2] = {-1, -1};

void on_signal(int number) {
  const int before = errno;
  if (notes != 0 && noted == 0) {
    noted = number;
    const char byte = 0;
    // The pipe holds one byte at the most; where it cannot be written the flag still tells.
    static_cast<void>(!::write(pipe_ends[1], &byte, 1));
    errno = before;
    return;
  }
  const char* text =
      number == SIGINT ? "nanobinlog: stopped by SIGINT\n" : "nanobinlog: stopped by SIGTERM\n";
  static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text)));
  ::_exit(128 + number);
}

}  // namespace

void end_on_signals() {
  for (const int number : kSignals) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = &on_signal;
    action.sa_flags = 0;  // what waits in a system call is to come back
    ::sigemptyset(&action.sa_mask);
    static_cast<void>(::sigaction(number, &action, nullptr));
  }
}

void note_signals() {
  if (notes != 0) return;
  if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) pipe_ends[0] = pipe_ends[1] = -1;
  notes = 1;
}

int noted_signal() { return noted; }

int signal_descriptor() { return pipe_ends[0]; }

const char* signal_name(int number) { return number == SIGINT ? "SIGINT" : "SIGTERM"; }

}  // namespace nbl::cli
