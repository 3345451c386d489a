/* Structs of an older caller, which end earlier, and of a newer one, which go on. */
#include <stddef.h>

#include "suite.h"

typedef struct newer_step {
  nbl_step step;
  uint64_t unknown[4];
} newer_step;

typedef struct newer_options {
  nbl_options options;
  uint64_t unknown;
} newer_options;

static void outputs(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  newer_step newer;
  nbl_step older = NBL_STEP_INIT;
  size_t used = 0;
  memset(&newer, 0xee, sizeof newer);
  newer.step.struct_size = (uint32_t)sizeof newer;
  CHECK_EQ(nbl_feed(reader, log.data, log.size, &used, &newer.step), NBL_OK);
  CHECK_EQ(newer.step.kind, NBL_STEP_FORMAT);
  CHECK_EQ(newer.step.struct_size, sizeof newer);
  CHECK_EQ(newer.step.wire_bytes, used - 4); /* the magic comes before it */
  CHECK_EQ(newer.unknown[0] | newer.unknown[1] | newer.unknown[2] | newer.unknown[3], 0);
  memset(&older, 0xee, sizeof older);
  older.struct_size = (uint32_t)offsetof(nbl_step, reason);
  CHECK_EQ(nbl_feed(reader, log.data + used, log.size - used, &used, &older), NBL_OK);
  CHECK_EQ(older.kind, NBL_STEP_PREVIOUS_GTIDS);
  CHECK_EQ(older.reason, 0xeeeeeeee);
  CHECK_EQ(older.wire_bytes, UINT64_C(0xeeeeeeeeeeeeeeee));
  older.struct_size = 4;
  CHECK_EQ(nbl_finish(reader, &older), NBL_INVALID_ARGUMENT);
  older.struct_size = 4097;
  CHECK_EQ(nbl_finish(reader, &older), NBL_INVALID_ARGUMENT);
  older.struct_size = 0;
  CHECK_EQ(nbl_finish(reader, &older), NBL_INVALID_ARGUMENT);
}

static void inputs(void) {
  newer_options newer;
  nbl_options older = NBL_OPTIONS_INIT;
  nbl_reader* reader = NULL;
  const size_t whole = nbl_workspace_size(NULL);
  newer.options = suite_options();
  newer.options.struct_size = (uint32_t)sizeof newer;
  newer.unknown = 0;
  CHECK_EQ(nbl_init(&block, sizeof block, &newer.options, &reader, NULL), NBL_OK);
  /* An option that this library does not know cannot be honoured. */
  newer.unknown = 1;
  CHECK_EQ(nbl_init(&block, sizeof block, &newer.options, &reader, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_workspace_size(&newer.options), 0);
  /* What an older caller does not know has its default. */
  memset(&older, 0, sizeof older);
  older.struct_size = 16;
  older.verify_checksums = 1;
  CHECK_EQ(nbl_workspace_size(&older), whole);
  older.input = NBL_INPUT_STABLE;
  CHECK_EQ(nbl_workspace_size(&older), whole - NBL_DEFAULT_MAX_BYTES);
  older.struct_size = 7;
  CHECK_EQ(nbl_workspace_size(&older), 0);
}

static void cells(void) {
  struct newer_cell {
    nbl_cell cell;
    uint64_t unknown;
  } many[8];
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  nbl_transaction* view = NULL;
  nbl_rows* rows = NULL;
  uint32_t count = 0, i;
  CHECK_EQ(feed_until(reader, &log, NBL_STEP_COMMITTED, &step), NBL_OK);
  CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
  CHECK_EQ(nbl_rows_open(view, 0, &rows_room, sizeof rows_room, &rows), NBL_OK);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  memset(many, 0xee, sizeof many);
  CHECK_EQ(nbl_rows_cells(rows, &many[0].cell, sizeof(nbl_cell) - 8, 8, &count), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_rows_cells(rows, &many[0].cell, sizeof(nbl_cell) + 1, 8, &count), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_rows_cells(rows, &many[0].cell, sizeof many[0], 8, &count), NBL_OK);
  CHECK_EQ(count, 4); /* sbtest1 has id, k, c and pad */
  for (i = 0; i < 4; ++i) {
    CHECK_EQ(many[i].cell.column, i);
    CHECK_EQ(many[i].cell.struct_size, sizeof many[0]);
    CHECK_EQ(many[i].unknown, 0);
  }
  CHECK_EQ(many[4].unknown, UINT64_C(0xeeeeeeeeeeeeeeee));
}

void test_growing_structs(void) {
  outputs();
  inputs();
  cells();
}
