// A checkpoint's two slots as files of a POSIX system.
#ifndef NANOBINLOG_PORTS_POSIX_SLOT_STORE_HPP
#define NANOBINLOG_PORTS_POSIX_SLOT_STORE_HPP

#include <string>

#include "nanobinlog/checkpoint.hpp"

namespace nbl {

/// The slots of a checkpoint PATH are the files PATH.0 and PATH.1. Both are created at once, and their
/// directory is synced, so that a power cut cannot take away a file whose content was synced. PATH.0 is
/// locked for as long as the object lives: a second process cannot save to the same checkpoint.
class FileSlots {
 public:
  FileSlots() = default;
  FileSlots(const FileSlots&) = delete;
  FileSlots& operator=(const FileSlots&) = delete;
  ~FileSlots() { close(); }

  /// Opens or creates both files (mode 0600, less the umask). False with an errno value in `*error` and the
  /// file it happened to in `*failed`; EWOULDBLOCK: another process has the checkpoint.
  [[nodiscard]] bool open(const std::string& path, int* error, std::string* failed);
  void close();
  /// What checkpoint_store_open() takes. The object must stay where it is and outlive the store.
  /// `slot_bytes` is the longest record, in bytes.
  [[nodiscard]] SlotPort port(std::size_t slot_bytes);
  /// errno of the last read, write or sync that failed, 0 where none has.
  [[nodiscard]] int last_error() const { return last_error_; }

 private:
  static bool read_slot(void* self, unsigned slot, std::uint8_t* out, std::size_t size, std::size_t* held);
  static bool write_slot(void* self, unsigned slot, const std::uint8_t* bytes, std::size_t size);
  static bool sync_slot(void* self, unsigned slot);
  [[nodiscard]] bool failed();

  int files_[2] = {-1, -1};
  int last_error_ = 0;
};

}  // namespace nbl

#endif
