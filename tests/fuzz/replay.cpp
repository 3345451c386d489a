// Runs kept inputs through their targets, without a fuzzer: replay [--edges] TARGET FILE..., where a file is an input or, by its
// name's end .pack.gz, an archive of them: for each, four bytes of length, little-endian, and the input. With --edges each input,
// and each copy a target makes of what it feeds, stands against an unreadable page, behind it and then in front of it.
#include <zlib.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "edge/edge_memory.hpp"
#include "targets.hpp"

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Everything in a file, unpacked where it is compressed.
bool read_file(const char* path, std::vector<std::uint8_t>* out) {
  const gzFile file = gzopen(path, "rb");
  if (file == nullptr) return false;
  std::uint8_t buffer[65536];
  int count = 0;
  while ((count = gzread(file, buffer, sizeof(buffer))) > 0) out->insert(out->end(), buffer, buffer + count);
  return gzclose(file) == Z_OK && count == 0;
}

bool at_edges = false;

void run_one(const fuzz::Target& target, nbl::Span input) {
  if (at_edges) {
    for (const bool behind : {true, false}) {
      edge::EdgeMemory::behind() = behind;
      const edge::Guarded memory(input, behind ? edge::Guarded::Place::at_the_end : edge::Guarded::Place::at_the_beginning);
      target.run(memory.span());
    }
    return;
  }
  const fuzz::Copy copy(input);
  target.run(copy.span());
}

/// The number of inputs in the file, 0 where it is broken.
std::size_t run_pack(const fuzz::Target& target, nbl::Span rest) {
  std::size_t count = 0;
  while (rest.size >= 4) {
    const std::size_t size = rest.data[0] | rest.data[1] << 8 | rest.data[2] << 16 | static_cast<std::size_t>(rest.data[3]) << 24;
    if (size > rest.size - 4) return 0;
    run_one(target, nbl::Span{rest.data + 4, size});
    rest = rest.skip(4 + size);
    ++count;
  }
  return rest.size == 0 ? count : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--edges") == 0) {
    at_edges = true;
    fuzz::copy_memory = {edge::EdgeMemory::take, edge::EdgeMemory::give_back};
    --argc;
    ++argv;
  }
  const fuzz::Target* target = argc > 2 ? fuzz::find_target(argv[1]) : nullptr;
  if (target == nullptr) {
    std::fprintf(stderr, "usage: %s [--edges] TARGET FILE...\n", argv[0]);
    return 2;
  }
  std::size_t total = 0;
  for (int i = 2; i < argc; ++i) {
    std::vector<std::uint8_t> bytes;
    if (!read_file(argv[i], &bytes)) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
    const nbl::Span all{bytes.data(), bytes.size()};
    if (!ends_with(argv[i], ".pack.gz")) {
      run_one(*target, all);
      ++total;
      continue;
    }
    const std::size_t count = run_pack(*target, all);
    if (count == 0) {
      std::fprintf(stderr, "%s: not an archive of inputs\n", argv[i]);
      return 1;
    }
    total += count;
  }
  std::printf("%s: %zu inputs\n", target->name, total);
  return 0;
}
