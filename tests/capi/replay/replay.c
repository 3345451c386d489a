/* Prints every committed row image of a log through the C interface's typed values, for replay_test.py to
 * apply and compare with the server's own tables. A line: operation, image, database, table, then a cell a
 * field, all parted by tabs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "nanobinlog/nanobinlog.h"

static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
static NBL_ROOM(rows_room, NBL_ROWS_SIZE);
static NBL_ROOM(json_room, NBL_JSON_ROOM_SIZE);
static char text[8 << 20];

/* Decompressors, with their libraries' own memory: this is a test, not a device. */
typedef struct zstd_stream {
  ZSTD_DCtx* context;
  ZSTD_inBuffer in;
} zstd_stream;

static int32_t zstd_begin(void* context, const uint8_t* data, size_t size) {
  zstd_stream* s = context;
  s->in.src = data;
  s->in.size = size;
  s->in.pos = 0;
  return !ZSTD_isError(ZSTD_DCtx_reset(s->context, ZSTD_reset_session_only));
}

static int32_t zstd_read(void* context, uint8_t* to, size_t capacity, size_t* produced, int32_t* done) {
  zstd_stream* s = context;
  ZSTD_outBuffer out;
  size_t left;
  out.dst = to;
  out.size = capacity;
  out.pos = 0;
  left = ZSTD_decompressStream(s->context, &out, &s->in);
  *produced = out.pos;
  *done = left == 0 && s->in.pos == s->in.size;
  return !ZSTD_isError(left) && (out.pos != 0 || *done);
}

static int32_t zlib_begin(void* context, const uint8_t* data, size_t size) {
  z_stream* s = context;
  if (inflateReset(s) != Z_OK) return 0;
  s->next_in = (Bytef*)(uintptr_t)data;
  s->avail_in = (uInt)size;
  return 1;
}

static int32_t zlib_read(void* context, uint8_t* to, size_t capacity, size_t* produced, int32_t* done) {
  z_stream* s = context;
  int result;
  s->next_out = to;
  s->avail_out = (uInt)capacity;
  result = inflate(s, Z_NO_FLUSH);
  *produced = capacity - s->avail_out;
  *done = result == Z_STREAM_END;
  return result == Z_OK || result == Z_STREAM_END;
}

static void print_hex(nbl_bytes bytes) {
  size_t i;
  for (i = 0; i < bytes.size; ++i) printf("%02x", bytes.data[i]);
}

static void print_decimal(const nbl_rows* rows, const nbl_cell* cell) {
  nbl_decimal d = NBL_DECIMAL_INIT;
  uint32_t i, started = 0;
  if (nbl_cell_decimal(rows, cell, &d) != NBL_OK) exit(3);
  printf("d:%s", d.negative ? "-" : "");
  for (i = 0; i < d.precision; ++i) {
    if (i == d.precision - d.scale) printf(started ? "." : "0.");
    if (i >= d.precision - d.scale || d.digits[i] != 0) started = 1;
    if (started) printf("%d", d.digits[i]);
  }
  if (!started) printf("0");
}

static void print_temporal(const nbl_rows* rows, const nbl_cell* cell) {
  nbl_temporal t = NBL_TEMPORAL_INIT;
  char fraction[8] = "";
  if (nbl_cell_temporal(rows, cell, &t) != NBL_OK) exit(3);
  printf("t:");
  if (cell->kind == NBL_VALUE_TIMESTAMP && t.unix_seconds == 0 && t.microsecond == 0)
    t.year = t.month = t.day = 0;
  if (cell->kind == NBL_VALUE_TIME) {
    printf("%s%02u:%02u:%02u", t.negative ? "-" : "", t.hour, t.minute, t.second);
  } else {
    printf("%04u-%02u-%02u", t.year, t.month, t.day);
    if (cell->kind != NBL_VALUE_DATE) printf(" %02u:%02u:%02u", t.hour, t.minute, t.second);
  }
  snprintf(fraction, sizeof fraction, ".%06u", t.microsecond % 1000000u);
  if (t.fraction_digits != 0 && cell->kind != NBL_VALUE_DATE)
    printf("%.*s", (int)t.fraction_digits + 1, fraction);
}

static void print_json(const nbl_rows* rows, const nbl_cell* cell) {
  nbl_text_options options = NBL_TEXT_OPTIONS_INIT;
  size_t length = 0;
  nbl_bytes out;
  options.json_room = json_room;
  options.json_room_size = sizeof json_room;
  if (nbl_cell_text(rows, cell, &options, text, sizeof text, &length) != NBL_OK) exit(3);
  out.data = (const uint8_t*)text;
  out.size = length;
  printf("j:");
  print_hex(out);
}

static void print_cell(const nbl_rows* rows, const nbl_cell* cell) {
  printf("\t");
  if (cell->state != NBL_CELL_VALUE) {
    printf(cell->state == NBL_CELL_NULL ? "null" : "absent");
    return;
  }
  switch (cell->kind) {
    case NBL_VALUE_INTEGER:
      if ((cell->flags & NBL_COLUMN_UNSIGNED) != 0)
        printf("i:%llu", (unsigned long long)cell->value.u64);
      else
        printf("i:%lld", (long long)cell->value.i64);
      break;
    case NBL_VALUE_FLOAT32: printf("f:%a", (double)cell->value.f32); break;
    case NBL_VALUE_FLOAT64: printf("f:%a", cell->value.f64); break;
    case NBL_VALUE_DECIMAL: print_decimal(rows, cell); break;
    case NBL_VALUE_DATE:
    case NBL_VALUE_TIME:
    case NBL_VALUE_DATETIME:
    case NBL_VALUE_TIMESTAMP: print_temporal(rows, cell); break;
    case NBL_VALUE_JSON: print_json(rows, cell); break;
    case NBL_VALUE_BYTES:
    case NBL_VALUE_GEOMETRY:
    case NBL_VALUE_VECTOR:
      printf("b:");
      print_hex(cell->bytes);
      break;
    default: printf("n:%llu", (unsigned long long)cell->value.u64); break;
  }
}

static void print_transaction(const nbl_reader* reader) {
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  uint32_t i, c, count = 0;
  if (nbl_step_transaction(reader, view_room, sizeof view_room, &view) != NBL_OK) exit(3);
  nbl_transaction_get_info(view, &info);
  for (i = 0; i < info.record_count; ++i) {
    static nbl_cell cells[4096];
    nbl_record record = NBL_RECORD_INIT;
    nbl_table table = NBL_TABLE_INIT;
    nbl_rows* rows = NULL;
    uint32_t image;
    if (nbl_transaction_record(view, i, &record) != NBL_OK) exit(3);
    if (record.operation == NBL_ROW_NONE) continue;
    if (nbl_transaction_table(view, record.table, &table) != NBL_OK) exit(3);
    if (nbl_rows_open(view, i, rows_room, sizeof rows_room, &rows) != NBL_OK) exit(3);
    while (nbl_rows_next_image(rows, &image) == NBL_OK) {
      printf("%u\t%u\t%.*s\t%.*s", record.operation, image, (int)table.database.size,
             (const char*)table.database.data, (int)table.name.size, (const char*)table.name.data);
      if (nbl_rows_cells(rows, cells, sizeof cells[0], 4096, &count) != NBL_OK || count != table.column_count)
        exit(3);
      for (c = 0; c < count; ++c) print_cell(rows, &cells[c]);
      printf("\n");
    }
  }
}

int main(int argc, char** argv) {
  static uint8_t log[8 << 20];
  nbl_options options = NBL_OPTIONS_INIT;
  nbl_step step = NBL_STEP_INIT;
  zstd_stream zstd;
  z_stream zlib;
  nbl_reader* reader = NULL;
  size_t need;
  int i;
  memset(&zlib, 0, sizeof zlib);
  zstd.context = ZSTD_createDCtx();
  if (zstd.context == NULL || inflateInit(&zlib) != Z_OK) return 3;
  options.max_side_bytes = 16 << 20;
  options.zstd.context = &zstd;
  options.zstd.begin = &zstd_begin;
  options.zstd.read = &zstd_read;
  options.zlib.context = &zlib;
  options.zlib.begin = &zlib_begin;
  options.zlib.read = &zlib_read;
  need = nbl_workspace_size(&options);
  if (nbl_init(malloc(need), need, &options, &reader, NULL) != NBL_OK) return 3;
  for (i = 1; i < argc; ++i) {
    FILE* file = fopen(argv[i], "rb");
    const size_t size = file == NULL ? 0 : fread(log, 1, sizeof log, file);
    size_t done = 0, used = 0;
    if (size == 0) return 3;
    fclose(file);
    nbl_reset(reader);
    do {
      if (nbl_feed(reader, log + done, size - done, &used, &step) != NBL_OK) return 3;
      done += used;
      /* In the scenarios that are replayed, what was prepared was committed right behind. */
      if (step.kind == NBL_STEP_COMMITTED || step.kind == NBL_STEP_XA_PREPARED) print_transaction(reader);
      if (step.kind == NBL_STEP_UNSUPPORTED || step.kind == NBL_STEP_OVERSIZED) return 4;
    } while (step.kind != NBL_STEP_NEED_MORE);
    if (nbl_finish(reader, &step) != NBL_OK) return 3;
  }
  return 0;
}
