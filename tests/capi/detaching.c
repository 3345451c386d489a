/* Detached transactions: they outlive the reader, travel, and open again. */
#include <stdlib.h>

#include "suite.h"

static uint64_t kept[32768];
static uint64_t moved[32768];

/* All cells of all rows as text, added up. */
static uint64_t sum(const nbl_transaction* view) {
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  uint64_t hash = 14695981039346656037u;
  uint32_t i;
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
  for (i = 0; i < info.record_count; ++i) {
    nbl_rows* rows = NULL;
    nbl_cell cell = NBL_CELL_INIT;
    nbl_record record = NBL_RECORD_INIT;
    nbl_table table = NBL_TABLE_INIT;
    CHECK_EQ(nbl_transaction_record(view, i, &record), NBL_OK);
    if (record.operation == NBL_ROW_NONE) continue;
    CHECK_EQ(nbl_transaction_table(view, record.table, &table), NBL_OK);
    hash = (hash ^ table.name.size ^ record.offset) * 1099511628211u;
    CHECK_EQ(nbl_rows_open(view, i, &rows_room, sizeof rows_room, &rows), NBL_OK);
    while (nbl_rows_next_image(rows, NULL) == NBL_OK) {
      while (nbl_rows_next_cell(rows, &cell) == NBL_OK) {
        size_t at;
        hash = (hash ^ cell.value.u64 ^ cell.state) * 1099511628211u;
        for (at = 0; at < cell.bytes.size; ++at) hash = (hash ^ cell.bytes.data[at]) * 1099511628211u;
      }
    }
  }
  return hash;
}

static void every_transaction(const char* path, uint32_t input) {
  nbl_options options = suite_options();
  nbl_reader* reader;
  nbl_bytes log = load_log(path);
  nbl_step step = NBL_STEP_INIT;
  unsigned count = 0;
  options.input = input;
  reader = suite_reader(&options);
  while (feed_until(reader, &log, NBL_STEP_COMMITTED, &step) == NBL_OK) {
    nbl_transaction *view = NULL, *opened = NULL;
    nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
    uint64_t expected;
    size_t size = 0;
    CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
    expected = sum(view);
    CHECK_EQ(nbl_transaction_detached_size(view, &size), NBL_OK);
    CHECK(size <= sizeof kept);
    memset(kept, 0xcc, sizeof kept);
    CHECK_EQ(nbl_transaction_detach(view, kept, size - 1), NBL_OUTPUT_TOO_SMALL);
    CHECK_EQ(nbl_transaction_detach(view, (char*)kept + 1, sizeof kept - 1), NBL_WORKSPACE_MISALIGNED);
    CHECK_EQ(nbl_transaction_detach(view, kept, size), NBL_OK);
    CHECK_EQ(kept[(size + 7) / 8], UINT64_C(0xcccccccccccccccc));
    memcpy(moved, kept, size);
    memset(kept, 0, sizeof kept);
    CHECK_EQ(nbl_transaction_open(moved, size, &view_room, sizeof view_room, &opened), NBL_OK);
    CHECK_EQ(sum(opened), expected);
    CHECK_EQ(nbl_transaction_get_info(opened, &info), NBL_OK);
    CHECK_EQ(info.end_offset, step.end_offset);
    ++count;
  }
  CHECK(count != 0);
}

/* After the reader and its block are gone. */
static void it_outlives_the_reader(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction* view = NULL;
  nbl_rows* rows = NULL;
  uint64_t expected;
  size_t size = 0;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  expected = sum(view);
  CHECK_EQ(nbl_transaction_detached_size(view, &size), NBL_OK);
  CHECK_EQ(nbl_transaction_detach(view, kept, sizeof kept), NBL_OK);
  memset(&block, 0xff, sizeof block);
  (void)load_log("mysql/02_numbers/binlog.000001"); /* over the bytes that were fed */
  CHECK_EQ(nbl_transaction_open(kept, sizeof kept, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(sum(view), expected);
  CHECK_EQ(nbl_rows_open(view, 0, &rows_room, sizeof rows_room, &rows), NBL_OK);
  CHECK_EQ(nbl_transaction_close(view), NBL_OK);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_STALE_RESULT);
  CHECK_EQ(nbl_transaction_open(kept, sizeof kept, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_transaction_open(kept, size - 1, &view_room, sizeof view_room, &view), NBL_BAD_DETACHED);
  CHECK_EQ(nbl_transaction_open(kept, size, &view_room, 16, &view), NBL_WORKSPACE_TOO_SMALL);
  CHECK_EQ(nbl_transaction_open((char*)kept + 4, size, &view_room, sizeof view_room, &view),
           NBL_WORKSPACE_MISALIGNED);
  /* What failed has left the room alone, and the view in it. */
  CHECK_EQ(sum(view), expected);
  kept[0] ^= 1;
  CHECK_EQ(nbl_transaction_open(kept, size, &view_room, sizeof view_room, &view), NBL_BAD_DETACHED);
}

/* A ROWS step is a part of something that goes on. */
static void no_half_transactions(void) {
  nbl_options options = suite_options();
  nbl_reader* reader;
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  size_t size = 0;
  options.deliver = NBL_DELIVER_EVENTS;
  reader = suite_reader(&options);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_ROWS, &step), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
  CHECK_EQ(info.record_count, 1);
  CHECK(sum(view) != 0);
  CHECK_EQ(nbl_transaction_detached_size(view, &size), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_transaction_detach(view, kept, sizeof kept), NBL_INVALID_ARGUMENT);
}

void test_detaching(void) {
  every_transaction("mysql/12_transactions/binlog.000001", NBL_INPUT_COPIED);
  every_transaction("mysql/28_partitions/binlog.000001", NBL_INPUT_STABLE);
  every_transaction("mariadb/27_oltp/binlog.000001", NBL_INPUT_COPIED);
  it_outlives_the_reader();
  no_half_transactions();
}
