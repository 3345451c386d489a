// MariaDB's compressed rows and queries, inflated behind what the transaction already holds in the side buffer.
#include "log/state.hpp"

namespace nbl {

Inflated inflate_block(LogState* state, Span block, Span* out) noexcept {
  const Codec& codec = state->options.codecs.zlib;
  if (codec.begin == nullptr || codec.read == nullptr) return Inflated::missing;
  CompressedBlock head;
  if (!parse_compressed_block(block, &head) || head.algorithm != 0) return Inflated::failed;
  TransactionStore* store = &state->store;
  if (store->oversized || store->one_by_one || !store->active) store->side_used = 0;
  if (head.uncompressed_size > store->side_capacity - store->side_used) {
    if (head.uncompressed_size > store->side_capacity) return Inflated::too_large;
    store_set_oversized(store, Code::codec_too_large, store->side_capacity, store->side_used + head.uncompressed_size);
    store->side_used = 0;
  }
  if (!codec.begin(codec.context, head.stream)) return Inflated::failed;
  u8* const to = store->side + store->side_used;
  usize filled = 0;
  bool done = false;
  while (!done) {
    usize produced = 0;
    if (!codec.read(codec.context, to + filled, head.uncompressed_size - filled, &produced, &done)) return Inflated::failed;
    filled += produced;
    if (produced == 0 && !done) return Inflated::failed;  // more comes out than the head says, or nothing ever will
  }
  if (filled != head.uncompressed_size) return Inflated::failed;
  *out = Span{to, filled};
  store->side_used += filled;
  return Inflated::done;
}

}  // namespace nbl
