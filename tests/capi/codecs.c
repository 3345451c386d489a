/* Compressed transactions and the caller's decompressor. What a real one gives is tested where zlib and zstd
 * may be linked. */
#include "suite.h"

typedef struct fake {
  unsigned begun;
  unsigned read;
  int good;
  size_t claims;
} fake;

static int32_t begin(void* context, const uint8_t* compressed, size_t size) {
  fake* f = context;
  ++f->begun;
  CHECK(compressed != NULL && size != 0);
  return f->good;
}

static int32_t read_some(void* context, uint8_t* out, size_t capacity, size_t* produced, int32_t* done) {
  fake* f = context;
  ++f->read;
  CHECK(out != NULL && capacity != 0);
  *produced = f->claims;
  *done = 1;
  return 1;
}

static nbl_code first_payload(fake* f, int with_codec, uint32_t side_bytes, nbl_step* step) {
  nbl_options options = suite_options();
  nbl_bytes log = load_log("mysql/26_compression/binlog.000001");
  options.max_side_bytes = side_bytes;
  options.zstd.context = f;
  if (with_codec) {
    options.zstd.begin = &begin;
    options.zstd.read = &read_some;
  }
  return feed_until(suite_reader(&options), &log, NBL_STEP_UNSUPPORTED, step);
}

void test_codecs(void) {
  nbl_step step = NBL_STEP_INIT;
  fake f = {0, 0, 1, 0};
  CHECK_EQ(first_payload(&f, 0, SUITE_MAX_BYTES, &step), NBL_OK);
  CHECK_EQ(step.event_type, NBL_EVENT_TRANSACTION_PAYLOAD);
  CHECK_EQ(step.reason, NBL_CODEC_MISSING);
  CHECK_EQ(first_payload(&f, 1, 0, &step), NBL_OK);
  CHECK_EQ(step.reason, NBL_CODEC_TOO_LARGE);
  CHECK_EQ(f.begun, 0);
  /* Refused at the start; nothing in it; more than there was room for. */
  f.good = 0;
  CHECK_EQ(first_payload(&f, 1, SUITE_MAX_BYTES, &step), NBL_CODEC_FAILED);
  CHECK_EQ(f.begun, 1);
  CHECK_EQ(f.read, 0);
  f.good = 1;
  CHECK_EQ(first_payload(&f, 1, SUITE_MAX_BYTES, &step), NBL_BAD_PAYLOAD);
  CHECK_EQ(f.read, 1);
  f.claims = SUITE_MAX_BYTES + 1;
  CHECK_EQ(first_payload(&f, 1, SUITE_MAX_BYTES, &step), NBL_CODEC_FAILED);
}
