/* Mistakes of the caller's are answered, and leave the handle as usable as it was. */
#include "suite.h"

static void init_refuses(void) {
  nbl_options options = suite_options();
  nbl_status status = NBL_STATUS_INIT;
  nbl_reader* reader = NULL;
  CHECK_EQ(nbl_init(NULL, sizeof block, &options, &reader, &status), NBL_INVALID_ARGUMENT);
  CHECK_EQ(status.code, NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_init(&block, sizeof block, &options, NULL, &status), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_init((unsigned char*)&block + 4, sizeof block - 4, &options, &reader, &status),
           NBL_WORKSPACE_MISALIGNED);
  CHECK_EQ(status.code, NBL_WORKSPACE_MISALIGNED);
  CHECK_EQ(nbl_init(&block, 100, &options, &reader, NULL), NBL_WORKSPACE_TOO_SMALL);
  CHECK_EQ(nbl_init_abi(&block, sizeof block, &options, NBL_ABI_VERSION + 1, &reader, &status),
           NBL_ABI_MISMATCH);
  CHECK_EQ(status.code, NBL_ABI_MISMATCH);
  CHECK_EQ(nbl_init_abi(&block, sizeof block, NULL, 0, &reader, NULL), NBL_ABI_MISMATCH);
  CHECK_EQ(nbl_abi_version(), NBL_ABI_VERSION);
  CHECK(strcmp(nbl_version(), NBL_VERSION_STRING) == 0);
  options.input = 2;
  CHECK_EQ(nbl_init(&block, sizeof block, &options, &reader, NULL), NBL_INVALID_ARGUMENT);
  options.input = NBL_INPUT_COPIED;
  options.deliver = 2;
  CHECK_EQ(nbl_init(&block, sizeof block, &options, &reader, NULL), NBL_INVALID_ARGUMENT);
  options.deliver = NBL_DELIVER_TRANSACTIONS;
  options.verify_checksums = 2;
  CHECK_EQ(nbl_init(&block, sizeof block, &options, &reader, NULL), NBL_INVALID_ARGUMENT);
  CHECK(reader == NULL);
}

static void a_block_of_zeros_is_no_handle(void) {
  nbl_reader* reader = (nbl_reader*)(void*)&block;
  nbl_step step = NBL_STEP_INIT;
  size_t used = 7;
  memset(&block, 0, sizeof block);
  CHECK_EQ(nbl_feed(reader, "x", 1, &used, &step), NBL_INVALID_ARGUMENT);
  CHECK_EQ(used, 0);
  CHECK_EQ(nbl_reset(reader), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_decoder_finish((nbl_decoder*)(void*)&block), NBL_INVALID_ARGUMENT);
}

static void nulls(void) {
  nbl_step step = NBL_STEP_INIT;
  size_t used = 7;
  nbl_transaction* view = NULL;
  nbl_rows* rows = NULL;
  nbl_status status = NBL_STATUS_INIT;
  nbl_reader_info info = NBL_READER_INFO_INIT;
  nbl_cell cell = NBL_CELL_INIT;
  nbl_bytes none = {NULL, 3};
  nbl_json* json = NULL;
  CHECK_EQ(nbl_feed(NULL, "x", 1, &used, &step), NBL_INVALID_ARGUMENT);
  CHECK_EQ(used, 0);
  CHECK_EQ(nbl_finish(NULL, &step), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_reset(NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_recover(NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_begin_at(NULL, "x", 1, 4), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_last_error(NULL, &status), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_reader_get_info(NULL, &info), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_step_transaction(NULL, &view_room, sizeof view_room, &view), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_transaction_open(NULL, 100, &view_room, sizeof view_room, &view), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_transaction_close(NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_rows_open(NULL, 0, &rows_room, sizeof rows_room, &rows), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_rows_next_image(NULL, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_rows_next_cell(NULL, &cell), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_json_open(none, &json_room, sizeof json_room, &json), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_decoder_finish(NULL), NBL_INVALID_ARGUMENT);
}

/* Between two good calls, on a living handle. */
static void the_handle_goes_on(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/12_transactions/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_record record = NBL_RECORD_INIT;
  nbl_table table = NBL_TABLE_INIT;
  nbl_rows* rows = NULL;
  nbl_status status = NBL_STATUS_INIT;
  size_t used = 7, size = 0;
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_END);
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, NULL, sizeof view_room, &view), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, 8, &view), NBL_WORKSPACE_TOO_SMALL);
  CHECK_EQ(nbl_step_transaction(reader, (char*)&view_room + 1, sizeof view_room - 1, &view),
           NBL_WORKSPACE_MISALIGNED);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_transaction_get_info(view, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
  CHECK_EQ(nbl_transaction_record(view, info.record_count, &record), NBL_INDEX_OUT_OF_RANGE);
  CHECK_EQ(nbl_transaction_record(view, 0xffffffff, &record), NBL_INDEX_OUT_OF_RANGE);
  CHECK_EQ(nbl_transaction_table(view, info.table_count, &table), NBL_INDEX_OUT_OF_RANGE);
  CHECK_EQ(nbl_rows_open(view, info.record_count, &rows_room, sizeof rows_room, &rows),
           NBL_INDEX_OUT_OF_RANGE);
  CHECK_EQ(nbl_rows_open(view, 0, &rows_room, 8, &rows), NBL_WORKSPACE_TOO_SMALL);
  CHECK_EQ(nbl_transaction_detached_size(view, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_transaction_detached_size(view, &size), NBL_OK);
  CHECK_EQ(nbl_transaction_detach(view, NULL, size), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_feed(reader, NULL, 5, &used, &step), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_feed(reader, log.data, log.size, NULL, &step), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_feed(reader, log.data, log.size, &used, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(used, 0);
  /* None of these was a call that ends the view, nor an error of the log's. */
  CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
  CHECK_EQ(nbl_last_error(reader, &status), NBL_OK);
  CHECK_EQ(status.code, NBL_OK);
  CHECK_EQ(nbl_feed(reader, log.data, log.size, &used, &step), NBL_OK);
  CHECK(used != 0);
}

void test_wrong_use(void) {
  init_refuses();
  a_block_of_zeros_is_no_handle();
  nulls();
  the_handle_goes_on();
}
