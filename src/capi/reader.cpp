// The log reader as a C handle.
#include <new>

#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

bool begin_stream(void* context, nbl::Span compressed) noexcept {
  const auto* codec = static_cast<const nbl_codec*>(context);
  return codec->begin(codec->context, compressed.data, compressed.size) != 0;
}

bool read_stream(void* context, nbl::u8* out, std::size_t capacity, std::size_t* produced,
                 bool* done) noexcept {
  const auto* codec = static_cast<const nbl_codec*>(context);
  std::int32_t over = 0;
  *produced = 0;
  const bool good = codec->read(codec->context, out, capacity, produced, &over) != 0;
  *done = over != 0;
  // A codec that says it wrote more than it could has overrun the buffer or lies.
  return good && *produced <= capacity;
}

nbl::Codec core_codec(nbl_codec* codec) noexcept {
  nbl::Codec core;
  if (codec->begin == nullptr || codec->read == nullptr) return core;
  core.context = codec;
  core.begin = &begin_stream;
  core.read = &read_stream;
  return core;
}

/// What the last step gave access to is gone.
void forget(nbl_reader* reader) noexcept {
  ++reader->generation;
  reader->has_step = false;
  reader->walk_open = false;
  reader->step.query = nbl::Query{};
}

bool holds_transaction(nbl::StepKind kind) noexcept {
  switch (kind) {
    case nbl::StepKind::committed:
    case nbl::StepKind::rolled_back:
    case nbl::StepKind::xa_prepared:
    case nbl::StepKind::oversized:
    case nbl::StepKind::rows:
    case nbl::StepKind::incomplete: return true;
    default: return false;
  }
}

nbl_code give_step(nbl_reader* reader, bool good, nbl_step* out) noexcept {
  if (!good) {
    const nbl::Status& status = reader->log->status();
    if (reader->error.ok()) reader->error = status;
    return code_of(status.code);
  }
  const nbl::Step& step = reader->step;
  reader->has_step = true;
  nbl_step full = NBL_STEP_INIT;
  full.kind = static_cast<std::uint32_t>(step.kind);
  if (step.kind != nbl::StepKind::need_more) {
    const bool oversized = step.kind == nbl::StepKind::oversized;
    full.flags = flag(step.has_gtid, NBL_STEP_HAS_GTID) | flag(step.has_xa, NBL_STEP_HAS_XA) |
                 flag(holds_transaction(step.kind), NBL_STEP_HAS_TRANSACTION);
    full.reason = code_of(step.reason);
    full.event_type = static_cast<std::uint32_t>(step.event.header.type);
    full.timestamp = step.event.header.timestamp;
    full.server_id = step.event.header.server_id;
    full.event_offset = step.event.offset;
    full.start_offset = step.start_offset;
    full.end_offset = step.end_offset;
    full.event_count = step.event_count;
    full.wire_bytes = step.wire_bytes;
    if (step.kind == nbl::StepKind::statement)
      full.statement_kind = static_cast<std::uint32_t>(step.statement_kind);
    if (oversized) {
      full.flags |= flag(step.counts_exact, NBL_STEP_COUNTS_EXACT) |
                    flag(step.dropped_overflow, NBL_STEP_DROPPED_OVERFLOW);
      full.outcome = static_cast<std::uint32_t>(step.outcome);
      full.dropped_count = step.dropped_count;
      full.quota_limit = step.quota_limit;
      full.quota_needed = step.quota_needed;
    }
  }
  put(out, &full, sizeof(full));
  return NBL_OK;
}

}  // namespace

nbl_code nbl_init_abi(void* block, size_t size, const nbl_options* options, uint32_t abi_version,
                      nbl_reader** reader, nbl_status* status) {
  nbl_options full = NBL_OPTIONS_INIT;
  if (reader == nullptr) return put_mistake(nbl::Code::invalid_argument, 0, 0, status);
  const nbl_code code = check_init(block, size, options, abi_version, &full, status);
  if (code != NBL_OK) return code;
  auto* handle = new (block) nbl_reader();
  handle->zstd = full.zstd;
  handle->zlib = full.zlib;
  nbl::LogOptions core = core_options(full);
  core.codecs.zstd = core_codec(&handle->zstd);
  core.codecs.zlib = core_codec(&handle->zlib);
  constexpr std::size_t kHead = behind(sizeof(nbl_reader));
  nbl::Status problem;
  handle->log = nbl::LogReader::init(static_cast<nbl::u8*>(block) + kHead, size - kHead, core, &problem);
  if (handle->log == nullptr) {
    handle->tag = 0;
    put_status(problem, status);
    return code_of(problem.code);
  }
  *reader = handle;
  put_status(problem, status);
  return NBL_OK;
}

nbl_code nbl_feed(nbl_reader* reader, const void* data, size_t size, size_t* consumed, nbl_step* step) {
  if (consumed != nullptr) *consumed = 0;
  if (!is_reader(reader) || consumed == nullptr || !sized(step) || (data == nullptr && size != 0))
    return NBL_INVALID_ARGUMENT;
  forget(reader);
  const bool good =
      reader->log->feed(nbl::Span{static_cast<const nbl::u8*>(data), size}, consumed, &reader->step);
  return give_step(reader, good, step);
}

nbl_code nbl_finish(nbl_reader* reader, nbl_step* step) {
  if (!is_reader(reader) || !sized(step)) return NBL_INVALID_ARGUMENT;
  forget(reader);
  return give_step(reader, reader->log->finish(&reader->step), step);
}

nbl_code nbl_reset(nbl_reader* reader) {
  if (!is_reader(reader)) return NBL_INVALID_ARGUMENT;
  forget(reader);
  reader->error = nbl::Status{};
  reader->log->begin_file();
  return NBL_OK;
}

nbl_code nbl_begin_at(nbl_reader* reader, const void* format_event, size_t size, uint64_t offset) {
  if (!is_reader(reader) || format_event == nullptr) return NBL_INVALID_ARGUMENT;
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  const nbl::Span input{static_cast<const nbl::u8*>(format_event), size};
  if (!nbl::parse_format_description(input, 4, nullptr, &format, &event, &status))
    return code_of(status.code);
  forget(reader);
  reader->error = nbl::Status{};
  reader->log->begin_at(format, offset);
  return NBL_OK;
}

nbl_code nbl_recover(nbl_reader* reader) {
  if (!is_reader(reader)) return NBL_INVALID_ARGUMENT;
  if (reader->error.ok() || !reader->log->recover()) return NBL_FAILED_BEFORE;
  forget(reader);
  reader->error = nbl::Status{};
  return NBL_OK;
}

nbl_code nbl_last_error(const nbl_reader* reader, nbl_status* status) {
  if (!is_reader(reader) || !sized(status)) return NBL_INVALID_ARGUMENT;
  put_status(reader->error, status);
  return NBL_OK;
}

nbl_code nbl_reader_get_info(const nbl_reader* reader, nbl_reader_info* info) {
  if (!is_reader(reader) || !sized(info)) return NBL_INVALID_ARGUMENT;
  nbl_reader_info full = NBL_READER_INFO_INIT;
  const nbl::LogTotals totals = reader->log->totals();
  full.in_transaction = reader->log->in_transaction() ? 1 : 0;
  full.offset = reader->log->offset();
  full.events = totals.events;
  full.bytes = totals.bytes;
  put(info, &full, sizeof(full));
  return NBL_OK;
}
