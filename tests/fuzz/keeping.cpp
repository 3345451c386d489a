// GTID sets and checkpoints.
#include "base/crc32.hpp"
#include "nanobinlog/checkpoint.hpp"
#include "reading.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

constexpr std::uint32_t kRecords = 24;

void store_le32(std::uint8_t* p, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) p[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

class Set {
 public:
  Set() : block_(nbl::gtid_set_workspace_size(kRecords)) {
    nbl::Status status;
    FUZZ_CHECK(nbl::gtid_set_init(&set_, block_.data(), block_.size(), &status));
  }
  nbl::GtidSet* get() { return &set_; }
  const nbl::GtidSet& value() const { return set_; }

 private:
  Block block_;
  nbl::GtidSet set_;
};

void check_ordered(const nbl::GtidSet& set) {
  for (std::uint32_t i = 0; i < set.count; ++i) {
    const nbl::GtidSetRecord& one = set.records[i];
    FUZZ_CHECK(one.first >= 1 && one.first <= one.last && one.last <= nbl::kMaxGno);
    if (i == 0) continue;
    const nbl::GtidSetRecord& before = set.records[i - 1];
    const int uuid = std::memcmp(before.uuid, one.uuid, 16);
    const int tag = std::memcmp(before.tag, one.tag, 32);
    FUZZ_CHECK(uuid < 0 || (uuid == 0 && (tag < 0 || (tag == 0 && before.last < one.first - 1))));
  }
}

bool parse(nbl::Span text, Set* set) {
  nbl::Status status;
  const std::uint32_t before = set->value().count;
  if (nbl::gtid_set_parse(set->get(), text, &status)) {
    check_ordered(set->value());
    return true;
  }
  FUZZ_CHECK(status.code == nbl::Code::gtid_set_syntax || status.code == nbl::Code::gtid_set_range ||
             status.code == nbl::Code::gtid_set_quota);
  FUZZ_CHECK(status.offset <= text.size && set->value().count == before);
  return false;
}

void check_text(const Set& set) {
  nbl::Status status;
  std::size_t length = 0;
  const bool empty = nbl::gtid_set_print(set.value(), nbl::GtidSetText::server, nullptr, 0, &length, &status);
  FUZZ_CHECK(empty == (length == 0));
  const Block room(length);
  FUZZ_CHECK(nbl::gtid_set_print(set.value(), nbl::GtidSetText::server, reinterpret_cast<char*>(room.data()), length, &length, &status));
  Set again;
  FUZZ_CHECK(parse(nbl::Span{room.data(), length}, &again));
  FUZZ_CHECK(nbl::gtid_set_equal(set.value(), again.value()));
}

/// a + b, a - b and what both have, and how they hang together.
void check_algebra(const Set& a, const Set& b) {
  nbl::Status status;
  Set both;
  Set sum;
  Set left;
  Set common;
  for (Set* one : {&sum, &left, &common}) FUZZ_CHECK(nbl::gtid_set_copy(one->get(), a.value(), &status));
  if (!nbl::gtid_set_union(sum.get(), b.value(), &status) || !nbl::gtid_set_subtract(left.get(), b.value(), &status) ||
      !nbl::gtid_set_intersect(common.get(), b.value(), &status)) {
    FUZZ_CHECK(status.code == nbl::Code::gtid_set_quota && status.needed > kRecords);
    return;
  }
  for (const Set* one : {&sum, &left, &common}) check_ordered(one->value());
  FUZZ_CHECK(nbl::gtid_set_is_subset(a.value(), sum.value()) && nbl::gtid_set_is_subset(b.value(), sum.value()));
  FUZZ_CHECK(!nbl::gtid_set_intersects(left.value(), b.value()));
  FUZZ_CHECK(nbl::gtid_set_intersects(a.value(), b.value()) == (common.value().count != 0));
  FUZZ_CHECK(nbl::gtid_set_is_subset(a.value(), b.value()) == (left.value().count == 0));
  if (nbl::gtid_set_union(left.get(), common.value(), &status)) FUZZ_CHECK(nbl::gtid_set_equal(left.value(), a.value()));
  const std::uint64_t in_sum = nbl::gtid_set_count(sum.value());
  const std::uint64_t in_common = nbl::gtid_set_count(common.value());
  const std::uint64_t in_a = nbl::gtid_set_count(a.value());
  const std::uint64_t in_b = nbl::gtid_set_count(b.value());
  constexpr std::uint64_t kFew = std::uint64_t{1} << 60;
  if (in_a < kFew && in_b < kFew) FUZZ_CHECK(in_a + in_b == in_sum + in_common);
}

void check_maria(nbl::Span text) {
  nbl::Status status;
  Block block(nbl::maria_gtid_set_workspace_size(4));
  nbl::MariaGtidSet set;
  FUZZ_CHECK(nbl::maria_gtid_set_init(&set, block.data(), block.size(), &status));
  if (!nbl::maria_gtid_set_parse(&set, text, &status)) {
    FUZZ_CHECK(status.offset <= text.size && set.count == 0);
    return;
  }
  for (std::uint32_t i = 1; i < set.count; ++i) FUZZ_CHECK(set.positions[i - 1].domain_id < set.positions[i].domain_id);
  char out[256];
  std::size_t length = 0;
  FUZZ_CHECK(nbl::maria_gtid_set_print(set, out, sizeof(out), &length, &status));
  Block second(nbl::maria_gtid_set_workspace_size(4));
  nbl::MariaGtidSet again;
  FUZZ_CHECK(nbl::maria_gtid_set_init(&again, second.data(), second.size(), &status));
  FUZZ_CHECK(nbl::maria_gtid_set_parse(&again, nbl::Span{reinterpret_cast<std::uint8_t*>(out), length}, &status));
  FUZZ_CHECK(nbl::maria_gtid_set_equal(set, again));
}

void check_checkpoint(nbl::Span record, const nbl::Checkpoint& checkpoint) {
  nbl::Status status;
  FUZZ_CHECK(inside(checkpoint.file_name, record) && inside(checkpoint.gtids, record) && inside(checkpoint.maria_gtids, record));
  const std::size_t size = nbl::checkpoint_record_size(checkpoint);
  FUZZ_CHECK(size != 0);
  Block out(size);
  std::size_t written = 0;
  FUZZ_CHECK(nbl::checkpoint_write(checkpoint, nbl::crc32_best(), out.data(), out.size(), &written, &status) && written == size);
  nbl::Checkpoint again;
  FUZZ_CHECK(nbl::checkpoint_read(nbl::Span{out.data(), size}, nbl::crc32_best(), &again, &status));
  FUZZ_CHECK(again.generation == checkpoint.generation && again.offset == checkpoint.offset && again.gtids.size == checkpoint.gtids.size);
  Block sets(nbl::gtid_set_workspace_size(kRecords));
  Block domains(nbl::maria_gtid_set_workspace_size(4));
  static nbl::Position position;
  position = nbl::Position{};
  FUZZ_CHECK(nbl::gtid_set_init(&position.gtids, sets.data(), sets.size(), &status));
  FUZZ_CHECK(nbl::maria_gtid_set_init(&position.maria_gtids, domains.data(), domains.size(), &status));
  if (!nbl::position_from_checkpoint(&position, checkpoint, &status)) {
    FUZZ_CHECK(!status.ok());
    return;
  }
  FUZZ_CHECK(position.offset == checkpoint.offset && position.file_name_size == checkpoint.file_name.size);
  char text[4096];
  std::size_t needed = 0;
  nbl::Checkpoint back;
  if (nbl::checkpoint_from_position(position, text, sizeof(text), &back, &needed, &status)) {
    FUZZ_CHECK(back.offset == checkpoint.offset && nbl::checkpoint_same_server(back, back));
  }
}

}  // namespace

void run_gtid_set(nbl::Span input) {
  Choices choices(input);
  const std::uint8_t head = choices.byte();
  const std::size_t split = choices.word();
  const Copy first(choices.bytes(split));
  const Copy second(choices.rest());
  if ((head & 1) != 0) {
    check_maria(first.span());
    return;
  }
  nbl::GtidInterval one;
  nbl::Status status;
  if (nbl::gtid_parse(first.span(), &one, &status)) FUZZ_CHECK(one.first >= 1 && one.first == one.last && one.tag_length <= 32);
  Set a;
  Set b;
  if (!parse(first.span(), &a)) return;
  check_text(a);
  if (!parse(second.span(), &b)) return;
  check_algebra(a, b);
  check_algebra(b, a);
}

void run_checkpoint(nbl::Span input) {
  const Copy copy(input);
  nbl::Checkpoint checkpoint;
  nbl::Status status;
  if (nbl::checkpoint_read(copy.span(), nbl::crc32_best(), &checkpoint, &status)) {
    check_checkpoint(copy.span(), checkpoint);
  } else {
    FUZZ_CHECK(status.code == nbl::Code::checkpoint_corrupt || status.code == nbl::Code::checkpoint_version);
  }
  // The same with magic, size and checksum made right.
  if (input.size >= 76) {
    Copy mended(input);
    std::uint8_t* const bytes = mended.data();
    std::memcpy(bytes, "NBCP", 4);
    store_le32(bytes + 8, static_cast<std::uint32_t>(input.size));
    store_le32(bytes + input.size - 4, nbl::crc32_best()(0, bytes, input.size - 4));
    if (nbl::checkpoint_read(mended.span(), nbl::crc32_best(), &checkpoint, &status)) {
      check_checkpoint(mended.span(), checkpoint);
    }
  }
  // And as fields to be written.
  Choices choices(input);
  nbl::Checkpoint made;
  made.generation = choices.word();
  made.offset = choices.word();
  made.file_name = choices.bytes(choices.word());
  made.gtids = choices.bytes(choices.word());
  made.maria_gtids = choices.rest();
  const std::size_t size = nbl::checkpoint_record_size(made);
  if (size == 0) return;
  Block out(size);
  std::size_t written = 0;
  FUZZ_CHECK(nbl::checkpoint_write(made, nbl::crc32_best(), out.data(), out.size(), &written, &status) && written == size);
  FUZZ_CHECK(nbl::checkpoint_read(nbl::Span{out.data(), size}, nbl::crc32_best(), &checkpoint, &status));
  check_checkpoint(nbl::Span{out.data(), size}, checkpoint);
}

}  // namespace fuzz
