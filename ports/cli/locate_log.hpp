// One log, seen only as far as a place in it is looked for: its head, and the headers of its events.
#ifndef NANOBINLOG_PORTS_CLI_LOCATE_LOG_HPP
#define NANOBINLOG_PORTS_CLI_LOCATE_LOG_HPP

#include <string>
#include <vector>

#include "nanobinlog/gtid_set.hpp"
#include "ports/cli/source.hpp"

namespace nbl::cli {

/// A set of GTIDs of either kind of server, with its memory.
class AnySet {
 public:
  /// False where `text` is neither kind's notation; `*fault` says why.
  [[nodiscard]] bool parse(const std::string& text, std::string* fault);
  /// What a PREVIOUS_GTIDS or GTID_LIST event says.
  [[nodiscard]] bool take(const Event& event, const FormatDescription& format, Status* status);
  [[nodiscard]] bool contains(const Gtid& gtid) const;
  /// Whether it is one GTID alone; and whether that is `gtid`, which MariaDB's positions contain lower ones
  /// of as well.
  [[nodiscard]] bool is_one() const;
  [[nodiscard]] bool is(const Gtid& gtid) const;
  [[nodiscard]] bool is_subset_of(const AnySet& other) const;
  /// What `other` does not have, as text.
  [[nodiscard]] std::string lacking_in(const AnySet& other) const;

 private:
  bool reserve(std::size_t records);

  std::vector<std::uint64_t> block_;
  GtidSet mysql_;
  MariaGtidSet maria_;
};

/// A group of events: a transaction, or a statement by itself.
struct Found {
  std::uint64_t offset = 0;  ///< of its first event.
  std::int64_t time = 0;     ///< of its prefix, or, without one, of its last event. Seconds since 1970.
  bool has_gtid = false;
  Gtid gtid;
};

class LocateLog {
 public:
  /// Maps it and reads its format description. False after a message.
  [[nodiscard]] bool open(const std::string& path);
  [[nodiscard]] const Source& source() const { return source_; }
  /// When the log was begun.
  [[nodiscard]] std::int64_t begun() const { return begun_; }
  /// The GTIDs of the logs before; empty where the log does not say. False after a message.
  [[nodiscard]] bool read_previous(AnySet* set);

  enum class Next { group, end, broken };
  /// The next group, by the headers of its events alone; checksums are verified of GTID events only. A group
  /// with a prefix is told as soon as that has been read. `broken` after a message.
  [[nodiscard]] Next next(Found* found);
  /// Behind the last group that is whole.
  [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
  bool peek(Header* header, Span* bytes);
  bool take_prefix(Span bytes, Found* found);
  bool ends_group(const Header& header, Span bytes);

  Source source_;
  FormatDescription format_;
  ChecksumFunction crc_ = nullptr;
  std::int64_t begun_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t end_ = 0;
  bool prefixed_ = false;  // the group at end_ has been told
  bool open_ = false;      // behind a BEGIN
  bool broken_ = false;
};

}  // namespace nbl::cli

#endif
