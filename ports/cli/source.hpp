// Where the bytes of a log come from: a mapped file, or a stream.
#ifndef NANOBINLOG_PORTS_CLI_SOURCE_HPP
#define NANOBINLOG_PORTS_CLI_SOURCE_HPP

#include <cstdint>
#include <memory>
#include <string>

#include "nanobinlog/span.hpp"

namespace nbl::cli {

/// One input. A regular file is mapped, so its bytes stay put; anything else is read piece by piece, and so is a
/// file that 32-bit addresses have no room for.
class Source {
 public:
  Source() = default;
  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Opens `path` ("-" is standard input). False after a message. With `spool` a stream is first written to a
  /// temporary file without a name, so that it can be read again, and a file without room is refused.
  [[nodiscard]] bool open(const std::string& path, bool spool);
  /// Opens a regular file that its server still writes: with room behind its end in the mapping, so that
  /// bytes() keeps its address while the file grows. False after a message.
  [[nodiscard]] bool open_growing(const std::string& path);
  enum class Change { none, grown, cut, failed };
  /// Looks again how long a growing file is. `grown`: bytes() is longer, and has moved where `*moved` says
  /// so. `cut`: bytes() is shorter. `failed` after a message.
  [[nodiscard]] Change refresh(bool* moved);
  /// Whether the path still leads to the file that is open. `*gone`: it leads to none.
  [[nodiscard]] bool still_there(bool* gone) const;
  void close();

  [[nodiscard]] bool mapped() const { return mapped_; }
  /// All bytes of a mapped file. They are valid until close(); a file that shrinks reads as zeros behind its
  /// new end, and truncated() says so.
  [[nodiscard]] Span bytes() const { return bytes_; }
  /// The next piece of a stream, valid until the next call; empty at the end. False after a message.
  [[nodiscard]] bool read(Span* piece);

  /// A path under which this process can open the same bytes again.
  [[nodiscard]] std::string reopen_path() const { return "/dev/fd/" + std::to_string(descriptor_); }
  /// As it was given.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The file's own name, which the log knows itself by.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Tells the system that bytes before `offset` are done with, so that a long log does not fill the memory.
  void release_before(std::uint64_t offset);

  /// The same for bytes [from, to) that will be read again later.
  void release(std::uint64_t from, std::uint64_t to) const;

  /// Whether this mapped file has shrunk while it was read.
  [[nodiscard]] bool truncated() const;
  /// Whether any has.
  [[nodiscard]] static bool any_truncated();
  /// Makes a page that is gone read as zeros instead of ending the process. Call once.
  static void guard_mappings();

 private:
  bool map(int descriptor, std::uint64_t size, bool needed);
  bool map_room(std::uint64_t size);
  void unmap();
  bool guard(std::size_t size);
  bool spool(int* descriptor, std::uint64_t* size);

  std::string path_;
  std::string name_;
  std::unique_ptr<std::uint8_t[]> buffer_;
  Span bytes_;
  std::size_t room_ = 0;  // bytes of the mapping, which a growing file has not all yet
  std::uint64_t released_ = 0;
  int descriptor_ = -1;
  bool owned_ = false;
  bool mapped_ = false;
};

/// Size of the regular file at `path`; 0 where it is none.
[[nodiscard]] std::uint64_t file_size(const std::string& path);

}  // namespace nbl::cli

#endif
