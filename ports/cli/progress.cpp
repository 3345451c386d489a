#include "ports/cli/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace nbl::cli {

namespace {

// Below this the work is over before anybody looks.
constexpr std::uint64_t kLongInput = 64U << 20;

bool line_is_drawn = false;

std::uint64_t now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

}  // namespace

Progress::Progress(std::uint64_t total) : total_(total) {
  enabled_ = (total == 0 || total >= kLongInput) && ::isatty(STDERR_FILENO) != 0;
  if (enabled_) started_ms_ = drawn_ms_ = now_ms();
}

Progress::~Progress() { clear_line(); }

void Progress::update(std::uint64_t done) {
  if (!enabled_) return;
  const std::uint64_t now = now_ms();
  if (now - drawn_ms_ < 100) return;
  drawn_ms_ = now;
  draw(done);
}

void Progress::draw(std::uint64_t done) {
  const double seconds = static_cast<double>(drawn_ms_ - started_ms_) / 1000.0;
  const double rate = seconds > 0 ? static_cast<double>(done) / 1e6 / seconds : 0;
  if (total_ == 0) {
    static_cast<void>(
        std::fprintf(stderr, "\r\033[K%.0f MB, %.0f MB/s", static_cast<double>(done) / 1e6, rate));
  } else {
    constexpr int kWidth = 30;
    const int filled = done >= total_ ? kWidth : static_cast<int>(done * kWidth / total_);
    char bar[kWidth + 1];
    for (int i = 0; i < kWidth; ++i) bar[i] = i < filled ? '#' : '.';
    bar[kWidth] = '\0';
    static_cast<void>(std::fprintf(stderr, "\r\033[K[%s] %3.0f%% of %.0f MB, %.0f MB/s", bar,
                                   static_cast<double>(done) * 100.0 / static_cast<double>(total_),
                                   static_cast<double>(total_) / 1e6, rate));
  }
  static_cast<void>(std::fflush(stderr));
  line_is_drawn = true;
}

void Progress::clear_line() {
  if (!line_is_drawn) return;
  line_is_drawn = false;
  static_cast<void>(std::fputs("\r\033[K", stderr));
  static_cast<void>(std::fflush(stderr));
}

}  // namespace nbl::cli
