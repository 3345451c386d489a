/* Prints every committed row change of a binary log, one JSON array a row image. */
#include <nanobinlog/nanobinlog.h>
#include <stdio.h>
#include <stdlib.h>

static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
static NBL_ROOM(rows_room, NBL_ROWS_SIZE);
static NBL_ROOM(json_room, NBL_JSON_ROOM_SIZE);
static char text[1 << 20];

static void print_row(nbl_rows* rows) {
  nbl_text_options options = NBL_TEXT_OPTIONS_INIT;
  nbl_cell cell = NBL_CELL_INIT;
  size_t length;
  char between = '[';
  options.json_room = json_room, options.json_room_size = sizeof json_room;
  options.assume_signed = 1; /* MariaDB's logs do not say by default */
  while (nbl_rows_next_cell(rows, &cell) == NBL_OK) {
    if (nbl_cell_text(rows, &cell, &options, text, sizeof text, &length) != NBL_OK) length = 0;
    printf("%c%.*s", between, (int)length, text);
    between = ',';
  }
  printf("]\n");
}

static void print_transaction(const nbl_reader* reader) {
  static const char* const names[] = {"insert", "update", "delete"};
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_gtid gtid = NBL_GTID_INIT;
  nbl_transaction* transaction;
  char name[NBL_GTID_TEXT_SIZE] = "anonymous";
  uint32_t i, image;
  if (nbl_step_transaction(reader, view_room, sizeof view_room, &transaction) != NBL_OK) return;
  if (nbl_step_gtid(reader, &gtid) == NBL_OK) nbl_gtid_text(&gtid, name, sizeof name);
  nbl_transaction_get_info(transaction, &info);
  printf("transaction %s at %llu, %llu changes\n", name, (unsigned long long)info.start_offset,
         (unsigned long long)info.change_count);
  for (i = 0; i < info.record_count; ++i) {
    nbl_record record = NBL_RECORD_INIT;
    nbl_table table = NBL_TABLE_INIT;
    nbl_rows* rows;
    nbl_transaction_record(transaction, i, &record);
    if (record.operation == NBL_ROW_NONE) continue; /* the text of a statement */
    nbl_transaction_table(transaction, record.table, &table);
    nbl_rows_open(transaction, i, rows_room, sizeof rows_room, &rows);
    while (nbl_rows_next_image(rows, &image) == NBL_OK) {
      printf("  %s %s %.*s.%.*s ", names[record.operation], image == NBL_IMAGE_AFTER ? "after" : "before",
             (int)table.database.size, (const char*)table.database.data, (int)table.name.size,
             (const char*)table.name.data);
      print_row(rows);
    }
  }
}

int main(int argc, char** argv) {
  static unsigned char piece[65536];
  nbl_step step = NBL_STEP_INIT;
  nbl_status error = NBL_STATUS_INIT;
  nbl_reader* reader;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  size_t size, done, used, need = nbl_workspace_size(NULL);
  nbl_code code = nbl_init(malloc(need), need, NULL, &reader, &error);
  if (file == NULL || code != NBL_OK) return fprintf(stderr, "usage: print_changes FILE\n"), 2;
  while (code == NBL_OK && (size = fread(piece, 1, sizeof piece, file)) != 0) {
    for (done = 0; (code = nbl_feed(reader, piece + done, size - done, &used, &step)) == NBL_OK;
         done += used) {
      if (step.kind == NBL_STEP_NEED_MORE) break;
      if (step.kind == NBL_STEP_COMMITTED) print_transaction(reader);
    }
  }
  if (code == NBL_OK) code = nbl_finish(reader, &step);
  if (code == NBL_OK) return 0;
  nbl_last_error(reader, &error);
  fprintf(stderr, "%s at %llu: %s\n", nbl_code_name(code), (unsigned long long)error.offset,
          nbl_code_text(code));
  return 1;
}
