// Mutations that know events, so that a fuzzer of whole logs does not spend its time on sizes that do not fit.
#include "mutate.hpp"

#include "harness.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

constexpr std::size_t kHead = 19;

struct Range {
  std::size_t at = 0;
  std::size_t size = 0;
};

std::uint32_t le32(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
         static_cast<std::uint32_t>(p[3]) << 24;
}

/// The events behind choices and magic, as far as their sizes lead.
std::vector<Range> find_events(const std::vector<std::uint8_t>& input) {
  std::vector<Range> events;
  std::size_t at = kChoiceBytes + 4;
  while (at + kHead <= input.size()) {
    const std::size_t size = le32(input.data() + at + 9);
    if (size < kHead || size > input.size() - at) break;
    events.push_back(Range{at, size});
    at += size;
  }
  return events;
}

void erase(std::vector<std::uint8_t>* input, Range range) {
  const auto from = input->begin() + static_cast<std::ptrdiff_t>(range.at);
  input->erase(from, from + static_cast<std::ptrdiff_t>(range.size));
}

void insert(std::vector<std::uint8_t>* input, std::size_t at, const std::vector<std::uint8_t>& bytes) {
  input->insert(input->begin() + static_cast<std::ptrdiff_t>(at), bytes.begin(), bytes.end());
}

std::vector<std::uint8_t> cut(const std::vector<std::uint8_t>& input, Range range) {
  const auto from = input.begin() + static_cast<std::ptrdiff_t>(range.at);
  return std::vector<std::uint8_t>(from, from + static_cast<std::ptrdiff_t>(range.size));
}

/// One event's bytes behind its header, with the size field following.
void change_body(std::vector<std::uint8_t>* input, Range event, std::size_t room, MutateBytes mutate) {
  std::vector<std::uint8_t> body = cut(*input, Range{event.at + kHead, event.size - kHead});
  const std::size_t old = body.size();
  body.resize(old + room);
  const std::size_t now = mutate(body.data(), old, old + room);
  body.resize(now);
  erase(input, Range{event.at + kHead, old});
  insert(input, event.at + kHead, body);
  const auto size = static_cast<std::uint32_t>(now + kHead);
  for (unsigned i = 0; i < 4; ++i) (*input)[event.at + 9 + i] = static_cast<std::uint8_t>(size >> (8 * i));
}

}  // namespace

std::size_t mutate_log(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed, MutateBytes mutate) {
  std::vector<std::uint8_t> input(data, data + size);
  const std::vector<Range> events = find_events(input);
  const unsigned what = seed % 16;
  if (events.empty() || what >= 13) return mutate(data, size, max_size);
  const Range one = events[(seed >> 4) % events.size()];
  const Range other = events[(seed >> 16) % events.size()];
  const std::size_t spare = max_size > size ? max_size - size : 0;
  if (what < 8) {
    change_body(&input, one, spare < 64 ? spare : 64, mutate);
  } else if (what == 8) {
    erase(&input, one);
  } else if (what == 9) {
    insert(&input, other.at, cut(input, one));
  } else if (what == 10) {
    const std::vector<std::uint8_t> moved = cut(input, one);
    erase(&input, one);
    insert(&input, other.at > one.at ? other.at - one.size : other.at, moved);
  } else if (what == 11) {
    static constexpr std::uint8_t kTypes[] = {2,  4,  5,  13, 14, 15, 16, 17, 18, 19, 23,  24,  25,  26,  27,  29,  30,
                                              31, 32, 33, 34, 35, 38, 39, 40, 42, 99, 160, 162, 163, 165, 166, 169, 170};
    input[one.at + 4] = kTypes[(seed >> 16) % sizeof(kTypes)];
  } else {
    static constexpr std::size_t kChosen = kChoiceBytes;
    input[(seed >> 4) % kChosen] ^= static_cast<std::uint8_t>(1U << ((seed >> 16) % 8));
  }
  if (input.size() > max_size) return mutate(data, size, max_size);
  std::memcpy(data, input.data(), input.size());
  return input.size();
}

}  // namespace fuzz
