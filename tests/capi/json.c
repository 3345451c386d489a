/* JSON documents token by token. Bytes by hand after MySQL's json_binary.h: type byte, then little-endian
 * counts and offsets. */
#include "suite.h"

static nbl_bytes of(const char* bytes, size_t size) {
  nbl_bytes out;
  out.data = (const uint8_t*)bytes;
  out.size = size;
  return out;
}
#define BYTES(text) of(text, sizeof(text) - 1)

/* {"a": 7, "b": [true, "x"]} as a small object (type 0): 2 elements, its size, key entries, value entries,
 * keys, values. */
static const char document[] =
    "\x00"
    "\x02\x00"
    "\x21\x00" /* small object: 2 elements, 33 bytes */
    "\x12\x00\x01\x00"
    "\x13\x00\x01\x00" /* keys at 18 and 19, one byte each */
    "\x05\x07\x00"
    "\x02\x14\x00" /* INT16 7 inline; small array at 20 */
    "ab"
    "\x02\x00"
    "\x0d\x00" /* small array: 2 elements, 13 bytes */
    "\x04\x01\x00"
    "\x0c\x0a\x00" /* literal true inline; string at 10 */
    "\x01x"
    "\x00";

static void a_document(void) {
  nbl_json* json = NULL;
  nbl_json_token token = NBL_JSON_TOKEN_INIT;
  CHECK_EQ(nbl_json_open(BYTES(document), &json_room, sizeof json_room, &json), NBL_OK);
  if (json == NULL) return;
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK(token.type == NBL_JSON_OBJECT_BEGIN && token.count == 2 && token.has_key == 0);
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK(token.type == NBL_JSON_INTEGER && token.value.i64 == 7 && token.has_key == 1 &&
        same_text(token.key, "a"));
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK(token.type == NBL_JSON_ARRAY_BEGIN && token.count == 2 && same_text(token.key, "b"));
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK(token.type == NBL_JSON_BOOLEAN && token.boolean == 1 && token.has_key == 0);
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK(token.type == NBL_JSON_STRING && same_text(token.bytes, "x"));
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK_EQ(token.type, NBL_JSON_ARRAY_END);
  CHECK_EQ(nbl_json_next(json, &token), NBL_OK);
  CHECK_EQ(token.type, NBL_JSON_OBJECT_END);
  CHECK_EQ(nbl_json_next(json, &token), NBL_END);
  CHECK_EQ(nbl_json_next(json, &token), NBL_END);
}

/* Whatever bytes are given, nothing outside them is read; every cut of the document is refused. */
static void broken_documents(void) {
  nbl_json* json = NULL;
  nbl_json_token token = NBL_JSON_TOKEN_INIT;
  nbl_json_diff diff = NBL_JSON_DIFF_INIT;
  size_t i;
  for (i = 1; i + 1 < sizeof document; ++i) {
    CHECK_EQ(nbl_json_open(of(document, i), &json_room, sizeof json_room, &json), NBL_BAD_JSON);
  }
  CHECK_EQ(nbl_json_open(BYTES("\x0c\x7fshort"), &json_room, sizeof json_room, &json), NBL_BAD_JSON);
  CHECK_EQ(nbl_json_open(BYTES(document), &json_room, 100, &json), NBL_WORKSPACE_TOO_SMALL);
  CHECK_EQ(nbl_json_open(BYTES(document), (char*)&json_room + 2, sizeof json_room - 2, &json),
           NBL_WORKSPACE_MISALIGNED);
  CHECK_EQ(nbl_json_open(BYTES(document), NULL, sizeof json_room, &json), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_json_open(BYTES(document), &json_room, sizeof json_room, &json), NBL_OK);
  CHECK_EQ(nbl_json_next_diff(json, &diff), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_json_next(json, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_json_next(NULL, &token), NBL_INVALID_ARGUMENT);
}

/* One operation: replace (0), a path, a value of two bytes length: the literal null (type 4). Lengths are
 * packed integers. */
static void partial_updates(void) {
  nbl_json* json = NULL;
  nbl_json_diff diff = NBL_JSON_DIFF_INIT;
  CHECK_EQ(nbl_json_open_diffs(BYTES("\x00\x03$.a\x02\x04\x00"
                                     "\x02\x04$[1]"),
                               &json_room, sizeof json_room, &json),
           NBL_OK);
  CHECK_EQ(nbl_json_next_diff(json, &diff), NBL_OK);
  CHECK(diff.operation == NBL_JSON_DIFF_REPLACE && same_text(diff.path, "$.a") && diff.value.size == 2);
  CHECK_EQ(nbl_json_next_diff(json, &diff), NBL_OK);
  CHECK(diff.operation == NBL_JSON_DIFF_REMOVE && same_text(diff.path, "$[1]") && diff.value.size == 0);
  CHECK_EQ(nbl_json_next_diff(json, &diff), NBL_END);
  CHECK_EQ(nbl_json_open_diffs(BYTES("\x07\x03$.a"), &json_room, sizeof json_room, &json), NBL_BAD_JSON_DIFF);
}

/* All documents that a server wrote are taken, and every walk ends. */
static void a_servers_documents(void) {
  nbl_options options = suite_options();
  nbl_reader* reader = suite_reader(&options);
  nbl_bytes log = load_log("mysql/05_json/binlog.000001");
  nbl_step step = NBL_STEP_INIT;
  unsigned documents = 0;
  while (feed_until(reader, &log, NBL_STEP_COMMITTED, &step) == NBL_OK) {
    nbl_transaction* view = NULL;
    nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
    uint32_t i;
    CHECK_EQ(nbl_step_transaction(reader, &view_room, sizeof view_room, &view), NBL_OK);
    CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
    for (i = 0; i < info.record_count; ++i) {
      nbl_rows* rows = NULL;
      nbl_cell cell = NBL_CELL_INIT;
      CHECK_EQ(nbl_rows_open(view, i, &rows_room, sizeof rows_room, &rows), NBL_OK);
      while (nbl_rows_next_image(rows, NULL) == NBL_OK) {
        while (nbl_rows_next_cell(rows, &cell) == NBL_OK) {
          nbl_json* json = NULL;
          nbl_json_token token = NBL_JSON_TOKEN_INIT;
          unsigned depth = 0;
          size_t length = 0;
          if (cell.kind != NBL_VALUE_JSON || cell.state != NBL_CELL_VALUE) continue;
          ++documents;
          CHECK_EQ(nbl_cell_text(rows, &cell, NULL, NULL, 0, &length),
                   NBL_INVALID_ARGUMENT); /* no room for JSON */
          CHECK_EQ(nbl_json_open(cell.bytes, &json_room, sizeof json_room, &json), NBL_OK);
          while (nbl_json_next(json, &token) == NBL_OK) {
            if (token.type == NBL_JSON_OBJECT_BEGIN || token.type == NBL_JSON_ARRAY_BEGIN) ++depth;
            if (token.type == NBL_JSON_OBJECT_END || token.type == NBL_JSON_ARRAY_END) --depth;
          }
          CHECK_EQ(depth, 0);
        }
      }
    }
  }
  CHECK(documents > 100);
}

void test_json(void) {
  a_document();
  broken_documents();
  partial_updates();
  a_servers_documents();
}
