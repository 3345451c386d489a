// The log reader's state and the pieces it is made of.
#ifndef NBL_LOG_STATE_HPP
#define NBL_LOG_STATE_HPP

#include "nanobinlog/log.hpp"
#include "transaction/store.hpp"

namespace nbl {

enum class Phase : u8 {
  magic,   // at a file's first byte
  format,  // behind the magic
  events,
  failed,
};

/// A group is what one GTID stands for: a transaction, or a statement with the variables in front of it.
enum class Group : u8 {
  idle,
  prefixed,  // a GTID, or variables for a statement, and nothing else yet
  open,      // inside a transaction
};

/// What handling an event came to.
enum class Handled : u8 {
  quiet,  // go on
  step,   // the step is filled
  error,  // the store's status is filled
};

/// How far a TRANSACTION_PAYLOAD has been read; it is read again and again from where it stood.
struct PayloadState {
  bool active = false;
  bool stream_done = false;
  bool ended = false;       // the inner transaction has its end
  bool compressed = false;
  StepKind outcome = StepKind::need_more;
  Span plain;               // not compressed: what is left of it
  Event outer;
  u64 parse_at = 0;         // in the side buffer: next inner event
  u64 filled = 0;           // in the side buffer
};

struct LogState {
  TransactionStore store;
  FormatDescription next_format;  // being parsed: a broken one must not take the place of a good one
  LogOptions options;
  Phase phase = Phase::magic;
  Group group = Group::idle;
  bool standalone = false;      // MariaDB: the next event alone is the group
  bool skip_to_group = false;
  bool has_gtid = false;
  bool has_xa = false;
  bool result_out = false;      // the last step's transaction lies in the store
  bool zero_tail = false;
  bool saw_bytes = false;
  u64 offset = 0;               // absolute, of the next byte to be fed
  u64 file_start_offset = 0;
  u64 prefix_events = 0;        // in front of BEGIN
  u64 prefix_bytes = 0;
  u64 tail = 0;                 // bytes fed and given back: part of an event
  u64 skip_left = 0;            // bytes of a broken event to pass over
  u32 have = 0;                 // bytes of an event being put together behind the store's bytes
  bool recoverable = false;     // after an error: whether the length of the broken event can be believed
  u32 failed_advance = 0;       // its bytes that have been consumed and not yet counted
  u32 failed_skip = 0;          // its bytes that are still to come
  u32 huge_crc = 0;             // of an event that fits no buffer
  u32 huge_left = 0;
  Header huge_header;
  u64 huge_offset = 0;
  Gtid gtid;
  XaId xa;
  u8 xa_bytes[128] = {};
  PayloadState payload;
  LogTotals totals;
};

// log/take.cpp
enum class Taken : u8 { more, event, error, huge };
/// The next whole event, in place or put together. `*used` counts bytes of `input`.
[[nodiscard]] Taken take_event(LogState* state, Span input, usize* used, Event* event) noexcept;

// log/quick.cpp
/// The events that are next and nothing unusual is about, up to the transaction's end. Quiet where one comes that is for
/// take_event().
[[nodiscard]] Handled quick_events(LogState* state, Span input, usize* used, Step* step) noexcept;

// log/dispatch.cpp
[[nodiscard]] Handled handle_event(LogState* state, Event* event, bool inner, Step* step) noexcept;
[[nodiscard]] Handled handle_huge(LogState* state, Step* step) noexcept;

// log/envelope.cpp: each takes the event types that its name says.
[[nodiscard]] Handled handle_variable(LogState* state, Event* event, bool inner) noexcept;
[[nodiscard]] Handled handle_text(LogState* state, Event* event, bool inner) noexcept;
[[nodiscard]] Handled handle_group_replication(LogState* state, Event* event, bool inner) noexcept;
[[nodiscard]] Handled handle_file_block(LogState* state, Event* event, bool inner) noexcept;
[[nodiscard]] Handled handle_load_statement(LogState* state, Event* event, bool inner, Step* step) noexcept;
[[nodiscard]] Handled handle_unknown(LogState* state, Event* event, bool inner, Step* step) noexcept;
[[nodiscard]] Handled handle_envelope(LogState* state, Event* event, Step* step) noexcept;

// log/query.cpp
[[nodiscard]] Handled handle_query(LogState* state, Event* event, bool inner, Step* step) noexcept;
[[nodiscard]] StatementKind classify_statement(Span sql) noexcept;

// log/payload.cpp
[[nodiscard]] Handled begin_payload(LogState* state, Event* event, Step* step) noexcept;
[[nodiscard]] Handled continue_payload(LogState* state, Step* step) noexcept;

// log/inflate.cpp
enum class Inflated : u8 { done, missing, failed, too_large };
/// MariaDB's compressed block into the side buffer.
[[nodiscard]] Inflated inflate_block(LogState* state, Span block, Span* out) noexcept;

// log/group.cpp
void drop_group(LogState* state) noexcept;
/// Opens a group with its first event, or adds to it.
[[nodiscard]] bool admit(LogState* state, Event* event, bool inner) noexcept;
/// The transaction's BEGIN; `event` has been admitted.
void open_transaction(LogState* state, const Event& event) noexcept;
/// The transaction's end; `event` has been admitted.
[[nodiscard]] Handled end_transaction(LogState* state, const Event& event, StepKind kind, bool inner, Step* step) noexcept;
/// A group that is no transaction ends with this event.
[[nodiscard]] Handled end_statement(LogState* state, const Event& event, StepKind kind, Step* step) noexcept;
/// A step about this event alone; the group goes on.
[[nodiscard]] Handled tell(LogState* state, const Event& event, StepKind kind, Code reason, Step* step) noexcept;
/// A group that never ended, because another begins.
[[nodiscard]] Handled tell_incomplete(LogState* state, Code reason, Step* step) noexcept;
/// Deliver::events: the last record as a step.
[[nodiscard]] Handled deliver_rows(LogState* state, const Event& event, bool inner, Step* step) noexcept;

}  // namespace nbl

#endif
