// Whole logs through LogReader, in every way it can be fed.
#include <cstdio>

#include "base/crc32.hpp"
#include "reading.hpp"

namespace fuzz {
namespace {

using nbl::StepKind;

bool has_transaction(StepKind kind) {
  switch (kind) {
    case StepKind::committed:
    case StepKind::rolled_back:
    case StepKind::xa_prepared:
    case StepKind::oversized:
    case StepKind::rows:
    case StepKind::incomplete:
      return true;
    default:
      return false;
  }
}

bool ends_group(StepKind kind) {
  switch (kind) {
    case StepKind::committed:
    case StepKind::rolled_back:
    case StepKind::xa_prepared:
    case StepKind::oversized:
    case StepKind::statement:
    case StepKind::xa_committed:
    case StepKind::xa_rolled_back:
    case StepKind::incident:
    case StepKind::incomplete:
      return true;
    default:
      return false;
  }
}

void digest_query(const nbl::Query& query, Digest* digest) {
  digest->add(query.thread_id);
  digest->add(query.database);
  digest->add(query.sql);
  digest->add(query.status_variables);
  nbl::QueryVariables variables;
  nbl::parse_query_variables(query.status_variables, &variables);
  FUZZ_CHECK(inside(variables.time_zone, query.status_variables) && inside(variables.user, query.status_variables) &&
             inside(variables.host, query.status_variables));
  digest->add(variables.time_zone);
  digest->add(variables.user);
  digest->add(variables.host);
}

Line describe(const nbl::Step& step, const ReadOptions& reading) {
  Line line;
  line.kind = step.kind;
  line.start = step.start_offset;
  line.end = step.end_offset;
  Digest digest;
  digest.add(step.event_count);
  digest.add(step.wire_bytes);
  digest.add(static_cast<std::uint64_t>(step.reason));
  digest.add(step.has_gtid);
  digest.add(step.has_xa);
  digest.add(step.event.offset);
  digest.add(static_cast<std::uint64_t>(step.event.header.type));
  digest.add(step.event.bytes);
  digest.add(step.event.body);
  if (step.has_gtid) digest.add(digest_gtid(step.gtid));
  if (step.has_xa) {
    digest.add(step.xa.format);
    digest.add(step.xa.gtrid);
    digest.add(step.xa.bqual);
  }
  if (step.kind == StepKind::statement || step.kind == StepKind::xa_committed || step.kind == StepKind::xa_rolled_back) {
    digest.add(static_cast<std::uint64_t>(step.statement_kind));
    digest_query(step.query, &digest);
  }
  if (step.kind == StepKind::rotate) {
    digest.add(step.rotate.position);
    digest.add(step.rotate.file_name);
  }
  if (step.kind == StepKind::incident) digest.add(step.incident.message);
  if (step.kind == StepKind::oversized) {
    line.outcome = step.outcome;
    digest.add(step.quota_limit);
    digest.add(step.counts_exact);
    digest.add(step.dropped_overflow);
    for (std::uint32_t i = 0; i < step.dropped_count; ++i) {
      FUZZ_CHECK(step.dropped[i].from >= step.start_offset && step.dropped[i].from <= step.dropped[i].to &&
                 step.dropped[i].to <= step.end_offset);
      digest.add(step.dropped[i].from);
      digest.add(step.dropped[i].to);
    }
  }
  if (has_transaction(step.kind)) {
    ReadOptions options = reading;
    options.counts = step.counts_exact;
    if (step.kind == StepKind::committed || step.kind == StepKind::xa_prepared) {
      FUZZ_CHECK(step.transaction.end_offset == step.end_offset);
      FUZZ_CHECK(step.wire_bytes >= step.transaction.wire_bytes && step.event_count >= step.transaction.event_count);
    } else {
      options.detach = false;
      FUZZ_CHECK(step.kind == StepKind::rows || step.transaction.record_count == 0);
    }
    line.changes = static_cast<std::uint32_t>(step.transaction.change_count);
    if (step.kind == StepKind::committed || step.kind == StepKind::xa_prepared || step.kind == StepKind::rolled_back) {
      digest.add(digest_transaction(step.transaction, options));
    } else if (step.kind == StepKind::rows) {
      FUZZ_CHECK(step.transaction.record_count != 0);
      const nbl::EventRecord& record = step.transaction.records[step.transaction.record_count - 1];
      line.changes = record.changes;
    } else {
      digest.add(step.transaction.change_count);
      digest.add(step.transaction.discarded_changes);
      digest.add(step.transaction.undecoded_events);
    }
  }
  line.digest = digest.value();
  return line;
}

class Walk {
 public:
  Walk(const nbl::LogOptions& options, const Feeding& feeding, const ReadOptions& reading)
      : options_(options), feeding_(feeding), reading_(reading), block_(nbl::log_reader_workspace_size(options)) {
    nbl::Status status;
    reader_ = nbl::LogReader::init(block_.data(), block_.size(), options, &status);
    FUZZ_CHECK(reader_ != nullptr);
    if (feeding.at) reader_->begin_at(feeding.format, feeding.offset);
  }

  Trace run(nbl::Span log) {
    // Each event, or each end of a payload's inner event, is one step at most; a rejected byte may cost one as well.
    steps_left_ = log.size * 2 + 64 + options_.limits.max_side_bytes;
    if (options_.input == nbl::Input::stable) {
      run_stable(log);
    } else {
      run_copied(log);
    }
    for (int i = 0; !done_ && i < 4; ++i) {
      nbl::Step step;
      if (!reader_->finish(&step)) {
        add_error();
        break;
      }
      if (step.kind == StepKind::need_more) break;
      FUZZ_CHECK(step.kind == StepKind::incomplete && i == 0);
      trace_.lines.push_back(describe(step, reading_));
    }
    trace_.totals = reader_->totals();
    FUZZ_CHECK(trace_.totals.bytes <= log.size);
    return trace_;
  }

 private:
  std::size_t next_piece(std::size_t left) {
    if (feeding_.seed == 0) return left;
    random_ = random_ * 1664525U + 1013904223U;
    const std::size_t size = (random_ >> 8) % feeding_.longest + 1;
    return size < left ? size : left;
  }

  void add_error() {
    const nbl::Status& status = reader_->status();
    FUZZ_CHECK(!status.ok());
    Line line;
    line.is_error = true;
    line.code = status.code;
    line.start = status.offset;
    Digest digest;
    digest.add(status.event_offset);
    digest.add(status.event_type);
    digest.add(status.column);
    digest.add(status.limit);
    line.digest = digest.value();
    trace_.lines.push_back(line);
  }

  /// After an error: what is documented, and then on where that is asked for. False at the end.
  bool after_error(nbl::Span rest) {
    add_error();
    FUZZ_CHECK(!reader_->in_transaction());
    if (feeding_.recover) {
      const bool recovered = reader_->recover();
      if (recovered) return true;
      FUZZ_CHECK(!reader_->recover());
    }
    std::size_t consumed = 1;
    nbl::Step step;
    FUZZ_CHECK(!reader_->feed(rest, &consumed, &step) && consumed == 0);
    FUZZ_CHECK(reader_->status().code == nbl::Code::failed_before);
    done_ = true;
    return false;
  }

  /// Feeds until more is needed; gives what was consumed.
  std::size_t feed(nbl::Span piece) {
    std::size_t used = 0;
    while (!done_) {
      FUZZ_CHECK(steps_left_-- != 0);
      std::size_t consumed = piece.size + 1;
      nbl::Step step;
      const nbl::Span rest = piece.skip(used);
      const bool good = reader_->feed(rest, &consumed, &step);
      FUZZ_CHECK(consumed <= rest.size);
      used += consumed;
      if (!good) {
        if (!after_error(piece.skip(used))) break;
        continue;
      }
      FUZZ_CHECK(reader_->status().ok());
      if (step.kind == StepKind::need_more) break;
      trace_.lines.push_back(describe(step, reading_));
      if (ends_group(step.kind) && step.end_offset >= feeding_.stop_behind) done_ = true;
      if (ends_group(step.kind) && step.kind != StepKind::incomplete) FUZZ_CHECK(!reader_->in_transaction());
    }
    return used;
  }

  void run_stable(nbl::Span log) {
    std::size_t from = 0;
    std::size_t fed = 0;
    do {
      fed += next_piece(log.size - fed);
      from += feed(nbl::Span{log.data + from, fed - from});
    } while (!done_ && fed != log.size);
  }

  void run_copied(nbl::Span log) {
    // A piece stays until the next call, as spans in steps may; then it is gone.
    std::size_t from = 0;
    do {
      const std::size_t size = next_piece(log.size - from);
      Copy piece(log.skip(from).first(size));
      const std::size_t used = feed(piece.span());
      if (done_) break;
      if (used != size) {
        // Only zeros behind the last event are left lying.
        FUZZ_CHECK(used + from <= log.size);
        leftover_ = true;
        break;
      }
      from += size;
    } while (from != log.size);
  }

  nbl::LogOptions options_;
  Feeding feeding_;
  ReadOptions reading_;
  Block block_;
  nbl::LogReader* reader_ = nullptr;
  Trace trace_;
  std::uint64_t steps_left_ = 0;
  std::uint32_t random_ = feeding_.seed;
  bool done_ = false;
  bool leftover_ = false;
};

bool plain_begin(void* context, nbl::Span compressed) {
  auto* codec = static_cast<PlainCodec*>(context);
  codec->rest = compressed;
  codec->turn = 0;
  // A first byte of 0xff stands for a stream that the decompressor refuses.
  return compressed.size == 0 || compressed.data[0] != 0xff;
}

bool plain_read(void* context, std::uint8_t* out, std::size_t capacity, std::size_t* produced, bool* done) {
  auto* codec = static_cast<PlainCodec*>(context);
  const std::size_t most = capacity < codec->rest.size ? capacity : codec->rest.size;
  const std::size_t wanted = (++codec->turn % 3) * 40 + 1;
  const std::size_t count = wanted < most ? wanted : most;
  if (count != 0) std::memcpy(out, codec->rest.data, count);
  codec->rest = codec->rest.skip(count);
  *produced = count;
  *done = codec->rest.size == 0;
  return true;
}

std::uint32_t le32(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
         static_cast<std::uint32_t>(p[3]) << 24;
}

}  // namespace

bool operator==(const Line& a, const Line& b) {
  return a.kind == b.kind && a.outcome == b.outcome && a.code == b.code && a.start == b.start && a.end == b.end &&
         a.digest == b.digest && a.changes == b.changes && a.is_error == b.is_error;
}

Trace read_log(nbl::Span log, const nbl::LogOptions& options, const Feeding& feeding, const ReadOptions& reading) {
  return Walk(options, feeding, reading).run(log);
}

void print(const Trace& trace) {
  for (const Line& line : trace.lines) {
    std::fprintf(stderr, "  %s kind=%d outcome=%d code=%s %llu..%llu changes=%u digest=%016llx\n", line.is_error ? "error" : "step",
                 static_cast<int>(line.kind), static_cast<int>(line.outcome), nbl::code_name(line.code),
                 static_cast<unsigned long long>(line.start), static_cast<unsigned long long>(line.end), line.changes,
                 static_cast<unsigned long long>(line.digest));
  }
}

void expect_same(const Trace& a, const Trace& b, const char* what) {
  bool same = a.lines.size() == b.lines.size();
  for (std::size_t i = 0; same && i < a.lines.size(); ++i) same = a.lines[i] == b.lines[i];
  if (same) return;
  std::fprintf(stderr, "%s\none:\n", what);
  print(a);
  std::fprintf(stderr, "other:\n");
  print(b);
  fail(__FILE__, __LINE__, what);
}

nbl::Codec plain_codec(PlainCodec* codec) {
  nbl::Codec out;
  out.context = codec;
  out.begin = plain_begin;
  out.read = plain_read;
  return out;
}

void fix_checksums(std::vector<std::uint8_t>* log, bool magic) {
  const nbl::ChecksumFunction crc = nbl::crc32_best();
  nbl::FormatDescription format;
  std::size_t at = magic ? 4 : 0;
  while (at + nbl::kMinHeaderBytes <= log->size()) {
    std::uint8_t* const event = log->data() + at;
    const std::uint32_t size = le32(event + 9);
    if (size < nbl::kMinHeaderBytes || size > log->size() - at) return;
    const bool is_format = event[4] == static_cast<std::uint8_t>(nbl::EventType::format_description);
    if (is_format) {
      nbl::FormatDescription parsed;
      nbl::Event ignored;
      nbl::Status status;
      if (!nbl::parse_format_description(nbl::Span{event, size}, 0, nullptr, &parsed, &ignored, &status)) return;
      format = parsed;
    }
    // A format description has its checksum even where the log behind it has none.
    const bool summed = is_format ? format.checksum != nbl::Checksum::absent : format.checksum_bytes() != 0;
    if (summed && size >= nbl::kMinHeaderBytes + 4) {
      const std::uint8_t flags = event[17];
      if (is_format) event[17] = static_cast<std::uint8_t>(flags & ~nbl::kFlagInUse);
      const std::uint32_t sum = crc(0, event, size - 4);
      event[17] = flags;
      for (std::uint32_t i = 0; i < 4; ++i) event[size - 4 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
    }
    at += size;
  }
}

}  // namespace fuzz
