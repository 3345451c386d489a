/* Reading whole logs: steps, pieces, stable input, and results that are gone. */
#include "suite.h"

/* Adds a step into a number, so that two ways of reading can be compared. Walks all cells. */
static uint64_t mix(uint64_t hash, const void* data, size_t size) {
  const uint8_t* bytes = data;
  size_t i;
  for (i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

static uint64_t mix_rows(uint64_t hash, const nbl_transaction* view, uint32_t record) {
  nbl_rows* rows = NULL;
  uint32_t image = 0;
  if (nbl_rows_open(view, record, &rows_room, sizeof rows_room, &rows) != NBL_OK) return hash;
  while (nbl_rows_next_image(rows, &image) == NBL_OK) {
    nbl_cell cell = NBL_CELL_INIT;
    hash = mix(hash, &image, sizeof image);
    while (nbl_rows_next_cell(rows, &cell) == NBL_OK) {
      hash = mix(hash, &cell, offsetof(nbl_cell, bytes));
      hash = mix(hash, cell.bytes.data, cell.bytes.size);
    }
  }
  return hash;
}

typedef struct reading {
  uint64_t hash;
  uint32_t kinds[32];
  uint64_t changes;
} reading;

static void take_step(reading* r, nbl_reader* reader, const nbl_step* step) {
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  uint32_t i;
  r->hash = mix(r->hash, step, sizeof *step);
  ++r->kinds[step->kind];
  if ((step->flags & NBL_STEP_HAS_TRANSACTION) == 0) return;
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
  r->hash = mix(r->hash, &info, sizeof info);
  r->changes += info.change_count;
  for (i = 0; i < info.record_count; ++i) r->hash = mix_rows(r->hash, view, i);
}

/* Pieces of `piece` bytes out of one small buffer that is overwritten each time, or 0 for the log in place.
 */
static reading read_log(const char* path, size_t piece, uint32_t input) {
  static uint8_t buffer[4096];
  nbl_options options = suite_options();
  nbl_reader* reader;
  nbl_bytes log = load_log(path);
  nbl_step step = NBL_STEP_INIT;
  reading r;
  size_t at = 0;
  memset(&r, 0, sizeof r);
  options.input = input;
  reader = suite_reader(&options);
  while (at < log.size) {
    const size_t size = piece == 0 || piece > log.size - at ? log.size - at : piece;
    const uint8_t* data = log.data + at;
    size_t done = 0;
    if (piece != 0) {
      memcpy(buffer, data, size);
      data = buffer;
    }
    for (;;) {
      size_t used = 0;
      const nbl_code code = nbl_feed(reader, data + done, size - done, &used, &step);
      CHECK_EQ(code, NBL_OK);
      if (code != NBL_OK) return r;
      done += used;
      if (step.kind == NBL_STEP_NEED_MORE) break;
      take_step(&r, reader, &step);
    }
    if (piece != 0) memset(buffer, 0xaa, sizeof buffer);
    at += done;
    if (done == 0) break;
  }
  CHECK_EQ(at, log.size);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
  CHECK_EQ(step.kind, NBL_STEP_NEED_MORE);
  return r;
}

static void all_ways_agree(void) {
  static const char* const logs[] = {"mysql/01_oltp/binlog.000001", "mysql/12_transactions/binlog.000001",
                                     "mysql/24_partial_json/binlog.000001", "mariadb/27_oltp/binlog.000001"};
  static const size_t pieces[] = {1, 64, 4095};
  size_t i, j;
  for (i = 0; i < sizeof logs / sizeof logs[0]; ++i) {
    const reading whole = read_log(logs[i], 0, NBL_INPUT_STABLE);
    const reading copied = read_log(logs[i], 0, NBL_INPUT_COPIED);
    CHECK(whole.changes != 0);
    CHECK_EQ(copied.hash, whole.hash);
    for (j = 0; j < sizeof pieces / sizeof pieces[0]; ++j) {
      const reading r = read_log(logs[i], pieces[j], NBL_INPUT_COPIED);
      CHECK_EQ(r.hash, whole.hash);
      CHECK_EQ(r.changes, whole.changes);
    }
  }
}

/* The scenario says: 300 transactions of 1 to 4 row changes over one table. */
static void oltp(void) {
  const reading r = read_log("mysql/01_oltp/binlog.000001", 0, NBL_INPUT_COPIED);
  CHECK_EQ(r.kinds[NBL_STEP_COMMITTED], 300);
  CHECK_EQ(r.kinds[NBL_STEP_STATEMENT], 2); /* CREATE DATABASE, CREATE TABLE */
  CHECK_EQ(r.kinds[NBL_STEP_FORMAT], 1);
  CHECK_EQ(r.kinds[NBL_STEP_PREVIOUS_GTIDS], 1);
  CHECK_EQ(r.kinds[NBL_STEP_ROLLED_BACK] + r.kinds[NBL_STEP_UNSUPPORTED] + r.kinds[NBL_STEP_OVERSIZED], 0);
  CHECK(r.changes >= 300 && r.changes <= 1200);
}

static void a_step_tells(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  const uint8_t* const start = log.data;
  nbl_step step = NBL_STEP_INIT;
  nbl_format format = NBL_FORMAT_INIT;
  nbl_query query = NBL_QUERY_INIT;
  nbl_gtid gtid = NBL_GTID_INIT;
  nbl_event event = NBL_EVENT_INIT;
  nbl_rotate rotate = NBL_ROTATE_INIT;
  nbl_gtid_interval interval = NBL_GTID_INTERVAL_INIT;
  nbl_reader_info info = NBL_READER_INFO_INIT;
  char text[NBL_GTID_TEXT_SIZE];
  CHECK_EQ(nbl_get_format(reader, &format), NBL_END);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_FORMAT, &step), NBL_OK);
  CHECK_EQ(nbl_get_format(reader, &format), NBL_OK);
  CHECK_EQ(format.version_number / 100, 907);
  CHECK(strncmp(format.server_version, "9.7.", 4) == 0);
  CHECK_EQ(format.checksum, 1);
  CHECK_EQ(format.header_length, 19);
  CHECK_EQ(nbl_step_query(reader, &query), NBL_END);
  CHECK_EQ(nbl_step_gtid(reader, &gtid), NBL_END);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_PREVIOUS_GTIDS, &step), NBL_OK);
  CHECK_EQ(nbl_step_previous_gtid(reader, &interval), NBL_END); /* "[empty]" */
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_STATEMENT, &step), NBL_OK);
  CHECK_EQ(step.statement_kind, NBL_STATEMENT_DDL);
  CHECK_EQ(step.event_count, 2);
  CHECK_EQ(nbl_step_query(reader, &query), NBL_OK);
  CHECK(same_text(query.sql, "CREATE DATABASE shop"));
  CHECK_EQ(query.has,
           NBL_QUERY_HAS_FLAGS2 | NBL_QUERY_HAS_SQL_MODE | NBL_QUERY_HAS_CHARSET | NBL_QUERY_HAS_DDL_XID);
  CHECK_EQ(query.client_collation, 255);
  CHECK_EQ(query.sql_mode, 1073741824);
  CHECK_EQ(nbl_step_gtid(reader, &gtid), NBL_OK);
  CHECK_EQ(gtid.form, NBL_GTID_MYSQL);
  CHECK_EQ(gtid.number, 1);
  CHECK_EQ(gtid.last_committed, 0);
  CHECK_EQ(gtid.sequence_number, 1);
  CHECK_EQ(gtid.transaction_length, step.wire_bytes);
  CHECK_EQ(nbl_gtid_text(&gtid, text, sizeof text), NBL_OK);
  CHECK_EQ(strlen(text), 38);
  CHECK(text[36] == ':' && text[37] == '1');
  CHECK_EQ(nbl_gtid_text(&gtid, text, 38), NBL_OUTPUT_TOO_SMALL);
  CHECK_EQ(text[0], 0);
  CHECK_EQ(nbl_step_event(reader, &event), NBL_OK);
  CHECK_EQ(event.type, NBL_EVENT_QUERY);
  CHECK_EQ(event.bytes.size, step.wire_bytes - (event.offset - step.start_offset));
  CHECK_EQ(event.body.size, event.bytes.size - 19 - 4);
  CHECK_EQ(nbl_step_rotate(reader, &rotate), NBL_END);
  CHECK_EQ(nbl_reader_get_info(reader, &info), NBL_OK);
  CHECK_EQ(info.offset, (size_t)(log.data - start));
  CHECK_EQ(info.offset, step.end_offset);
  CHECK_EQ(info.in_transaction, 0);
}

/* The view, the rows, and what they gave access to are refused once the reader has gone on. */
static void gone(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction *view = NULL, *next = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_record record = NBL_RECORD_INIT;
  nbl_table table = NBL_TABLE_INIT;
  nbl_rows* rows = NULL;
  nbl_cell cell = NBL_CELL_INIT;
  static NBL_ROOM(other_room, NBL_TRANSACTION_SIZE);
  size_t size = 0;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_rows_open(view, 0, &rows_room, sizeof rows_room, &rows), NBL_OK);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  CHECK_EQ(nbl_rows_next_cell(rows, &cell), NBL_OK);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_STALE_RESULT);
  CHECK_EQ(nbl_transaction_record(view, 0, &record), NBL_STALE_RESULT);
  CHECK_EQ(nbl_transaction_table(view, 0, &table), NBL_STALE_RESULT);
  CHECK_EQ(nbl_transaction_detached_size(view, &size), NBL_STALE_RESULT);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_STALE_RESULT);
  CHECK_EQ(nbl_rows_next_cell(rows, &cell), NBL_STALE_RESULT);
  CHECK_EQ(nbl_cell_text(rows, &cell, NULL, NULL, 0, &size), NBL_STALE_RESULT);
  CHECK_EQ(nbl_rows_open(view, 0, &rows_room, sizeof rows_room, &rows), NBL_STALE_RESULT);
  /* A view of the new step does not bring the old one back. */
  CHECK_EQ(nbl_step_transaction(reader, &other_room, sizeof other_room, &next), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(next, &info), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_STALE_RESULT);
  CHECK_EQ(nbl_rows_open(next, 0, &rows_room, sizeof rows_room, &rows), NBL_OK);
  CHECK_EQ(nbl_transaction_close(next), NBL_OK);
  CHECK_EQ(nbl_transaction_close(next), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(next, &info), NBL_STALE_RESULT);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_STALE_RESULT);
  /* In the same room and of the same step it is the same view again. */
  CHECK_EQ(nbl_step_transaction(reader, &other_room, sizeof other_room, &next), NBL_OK);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_STALE_RESULT);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_END);
}

void test_reading(void) {
  all_ways_agree();
  oltp();
  a_step_tells();
  gone();
}
