// What the GTID set tests share: sets that own their block, and a model that keeps every number by itself.
#ifndef NBL_TESTS_LOG_GTID_SET_MODEL_HPP
#define NBL_TESTS_LOG_GTID_SET_MODEL_HPP

#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "nanobinlog/gtid_set.hpp"

namespace gtid_test {

inline const std::string kA = "aaaaaaaa-0000-0000-0000-000000000001";
inline const std::string kB = "bbbbbbbb-0000-0000-0000-000000000002";

inline nbl::Span span_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A literal lives on; a std::string must be kept by the caller for as long as the span is used.
inline nbl::Span span_of(const char* text) {
  return {reinterpret_cast<const std::uint8_t*>(text), std::strlen(text)};
}

/// A set in a heap block of exactly its size, so that a sanitizer sees every byte outside.
struct Set {
  std::vector<std::uint64_t> block;
  nbl::GtidSet set;
  nbl::Status status;

  explicit Set(std::uint32_t records) : block(nbl::gtid_set_workspace_size(records) / 8) {
    if (!gtid_set_init(&set, block.data(), block.size() * 8, &status)) std::abort();
  }
  Set(std::uint32_t records, const std::string& text) : Set(records) {
    if (!gtid_set_parse(&set, span_of(text), &status)) std::abort();
  }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

  [[nodiscard]] bool parse(const std::string& text) { return gtid_set_parse(&set, span_of(text), &status); }
  [[nodiscard]] std::string text(nbl::GtidSetText form = nbl::GtidSetText::one_line) const {
    std::size_t length = 0;
    nbl::Status ignored;
    std::string out;
    if (!gtid_set_print(set, form, nullptr, 0, &length, &ignored) && length == 0) std::abort();
    out.resize(length);
    if (!gtid_set_print(set, form, out.data(), out.size(), &length, &ignored)) std::abort();
    return out;
  }
  /// The records themselves, to show that nothing moved.
  [[nodiscard]] std::string bytes() const {
    return {reinterpret_cast<const char*>(set.records), set.count * sizeof(nbl::GtidSetRecord)};
  }
};

/// Small numbers of a few sources, each kept singly: too simple to be wrong in the same way.
struct Model {
  static constexpr int kSources = 5;
  static constexpr int kNumbers = 24;
  bool has[kSources][kNumbers + 1] = {};

  static nbl::GtidInterval source(int index) {
    static const char* const kTags[kSources] = {"", "a", "ab", "", "_z9"};
    nbl::GtidInterval interval;
    interval.uuid[0] = index < 3 ? 0x11 : 0x80;
    interval.uuid[15] = 7;
    interval.tag_length = static_cast<std::uint8_t>(std::strlen(kTags[index]));
    std::memcpy(interval.tag, kTags[index], interval.tag_length);
    return interval;
  }
  void add(int index, int first, int last) {
    for (int n = first; n <= last; ++n) has[index][n] = true;
  }
  template <typename Keep>
  [[nodiscard]] Model with(const Model& other, Keep keep) const {
    Model result;
    for (int s = 0; s < kSources; ++s) {
      for (int n = 1; n <= kNumbers; ++n) result.has[s][n] = keep(has[s][n], other.has[s][n]);
    }
    return result;
  }
  [[nodiscard]] Model plus(const Model& o) const {
    return with(o, [](bool x, bool y) { return x || y; });
  }
  [[nodiscard]] Model minus(const Model& o) const {
    return with(o, [](bool x, bool y) { return x && !y; });
  }
  [[nodiscard]] Model both(const Model& o) const {
    return with(o, [](bool x, bool y) { return x && y; });
  }
  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t total = 0;
    for (const auto& row : has) {
      for (bool one : row) total += one ? 1U : 0U;
    }
    return total;
  }
  /// The intervals, by source, in order.
  [[nodiscard]] std::vector<nbl::GtidInterval> intervals() const {
    std::vector<nbl::GtidInterval> all;
    for (int s = 0; s < kSources; ++s) {
      for (int n = 1; n <= kNumbers; ++n) {
        if (!has[s][n]) continue;
        nbl::GtidInterval interval = source(s);
        interval.first = n;
        while (n < kNumbers && has[s][n + 1]) ++n;
        interval.last = n;
        all.push_back(interval);
      }
    }
    return all;
  }
  /// Whether the set holds the same intervals, in the same order.
  [[nodiscard]] bool matches(const nbl::GtidSet& set) const {
    const auto all = intervals();
    if (all.size() != set.count) return false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const nbl::GtidSetRecord& record = set.records[i];
      if (std::memcmp(record.uuid, all[i].uuid, 16) != 0 || std::memcmp(record.tag, all[i].tag, 32) != 0 ||
          record.first != all[i].first || record.last != all[i].last) {
        return false;
      }
    }
    return true;
  }
};

/// A model of a few random intervals, and its set by adding them in random order.
inline Model random_model(std::mt19937* random, nbl::GtidSet* set) {
  Model model;
  const auto pick = [&](int below) { return static_cast<int>((*random)() % static_cast<unsigned>(below)); };
  const int intervals = pick(14);
  for (int i = 0; i < intervals; ++i) {
    const int source = pick(Model::kSources);
    const int first = 1 + pick(Model::kNumbers);
    const int length = pick(3) == 0 ? pick(Model::kNumbers) : pick(3);
    const int last = first + length < Model::kNumbers ? first + length : Model::kNumbers;
    model.add(source, first, last);
    nbl::GtidInterval interval = Model::source(source);
    interval.first = first;
    interval.last = last;
    nbl::Status status;
    if (!gtid_set_add_interval(set, interval, &status)) std::abort();
  }
  return model;
}

}  // namespace gtid_test

#endif
