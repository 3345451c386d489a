#include "judge.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "ports/codec/zlib_codec.hpp"
#include "ports/codec/zstd_codec.hpp"

namespace sweep {
namespace {

using nbl::StepKind;

bool ends_group(const fuzz::Line& line) {
  if (line.is_error) return false;
  switch (line.kind) {
    case StepKind::committed:
    case StepKind::rolled_back:
    case StepKind::xa_prepared:
    case StepKind::statement:
    case StepKind::xa_committed:
    case StepKind::xa_rolled_back:
    case StepKind::incident:
      return true;
    default:
      return false;
  }
}

nbl::Span span_of(const Bytes& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }

/// The decompressors' memory, taken once.
struct Codecs {
  nbl::ZstdCodec zstd;
  nbl::ZlibCodec zlib;
  std::vector<std::uint64_t> memory;
  nbl::Codecs lent;
  Codecs() : memory(nbl::zstd_codec_workspace_size(21) / 8 + 1) {
    if (nbl::zstd_codec_built() && !nbl::zstd_codec_init(&zstd, memory.data(), memory.size() * 8, 21, &lent.zstd)) lent.zstd = nbl::Codec{};
    if (nbl::zlib_codec_built() && !nbl::zlib_codec_init(&zlib, false, &lent.zlib)) lent.zlib = nbl::Codec{};
  }
};

bool is_told(const fuzz::Line& line) { return !line.is_error && line.kind != StepKind::incomplete; }

void complain(const Subject& subject, const char* what, std::size_t damage, const char* why, const fuzz::Trace& whole,
              const fuzz::Trace& got, Totals* totals) {
  if (totals->violations++ >= 5) return;
  std::fprintf(stderr, "VIOLATION %s: %s at %zu: %s\nundamaged:\n", subject.path().c_str(), what, damage, why);
  fuzz::print(whole);
  std::fprintf(stderr, "damaged:\n");
  fuzz::print(got);
}

}  // namespace

void Totals::add(const Totals& other) {
  inputs += other.inputs;
  same += other.same;
  different += other.different;
  incomplete += other.incomplete;
  errors += other.errors;
  violations += other.violations;
  for (const auto& [code, count] : other.by_code) by_code[code] += count;
}

nbl::LogOptions Subject::options(nbl::Input input) const {
  static Codecs codecs;
  nbl::LogOptions options;
  options.input = input;
  options.limits.max_bytes = 1U << 20;
  options.limits.max_side_bytes = 32U << 20;
  options.codecs = codecs.lent;
  return options;
}

bool Subject::open(const std::string& path) {
  path_ = path;
  std::ifstream file(path, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  events_ = find_events(bytes_, 4);
  if (bytes_.size() < 4 || bytes_[0] != 0xfe || events_.empty() || events_[0].type != 15) return false;
  for (const Event& event : events_) {
    if (event.type != 15) continue;
    nbl::FormatDescription format;
    nbl::Event ignored;
    nbl::Status status;
    const nbl::Span at = span_of(bytes_).skip(event.at);
    if (!nbl::parse_format_description(at, event.at, nullptr, &format, &ignored, &status)) return false;
    formats_[event.at + event.size] = format;
  }
  const Window all{0, bytes_.size(), {}};
  const fuzz::Trace trace = read(all, bytes_, nbl::Input::stable);
  boundaries_.push_back(0);
  boundaries_.push_back(events_[0].at + events_[0].size);
  for (const fuzz::Line& line : trace.lines) {
    if (line.is_error && line.code != nbl::Code::incomplete_event) return false;
    if (ends_group(line)) boundaries_.push_back(static_cast<std::size_t>(line.end));
  }
  std::sort(boundaries_.begin(), boundaries_.end());
  return true;
}

const nbl::FormatDescription& Subject::format_at(std::size_t at) const {
  auto found = formats_.upper_bound(at);
  return found == formats_.begin() ? found->second : std::prev(found)->second;
}

Subject::Window Subject::place_window(std::size_t from, std::size_t to) const {
  Window window;
  auto first = std::upper_bound(boundaries_.begin(), boundaries_.end(), from) - boundaries_.begin() - 1;
  window.from = boundaries_[static_cast<std::size_t>(first > 0 ? first - 1 : 0)];
  const auto last = std::lower_bound(boundaries_.begin(), boundaries_.end(), to) - boundaries_.begin() + 1;
  window.to = static_cast<std::size_t>(last) < boundaries_.size() ? boundaries_[static_cast<std::size_t>(last)] : bytes_.size();
  return window;
}

void Subject::move_window(std::size_t from, std::size_t to, Window* window) const {
  Window next = place_window(from, to);
  if (next.from == window->from && next.to == window->to) return;
  next.whole = read(next, cut(next), nbl::Input::stable);
  *window = next;
}

Subject::Window Subject::window(std::size_t from, std::size_t to) const {
  Window window;
  move_window(from, to, &window);
  return window;
}

Bytes Subject::cut(const Window& window) const {
  return Bytes(bytes_.begin() + static_cast<std::ptrdiff_t>(window.from), bytes_.begin() + static_cast<std::ptrdiff_t>(window.to));
}

fuzz::Trace Subject::read(const Window& window, const Bytes& part, nbl::Input input) const {
  fuzz::Feeding feeding;
  if (window.from != 0) {
    feeding.at = true;
    feeding.offset = window.from;
    feeding.format = format_at(window.from);
  }
  if (input == nbl::Input::copied) {
    feeding.seed = 77;
    feeding.longest = 300;
  }
  return fuzz::read_log(span_of(part), options(input), feeding, fuzz::ReadOptions{false, false, true, true});
}

void judge(const Subject& subject, const Subject::Window& window, const Bytes& part, std::size_t damage, bool detectable,
           const char* what, Totals* totals) {
  const fuzz::Trace got = subject.read(window, part, nbl::Input::stable);
  if (totals->inputs++ % 16 == 0) fuzz::expect_same(got, subject.read(window, part, nbl::Input::copied), what);
  const auto& whole = window.whole.lines;
  std::size_t kept = 0;
  while (kept < whole.size() && is_told(whole[kept]) && whole[kept].end <= damage) ++kept;
  for (std::size_t i = 0; i < kept; ++i) {
    if (i < got.lines.size() && whole[i] == got.lines[i]) continue;
    return complain(subject, what, damage, "what was whole before the damage is read otherwise", window.whole, got, totals);
  }
  bool cut = false;
  bool failed = false;
  for (std::size_t i = kept; i < got.lines.size(); ++i) {
    const fuzz::Line& line = got.lines[i];
    cut = cut || (!line.is_error && line.kind == StepKind::incomplete);
    failed = failed || line.is_error;
    if (line.is_error) {
      ++totals->by_code[nbl::code_name(line.code)];
      // A window of another log's group may begin before the damage; an error never lies there. Behind the bytes it may lie
      // by an event's claimed size.
      if (line.start < std::min<std::size_t>(damage, window.to) && line.code != nbl::Code::incomplete_event) {
        const std::vector<Event> events = find_events(subject.bytes(), 4);
        const auto holds = [&](const Event& event) { return damage >= event.at && damage < event.at + event.size && line.start >= event.at; };
        if (damage >= 4 && std::none_of(events.begin(), events.end(), holds)) {
          return complain(subject, what, damage, "the error lies before the damage", window.whole, got, totals);
        }
      }
      continue;
    }
    if (line.kind == StepKind::committed) {
      const nbl::FormatDescription& format = subject.format_at(window.from);
      if (!is_committed(part, window.from, line.start, line.end, format.header_length, format.checksum_bytes())) {
        return complain(subject, what, damage, "a transaction that the bytes do not commit", window.whole, got, totals);
      }
    }
    if (detectable && is_told(line)) {
      return complain(subject, what, damage, "damage that a checksum tells of was read", window.whole, got, totals);
    }
  }
  if (detectable && !failed && !cut) complain(subject, what, damage, "damage that a checksum tells of was not told", window.whole, got, totals);
  if (failed) ++totals->errors;
  else if (cut) ++totals->incomplete;
  else if (got.lines.size() == whole.size() && std::equal(got.lines.begin(), got.lines.end(), whole.begin())) ++totals->same;
  else ++totals->different;
}

}  // namespace sweep
