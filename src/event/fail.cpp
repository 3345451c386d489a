#include "event/fail.hpp"

namespace nbl {

void set_failure(Status* status, Code code, const Event& event, usize at) noexcept {
  status->code = code;
  status->event_type = static_cast<u8>(event.header.type);
  status->event_offset = static_cast<u32>(at);
  status->column = kNoColumn;
  status->offset = event.offset + at;
  status->limit = 0;
  status->needed = 0;
}

void set_body_failure(Status* status, Code code, const Event& event, usize at) noexcept {
  set_failure(status, code, event, event.header_length + at);
}

bool fail_body(Status* status, Code code, const Event& event, usize at, u32 column) noexcept {
  (void)fail_body(status, code, event, at);
  status->column = column;
  return false;
}

}  // namespace nbl
