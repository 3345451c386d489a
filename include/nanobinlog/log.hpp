// A whole log, or a stream of one, as typed steps. What most callers use.
#ifndef NANOBINLOG_LOG_HPP
#define NANOBINLOG_LOG_HPP

#include "nanobinlog/transaction.hpp"

namespace nbl {

/// A decompressor that the caller lends. It works in the caller's own memory, behind `context`.
struct Codec {
  void* context = nullptr;
  /// Begins a stream. False where the context cannot take it.
  bool (*begin)(void* context, Span compressed) = nullptr;
  /// Writes up to `capacity` bytes; `*produced` says how many, `*done` whether the stream is over. False on broken input.
  bool (*read)(void* context, std::uint8_t* out, std::size_t capacity, std::size_t* produced, bool* done) = nullptr;
};
struct Codecs {
  Codec zstd;  ///< TRANSACTION_PAYLOAD
  Codec zlib;  ///< MariaDB's compressed events
};

/// What LogReader hands out of transactions.
enum class Deliver : std::uint8_t {
  transactions = 0,  ///< each once it has ended, whole.
  events = 1,        ///< each ROWS event as a step of its own, before its transaction ends: only for a range that is known to be
                     ///< committed (see StepKind::oversized). Fixed memory, whatever the transaction's size.
};

struct LogOptions {
  Limits limits;
  Input input = Input::copied;
  Deliver deliver = Deliver::transactions;
  bool verify_checksums = true;
  Codecs codecs;
};

enum class StepKind : std::uint8_t {
  need_more = 0,      ///< all input has been consumed (or, over stable input, what is left is part of an event).
  committed = 1,
  rolled_back = 2,
  statement = 3,      ///< DDL, statement-format DML outside a transaction and the like: `statement`.
  xa_prepared = 4,    ///< rows that wait for an XA COMMIT elsewhere.
  xa_committed = 5,   ///< XA COMMIT of an id prepared before; no rows of its own (one-phase commits are `committed` with an id).
  xa_rolled_back = 6,
  format = 7,         ///< a format description: a log begins.
  previous_gtids = 8, ///< `event`; parse_previous_gtids or parse_maria_gtid_list walks it.
  rotate = 9,         ///< the log ends; the next one's name.
  stop = 10,          ///< the server stopped.
  incident = 11,      ///< the source lost events.
  unsupported = 12,   ///< `event`, with a reason in `reason`: not decoded; reading goes on.
  ignored = 13,       ///< an event that says itself that it may be ignored, of a type nobody here knows.
  oversized = 14,     ///< a transaction over a quota (`reason`), with its range, its outcome and all counts; no records.
  rows = 15,          ///< Deliver::events only: one ROWS event, as a transaction of one record.
  incomplete = 16,    ///< finish(): a transaction or prefix without its end; dropped.
};

enum class StatementKind : std::uint8_t { other = 0, ddl = 1, dml = 2, begin = 3, commit = 4, rollback = 5, savepoint = 6, xa = 7, load = 8 };

/// Bytes whose rows a ROLLBACK TO SAVEPOINT undid, in an oversized transaction.
struct DroppedRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

/// One thing that happened in the log. Only the fields that its kind speaks of are set. Spans live until the next call; over stable input as long as the input.
struct Step {
  StepKind kind = StepKind::need_more;
  bool has_gtid = false;         ///< a prefix was there (it may be anonymous).
  bool has_xa = false;
  Code reason = Code::ok;        ///< unsupported, oversized, incomplete: why.
  StepKind outcome = StepKind::need_more;  ///< oversized: what it would have been.
  StatementKind statement_kind = StatementKind::other;
  Event event;                   ///< the event that made the step. Inside a payload: the payload event.
  std::uint64_t start_offset = 0;  ///< of the prefix, else of the first event.
  std::uint64_t end_offset = 0;    ///< where reading may go on once this step has been acknowledged.
  std::uint64_t event_count = 0;   ///< prefix included.
  std::uint64_t wire_bytes = 0;
  Gtid gtid;
  XaId xa;
  Transaction transaction;
  Query query;                   ///< statement, xa_*
  Rotate rotate;
  Incident incident;
  std::uint64_t quota_limit = 0;   ///< oversized
  std::uint64_t quota_needed = 0;
  // Of an oversized transaction, and of the end of one delivered event by event:
  bool counts_exact = true;        ///< whether the tables' counts are whole; if not, read the range again.
  bool dropped_overflow = false;   ///< more ranges were dropped than `dropped` can tell.
  const DroppedRange* dropped = nullptr;
  std::uint32_t dropped_count = 0;
};

/// Totals since init.
struct LogTotals {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
};

[[nodiscard]] std::size_t log_reader_workspace_size(const LogOptions& options) noexcept;

struct LogState;

/// Walks logs event by event. Feed it a file from its first byte (magic included); after a rotation feed the next file, either
/// from its magic or, as on a connection, from its format description. One handle, one thread at a time.
class LogReader {
 public:
  /// Places a reader into the caller's block (aligned to 8 bytes). Null with a status on failure.
  [[nodiscard]] static LogReader* init(void* block, std::size_t size, const LogOptions& options, Status* status) noexcept;

  /// Reads on until something has happened. `*consumed` is always set, also on error: bytes of `input` that are done with.
  /// Call again with the rest, until the step is need_more. Over stable input the spans of successive calls must follow each
  /// other in memory while a transaction is pending (not_contiguous otherwise).
  /// False with status() on broken input; the reader then refuses further input until recover() or begin_file().
  [[nodiscard]] bool feed(Span input, std::size_t* consumed, Step* step) noexcept;

  /// The end of input. True with a step need_more: all was whole. True with `incomplete`: a transaction was cut off, which has
  /// been dropped; call again, since there may be a cut event as well. False: incomplete_event (a cut tail inside an event),
  /// empty_log.
  [[nodiscard]] bool finish(Step* step) noexcept;

  /// Starts another file at `offset` (0: from its magic). Drops what is pending.
  void begin_file() noexcept;
  /// Starts in the middle: `format` from the log's head, the next byte fed is at absolute `offset`, an event's first.
  void begin_at(const FormatDescription& format, std::uint64_t offset) noexcept;
  /// After an error: drops what is pending and skips the broken event by its length where that is plausible (false where not: the
  /// rest cannot be found); then skips to the next start of a transaction.
  [[nodiscard]] bool recover() noexcept;

  [[nodiscard]] const Status& status() const noexcept;
  [[nodiscard]] const FormatDescription& format() const noexcept;
  [[nodiscard]] LogTotals totals() const noexcept;
  [[nodiscard]] std::uint64_t offset() const noexcept;  ///< absolute, of the next byte to be fed.
  [[nodiscard]] bool in_transaction() const noexcept;

 private:
  LogState* state_ = nullptr;
};

}  // namespace nbl

#endif
