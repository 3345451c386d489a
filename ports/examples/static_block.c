/* No heap at all: one static block, its size known to the compiler. Counts inserts, updates and deletes of
 * each table. */
#include <nanobinlog/nanobinlog.h>
#include <stdio.h>

#define EVENTS 64
#define BYTES 16384
#define TABLES 8
#define COLUMNS 128
#define TABLE_BYTES 4096
#define SAVEPOINTS 2

static NBL_ROOM(block, NBL_WORKSPACE_SIZE(EVENTS, BYTES, TABLES, COLUMNS, TABLE_BYTES, SAVEPOINTS, 0));
static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);

static void print_tables(const nbl_reader* reader) {
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_transaction* transaction;
  uint32_t i;
  if (nbl_step_transaction(reader, view_room, sizeof view_room, &transaction) != NBL_OK) return;
  nbl_transaction_get_info(transaction, &info);
  for (i = 0; i < info.table_count; ++i) {
    nbl_table table = NBL_TABLE_INIT;
    nbl_transaction_table(transaction, i, &table);
    printf("%.*s.%.*s +%llu ~%llu -%llu\n", (int)table.database.size, (const char*)table.database.data,
           (int)table.name.size, (const char*)table.name.data, (unsigned long long)table.inserts,
           (unsigned long long)table.updates, (unsigned long long)table.deletes);
  }
}

int main(int argc, char** argv) {
  static unsigned char piece[512];
  nbl_options options = NBL_OPTIONS_INIT;
  nbl_step step = NBL_STEP_INIT;
  nbl_status error = NBL_STATUS_INIT;
  nbl_reader* reader;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  size_t size, done, used;
  nbl_code code;
  if (file == NULL) return 2;
  options.max_events = EVENTS;
  options.max_bytes = BYTES;
  options.max_event_bytes = BYTES;
  options.max_tables = TABLES;
  options.max_columns = COLUMNS;
  options.max_table_bytes = TABLE_BYTES;
  options.max_savepoints = SAVEPOINTS;
  code = nbl_init(block, sizeof block, &options, &reader, &error);
  if (code == NBL_WORKSPACE_TOO_SMALL) printf("%llu bytes are needed\n", (unsigned long long)error.needed);
  while (code == NBL_OK && (size = fread(piece, 1, sizeof piece, file)) != 0) {
    for (done = 0; (code = nbl_feed(reader, piece + done, size - done, &used, &step)) == NBL_OK;
         done += used) {
      if (step.kind == NBL_STEP_NEED_MORE) break;
      if (step.kind == NBL_STEP_COMMITTED) print_tables(reader);
      if (step.kind == NBL_STEP_OVERSIZED) {
        /* Too much for this block, which stays as it is; the tables are still counted. */
        printf("oversized: %s, %llu of %llu\n", nbl_code_name(step.reason),
               (unsigned long long)step.quota_needed, (unsigned long long)step.quota_limit);
        print_tables(reader);
      }
    }
  }
  printf("%s, %u bytes of memory\n", nbl_code_name(code), (unsigned)sizeof block);
  return code == NBL_OK ? 0 : 1;
}
