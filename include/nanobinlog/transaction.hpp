// Committed transactions: a range of the log's bytes, and small records that index into it.
#ifndef NANOBINLOG_TRANSACTION_HPP
#define NANOBINLOG_TRANSACTION_HPP

#include "nanobinlog/event.hpp"
#include "nanobinlog/limits.hpp"
#include "nanobinlog/row.hpp"

namespace nbl {

inline constexpr std::uint8_t kRecordInSide = 0x01;        ///< the event came out of a compressed payload.
inline constexpr std::uint8_t kRecordImagesInSide = 0x02;  ///< only its row images were compressed (MariaDB).

inline constexpr std::uint8_t kRecordWholeBefore = 0x04;   ///< internal: every column is present in the before images,
inline constexpr std::uint8_t kRecordWholeAfter = 0x08;    ///< internal: and in the after images.

/// One event of a transaction that something can be read from: ROWS, ROWS_QUERY, ANNOTATE_ROWS, QUERY. 32 bytes.
struct EventRecord {
  std::uint32_t offset = 0;       ///< from Transaction::wire, or ::side where the flags say so.
  std::uint32_t size = 0;         ///< bytes of the event.
  std::uint32_t table = 0;        ///< ROWS: internal number of its definition; see transaction_table_of().
  std::uint32_t changes = 0;      ///< ROWS: row changes.
  std::uint32_t bitmaps_at = 0;   ///< ROWS, internal: from the event's start.
  std::uint32_t images_at = 0;    ///< ROWS, internal: from the base that holds the images.
  std::uint32_t images_size = 0;
  EventType type = EventType::unknown;
  std::uint8_t flags = 0;         ///< kRecord...
  std::uint16_t rows_flags = 0;   ///< ROWS flags, raw.
};
static_assert(sizeof(EventRecord) == 32);

/// A decoded transaction. Its pointers are the decoder's own until the next call that feeds it; transaction_detach() copies
/// all into the caller's memory, where it stays for good.
struct Transaction {
  std::uint64_t start_offset = 0;   ///< of BEGIN (MariaDB: of the GTID, which is the begin).
  std::uint64_t end_offset = 0;     ///< behind the ending event.
  std::uint64_t xid = 0;
  std::uint64_t event_count = 0;    ///< all events of the range, BEGIN and the ending event included.
  std::uint64_t change_count = 0;   ///< row changes that stand.
  std::uint64_t discarded_changes = 0;  ///< undone by ROLLBACK TO SAVEPOINT, or all of them where rolled back.
  std::uint64_t statement_count = 0;    ///< QUERY events inside that are no boundaries: their changes are not rows.
  std::uint64_t undecoded_events = 0;   ///< ROWS events that the log does not tell how to read (a column type nobody
                                        ///< knows, MariaDB's old high-resolution temporals), or no codec was lent for.
  std::uint64_t wire_bytes = 0;     ///< bytes of the range.
  std::uint32_t timestamp = 0;      ///< of BEGIN, seconds since 1970.
  std::uint32_t commit_timestamp = 0;
  std::uint32_t server_id = 0;
  std::uint32_t record_count = 0;
  std::uint32_t table_count = 0;    ///< tables mapped inside, in order of first use.
  std::uint8_t header_length = kMinHeaderBytes;
  bool has_xid = false;

  // Where it lies.
  const EventRecord* records = nullptr;
  const TableDefinition* definitions = nullptr;
  const Column* columns = nullptr;
  const std::uint32_t* order = nullptr;
  const std::uint8_t* table_bytes = nullptr;
  const std::uint8_t* wire = nullptr;  ///< the byte at wire_offset.
  const std::uint8_t* side = nullptr;  ///< decompressed bytes.
  std::uint64_t wire_offset = 0;       ///< absolute offset of wire[0].
  std::uint64_t wire_size = 0;         ///< bytes that a detached copy takes along.
  std::uint64_t side_size = 0;
};

/// Table `index` < table_count, in order of first use; its definition counts the inserts, updates and deletes that stand.
[[nodiscard]] Table transaction_table(const Transaction& transaction, std::uint32_t index) noexcept;
/// The table of a ROWS record.
[[nodiscard]] Table transaction_table_of(const Transaction& transaction, const EventRecord& record) noexcept;
/// Whether the record is a ROWS event whose rows can be walked.
[[nodiscard]] bool is_rows_record(const EventRecord& record) noexcept;
/// Opens a ROWS record; false where it is none.
[[nodiscard]] bool open_rows(const Transaction& transaction, const EventRecord& record, RowsReader* reader) noexcept;
/// The statement of a ROWS_QUERY, ANNOTATE_ROWS or QUERY record; empty for others.
[[nodiscard]] Span record_statement(const Transaction& transaction, const EventRecord& record) noexcept;
/// The absolute offset of a record's event (inside a payload: that of the payload event).
[[nodiscard]] std::uint64_t record_offset(const Transaction& transaction, const EventRecord& record) noexcept;
/// The header of a record's event.
[[nodiscard]] Header record_header(const Transaction& transaction, const EventRecord& record) noexcept;

/// Bytes that transaction_detach needs.
[[nodiscard]] std::size_t transaction_detached_size(const Transaction& transaction) noexcept;
/// Copies the whole transaction into `memory` (aligned to 8 bytes); output_too_small, workspace_misaligned.
[[nodiscard]] Code transaction_detach(const Transaction& transaction, void* memory, std::size_t size) noexcept;
/// Opens what transaction_detach wrote, in place: `memory` must outlive the result, and may be a copy of the written bytes at
/// another aligned address, in the same process or one of the same build. bad_detached, workspace_misaligned.
[[nodiscard]] Code transaction_open_detached(const void* memory, std::size_t size, Transaction* transaction) noexcept;

// ---- Boundaries

enum class TransactionAction : std::uint8_t { begin, commit, rollback, xid };

/// BEGIN, COMMIT, ROLLBACK (a QUERY) or XID; no state. Words in any case, white space around, one semicolon at most.
struct TransactionBoundary {
  TransactionAction action = TransactionAction::begin;
  std::uint64_t xid = 0;
};
/// not_a_boundary for any other QUERY, query_error_code, bad_query, bad_xid, bad_post_header, unexpected_event otherwise.
[[nodiscard]] bool parse_boundary(const Event& event, const FormatDescription& format, TransactionBoundary* boundary,
                                  Status* status) noexcept;

// ---- Strict decoders

enum class TransactionOutcome : std::uint8_t {
  none = 0,         ///< BEGIN, TABLE_MAP, ROWS: nothing has ended
  committed = 1,
  rolled_back = 2,  ///< the range and discarded_changes; no records
};

struct TransactionStep {
  Header header;
  std::uint32_t consumed = 0;  ///< bytes of this event; 0 where the event could not be told.
  TransactionOutcome outcome = TransactionOutcome::none;
  Transaction transaction;     ///< where outcome is not none.
};

struct TransactionStore;

/// Events of one explicit transaction after another, at true physical offsets, from BEGIN to XID, COMMIT or ROLLBACK. Only QUERY,
/// XID, TABLE_MAP and ROWS v2. Any error drops the pending transaction and its table maps; the next start is a BEGIN.
class TransactionDecoder {
 public:
  /// Places a decoder into `block` (aligned to 8 bytes, transaction_workspace_size bytes, owned by the caller, untouched by
  /// others until the last use). `crc` may be null: the best one is then chosen. Null with a status on failure.
  [[nodiscard]] static TransactionDecoder* init(void* block, std::size_t size, const FormatDescription& format,
                                                const Limits& limits, Input input, Status* status) noexcept;
  /// Takes the event at the start of `input`; bytes behind it are not looked at.
  [[nodiscard]] bool feed(Span input, std::uint64_t offset, TransactionStep* step) noexcept;
  /// The end of input: incomplete_transaction where one is pending, which is dropped. The decoder stays usable.
  [[nodiscard]] bool finish() noexcept;
  [[nodiscard]] const Status& status() const noexcept;
  [[nodiscard]] bool is_active() const noexcept;  ///< between BEGIN and its end.

 private:
  friend class GtidTransactionDecoder;
  TransactionStore* store_ = nullptr;
};

struct GtidTransactionStep {
  Header header;
  std::uint32_t consumed = 0;
  TransactionOutcome outcome = TransactionOutcome::none;
  Gtid gtid;
  Transaction transaction;          ///< the inner one, from BEGIN.
  std::uint64_t start_offset = 0;   ///< outer: of the prefix.
  std::uint64_t end_offset = 0;
  std::uint64_t event_count = 0;    ///< outer: one more.
  std::uint64_t wire_bytes = 0;     ///< outer: the prefix's bytes more.
};

/// Binds a GTID (33) or anonymous (34) prefix to the transaction right behind it. The quotas count the prefix. After any error
/// it has failed for good: gtid_transaction_failed.
class GtidTransactionDecoder {
 public:
  [[nodiscard]] static GtidTransactionDecoder* init(void* block, std::size_t size, const FormatDescription& format,
                                                    const Limits& limits, Input input, Status* status) noexcept;
  [[nodiscard]] bool feed(Span input, std::uint64_t offset, GtidTransactionStep* step) noexcept;
  /// incomplete_gtid_transaction, whose offset is the prefix's.
  [[nodiscard]] bool finish() noexcept;
  [[nodiscard]] const Status& status() const noexcept;
  [[nodiscard]] bool is_active() const noexcept;

 private:
  TransactionStore* store_ = nullptr;
};

}  // namespace nbl

#endif
