/* A test suite in C99 for the C interface: what every file of it shares. */
#ifndef NBL_TESTS_CAPI_SUITE_H
#define NBL_TESTS_CAPI_SUITE_H

#include <stdio.h>
#include <string.h>

#include "nanobinlog/nanobinlog.h"

extern unsigned checks_made;
extern unsigned checks_failed;

#define CHECK(condition)                                              \
  do {                                                                \
    ++checks_made;                                                    \
    if (!(condition)) {                                               \
      ++checks_failed;                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                 \
  } while (0)

/* A result and a number that must agree; both are shown. */
#define CHECK_EQ(actual, expected)                                                                           \
  do {                                                                                                       \
    const unsigned long long actual_ = (unsigned long long)(actual),                                         \
                             expected_ = (unsigned long long)(expected);                                     \
    ++checks_made;                                                                                           \
    if (actual_ != expected_) {                                                                              \
      ++checks_failed;                                                                                       \
      fprintf(stderr, "%s:%d: %s is %llu, not %s = %llu\n", __FILE__, __LINE__, #actual, actual_, #expected, \
              expected_);                                                                                    \
    }                                                                                                        \
  } while (0)

/* A log of the fixtures, whole, by its path under fixtures/. The next call reuses the memory. Stops the suite
 * where it cannot. */
nbl_bytes load_log(const char* path);

/* 1 where the bytes are this text. */
int same_text(nbl_bytes bytes, const char* text);

/* Block and rooms that all files use, one at a time; the block is large enough for the default limits but 1
 * MiB of bytes. */
enum { SUITE_MAX_BYTES = 1048576 };
typedef NBL_ROOM(suite_block,
                 NBL_WORKSPACE_SIZE(NBL_DEFAULT_MAX_EVENTS, SUITE_MAX_BYTES, NBL_DEFAULT_MAX_TABLES,
                                    NBL_DEFAULT_MAX_COLUMNS, NBL_DEFAULT_MAX_TABLE_BYTES,
                                    NBL_DEFAULT_MAX_SAVEPOINTS, SUITE_MAX_BYTES));
extern suite_block block;
extern NBL_ROOM(view_room, NBL_TRANSACTION_SIZE);
extern NBL_ROOM(rows_room, NBL_ROWS_SIZE);
extern NBL_ROOM(json_room, NBL_JSON_ROOM_SIZE);

/* Options that fit the block. */
nbl_options suite_options(void);
/* A reader in `block`. */
nbl_reader* suite_reader(const nbl_options* options);
/* Feeds until a step of this kind, from `*log`, which moves on. NBL_END where the log is over first. */
nbl_code feed_until(nbl_reader* reader, nbl_bytes* log, uint32_t kind, nbl_step* step);

void test_codecs(void);
void test_detaching(void);
void test_growing_structs(void);
void test_json(void);
void test_memory(void);
void test_reading(void);
void test_recovery(void);
void test_rows(void);
void test_strict_decoder(void);
void test_wrong_use(void);

#endif
