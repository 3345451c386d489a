// The strict decoders as one C handle.
#include <new>

#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

static_assert(static_cast<int>(nbl::TransactionOutcome::committed) == NBL_OUTCOME_COMMITTED);
static_assert(static_cast<int>(nbl::TransactionOutcome::rolled_back) == NBL_OUTCOME_ROLLED_BACK);

namespace {

const nbl::Status& status_of(const nbl_decoder& decoder) noexcept {
  return decoder.bound != nullptr ? decoder.bound->status() : decoder.plain->status();
}

/// The plain decoder's outcome in the bound one's clothes: without a prefix both ranges are the same.
bool feed_plain(nbl_decoder* decoder, nbl::Span input, std::uint64_t offset) noexcept {
  nbl::TransactionStep step;
  const bool good = decoder->plain->feed(input, offset, &step);
  nbl::GtidTransactionStep& out = decoder->step;
  out.header = step.header;
  out.consumed = step.consumed;
  out.outcome = step.outcome;
  out.transaction = step.transaction;
  out.start_offset = step.transaction.start_offset;
  out.end_offset = step.transaction.end_offset;
  out.event_count = step.transaction.event_count;
  out.wire_bytes = step.transaction.wire_bytes;
  return good;
}

}  // namespace

nbl_code nbl_decoder_init_abi(void* block, size_t size, const nbl_options* options, uint32_t bind,
                              const void* format_event, size_t format_size, uint32_t abi_version,
                              nbl_decoder** decoder, nbl_status* status) {
  nbl_options full = NBL_OPTIONS_INIT;
  if (decoder == nullptr || bind > NBL_BIND_GTID || format_event == nullptr) {
    return put_mistake(nbl::Code::invalid_argument, 0, 0, status);
  }
  const nbl_code code = check_init(block, size, options, abi_version, &full, status);
  if (code != NBL_OK) return code;
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status problem;
  const nbl::Span input{static_cast<const nbl::u8*>(format_event), format_size};
  if (!nbl::parse_format_description(input, 4, nullptr, &format, &event, &problem)) {
    put_status(problem, status);
    return code_of(problem.code);
  }
  auto* handle = new (block) nbl_decoder();
  const nbl::LogOptions core = core_options(full);
  constexpr std::size_t kHead = behind(sizeof(nbl_decoder));
  nbl::u8* const memory = static_cast<nbl::u8*>(block) + kHead;
  if (bind == NBL_BIND_GTID) {
    handle->bound =
        nbl::GtidTransactionDecoder::init(memory, size - kHead, format, core.limits, core.input, &problem);
  } else {
    handle->plain =
        nbl::TransactionDecoder::init(memory, size - kHead, format, core.limits, core.input, &problem);
  }
  if (handle->bound == nullptr && handle->plain == nullptr) {
    handle->tag = 0;
    put_status(problem, status);
    return code_of(problem.code);
  }
  *decoder = handle;
  put_status(problem, status);
  return NBL_OK;
}

nbl_code nbl_decoder_feed(nbl_decoder* decoder, const void* data, size_t size, uint64_t offset,
                          nbl_decoded* decoded) {
  if (!is_decoder(decoder) || !sized(decoded) || (data == nullptr && size != 0)) return NBL_INVALID_ARGUMENT;
  ++decoder->generation;
  const nbl::Span input{static_cast<const nbl::u8*>(data), size};
  const bool good = decoder->bound != nullptr ? decoder->bound->feed(input, offset, &decoder->step)
                                              : feed_plain(decoder, input, offset);
  const nbl::GtidTransactionStep& step = decoder->step;
  nbl_decoded full = NBL_DECODED_INIT;
  full.consumed = step.consumed;
  full.event_type = static_cast<std::uint32_t>(step.header.type);
  if (good && step.outcome != nbl::TransactionOutcome::none) {
    full.outcome = static_cast<std::uint32_t>(step.outcome);
    full.start_offset = step.start_offset;
    full.end_offset = step.end_offset;
    full.event_count = step.event_count;
    full.wire_bytes = step.wire_bytes;
  }
  put(decoded, &full, sizeof(full));
  if (good) return NBL_OK;
  decoder->step.outcome = nbl::TransactionOutcome::none;
  return code_of(status_of(*decoder).code);
}

nbl_code nbl_decoder_finish(nbl_decoder* decoder) {
  if (!is_decoder(decoder)) return NBL_INVALID_ARGUMENT;
  ++decoder->generation;
  decoder->step.outcome = nbl::TransactionOutcome::none;
  const bool good = decoder->bound != nullptr ? decoder->bound->finish() : decoder->plain->finish();
  if (good) return NBL_OK;
  return code_of(status_of(*decoder).code);
}

nbl_code nbl_decoder_last_error(const nbl_decoder* decoder, nbl_status* status) {
  if (!is_decoder(decoder) || !sized(status)) return NBL_INVALID_ARGUMENT;
  put_status(status_of(*decoder), status);
  return NBL_OK;
}

nbl_code nbl_decoder_transaction(const nbl_decoder* decoder, void* room, size_t size,
                                 nbl_transaction** transaction) {
  if (!is_decoder(decoder)) return NBL_INVALID_ARGUMENT;
  if (decoder->step.outcome == nbl::TransactionOutcome::none) return NBL_END;
  return place_view(decoder->step.transaction, &decoder->generation, true, room, size, transaction);
}

nbl_code nbl_decoder_gtid(const nbl_decoder* decoder, nbl_gtid* gtid) {
  if (!is_decoder(decoder) || !sized(gtid)) return NBL_INVALID_ARGUMENT;
  if (decoder->bound == nullptr || decoder->step.outcome == nbl::TransactionOutcome::none) return NBL_END;
  nbl_gtid full;
  fill_gtid(decoder->step.gtid, &full);
  put(gtid, &full, sizeof(full));
  return NBL_OK;
}
