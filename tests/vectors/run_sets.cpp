// GTID sets over the vectors: text in, operations, canonical text out.
#include <doctest/doctest.h>

#include "case_file.hpp"
#include "nanobinlog/gtid_set.hpp"
#include "workspace.hpp"

namespace vectors {
namespace {

constexpr std::uint32_t kRoom = 32;

nbl::Span span_of(const std::string& text) {
  return nbl::Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Measures, then prints into exactly that much room.
template <typename Print>
std::string printed(const char* kind, Print print) {
  std::size_t length = 0;
  nbl::Status status;
  const bool empty = print(nullptr, 0, &length, &status);
  CHECK(empty == (length == 0));
  std::string text(length, '\0');
  CHECK(print(&text[0], text.size(), &length, &status));
  CHECK(length == text.size());
  return text.empty() ? kind : std::string(kind) + " " + text;
}

}  // namespace

void run_gtid_set(const Case& one) {
  Workspace memory(nbl::gtid_set_workspace_size(kRoom));
  Workspace other_memory(nbl::gtid_set_workspace_size(kRoom));
  nbl::GtidSet set;
  nbl::GtidSet other;
  nbl::Status status;
  REQUIRE(nbl::gtid_set_init(&set, memory.data(), memory.size(), &status));
  REQUIRE(nbl::gtid_set_init(&other, other_memory.data(), other_memory.size(), &status));
  bool good = true;
  for (const SetLine& line : one.sets) {
    good = good && nbl::gtid_set_parse(line.word == "set" ? &set : &other, span_of(line.text), &status);
    if (line.word == "union") good = good && nbl::gtid_set_union(&set, other, &status);
    if (line.word == "subtract") good = good && nbl::gtid_set_subtract(&set, other, &status);
    if (line.word == "intersect") good = good && nbl::gtid_set_intersect(&set, other, &status);
  }
  if (!good) {
    compare(one, {error_text(status)}, {status});
  } else {
    compare(one,
            {printed("gtid_set",
                     [&](char* out, std::size_t size, std::size_t* length, nbl::Status* why) {
                       return nbl::gtid_set_print(set, nbl::GtidSetText::one_line, out, size, length, why);
                     })},
            {});
  }
  CHECK(memory.guard_is_whole());
  CHECK(other_memory.guard_is_whole());
}

void run_maria_set(const Case& one) {
  Workspace memory(nbl::maria_gtid_set_workspace_size(kRoom));
  Workspace other_memory(nbl::maria_gtid_set_workspace_size(kRoom));
  nbl::MariaGtidSet set;
  nbl::MariaGtidSet other;
  nbl::Status status;
  REQUIRE(nbl::maria_gtid_set_init(&set, memory.data(), memory.size(), &status));
  REQUIRE(nbl::maria_gtid_set_init(&other, other_memory.data(), other_memory.size(), &status));
  bool good = true;
  for (const SetLine& line : one.sets) {
    good = good && nbl::maria_gtid_set_parse(line.word == "set" ? &set : &other, span_of(line.text), &status);
    if (line.word == "union") good = good && nbl::maria_gtid_set_union(&set, other, &status);
    if (line.word == "subtract") nbl::maria_gtid_set_subtract(&set, other);
    if (line.word == "intersect") nbl::maria_gtid_set_intersect(&set, other);
  }
  if (!good) {
    compare(one, {error_text(status)}, {status});
  } else {
    compare(one,
            {printed("maria_set",
                     [&](char* out, std::size_t size, std::size_t* length, nbl::Status* why) {
                       return nbl::maria_gtid_set_print(set, out, size, length, why);
                     })},
            {});
  }
  CHECK(memory.guard_is_whole());
  CHECK(other_memory.guard_is_whole());
}

}  // namespace vectors
