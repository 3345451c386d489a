// What the images know of their board.
#ifndef NBL_PORTS_CORTEX_M_BOARD_HPP
#define NBL_PORTS_CORTEX_M_BOARD_HPP

#include <cstddef>
#include <cstdint>

namespace nbl::board {

/// The console of the debugger or emulator. `error` picks the second one, which carries what is about the run
/// and not its output.
void write_console(bool error, const char* text, std::size_t size) noexcept;
void write_console(bool error, const char* text) noexcept;
void write_console(bool error, std::uint32_t number) noexcept;
/// Ends the emulation with this exit status.
[[noreturn]] void leave(int status) noexcept;

/// Fills what lies below the current stack pointer with a pattern.
void paint_stack() noexcept;
/// Bytes of it that have been overwritten since: how deep the stack has been, below the caller of
/// paint_stack().
[[nodiscard]] std::size_t stack_used() noexcept;

/// Called by SysTick's exception; the image that wants it defines it.
using TickHandler = void (*)();
/// Calls `handler` every `cycles` cycles of the core.
void start_ticks(std::uint32_t cycles, TickHandler handler) noexcept;
void stop_ticks() noexcept;
/// Sleeps until something has happened.
void wait_for_interrupt() noexcept;

}  // namespace nbl::board

#endif
