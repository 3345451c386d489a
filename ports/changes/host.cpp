// The same printing on a machine with files: changes [--small] [--piece BYTES] FILE
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "ports/changes/changes.hpp"

namespace {

bool read_file(const char* path, std::vector<std::uint8_t>* bytes) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  std::uint8_t part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, file)) != 0;)
    bytes->insert(bytes->end(), part, part + got);
  return std::fclose(file) == 0;
}

void write_out(void*, const char* text, std::size_t size) { std::fwrite(text, 1, size, stdout); }

}  // namespace

int main(int argc, char** argv) {
  std::size_t piece = 64;
  bool small = false;
  int at = 1;
  for (; at < argc && argv[at][0] == '-'; ++at) {
    if (std::strcmp(argv[at], "--small") == 0) {
      small = true;
    } else if (std::strcmp(argv[at], "--piece") == 0 && at + 1 < argc) {
      piece = std::strtoul(argv[++at], nullptr, 10);
    }
  }
  std::vector<std::uint8_t> log;
  if (at + 1 != argc || piece == 0 || !read_file(argv[at], &log)) {
    std::fprintf(stderr, "usage: changes [--small] [--piece BYTES] FILE\n");
    return 2;
  }
  const nbl::LogOptions options = small ? nbl::ports::small_log_options() : nbl::ports::large_log_options();
  std::vector<std::uint64_t> block(nbl::log_reader_workspace_size(options) / 8 + 1);
  std::fprintf(stderr, "block %zu bytes\n", nbl::log_reader_workspace_size(options));
  static nbl::ports::ChangePrinter printer;
  nbl::Status status;
  if (!nbl::ports::open_printer(&printer, block.data(), block.size() * 8, options, {write_out, nullptr},
                                &status))
    return 2;
  for (std::size_t from = 0; from < log.size(); from += piece) {
    const std::size_t left = log.size() - from;
    if (!print_piece(&printer, nbl::Span{log.data() + from, left < piece ? left : piece})) return 1;
  }
  return print_end(&printer) ? 0 : 1;
}
