// What the tool prints, through one large buffer.
#ifndef NANOBINLOG_PORTS_CLI_OUTPUT_HPP
#define NANOBINLOG_PORTS_CLI_OUTPUT_HPP

#include <memory>
#include <string>

#include "nanobinlog/text.hpp"

namespace nbl::cli {

/// A file descriptor that is written in pieces of about a megabyte. A write error is told once and then ends
/// the run.
class Output {
 public:
  Output();
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Standard output.
  void open_standard();
  /// Another descriptor, not owned; `name` for messages.
  void open(int descriptor, const std::string& name);

  /// Calls `write(Writer*)`, which gives a Code, until what it writes fits; a code other than ok takes the
  /// text back. The text is whole in the buffer or not there at all.
  template <typename Write>
  [[nodiscard]] Code line(Write&& write) {
    for (;;) {
      Writer writer{buffer_.get() + used_, capacity_ - used_, 0};
      const Code code = write(&writer);
      if (code != Code::ok) return code;
      if (writer.fits()) {
        used_ += writer.length;
        if (used_ >= kFlushAt) flush();
        return Code::ok;
      }
      make_room(writer.length);
    }
  }
  void text(const std::string& text);

  /// Writes what is there. False once anything failed.
  bool flush();
  [[nodiscard]] bool failed() const { return failed_; }
  /// Whether it failed since a signal was noted while its reader let it wait.
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Bytes printed since it was opened, those that still wait included.
  [[nodiscard]] std::uint64_t length() const { return written_ + used_; }
  /// How many of the bytes that were written are whole: up to the last mark_safe() before the last flush that
  /// was good.
  [[nodiscard]] std::uint64_t whole() const { return whole_; }

  /// What was printed up to here came from bytes that are known to have been read whole.
  void mark_safe() { safe_ = used_; }
  /// Takes back what was printed since and is still here.
  void drop_unsafe() { used_ = safe_; }

 private:
  static constexpr std::size_t kCapacity = std::size_t{5} << 18;
  static constexpr std::size_t kFlushAt = std::size_t{1} << 20;

  void make_room(std::size_t length);
  bool wait_for_reader();

  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = kCapacity;
  std::size_t used_ = 0;
  std::size_t safe_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t whole_ = 0;
  int descriptor_ = 1;
  bool failed_ = false;
  bool interrupted_ = false;
  bool may_block_ = true;
  std::string name_ = "standard output";
};

}  // namespace nbl::cli

#endif
