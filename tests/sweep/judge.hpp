// Reads a damaged part of a log and says whether the outcome is allowed.
//
// Allowed is: the same steps up to the damage, and then either an error at or behind it, or another reading, in which every
// committed transaction is one that the damaged bytes commit. Where the checksum still tells of the damage, only the error.
#ifndef NBL_TESTS_SWEEP_JUDGE_HPP
#define NBL_TESTS_SWEEP_JUDGE_HPP

#include <map>
#include <string>

#include "reading.hpp"
#include "scan.hpp"

namespace sweep {

struct Totals {
  std::uint64_t inputs = 0;
  std::uint64_t same = 0;       // the damage changes nothing that is told
  std::uint64_t different = 0;  // another reading
  std::uint64_t incomplete = 0; // cut
  std::uint64_t errors = 0;
  std::map<std::string, std::uint64_t> by_code;
  std::uint64_t violations = 0;
  void add(const Totals& other);
};

/// A log that reads without an error, and where reading may begin in it.
class Subject {
 public:
  /// False where the bytes are no log that can be read, or hold nothing.
  bool open(const std::string& path);

  const std::string& path() const { return path_; }
  const Bytes& bytes() const { return bytes_; }
  const std::vector<Event>& events() const { return events_; }
  /// Whether the events from `at` on have checksums.
  bool summed_at(std::size_t at) const { return format_at(at).checksum_bytes() != 0; }
  const nbl::FormatDescription& format_at(std::size_t at) const;

  /// The part around [from, to): from the second group boundary before to the second behind.
  struct Window {
    std::size_t from = 0;
    std::size_t to = 0;
    fuzz::Trace whole;  // the undamaged reading
  };
  Window window(std::size_t from, std::size_t to) const;
  /// Makes `window` the one for these places; one that is it already is not read again.
  void move_window(std::size_t from, std::size_t to, Window* window) const;
  Bytes cut(const Window& window) const;
  fuzz::Trace read(const Window& window, const Bytes& part, nbl::Input input) const;

 private:
  nbl::LogOptions options(nbl::Input input) const;
  Window place_window(std::size_t from, std::size_t to) const;

  std::string path_;
  Bytes bytes_;
  std::vector<Event> events_;
  std::vector<std::size_t> boundaries_;  // offsets at which no group is open; 0 first
  std::map<std::size_t, nbl::FormatDescription> formats_;
};

/// `part` is the window's bytes damaged from absolute offset `damage` on, `detectable` says that a checksum tells.
void judge(const Subject& subject, const Subject::Window& window, const Bytes& part, std::size_t damage, bool detectable,
           const char* what, Totals* totals);

}  // namespace sweep

#endif
