// Damages logs in every way there is, one at a time: sweep [--stride N] LOG...
//
// Cuts at every length; every byte flipped, with the checksum put right and without; extreme lengths at every place; events
// twice, missing and exchanged. N takes each Nth place only.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "judge.hpp"

namespace sweep {
namespace {

struct Sweep {
  const Subject& subject;
  std::size_t stride;
  std::map<std::string, Totals>& totals;
};

/// Which places are taken: each strideth, another one in each log and each kind of damage.
bool taken(const Sweep& sweep, std::size_t place, std::size_t salt) {
  return sweep.stride <= 1 || (place * 2654435761U + salt * 40503U + sweep.subject.bytes().size()) % sweep.stride == 0;
}

void cut_everywhere(const Sweep& sweep) {
  Totals& totals = sweep.totals["cut"];
  Subject::Window window;
  for (std::size_t at = 0; at < sweep.subject.bytes().size(); ++at) {
    if (!taken(sweep, at, 1)) continue;
    sweep.subject.move_window(at, at, &window);
    Bytes part = sweep.subject.cut(window);
    part.resize(at - window.from);
    judge(sweep.subject, window, part, at, false, "cut", &totals);
  }
}

bool is_in_use_flag(const Event& event, std::size_t at) { return event.type == 15 && at - event.at == 17; }

/// Writes `pattern` over the bytes at `at`, with the checksum of `event` put right or left as it is.
void damage(const Sweep& sweep, const Subject::Window& window, const Event& event, std::size_t at, const Bytes& pattern, bool invert,
            bool fix, const char* what) {
  Bytes part = sweep.subject.cut(window);
  const Bytes before = part;
  const std::size_t place = at - window.from;
  for (std::size_t i = 0; i < pattern.size() && at + i < event.at + event.size; ++i) {
    part[place + i] = invert ? static_cast<std::uint8_t>(part[place + i] ^ pattern[i]) : pattern[i];
  }
  if (part == before) return;
  const bool summed = event.type == 15 ? sweep.subject.format_at(event.at + event.size).checksum_bytes() != 0
                                       : sweep.subject.summed_at(event.at);
  if (fix && summed) {
    const std::size_t size = le32(part.data() + (event.at - window.from) + 9);
    fix_checksum(&part, event.at - window.from, size >= 23 && size <= window.to - event.at ? size : event.size);
  }
  // A format description may come to say that there are no checksums; its own is then not looked at.
  const bool detectable = summed && !fix && !is_in_use_flag(event, at) && event.type != 15;
  judge(sweep.subject, window, part, event.at, detectable, what, &sweep.totals[what]);
}

void flip_everywhere(const Sweep& sweep) {
  Subject::Window window;
  for (const Event& event : sweep.subject.events()) {
    for (std::size_t at = event.at; at < event.at + event.size; ++at) {
      if (!taken(sweep, at, 2)) continue;
      sweep.subject.move_window(event.at, event.at + event.size, &window);
      const auto bit = static_cast<std::uint8_t>(1U << (at % 8));
      for (const bool fix : {false, true}) {
        const char* const what = fix ? "byte flipped, checksum right" : "byte flipped";
        damage(sweep, window, event, at, Bytes{0xff}, true, fix, what);
        damage(sweep, window, event, at, Bytes{bit}, true, fix, what);
      }
    }
  }
  for (std::size_t at = 0; at < 4; ++at) {
    sweep.subject.move_window(0, 4, &window);
    Bytes part = sweep.subject.cut(window);
    part[at] ^= 0xff;
    judge(sweep.subject, window, part, at, true, "byte flipped", &sweep.totals["byte flipped"]);
  }
}

void stretch_everywhere(const Sweep& sweep) {
  static const Bytes kExtremes[] = {{0xff}, {0x00}, {0xff, 0xff}, {0x00, 0x00}, {0xff, 0xff, 0xff, 0xff}, {0xff, 0xff, 0xff, 0x7f},
                                    {0xfc, 0xff, 0xff}, {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
  Subject::Window window;
  for (const Event& event : sweep.subject.events()) {
    for (std::size_t at = event.at; at < event.at + event.size; ++at) {
      if (!taken(sweep, at, 3)) continue;
      sweep.subject.move_window(event.at, event.at + event.size, &window);
      for (const Bytes& pattern : kExtremes) damage(sweep, window, event, at, pattern, false, true, "extreme length");
    }
  }
}

void resize_events(const Sweep& sweep) {
  std::size_t number = 0;
  for (const Event& event : sweep.subject.events()) {
    if (!taken(sweep, ++number, 4)) continue;
    const Subject::Window window = sweep.subject.window(event.at, event.at + event.size);
    const auto size = static_cast<std::uint32_t>(event.size);
    const auto rest = static_cast<std::uint32_t>(window.to - event.at);
    for (const std::uint32_t value : {0U, 1U, 18U, 19U, 20U, 22U, 23U, size - 1, size + 1, size + 19, rest, rest + 1, 0x7fffffffU,
                                      0x80000000U, 0xffffffffU}) {
      Bytes pattern(4);
      store_le32(pattern.data(), value);
      damage(sweep, window, event, event.at + 9, pattern, false, true, "event size");
    }
  }
}

void insert(Bytes* bytes, std::size_t at, const Bytes& more) {
  bytes->insert(bytes->begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
}

void erase(Bytes* bytes, std::size_t at, std::size_t size) {
  const auto from = bytes->begin() + static_cast<std::ptrdiff_t>(at);
  bytes->erase(from, from + static_cast<std::ptrdiff_t>(size));
}

void reorder_events(const Sweep& sweep) {
  const auto& events = sweep.subject.events();
  for (std::size_t i = 1; i < events.size(); ++i) {
    if (!taken(sweep, i, 5)) continue;
    const Event& event = events[i];
    const std::size_t end = i + 3 < events.size() ? events[i + 3].at + events[i + 3].size : event.at + event.size;
    const Subject::Window window = sweep.subject.window(event.at, end);
    const Bytes part = sweep.subject.cut(window);
    const std::size_t place = event.at - window.from;
    const Bytes own(part.begin() + static_cast<std::ptrdiff_t>(place), part.begin() + static_cast<std::ptrdiff_t>(place + event.size));
    Bytes twice = part;
    insert(&twice, place, own);
    judge(sweep.subject, window, twice, event.at + event.size, false, "event twice", &sweep.totals["event twice"]);
    Bytes missing = part;
    erase(&missing, place, event.size);
    judge(sweep.subject, window, missing, event.at, false, "event missing", &sweep.totals["event missing"]);
    for (std::size_t j = i + 1; j < events.size() && j <= i + 3; ++j) {
      Bytes swapped = part;
      erase(&swapped, place, event.size);
      insert(&swapped, events[j].at + events[j].size - event.size - window.from, own);
      judge(sweep.subject, window, swapped, event.at, false, "events exchanged", &sweep.totals["events exchanged"]);
    }
  }
}

/// The judge would be worthless if it let everything pass: three outcomes that are not allowed.
int self_check(const char* path) {
  Subject subject;
  if (!subject.open(path) || subject.events().size() < 12) return 1;
  const Event& event = subject.events()[8];
  const Subject::Window window = subject.window(event.at, event.at + event.size);
  Totals untold;
  judge(subject, window, subject.cut(window), event.at, true, "nothing damaged, said to be", &untold);
  Totals lost;
  judge(subject, window, Bytes(), window.to, false, "all lost, said to be the end only", &lost);
  Totals fine;
  judge(subject, window, subject.cut(window), event.at, false, "nothing damaged", &fine);
  std::printf("violations: %llu, %llu and %llu\n", static_cast<unsigned long long>(untold.violations),
              static_cast<unsigned long long>(lost.violations), static_cast<unsigned long long>(fine.violations));
  return untold.violations == 1 && lost.violations == 1 && fine.violations == 0 && fine.same == 1 ? 0 : 1;
}

void print(const char* name, const Totals& t) {
  std::printf("%-30s %10llu inputs: %llu errors, %llu incomplete, %llu read alike, %llu read otherwise, %llu violations\n", name,
              static_cast<unsigned long long>(t.inputs), static_cast<unsigned long long>(t.errors),
              static_cast<unsigned long long>(t.incomplete), static_cast<unsigned long long>(t.same),
              static_cast<unsigned long long>(t.different), static_cast<unsigned long long>(t.violations));
}

}  // namespace
}  // namespace sweep

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Each input takes the reader's block anew; pages handed back and asked for again took a fifth of the time.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  if (argc == 3 && std::strcmp(argv[1], "--self-check") == 0) return sweep::self_check(argv[2]);
  std::size_t stride = 1;
  int first = 1;
  if (argc > 2 && std::strcmp(argv[1], "--stride") == 0) {
    stride = std::strtoul(argv[2], nullptr, 10);
    first = 3;
  }
  std::map<std::string, sweep::Totals> totals;
  int logs = 0;
  for (int i = first; i < argc; ++i) {
    sweep::Subject subject;
    if (!subject.open(argv[i])) {
      std::printf("%s: left out, it does not read as a whole\n", argv[i]);
      continue;
    }
    ++logs;
    const sweep::Sweep one{subject, stride, totals};
    sweep::cut_everywhere(one);
    sweep::flip_everywhere(one);
    sweep::stretch_everywhere(one);
    sweep::resize_events(one);
    sweep::reorder_events(one);
  }
  sweep::Totals all;
  for (const auto& [name, one] : totals) {
    sweep::print(name.c_str(), one);
    all.add(one);
  }
  sweep::print("all", all);
  for (const auto& [code, count] : all.by_code) std::printf("  %-28s %llu\n", code.c_str(), static_cast<unsigned long long>(count));
  std::printf("%d logs\n", logs);
  return all.violations != 0 || logs == 0 ? 1 : 0;
}
