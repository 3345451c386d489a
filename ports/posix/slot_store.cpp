#include "ports/posix/slot_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace nbl {
namespace {

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

int open_again(const char* path, int flags, mode_t mode) {
  for (;;) {
    const int file = ::open(path, flags, mode);
    if (file >= 0 || errno != EINTR) return file;
  }
}

bool sync_file(int file) {
  while (::fsync(file) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

/// A new file's name is in its directory, and lost with it until that has been synced.
bool sync_directory(const std::string& path) {
  const int directory = open_again(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (directory < 0) return false;
  const bool synced = sync_file(directory);
  const int error = errno;
  (void)::close(directory);
  errno = error;
  return synced;
}

bool truncate_file(int file, std::size_t size) {
  while (::ftruncate(file, static_cast<off_t>(size)) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

bool FileSlots::open(const std::string& path, int* error, std::string* failed) {
  close();
  for (unsigned slot = 0; slot < 2; ++slot) {
    *failed = path + (slot == 0 ? ".0" : ".1");
    files_[slot] = open_again(failed->c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (files_[slot] < 0 || (slot == 0 && ::flock(files_[0], LOCK_EX | LOCK_NB) != 0)) {
      *error = errno;
      close();
      return false;
    }
  }
  *failed = directory_of(path);
  if (!sync_directory(*failed)) {
    *error = errno;
    close();
    return false;
  }
  failed->clear();
  *error = 0;
  return true;
}

void FileSlots::close() {
  for (int& file : files_) {
    if (file >= 0) (void)::close(file);
    file = -1;
  }
}

SlotPort FileSlots::port(std::size_t slot_bytes) {
  SlotPort port;
  port.context = this;
  port.slot_bytes = slot_bytes;
  port.read = read_slot;
  port.write = write_slot;
  port.sync = sync_slot;
  return port;
}

bool FileSlots::failed() {
  last_error_ = errno;
  return false;
}

bool FileSlots::read_slot(void* self, unsigned slot, std::uint8_t* out, std::size_t size, std::size_t* held) {
  FileSlots& slots = *static_cast<FileSlots*>(self);
  const int file = slots.files_[slot];
  struct stat info;
  if (::fstat(file, &info) != 0) return slots.failed();
  *held = static_cast<std::size_t>(info.st_size);
  const std::size_t wanted = *held < size ? *held : size;
  for (std::size_t done = 0; done < wanted;) {
    const ssize_t got = ::pread(file, out + done, wanted - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return slots.failed();
    if (got == 0) {
      *held = done;
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool FileSlots::write_slot(void* self, unsigned slot, const std::uint8_t* bytes, std::size_t size) {
  FileSlots& slots = *static_cast<FileSlots*>(self);
  const int file = slots.files_[slot];
  for (std::size_t done = 0; done < size;) {
    const ssize_t put = ::pwrite(file, bytes + done, size - done, static_cast<off_t>(done));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return slots.failed();
    done += static_cast<std::size_t>(put);
  }
  return truncate_file(file, size) || slots.failed();
}

bool FileSlots::sync_slot(void* self, unsigned slot) {
  FileSlots& slots = *static_cast<FileSlots*>(self);
  return sync_file(slots.files_[slot]) || slots.failed();
}

}  // namespace nbl
