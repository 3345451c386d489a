// Where to go on after a stop: a position, its record in a fixed layout, and two slots that survive a power
// cut.
//
// The rule: deliver a transaction durably first, then acknowledge it, then save. A position moves only by an
// acknowledgement, and only to the end of a transaction; so a stop at any moment repeats at most what was
// delivered and not yet saved, and loses nothing.
#ifndef NANOBINLOG_CHECKPOINT_HPP
#define NANOBINLOG_CHECKPOINT_HPP

#include "nanobinlog/gtid_set.hpp"

namespace nbl {

class LogReader;
struct Step;

/// A log's file name is at most this long, in bytes.
inline constexpr std::size_t kMaxFileNameBytes = 511;

/// What has been acknowledged so far. The sets lie in the caller's blocks (gtid_set_init(),
/// maria_gtid_set_init()); without room they refuse the first GTID, so that none is forgotten in silence.
struct Position {
  char file_name[kMaxFileNameBytes + 1] = {};  ///< without a directory; a NUL behind it.
  std::uint16_t file_name_size = 0;            ///< bytes; 0 where no log has begun.
  std::uint64_t offset = 0;                    ///< absolute, of the first byte that is not acknowledged.
  GtidSet gtids;
  MariaGtidSet maria_gtids;
};

/// Names the log that is read and the offset in it: at the start, and at a rotation once everything before it
/// has been acknowledged. Errors: invalid_argument where the name is empty, too long or holds a NUL.
[[nodiscard]] bool position_begin_file(Position* position, Span file_name, std::uint64_t offset,
                                       Status* status) noexcept;
/// Moves to the end of a transaction and adds its GTID, both or neither. A rolled back transaction, a
/// statement and a transaction nobody could decode count as well: their GTIDs are used up. `gtid` is null
/// where there was no prefix; an anonymous one moves the offset alone. Errors: those of gtid_set_add() and
/// maria_gtid_set_put(); invalid_argument where `end_offset` lies before the position.
[[nodiscard]] bool position_acknowledge(Position* position, const Gtid* gtid, std::uint64_t end_offset,
                                        Status* status) noexcept;

/// Acknowledges a step of `reader`, called before the reader is fed again. What ends a transaction or a
/// statement moves the position as position_acknowledge() does; a rotation names the next log; a
/// PREVIOUS_GTIDS or GTID_LIST event adds what the logs before hold, so that the set is whole from the first
/// file on. Everything else moves the offset where no transaction is open, and nothing inside one; neither
/// does an incomplete tail. Who acknowledges later, out of step with the reader, keeps the step's GTID and
/// end_offset (and a rotation's name) and calls the functions above. Errors: theirs, and those of the
/// events' parsers; on gtid_set_quota a part of a PREVIOUS_GTIDS event may be in the set.
[[nodiscard]] bool position_acknowledge_step(Position* position, const LogReader& reader, const Step& step,
                                             Status* status) noexcept;

/// Orders the names of logs: byte by byte up to the last dot, then by the number behind it, of any width
/// (binlog.999999 comes before binlog.1000000). Below 0, 0 or above 0.
[[nodiscard]] int compare_log_names(Span a, Span b) noexcept;

// ---- The record.

inline constexpr std::uint16_t kCheckpointVersion = 1;

/// What a record holds. Spans are the caller's when written; when read they point into the record's bytes.
struct Checkpoint {
  std::uint64_t generation = 0;  ///< grows with each save; a CheckpointStore sets it.
  Span file_name;                ///< at most kMaxFileNameBytes.
  std::uint64_t offset = 0;      ///< bytes, absolute, in that log.
  Span gtids;                    ///< text of a GTID set, at most 2^32 - 1 bytes; empty where there is none.
  Span maria_gtids;              ///< text of MariaDB's positions, likewise.
  bool has_server_uuid = false;
  bool has_server_id = false;
  bool has_output_bytes = false;
  std::uint8_t server_uuid[16] = {};  ///< whose log it is, for names are the same on every server.
  std::uint32_t server_id = 0;
  std::uint64_t output_bytes = 0;  ///< length of the output that belongs to this position: cut it to that.
};

/// Bytes of the record, 0 where the checkpoint cannot be written (a span is too long).
[[nodiscard]] std::size_t checkpoint_record_size(const Checkpoint& checkpoint) noexcept;
/// Writes a record and its size. Errors: invalid_argument, output_too_small (Status::needed).
[[nodiscard]] bool checkpoint_write(const Checkpoint& checkpoint, ChecksumFunction crc, std::uint8_t* out,
                                    std::size_t size, std::size_t* written, Status* status) noexcept;
/// Reads the record at the start of `bytes`; what lies behind it is ignored, as in a flash page. Errors:
/// checkpoint_corrupt, and checkpoint_version for a whole record that a later release wrote.
[[nodiscard]] bool checkpoint_read(Span bytes, ChecksumFunction crc, Checkpoint* checkpoint,
                                   Status* status) noexcept;
/// False where both sides name their server, by uuid or else by id, and the names differ: the position is
/// another server's, whatever its file name says.
[[nodiscard]] bool checkpoint_same_server(const Checkpoint& a, const Checkpoint& b) noexcept;

/// Fills in file name, offset and both sets; the texts are printed into `text`, which the checkpoint then
/// points to. `*needed` says how many bytes they take, also on output_too_small.
[[nodiscard]] bool checkpoint_from_position(const Position& position, char* text, std::size_t size,
                                            Checkpoint* checkpoint, std::size_t* needed,
                                            Status* status) noexcept;
/// The other way. Where it fails the position is unchanged but for the sets, which may be cleared. Errors:
/// those of the set parsers, checkpoint_corrupt for a file name no log has.
[[nodiscard]] bool position_from_checkpoint(Position* position, const Checkpoint& checkpoint,
                                            Status* status) noexcept;

// ---- Two slots.

/// Two places that hold a record each, on whatever keeps bytes: files, flash sectors, rows of a table. Every
/// function gives false where the medium failed. `slot` is 0 or 1.
///
/// What the store relies on, and all it relies on:
///  - write() touches the bytes of its own slot only. Cut at any byte, it leaves anything at all in that
///  slot.
///  - Once sync() of a slot has given true, read() gives what was last written to that slot, whatever
///  happens,
///    until the next write() to it. Before that, read() may give it, or anything else.
struct SlotPort {
  void* context = nullptr;
  std::size_t slot_bytes = 0;  ///< the longest record that a slot takes.
  /// Puts the slot's bytes into `out`, at most `size`, and into `*held` how many the slot has: 0 where
  /// nothing was ever written. More than were written may come back (an erased page), never fewer.
  bool (*read)(void* context, unsigned slot, std::uint8_t* out, std::size_t size,
               std::size_t* held) = nullptr;
  /// Replaces what the slot holds, `size` <= slot_bytes.
  bool (*write)(void* context, unsigned slot, const std::uint8_t* bytes, std::size_t size) = nullptr;
  /// Waits until the slot's last write cannot be lost any more.
  bool (*sync)(void* context, unsigned slot) = nullptr;
};

/// Saves checkpoints so that a whole one is always found. It writes the slot that does not hold the newest
/// record, then waits for it, so that the newest whole record is never at risk. One user at a time: the port
/// must keep a second process out. Fields are private.
struct CheckpointStore {
  SlotPort port;
  ChecksumFunction crc = nullptr;
  std::uint8_t* buffer = nullptr;
  std::size_t buffer_bytes = 0;
  std::uint64_t generation = 0;  ///< of the newest record, 0 where there is none.
  unsigned newest = 1;           ///< its slot; where there is none, the first save goes to slot 0.
};

/// Reads both slots and syncs the newest record. A new medium must be empty or erased. `buffer` holds one
/// record at a time, port.slot_bytes or more (workspace_too_small), and stays the store's. `*found` says
/// whether there is a record; `*latest` points into the buffer until the next save. A slot that was cut while
/// it was written is passed over. Errors: checkpoint_io; checkpoint_corrupt where neither slot is whole and
/// neither is blank, which no power cut does; checkpoint_version where a later release wrote the newer
/// record; workspace_too_small where a slot holds a record longer than slot_bytes.
[[nodiscard]] bool checkpoint_store_open(CheckpointStore* store, const SlotPort& port, std::uint8_t* buffer,
                                         std::size_t buffer_bytes, ChecksumFunction crc, Checkpoint* latest,
                                         bool* found, Status* status) noexcept;
/// Saves, with the next generation. Where true is given, it is on the medium to stay. On failure
/// (invalid_argument, output_too_small, checkpoint_io) the record before is still there, and the call may be
/// repeated. The checkpoint's spans must not point into the store's buffer.
[[nodiscard]] bool checkpoint_store_save(CheckpointStore* store, const Checkpoint& checkpoint,
                                         Status* status) noexcept;

}  // namespace nbl

#endif
