// Every log, every synthetic vector and every kept input against an unreadable page at either end, and at each of eight
// alignments: edge LOG... Each reading must be the one from ordinary memory.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "edge.hpp"
#include "reading.hpp"
#include "targets.hpp"
#include "vectors/case_file.hpp"

namespace {

using edge::Guarded;
using Bytes = std::vector<std::uint8_t>;

constexpr Guarded::Place kPlaces[] = {Guarded::Place::at_the_end, Guarded::Place::at_the_beginning};

nbl::Span span_of(const Bytes& bytes) { return nbl::Span{bytes.data(), bytes.size()}; }

fuzz::Trace read(nbl::Span log, nbl::Input input, const fuzz::Feeding& feeding) {
  nbl::LogOptions options;
  options.input = input;
  options.limits.max_bytes = 1U << 20;
  options.limits.max_side_bytes = 1U << 16;
  return fuzz::read_log(log, options, feeding, fuzz::ReadOptions{false, false, true, true});
}

/// Counts the readings.
std::size_t log_at_edges(const Bytes& bytes) {
  std::size_t count = 0;
  const fuzz::Feeding whole;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    const fuzz::Trace ordinary = read(span_of(bytes), input, whole);
    for (const Guarded::Place place : kPlaces) {
      for (std::size_t shift = 0; shift < 8; ++shift) {
        const Guarded memory(span_of(bytes), place, shift);
        fuzz::expect_same(ordinary, read(memory.span(), input, whole), "at an edge");
        ++count;
      }
    }
  }
  return count;
}

/// Each event alone, since in a whole log only the last one stands at the edge.
std::size_t events_at_edges(const Bytes& bytes) {
  std::size_t count = 0;
  std::size_t at = 4;
  nbl::FormatDescription format;
  while (at + 19 <= bytes.size()) {
    const nbl::Span rest = span_of(bytes).skip(at);
    nbl::Event event;
    nbl::Status status;
    const std::size_t size = rest.data[9] | rest.data[10] << 8 | rest.data[11] << 16 | static_cast<std::size_t>(rest.data[12]) << 24;
    if (size < 19 || size > rest.size) break;
    if (rest.data[4] == 15 && !nbl::parse_format_description(rest.first(size), at, nullptr, &format, &event, &status)) break;
    fuzz::Feeding feeding;
    feeding.at = true;
    feeding.offset = at;
    feeding.format = format;
    for (const Guarded::Place place : kPlaces) {
      for (std::size_t shift = 0; shift < 8; ++shift) {
        const Guarded memory(rest.first(size), place, shift);
        static_cast<void>(read(memory.span(), nbl::Input::stable, feeding));
        ++count;
      }
    }
    at += size;
  }
  return count;
}

std::size_t vectors_at_edges() {
  std::size_t count = 0;
  for (const std::string& path : vectors::case_paths()) {
    const vectors::CaseFile file = vectors::read_case_file(path);
    for (const vectors::Case& one : file.cases) {
      Bytes log = {0xfe, 'b', 'i', 'n'};
      const auto format = file.formats.find(one.format_name);
      if (format != file.formats.end()) log.insert(log.end(), format->second.begin(), format->second.end());
      for (const vectors::Input& input : one.inputs) log.insert(log.end(), input.bytes.begin(), input.bytes.end());
      for (const Guarded::Place place : kPlaces) {
        for (std::size_t shift = 0; shift < 8; ++shift) {
          const Guarded memory(span_of(log), place, shift);
          static_cast<void>(read(memory.span(), nbl::Input::stable, fuzz::Feeding{}));
          ++count;
        }
        // The targets of single rooms take any bytes, so they take these.
        for (const vectors::Input& input : one.inputs) {
          const Guarded memory(span_of(input.bytes), place, count % 8);
          for (const char* name : {"json", "json_diff", "query", "gtid", "previous_gtids", "event_body", "format"}) {
            fuzz::find_target(name)->run(memory.span());
            ++count;
          }
        }
      }
    }
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t logs = 0;
  std::size_t events = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    logs += log_at_edges(bytes);
    events += events_at_edges(bytes);
  }
  const std::size_t cases = vectors_at_edges();
  std::printf("%d logs read %zu times whole, %zu times an event alone; vectors %zu times\n", argc - 1, logs, events, cases);
  return logs == 0 || events == 0 || cases == 0 ? 1 : 0;
}
