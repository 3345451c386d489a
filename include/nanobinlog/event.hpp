// One event of a binary log: its header, its envelope, and the bodies that frame transactions.
//
// Layouts: MySQL's protocol documentation ("Binary Log Event Structures") and libs/mysql/binlog/event/*.h of MySQL 9.x;
// MariaDB's knowledge base ("Replication Protocol") and sql/log_event.h of MariaDB 10.11 for types 160 and up.
// Every span in a parsed body points into the event's own bytes and is valid as long as they are.
#ifndef NANOBINLOG_EVENT_HPP
#define NANOBINLOG_EVENT_HPP

#include "nanobinlog/span.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

enum class EventType : std::uint8_t {
  unknown = 0,
  start_v3 = 1,
  query = 2,
  stop = 3,
  rotate = 4,
  intvar = 5,
  load = 6,
  slave = 7,
  create_file = 8,
  append_block = 9,
  exec_load = 10,
  delete_file = 11,
  new_load = 12,
  rand = 13,
  user_var = 14,
  format_description = 15,
  xid = 16,
  begin_load_query = 17,
  execute_load_query = 18,
  table_map = 19,
  pre_ga_write_rows = 20,
  pre_ga_update_rows = 21,
  pre_ga_delete_rows = 22,
  write_rows_v1 = 23,
  update_rows_v1 = 24,
  delete_rows_v1 = 25,
  incident = 26,
  heartbeat = 27,
  ignorable = 28,
  rows_query = 29,
  write_rows = 30,
  update_rows = 31,
  delete_rows = 32,
  gtid = 33,
  anonymous_gtid = 34,
  previous_gtids = 35,
  transaction_context = 36,
  view_change = 37,
  xa_prepare = 38,
  partial_update_rows = 39,
  transaction_payload = 40,
  heartbeat_v2 = 41,
  gtid_tagged = 42,
  large_transaction_header = 43,
  mariadb_annotate_rows = 160,
  mariadb_binlog_checkpoint = 161,
  mariadb_gtid = 162,
  mariadb_gtid_list = 163,
  mariadb_start_encryption = 164,
  mariadb_query_compressed = 165,
  mariadb_write_rows_compressed_v1 = 166,
  mariadb_update_rows_compressed_v1 = 167,
  mariadb_delete_rows_compressed_v1 = 168,
  mariadb_write_rows_compressed = 169,
  mariadb_update_rows_compressed = 170,
  mariadb_delete_rows_compressed = 171,
};

/// A constant name as servers print it ("Write_rows", "Gtid_tagged"); "Unknown" for a number without one. Never null.
[[nodiscard]] const char* event_type_name(EventType type) noexcept;

inline constexpr std::uint32_t kMinHeaderBytes = 19;
inline constexpr std::uint32_t kChecksumBytes = 4;
inline constexpr std::uint16_t kFlagInUse = 0x0001;        ///< LOG_EVENT_BINLOG_IN_USE_F, only on a format description.
inline constexpr std::uint16_t kFlagArtificial = 0x0020;   ///< LOG_EVENT_ARTIFICIAL_F
inline constexpr std::uint16_t kFlagIgnorable = 0x0080;    ///< LOG_EVENT_IGNORABLE_F

/// The common header, 19 bytes at the start of every event.
struct Header {
  std::uint32_t timestamp = 0;      ///< seconds since 1970, UTC, when the statement started; 0 on artificial events.
  std::uint32_t server_id = 0;
  std::uint32_t event_size = 0;     ///< bytes: header, post-header, payload, checksum.
  std::uint32_t next_position = 0;  ///< wraps at 4 GiB and may be 0; never used to find anything.
  std::uint16_t flags = 0;
  EventType type = EventType::unknown;
};

enum class Checksum : std::uint8_t {
  off = 0,
  crc32 = 1,
  absent = 255,  ///< the server is older than checksums: no algorithm byte in its format description.
};

/// What a FORMAT_DESCRIPTION event (15) says about the log behind it.
struct FormatDescription {
  std::uint16_t binlog_version = 0;   ///< always 4 once parsed.
  std::uint8_t header_length = 0;     ///< bytes of each common header, 19 or more.
  Checksum checksum = Checksum::absent;
  bool mariadb = false;
  std::uint8_t post_header_count = 0; ///< event types 1..post_header_count have a length below.
  std::uint32_t created = 0;          ///< seconds since 1970, or 0.
  std::uint32_t version_number = 0;   ///< major * 10000 + minor * 100 + patch; 0 where the text is no version.
  char server_version[51] = {};       ///< NUL-terminated.
  std::uint8_t post_header_lengths[256] = {};  ///< by event type; 0 where the log does not list the type.

  [[nodiscard]] bool valid() const noexcept { return binlog_version == 4; }
  [[nodiscard]] std::uint32_t checksum_bytes() const noexcept { return checksum == Checksum::crc32 ? kChecksumBytes : 0; }
};

/// One whole event whose envelope has been checked.
struct Event {
  Header header;
  std::uint64_t offset = 0;  ///< absolute, of the event's first byte.
  Span bytes;                ///< the whole event, checksum included.
  Span body;                 ///< post-header and payload: behind the common header, before the checksum.
  std::uint32_t header_length = kMinHeaderBytes;
};

/// The CRC32 function the caller selected; see crc32_best(). Where a parser is given null, checksums are not verified.
using ChecksumFunction = std::uint32_t (*)(std::uint32_t crc, const std::uint8_t* data, std::size_t size) noexcept;

/// Reads 19 bytes. The caller has proved that they are there.
void read_header(const std::uint8_t* bytes, Header* header) noexcept;

/// Parses a whole FORMAT_DESCRIPTION event at the start of `input` (bytes behind it are ignored) and verifies its checksum
/// where it has one, with the in-use flag taken as clear, which is how the server computes it.
[[nodiscard]] bool parse_format_description(Span input, std::uint64_t offset, ChecksumFunction crc,
                                            FormatDescription* format, Event* event, Status* status) noexcept;

/// Takes the event at the start of `input`: size bounds, completeness, checksum. On failure `status` says truncated_event,
/// event_too_small, event_too_large, bad_checksum or offset_overflow.
[[nodiscard]] bool read_event(const FormatDescription& format, Span input, std::uint64_t offset, std::uint32_t max_event_bytes,
                              ChecksumFunction crc, Event* event, Status* status) noexcept;

// ---- Bodies. Each parser takes an event of the right type, checks every byte, and gives false with a status otherwise.

/// QUERY_EVENT (2). MariaDB's compressed form (165) is taken too: its `sql` is then a block for parse_compressed_block().
/// A failed statement (`error_code` not 0) is parsed like any other; it proves no boundary.
struct Query {
  std::uint32_t thread_id = 0;
  std::uint32_t execution_seconds = 0;
  std::uint16_t error_code = 0;
  Span status_variables;
  Span database;  ///< without its NUL.
  Span sql;       ///< to the end of the body, in the client's character set.
};
[[nodiscard]] bool parse_query(const Event& event, const FormatDescription& format, Query* query, Status* status) noexcept;

/// What the status variables of a QUERY tell; unknown codes end the reading without an error, since new ones keep coming.
struct QueryVariables {
  bool has_ddl_xid = false;
  std::uint64_t ddl_xid = 0;               ///< Q_DDL_LOGGED_WITH_XID (17)
  bool has_charset = false;
  std::uint16_t client_collation = 0;      ///< Q_CHARSET_CODE (4)
  std::uint16_t connection_collation = 0;
  std::uint16_t server_collation = 0;
  bool has_flags2 = false;
  std::uint32_t flags2 = 0;                ///< Q_FLAGS2_CODE (0)
  bool has_sql_mode = false;
  std::uint64_t sql_mode = 0;              ///< Q_SQL_MODE_CODE (1)
  Span time_zone;                          ///< Q_TIME_ZONE_CODE (5)
  Span user;                               ///< Q_INVOKER (11)
  Span host;
};
void parse_query_variables(Span status_variables, QueryVariables* variables) noexcept;

/// XID_EVENT (16): the storage engines' transaction number; not a GTID, may repeat.
[[nodiscard]] bool parse_xid(const Event& event, const FormatDescription& format, std::uint64_t* xid, Status* status) noexcept;

/// An XA transaction's name.
struct XaId {
  std::uint32_t format = 0;
  Span gtrid;  ///< at most 64 bytes.
  Span bqual;  ///< at most 64 bytes.
};

/// GTID (33), ANONYMOUS_GTID (34), GTID_TAGGED (42) and MariaDB's GTID (162).
struct Gtid {
  enum class Form : std::uint8_t { anonymous, mysql, tagged, mariadb };
  Form form = Form::anonymous;
  std::uint8_t flags = 0;                    ///< MySQL: bit 0 "may contain statements"; MariaDB: FL_* bits.
  std::uint8_t tag_length = 0;               ///< 0 to 32.
  bool has_logical_clock = false;
  bool has_commit_time = false;
  bool has_transaction_length = false;
  bool has_server_version = false;
  bool has_commit_group_ticket = false;
  bool has_xid = false;                      ///< MariaDB FL_PREPARED_XA / FL_COMPLETED_XA.
  std::uint8_t uuid[16] = {};
  std::int64_t number = 0;                   ///< GNO; 0 where anonymous. MariaDB: the sequence number, read it as unsigned.
  std::int64_t last_committed = 0;
  std::int64_t sequence_number = 0;
  std::uint64_t immediate_commit_us = 0;     ///< microseconds since 1970.
  std::uint64_t original_commit_us = 0;      ///< the same as immediate where the log carries one only.
  std::uint64_t transaction_length = 0;      ///< bytes, a claim: proves nothing and sizes nothing.
  std::uint32_t immediate_server_version = 0;
  std::uint32_t original_server_version = 0;
  std::uint64_t commit_group_ticket = 0;
  // The rarer forms stand behind, so that the common ones are copied without them.
  char tag[32] = {};                         ///< tag_length characters, no NUL.
  std::uint32_t domain_id = 0;               ///< MariaDB, from here on
  std::uint32_t server_id = 0;
  std::uint64_t commit_id = 0;
  XaId xid;
};
// MariaDB's Gtid_log_event flags.
inline constexpr std::uint8_t kMariaGtidStandalone = 0x01;
inline constexpr std::uint8_t kMariaGtidGroupCommitId = 0x02;
inline constexpr std::uint8_t kMariaGtidTransactional = 0x04;
inline constexpr std::uint8_t kMariaGtidAllowParallel = 0x08;
inline constexpr std::uint8_t kMariaGtidWaited = 0x10;
inline constexpr std::uint8_t kMariaGtidDdl = 0x20;
inline constexpr std::uint8_t kMariaGtidPreparedXa = 0x40;
inline constexpr std::uint8_t kMariaGtidCompletedXa = 0x80;
[[nodiscard]] bool parse_gtid(const Event& event, const FormatDescription& format, Gtid* gtid, Status* status) noexcept;

/// ROTATE (4).
struct Rotate {
  std::uint64_t position = 0;  ///< in the next file; at least 4.
  Span file_name;              ///< 1 to 511 bytes.
};
[[nodiscard]] bool parse_rotate(const Event& event, const FormatDescription& format, Rotate* rotate, Status* status) noexcept;

/// XA_PREPARE (38).
struct XaPrepare {
  bool one_phase = false;  ///< then it is a commit.
  XaId xid;
};
[[nodiscard]] bool parse_xa_prepare(const Event& event, const FormatDescription& format, XaPrepare* prepare, Status* status) noexcept;

/// ROWS_QUERY (29) and MariaDB's ANNOTATE_ROWS (160): the statement behind the rows, to the end of the body.
[[nodiscard]] bool parse_rows_query(const Event& event, const FormatDescription& format, Span* sql, Status* status) noexcept;

/// HEARTBEAT (27, 41).
struct Heartbeat {
  Span file_name;
  std::uint64_t position = 0;
};
[[nodiscard]] bool parse_heartbeat(const Event& event, const FormatDescription& format, Heartbeat* heartbeat, Status* status) noexcept;

/// LARGE_TRANSACTION_HEADER (43) of 9.7: at a log's head, where its one large transaction ends. A hint for recovery; nothing is
/// found by it here. Padding follows to the end of the body.
struct LargeTransactionHeader {
  std::uint64_t terminating_offset = 0;
  EventType terminating_type = EventType::unknown;
};
[[nodiscard]] bool parse_large_transaction_header(const Event& event, const FormatDescription& format, LargeTransactionHeader* header,
                                                  Status* status) noexcept;

/// INCIDENT (26): the source lost events.
struct Incident {
  std::uint16_t number = 0;
  Span message;
};
[[nodiscard]] bool parse_incident(const Event& event, const FormatDescription& format, Incident* incident, Status* status) noexcept;

/// INTVAR (5), RAND (13), USER_VAR (14): what a statement behind them reads.
struct StatementVariable {
  enum class Kind : std::uint8_t { insert_id, last_insert_id, rand, user };
  Kind kind = Kind::insert_id;
  std::uint64_t value = 0;  ///< insert ids; the first seed of RAND.
  std::uint64_t seed2 = 0;
  Span name;                ///< user variables.
  bool is_null = false;
  std::uint8_t value_type = 0;  ///< Item_result: 0 string, 1 real, 2 int, 4 decimal.
  bool is_unsigned = false;
  std::uint32_t collation = 0;
  Span content;
};
[[nodiscard]] bool parse_statement_variable(const Event& event, const FormatDescription& format, StatementVariable* variable,
                                            Status* status) noexcept;

/// TRANSACTION_PAYLOAD (40): whole events, compressed together. The fields come in any order and unknown ones are skipped.
struct Payload {
  enum class Algorithm : std::uint8_t { zstd = 0, none = 255 };
  Algorithm algorithm = Algorithm::none;
  std::uint64_t uncompressed_size = 0;  ///< bytes, as claimed; the payload's own where not compressed; 0 where not said.
  Span payload;
};
[[nodiscard]] bool parse_payload(const Event& event, const FormatDescription& format, Payload* payload, Status* status) noexcept;

/// One run of transaction numbers out of a PREVIOUS_GTIDS event (35).
struct GtidInterval {
  std::uint8_t uuid[16] = {};
  char tag[32] = {};
  std::uint8_t tag_length = 0;
  std::int64_t first = 0;  ///< inclusive; 1 or more.
  std::int64_t last = 0;   ///< inclusive. An entry without intervals gives none.
};
/// Walks the intervals of a PREVIOUS_GTIDS event in log order; both forms, with and without tags. `init` checks the whole
/// body, so `next` cannot fail.
struct PreviousGtids {
  Span body;
  bool tagged = false;
  std::uint64_t entries = 0;  ///< uuids, or uuid and tag pairs.
  // Walking state, private.
  std::size_t at = 0;
  std::uint64_t entries_left = 0;
  std::uint64_t intervals_left = 0;
  GtidInterval current;
};
[[nodiscard]] bool parse_previous_gtids(const Event& event, const FormatDescription& format, PreviousGtids* gtids, Status* status) noexcept;
[[nodiscard]] bool next_interval(PreviousGtids* gtids, GtidInterval* interval) noexcept;

/// MariaDB's GTID_LIST (163): the last GTID of each domain and server.
struct MariaGtidList {
  std::uint32_t flags = 0;
  std::uint32_t count = 0;
  Span entries;  ///< count times 16 bytes.
};
struct MariaGtid {
  std::uint32_t domain_id = 0;
  std::uint32_t server_id = 0;
  std::uint64_t sequence = 0;
};
[[nodiscard]] bool parse_maria_gtid_list(const Event& event, const FormatDescription& format, MariaGtidList* list, Status* status) noexcept;
[[nodiscard]] MariaGtid maria_gtid_at(const MariaGtidList& list, std::uint32_t index) noexcept;  ///< index < count

/// MariaDB's BINLOG_CHECKPOINT (161): a file name.
[[nodiscard]] bool parse_maria_checkpoint(const Event& event, const FormatDescription& format, Span* file_name, Status* status) noexcept;

/// VIEW_CHANGE (37) and TRANSACTION_CONTEXT (36) of Group Replication: checked, the id is given.
[[nodiscard]] bool parse_view_change(const Event& event, const FormatDescription& format, Span* view_id, Status* status) noexcept;
[[nodiscard]] bool parse_transaction_context(const Event& event, const FormatDescription& format, Span* server_uuid, Status* status) noexcept;

/// MariaDB's compressed events carry one header byte 0x80 | algorithm << 4 | length width, a big-endian uncompressed
/// length of that width (1 to 4 bytes), then the zlib stream.
struct CompressedBlock {
  std::uint8_t algorithm = 0;  ///< 0 is zlib.
  std::uint32_t uncompressed_size = 0;
  Span stream;
};
[[nodiscard]] bool parse_compressed_block(Span bytes, CompressedBlock* block) noexcept;

}  // namespace nbl

#endif
