// Structs that begin with their size: an old caller's is shorter than ours, a new caller's is longer.
#include "capi/handle.hpp"

namespace nbl::capi {
namespace {

constexpr u32 kLeast = 8;
constexpr u32 kMost = 4096;  // a struct_size over it was never set

u32 size_of_struct(const void* p) noexcept {
  u32 size = 0;
  std::memcpy(&size, p, sizeof(size));
  return size;
}

}  // namespace

bool sized(const void* out) noexcept {
  if (out == nullptr) return false;
  const u32 size = size_of_struct(out);
  return size >= kLeast && size <= kMost;
}

void put(void* out, const void* from, usize from_size) noexcept {
  const usize size = size_of_struct(out);
  const usize known = size < from_size ? size : from_size;
  auto* to = static_cast<u8*>(out);
  std::memcpy(to + sizeof(u32), static_cast<const u8*>(from) + sizeof(u32), known - sizeof(u32));
  if (size > known) std::memset(to + known, 0, size - known);
}

bool take(const void* from, void* to, usize to_size) noexcept {
  if (!sized(from)) return false;
  const usize size = size_of_struct(from);
  const usize known = size < to_size ? size : to_size;
  const auto* bytes = static_cast<const u8*>(from);
  for (usize i = known; i < size; ++i) {
    if (bytes[i] != 0) return false;
  }
  std::memcpy(static_cast<u8*>(to) + sizeof(u32), bytes + sizeof(u32), known - sizeof(u32));
  return true;
}

nbl_code check_room(const void* room, usize size, usize needed) noexcept {
  if (room == nullptr) return NBL_INVALID_ARGUMENT;
  if (reinterpret_cast<std::uintptr_t>(room) % kWorkspaceAlignment != 0) return NBL_WORKSPACE_MISALIGNED;
  return size < needed ? NBL_WORKSPACE_TOO_SMALL : NBL_OK;
}

void put_status(const Status& status, nbl_status* out) noexcept {
  if (!sized(out)) return;
  nbl_status full = NBL_STATUS_INIT;
  full.code = code_of(status.code);
  full.event_type = status.event_type;
  full.event_offset = status.event_offset;
  full.column = status.column;
  full.offset = status.offset;
  full.limit = status.limit;
  full.needed = status.needed;
  put(out, &full, sizeof(full));
}

nbl_code put_mistake(Code code, u64 limit, u64 needed, nbl_status* out) noexcept {
  Status status;
  status.code = code;
  status.limit = limit;
  status.needed = needed;
  put_status(status, out);
  return code_of(code);
}

}  // namespace nbl::capi
