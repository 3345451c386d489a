#include "ports/cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "ports/cli/log_list.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

/// What cannot be synced, a pipe or a device, has nothing to lose.
bool sync_descriptor(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINVAL || errno == EROFS) return true;
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool OutputFile::open(const std::string& path) {
  path_ = path;
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  struct stat about {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &about) != 0) return say_errno(path_, errno), false;
  regular_ = S_ISREG(about.st_mode);
  if (!regular_) return true;
  // A new file's name is lost with its directory until that has been synced.
  const int directory = ::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = directory >= 0 && sync_descriptor(directory);
  const int error = errno;
  if (directory >= 0) ::close(directory);
  return synced || (say_errno(path_, error), false);
}

bool OutputFile::is_same(const std::string& path) const {
  struct stat own {};
  struct stat other {};
  return ::fstat(descriptor_, &own) == 0 && ::stat(path.c_str(), &other) == 0 && own.st_dev == other.st_dev &&
         own.st_ino == other.st_ino;
}

bool OutputFile::length(std::uint64_t* bytes) const {
  struct stat about {};
  if (::fstat(descriptor_, &about) != 0) return say_errno(path_, errno), false;
  *bytes = static_cast<std::uint64_t>(about.st_size);
  return true;
}

bool OutputFile::cut(std::uint64_t bytes) {
  if (!regular_) return true;
  const auto offset = static_cast<off_t>(bytes);
  while (::ftruncate(descriptor_, offset) != 0) {
    if (errno != EINTR) return say_errno(path_, errno), false;
  }
  return ::lseek(descriptor_, offset, SEEK_SET) == offset || (say_errno(path_, errno), false);
}

bool OutputFile::sync() { return sync_descriptor(descriptor_) || (say_errno(path_, errno), false); }

}  // namespace nbl::cli
