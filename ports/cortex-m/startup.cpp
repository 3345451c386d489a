// Vector table, memory before main, stack painting, SysTick.
#include "ports/cortex-m/board.hpp"

int main();

extern "C" {
extern std::uint32_t board_data_start[];
extern std::uint32_t board_data_end[];
extern const std::uint32_t board_data_load[];
extern std::uint32_t board_bss_start[];
extern std::uint32_t board_bss_end[];
extern std::uint32_t board_stack_low[];
extern std::uint32_t board_stack_top[];

[[noreturn]] void reset_handler();
[[noreturn]] void fault_handler();
void tick_handler();
}

namespace {

constexpr std::uint32_t kPaint = 0xa5a5a5a5U;

nbl::board::TickHandler tick = nullptr;
std::uint32_t* painted_to = nullptr;

volatile std::uint32_t& device(std::uintptr_t address) noexcept {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

using Vector = void (*)();
struct Vectors {
  std::uint32_t* stack;
  Vector reset;
  Vector faults[5];  // NMI, hard, memory, bus, usage
  Vector unused[4];
  Vector calls[2];  // SVC, debug monitor
  Vector reserved;
  Vector pend;
  Vector systick;
};
[[gnu::section(".vectors"), gnu::used]] const Vectors vectors = {
    board_stack_top,
    reset_handler,
    {fault_handler, fault_handler, fault_handler, fault_handler, fault_handler},
    {nullptr, nullptr, nullptr, nullptr},
    {fault_handler, fault_handler},
    nullptr,
    fault_handler,
    tick_handler,
};

std::uint32_t* stack_pointer() noexcept {
  std::uint32_t* at = nullptr;
  __asm__ volatile("mov %0, sp" : "=r"(at));
  return at;
}

}  // namespace

extern "C" void reset_handler() {
  const std::uint32_t* from = board_data_load;
  for (volatile std::uint32_t* to = board_data_start; to != board_data_end; ++to) *to = *from++;
  for (volatile std::uint32_t* to = board_bss_start; to != board_bss_end; ++to) *to = 0;
  nbl::board::leave(main());
}

extern "C" void fault_handler() {
  nbl::board::write_console(true, "fault\n");
  nbl::board::leave(99);
}

extern "C" void tick_handler() { tick(); }

namespace nbl::board {

// Noinline, so that the painting starts below everything the caller has on its stack.
[[gnu::noinline]] void paint_stack() noexcept {
  painted_to = stack_pointer() - 4;
  for (volatile std::uint32_t* at = board_stack_low; at < painted_to; ++at) *at = kPaint;
}

std::size_t stack_used() noexcept {
  const volatile std::uint32_t* at = board_stack_low;
  while (at < painted_to && *at == kPaint) ++at;
  return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(painted_to) -
                                  reinterpret_cast<std::uintptr_t>(at));
}

void start_ticks(std::uint32_t cycles, TickHandler handler) noexcept {
  tick = handler;
  device(0xe000e014U) = cycles - 1;  // SYST_RVR
  device(0xe000e018U) = 0;           // SYST_CVR
  device(0xe000e010U) = 7;           // SYST_CSR: the core's clock, interrupt, on
}

void stop_ticks() noexcept { device(0xe000e010U) = 0; }

void wait_for_interrupt() noexcept { __asm__ volatile("wfi" ::: "memory"); }

}  // namespace nbl::board
