#include "ports/rtos/decoder_task.hpp"

namespace nbl::rtos {

bool run_decoder_task(Ring* ring, ports::ChangePrinter* printer, const Kernel& kernel) noexcept {
  for (;;) {
    // Asked first: bytes that came before the end are then sure to be seen below.
    const bool ended = kernel.ended(kernel.context);
    const Span bytes = ring->front();
    if (!bytes.empty()) {
      // The reader copies what it keeps (Input::copied), so the ring's place is free again at once.
      if (!print_piece(printer, bytes)) return false;
      ring->release(static_cast<std::uint32_t>(bytes.size));
    } else if (ended) {
      return print_end(printer);
    } else {
      kernel.wait(kernel.context);
    }
  }
}

}  // namespace nbl::rtos
