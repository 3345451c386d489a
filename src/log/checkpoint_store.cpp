// Two slots, of which one always holds a whole record.
//
// The newest record is never written over: a save goes to the other slot and is waited for before that one
// counts as the newest. A cut can only spoil the slot that was being written, and then the one before it is
// the newest whole record.
#include "log/checkpoint_record.hpp"
#include "nanobinlog/checkpoint.hpp"

namespace nbl {
namespace {

enum class SlotState : u8 { blank, broken, whole };

/// What erased flash reads as, or a file system's hole: the slot was never written, or its write never began.
bool is_blank(Span bytes) noexcept {
  if (bytes.size == 0) return true;
  const u8 fill = bytes.data[0];
  if (fill != 0 && fill != 0xff) return false;
  for (usize i = 1; i < bytes.size; ++i) {
    if (bytes.data[i] != fill) return false;
  }
  return true;
}

/// Brings a slot into the buffer. False where the medium failed or the slot holds more than the buffer.
bool load_slot(CheckpointStore* store, unsigned slot, Span* bytes, Status* status) noexcept {
  usize held = 0;
  if (!store->port.read(store->port.context, slot, store->buffer, store->buffer_bytes, &held)) {
    return refuse(status, Code::checkpoint_io, slot);
  }
  // To pass over a long record as broken would fall back to an older one and repeat what it covers.
  if (held > store->buffer_bytes)
    return refuse(status, Code::workspace_too_small, 0, store->buffer_bytes, held);
  *bytes = Span{store->buffer, held};
  return true;
}

SlotState examine(const CheckpointStore& store, Span bytes, u64* generation) noexcept {
  usize record_bytes = 0;
  if (!is_checkpoint_record(bytes, store.crc, &record_bytes)) {
    return is_blank(bytes) ? SlotState::blank : SlotState::broken;
  }
  *generation = load_le64(bytes.data + kCheckpointGenerationAt);
  return SlotState::whole;
}

}  // namespace

bool checkpoint_store_open(CheckpointStore* store, const SlotPort& port, std::uint8_t* buffer,
                           std::size_t buffer_bytes, ChecksumFunction crc, Checkpoint* latest, bool* found,
                           Status* status) noexcept {
  *found = false;
  if (port.read == nullptr || port.write == nullptr || port.sync == nullptr || crc == nullptr ||
      buffer == nullptr) {
    return refuse(status, Code::invalid_argument, 0);
  }
  if (buffer_bytes < port.slot_bytes) {
    return refuse(status, Code::workspace_too_small, 0, buffer_bytes, port.slot_bytes);
  }
  *store = CheckpointStore{};
  store->port = port;
  store->crc = crc;
  store->buffer = buffer;
  store->buffer_bytes = buffer_bytes;

  SlotState states[2] = {SlotState::blank, SlotState::blank};
  u64 generations[2] = {0, 0};
  Span bytes;
  for (unsigned slot = 0; slot < 2; ++slot) {
    if (!load_slot(store, slot, &bytes, status)) return false;
    states[slot] = examine(*store, bytes, &generations[slot]);
  }
  if (states[0] != SlotState::whole && states[1] != SlotState::whole) {
    if (states[0] == SlotState::broken && states[1] == SlotState::broken) {
      return refuse(status, Code::checkpoint_corrupt, 0);
    }
    // The first save of all was cut, or there was none. It is repeated in the slot that it had: the other
    // stays blank, which is how this case is told from two broken records.
    store->newest = states[0] == SlotState::broken ? 1U : states[1] == SlotState::broken ? 0U : 1U;
    return true;
  }
  const bool second =
      states[1] == SlotState::whole && (states[0] != SlotState::whole || generations[1] > generations[0]);
  store->newest = second ? 1U : 0U;
  store->generation = generations[store->newest];
  // A process that was killed between its write and its sync leaves a record that reads whole and is not yet
  // safe, and the next save goes over the other one.
  if (!port.sync(port.context, store->newest)) return refuse(status, Code::checkpoint_io, store->newest);
  if (!load_slot(store, store->newest, &bytes, status)) return false;
  if (!checkpoint_read(bytes, crc, latest, status)) return false;
  *found = true;
  return true;
}

bool checkpoint_store_save(CheckpointStore* store, const Checkpoint& checkpoint, Status* status) noexcept {
  if (store->buffer == nullptr || store->generation == ~u64{0})
    return refuse(status, Code::invalid_argument, 0);
  Checkpoint next = checkpoint;
  next.generation = store->generation + 1;
  usize size = 0;
  if (!checkpoint_write(next, store->crc, store->buffer, store->port.slot_bytes, &size, status)) return false;
  const unsigned slot = 1U - store->newest;
  const SlotPort& port = store->port;
  if (!port.write(port.context, slot, store->buffer, size) || !port.sync(port.context, slot)) {
    return refuse(status, Code::checkpoint_io, slot);
  }
  store->newest = slot;
  store->generation = next.generation;
  return true;
}

}  // namespace nbl
