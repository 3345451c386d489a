// A task that decodes what an interrupt receives.
//
// The decoder never waits: feed() takes the bytes there are and says when it wants more. So the task waits in
// one place, for the interrupt's notice, and a slow line holds up nobody else.
#ifndef NBL_PORTS_RTOS_DECODER_TASK_HPP
#define NBL_PORTS_RTOS_DECODER_TASK_HPP

#include "ports/changes/changes.hpp"
#include "ports/rtos/ring_buffer.hpp"

namespace nbl::rtos {

/// What the task needs of a kernel. With FreeRTOS:
///   wait           ulTaskNotifyTake(pdTRUE, portMAX_DELAY)
///   and, at the end of the interrupt, vTaskNotifyGiveFromISR(task, &woken); portYIELD_FROM_ISR(woken)
/// Both keep a notice that comes before the wait, which is what makes the loop below safe.
struct Kernel {
  void (*wait)(void* context) = nullptr;
  /// Whether the line has ended and the ring holds the last bytes.
  bool (*ended)(void* context) = nullptr;
  void* context = nullptr;
};

inline constexpr std::uint32_t kRingBytes = 1024;
using Ring = RingBuffer<kRingBytes>;

/// The task's body. False on a broken log.
[[nodiscard]] bool run_decoder_task(Ring* ring, ports::ChangePrinter* printer, const Kernel& kernel) noexcept;

}  // namespace nbl::rtos

#endif
