// The log in flash, fed in pieces of 64 bytes into a static block; every committed change goes to the
// console.
#include "ports/changes/changes.hpp"
#include "ports/cortex-m/board.hpp"

extern "C" const std::uint8_t nbl_log_start[];
extern "C" const std::uint8_t nbl_log_end[];

namespace {

#if defined(NBL_BOARD_TINY)
constexpr std::size_t kBlockBytes = 8 << 10;
#elif defined(NBL_BOARD_LARGE)
constexpr std::size_t kBlockBytes = 2 << 20;
#else
constexpr std::size_t kBlockBytes = 16 << 10;
#endif
constexpr std::size_t kPieceBytes = 64;
constexpr std::size_t kConsoleBytes = 512;

alignas(8) std::uint8_t block[kBlockBytes];
nbl::ports::ChangePrinter printer;
// A semihosting call stops the core, so text is gathered first.
char console[kConsoleBytes];
std::size_t console_used = 0;

void flush_console() {
  nbl::board::write_console(false, console, console_used);
  console_used = 0;
}

void write_text(void*, const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (console_used == kConsoleBytes) flush_console();
    console[console_used++] = text[i];
  }
}

nbl::LogOptions options() {
#if defined(NBL_BOARD_LARGE)
  return nbl::ports::large_log_options();
#elif defined(NBL_BOARD_TINY)
  nbl::LogOptions tiny = nbl::ports::small_log_options();
  tiny.limits.max_events = 16;
  tiny.limits.max_bytes = 2048;
  tiny.limits.max_event_bytes = 2048;
  tiny.limits.max_image_bytes = 2048;
  tiny.limits.max_tables = 2;
  tiny.limits.max_columns = 16;
  tiny.limits.max_table_bytes = 256;
  return tiny;
#else
  return nbl::ports::small_log_options();
#endif
}

bool print_log() {
  const std::size_t size = static_cast<std::size_t>(nbl_log_end - nbl_log_start);
  for (std::size_t from = 0; from < size; from += kPieceBytes) {
    const std::size_t left = size - from;
    if (!print_piece(&printer, nbl::Span{nbl_log_start + from, left < kPieceBytes ? left : kPieceBytes}))
      return false;
  }
  return print_end(&printer);
}

}  // namespace

int main() {
  nbl::Status status;
  nbl::board::paint_stack();
  if (!open_printer(&printer, block, sizeof block, options(), {write_text, nullptr}, &status)) {
    nbl::board::write_console(true, "the block is too small, needed: ");
    nbl::board::write_console(true, static_cast<std::uint32_t>(status.needed));
    nbl::board::write_console(true, "\n");
    return 2;
  }
  const bool whole = print_log();
  flush_console();
  nbl::board::write_console(true, "block ");
  nbl::board::write_console(true, static_cast<std::uint32_t>(log_reader_workspace_size(options())));
  nbl::board::write_console(true, " stack ");
  nbl::board::write_console(true, static_cast<std::uint32_t>(nbl::board::stack_used()));
  nbl::board::write_console(true, "\n");
  return whole ? 0 : 1;
}
