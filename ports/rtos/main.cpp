// The task on the emulated board. SysTick stands for the line's interrupt: at each tick it receives some
// bytes of the log in flash. What a kernel would do for a single task is in Kernel's two functions.
#include "ports/cortex-m/board.hpp"
#include "ports/rtos/decoder_task.hpp"

extern "C" const std::uint8_t nbl_log_start[];
extern "C" const std::uint8_t nbl_log_end[];

namespace {

constexpr std::uint32_t kTickCycles = 2000;
constexpr std::uint32_t kBytesATick = 48;

alignas(8) std::uint8_t block[16 << 10];
nbl::ports::ChangePrinter printer;
nbl::rtos::Ring ring;

// The interrupt's side.
std::uint32_t received = 0;
std::uint32_t held_back = 0;  // ticks on which the ring was full: a real line would hold back its sender
volatile bool line_ended = false;
volatile bool notified = false;
// The task's side.
volatile bool decoding = false;
std::uint32_t ticks_while_decoding = 0;

void receive() {
  const std::uint32_t size = static_cast<std::uint32_t>(nbl_log_end - nbl_log_start);
  const std::uint32_t left = size - received;
  const std::uint32_t offered = left < kBytesATick ? left : kBytesATick;
  const std::uint32_t taken = ring.push(nbl_log_start + received, offered);
  received += taken;
  if (taken < offered) ++held_back;
  if (decoding) ++ticks_while_decoding;
  if (received == size) {
    line_ended = true;
    nbl::board::stop_ticks();
  }
  notified = true;  // vTaskNotifyGiveFromISR()
}

void wait_for_notice(void*) {  // ulTaskNotifyTake()
  decoding = false;
  // With interrupts held off, one that comes between the question and the sleep still ends the sleep.
  __asm__ volatile("cpsid i" ::: "memory");
  while (!notified) {
    nbl::board::wait_for_interrupt();
    __asm__ volatile("cpsie i\n\tisb\n\tcpsid i" ::: "memory");
  }
  notified = false;
  __asm__ volatile("cpsie i" ::: "memory");
  decoding = true;
}

bool has_ended(void*) { return line_ended; }

void write_text(void*, const char* text, std::size_t size) { nbl::board::write_console(false, text, size); }

void tell(const char* what, std::uint32_t number) {
  nbl::board::write_console(true, what);
  nbl::board::write_console(true, number);
}

}  // namespace

int main() {
  nbl::Status status;
  if (!open_printer(&printer, block, sizeof block, nbl::ports::small_log_options(), {write_text, nullptr},
                    &status))
    return 2;
  nbl::board::start_ticks(kTickCycles, receive);
  const bool whole = run_decoder_task(&ring, &printer, {wait_for_notice, has_ended, nullptr});
  tell("interrupts while decoding ", ticks_while_decoding);
  tell(" held back ", held_back);
  nbl::board::write_console(true, "\n");
  return whole ? 0 : 1;
}
