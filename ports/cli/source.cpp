#include "ports/cli/source.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
// Addresses kept free behind the end of a file that grows.
constexpr std::uint64_t kGrowth = std::uint64_t{64} << 30;
constexpr std::uint64_t kLeastGrowth = std::uint64_t{1} << 20;
std::uintptr_t page_size = 4096;

// The handler can see no more than this. A page that was there when the file was mapped and is gone when it
// is read means that somebody cut the file; zeros in its place let the decoder go on to its next check, and
// every use asks for the flag.
constexpr int kMaxMappings = 64;
struct Mapping {
  volatile std::uintptr_t from;
  volatile std::uintptr_t to;
  volatile sig_atomic_t cut;
};
Mapping mappings[kMaxMappings];
volatile sig_atomic_t any_cut = 0;

void on_bus_error(int number, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Mapping& mapping : mappings) {
    if (address < mapping.from || address >= mapping.to) continue;
    void* page = reinterpret_cast<void*>(address & ~(page_size - 1));
    if (::mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      break;
    mapping.cut = 1;
    any_cut = 1;
    return;
  }
  ::signal(number, SIG_DFL);
  ::raise(number);
}

Mapping* mapping_of(const void* data) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  for (Mapping& mapping : mappings) {
    if (address >= mapping.from && address < mapping.to) return &mapping;
  }
  return nullptr;
}

}  // namespace

void Source::guard_mappings() {
  page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = &on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  static_cast<void>(::sigaction(SIGBUS, &action, nullptr));
}

bool Source::any_truncated() { return any_cut != 0; }

bool Source::truncated() const {
  if (room_ == 0) return false;
  const Mapping* mapping = mapping_of(bytes_.data);
  return mapping != nullptr && mapping->cut != 0;
}

Source::~Source() { close(); }

void Source::unmap() {
  if (room_ == 0) return;
  Mapping* mapping = mapping_of(bytes_.data);
  if (mapping != nullptr) mapping->from = mapping->to = 0;
  ::munmap(const_cast<std::uint8_t*>(bytes_.data), room_);
  room_ = 0;
}

void Source::close() {
  unmap();
  if (owned_) ::close(descriptor_);
  bytes_ = Span{};
  mapped_ = false;
  owned_ = false;
  descriptor_ = -1;
  released_ = 0;
}

bool Source::open(const std::string& path, bool spool_streams) {
  close();
  path_ = path;
  name_ = base_name(path);
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
  } else {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) return say_errno(path, errno), false;
    owned_ = true;
  }
  struct stat about {};
  if (::fstat(descriptor_, &about) != 0) return say_errno(path, errno), false;
  if (S_ISDIR(about.st_mode)) return say(path, "is a directory"), false;
  // Standard input that was redirected from a file may have been read from already.
  const bool at_start = path != "-" || ::lseek(descriptor_, 0, SEEK_CUR) == 0;
  if (S_ISREG(about.st_mode) && at_start)
    return map(descriptor_, static_cast<std::uint64_t>(about.st_size), spool_streams);
  if (!spool_streams) return true;
  std::uint64_t size = 0;
  return spool(&descriptor_, &size) && map(descriptor_, size, true);
}

bool Source::map(int descriptor, std::uint64_t size, bool needed) {
  mapped_ = true;
  if (size == 0) return true;
  void* data = MAP_FAILED;
  errno = ENOMEM;
  if (size <= SIZE_MAX)
    data = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED) {
    mapped_ = false;
    if (errno != ENOMEM) return say_errno(path_, errno), false;
    return !needed || (say(path_, "is too large for this machine's addresses"), false);
  }
  bytes_ = Span{static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size)};
  static_cast<void>(::madvise(data, bytes_.size, MADV_SEQUENTIAL));
  return guard(bytes_.size);
}

bool Source::guard(std::size_t size) {
  room_ = size;
  for (Mapping& mapping : mappings) {
    if (mapping.to != 0) continue;
    mapping.cut = 0;
    mapping.from = reinterpret_cast<std::uintptr_t>(bytes_.data);
    mapping.to = mapping.from + size;
    return true;
  }
  return say(path_, "too many files are open at once"), false;
}

bool Source::map_room(std::uint64_t size) {
  // Room costs addresses only; where those are scarce the mapping moves more often.
  for (std::uint64_t room = kGrowth; room >= kLeastGrowth; room /= 16) {
    if (size + room > SIZE_MAX) continue;
    void* data =
        ::mmap(nullptr, static_cast<std::size_t>(size + room), PROT_READ, MAP_SHARED, descriptor_, 0);
    if (data == MAP_FAILED) continue;
    mapped_ = true;
    bytes_ = Span{static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size)};
    return guard(static_cast<std::size_t>(size + room));
  }
  return say_errno(path_, errno), false;
}

bool Source::open_growing(const std::string& path) {
  close();
  path_ = path;
  name_ = base_name(path);
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return say_errno(path, errno), false;
  owned_ = true;
  struct stat about {};
  if (::fstat(descriptor_, &about) != 0) return say_errno(path, errno), false;
  if (!S_ISREG(about.st_mode)) return say(path, "is no regular file"), false;
  return map_room(static_cast<std::uint64_t>(about.st_size));
}

Source::Change Source::refresh(bool* moved) {
  *moved = false;
  struct stat about {};
  if (::fstat(descriptor_, &about) != 0) return say_errno(path_, errno), Change::failed;
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (size == bytes_.size) return Change::none;
  const Change change = size > bytes_.size ? Change::grown : Change::cut;
  if (size > room_) {
    *moved = true;
    unmap();
    return map_room(size) ? change : Change::failed;
  }
  bytes_.size = static_cast<std::size_t>(size);
  return change;
}

bool Source::still_there(bool* gone) const {
  struct stat open {};
  struct stat named {};
  *gone = ::stat(path_.c_str(), &named) != 0;
  return !*gone && ::fstat(descriptor_, &open) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

bool Source::spool(int* descriptor, std::uint64_t* size) {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) return say("temporary file", std::strerror(errno)), false;
  const int copy = ::dup(::fileno(file));
  static_cast<void>(std::fclose(file));
  Span piece;
  do {
    if (!read(&piece)) return ::close(copy), false;
    for (std::size_t at = 0; at < piece.size;) {
      const ssize_t written = ::write(copy, piece.data + at, piece.size - at);
      if (written < 0 && errno != EINTR)
        return say("temporary file", std::strerror(errno)), ::close(copy), false;
      if (written > 0) at += static_cast<std::size_t>(written);
    }
    *size += piece.size;
  } while (!piece.empty());
  if (owned_) ::close(*descriptor);
  *descriptor = copy;
  owned_ = true;
  return true;
}

bool Source::read(Span* piece) {
  if (!buffer_) buffer_.reset(new std::uint8_t[kPiece]);
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer_.get(), kPiece);
    if (got >= 0) {
      *piece = Span{buffer_.get(), static_cast<std::size_t>(got)};
      return true;
    }
    if (errno != EINTR) return say_errno(path_, errno), false;
  }
}

void Source::release_before(std::uint64_t offset) {
  constexpr std::uint64_t kStep = std::uint64_t{16} << 20;
  if (!mapped_ || offset < released_ + kStep) return;
  release(released_, offset);
  released_ = offset;
}

void Source::release(std::uint64_t from, std::uint64_t to) const {
  from &= ~std::uint64_t{page_size - 1};
  to &= ~std::uint64_t{page_size - 1};
  if (!mapped_ || from >= to) return;
  auto* at = const_cast<std::uint8_t*>(bytes_.data) + from;
  static_cast<void>(::madvise(at, static_cast<std::size_t>(to - from), MADV_DONTNEED));
}

std::uint64_t file_size(const std::string& path) {
  struct stat about {};
  if (path == "-" || ::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  return static_cast<std::uint64_t>(about.st_size);
}

}  // namespace nbl::cli
