/*
 * nanobinlog: committed transactions out of MySQL and MariaDB binary logs, without ever asking for memory.
 * This is the C interface, and the only header that a C caller needs. C99; it also compiles as C++.
 *
 * In five steps:
 *
 *   1. Fill an nbl_options (NBL_OPTIONS_INIT) and take a block of nbl_workspace_size() bytes, or a static one
 * of NBL_WORKSPACE_SIZE() bytes, aligned to 8.
 *   2. nbl_init() places a reader into it.
 *   3. nbl_feed() takes bytes in pieces of any size and tells one thing that happened at a time, as an
 * nbl_step.
 *   4. Of a step that holds a transaction, nbl_step_transaction() gives a view; nbl_rows_open() walks its
 * rows, and nbl_rows_next_cell() or nbl_rows_cells() give the cells.
 *   5. nbl_finish() at the end of input.
 *
 * What holds for every declaration below, unless it says otherwise:
 *
 * - Since: 0.1.0.
 * - Memory: all of it is the caller's. Handles live in memory that the caller handed over, which must be
 * aligned to 8 bytes, must stay where it is, and may be freed or used again as soon as no call needs the
 * handle any more; there is nothing to destroy. The library takes no other memory, opens no file, keeps no
 * global state and never calls abort().
 * - Results: nbl_code, NBL_OK (0) or the reason. NBL_END says that there is nothing (more) to give; it is no
 * error. An output is written only where NBL_OK is returned, but for what a function says is always set.
 * - Wrong use (a null pointer, a handle that was never placed, an index behind the end, a struct_size out of
 * range) gives NBL_INVALID_ARGUMENT or NBL_INDEX_OUT_OF_RANGE, changes nothing, and leaves the handle as
 * usable as it was.
 * - Structs that begin with `struct_size`: set it to sizeof the struct before the call. Such structs only
 * ever grow at the end. A library that knows fewer fields than the caller sets the ones it does not know to
 * zero; a library that knows more stops where the caller's struct ends. An option a library does not know
 * must be zero. Between 8 and 4096.
 * - Numbers: error codes and all other constants are never renumbered, and a number is never used again.
 * - Offsets are absolute byte offsets in the log file; sizes are bytes; times are seconds since 1970, UTC.
 * - Bytes (nbl_bytes) are borrowed, unaligned and not NUL-terminated. Names and statements come as the log
 * has them.
 * - Threads: one handle, one thread at a time. Two handles share nothing, whatever they were made from,
 * except for the bytes that they both read: a detached transaction may be opened by many threads at once,
 * each with a handle of its own.
 * - Signals and interrupts: nothing here blocks or takes a lock. A call may be interrupted, not re-entered,
 * on one handle.
 */
#ifndef NANOBINLOG_H
#define NANOBINLOG_H

#include <stddef.h>
#include <stdint.h>

#if defined(NBL_BUILD_SHARED) && defined(__GNUC__)
#define NBL_API __attribute__((visibility("default")))
#else
#define NBL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/* Version of this header. */
#define NBL_VERSION_STRING "0.1.0"
/* The binary interface of this header, which is the N of libnanobinlog.so.N. It changes only where an old
 * caller could not go on; nbl_init() refuses a caller that was compiled for another. */
#define NBL_ABI_VERSION 1u

/* Version and interface of the library itself. Constant text, never null. */
NBL_API const char* nbl_version(void);
NBL_API uint32_t nbl_abi_version(void);

/* ---- Results ---- */

/* NBL_OK, NBL_END, or one of the codes below. Their meanings stand in README under "Errors". */
typedef uint32_t nbl_code;

enum {
  NBL_OK = 0,
  NBL_INVALID_ARGUMENT = 1,
  NBL_WORKSPACE_TOO_SMALL = 2,
  NBL_WORKSPACE_MISALIGNED = 3,
  NBL_ABI_MISMATCH = 4,
  NBL_FAILED_BEFORE = 5,
  NBL_STALE_RESULT = 6,
  NBL_INDEX_OUT_OF_RANGE = 7,
  NBL_OUTPUT_TOO_SMALL = 8,
  NBL_NOT_CONTIGUOUS = 9,
  NBL_BAD_DETACHED = 10,
  NBL_BAD_MAGIC = 100,
  NBL_ENCRYPTED_LOG = 101,
  NBL_TRUNCATED_EVENT = 102,
  NBL_EVENT_TOO_SMALL = 103,
  NBL_EVENT_TOO_LARGE = 104,
  NBL_BAD_CHECKSUM = 105,
  NBL_BAD_FORMAT_DESCRIPTION = 106,
  NBL_UNSUPPORTED_BINLOG_VERSION = 107,
  NBL_UNSUPPORTED_CHECKSUM = 108,
  NBL_MISSING_FORMAT_DESCRIPTION = 109,
  NBL_OFFSET_OVERFLOW = 110,
  NBL_UNEXPECTED_EVENT = 111,
  NBL_BAD_POST_HEADER = 112,
  NBL_BAD_QUERY = 120,
  NBL_QUERY_ERROR_CODE = 121,
  NBL_BAD_XID = 122,
  NBL_BAD_GTID = 123,
  NBL_BAD_PREVIOUS_GTIDS = 124,
  NBL_BAD_ROTATE = 125,
  NBL_BAD_ROWS_QUERY = 126,
  NBL_BAD_XA_PREPARE = 127,
  NBL_BAD_HEARTBEAT = 128,
  NBL_BAD_PAYLOAD = 129,
  NBL_BAD_INCIDENT = 130,
  NBL_BAD_STATEMENT_EVENT = 131,
  NBL_BAD_GROUP_EVENT = 132,
  NBL_BAD_MARIADB_EVENT = 133,
  NBL_BAD_IGNORABLE = 134,
  NBL_UNSUPPORTED_EVENT = 135,
  NBL_BAD_TABLE_MAP = 200,
  NBL_BAD_TABLE_METADATA = 201,
  NBL_UNSUPPORTED_COLUMN_TYPE = 202,
  NBL_MISSING_TABLE_MAP = 203,
  NBL_TABLE_QUOTA = 204,
  NBL_COLUMN_QUOTA = 205,
  NBL_TABLE_BYTES_QUOTA = 206,
  NBL_BAD_ROWS = 207,
  NBL_COLUMN_COUNT_MISMATCH = 208,
  NBL_ROW_TRUNCATED = 209,
  NBL_ROWS_NO_PROGRESS = 210,
  NBL_ROWS_LIMIT = 211,
  NBL_IMAGE_LIMIT = 212,
  NBL_BAD_PACKED_INTEGER = 213,
  NBL_BAD_PARTIAL_UPDATE = 214,
  NBL_VALUE_TRUNCATED = 300,
  NBL_VALUE_TOO_LONG = 301,
  NBL_BAD_DECIMAL = 302,
  NBL_BAD_TEMPORAL = 303,
  NBL_BAD_ENUM = 304,
  NBL_BAD_SET = 305,
  NBL_BAD_JSON = 306,
  NBL_JSON_TOO_DEEP = 307,
  NBL_BAD_GEOMETRY = 308,
  NBL_BAD_VECTOR = 309,
  NBL_BAD_BIT = 310,
  NBL_OLD_HIRES_TEMPORAL = 311,
  NBL_BAD_JSON_DIFF = 312,
  NBL_SIGNEDNESS_UNKNOWN = 313,
  NBL_MISSING_BEGIN = 400,
  NBL_NESTED_BEGIN = 401,
  NBL_OFFSET_GAP = 402,
  NBL_OFFSET_OVERLAP = 403,
  NBL_INCOMPLETE_TRANSACTION = 404,
  NBL_NOT_A_BOUNDARY = 405,
  NBL_EVENT_QUOTA = 410,
  NBL_CHANGE_QUOTA = 411,
  NBL_BYTE_QUOTA = 412,
  NBL_SAVEPOINT_QUOTA = 413,
  NBL_MISSING_GTID = 450,
  NBL_GTID_WITHOUT_BEGIN = 451,
  NBL_SECOND_GTID = 452,
  NBL_INCOMPLETE_GTID_TRANSACTION = 453,
  NBL_GTID_TRANSACTION_FAILED = 454,
  NBL_INCOMPLETE_EVENT = 500,
  NBL_EMPTY_LOG = 501,
  NBL_STARTED_INSIDE_GROUP = 502,
  NBL_UNKNOWN_SAVEPOINT = 503,
  NBL_CODEC_MISSING = 510,
  NBL_CODEC_FAILED = 511,
  NBL_CODEC_TOO_LARGE = 512,
  NBL_GTID_SET_SYNTAX = 520,
  NBL_GTID_SET_QUOTA = 521,
  NBL_GTID_SET_RANGE = 522,
  NBL_CHECKPOINT_IO = 530,
  NBL_CHECKPOINT_CORRUPT = 531,
  NBL_CHECKPOINT_VERSION = 532,
  NBL_TEXT_OUTPUT_FULL = 600
};
/* Nothing (more) to give: the end of a walk, or something that this log does not carry. Not an error. */
enum { NBL_END = 1000 };

/* A constant English name, as in "bad_checksum"; "unknown" for a number that is none. Never null. */
NBL_API const char* nbl_code_name(nbl_code code);
/* One constant English sentence: what it means and what to do. Never null. */
NBL_API const char* nbl_code_text(nbl_code code);

/* No column is involved. */
#define NBL_NO_COLUMN 0xffffffffu

/* What went wrong and where. Fields are 0 where unknown. */
typedef struct nbl_status {
  uint32_t struct_size;
  nbl_code code;
  uint32_t event_type;   /* NBL_EVENT_ */
  uint32_t event_offset; /* bytes from the event's first byte. */
  uint32_t column;       /* from 0, or NBL_NO_COLUMN. */
  uint32_t reserved;     /* 0 */
  uint64_t offset;       /* absolute: the event's start plus event_offset. */
  uint64_t limit;        /* the quota that was hit; the block's size where that is too small. */
  uint64_t needed;       /* what would have been needed, in the same unit. */
} nbl_status;
#define NBL_STATUS_INIT \
  { (uint32_t)sizeof(nbl_status), 0, 0, 0, NBL_NO_COLUMN, 0, 0, 0, 0 }

/* Borrowed bytes. `data` may be null only where `size` is 0. Fixed for good: never grows. */
typedef struct nbl_bytes {
  const uint8_t* data;
  size_t size;
} nbl_bytes;

/* ---- Options and memory ---- */

/* nbl_options.input */
enum {
  NBL_INPUT_COPIED =
      0, /* events are copied into the block: the caller's buffer is its own again after each step. */
  NBL_INPUT_STABLE =
      1 /* every byte fed stays readable and unchanged as long as transactions over it are in use, and what is
           fed lies in one piece of memory (a mapped file). Nothing is copied; max_bytes takes no room. */
};
/* nbl_options.deliver */
enum {
  NBL_DELIVER_TRANSACTIONS = 0, /* whole ones, once they have ended. */
  NBL_DELIVER_EVENTS = 1 /* each ROWS event as a step of its own, before its transaction ends: only for a
                            range that is known to be committed (see NBL_STEP_OVERSIZED). Constant memory. */
};

/* A decompressor that the caller lends, with its memory behind `context`. Fixed for good: never grows. Each
 * returns 1, or 0 where the input is broken. They run inside nbl_feed(), on its thread, and must not call
 * into the same reader. */
typedef struct nbl_codec {
  void* context;
  /* Begins a stream; `compressed` stays readable until the stream is done or another begins. */
  int32_t (*begin)(void* context, const uint8_t* compressed, size_t size);
  /* Writes at most `capacity` bytes to `out`, says in `*produced` how many, and in `*done` (0 or 1) whether
   * that was all. */
  int32_t (*read)(void* context, uint8_t* out, size_t capacity, size_t* produced, int32_t* done);
} nbl_codec;

/* Quotas are of one transaction unless they say otherwise, and must be positive (max_side_bytes may be 0). A
 * transaction over a quota is no error of the reader: it comes as NBL_STEP_OVERSIZED. */
typedef struct nbl_options {
  uint32_t struct_size;
  uint32_t input;            /* NBL_INPUT_ */
  uint32_t deliver;          /* NBL_DELIVER_ */
  uint32_t verify_checksums; /* 1 or 0; where the log has any. */
  uint64_t max_bytes;        /* bytes of encoded events; over NBL_INPUT_STABLE it counts and takes no room. */
  uint32_t max_events;       /* events, the GTID prefix and both ends included. */
  uint32_t max_changes;      /* row changes; an UPDATE's before and after are one. Takes no room. */
  uint32_t max_event_bytes;  /* bytes of one event. Takes no room. */
  uint32_t max_event_changes; /* row changes of one ROWS event. Takes no room. */
  uint32_t max_image_bytes;   /* bytes of one row image. Takes no room. */
  uint32_t max_tables;        /* table definitions. */
  uint32_t max_columns;       /* columns of all table definitions together. */
  uint32_t max_table_bytes;   /* bytes of all TABLE_MAP bodies together. */
  uint32_t max_savepoints;    /* savepoints alive at once. */
  uint32_t max_side_bytes;    /* bytes of decompressed events; 0 refuses compressed ones. */
  nbl_codec zstd;             /* MySQL's TRANSACTION_PAYLOAD; null functions where there is none. */
  nbl_codec zlib;             /* MariaDB's compressed events: a zlib stream with its header. */
} nbl_options;

#define NBL_DEFAULT_MAX_BYTES 67108864u
#define NBL_DEFAULT_MAX_EVENTS 4096u
#define NBL_DEFAULT_MAX_CHANGES 10000u
#define NBL_DEFAULT_MAX_EVENT_BYTES 16777216u
#define NBL_DEFAULT_MAX_EVENT_CHANGES 1024u
#define NBL_DEFAULT_MAX_IMAGE_BYTES 16777216u
#define NBL_DEFAULT_MAX_TABLES 256u
#define NBL_DEFAULT_MAX_COLUMNS 4096u
#define NBL_DEFAULT_MAX_TABLE_BYTES 262144u
#define NBL_DEFAULT_MAX_SAVEPOINTS 16u
#define NBL_DEFAULT_MAX_SIDE_BYTES 0u

/* nbl_options options = NBL_OPTIONS_INIT; */
#define NBL_OPTIONS_INIT                                                                                 \
  {                                                                                                      \
    (uint32_t)sizeof(nbl_options), NBL_INPUT_COPIED, NBL_DELIVER_TRANSACTIONS, 1, NBL_DEFAULT_MAX_BYTES, \
        NBL_DEFAULT_MAX_EVENTS, NBL_DEFAULT_MAX_CHANGES, NBL_DEFAULT_MAX_EVENT_BYTES,                    \
        NBL_DEFAULT_MAX_EVENT_CHANGES, NBL_DEFAULT_MAX_IMAGE_BYTES, NBL_DEFAULT_MAX_TABLES,              \
        NBL_DEFAULT_MAX_COLUMNS, NBL_DEFAULT_MAX_TABLE_BYTES, NBL_DEFAULT_MAX_SAVEPOINTS,                \
        NBL_DEFAULT_MAX_SIDE_BYTES, {NULL, NULL, NULL}, {                                                \
      NULL, NULL, NULL                                                                                   \
    }                                                                                                    \
  }

/* What each quota costs, in bytes, on every machine. A little is kept in reserve, so that these can stay what
 * they are while the library grows: a static block compiled with this header is large enough for every
 * library of the same interface. */
#define NBL_STATE_SIZE 6144u
#define NBL_EVENT_SIZE 32u
#define NBL_TABLE_SIZE 112u
#define NBL_COLUMN_SIZE 20u
#define NBL_SAVEPOINT_SIZE 72u

/* Bytes of a block for these limits, as a constant expression of type size_t: the same number that
 * nbl_workspace_size() gives. Over NBL_INPUT_STABLE give 0 for max_bytes. SIZE_MAX where no block could be
 * large enough. */
#define NBL_WORKSPACE_SIZE(max_events, max_bytes, max_tables, max_columns, max_table_bytes, max_savepoints, \
                           max_side_bytes)                                                                  \
  NBL_SIZE_T_((uint64_t)(max_bytes) > UINT64_C(0x4000000000000000)                                          \
                  ? UINT64_C(0xffffffffffffffff)                                                            \
                  : NBL_STATE_SIZE + (uint64_t)(max_events)*NBL_EVENT_SIZE +                                \
                        (uint64_t)(max_tables)*NBL_TABLE_SIZE + (uint64_t)(max_columns)*NBL_COLUMN_SIZE +   \
                        (uint64_t)(max_savepoints)*NBL_SAVEPOINT_SIZE + NBL_ROUND_8_(max_table_bytes) +     \
                        NBL_ROUND_8_(max_side_bytes) + NBL_ROUND_8_(max_bytes))
#define NBL_ROUND_8_(bytes) (((uint64_t)(bytes) + 7u) & ~UINT64_C(7))
#define NBL_SIZE_T_(bytes) ((bytes) >= SIZE_MAX ? SIZE_MAX : (size_t)(bytes))

/* Declares room for a handle or a block: `static NBL_ROOM(block, NBL_WORKSPACE_SIZE(...));` Pass it as
 * `block, sizeof block`. */
#define NBL_ROOM(name, bytes) uint64_t name[((bytes) + 7u) / 8u] NBL_ALIGN_8_
#ifdef __GNUC__
#define NBL_ALIGN_8_ __attribute__((aligned(8)))
#else
#define NBL_ALIGN_8_
#endif

/* Bytes of a block for these options; null means the defaults. 0 where the options are wrong (see nbl_init).
 * The same block holds a reader (nbl_init) or a strict decoder (nbl_decoder_init). */
NBL_API size_t nbl_workspace_size(const nbl_options* options);

/* ---- Reading a log ---- */

/* Walks a whole log, or a stream of one. Lives in the block it was placed into. */
typedef struct nbl_reader nbl_reader;

/* nbl_init(block, size, options, reader, status) places a reader into `block`, which the caller must not
 * touch until the last use of the reader. `options` may be null for the defaults; it is copied. `status` may
 * be null. Errors, told in `status` as well: NBL_ABI_MISMATCH, NBL_INVALID_ARGUMENT (a null pointer, a quota
 * that is 0, an option that is not known), NBL_WORKSPACE_MISALIGNED, NBL_WORKSPACE_TOO_SMALL
 * (nbl_status.needed says how many bytes it takes). */
#define nbl_init(block, size, options, reader, status) \
  nbl_init_abi(block, size, options, NBL_ABI_VERSION, reader, status)
NBL_API nbl_code nbl_init_abi(void* block, size_t size, const nbl_options* options, uint32_t abi_version,
                              nbl_reader** reader, nbl_status* status);

/* nbl_step.kind, and which functions tell more. */
enum {
  /* All input has been taken, or (over stable input) what is left is part of an event. */
  NBL_STEP_NEED_MORE = 0,
  /* A transaction. nbl_step_transaction() */
  NBL_STEP_COMMITTED = 1,
  /* Its range and what was discarded, without rows. nbl_step_transaction() */
  NBL_STEP_ROLLED_BACK = 2,
  /* DDL, statement-format DML outside a transaction and the like. nbl_step_query() */
  NBL_STEP_STATEMENT = 3,
  /* Rows that wait for an XA COMMIT elsewhere. nbl_step_transaction(), nbl_step_xa() */
  NBL_STEP_XA_PREPARED = 4,
  /* XA COMMIT of an id prepared before; no rows of its own. nbl_step_xa() */
  NBL_STEP_XA_COMMITTED = 5,
  /* nbl_step_xa() */
  NBL_STEP_XA_ROLLED_BACK = 6,
  /* A log begins. nbl_get_format(), nbl_step_event() */
  NBL_STEP_FORMAT = 7,
  /* What its server had seen before. nbl_step_previous_gtid(), nbl_step_maria_gtid() */
  NBL_STEP_PREVIOUS_GTIDS = 8,
  /* The log ends; the next one's name. nbl_step_rotate() */
  NBL_STEP_ROTATE = 9,
  /* The server stopped. */
  NBL_STEP_STOP = 10,
  /* The source lost events. nbl_step_incident() */
  NBL_STEP_INCIDENT = 11,
  /* An event that is not decoded, with its reason; reading goes on. nbl_step_event() */
  NBL_STEP_UNSUPPORTED = 12,
  /* An event of an unknown type that says itself that it may be ignored. nbl_step_event() */
  NBL_STEP_IGNORED = 13,
  /* A transaction over a quota (reason, quota_limit, quota_needed): its range, outcome and counts, no rows.
     Read its range again with more room or with NBL_DELIVER_EVENTS. nbl_step_transaction() */
  NBL_STEP_OVERSIZED = 14,
  /* NBL_DELIVER_EVENTS only: one ROWS event, as a transaction of one record. nbl_step_transaction() */
  NBL_STEP_ROWS = 15,
  /* A transaction or prefix without its end (reason); it was dropped. */
  NBL_STEP_INCOMPLETE = 16
};

/* nbl_step.flags */
enum {
  NBL_STEP_HAS_GTID = 0x01,        /* nbl_step_gtid(); the GTID may be anonymous. */
  NBL_STEP_HAS_XA = 0x02,          /* nbl_step_xa() */
  NBL_STEP_HAS_TRANSACTION = 0x04, /* nbl_step_transaction() */
  NBL_STEP_COUNTS_EXACT = 0x08, /* oversized: the tables' counts are whole; if not, read the range again. */
  NBL_STEP_DROPPED_OVERFLOW = 0x10 /* oversized: more ranges were dropped than nbl_step_dropped() can tell. */
};

/* nbl_step.statement_kind */
enum {
  NBL_STATEMENT_OTHER = 0,
  NBL_STATEMENT_DDL = 1,
  NBL_STATEMENT_DML = 2,
  NBL_STATEMENT_BEGIN = 3,
  NBL_STATEMENT_COMMIT = 4,
  NBL_STATEMENT_ROLLBACK = 5,
  NBL_STATEMENT_SAVEPOINT = 6,
  NBL_STATEMENT_XA = 7,
  NBL_STATEMENT_LOAD = 8
};

/* One thing that happened in the log. */
typedef struct nbl_step {
  uint32_t struct_size;
  uint32_t kind;           /* NBL_STEP_ */
  uint32_t flags;          /* NBL_STEP_HAS_ and the like. */
  nbl_code reason;         /* UNSUPPORTED, OVERSIZED, INCOMPLETE: why. */
  uint32_t outcome;        /* OVERSIZED: the kind it would have been. */
  uint32_t statement_kind; /* STATEMENT: NBL_STATEMENT_ */
  uint32_t event_type;     /* NBL_EVENT_ of the event that made the step. */
  uint32_t timestamp;      /* of that event. */
  uint32_t server_id;      /* of that event. */
  uint32_t dropped_count;  /* OVERSIZED: ranges for nbl_step_dropped(). */
  uint64_t event_offset;   /* of that event. */
  uint64_t start_offset;   /* of the GTID prefix, else of the first event. */
  uint64_t end_offset;     /* where reading may go on once this step has been acknowledged. */
  uint64_t event_count;    /* prefix included. */
  uint64_t wire_bytes;     /* bytes of the log from start to end. */
  uint64_t quota_limit;    /* OVERSIZED */
  uint64_t quota_needed;   /* OVERSIZED */
} nbl_step;
#define NBL_STEP_INIT \
  { (uint32_t)sizeof(nbl_step), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Reads on until something has happened. `*consumed` is always set, also on an error: how many of the `size`
 * bytes at `data` are done with. Call again with the rest until the step is NBL_STEP_NEED_MORE, then with
 * more input. The pieces may be of any size, an event each among them. Over stable input successive calls
 * must continue in memory where the last one stopped (NBL_NOT_CONTIGUOUS while a transaction is pending).
 * What the step gives access to is valid until the next call that takes this reader and is no nbl_step_
 * function; with copied input, and except for transactions, only as long as `data` is too. Broken input is an
 * error, told in full by nbl_last_error(); afterwards the reader answers NBL_FAILED_BEFORE until
 * nbl_recover(), nbl_reset() or nbl_begin_at(). */
NBL_API nbl_code nbl_feed(nbl_reader* reader, const void* data, size_t size, size_t* consumed,
                          nbl_step* step);

/* The end of input. NBL_STEP_NEED_MORE: all was whole. NBL_STEP_INCOMPLETE: a transaction was cut off and has
 * been dropped; call again. Errors: NBL_INCOMPLETE_EVENT (the input ends inside an event: a log that is still
 * being written, or a cut file), NBL_EMPTY_LOG, NBL_FAILED_BEFORE. */
NBL_API nbl_code nbl_finish(nbl_reader* reader, nbl_step* step);

/* Drops what is pending and starts a file at its magic, offset 0. */
NBL_API nbl_code nbl_reset(nbl_reader* reader);

/* Drops what is pending and starts in the middle: `format_event` is a whole FORMAT_DESCRIPTION event
 * (nbl_step_event() of an NBL_STEP_FORMAT), and the next byte fed is an event's first, at absolute `offset`.
 * For a replication connection, which has no magic, feed its own events from offset 4. Errors:
 * NBL_BAD_FORMAT_DESCRIPTION and the like; the reader is then as it was. */
NBL_API nbl_code nbl_begin_at(nbl_reader* reader, const void* format_event, size_t size, uint64_t offset);

/* After an error: drops what is pending and goes on behind the broken event, at the next start of a
 * transaction. NBL_FAILED_BEFORE where the broken event's length cannot be believed, so that the rest cannot
 * be found, or where nothing has failed; the reader is then as it was. */
NBL_API nbl_code nbl_recover(nbl_reader* reader);

/* The first error since the reader was placed, reset or recovered; code NBL_OK where there was none. Wrong
 * use is not kept. */
NBL_API nbl_code nbl_last_error(const nbl_reader* reader, nbl_status* status);

typedef struct nbl_reader_info {
  uint32_t struct_size;
  uint32_t in_transaction; /* 1 where a transaction or GTID prefix waits for its end. */
  uint64_t offset;         /* absolute, of the next byte to be fed. */
  uint64_t events;         /* whole events since the reader was placed. */
  uint64_t bytes;          /* consumed since the reader was placed. */
} nbl_reader_info;
#define NBL_READER_INFO_INIT \
  { (uint32_t)sizeof(nbl_reader_info), 0, 0, 0, 0 }
NBL_API nbl_code nbl_reader_get_info(const nbl_reader* reader, nbl_reader_info* info);

/* What the log's FORMAT_DESCRIPTION says. */
typedef struct nbl_format {
  uint32_t struct_size;
  uint32_t version_number; /* of the server: major * 10000 + minor * 100 + patch; 0 where its text is no
                              version. */
  uint32_t mariadb;        /* 1 or 0 */
  uint32_t checksum;       /* 0 none, 1 CRC32, 255 the server is older than checksums. */
  uint32_t header_length;  /* bytes of each event's common header. */
  uint32_t created;        /* when, or 0. */
  char server_version[56]; /* NUL-terminated. */
} nbl_format;
#define NBL_FORMAT_INIT                                \
  {                                                    \
    (uint32_t)sizeof(nbl_format), 0, 0, 0, 0, 0, { 0 } \
  }
/* NBL_END before there was one. */
NBL_API nbl_code nbl_get_format(const nbl_reader* reader, nbl_format* format);

/* ---- What a step gives access to; NBL_END where the last step has no such thing ---- */

enum {
  NBL_EVENT_UNKNOWN = 0,
  NBL_EVENT_START_V3 = 1,
  NBL_EVENT_QUERY = 2,
  NBL_EVENT_STOP = 3,
  NBL_EVENT_ROTATE = 4,
  NBL_EVENT_INTVAR = 5,
  NBL_EVENT_LOAD = 6,
  NBL_EVENT_SLAVE = 7,
  NBL_EVENT_CREATE_FILE = 8,
  NBL_EVENT_APPEND_BLOCK = 9,
  NBL_EVENT_EXEC_LOAD = 10,
  NBL_EVENT_DELETE_FILE = 11,
  NBL_EVENT_NEW_LOAD = 12,
  NBL_EVENT_RAND = 13,
  NBL_EVENT_USER_VAR = 14,
  NBL_EVENT_FORMAT_DESCRIPTION = 15,
  NBL_EVENT_XID = 16,
  NBL_EVENT_BEGIN_LOAD_QUERY = 17,
  NBL_EVENT_EXECUTE_LOAD_QUERY = 18,
  NBL_EVENT_TABLE_MAP = 19,
  NBL_EVENT_PRE_GA_WRITE_ROWS = 20,
  NBL_EVENT_PRE_GA_UPDATE_ROWS = 21,
  NBL_EVENT_PRE_GA_DELETE_ROWS = 22,
  NBL_EVENT_WRITE_ROWS_V1 = 23,
  NBL_EVENT_UPDATE_ROWS_V1 = 24,
  NBL_EVENT_DELETE_ROWS_V1 = 25,
  NBL_EVENT_INCIDENT = 26,
  NBL_EVENT_HEARTBEAT = 27,
  NBL_EVENT_IGNORABLE = 28,
  NBL_EVENT_ROWS_QUERY = 29,
  NBL_EVENT_WRITE_ROWS = 30,
  NBL_EVENT_UPDATE_ROWS = 31,
  NBL_EVENT_DELETE_ROWS = 32,
  NBL_EVENT_GTID = 33,
  NBL_EVENT_ANONYMOUS_GTID = 34,
  NBL_EVENT_PREVIOUS_GTIDS = 35,
  NBL_EVENT_TRANSACTION_CONTEXT = 36,
  NBL_EVENT_VIEW_CHANGE = 37,
  NBL_EVENT_XA_PREPARE = 38,
  NBL_EVENT_PARTIAL_UPDATE_ROWS = 39,
  NBL_EVENT_TRANSACTION_PAYLOAD = 40,
  NBL_EVENT_HEARTBEAT_V2 = 41,
  NBL_EVENT_GTID_TAGGED = 42,
  NBL_EVENT_LARGE_TRANSACTION_HEADER = 43,
  NBL_EVENT_MARIADB_ANNOTATE_ROWS = 160,
  NBL_EVENT_MARIADB_BINLOG_CHECKPOINT = 161,
  NBL_EVENT_MARIADB_GTID = 162,
  NBL_EVENT_MARIADB_GTID_LIST = 163,
  NBL_EVENT_MARIADB_START_ENCRYPTION = 164,
  NBL_EVENT_MARIADB_QUERY_COMPRESSED = 165,
  NBL_EVENT_MARIADB_WRITE_ROWS_COMPRESSED_V1 = 166,
  NBL_EVENT_MARIADB_UPDATE_ROWS_COMPRESSED_V1 = 167,
  NBL_EVENT_MARIADB_DELETE_ROWS_COMPRESSED_V1 = 168,
  NBL_EVENT_MARIADB_WRITE_ROWS_COMPRESSED = 169,
  NBL_EVENT_MARIADB_UPDATE_ROWS_COMPRESSED = 170,
  NBL_EVENT_MARIADB_DELETE_ROWS_COMPRESSED = 171
};
/* A constant name as servers print it, as in "Write_rows"; "Unknown" for a number without one. Never null. */
NBL_API const char* nbl_event_type_name(uint32_t event_type);

typedef struct nbl_event {
  uint32_t struct_size;
  uint32_t type; /* NBL_EVENT_ */
  uint32_t timestamp;
  uint32_t server_id;
  uint32_t flags; /* of the common header, raw. */
  uint32_t header_length;
  uint64_t offset;
  nbl_bytes bytes; /* the whole event, checksum included. Empty where the event was too large to be kept. */
  nbl_bytes body;  /* behind the common header, before the checksum. */
} nbl_event;
#define NBL_EVENT_INIT                                                    \
  {                                                                       \
    (uint32_t)sizeof(nbl_event), 0, 0, 0, 0, 0, 0, {NULL, 0}, { NULL, 0 } \
  }
NBL_API nbl_code nbl_step_event(const nbl_reader* reader, nbl_event* event);

/* nbl_gtid.form */
enum { NBL_GTID_ANONYMOUS = 0, NBL_GTID_MYSQL = 1, NBL_GTID_TAGGED = 2, NBL_GTID_MARIADB = 3 };
/* nbl_gtid.has */
enum {
  NBL_GTID_HAS_LOGICAL_CLOCK = 0x01,
  NBL_GTID_HAS_COMMIT_TIME = 0x02,
  NBL_GTID_HAS_TRANSACTION_LENGTH = 0x04,
  NBL_GTID_HAS_SERVER_VERSION = 0x08,
  NBL_GTID_HAS_COMMIT_GROUP_TICKET = 0x10
};
/* Holds no pointers: it may be copied and kept. */
typedef struct nbl_gtid {
  uint32_t struct_size;
  uint32_t form;                /* NBL_GTID_ */
  uint32_t flags;               /* as the log has them. */
  uint32_t has;                 /* NBL_GTID_HAS_ */
  uint8_t uuid[16];             /* MySQL */
  char tag[40];                 /* NUL-terminated, at most 32 characters; empty where there is none. */
  uint64_t number;              /* GNO; 0 where anonymous. MariaDB: the sequence number. */
  int64_t last_committed;       /* logical clock */
  int64_t sequence_number;      /* logical clock */
  uint64_t immediate_commit_us; /* microseconds since 1970. */
  uint64_t original_commit_us;  /* the same where the log carries one only. */
  uint64_t transaction_length;  /* bytes; a claim. */
  uint64_t commit_group_ticket;
  uint64_t commit_id; /* MariaDB */
  uint32_t domain_id; /* MariaDB */
  uint32_t server_id; /* MariaDB */
  uint32_t immediate_server_version;
  uint32_t original_server_version;
} nbl_gtid;
#define NBL_GTID_INIT \
  { (uint32_t)sizeof(nbl_gtid), 0, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
NBL_API nbl_code nbl_step_gtid(const nbl_reader* reader, nbl_gtid* gtid);

typedef struct nbl_xa {
  uint32_t struct_size;
  uint32_t format;
  nbl_bytes gtrid; /* at most 64 bytes. */
  nbl_bytes bqual; /* at most 64 bytes. */
} nbl_xa;
#define NBL_XA_INIT                                     \
  {                                                     \
    (uint32_t)sizeof(nbl_xa), 0, {NULL, 0}, { NULL, 0 } \
  }
NBL_API nbl_code nbl_step_xa(const nbl_reader* reader, nbl_xa* xa);

/* nbl_query.has */
enum {
  NBL_QUERY_HAS_FLAGS2 = 0x01,
  NBL_QUERY_HAS_SQL_MODE = 0x02,
  NBL_QUERY_HAS_CHARSET = 0x04,
  NBL_QUERY_HAS_DDL_XID = 0x08
};
typedef struct nbl_query {
  uint32_t struct_size;
  uint32_t has; /* NBL_QUERY_HAS_ */
  uint32_t thread_id;
  uint32_t execution_seconds;
  uint32_t error_code; /* of the statement on its server. */
  uint32_t flags2;
  uint32_t client_collation;
  uint32_t connection_collation;
  uint32_t server_collation;
  uint32_t reserved; /* 0 */
  uint64_t sql_mode;
  uint64_t ddl_xid;
  nbl_bytes database;
  nbl_bytes sql; /* in the client's character set. */
  nbl_bytes time_zone;
  nbl_bytes user;
  nbl_bytes host;
} nbl_query;
#define NBL_QUERY_INIT                                                                             \
  {                                                                                                \
    (uint32_t)sizeof(nbl_query), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
        {NULL, 0}, {                                                                               \
      NULL, 0                                                                                      \
    }                                                                                              \
  }
NBL_API nbl_code nbl_step_query(const nbl_reader* reader, nbl_query* query);

typedef struct nbl_rotate {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t position; /* in the next file. */
  nbl_bytes file_name;
} nbl_rotate;
#define NBL_ROTATE_INIT                             \
  {                                                 \
    (uint32_t)sizeof(nbl_rotate), 0, 0, { NULL, 0 } \
  }
NBL_API nbl_code nbl_step_rotate(const nbl_reader* reader, nbl_rotate* rotate);

typedef struct nbl_incident {
  uint32_t struct_size;
  uint32_t number;
  nbl_bytes message;
} nbl_incident;
#define NBL_INCIDENT_INIT                          \
  {                                                \
    (uint32_t)sizeof(nbl_incident), 0, { NULL, 0 } \
  }
NBL_API nbl_code nbl_step_incident(const nbl_reader* reader, nbl_incident* incident);

/* Of an oversized transaction: bytes [from, to) of the log whose rows a ROLLBACK TO SAVEPOINT undid. `index`
 * from 0; NBL_INDEX_OUT_OF_RANGE at nbl_step.dropped_count. */
NBL_API nbl_code nbl_step_dropped(const nbl_reader* reader, uint32_t index, uint64_t* from, uint64_t* to);

/* Holds no pointers: it may be copied and kept. */
typedef struct nbl_gtid_interval {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint8_t uuid[16];
  char tag[40];  /* NUL-terminated; empty where there is none. */
  int64_t first; /* inclusive, 1 or more. */
  int64_t last;  /* inclusive */
} nbl_gtid_interval;
#define NBL_GTID_INTERVAL_INIT \
  { (uint32_t)sizeof(nbl_gtid_interval), 0, {0}, {0}, 0, 0 }
/* Walks the intervals of a PREVIOUS_GTIDS event in log order: the next at each call, NBL_END behind the last
 * and where the step is MariaDB's. Errors: NBL_BAD_PREVIOUS_GTIDS, kept by no handle. */
NBL_API nbl_code nbl_step_previous_gtid(nbl_reader* reader, nbl_gtid_interval* interval);

/* Holds no pointers: it may be copied and kept. */
typedef struct nbl_maria_gtid {
  uint32_t struct_size;
  uint32_t domain_id;
  uint32_t server_id;
  uint32_t reserved; /* 0 */
  uint64_t sequence;
} nbl_maria_gtid;
#define NBL_MARIA_GTID_INIT \
  { (uint32_t)sizeof(nbl_maria_gtid), 0, 0, 0, 0 }
/* Walks MariaDB's GTID_LIST in the same way. Errors: NBL_BAD_MARIADB_EVENT. */
NBL_API nbl_code nbl_step_maria_gtid(nbl_reader* reader, nbl_maria_gtid* gtid);

/* ---- Transactions ---- */

/* A view of one transaction, in memory of the caller's. It is gone with the reader's next nbl_feed(),
 * nbl_finish(), nbl_reset(), nbl_begin_at() or nbl_recover(), and every use of it, or of rows opened from it,
 * is then NBL_STALE_RESULT. */
typedef struct nbl_transaction nbl_transaction;

/* Bytes for the view, some of them in reserve for later libraries. */
#define NBL_TRANSACTION_SIZE 512u

/* Places a view of the last step's transaction into `room`. Errors: NBL_END (the step has none),
 * NBL_WORKSPACE_MISALIGNED, NBL_WORKSPACE_TOO_SMALL; the room, and a view in it, is then left alone. Placed
 * into its room once more, a step's view is the same one: rows opened from it go on, even if it was closed. */
NBL_API nbl_code nbl_step_transaction(const nbl_reader* reader, void* room, size_t size,
                                      nbl_transaction** transaction);

typedef struct nbl_transaction_info {
  uint32_t struct_size;
  uint32_t has_xid;          /* 1 or 0 */
  uint32_t timestamp;        /* of BEGIN. */
  uint32_t commit_timestamp; /* of the ending event. */
  uint32_t server_id;
  uint32_t record_count; /* for nbl_transaction_record(). */
  uint32_t table_count;  /* for nbl_transaction_table(). */
  uint32_t reserved;     /* 0 */
  uint64_t start_offset; /* of BEGIN; MariaDB: of the GTID, which is the begin. */
  uint64_t end_offset;   /* behind the ending event. */
  uint64_t xid;
  uint64_t event_count;       /* BEGIN and the ending event included, a GTID prefix not. */
  uint64_t change_count;      /* row changes that stand. */
  uint64_t discarded_changes; /* undone by ROLLBACK TO SAVEPOINT, or all where rolled back. */
  uint64_t statement_count;   /* statements inside whose changes are not rows. */
  uint64_t undecoded_events;  /* ROWS events whose table has a column type nobody knows. */
  uint64_t wire_bytes;
} nbl_transaction_info;
#define NBL_TRANSACTION_INFO_INIT \
  { (uint32_t)sizeof(nbl_transaction_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
NBL_API nbl_code nbl_transaction_get_info(const nbl_transaction* transaction, nbl_transaction_info* info);

/* nbl_record.operation */
enum { NBL_ROW_INSERT = 0, NBL_ROW_UPDATE = 1, NBL_ROW_DELETE = 2, NBL_ROW_NONE = 3 };

/* One event of a transaction that something can be read from: ROWS, or a statement's text. */
typedef struct nbl_record {
  uint32_t struct_size;
  uint32_t event_type; /* NBL_EVENT_ */
  uint32_t operation;  /* NBL_ROW_; NBL_ROW_NONE where it is no ROWS event and nbl_rows_open() is refused. */
  uint32_t table;      /* ROWS: for nbl_transaction_table(). */
  uint32_t changes;    /* ROWS: row changes. */
  uint32_t rows_flags; /* ROWS: raw; bit 0 ends the statement. */
  uint32_t timestamp;
  uint32_t server_id;
  uint64_t offset;     /* absolute; inside a compressed payload the payload event's. */
  nbl_bytes statement; /* ROWS_QUERY, ANNOTATE_ROWS, QUERY: the text. As valid as the transaction. */
} nbl_record;
#define NBL_RECORD_INIT                                               \
  {                                                                   \
    (uint32_t)sizeof(nbl_record), 0, 0, 0, 0, 0, 0, 0, 0, { NULL, 0 } \
  }
/* `index` < record_count, in log order. Time linear in the transaction's tables. */
NBL_API nbl_code nbl_transaction_record(const nbl_transaction* transaction, uint32_t index,
                                        nbl_record* record);

/* Bytes that nbl_transaction_detach() writes. NBL_INVALID_ARGUMENT where the step was NBL_STEP_ROWS: what is
 * still going on cannot be taken along. */
NBL_API nbl_code nbl_transaction_detached_size(const nbl_transaction* transaction, size_t* size);
/* Copies the whole transaction into `memory`, aligned to 8 and the caller's, where it stays for good: nothing
 * that the reader does changes it. The bytes may be copied on, to another aligned address. They are trusted
 * when they are opened again, so keep them from strangers. Errors: NBL_OUTPUT_TOO_SMALL,
 * NBL_WORKSPACE_MISALIGNED, NBL_STALE_RESULT. */
NBL_API nbl_code nbl_transaction_detach(const nbl_transaction* transaction, void* memory, size_t size);
/* Places a view of detached bytes into `room`. The bytes are only read, and must stay as long as the view is
 * in use. They must come from the same build of the library. Errors: NBL_BAD_DETACHED,
 * NBL_WORKSPACE_MISALIGNED, NBL_WORKSPACE_TOO_SMALL; the room is then left alone, as by nbl_step_transaction(). */
NBL_API nbl_code nbl_transaction_open(const void* detached, size_t detached_size, void* room, size_t size,
                                      nbl_transaction** transaction);
/* Ends a view: every later use of it, or of rows opened from it, is NBL_STALE_RESULT; ending it again is NBL_OK.
 * Not needed before the room is reused. */
NBL_API nbl_code nbl_transaction_close(nbl_transaction* transaction);

/* ---- Tables ---- */

enum {
  NBL_TYPE_DECIMAL = 0,
  NBL_TYPE_TINY = 1,
  NBL_TYPE_SHORT = 2,
  NBL_TYPE_LONG = 3,
  NBL_TYPE_FLOAT = 4,
  NBL_TYPE_DOUBLE = 5,
  NBL_TYPE_NULL = 6,
  NBL_TYPE_TIMESTAMP = 7,
  NBL_TYPE_LONGLONG = 8,
  NBL_TYPE_INT24 = 9,
  NBL_TYPE_DATE = 10,
  NBL_TYPE_TIME = 11,
  NBL_TYPE_DATETIME = 12,
  NBL_TYPE_YEAR = 13,
  NBL_TYPE_NEWDATE = 14,
  NBL_TYPE_VARCHAR = 15,
  NBL_TYPE_BIT = 16,
  NBL_TYPE_TIMESTAMP2 = 17,
  NBL_TYPE_DATETIME2 = 18,
  NBL_TYPE_TIME2 = 19,
  NBL_TYPE_TYPED_ARRAY = 20,
  NBL_TYPE_BLOB_COMPRESSED = 140,
  NBL_TYPE_VARCHAR_COMPRESSED = 141,
  NBL_TYPE_VECTOR = 242,
  NBL_TYPE_INVALID = 243,
  NBL_TYPE_BOOLEAN = 244,
  NBL_TYPE_JSON = 245,
  NBL_TYPE_NEWDECIMAL = 246,
  NBL_TYPE_ENUMERATION = 247,
  NBL_TYPE_SET = 248,
  NBL_TYPE_TINY_BLOB = 249,
  NBL_TYPE_MEDIUM_BLOB = 250,
  NBL_TYPE_LONG_BLOB = 251,
  NBL_TYPE_BLOB = 252,
  NBL_TYPE_VAR_STRING = 253,
  NBL_TYPE_STRING = 254,
  NBL_TYPE_GEOMETRY = 255
};
enum {
  NBL_VALUE_NONE = 0,
  NBL_VALUE_INTEGER = 1,
  NBL_VALUE_FLOAT32 = 2,
  NBL_VALUE_FLOAT64 = 3,
  NBL_VALUE_DECIMAL = 4,
  NBL_VALUE_DATE = 5,
  NBL_VALUE_TIME = 6,
  NBL_VALUE_DATETIME = 7,
  NBL_VALUE_TIMESTAMP = 8,
  NBL_VALUE_YEAR = 9,
  NBL_VALUE_BYTES = 10,
  NBL_VALUE_BIT = 11,
  NBL_VALUE_ENUMERATION = 12,
  NBL_VALUE_SET = 13,
  NBL_VALUE_JSON = 14,
  NBL_VALUE_GEOMETRY = 15,
  NBL_VALUE_VECTOR = 16,
  NBL_VALUE_JSON_DIFF = 17
};

typedef struct nbl_table {
  uint32_t struct_size;
  uint32_t column_count;
  uint32_t flags;        /* TABLE_MAP flags, raw. */
  uint32_t unknown_type; /* not 0: the table has a column of this type, which nobody knows, and its rows come
                            undecoded. */
  uint64_t table_id;     /* the server's, raw. */
  uint64_t inserts;      /* of the transaction, that stand. */
  uint64_t updates;
  uint64_t deletes;
  nbl_bytes database; /* UTF-8. As valid as the transaction. */
  nbl_bytes name;     /* UTF-8. As valid as the transaction. */
} nbl_table;
#define NBL_TABLE_INIT                                                       \
  {                                                                          \
    (uint32_t)sizeof(nbl_table), 0, 0, 0, 0, 0, 0, 0, {NULL, 0}, { NULL, 0 } \
  }
/* `index` < table_count, in order of first use. */
NBL_API nbl_code nbl_transaction_table(const nbl_transaction* transaction, uint32_t index, nbl_table* table);

/* nbl_column.flags */
enum {
  NBL_COLUMN_NULLABLE = 0x01,
  NBL_COLUMN_UNSIGNED = 0x02,
  NBL_COLUMN_SIGN_KNOWN = 0x04,    /* the log says whether it is unsigned. */
  NBL_COLUMN_MEMBERS_KNOWN = 0x08, /* `members` counts the labels of an ENUM or SET. */
  NBL_COLUMN_INVISIBLE = 0x10,
  NBL_COLUMN_PRIMARY_KEY = 0x20,
  NBL_COLUMN_COMPRESSED = 0x40,      /* MariaDB's column compression. */
  NBL_COLUMN_DIMENSIONS_KNOWN = 0x80 /* `members` is a VECTOR's dimensions. */
};
typedef struct nbl_column {
  uint32_t struct_size;
  uint32_t type;  /* NBL_TYPE_, the real one: ENUM and SET are told from CHAR. */
  uint32_t kind;  /* NBL_VALUE_ of its cells. */
  uint32_t flags; /* NBL_COLUMN_ */
  uint32_t meta;  /* CHAR, VARCHAR, BINARY: most bytes. DECIMAL: precision << 8 | scale. Temporal: fraction
                     digits. BIT: bits.  BLOB, JSON, GEOMETRY, VECTOR: width of the length. FLOAT, DOUBLE,
                     ENUM,  SET: bytes. */
  uint32_t collation; /* the server's number; 0 unknown, 63 binary. */
  uint32_t members;
  uint32_t reserved; /* 0 */
} nbl_column;
#define NBL_COLUMN_INIT \
  { (uint32_t)sizeof(nbl_column), 0, 0, 0, 0, 0, 0, 0 }
/* `column` < column_count. */
NBL_API nbl_code nbl_table_column(const nbl_transaction* transaction, uint32_t table, uint32_t column,
                                  nbl_column* out);
/* The names of columns 0 to capacity - 1 at most, in one pass; `*count` says how many. They are as valid as
 * the transaction. NBL_END, and a count of 0, where the log carries no names (binlog_row_metadata is not
 * FULL). */
NBL_API nbl_code nbl_table_column_names(const nbl_transaction* transaction, uint32_t table, nbl_bytes* names,
                                        uint32_t capacity, uint32_t* count);
/* Label `member` (from 1) of an ENUM, or of bit member - 1 of a SET, in the column's character set. NBL_END
 * where not known. */
NBL_API nbl_code nbl_table_label(const nbl_transaction* transaction, uint32_t table, uint32_t column,
                                 uint32_t member, nbl_bytes* label);
/* Part `position` (from 0) of the primary key: its column, and how many characters (bytes of a binary column)
 * of it count, 0 for all. NBL_END behind the last, and where the log does not tell the key. */
NBL_API nbl_code nbl_table_key(const nbl_transaction* transaction, uint32_t table, uint32_t position,
                               uint32_t* column, uint32_t* prefix);

/* ---- Rows and cells ---- */

/* Walks the row images of one ROWS record, in memory of the caller's. */
typedef struct nbl_rows nbl_rows;

/* Bytes for the walk, some of them in reserve for later libraries. */
#define NBL_ROWS_SIZE 384u

/* Places a walk over record `record` into `room`, before its first image. Errors: NBL_INVALID_ARGUMENT (no
 * ROWS event), NBL_INDEX_OUT_OF_RANGE, NBL_STALE_RESULT, NBL_WORKSPACE_MISALIGNED, NBL_WORKSPACE_TOO_SMALL.
 */
NBL_API nbl_code nbl_rows_open(const nbl_transaction* transaction, uint32_t record, void* room, size_t size,
                               nbl_rows** rows);

typedef struct nbl_rows_info {
  uint32_t struct_size;
  uint32_t operation; /* NBL_ROW_ */
  uint32_t change_count;
  uint32_t column_count;
  uint32_t table; /* for nbl_transaction_table(). */
  uint32_t has_partition;
  int32_t partition;
  int32_t source_partition; /* of an update's before image; else -1. */
} nbl_rows_info;
#define NBL_ROWS_INFO_INIT \
  { (uint32_t)sizeof(nbl_rows_info), 0, 0, 0, 0, 0, 0, 0 }
NBL_API nbl_code nbl_rows_get_info(const nbl_rows* rows, nbl_rows_info* info);

/* nbl_rows_next_image: which image it is. */
enum { NBL_IMAGE_BEFORE = 0, NBL_IMAGE_AFTER = 1 };
/* Opens the next image, over whatever of the last one is unread: an insert has an after image, a delete a
 * before image, an update both, before first. `*image` says which and may be null. NBL_END behind the last.
 */
NBL_API nbl_code nbl_rows_next_image(nbl_rows* rows, uint32_t* image);

/* nbl_cell.state */
enum {
  NBL_CELL_VALUE = 0,
  NBL_CELL_NULL = 1,
  NBL_CELL_ABSENT =
      2 /* the image does not hold this column (binlog_row_image is not FULL); not the same as NULL. */
};
typedef struct nbl_cell {
  uint32_t struct_size;
  uint32_t column;    /* from 0. */
  uint8_t state;      /* NBL_CELL_; without a value, `value` is 0 and `bytes` empty. */
  uint8_t kind;       /* NBL_VALUE_ */
  uint8_t type;       /* NBL_TYPE_ */
  uint8_t flags;      /* NBL_COLUMN_ */
  uint16_t collation; /* 0 unknown; 63 binary. */
  uint16_t meta;      /* see nbl_column. */
  union {
    int64_t i64;  /* INTEGER, sign-extended: of a column that is not unsigned. */
    uint64_t u64; /* INTEGER of an unsigned column; YEAR itself; BIT; ENUMERATION's index; SET's mask;
                     temporal kinds: see nbl_cell_temporal(). */
    double f64;   /* FLOAT64 */
    float f32;    /* FLOAT32 */
  } value;
  nbl_bytes bytes; /* the value as it lies in the log, a length prefix left out: the text of BYTES, the
                      document of JSON. As valid as the transaction. */
} nbl_cell;
#define NBL_CELL_INIT                                                 \
  {                                                                   \
    (uint32_t)sizeof(nbl_cell), 0, 0, 0, 0, 0, 0, 0, {0}, { NULL, 0 } \
  }
/* The next column's cell of the open image, absent ones included. NBL_END behind the last. Cannot fail on a
 * live walk. */
NBL_API nbl_code nbl_rows_next_cell(nbl_rows* rows, nbl_cell* cell);
/* As many of the open image's next cells as there are, `capacity` at most, into an array whose elements are
 * `cell_size` bytes: sizeof(nbl_cell). The elements' struct_size is set, not read. `*count` says how many;
 * NBL_END where that is 0. One call a row is cheaper than one a cell. */
NBL_API nbl_code nbl_rows_cells(nbl_rows* rows, nbl_cell* cells, size_t cell_size, uint32_t capacity,
                                uint32_t* count);

/* The functions below take a cell as `rows` gave it, from any of its images, and read what `bytes` and
 * `value` hold. A cell of another kind, or without a value, is NBL_INVALID_ARGUMENT. */

/* A calendar or clock value exactly as stored: zero and partial dates are kept. */
typedef struct nbl_temporal {
  uint32_t struct_size;
  uint32_t negative; /* TIME: 1 where below zero. */
  uint32_t year;
  uint32_t month;
  uint32_t day;
  uint32_t hour; /* TIME: to 838. */
  uint32_t minute;
  uint32_t second;
  uint32_t microsecond;
  uint32_t fraction_digits; /* as declared, 0 to 6. */
  int64_t unix_seconds;     /* TIMESTAMP, whose other fields are UTC. */
} nbl_temporal;
#define NBL_TEMPORAL_INIT \
  { (uint32_t)sizeof(nbl_temporal), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
/* DATE, TIME, DATETIME, TIMESTAMP */
NBL_API nbl_code nbl_cell_temporal(const nbl_rows* rows, const nbl_cell* cell, nbl_temporal* temporal);

typedef struct nbl_decimal {
  uint32_t struct_size;
  uint32_t negative; /* never with all digits 0. */
  uint32_t precision;
  uint32_t scale;
  uint8_t digits[72]; /* `precision` of them, each 0 to 9, most significant first; the last `scale` stand
                         behind the point. */
} nbl_decimal;
#define NBL_DECIMAL_INIT                          \
  {                                               \
    (uint32_t)sizeof(nbl_decimal), 0, 0, 0, { 0 } \
  }
NBL_API nbl_code nbl_cell_decimal(const nbl_rows* rows, const nbl_cell* cell, nbl_decimal* decimal);

/* GEOMETRY: its SRID, and the WKB inside `cell->bytes`. */
NBL_API nbl_code nbl_cell_geometry(const nbl_rows* rows, const nbl_cell* cell, uint32_t* srid,
                                   nbl_bytes* wkb);
/* VECTOR: element `index` (< cell->bytes.size / 4). */
NBL_API nbl_code nbl_cell_vector(const nbl_rows* rows, const nbl_cell* cell, size_t index, float* element);

/* ---- JSON columns, token by token ---- */

/* Walks one binary document, in memory of the caller's. */
typedef struct nbl_json nbl_json;
/* Bytes for the walk. */
#define NBL_JSON_ROOM_SIZE 1024u

enum {
  NBL_JSON_NULL = 0,
  NBL_JSON_BOOLEAN = 1,
  NBL_JSON_INTEGER = 2,
  NBL_JSON_UNSIGNED_INTEGER = 3,
  NBL_JSON_FLOAT64 = 4,
  NBL_JSON_STRING = 5,
  NBL_JSON_DECIMAL = 6,
  NBL_JSON_DATE = 7,
  NBL_JSON_DATETIME = 8,
  NBL_JSON_TIMESTAMP = 9,
  NBL_JSON_TIME = 10,
  NBL_JSON_OPAQUE = 11,
  NBL_JSON_OBJECT_BEGIN = 12,
  NBL_JSON_OBJECT_END = 13,
  NBL_JSON_ARRAY_BEGIN = 14,
  NBL_JSON_ARRAY_END = 15,
  NBL_JSON_END = 16
};
typedef struct nbl_json_token {
  uint32_t struct_size;
  uint32_t type;    /* NBL_JSON_ */
  uint32_t has_key; /* 1: the value of an object's member, `key`. */
  uint32_t count;   /* elements of a container that begins. */
  uint8_t boolean;
  uint8_t opaque_type; /* NBL_TYPE_ of an opaque value. */
  uint8_t precision;   /* DECIMAL */
  uint8_t scale;       /* DECIMAL */
  uint32_t reserved;   /* 0 */
  union {
    int64_t i64;  /* INTEGER; DATE, TIME, DATETIME, TIMESTAMP: MySQL's packed form. */
    uint64_t u64; /* UNSIGNED_INTEGER */
    double f64;
  } value;
  nbl_bytes key;   /* UTF-8, may be empty. */
  nbl_bytes bytes; /* STRING: UTF-8. DECIMAL: wire bytes. OPAQUE: the data. */
} nbl_json_token;
#define NBL_JSON_TOKEN_INIT                                                               \
  {                                                                                       \
    (uint32_t)sizeof(nbl_json_token), 0, 0, 0, 0, 0, 0, 0, 0, {0}, {NULL, 0}, { NULL, 0 } \
  }

/* Places a walk over `document` (nbl_cell.bytes of a JSON cell) into `room`. The document is checked first,
 * in linear time, so bytes from anywhere may be given; it must stay as long as the walk. Errors:
 * NBL_BAD_JSON, NBL_JSON_TOO_DEEP, NBL_WORKSPACE_MISALIGNED, NBL_WORKSPACE_TOO_SMALL. */
NBL_API nbl_code nbl_json_open(nbl_bytes document, void* room, size_t size, nbl_json** json);
/* The next token. NBL_END behind the last. */
NBL_API nbl_code nbl_json_next(nbl_json* json, nbl_json_token* token);

/* nbl_json_diff.operation */
enum { NBL_JSON_DIFF_REPLACE = 0, NBL_JSON_DIFF_INSERT = 1, NBL_JSON_DIFF_REMOVE = 2 };
/* One operation of a partial update, which applies to the before image's document. */
typedef struct nbl_json_diff {
  uint32_t struct_size;
  uint32_t operation; /* NBL_JSON_DIFF_ */
  nbl_bytes path;     /* "$.a[1]", UTF-8. */
  nbl_bytes value;    /* a document for nbl_json_open(); empty where removed. */
} nbl_json_diff;
#define NBL_JSON_DIFF_INIT                                     \
  {                                                            \
    (uint32_t)sizeof(nbl_json_diff), 0, {NULL, 0}, { NULL, 0 } \
  }
/* As nbl_json_open(), over nbl_cell.bytes of a JSON_DIFF cell; for nbl_json_next_diff() only.
 * NBL_BAD_JSON_DIFF. */
NBL_API nbl_code nbl_json_open_diffs(nbl_bytes diffs, void* room, size_t size, nbl_json** json);
/* The next operation. NBL_END behind the last. */
NBL_API nbl_code nbl_json_next_diff(nbl_json* json, nbl_json_diff* diff);

/* ---- Text. A part that a build for small machines may leave out: a caller that does not use these functions
 * links without them, and they bring the tables of character sets and of floating point with them ---- */

typedef struct nbl_text_options {
  uint32_t struct_size;
  uint32_t assume_signed;   /* 1: read integers of unknown signedness as signed. */
  uint32_t plain_timestamp; /* 1: TIMESTAMP as "2026-11-30 01:02:03" instead of "2026-11-30T01:02:03Z". */
  uint32_t reserved;        /* 0 */
  void* json_room;          /* NBL_JSON_ROOM_SIZE bytes aligned to 8, needed for JSON columns alone. */
  size_t json_room_size;
  void* context; /* handed to the functions below, which may be null. */
  /* Converts text of a character set that the library does not (it does ASCII, UTF-8 and latin1), named as
   * iconv knows it, or where that has no name for it, as the server does. Gives 1 and UTF-8 that stays until
   * the next call, or 0. */
  int32_t (*convert)(void* context, const char* charset, nbl_bytes text, nbl_bytes* utf8);
  /* Gives the plain bytes of a cell of a MariaDB COMPRESSED column, header included in `bytes`; or 0. */
  int32_t (*decompress)(void* context, nbl_bytes bytes, nbl_bytes* plain);
} nbl_text_options;
#define NBL_TEXT_OPTIONS_INIT \
  { (uint32_t)sizeof(nbl_text_options), 0, 0, 0, NULL, 0, NULL, NULL, NULL }

/* Writes a cell as a JSON value: a number, a string with quotes, null, an array, {"base64":"..."} and so on;
 * README shows them all. An absent cell gives an empty text. The text is UTF-8 without a terminator.
 * `*length` is its length, set too where `capacity` is smaller: NBL_OUTPUT_TOO_SMALL, and `out` then holds
 * what fits. `out` may be null where `capacity` is 0, to measure. `options` may be null. Errors:
 * NBL_SIGNEDNESS_UNKNOWN (a value below zero or above the sign bit, of a column whose sign the log does not
 * tell), NBL_INVALID_ARGUMENT (a JSON cell without json_room), NBL_STALE_RESULT. */
NBL_API nbl_code nbl_cell_text(const nbl_rows* rows, const nbl_cell* cell, const nbl_text_options* options,
                               char* out, size_t capacity, size_t* length);

/* Bytes that are enough for any GTID, with a NUL. */
#define NBL_GTID_TEXT_SIZE 96u
/* "uuid:5", "uuid:tag:5" or MariaDB's "0-1-5", and a NUL. NBL_END, and an empty text, where it is anonymous.
 */
NBL_API nbl_code nbl_gtid_text(const nbl_gtid* gtid, char* out, size_t capacity);

/* ---- Strict decoding: one event a call, explicit transactions alone ---- */

/* Takes events at true offsets, from BEGIN to XID, COMMIT or ROLLBACK: QUERY, XID, TABLE_MAP and ROWS version
 * 2, and nothing else. Any error drops what is pending. Lives in the block it was placed into. */
typedef struct nbl_decoder nbl_decoder;

/* nbl_decoder_init: what binds to a transaction. */
enum {
  NBL_BIND_NONE = 0, /* a transaction starts at BEGIN. */
  NBL_BIND_GTID = 1  /* at the GTID or anonymous prefix right before BEGIN. After any error the decoder has
                        failed for good:  NBL_GTID_TRANSACTION_FAILED. */
};

/* nbl_decoder_init(block, size, options, bind, format_event, format_size, decoder, status): as nbl_init();
 * `input` and the quotas of the options count, and checksums are always verified. `format_event` is the log's
 * whole FORMAT_DESCRIPTION event. */
#define nbl_decoder_init(block, size, options, bind, format_event, format_size, decoder, status)        \
  nbl_decoder_init_abi(block, size, options, bind, format_event, format_size, NBL_ABI_VERSION, decoder, \
                       status)
NBL_API nbl_code nbl_decoder_init_abi(void* block, size_t size, const nbl_options* options, uint32_t bind,
                                      const void* format_event, size_t format_size, uint32_t abi_version,
                                      nbl_decoder** decoder, nbl_status* status);

/* nbl_decoded.outcome */
enum { NBL_OUTCOME_NONE = 0, NBL_OUTCOME_COMMITTED = 1, NBL_OUTCOME_ROLLED_BACK = 2 };
typedef struct nbl_decoded {
  uint32_t struct_size;
  uint32_t outcome;      /* NBL_OUTCOME_; NONE while nothing has ended. */
  uint32_t event_type;   /* NBL_EVENT_ of the event that was taken. */
  uint32_t consumed;     /* its bytes; 0 where it could not be told. Set on an error too. */
  uint64_t start_offset; /* of the prefix where one is bound, else of BEGIN. */
  uint64_t end_offset;
  uint64_t event_count;
  uint64_t wire_bytes;
} nbl_decoded;
#define NBL_DECODED_INIT \
  { (uint32_t)sizeof(nbl_decoded), 0, 0, 0, 0, 0, 0, 0 }
/* Takes the event at the start of `data`; bytes behind it are not looked at. `offset` is its absolute offset.
 */
NBL_API nbl_code nbl_decoder_feed(nbl_decoder* decoder, const void* data, size_t size, uint64_t offset,
                                  nbl_decoded* decoded);
/* The end of input: NBL_INCOMPLETE_TRANSACTION or NBL_INCOMPLETE_GTID_TRANSACTION where something is pending,
 * which is dropped. */
NBL_API nbl_code nbl_decoder_finish(nbl_decoder* decoder);
/* The error of the last nbl_decoder_feed() or nbl_decoder_finish(). */
NBL_API nbl_code nbl_decoder_last_error(const nbl_decoder* decoder, nbl_status* status);
/* As nbl_step_transaction(), of the last outcome; gone with the next nbl_decoder_feed() or
 * nbl_decoder_finish(). */
NBL_API nbl_code nbl_decoder_transaction(const nbl_decoder* decoder, void* room, size_t size,
                                         nbl_transaction** transaction);
/* The prefix of the last outcome; NBL_END where none is bound. */
NBL_API nbl_code nbl_decoder_gtid(const nbl_decoder* decoder, nbl_gtid* gtid);

#ifdef __cplusplus
}
#endif

#endif
