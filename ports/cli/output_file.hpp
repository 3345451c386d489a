// --output: a file that never keeps a half-written transaction.
#ifndef NANOBINLOG_PORTS_CLI_OUTPUT_FILE_HPP
#define NANOBINLOG_PORTS_CLI_OUTPUT_FILE_HPP

#include <cstdint>
#include <string>

namespace nbl::cli {

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Opens or creates it, with what it holds. False after a message.
  [[nodiscard]] bool open(const std::string& path);
  /// Whether `path` is the same file.
  [[nodiscard]] bool is_same(const std::string& path) const;
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  /// Not a device or pipe, so that it can be cut.
  [[nodiscard]] bool regular() const { return regular_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Bytes that it has. False after a message.
  [[nodiscard]] bool length(std::uint64_t* bytes) const;
  /// Cuts it to `bytes` and goes on writing there; nothing on what is no regular file. False after a message.
  [[nodiscard]] bool cut(std::uint64_t bytes);
  /// Waits until what was written cannot be lost any more. False after a message.
  [[nodiscard]] bool sync();

 private:
  std::string path_;
  int descriptor_ = -1;
  bool regular_ = false;
};

}  // namespace nbl::cli

#endif
