// Every step of a log with its range, counts and tables, and no value: what a library without values must
// give alike.
#include <cstdio>
#include <vector>

#include "nanobinlog/log.hpp"

namespace {

bool read_file(const char* path, std::vector<std::uint8_t>* bytes) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  std::uint8_t part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, file)) != 0;)
    bytes->insert(bytes->end(), part, part + got);
  return std::fclose(file) == 0;
}

void tell(const nbl::Step& step) {
  std::printf("%u %llu %llu %u", static_cast<unsigned>(step.kind),
              static_cast<unsigned long long>(step.start_offset),
              static_cast<unsigned long long>(step.end_offset), static_cast<unsigned>(step.reason));
  if (step.kind == nbl::StepKind::committed) {
    const nbl::Transaction& transaction = step.transaction;
    std::printf(" changes %llu", static_cast<unsigned long long>(transaction.change_count));
    for (std::uint32_t i = 0; i < transaction.table_count; ++i) {
      const nbl::Table table = transaction_table(transaction, i);
      std::printf(" %.*s %llu %llu %llu", static_cast<int>(table.name().size),
                  reinterpret_cast<const char*>(table.name().data),
                  static_cast<unsigned long long>(table.definition->inserts),
                  static_cast<unsigned long long>(table.definition->updates),
                  static_cast<unsigned long long>(table.definition->deletes));
    }
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::vector<std::uint8_t> log;
    if (!read_file(argv[i], &log)) return 2;
    nbl::LogOptions options;
    options.input = nbl::Input::stable;
    std::vector<std::uint64_t> block(nbl::log_reader_workspace_size(options) / 8 + 1);
    nbl::Status status;
    nbl::LogReader* reader = nbl::LogReader::init(block.data(), block.size() * 8, options, &status);
    if (reader == nullptr) return 2;
    nbl::Step step;
    nbl::Span rest{log.data(), log.size()};
    std::size_t consumed = 0;
    bool whole = true;
    while ((whole = reader->feed(rest, &consumed, &step)) && step.kind != nbl::StepKind::need_more) {
      tell(step);
      rest = rest.skip(consumed);
    }
    std::printf("%u %llu\n", static_cast<unsigned>(whole),
                static_cast<unsigned long long>(reader->status().offset));
  }
  return 0;
}
