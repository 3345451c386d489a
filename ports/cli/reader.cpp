// A LogReader and the memory it works in.
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "ports/cli/message.hpp"
#include "ports/cli/walk.hpp"

namespace nbl::cli {

namespace {

// The events themselves are read in place, so what remains is small: 64 Ki records of 32 bytes, and table
// definitions. What is larger is `oversized`, and read again event by event where its rows are wanted.
Limits quotas(const Arguments& arguments, Input input) {
  Limits limits;
  limits.max_events =
      arguments.max_events != 0 ? static_cast<std::uint32_t>(arguments.max_events) : 64U << 10;
  limits.max_changes =
      arguments.max_changes != 0 ? static_cast<std::uint32_t>(arguments.max_changes) : UINT32_MAX;
  limits.max_bytes = input == Input::stable ? UINT64_MAX : std::uint64_t{1} << 30;
  if (arguments.max_bytes != 0 && arguments.max_bytes < limits.max_bytes)
    limits.max_bytes = arguments.max_bytes;
  limits.max_event_bytes = (1U << 30) + (1U << 20);
  limits.max_image_bytes = (1U << 30) + (1U << 20);
  limits.max_event_changes = UINT32_MAX;
  limits.max_tables = 4096;
  limits.max_columns = 256U << 10;
  limits.max_table_bytes = 32U << 20;
  limits.max_savepoints = 4096;
  limits.max_side_bytes = 64U << 20;
  return limits;
}

/// Halves what takes most room; false where there is little left to halve.
bool shrink(Limits* limits, Input input) {
  constexpr std::uint32_t kLeastEvents = 64U << 10;
  constexpr std::uint64_t kLeastBytes = 16U << 20;
  if (limits->max_events > kLeastEvents) {
    limits->max_events /= 2;
  } else if (input == Input::copied && limits->max_bytes > kLeastBytes) {
    limits->max_bytes /= 2;
  } else {
    return false;
  }
  return true;
}

// zstd's own levels up to the highest use windows of 128 MiB at most.
constexpr unsigned kWindowLog = 27;

}  // namespace

Reader::~Reader() {
  for (unsigned i = 0; i < block_count_; ++i) ::munmap(blocks_[i].memory, blocks_[i].size);
}

void* Reader::reserve(std::size_t size) {
  void* memory =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  blocks_[block_count_++] = Block{memory, size};
  return memory;
}

bool Reader::init(const Arguments& arguments, Input input, Deliver deliver) {
  LogOptions options;
  options.limits = quotas(arguments, input);
  options.input = input;
  options.deliver = deliver;
  if (zstd_codec_built()) {
    const std::size_t size = zstd_codec_workspace_size(kWindowLog);
    void* memory = reserve(size);
    if (memory == nullptr || !zstd_codec_init(&zstd_, memory, size, kWindowLog, &options.codecs.zstd)) {
      return say(std::string("memory for decompression: ") + std::strerror(errno)), false;
    }
  }
  if (zlib_codec_built()) {
    zlib_ = std::make_unique<ZlibCodec>();
    if (!zlib_codec_init(zlib_.get(), false, &options.codecs.zlib))
      return say("zlib cannot be set up"), false;
  }
  std::size_t size = log_reader_workspace_size(options);
  void* block = reserve(size);
  // A program of 32 bits has 2 to 4 GiB of addresses for everything. What then does not fit is told as
  // oversized.
  while (block == nullptr && shrink(&options.limits, input)) {
    size = log_reader_workspace_size(options);
    block = reserve(size);
  }
  if (block == nullptr)
    return say("memory for a transaction of " + std::to_string(size) + " bytes: " + std::strerror(errno)),
           false;
  Status status;
  reader_ = LogReader::init(block, size, options, &status);
  if (reader_ == nullptr) say(status_text(status, ""));
  return reader_ != nullptr;
}

}  // namespace nbl::cli
