// `locate`: the log and the offset of a GTID, of a moment, or of what a set does not have yet.
#include "ports/cli/locate.hpp"

#include <algorithm>

#include "nanobinlog/checkpoint.hpp"
#include "ports/cli/filter.hpp"
#include "ports/cli/locate_log.hpp"
#include "ports/cli/message.hpp"
#include "ports/cli/output.hpp"
#include "ports/cli/put.hpp"

namespace nbl::cli {

namespace {

Span span_of(const std::string& text) {
  return Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Which groups are asked for, and which logs can be passed over by their heads.
class Wanted {
 public:
  /// Gives -1 to go on, else the exit status after a message.
  int init(const Arguments& arguments) {
    by_time_ = arguments.locate_time != INT64_MIN;
    by_set_ = arguments.has_locate_set;
    const bool by_gtid = !arguments.locate_gtid.empty();
    if (int{by_time_} + int{by_set_} + int{by_gtid} != 1)
      return say("locate needs one of --gtid, --gtid-set and --datetime"), kExitUsage;
    time_ = arguments.locate_time;
    std::string fault;
    const std::string& text = by_set_ ? arguments.locate_set : arguments.locate_gtid;
    if (by_time_) return -1;
    if (set_.parse(text, &fault) && (by_set_ || set_.is_one())) return -1;
    if (fault.empty()) fault = "it is not one GTID";
    return say(std::string(by_set_ ? "--gtid-set: " : "--gtid: ") + fault), kExitUsage;
  }

  [[nodiscard]] bool matches(const Found& found) const {
    if (by_time_) return found.time >= time_;
    return found.has_gtid && (by_set_ ? !set_.contains(found.gtid) : set_.is(found.gtid));
  }

  /// Whether the search begins in this log: nothing before it matches. Sets `*known` false after a message.
  [[nodiscard]] bool begins_in(LocateLog* log, bool* known) {
    *known = true;
    if (by_time_) return log->begun() < time_;
    previous_ = AnySet{};
    *known = log->read_previous(&previous_);
    return by_set_ ? previous_.is_subset_of(set_) : !set_.is_subset_of(previous_);
  }
  [[nodiscard]] bool by_time() const { return by_time_; }
  [[nodiscard]] bool by_set() const { return by_set_; }
  /// What the log last looked at goes on from, and the set does not have.
  [[nodiscard]] std::string lacking() const { return previous_.lacking_in(set_); }

 private:
  AnySet set_;
  AnySet previous_;
  std::int64_t time_ = 0;
  bool by_time_ = false;
  bool by_set_ = false;
};

class Locate {
 public:
  Locate(const Arguments& arguments, Wanted* wanted) : files_(arguments.files), wanted_(wanted) {
    std::stable_sort(files_.begin(), files_.end(), [](const std::string& a, const std::string& b) {
      return compare_log_names(span_of(base_name(a)), span_of(base_name(b))) < 0;
    });
    json_ = arguments.format == "json";
  }

  int run() {
    std::size_t from = 0;
    const int chosen = choose(&from);
    if (chosen >= 0) return chosen;
    LocateLog log;
    Found found;
    for (std::size_t i = from; i < files_.size(); ++i) {
      if (!log.open(files_[i])) return kExitBroken;
      LocateLog::Next next = log.next(&found);
      while (next == LocateLog::Next::group && !wanted_->matches(found)) next = log.next(&found);
      if (next == LocateLog::Next::broken || log.source().truncated()) return kExitBroken;
      if (next == LocateLog::Next::group) return print(log, found.offset, &found);
    }
    if (wanted_->by_time() || wanted_->by_set()) return print(log, log.end(), nullptr);
    say("no log holds this GTID");
    return kExitIncomplete;
  }

 private:
  // From the newest to the oldest, since most questions are about what is new.
  int choose(std::size_t* from) {
    for (std::size_t i = files_.size(); i-- > 0;) {
      LocateLog log;
      bool known = false;
      if (!log.open(files_[i])) return kExitBroken;
      *from = i;
      const bool here = wanted_->begins_in(&log, &known);
      if (!known) return kExitBroken;
      if (here) return -1;
    }
    if (wanted_->by_time()) return -1;
    if (wanted_->by_set()) {
      say(files_[0], "goes on from transactions that the set does not have, and no older log is here: " +
                         wanted_->lacking());
    } else {
      say(files_[0], "comes behind this GTID, and no older log is here");
    }
    return kExitIncomplete;
  }

  int print(const LocateLog& log, std::uint64_t offset, const Found* found) const {
    Output output;
    output.open_standard();
    const std::string gtid = found != nullptr && found->has_gtid ? gtid_text(found->gtid) : std::string();
    static_cast<void>(output.line([&](Writer* writer) {
      if (!json_) {
        put(writer, printable(log.source().path()));
        write_char(writer, ' ');
        write_unsigned(writer, offset);
        write_char(writer, '\n');
        return Code::ok;
      }
      put(writer, "{\"type\":\"location\",\"file\":");
      put_json_text(writer, span_of(log.source().name()));
      put(writer, ",\"path\":");
      put_json_text(writer, span_of(log.source().path()));
      put(writer, ",\"offset\":");
      write_unsigned(writer, offset);
      put(writer, ",\"gtid\":");
      put(writer, gtid.empty() ? "null" : "\"" + gtid + "\"");
      put(writer, ",\"timestamp\":");
      if (found == nullptr) {
        put(writer, "null");
      } else {
        write_char(writer, '"');
        put_time(writer, static_cast<std::uint32_t>(found->time));
        write_char(writer, '"');
      }
      put(writer, "}\n");
      return Code::ok;
    }));
    return output.flush() ? kExitOk : kExitBroken;
  }

  std::vector<std::string> files_;
  Wanted* wanted_;
  bool json_ = false;
};

}  // namespace

int run_locate(const Arguments& arguments) {
  Wanted wanted;
  const int status = wanted.init(arguments);
  return status >= 0 ? status : Locate(arguments, &wanted).run();
}

}  // namespace nbl::cli
