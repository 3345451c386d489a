// Memory for the copies a fuzz target makes of what it feeds, each against an unreadable page; see fuzz::copy_memory.
#ifndef NBL_TESTS_EDGE_MEMORY_HPP
#define NBL_TESTS_EDGE_MEMORY_HPP

#include <map>
#include <vector>

#include "edge.hpp"

namespace edge {

/// Rooms between two such pages are kept for the copies to come; a copy larger than one has a room of its own.
class EdgeMemory {
 public:
  static std::uint8_t* take(std::size_t size) {
    Room room{nullptr, size > kRoom ? whole_pages(size) : kRoom};
    if (room.size == kRoom && !free_rooms().empty()) {
      room.begin = free_rooms().back();
      free_rooms().pop_back();
    } else {
      room.begin = map_between_edges(room.size);
    }
    std::uint8_t* const data = behind() ? room.begin + room.size - size : room.begin;
    used()[data] = room;
    return data;
  }

  static void give_back(std::uint8_t* data) {
    const auto found = used().find(data);
    if (found == used().end()) {
      std::fprintf(stderr, "a copy that nobody took is given back\n");
      std::abort();
    }
    const Room room = found->second;
    used().erase(found);
    if (room.size == kRoom) free_rooms().push_back(room.begin);
    else unmap_between_edges(room.begin, room.size);
  }

  /// Whether the page that ends a copy is the one behind it; it may be changed at any time.
  static bool& behind() {
    static bool is_behind = true;
    return is_behind;
  }

 private:
  struct Room {
    std::uint8_t* begin;
    std::size_t size;
  };
  static constexpr std::size_t kRoom = 1U << 16;
  static std::vector<std::uint8_t*>& free_rooms() {
    static std::vector<std::uint8_t*> rooms;
    return rooms;
  }
  static std::map<std::uint8_t*, Room>& used() {
    static std::map<std::uint8_t*, Room> rooms;
    return rooms;
  }
};

}  // namespace edge

#endif
