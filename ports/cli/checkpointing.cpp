#include "ports/cli/checkpointing.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/crc32.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

// Memory that is reserved and takes room only where it is touched.
constexpr std::uint32_t kSetRecords = 256U << 10;
constexpr std::uint32_t kDomains = 64U << 10;
constexpr std::size_t kRecordBytes = std::size_t{32} << 20;
// Between two saves. A save that takes long is made less often, so that it costs a tenth of the time at most.
constexpr std::int64_t kLeastIntervalUs = 100'000;

std::int64_t now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

Span span_of(const std::string& text) {
  return Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

bool Checkpointing::failed(const Status& status) const {
  say(path_.empty() ? "position" : path_, status_text(status, ""));
  return false;
}

bool Checkpointing::begin() {
  set_block_.reset(new std::uint64_t[gtid_set_workspace_size(kSetRecords) / 8]);
  maria_block_.reset(new std::uint64_t[maria_gtid_set_workspace_size(kDomains) / 8]);
  Status status;
  return (gtid_set_init(&position_.gtids, set_block_.get(), gtid_set_workspace_size(kSetRecords), &status) &&
          maria_gtid_set_init(&position_.maria_gtids, maria_block_.get(),
                              maria_gtid_set_workspace_size(kDomains), &status)) ||
         failed(status);
}

int Checkpointing::open(const std::string& path) {
  path_ = path;
  if (!begin()) return kExitBroken;
  slot_buffer_.reset(new std::uint8_t[kRecordBytes]);
  text_.reset(new char[kRecordBytes]);
  int error = 0;
  std::string culprit;
  if (!slots_.open(path, &error, &culprit)) {
    if (error == EWOULDBLOCK) {
      say(path, "another process goes on from this checkpoint");
    } else {
      say_errno(culprit, error);
    }
    return kExitBroken;
  }
  Checkpoint found;
  Status status;
  const bool opened = checkpoint_store_open(&store_, slots_.port(kRecordBytes), slot_buffer_.get(),
                                            kRecordBytes, crc32_best(), &found, &resumes_, &status);
  if (!opened && status.code == Code::checkpoint_io) return say_errno(path, slots_.last_error()), kExitBroken;
  if (!opened) return failed(status), kExitBroken;
  has_store_ = true;
  if (resumes_) return resume(found) ? -1 : kExitBroken;
  std::uint64_t length = 0;
  if (file_ == nullptr) return -1;
  if (!file_->regular())
    return say(file_->path(), "is no regular file, and goes with no --checkpoint"), kExitUsage;
  if (!file_->length(&length)) return kExitBroken;
  if (length == 0) return -1;
  say(file_->path(), "is not empty, and " + printable(path) + " does not say how far it got");
  return kExitUsage;
}

bool Checkpointing::resume(const Checkpoint& found) {
  Status status;
  if (!position_from_checkpoint(&position_, found, &status)) return failed(status);
  has_server_id_ = found.has_server_id;
  server_id_ = found.server_id;
  if (found.has_output_bytes != (file_ != nullptr)) {
    return say(path_, found.has_output_bytes ? "belongs to an --output file" : "belongs to standard output"),
           false;
  }
  if (file_ == nullptr) return true;
  if (!file_->regular())
    return say(file_->path(), "is no regular file, and goes with no --checkpoint"), false;
  std::uint64_t length = 0;
  if (!file_->length(&length)) return false;
  if (length < found.output_bytes) {
    return say(file_->path(), "has " + std::to_string(length) + " bytes, and " + printable(path_) +
                                  " speaks of " + std::to_string(found.output_bytes) +
                                  ": it is not the output of that checkpoint"),
           false;
  }
  base_ = saved_ = found.output_bytes;
  return file_->cut(base_) && file_->sync();
}

std::string Checkpointing::file_name() const { return {position_.file_name, position_.file_name_size}; }

bool Checkpointing::begin_file(const std::string& name, std::uint64_t offset) {
  Status status;
  if (!position_begin_file(&position_, span_of(name), offset, &status)) return failed(status);
  unsaved_ = true;
  return true;
}

bool Checkpointing::take_server(const std::string& path, std::uint32_t server_id) {
  if (resumes_ && has_server_id_ && server_id != server_id_) {
    say(path, "is a log of server " + std::to_string(server_id) + ", and " + printable(path_) +
                  " speaks of one of server " + std::to_string(server_id_));
    return false;
  }
  has_server_id_ = true;
  server_id_ = server_id;
  return true;
}

bool Checkpointing::fits(const Event& event, const FormatDescription& format, bool behind) const {
  if (event.header.type != EventType::previous_gtids) return true;  // MariaDB lets its lists be shortened
  PreviousGtids gtids;
  Status status;
  if (!parse_previous_gtids(event, format, &gtids, &status)) return true;  // the reader tells what is wrong
  // An interval takes 16 bytes.
  const std::size_t records = event.body.size / 16 + 1;
  const std::unique_ptr<std::uint64_t[]> block(new std::uint64_t[records * sizeof(GtidSetRecord) / 8]);
  GtidSet set;
  if (!gtid_set_init(&set, block.get(), records * sizeof(GtidSetRecord), &status) ||
      !gtid_set_from_previous(&set, gtids, &status))
    return true;
  return behind ? gtid_set_is_subset(position_.gtids, set) : gtid_set_is_subset(set, position_.gtids);
}

bool Checkpointing::acknowledge(const LogReader& reader, const Step& step) {
  Status status;
  // Logs are told by the names of their files: a relay log's rotations name those of another server.
  const bool good = step.kind == StepKind::rotate
                        ? position_acknowledge(&position_, nullptr, step.end_offset, &status)
                        : position_acknowledge_step(&position_, reader, step, &status);
  if (!good) return failed(status);
  if (reader.in_transaction()) return true;
  acknowledged_ = output_->length();
  unsaved_ = true;
  return true;
}

bool Checkpointing::due(int* wait_ms) const {
  *wait_ms = -1;
  if (!has_store_ || !unsaved_) return false;
  const std::int64_t interval = std::max(kLeastIntervalUs, 10 * save_cost_us_);
  const std::int64_t left = saved_at_us_ + interval - now_us();
  *wait_ms = left > 0 ? static_cast<int>(left / 1000 + 1) : 0;
  return left <= 0;
}

bool Checkpointing::write(const Checkpoint& checkpoint) {
  Status status;
  if (checkpoint_store_save(&store_, checkpoint, &status)) return true;
  if (status.code != Code::checkpoint_io) return failed(status);
  say_errno(path_, slots_.last_error());
  return false;
}

bool Checkpointing::save() {
  if (!output_->flush()) return false;
  if (!has_store_ || !unsaved_) return true;
  const std::int64_t begun = now_us();
  if (file_ != nullptr && !file_->sync()) return false;
  Checkpoint checkpoint;
  std::size_t needed = 0;
  Status status;
  if (!checkpoint_from_position(position_, text_.get(), kRecordBytes, &checkpoint, &needed, &status))
    return failed(status);
  checkpoint.has_server_id = has_server_id_;
  checkpoint.server_id = server_id_;
  checkpoint.has_output_bytes = file_ != nullptr;
  checkpoint.output_bytes = base_ + acknowledged_;
  if (!write(checkpoint)) return false;
  saved_ = checkpoint.output_bytes;
  unsaved_ = false;
  saved_at_us_ = now_us();
  save_cost_us_ = saved_at_us_ - begun;
  return true;
}

bool Checkpointing::close() {
  const bool flushed = output_->flush();
  if (file_ != nullptr && has_store_ && !file_->cut(flushed ? base_ + acknowledged_ : saved_)) return false;
  return flushed && save();
}

}  // namespace nbl::cli
