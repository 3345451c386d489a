/* Feeds a reader from a callback that gives at most 64 bytes a time, as a socket may, and counts what was
 * committed. */
#include <nanobinlog/nanobinlog.h>
#include <stdio.h>
#include <stdlib.h>

/* Gives how many bytes it wrote; 0 at the end. */
typedef size_t (*receive_function)(void* socket, unsigned char* to, size_t capacity);

typedef struct totals {
  unsigned long long transactions;
  unsigned long long changes;
} totals;

static void count(const nbl_reader* reader, totals* sum) {
  static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_transaction* transaction;
  if (nbl_step_transaction(reader, view_room, sizeof view_room, &transaction) != NBL_OK) return;
  nbl_transaction_get_info(transaction, &info);
  ++sum->transactions;
  sum->changes += info.change_count;
}

static nbl_code follow(nbl_reader* reader, receive_function receive, void* socket, totals* sum) {
  unsigned char piece[64];
  nbl_step step = NBL_STEP_INIT;
  size_t size;
  while ((size = receive(socket, piece, sizeof piece)) != 0) {
    size_t done = 0;
    do {
      size_t used;
      nbl_code code = nbl_feed(reader, piece + done, size - done, &used, &step);
      if (code != NBL_OK) return code;
      done += used; /* with copied input a piece is always used up in the end */
      if (step.kind == NBL_STEP_COMMITTED) count(reader, sum);
      if (step.kind == NBL_STEP_UNSUPPORTED || step.kind == NBL_STEP_OVERSIZED) {
        printf("not decoded at %llu: %s\n", (unsigned long long)step.start_offset,
               nbl_code_name(step.reason));
      }
    } while (step.kind != NBL_STEP_NEED_MORE);
  }
  return nbl_finish(reader, &step);
}

static size_t receive_from_file(void* socket, unsigned char* to, size_t capacity) {
  return fread(to, 1, capacity, socket);
}

int main(int argc, char** argv) {
  nbl_options options = NBL_OPTIONS_INIT;
  nbl_status error = NBL_STATUS_INIT;
  nbl_reader* reader;
  totals sum = {0, 0};
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  size_t need;
  nbl_code code;
  options.max_bytes = 1 << 20;
  need = nbl_workspace_size(&options);
  if (file == NULL || nbl_init(malloc(need), need, &options, &reader, &error) != NBL_OK) return 2;
  code = follow(reader, &receive_from_file, file, &sum);
  printf("%llu transactions, %llu changes, %s\n", sum.transactions, sum.changes, nbl_code_name(code));
  return code == NBL_OK ? 0 : 1;
}
