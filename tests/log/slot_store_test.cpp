// The checkpoint's slots as files: kept over a restart, locked, and whole after SIGKILL at any moment.
#include "ports/posix/slot_store.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <random>

#include "../event/event_bytes.hpp"
#include "base/crc32.hpp"
#include "gtid_set_model.hpp"

using gtid_test::span_of;
using nbl::Checkpoint;
using nbl::Code;

namespace {

constexpr std::size_t kSlotBytes = 4096;

struct Folder {
  std::string path;
  Folder() {
    const char* base = std::getenv("TMPDIR");
    path = std::string(base != nullptr ? base : "/tmp") + "/nbl-slots-XXXXXX";
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ~Folder() {
    for (const char* name : {"/state.0", "/state.1"}) (void)unlink((path + name).c_str());
    (void)rmdir(path.c_str());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

struct Saver {
  nbl::FileSlots slots;
  std::vector<std::uint8_t> buffer = std::vector<std::uint8_t>(kSlotBytes);
  nbl::CheckpointStore store;
  nbl::Status status;
  Checkpoint latest;
  bool found = false;
  int error = 0;
  std::string failed;

  bool open(const std::string& path) {
    return slots.open(path, &error, &failed) &&
           checkpoint_store_open(&store, slots.port(kSlotBytes), buffer.data(), buffer.size(), nbl::crc32,
                                 &latest, &found, &status);
  }
  bool save(std::uint64_t offset, std::size_t text_bytes) {
    const std::string text(text_bytes, static_cast<char>('a' + offset % 26));
    Checkpoint next;
    next.file_name = span_of("binlog.000007");
    next.offset = offset;
    next.gtids = span_of(text);
    return checkpoint_store_save(&store, next, &status);
  }
};

}  // namespace

TEST_CASE("slot files: kept over a restart, the newer one wins, a spoilt one falls back") {
  Folder folder;
  const std::string path = folder.path + "/state";
  {
    Saver saver;
    REQUIRE(saver.open(path));
    CHECK_FALSE(saver.found);
    REQUIRE(saver.save(100, 3000));
    REQUIRE(saver.save(200, 10));
    REQUIRE(saver.save(300, 20));  // over the long one
  }
  {
    Saver saver;
    REQUIRE(saver.open(path));
    REQUIRE(saver.found);
    CHECK(saver.latest.offset == 300);
    CHECK(event_test::text(saver.latest.gtids) == std::string(20, 'a' + 300 % 26));
    CHECK(saver.latest.generation == 3);
  }
  struct stat info;
  REQUIRE(stat((path + ".0").c_str(), &info) == 0);
  CHECK(info.st_size == 72 + 13 + 20 + 4);
  CHECK((info.st_mode & 0777) == 0600);
  REQUIRE(truncate((path + ".0").c_str(), 50) == 0);
  Saver saver;
  REQUIRE(saver.open(path));
  REQUIRE(saver.found);
  CHECK(saver.latest.offset == 200);
  REQUIRE(saver.save(400, 1));
}

TEST_CASE("slot files: a second user is kept out") {
  Folder folder;
  Saver first;
  REQUIRE(first.open(folder.path + "/state"));
  Saver second;
  REQUIRE_FALSE(second.open(folder.path + "/state"));
  CHECK(second.error == EWOULDBLOCK);
  CHECK(second.failed == folder.path + "/state.0");
  first.slots.close();
  REQUIRE(second.open(folder.path + "/state"));
}

TEST_CASE("slot files: what cannot be opened or used") {
  Folder folder;
  Saver saver;
  REQUIRE_FALSE(saver.open(folder.path + "/none/state"));
  CHECK(saver.error == ENOENT);
  REQUIRE(saver.open(folder.path + "/state"));
  saver.slots.close();
  REQUIRE_FALSE(saver.save(1, 1));
  CHECK(saver.status.code == Code::checkpoint_io);
  CHECK(saver.slots.last_error() == EBADF);
}

TEST_CASE(
    "slot files: a writer killed at any moment leaves a whole record that is not older than its last save") {
  Folder folder;
  const std::string path = folder.path + "/state";
  // What the child has saved, told through memory that outlives it.
  void* shared =
      mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  volatile std::uint64_t* saved = static_cast<volatile std::uint64_t*>(shared);
  *saved = 0;
  std::mt19937 random(11);
  // A slow disk saves less in a round, so the rounds are counted by what they came to.
  for (int round = 0; round < 40 || (*saved <= 40 && round < 2000); ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Saver saver;
      if (!saver.open(path)) _exit(1);
      for (std::uint64_t n = (saver.found ? saver.latest.offset : 0) + 1;; ++n) {
        if (!saver.save(n, n * 97 % 3900)) _exit(2);
        *saved = n;
      }
    }
    usleep(static_cast<useconds_t>(random() % 12000));
    REQUIRE(kill(child, SIGKILL) == 0);
    int result = 0;
    REQUIRE(waitpid(child, &result, 0) == child);
    REQUIRE(WIFSIGNALED(result));
    Saver after;
    REQUIRE(after.open(path));
    const std::uint64_t last = *saved;
    if (last == 0) continue;
    REQUIRE(after.found);
    REQUIRE(after.latest.offset >= last);
    REQUIRE(after.latest.offset <= last + 1);
    REQUIRE(event_test::text(after.latest.gtids).size() == after.latest.offset * 97 % 3900);
    *saved = after.latest.offset;
  }
  CHECK(*saved > 40);
  (void)munmap(shared, sizeof(std::uint64_t));
}
