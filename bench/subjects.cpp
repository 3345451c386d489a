#include "bench/subjects.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "nanobinlog/json.hpp"

namespace bench {
namespace {

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

/// Fresh pages, so that what a pass touches can be counted.
class Workspace {
 public:
  explicit Workspace(std::size_t size) : size_(size) {
    block_ =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block_ == MAP_FAILED) die("workspace");
    (void)::madvise(block_, size, MADV_NOHUGEPAGE);
  }
  ~Workspace() { (void)::munmap(block_, size_); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  [[nodiscard]] void* block() const { return block_; }
  [[nodiscard]] std::uint64_t touched() const {
    const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages((size_ + page - 1) / page);
    if (::mincore(block_, size_, pages.data()) != 0) die("mincore");
    std::uint64_t count = 0;
    for (const unsigned char p : pages) count += p & 1U;
    return count * page;
  }

 private:
  void* block_;
  std::size_t size_;
};

nbl::LogOptions options(nbl::Input input, bool verify) {
  nbl::LogOptions o;
  o.input = input;
  o.verify_checksums = verify;
  // The library's defaults, but for transactions as large as a log has them. Only the event records take
  // room: 32 bytes each.
  o.limits.max_changes = 2000000;
  o.limits.max_events = 65536;
  o.limits.max_bytes = input == nbl::Input::stable ? 0xffffffffU : 256U << 20;
  return o;
}

std::uint64_t json_sum(nbl::Span document) {
  static nbl::JsonReader reader;
  nbl::JsonToken token;
  std::uint64_t sum = 0;
  nbl::json_open(document, &reader);
  do {
    nbl::json_next(&reader, &token);
    sum = sum * 3 + static_cast<std::uint64_t>(token.type) + token.unsigned_integer + token.bytes.size +
          token.key.size;
  } while (token.type != nbl::JsonType::end);
  return sum;
}

std::uint64_t span_sum(nbl::Span bytes) {
  return bytes.size == 0 ? 0 : bytes.size + bytes.data[0] + bytes.data[bytes.size - 1];
}

template <bool kUnpack>
inline std::uint64_t cell_sum(const nbl::Cell& cell) {
  if (cell.state != nbl::CellState::value) return 1;
  switch (cell.kind) {
    case nbl::ValueKind::integer:
    case nbl::ValueKind::year:
    case nbl::ValueKind::bit:
    case nbl::ValueKind::enumeration:
    case nbl::ValueKind::set: return cell.unsigned_value;
    case nbl::ValueKind::float32: {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &cell.float32, sizeof(bits));
      return bits;
    }
    case nbl::ValueKind::float64: {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &cell.float64, sizeof(bits));
      return bits;
    }
    case nbl::ValueKind::date:
    case nbl::ValueKind::time:
    case nbl::ValueKind::datetime:
    case nbl::ValueKind::timestamp:
      if constexpr (kUnpack) {
        const nbl::Temporal t = nbl::to_temporal(cell);
        return t.year + t.month * 7U + t.day * 11U + t.hour * 13U + t.minute * 17U + t.second * 19U +
               t.microsecond + static_cast<std::uint64_t>(t.unix_seconds);
      }
      return cell.unsigned_value;
    case nbl::ValueKind::decimal:
      if constexpr (kUnpack) {
        nbl::Decimal d;
        nbl::to_decimal(cell.bytes.data, cell.definition->precision(), cell.definition->scale(), &d);
        return d.digits[0] + d.digits[d.precision - 1U] * 10U + (d.negative ? 1U : 0U);
      }
      return span_sum(cell.bytes);
    case nbl::ValueKind::json:
      if constexpr (kUnpack) return json_sum(cell.bytes);
      return span_sum(cell.bytes);
    default: return span_sum(cell.bytes);
  }
}

template <bool kUnpack>
void read_rows(const nbl::Transaction& transaction, Tally* tally) {
  std::uint64_t rows = 0;
  std::uint64_t cells = 0;
  std::uint64_t sum = tally->sum;
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(transaction, transaction.records[i], &reader)) continue;
    nbl::RowImage row;
    while (reader.next_image(&row)) {
      nbl::Cell cell;
      while (row.next(&cell)) sum = sum * 31 + cell_sum<kUnpack>(cell);
      cells += row.column_count;
      ++rows;
    }
  }
  tally->rows += rows;
  tally->cells += cells;
  tally->sum = sum;
}

void take_step(const nbl::Step& step, Reading reading, Tally* tally) {
  if (step.kind == nbl::StepKind::unsupported || step.kind == nbl::StepKind::oversized) {
    std::fprintf(stderr, "the log has what is not decoded: %s\n", nbl::code_name(step.reason));
    std::exit(1);
  }
  if (step.kind != nbl::StepKind::committed) return;
  ++tally->transactions;
  if (reading == Reading::cells) read_rows<false>(step.transaction, tally);
  if (reading == Reading::unpacked) read_rows<true>(step.transaction, tally);
}

nbl::LogReader* open_reader(const Workspace& workspace, std::size_t size, const nbl::LogOptions& o) {
  nbl::Status status;
  nbl::LogReader* reader = nbl::LogReader::init(workspace.block(), size, o, &status);
  if (reader == nullptr) die(nbl::code_name(status.code));
  return reader;
}

void must(nbl::LogReader* reader, bool good) {
  if (good) return;
  std::fprintf(stderr, "%s at %llu\n", nbl::code_name(reader->status().code),
               static_cast<unsigned long long>(reader->status().offset));
  std::exit(1);
}

Tally run(nbl::Span file, Reading reading, std::size_t chunk, const nbl::LogOptions& o) {
  const std::size_t size = nbl::log_reader_workspace_size(o);
  const Workspace workspace(size);
  nbl::LogReader* reader = open_reader(workspace, size, o);
  nbl::Step step;
  Tally tally;
  for (std::size_t at = 0; at < file.size;) {
    nbl::Span input = file.skip(at).first(chunk);
    at += input.size;
    do {
      std::size_t consumed = 0;
      must(reader, reader->feed(input, &consumed, &step));
      input = input.skip(consumed);
      take_step(step, reading, &tally);
    } while (step.kind != nbl::StepKind::need_more);
  }
  must(reader, reader->finish(&step));
  tally.events = reader->totals().events;
  tally.workspace = size;
  tally.workspace_touched = workspace.touched();
  return tally;
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  struct stat info = {};
  if (file < 0 || ::fstat(file, &info) != 0) die(path.c_str());
  bytes_.size = static_cast<std::size_t>(info.st_size);
  void* at = ::mmap(nullptr, bytes_.size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (at == MAP_FAILED) die(path.c_str());
  bytes_.data = static_cast<const std::uint8_t*>(at);
  (void)::close(file);
}

MappedFile::~MappedFile() { (void)::munmap(const_cast<std::uint8_t*>(bytes_.data), bytes_.size); }

std::uint32_t zlib_pass(nbl::Span file) {
  return static_cast<std::uint32_t>(::crc32_z(0, file.data, file.size));
}

Tally decode(nbl::Span file, Reading reading, bool verify) {
  return run(file, reading, file.size, options(nbl::Input::stable, verify));
}

Tally decode_chunked(nbl::Span file, Reading reading, std::size_t chunk) {
  return run(file, reading, chunk, options(nbl::Input::copied, true));
}

}  // namespace bench
