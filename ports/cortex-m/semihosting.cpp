// Console and exit through the debugger. Source: "Semihosting for AArch32 and AArch64", Arm's ABI for
// semihosting operations.
#include "ports/cortex-m/board.hpp"

namespace nbl::board {
namespace {

constexpr std::uint32_t kOpen = 0x01;
constexpr std::uint32_t kWrite = 0x05;
constexpr std::uint32_t kExitExtended = 0x20;
constexpr std::uint32_t kApplicationExit = 0x20026;

std::uint32_t call(std::uint32_t operation, const void* argument) noexcept {
  register std::uint32_t r0 __asm__("r0") = operation;
  register const void* r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

std::uint32_t handles[2] = {};  // 0 is none: the host keeps its first handles to itself

std::uint32_t open_console(bool error) noexcept {
  // ":tt" opened for writing is the output, opened for appending the error stream.
  const struct {
    const char* name;
    std::uint32_t mode;
    std::uint32_t length;
  } argument = {":tt", error ? 8U : 4U, 3};
  return call(kOpen, &argument);
}

}  // namespace

void write_console(bool error, const char* text, std::size_t size) noexcept {
  if (handles[error ? 1 : 0] == 0) handles[error ? 1 : 0] = open_console(error);
  const struct {
    std::uint32_t handle;
    const char* text;
    std::uint32_t size;
  } argument = {handles[error ? 1 : 0], text, static_cast<std::uint32_t>(size)};
  if (size != 0) (void)call(kWrite, &argument);
}

void write_console(bool error, const char* text) noexcept {
  std::size_t size = 0;
  while (text[size] != 0) ++size;
  write_console(error, text, size);
}

void write_console(bool error, std::uint32_t number) noexcept {
  char digits[10];
  std::size_t at = sizeof digits;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  write_console(error, digits + at, sizeof digits - at);
}

void leave(int status) noexcept {
  const std::uint32_t argument[2] = {kApplicationExit, static_cast<std::uint32_t>(status)};
  for (;;) (void)call(kExitExtended, argument);
}

}  // namespace nbl::board
