/* Reads on one thread and hands each committed transaction, detached, to another. Link with -pthread. */
#include <nanobinlog/nanobinlog.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct parcel {
  void* bytes; /* null: the last one */
  size_t size;
} parcel;
static parcel slot;
static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void hand_over(parcel p) {
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);
  slot = p;
  full = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static parcel take(void) {
  parcel p;
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);
  p = slot;
  full = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return p;
}

/* The other thread: it has handles of its own and shares nothing with the reader. */
static void* consume(void* total) {
  static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
  parcel p;
  while ((p = take()).bytes != NULL) {
    nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
    nbl_transaction* transaction;
    if (nbl_transaction_open(p.bytes, p.size, view_room, sizeof view_room, &transaction) == NBL_OK &&
        nbl_transaction_get_info(transaction, &info) == NBL_OK) {
      *(unsigned long long*)total += info.change_count;
    }
    free(p.bytes);
  }
  return NULL;
}

int main(int argc, char** argv) {
  static NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
  static unsigned char in[4096];
  unsigned long long total = 0, sent = 0;
  nbl_step step = NBL_STEP_INIT;
  nbl_reader* reader;
  pthread_t thread;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  size_t size, done, used, need = nbl_workspace_size(NULL);
  nbl_code code = nbl_init(malloc(need), need, NULL, &reader, NULL);
  if (file == NULL || code != NBL_OK || pthread_create(&thread, NULL, &consume, &total) != 0) return 2;
  while (code == NBL_OK && (size = fread(in, 1, sizeof in, file)) != 0) {
    for (done = 0; (code = nbl_feed(reader, in + done, size - done, &used, &step)) == NBL_OK; done += used) {
      nbl_transaction* transaction;
      parcel p;
      if (step.kind == NBL_STEP_NEED_MORE) break;
      if (step.kind != NBL_STEP_COMMITTED) continue;
      nbl_step_transaction(reader, view_room, sizeof view_room, &transaction);
      if (nbl_transaction_detached_size(transaction, &p.size) != NBL_OK) break;
      p.bytes = malloc(p.size); /* where it is null, detaching says so */
      if (nbl_transaction_detach(transaction, p.bytes, p.size) == NBL_OK) hand_over(p), ++sent;
    }
  }
  hand_over((parcel){NULL, 0});
  pthread_join(thread, NULL);
  printf("%llu transactions, %llu changes, %s\n", sent, total, nbl_code_name(code));
  return code == NBL_OK ? 0 : 1;
}
