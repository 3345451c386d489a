/* Runs the suite. The one argument is the folder of the fixtures. */
#include "suite.h"

#include <stdlib.h>

unsigned checks_made;
unsigned checks_failed;
suite_block block;
NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
NBL_ROOM(rows_room, NBL_ROWS_SIZE);
NBL_ROOM(json_room, NBL_JSON_ROOM_SIZE);

static const char* fixtures;
static uint8_t log_bytes[262144];

nbl_bytes load_log(const char* path) {
  char name[512];
  nbl_bytes log;
  FILE* file;
  snprintf(name, sizeof name, "%s/%s", fixtures, path);
  file = fopen(name, "rb");
  if (file == NULL) {
    perror(name);
    exit(2);
  }
  log.data = log_bytes;
  log.size = fread(log_bytes, 1, sizeof log_bytes, file);
  fclose(file);
  if (log.size == 0 || log.size == sizeof log_bytes) {
    fprintf(stderr, "%s: empty, or too large for this suite\n", name);
    exit(2);
  }
  return log;
}

int same_text(nbl_bytes bytes, const char* text) {
  return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

nbl_options suite_options(void) {
  nbl_options options = NBL_OPTIONS_INIT;
  options.max_bytes = SUITE_MAX_BYTES;
  options.max_side_bytes = SUITE_MAX_BYTES;
  return options;
}

nbl_reader* suite_reader(const nbl_options* options) {
  nbl_status status = NBL_STATUS_INIT;
  nbl_reader* reader = NULL;
  if (nbl_init(&block, sizeof block, options, &reader, &status) != NBL_OK) {
    fprintf(stderr, "init: %s, %llu bytes needed\n", nbl_code_name(status.code),
            (unsigned long long)status.needed);
    exit(2);
  }
  return reader;
}

nbl_code feed_until(nbl_reader* reader, nbl_bytes* log, uint32_t kind, nbl_step* step) {
  for (;;) {
    size_t used = 0;
    const nbl_code code = nbl_feed(reader, log->data, log->size, &used, step);
    log->data += used;
    log->size -= used;
    if (code != NBL_OK) return code;
    if (step->kind == kind) return NBL_OK;
    if (step->kind == NBL_STEP_NEED_MORE) return NBL_END;
  }
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s fixtures\n", argv[0]);
    return 2;
  }
  fixtures = argv[1];
  test_memory();
  test_wrong_use();
  test_growing_structs();
  test_reading();
  test_recovery();
  test_rows();
  test_json();
  test_detaching();
  test_codecs();
  test_strict_decoder();
  printf("%u checks, %u failed\n", checks_made, checks_failed);
  return checks_failed != 0 || checks_made < 300000 ? 1 : 0;
}
