/* Workspace sizes: the function and the macro agree, and a block one byte short is refused with the size it
 * takes. */
#include "suite.h"

/* A constant expression: else this type would not compile. */
typedef unsigned char constant[NBL_WORKSPACE_SIZE(16, 4096, 2, 64, 2048, 1, 0)];

static void sums_agree(void) {
  static const uint32_t counts[] = {1, 2, 3, 7, 16, 255, 4096, 65535, 1048576, 0x7fffffff, 0xffffffff};
  static const uint64_t bytes[] = {1,
                                   7,
                                   8,
                                   9,
                                   4096,
                                   UINT64_C(0xffffffff),
                                   UINT64_C(0x100000001),
                                   UINT64_C(0x4000000000000000),
                                   UINT64_C(0x4000000000000001),
                                   UINT64_C(0xffffffffffffffff)};
  const size_t count_size = sizeof counts / sizeof counts[0], byte_size = sizeof bytes / sizeof bytes[0];
  size_t i, j;
  for (i = 0; i < count_size * count_size; ++i) {
    nbl_options options = NBL_OPTIONS_INIT;
    const uint32_t a = counts[i % count_size], b = counts[i / count_size];
    options.max_events = a;
    options.max_tables = b;
    options.max_columns = a;
    options.max_table_bytes = b;
    options.max_savepoints = a;
    options.max_side_bytes = b;
    for (j = 0; j < byte_size; ++j) {
      options.max_bytes = bytes[j];
      options.input = NBL_INPUT_COPIED;
      CHECK_EQ(nbl_workspace_size(&options), NBL_WORKSPACE_SIZE(a, bytes[j], b, a, b, a, b));
      options.input = NBL_INPUT_STABLE;
      CHECK_EQ(nbl_workspace_size(&options), NBL_WORKSPACE_SIZE(a, 0, b, a, b, a, b));
    }
  }
}

/* Every size that is small enough to be had: the library's own carving must fit into it, and nothing less is
 * taken. */
static void exact_block_is_enough(void) {
  static const uint32_t counts[] = {1, 2, 3, 5, 8, 31, 33, 64, 100};
  const size_t size = sizeof counts / sizeof counts[0];
  size_t i;
  for (i = 0; i < size * size * 2; ++i) {
    nbl_options options = NBL_OPTIONS_INIT;
    nbl_status status = NBL_STATUS_INIT;
    nbl_reader* reader = NULL;
    size_t needed;
    options.input = i % 2 == 0 ? NBL_INPUT_COPIED : NBL_INPUT_STABLE;
    options.max_bytes = counts[i / 2 % size] * 7u;
    options.max_events = options.max_columns = counts[i / 2 / size];
    options.max_tables = options.max_table_bytes = counts[i / 2 % size];
    options.max_savepoints = counts[(i + 3) % size];
    options.max_side_bytes = counts[i % size] - 1;
    needed = nbl_workspace_size(&options);
    CHECK(needed != 0 && needed <= sizeof block);
    CHECK_EQ(nbl_init(&block, needed, &options, &reader, &status), NBL_OK);
    CHECK(reader != NULL);
    reader = NULL;
    CHECK_EQ(nbl_init(&block, needed - 1, &options, &reader, &status), NBL_WORKSPACE_TOO_SMALL);
    CHECK(reader == NULL);
    CHECK_EQ(status.code, NBL_WORKSPACE_TOO_SMALL);
    CHECK_EQ(status.needed, needed);
    CHECK_EQ(status.limit, needed - 1);
  }
}

static void every_quota_must_be_positive(void) {
  uint32_t* fields[9];
  nbl_options options = NBL_OPTIONS_INIT;
  nbl_reader* reader = NULL;
  size_t i;
  fields[0] = &options.max_events;
  fields[1] = &options.max_changes;
  fields[2] = &options.max_event_bytes;
  fields[3] = &options.max_event_changes;
  fields[4] = &options.max_image_bytes;
  fields[5] = &options.max_tables;
  fields[6] = &options.max_columns;
  fields[7] = &options.max_table_bytes;
  fields[8] = &options.max_savepoints;
  for (i = 0; i < 9; ++i) {
    const uint32_t before = *fields[i];
    *fields[i] = 0;
    CHECK_EQ(nbl_workspace_size(&options), 0);
    CHECK_EQ(nbl_init(&block, sizeof block, &options, &reader, NULL), NBL_INVALID_ARGUMENT);
    *fields[i] = before;
  }
  options.max_bytes = 0;
  CHECK_EQ(nbl_workspace_size(&options), 0);
  options = suite_options();
  options.max_side_bytes = 0;
  CHECK(nbl_workspace_size(&options) != 0);
}

void test_memory(void) {
  nbl_options defaults = NBL_OPTIONS_INIT;
  CHECK_EQ(sizeof(constant), NBL_WORKSPACE_SIZE(16, 4096, 2, 64, 2048, 1, 0));
  CHECK_EQ(nbl_workspace_size(NULL), nbl_workspace_size(&defaults));
  CHECK_EQ(defaults.max_bytes, 64u << 20);
  CHECK_EQ(defaults.max_events, 4096);
  CHECK_EQ(defaults.max_changes, 10000);
  CHECK_EQ(defaults.max_event_bytes, 16u << 20);
  CHECK_EQ(defaults.max_event_changes, 1024);
  CHECK_EQ(defaults.max_image_bytes, 16u << 20);
  sums_agree();
  exact_block_is_enough();
  every_quota_must_be_positive();
}
