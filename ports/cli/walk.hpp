// All steps of all logs on the command line, one after the other.
#ifndef NANOBINLOG_PORTS_CLI_WALK_HPP
#define NANOBINLOG_PORTS_CLI_WALK_HPP

#include <memory>
#include <string>

#include "nanobinlog/log.hpp"
#include "ports/cli/filter.hpp"
#include "ports/cli/output.hpp"
#include "ports/cli/progress.hpp"
#include "ports/cli/source.hpp"
#include "ports/codec/zlib_codec.hpp"
#include "ports/codec/zstd_codec.hpp"

namespace nbl::cli {

/// A LogReader with its memory, which is reserved and takes room only where it is touched.
class Reader {
 public:
  Reader() = default;
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// False after a message.
  [[nodiscard]] bool init(const Arguments& arguments, Input input, Deliver deliver);
  LogReader* operator->() const { return reader_; }
  LogReader& operator*() const { return *reader_; }
  [[nodiscard]] bool ready() const { return reader_ != nullptr; }

 private:
  void* reserve(std::size_t size);

  struct Block {
    void* memory = nullptr;
    std::size_t size = 0;
  };
  Block blocks_[2];
  unsigned block_count_ = 0;
  ZstdCodec zstd_;
  std::unique_ptr<ZlibCodec> zlib_;
  LogReader* reader_ = nullptr;
};

/// What a command does with the steps. Each method that gives a bool gives false to end the reading there.
class StepHandler {
 public:
  virtual ~StepHandler() = default;
  virtual bool begin_file(const Source& source, Place place) = 0;
  virtual bool step(const Source& source, LogReader& reader, const Step& step) = 0;
  /// Something broke at reader.status(). True to try to go on behind it. The message has not been told yet.
  virtual bool fault(const Source& source, LogReader& reader) = 0;
  /// A file cannot be opened; the message has been told. True to go on with the next file.
  virtual bool unreadable(const std::string&) { return false; }
  /// Whether the files behind a broken one are read.
  [[nodiscard]] virtual bool goes_on_after_broken() const { return false; }
};

/// What the walk itself found.
struct WalkTotals {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t events = 0;
};

class Walk {
 public:
  Walk(const Arguments& arguments, Output* output) : arguments_(arguments), output_(output) {}

  /// Reads all files. Gives the exit status of what it saw; `handler` may know worse.
  int run(StepHandler* handler);
  [[nodiscard]] const WalkTotals& totals() const { return totals_; }
  /// Streams are copied to a temporary file first, so that all sources are mapped.
  void spool_streams() { spool_ = true; }

 private:
  enum class End { whole, stopped, broken, incomplete };

  End read_file(Source* source, StepHandler* handler, Place place);
  End read_mapped(Source* source, LogReader& reader, StepHandler* handler);
  End read_stream(Source* source, LogReader& reader, StepHandler* handler);
  End take_steps(Source* source, LogReader& reader, Span* rest, StepHandler* handler);
  End finish(Source* source, LogReader& reader, StepHandler* handler);
  bool recovers(Source* source, LogReader& reader, StepHandler* handler);

  const Arguments& arguments_;
  Output* output_;
  std::unique_ptr<Progress> progress_;
  Reader stable_;
  Reader copied_;
  WalkTotals totals_;
  std::uint64_t bytes_before_ = 0;
  std::uint64_t left_out_ = 0;  // the selection of this file begins here
  bool spool_ = false;
  bool went_on_ = false;  // behind a fault
};

/// "table `d`.`t` column `c`" for a status that names a column, as far as the mapped log tells; empty
/// otherwise.
[[nodiscard]] std::string describe_column(const Source& source, const LogReader& reader,
                                          const Status& status);

}  // namespace nbl::cli

#endif
