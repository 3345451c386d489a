#include "event/fail.hpp"

namespace nbl {

bool fail(Status* status, Code code, const Event& event, usize at, u32 column) noexcept {
  status->code = code;
  status->event_type = static_cast<u8>(event.header.type);
  status->event_offset = static_cast<u32>(at);
  status->column = column;
  status->offset = event.offset + at;
  status->limit = 0;
  status->needed = 0;
  return false;
}

bool fail_body(Status* status, Code code, const Event& event, usize at, u32 column) noexcept {
  return fail(status, code, event, event.header_length + at, column);
}

}  // namespace nbl
