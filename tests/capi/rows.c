/* Rows, cells, tables and columns. Expected values are the statements of the capture scenarios, which the
 * servers executed. */
#include "suite.h"

static nbl_reader* reader;
static nbl_bytes rest;
static nbl_transaction* view;

static void begin(const char* path) {
  nbl_options options = suite_options();
  reader = suite_reader(&options);
  rest = load_log(path);
}

/* A walk over the next record of this table and operation, in later transactions too. Null where there is
 * none. */
static nbl_rows* next_rows(const char* name, uint32_t operation) {
  nbl_step step = NBL_STEP_INIT;
  while (feed_until(reader, &rest, NBL_STEP_COMMITTED, &step) == NBL_OK) {
    nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
    uint32_t i;
    CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
    CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
    for (i = 0; i < info.record_count; ++i) {
      nbl_record record = NBL_RECORD_INIT;
      nbl_table table = NBL_TABLE_INIT;
      nbl_rows* rows = NULL;
      CHECK_EQ(nbl_transaction_record(view, i, &record), NBL_OK);
      if (record.operation != operation) continue;
      CHECK_EQ(nbl_transaction_table(view, record.table, &table), NBL_OK);
      if (!same_text(table.name, name)) continue;
      CHECK_EQ(nbl_rows_open(view, i, &rows_room, sizeof rows_room, &rows), NBL_OK);
      return rows;
    }
  }
  CHECK(!"the table has such a record");
  return NULL;
}

static nbl_cell cell_at(nbl_rows* rows, uint32_t column) {
  nbl_cell cell = NBL_CELL_INIT;
  do CHECK_EQ(nbl_rows_next_cell(rows, &cell), NBL_OK);
  while (cell.column < column);
  return cell;
}

static int text_is(nbl_rows* rows, const nbl_cell* cell, const char* text) {
  char out[256];
  size_t length = 0;
  nbl_text_options options = NBL_TEXT_OPTIONS_INIT;
  nbl_bytes got;
  options.json_room = &json_room;
  options.json_room_size = sizeof json_room;
  if (nbl_cell_text(rows, cell, &options, out, sizeof out, &length) != NBL_OK) return 0;
  got.data = (const uint8_t*)out;
  got.size = length;
  if (same_text(got, text)) return 1;
  fprintf(stderr, "%.*s, not %s\n", (int)length, out, text);
  return 0;
}

static void integers(void) {
  static const int64_t second_row[] = {2, 127, 255, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295};
  nbl_rows* rows;
  nbl_cell cells[12], one = NBL_CELL_INIT;
  uint32_t count = 0, i;
  begin("mysql/02_numbers/binlog.000001");
  rows = next_rows("ints", NBL_ROW_INSERT);
  if (rows == NULL) return;
  CHECK_EQ(nbl_rows_next_cell(rows, &one), NBL_END); /* no image is open yet */
  CHECK_EQ(nbl_rows_next_image(rows, &i), NBL_OK);
  CHECK_EQ(i, NBL_IMAGE_AFTER);
  CHECK_EQ(nbl_rows_cells(rows, cells, sizeof cells[0], 12, &count), NBL_OK);
  CHECK_EQ(count, 12);
  CHECK(cells[1].value.i64 == -128 && cells[3].value.i64 == -32768 && cells[5].value.i64 == -8388608);
  CHECK(cells[7].value.i64 == -2147483647 - 1 && cells[9].value.i64 == INT64_MIN);
  CHECK_EQ(nbl_rows_cells(rows, cells, sizeof cells[0], 12, &count), NBL_END);
  CHECK_EQ(count, 0);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  for (i = 0; i < 9; ++i) {
    CHECK_EQ(nbl_rows_next_cell(rows, &one), NBL_OK);
    CHECK_EQ(one.column, i);
    CHECK_EQ(one.kind, NBL_VALUE_INTEGER);
    CHECK(one.value.i64 == second_row[i]);
  }
  /* What the batch gives goes on where single cells stopped. */
  CHECK_EQ(nbl_rows_cells(rows, cells, sizeof cells[0], 2, &count), NBL_OK);
  CHECK_EQ(count, 2);
  CHECK(cells[0].value.i64 == INT64_MAX && cells[1].value.u64 == UINT64_MAX);
  CHECK((cells[1].flags & NBL_COLUMN_UNSIGNED) != 0 && (cells[0].flags & NBL_COLUMN_UNSIGNED) == 0);
  CHECK_EQ(cells[1].column, 10);
  CHECK(text_is(rows, &cells[1], "18446744073709551615"));
  for (i = 0; i < 4; ++i) CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  one = cell_at(rows, 5);
  CHECK_EQ(one.state, NBL_CELL_NULL);
  CHECK(one.bytes.data == NULL && one.bytes.size == 0 && one.value.u64 == 0);
  CHECK(text_is(rows, &one, "null"));
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_END);
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_END);
  CHECK_EQ(nbl_rows_next_cell(rows, &one), NBL_END);
}

/* UPDATE ints SET t = -t - 1 ... WHERE id IN (3, 4): before and after alternate. */
static void updates(void) {
  nbl_rows* rows;
  nbl_rows_info info = NBL_ROWS_INFO_INIT;
  uint32_t image = 9;
  begin("mysql/02_numbers/binlog.000001");
  rows = next_rows("ints", NBL_ROW_UPDATE);
  if (rows == NULL) return;
  CHECK_EQ(nbl_rows_get_info(rows, &info), NBL_OK);
  CHECK_EQ(info.operation, NBL_ROW_UPDATE);
  CHECK_EQ(info.change_count, 2);
  CHECK_EQ(info.column_count, 12);
  CHECK_EQ(info.has_partition, 0);
  CHECK_EQ(nbl_rows_next_image(rows, &image), NBL_OK);
  CHECK_EQ(image, NBL_IMAGE_BEFORE);
  CHECK(cell_at(rows, 1).value.i64 == -1);
  CHECK_EQ(nbl_rows_next_image(rows, &image), NBL_OK);
  CHECK_EQ(image, NBL_IMAGE_AFTER);
  CHECK(cell_at(rows, 1).value.i64 == 0);
  CHECK_EQ(nbl_rows_next_image(rows, &image), NBL_OK);
  CHECK_EQ(image, NBL_IMAGE_BEFORE);
  CHECK_EQ(nbl_rows_next_image(rows, &image), NBL_OK);
  CHECK_EQ(nbl_rows_next_image(rows, &image), NBL_END);
}

/* (4000000000, 2026, -5, 999.99, 'v', 1.5, -1.5, 5, 18000000000000000000, '2026-11-30 01:02:03', ..., 'x') */
static void every_kind(void) {
  nbl_rows* rows;
  nbl_cell cells[14];
  nbl_decimal decimal = NBL_DECIMAL_INIT;
  nbl_temporal temporal = NBL_TEMPORAL_INIT;
  nbl_bytes label = {NULL, 0}, names[14];
  uint32_t count = 0, srid = 0;
  float element = 0;
  begin("mysql/02_numbers/binlog.000001");
  rows = next_rows("signs", NBL_ROW_INSERT);
  if (rows == NULL) return;
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  CHECK_EQ(nbl_rows_cells(rows, cells, sizeof cells[0], 14, &count), NBL_OK);
  CHECK_EQ(count, 14);
  CHECK(cells[0].value.u64 == 4000000000u && cells[1].kind == NBL_VALUE_YEAR && cells[1].value.u64 == 2026);
  CHECK(cells[2].value.i64 == -5 && same_text(cells[4].bytes, "v"));
  CHECK(cells[5].kind == NBL_VALUE_FLOAT32 && cells[5].value.f32 == 1.5f);
  CHECK(cells[6].kind == NBL_VALUE_FLOAT64 && cells[6].value.f64 == -1.5);
  CHECK(cells[7].kind == NBL_VALUE_BIT && cells[7].value.u64 == 5);
  CHECK(cells[8].value.u64 == UINT64_C(18000000000000000000));
  CHECK_EQ(nbl_cell_decimal(rows, &cells[3], &decimal), NBL_OK);
  CHECK(decimal.negative == 0 && decimal.precision == 5 && decimal.scale == 2 &&
        memcmp(decimal.digits, "\11\11\11\11\11", 5) == 0);
  CHECK(text_is(rows, &cells[3], "\"999.99\""));
  CHECK_EQ(nbl_cell_temporal(rows, &cells[9], &temporal), NBL_OK);
  CHECK(temporal.year == 2026 && temporal.month == 11 && temporal.day == 30 && temporal.hour == 1 &&
        temporal.minute == 2 && temporal.second == 3 && temporal.fraction_digits == 0);
  CHECK(temporal.unix_seconds == 1796000523); /* date -u -d '2026-11-30 01:02:03' +%s */
  CHECK(text_is(rows, &cells[9], "\"2026-11-30T01:02:03Z\""));
  CHECK(cells[13].kind == NBL_VALUE_ENUMERATION && cells[13].value.u64 == 1);
  CHECK_EQ(nbl_table_label(view, 0, 13, 1, &label), NBL_OK);
  CHECK(same_text(label, "x") && text_is(rows, &cells[13], "\"x\""));
  CHECK_EQ(nbl_table_label(view, 0, 13, 2, &label), NBL_END);
  CHECK_EQ(nbl_table_label(view, 0, 13, 0, &label), NBL_END);
  CHECK_EQ(nbl_table_label(view, 0, 14, 1, &label), NBL_INDEX_OUT_OF_RANGE);
  CHECK_EQ(nbl_table_column_names(view, 0, names, 14, &count), NBL_OK);
  CHECK(count == 14 && same_text(names[0], "a") && same_text(names[1], "y") && same_text(names[13], "m"));
  CHECK_EQ(nbl_table_column_names(view, 0, names, 3, &count), NBL_OK);
  CHECK_EQ(count, 3);
  CHECK_EQ(nbl_table_column_names(view, 1, names, 3, &count), NBL_INDEX_OUT_OF_RANGE);
  /* A function for another kind, and cells that no row gave. */
  CHECK_EQ(nbl_cell_decimal(rows, &cells[0], &decimal), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_cell_temporal(rows, &cells[0], &temporal), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_cell_geometry(rows, &cells[0], &srid, &label), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_cell_vector(rows, &cells[0], 0, &element), NBL_INVALID_ARGUMENT);
  cells[0].column = 14;
  CHECK_EQ(nbl_cell_decimal(rows, &cells[0], &decimal), NBL_INDEX_OUT_OF_RANGE);
  cells[3].bytes.size = 1;
  CHECK_EQ(nbl_cell_decimal(rows, &cells[3], &decimal), NBL_INVALID_ARGUMENT);
  cells[2].kind = NBL_VALUE_JSON;
  CHECK_EQ(nbl_cell_temporal(rows, &cells[2], &temporal), NBL_INVALID_ARGUMENT);
}

static void special_values(void) {
  nbl_rows* rows;
  nbl_cell cell;
  nbl_temporal temporal = NBL_TEMPORAL_INIT;
  nbl_bytes wkb = {NULL, 0};
  uint32_t srid = 7;
  float element = 0;
  begin("mysql/03_temporal/binlog.000001");
  rows = next_rows("times", NBL_ROW_INSERT);
  rows = next_rows("times", NBL_ROW_INSERT); /* '-838:59:59' */
  rows = next_rows("times", NBL_ROW_INSERT);
  rows = next_rows("times", NBL_ROW_INSERT); /* '-16:08:04.25' */
  if (rows == NULL) return;
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  cell = cell_at(rows, 3);
  CHECK_EQ(nbl_cell_temporal(rows, &cell, &temporal), NBL_OK);
  CHECK(temporal.negative == 1 && temporal.hour == 16 && temporal.minute == 8 && temporal.second == 4 &&
        temporal.microsecond == 250000 && temporal.fraction_digits == 2);
  CHECK(text_is(rows, &cell, "\"-16:08:04.25\""));
  begin("mysql/07_vector/binlog.000001");
  rows = next_rows("v", NBL_ROW_INSERT); /* [1.05, -2.5, 3] */
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  cell = cell_at(rows, 1);
  CHECK_EQ(nbl_cell_vector(rows, &cell, 1, &element), NBL_OK);
  CHECK(element == -2.5f && cell.bytes.size == 12);
  CHECK_EQ(nbl_cell_vector(rows, &cell, 3, &element), NBL_INDEX_OUT_OF_RANGE);
  CHECK(text_is(rows, &cell, "[1.05,-2.5,3]"));
  begin("mysql/06_geometry/binlog.000001");
  rows = next_rows("any_kind", NBL_ROW_INSERT); /* POINT(1 2) */
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  cell = cell_at(rows, 1);
  CHECK_EQ(nbl_cell_geometry(rows, &cell, &srid, &wkb), NBL_OK);
  CHECK(srid == 0 && wkb.size == 21 && wkb.data[0] == 1 && wkb.data[1] == 1);
  CHECK(text_is(rows, &cell, "{\"srid\":0,\"wkb\":\"0101000000000000000000f03f0000000000000040\"}"));
}

/* PRIMARY KEY (c, a(10), b(20)), and partitions as mysqlbinlog shows them. */
static void keys_and_partitions(void) {
  nbl_rows* rows;
  nbl_rows_info info = NBL_ROWS_INFO_INIT;
  nbl_column column = NBL_COLUMN_INIT;
  uint32_t at = 9, prefix = 9;
  begin("mysql/11_keys/binlog.000001");
  rows = next_rows("prefixed", NBL_ROW_INSERT);
  if (rows == NULL) return;
  CHECK(nbl_table_key(view, 0, 0, &at, &prefix) == NBL_OK && at == 2 && prefix == 0);
  CHECK(nbl_table_key(view, 0, 1, &at, &prefix) == NBL_OK && at == 0 && prefix == 10);
  CHECK(nbl_table_key(view, 0, 2, &at, &prefix) == NBL_OK && at == 1 && prefix == 20);
  CHECK_EQ(nbl_table_key(view, 0, 3, &at, &prefix), NBL_END);
  CHECK_EQ(nbl_table_key(view, 0, 0xffffffff, &at, &prefix), NBL_END);
  CHECK_EQ(nbl_table_column(view, 0, 1, &column), NBL_OK);
  CHECK(column.kind == NBL_VALUE_BYTES && column.collation == 63 &&
        (column.flags & NBL_COLUMN_PRIMARY_KEY) != 0);
  CHECK_EQ(nbl_table_column(view, 0, 4, &column), NBL_INDEX_OUT_OF_RANGE);
  begin("mysql/28_partitions/binlog.000001");
  rows = next_rows("r", NBL_ROW_UPDATE);
  rows = next_rows("r", NBL_ROW_UPDATE); /* source_partition: 0 target_partition: 1 */
  CHECK_EQ(nbl_rows_get_info(rows, &info), NBL_OK);
  CHECK(info.has_partition == 1 && info.partition == 1 && info.source_partition == 0);
}

/* binlog_row_metadata=MINIMAL and binlog_row_image=MINIMAL: what the log does not carry. */
static void what_is_not_there(void) {
  nbl_rows* rows;
  nbl_cell cell = NBL_CELL_INIT;
  nbl_bytes names[4];
  uint32_t count = 9, at = 0, prefix = 0, absent = 0;
  size_t length = 9;
  begin("mysql/20_metadata_minimal/binlog.000001");
  rows = next_rows("t", NBL_ROW_INSERT);
  if (rows == NULL) return;
  CHECK_EQ(nbl_table_column_names(view, 0, names, 4, &count), NBL_END);
  CHECK_EQ(count, 0);
  CHECK_EQ(nbl_table_key(view, 0, 0, &at, &prefix), NBL_END);
  CHECK_EQ(nbl_table_label(view, 0, 4, 1, &names[0]), NBL_END);
  begin("mysql/21_image_minimal/binlog.000001");
  while ((rows = next_rows("t", NBL_ROW_UPDATE)) != NULL && absent == 0) {
    CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
    while (nbl_rows_next_cell(rows, &cell) == NBL_OK) {
      if (cell.state != NBL_CELL_ABSENT) continue;
      ++absent;
      CHECK_EQ(nbl_cell_text(rows, &cell, NULL, NULL, 0, &length), NBL_OK);
      CHECK_EQ(length, 0);
    }
    if (absent != 0) break;
  }
  CHECK(absent != 0);
}

/* The text's length is told whatever the room. */
static void short_rooms(void) {
  nbl_rows* rows;
  nbl_cell cell;
  char out[8] = "zzzzzzz";
  size_t length = 0;
  begin("mysql/02_numbers/binlog.000001");
  rows = next_rows("signs", NBL_ROW_INSERT);
  if (rows == NULL) return;
  CHECK_EQ(nbl_rows_next_image(rows, NULL), NBL_OK);
  cell = cell_at(rows, 8);
  CHECK_EQ(nbl_cell_text(rows, &cell, NULL, NULL, 0, &length), NBL_OUTPUT_TOO_SMALL);
  CHECK_EQ(length, 20);
  CHECK_EQ(nbl_cell_text(rows, &cell, NULL, out, 3, &length), NBL_OUTPUT_TOO_SMALL);
  CHECK(memcmp(out, "180zzzz", 7) == 0 && length == 20);
  CHECK_EQ(nbl_cell_text(rows, &cell, NULL, NULL, 3, &length), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_cell_text(rows, &cell, NULL, out, 3, NULL), NBL_INVALID_ARGUMENT);
}

void test_rows(void) {
  integers();
  updates();
  every_kind();
  special_values();
  keys_and_partitions();
  what_is_not_there();
  short_rooms();
}
