// Simulated media for the two-slot store, with a power that can be cut at any byte.
#ifndef NBL_TESTS_LOG_CHECKPOINT_MEDIA_HPP
#define NBL_TESTS_LOG_CHECKPOINT_MEDIA_HPP

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "nanobinlog/checkpoint.hpp"

/// Power for a number of bytes; the byte during which it ends is left half done.
struct Power {
  std::uint64_t left = UINT64_MAX;
  bool off = false;

  bool spend() {
    if (off) return false;
    if (left == 0) off = true;
    if (left != UINT64_MAX && left != 0) --left;
    return !off;
  }
};

/// Two flash sectors: an erase sets bits, a program only clears them, both byte after byte, a page at a time.
/// What a cut erase leaves ahead is the old content, or noise.
struct FlashMedium {
  static constexpr std::size_t kSlotBytes = 512;
  static constexpr std::size_t kPageBytes = 64;

  std::vector<std::uint8_t> slots[2] = {std::vector<std::uint8_t>(kSlotBytes, 0xff),
                                        std::vector<std::uint8_t>(kSlotBytes, 0xff)};
  int debris = 0;  ///< of the byte in work when the power goes: 0 untouched, 1 every other bit done, 2 noise
                   ///< in its whole page.
  Power power;

  void power_for(std::uint64_t bytes) { power = Power{bytes, false}; }
  [[nodiscard]] bool powered() const { return !power.off; }

  nbl::SlotPort port() {
    nbl::SlotPort port;
    port.context = this;
    port.slot_bytes = kSlotBytes;
    port.read = [](void* self, unsigned slot, std::uint8_t* out, std::size_t size, std::size_t* held) {
      const FlashMedium& flash = *static_cast<FlashMedium*>(self);
      *held = kSlotBytes;
      std::memcpy(out, flash.slots[slot].data(), size < kSlotBytes ? size : kSlotBytes);
      return flash.powered();
    };
    port.write = [](void* self, unsigned slot, const std::uint8_t* bytes, std::size_t size) {
      FlashMedium& flash = *static_cast<FlashMedium*>(self);
      for (std::size_t i = 0; i < kSlotBytes; ++i) {
        if (!flash.set(slot, i, 0xff)) return false;
      }
      for (std::size_t i = 0; i < size; ++i) {
        if (!flash.set(slot, i, static_cast<std::uint8_t>(flash.slots[slot][i] & bytes[i]))) return false;
      }
      return true;
    };
    port.sync = [](void* self, unsigned) { return static_cast<FlashMedium*>(self)->powered(); };
    return port;
  }

 private:
  bool set(unsigned slot, std::size_t at, std::uint8_t value) {
    std::uint8_t& byte = slots[slot][at];
    if (power.spend()) {
      byte = value;
      return true;
    }
    if (debris == 1) byte = static_cast<std::uint8_t>((byte & 0x55) | (value & 0xaa));
    if (debris == 2) {
      const std::size_t page = at / kPageBytes * kPageBytes;
      for (std::size_t i = page; i < page + kPageBytes; ++i)
        slots[slot][i] = static_cast<std::uint8_t>(i * 73 + 19);
    }
    return false;
  }
};

/// Two files behind a cache: reads see what was written, and a power cut keeps any sectors of what was not
/// synced, with the file's old or its new length.
struct DiskMedium {
  static constexpr std::size_t kSlotBytes = 512;
  static constexpr std::size_t kSectorBytes = 32;

  struct File {
    std::vector<std::uint8_t> cached;
    std::vector<std::uint8_t> stored;
  };
  File files[2];
  bool ignore_sync = false;
  Power power;
  std::mt19937* random;

  explicit DiskMedium(std::mt19937* generator) : random(generator) {}
  void power_for(std::uint64_t bytes) { power = Power{bytes, false}; }

  /// Whether any file came out as neither its old nor its new content.
  bool cut() {
    bool partial = false;
    for (File& file : files) {
      std::vector<std::uint8_t> kept = file.stored;
      kept.resize((*random)() % 2 == 0 ? file.stored.size() : file.cached.size());
      for (std::size_t at = 0; at < kept.size(); at += kSectorBytes) {
        if ((*random)() % 2 == 0) continue;
        for (std::size_t i = at; i < at + kSectorBytes && i < kept.size() && i < file.cached.size(); ++i) {
          kept[i] = file.cached[i];
        }
      }
      partial = partial || (kept != file.stored && kept != file.cached);
      file.stored = file.cached = kept;
    }
    return partial;
  }

  nbl::SlotPort port() {
    nbl::SlotPort port;
    port.context = this;
    port.slot_bytes = kSlotBytes;
    port.read = [](void* self, unsigned slot, std::uint8_t* out, std::size_t size, std::size_t* held) {
      const std::vector<std::uint8_t>& bytes = static_cast<DiskMedium*>(self)->files[slot].cached;
      *held = bytes.size();
      if (!bytes.empty()) std::memcpy(out, bytes.data(), size < bytes.size() ? size : bytes.size());
      return true;
    };
    port.write = [](void* self, unsigned slot, const std::uint8_t* bytes, std::size_t size) {
      DiskMedium& disk = *static_cast<DiskMedium*>(self);
      std::vector<std::uint8_t>& cached = disk.files[slot].cached;
      for (std::size_t i = 0; i < size; ++i) {
        if (!disk.power.spend()) return false;
        if (i < cached.size()) {
          cached[i] = bytes[i];
        } else {
          cached.push_back(bytes[i]);
        }
      }
      if (!disk.power.spend()) return false;
      cached.resize(size);
      return true;
    };
    port.sync = [](void* self, unsigned slot) {
      DiskMedium& disk = *static_cast<DiskMedium*>(self);
      if (!disk.power.spend()) return false;
      if (!disk.ignore_sync) disk.files[slot].stored = disk.files[slot].cached;
      return true;
    };
    return port;
  }
};

#endif
