// Prints each committed change of a log, from memory that is all handed in: what a board and a host have in
// common, so that their outputs can be compared byte for byte.
#ifndef NBL_PORTS_CHANGES_CHANGES_HPP
#define NBL_PORTS_CHANGES_CHANGES_HPP

#include "nanobinlog/json.hpp"
#include "nanobinlog/log.hpp"

namespace nbl::ports {

/// Where text goes: a UART, a semihosting console, a file.
struct Sink {
  void (*write)(void* context, const char* text, std::size_t size) = nullptr;
  void* context = nullptr;
};

/// Longest text of one cell; a longer one is told by its size alone, on every target alike.
inline constexpr std::size_t kCellTextBytes = 1024;

/// All that printing needs besides the reader's block. About 2 KiB: static, not on a small stack.
struct ChangePrinter {
  LogReader* reader = nullptr;
  Sink sink;
  JsonReader json;
  char text[kCellTextBytes];
  Step step;  ///< here rather than on the stack: half a KiB
};

/// Quotas for transactions of a few rows, as an OLTP load has them: 16 KiB of block in all on a 32-bit
/// machine, a little more where pointers are wider.
[[nodiscard]] LogOptions small_log_options() noexcept;
/// Quotas for whatever the fixtures hold: about 2 MiB of block.
[[nodiscard]] LogOptions large_log_options() noexcept;

/// Sets up over `block` (8-byte aligned). False with the reason in `status`.
[[nodiscard]] bool open_printer(ChangePrinter* printer, void* block, std::size_t size,
                                const LogOptions& options, const Sink& sink, Status* status) noexcept;
/// Takes the next piece of the log, of any size, and prints what it completes. False on a broken log, which
/// has been printed.
[[nodiscard]] bool print_piece(ChangePrinter* printer, Span piece) noexcept;
/// The end of the log.
[[nodiscard]] bool print_end(ChangePrinter* printer) noexcept;

}  // namespace nbl::ports

#endif
