/* Broken input: the error and its place, refusal, recovery, starting anew and in the middle. */
#include "suite.h"

static uint8_t copy[262144];

/* An error is told once with its place, kept, and refused from then on until one of three ways out is taken.
 */
static void a_flipped_byte(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  const size_t size = log.size;
  nbl_step step = NBL_STEP_INIT;
  nbl_status status = NBL_STATUS_INIT;
  nbl_event event = NBL_EVENT_INIT;
  uint64_t broken;
  unsigned committed = 0;
  size_t used = 1;
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.code, NBL_OK);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_step_event(reader, &event), NBL_OK);
  CHECK_EQ(event.type, NBL_EVENT_XID);
  broken = event.offset;
  memcpy(copy, log.data - step.end_offset, size);
  copy[broken + 20] ^= 1; /* in the XID's body */
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  log.data = copy;
  log.size = size;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_BAD_CHECKSUM);
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.code, NBL_BAD_CHECKSUM);
  CHECK_EQ(status.event_type, NBL_EVENT_XID);
  CHECK_EQ(status.offset - status.event_offset, broken);
  CHECK_EQ(status.column, NBL_NO_COLUMN);
  CHECK_EQ(nbl_feed(reader, log.data, log.size, &used, &step), NBL_FAILED_BEFORE);
  CHECK_EQ(used, 0);
  CHECK_EQ(nbl_finish(reader, &step), NBL_FAILED_BEFORE);
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.code, NBL_BAD_CHECKSUM);
  CHECK_EQ(nbl_recover(reader), NBL_OK);
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.code, NBL_OK);
  CHECK_EQ(nbl_recover(reader), NBL_FAILED_BEFORE);
  while (feed_until(reader, &log, NBL_STEP_COMMITTED, &step) == NBL_OK) ++committed;
  CHECK_EQ(committed, 299);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
}

static void no_log(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_step step = NBL_STEP_INIT;
  nbl_status status = NBL_STATUS_INIT;
  size_t used = 0;
  CHECK_EQ(nbl_finish(reader, &step), NBL_EMPTY_LOG);
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  CHECK_EQ(nbl_feed(reader,
                    "\xfe"
                    "bxn",
                    4, &used, &step),
           NBL_BAD_MAGIC);
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.offset, 2);
  CHECK_EQ(nbl_recover(reader), NBL_FAILED_BEFORE);
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  CHECK_EQ(nbl_feed(reader,
                    "\xfd"
                    "bin",
                    4, &used, &step),
           NBL_ENCRYPTED_LOG);
}

static void a_cut_tail(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  const uint8_t* const start = log.data;
  nbl_step step = NBL_STEP_INIT;
  size_t end;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  end = (size_t)step.end_offset;
  /* Cut in front of the XID: a transaction without its end. */
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  log.data = start;
  log.size = end - 31; /* 19 of header, 8 of XID, 4 of checksum */
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_END);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
  CHECK_EQ(step.kind, NBL_STEP_INCOMPLETE);
  CHECK_EQ(step.reason, NBL_INCOMPLETE_TRANSACTION);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
  CHECK_EQ(step.kind, NBL_STEP_NEED_MORE);
  /* Cut inside it: a broken event as well. */
  CHECK_EQ(nbl_reset(reader), NBL_OK);
  log.data = start;
  log.size = end - 5;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_END);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
  CHECK_EQ(step.kind, NBL_STEP_INCOMPLETE);
  CHECK_EQ(step.reason, NBL_INCOMPLETE_EVENT);
  CHECK_EQ(nbl_finish(reader, &step), NBL_INCOMPLETE_EVENT);
}

/* From the first transaction's end, with the format description kept from the log's head. */
static void in_the_middle(void) {
  static uint8_t format_event[512];
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_event event = NBL_EVENT_INIT;
  size_t format_size;
  uint64_t at;
  unsigned committed = 0;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_FORMAT, &step), NBL_OK);
  CHECK_EQ(nbl_step_event(reader, &event), NBL_OK);
  format_size = event.bytes.size;
  memcpy(format_event, event.bytes.data, format_size);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  at = step.end_offset;
  reader = suite_reader(&options);
  CHECK_EQ(nbl_begin_at(reader, format_event, format_size - 1, at), NBL_TRUNCATED_EVENT);
  CHECK_EQ(nbl_begin_at(reader, NULL, format_size, at), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_begin_at(reader, format_event, format_size, at), NBL_OK);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(step.start_offset, at);
  do ++committed;
  while (feed_until(reader, &log, NBL_STEP_COMMITTED, &step) == NBL_OK);
  CHECK_EQ(committed, 299);
  CHECK_EQ(nbl_finish(reader, &step), NBL_OK);
}

/* A transaction over a quota is told with its quota; the next one is read as ever. */
static void oversized(void) {
  nbl_options options = suite_options();
  nbl_reader* reader;
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  uint64_t from = 0, to = 0;
  unsigned committed = 0, over = 0;
  options.max_changes = 2;
  reader = suite_reader(&options);
  for (;;) {
    size_t used = 0;
    CHECK_EQ(nbl_feed(reader, log.data, log.size, &used, &step), NBL_OK);
    log.data += used;
    log.size -= used;
    if (step.kind == NBL_STEP_NEED_MORE) break;
    if (step.kind == NBL_STEP_COMMITTED) ++committed;
    if (step.kind != NBL_STEP_OVERSIZED) continue;
    ++over;
    CHECK_EQ(step.reason, NBL_CHANGE_QUOTA);
    CHECK_EQ(step.outcome, NBL_STEP_COMMITTED);
    CHECK_EQ(step.quota_limit, 2);
    CHECK(step.quota_needed > 2);
    CHECK((step.flags & NBL_STEP_COUNTS_EXACT) != 0);
    CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
    CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
    CHECK_EQ(info.record_count, 0);
    CHECK_EQ(info.table_count, 1);
    CHECK(info.change_count > 2);
    CHECK_EQ(nbl_step_dropped(reader, step.dropped_count, &from, &to), NBL_INDEX_OUT_OF_RANGE);
  }
  CHECK(over != 0);
  CHECK_EQ(committed + over, 300);
}

void test_recovery(void) {
  a_flipped_byte();
  no_log();
  a_cut_tail();
  in_the_middle();
  oversized();
}
