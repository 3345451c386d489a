// How a parser says where it stopped.
#ifndef NBL_EVENT_FAIL_HPP
#define NBL_EVENT_FAIL_HPP

#include "base/load.hpp"
#include "nanobinlog/event.hpp"

namespace nbl {

/// Fills `status` for byte `at` of the event. Kept out of line: errors are rare and the callers are hot.
[[gnu::cold, gnu::noinline]] void set_failure(Status* status, Code code, const Event& event,
                                              usize at) noexcept;
/// The same for byte `at` of the event's body.
[[gnu::cold, gnu::noinline]] void set_body_failure(Status* status, Code code, const Event& event,
                                                   usize at) noexcept;

/// Gives false, so that a parser can end with `return fail(...)`. Inline: then its caller is known to fail.
inline bool fail(Status* status, Code code, const Event& event, usize at) noexcept {
  set_failure(status, code, event, at);
  return false;
}
inline bool fail_body(Status* status, Code code, const Event& event, usize at) noexcept {
  set_body_failure(status, code, event, at);
  return false;
}
/// And with the column that is to blame. Apart, because a fifth argument costs a small core's every caller
/// eight bytes.
[[gnu::cold, gnu::noinline]] bool fail_body(Status* status, Code code, const Event& event, usize at,
                                            u32 column) noexcept;

}  // namespace nbl

#endif
