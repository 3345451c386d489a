// The two-slot store over media whose power is cut at every byte of every write and erase.
#include <doctest/doctest.h>

#include <set>

#include "../event/event_bytes.hpp"
#include "base/crc32.hpp"
#include "base/load.hpp"
#include "checkpoint_media.hpp"
#include "gtid_set_model.hpp"

using gtid_test::span_of;
using nbl::Checkpoint;
using nbl::CheckpointStore;
using nbl::Code;
using nbl::Status;

namespace {

/// The text of save number `n`: of changing length, and different in every byte from its neighbours'.
std::string text_of(std::uint64_t n) {
  std::string text;
  for (std::uint64_t i = 0; i < 20 + n * 37 % 150; ++i) text += static_cast<char>('a' + (n * 7 + i) % 26);
  return text;
}

/// A caller that saves the numbers 1, 2, 3, ... and goes on behind the one it finds.
struct Caller {
  std::vector<std::uint8_t> buffer;
  CheckpointStore store;
  Status status;
  std::uint64_t last = 0;  ///< the number found or saved.

  bool open(const nbl::SlotPort& port) {
    buffer.assign(port.slot_bytes, 0xee);
    Checkpoint latest;
    bool found = false;
    if (!checkpoint_store_open(&store, port, buffer.data(), buffer.size(), nbl::crc32, &latest, &found,
                               &status)) {
      return false;
    }
    last = found ? latest.offset : 0;
    if (found && event_test::text(latest.gtids) != text_of(last)) std::abort();
    return true;
  }
  bool save() {
    const std::string text = text_of(last + 1);
    Checkpoint next;
    next.file_name = span_of("binlog.000001");
    next.offset = last + 1;
    next.gtids = span_of(text);
    if (!checkpoint_store_save(&store, next, &status)) return false;
    ++last;
    return true;
  }
};

/// Saves until the power goes or `saves` are done. Gives the number that is known to be safe: the last one
/// that was found or whose save gave true; *attempted is the highest that was begun.
template <typename Medium>
std::uint64_t run(Medium* medium, int saves, std::uint64_t* attempted) {
  Caller caller;
  if (!caller.open(medium->port())) return 0;
  for (int i = 0; i < saves; ++i) {
    *attempted = caller.last + 1;
    if (!caller.save()) break;
  }
  return caller.last;
}

}  // namespace

TEST_CASE(
    "checkpoint store: on flash, cut at every byte of every erase and program, recovery is whole and not "
    "older") {
  std::set<std::uint64_t> recovered;
  for (int debris = 0; debris < 3; ++debris) {
    std::uint64_t cut = 0;
    for (bool was_cut = true; was_cut; ++cut) {
      FlashMedium flash;
      flash.debris = debris;
      flash.power_for(cut);
      std::uint64_t attempted = 0;
      const std::uint64_t safe = run(&flash, 5, &attempted);
      was_cut = !flash.powered();
      flash.power_for(UINT64_MAX);
      Caller after;
      REQUIRE(after.open(flash.port()));
      REQUIRE(after.last >= safe);
      REQUIRE(after.last <= attempted);
      recovered.insert(after.last);
      REQUIRE(after.save());
      REQUIRE(after.save());
      Caller again;
      REQUIRE(again.open(flash.port()));
      REQUIRE(again.last == after.last);
    }
    CHECK(cut > 5 * FlashMedium::kSlotBytes);  // every byte of the five erases, and of what was programmed
  }
  CHECK(recovered == std::set<std::uint64_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("checkpoint store: on flash, cut after cut after cut") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    FlashMedium flash;
    std::uint64_t safe = 0;
    for (int cuts = 0; cuts < 12; ++cuts) {
      flash.debris = static_cast<int>(random() % 3);
      flash.power_for(random() % (3 * FlashMedium::kSlotBytes));
      std::uint64_t attempted = safe;
      const std::uint64_t reached = run(&flash, 3, &attempted);
      flash.power_for(UINT64_MAX);
      Caller after;
      REQUIRE(after.open(flash.port()));
      REQUIRE(after.last >= (reached > safe ? reached : safe));
      REQUIRE(after.last <= attempted);
      safe = after.last;
    }
  }
}

TEST_CASE("checkpoint store: on a disk that keeps any part of what was not synced") {
  std::mt19937 random(6);
  std::size_t partial = 0;
  for (int round = 0; round < 2000; ++round) {
    DiskMedium disk(&random);
    std::uint64_t safe = 0;
    for (int cuts = 0; cuts < 6; ++cuts) {
      disk.power_for(random() % 900);
      std::uint64_t attempted = safe;
      const std::uint64_t reached = run(&disk, 4, &attempted);
      // Killing the process leaves the cache as it is; a power cut keeps any sectors of it.
      if (random() % 2 == 0) partial += disk.cut() ? 1U : 0U;
      disk.power_for(UINT64_MAX);
      Caller after;
      REQUIRE(after.open(disk.port()));
      REQUIRE(after.last >= (reached > safe ? reached : safe));
      REQUIRE(after.last <= attempted);
      safe = after.last;
      if (random() % 2 == 0) disk.cut();  // what open() found was synced by it
    }
  }
  CHECK(partial > 100);
}

TEST_CASE("checkpoint store: the same disk shows what a sync that does nothing loses") {
  std::mt19937 random(6);
  int losses = 0;
  for (int round = 0; round < 300; ++round) {
    DiskMedium disk(&random);
    disk.ignore_sync = true;
    std::uint64_t attempted = 0;
    const std::uint64_t safe = run(&disk, 6, &attempted);
    disk.cut();
    Caller after;
    losses += !after.open(disk.port()) || after.last < safe ? 1 : 0;
  }
  CHECK(losses > 100);
}

TEST_CASE("checkpoint store: media that say they failed") {
  FlashMedium flash;
  Caller caller;
  REQUIRE(caller.open(flash.port()));
  CHECK(caller.last == 0);
  REQUIRE(caller.save());
  flash.power_for(100);
  REQUIRE_FALSE(caller.save());
  CHECK(caller.status.code == Code::checkpoint_io);
  Caller other;
  REQUIRE_FALSE(other.open(flash.port()));
  CHECK(other.status.code == Code::checkpoint_io);
  flash.power_for(UINT64_MAX);
  REQUIRE(caller.save());  // the same handle goes on
  REQUIRE(other.open(flash.port()));
  CHECK(other.last == 2);
}

TEST_CASE("checkpoint store: two broken slots are no fresh start") {
  FlashMedium flash;
  flash.slots[0].assign(FlashMedium::kSlotBytes, 0x5a);
  Caller caller;
  REQUIRE(caller.open(flash.port()));  // one: its first save may have been cut
  flash.slots[1].assign(FlashMedium::kSlotBytes, 0x5a);
  REQUIRE_FALSE(caller.open(flash.port()));
  CHECK(caller.status.code == Code::checkpoint_corrupt);
}

TEST_CASE("checkpoint store: a newer record that a later release wrote stops, instead of falling back") {
  FlashMedium flash;
  Caller caller;
  REQUIRE(caller.open(flash.port()));
  REQUIRE(caller.save());
  std::vector<std::uint8_t>& slot = flash.slots[1];
  slot = flash.slots[0];
  slot[4] = 2;
  slot[16] = 9;
  const std::uint32_t size = nbl::load_le32(slot.data() + 8);
  nbl::store_le32(slot.data() + size - 4, nbl::crc32(0, slot.data(), size - 4));
  REQUIRE_FALSE(caller.open(flash.port()));
  CHECK(caller.status.code == Code::checkpoint_version);
}

TEST_CASE("checkpoint store: what does not fit") {
  FlashMedium flash;
  Caller caller;
  REQUIRE(caller.open(flash.port()));
  REQUIRE(caller.save());
  const std::string long_text(FlashMedium::kSlotBytes, 'x');
  Checkpoint next;
  next.gtids = span_of(long_text);
  REQUIRE_FALSE(checkpoint_store_save(&caller.store, next, &caller.status));
  CHECK(caller.status.code == Code::output_too_small);
  CHECK(caller.status.needed == long_text.size() + 76);
  REQUIRE(caller.open(flash.port()));
  CHECK(caller.last == 1);
  nbl::SlotPort small = flash.port();
  small.slot_bytes = 64;  // the medium has longer records than this build would take
  REQUIRE_FALSE(caller.open(small));
  CHECK(caller.status.code == Code::workspace_too_small);
}
