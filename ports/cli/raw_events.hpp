// The events of a log one by one, without what they mean together.
#ifndef NANOBINLOG_PORTS_CLI_RAW_EVENTS_HPP
#define NANOBINLOG_PORTS_CLI_RAW_EVENTS_HPP

#include <vector>

#include "nanobinlog/event.hpp"
#include "ports/cli/source.hpp"

namespace nbl::cli {

class RawEvents {
 public:
  enum class Next { event, end, broken };

  explicit RawEvents(Source* source);

  /// The next whole event with its checksum verified, valid until the next call. `broken` with status():
  /// incomplete_event where the log is cut off.
  [[nodiscard]] Next next(Event* event);
  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] const FormatDescription& format() const { return format_; }
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  Span available(std::size_t wanted);
  void skip(std::size_t count);
  Next fail(Code code, std::uint64_t offset);

  Source* source_;
  FormatDescription format_;
  Status status_;
  ChecksumFunction crc_;
  std::uint64_t offset_ = 0;
  std::vector<std::uint8_t> buffer_;  // of a stream
  std::size_t from_ = 0;
};

}  // namespace nbl::cli

#endif
