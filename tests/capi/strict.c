/* The strict decoder: one event a call at true offsets. Events are cut out of a real log by their own length
 * field. */
#include "suite.h"

static uint32_t event_size(const uint8_t* event) {
  return (uint32_t)event[9] | (uint32_t)event[10] << 8 | (uint32_t)event[11] << 16 |
         (uint32_t)event[12] << 24;
}

static nbl_code place(nbl_bytes log, uint32_t bind, nbl_decoder** decoder, nbl_status* status) {
  nbl_options options = suite_options();
  return nbl_decoder_init(&block, sizeof block, &options, bind, log.data + 4, event_size(log.data + 4),
                          decoder, status);
}

/* Offset of the first event of this type at or behind `at`. */
static size_t find(nbl_bytes log, size_t at, uint8_t type) {
  while (at < log.size && log.data[at + 4] != type) at += event_size(log.data + at);
  return at;
}

static void placing(void) {
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_decoder* decoder = NULL;
  nbl_status status = NBL_STATUS_INIT;
  CHECK_EQ(nbl_decoder_init(&block, sizeof block, NULL, NBL_BIND_NONE, log.data + 4, 20, &decoder, &status),
           NBL_WORKSPACE_TOO_SMALL); /* the default takes 64 MiB */
  CHECK(status.needed > sizeof block);
  CHECK_EQ(place(log, 2, &decoder, &status), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_decoder_init_abi(&block, sizeof block, NULL, NBL_BIND_NONE, log.data + 4, 123, 99, &decoder,
                                &status),
           NBL_ABI_MISMATCH);
  log.data += 1;
  CHECK(place(log, NBL_BIND_NONE, &decoder, &status) != NBL_OK);
  CHECK(decoder == NULL);
}

/* Every transaction of the log: 300, as the scenario says; DDL is passed by, as its caller must. */
static void whole_log(uint32_t bind) {
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_decoder* decoder = NULL;
  nbl_decoded out = NBL_DECODED_INIT;
  nbl_transaction* view = NULL;
  nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
  nbl_gtid gtid = NBL_GTID_INIT;
  /* In front of each BEGIN stands its GTID; the first two GTIDs stand in front of DDL. */
  size_t at = find(log, 4, NBL_EVENT_GTID);
  uint64_t committed = 0, changes = 0;
  at = find(log, at + event_size(log.data + at), NBL_EVENT_GTID);
  at = find(log, at + event_size(log.data + at), NBL_EVENT_GTID);
  CHECK_EQ(place(log, bind, &decoder, NULL), NBL_OK);
  while (at < log.size && log.data[at + 4] != NBL_EVENT_ROTATE && log.data[at + 4] != NBL_EVENT_STOP) {
    const uint32_t size = event_size(log.data + at);
    if (bind == NBL_BIND_GTID || log.data[at + 4] != NBL_EVENT_GTID) {
      CHECK_EQ(nbl_decoder_feed(decoder, log.data + at, log.size - at, at, &out), NBL_OK);
      CHECK_EQ(out.consumed, size);
      CHECK_EQ(out.event_type, log.data[at + 4]);
      if (out.outcome == NBL_OUTCOME_COMMITTED) {
        ++committed;
        CHECK_EQ(nbl_decoder_transaction(decoder, &view_room, sizeof view_room, &view), NBL_OK);
        CHECK_EQ(nbl_transaction_get_info(view, &info), NBL_OK);
        changes += info.change_count;
        CHECK_EQ(out.end_offset, at + size);
        CHECK_EQ(out.event_count, info.event_count + (bind == NBL_BIND_GTID));
        CHECK_EQ(nbl_decoder_gtid(decoder, &gtid), bind == NBL_BIND_GTID ? NBL_OK : NBL_END);
        if (bind == NBL_BIND_GTID) CHECK_EQ(gtid.number, committed + 2);
      } else {
        CHECK_EQ(nbl_decoder_transaction(decoder, &view_room, sizeof view_room, &view), NBL_END);
      }
    }
    at += size;
  }
  CHECK_EQ(committed, 300);
  CHECK(changes >= 300);
  CHECK_EQ(nbl_decoder_finish(decoder), NBL_OK);
}

static void errors(uint32_t bind) {
  nbl_bytes log = load_log("mysql/01_oltp/binlog.000001");
  nbl_decoder* decoder = NULL;
  nbl_decoded out = NBL_DECODED_INIT;
  nbl_status status = NBL_STATUS_INIT;
  const size_t map = find(log, 4, NBL_EVENT_TABLE_MAP);
  CHECK_EQ(place(log, bind, &decoder, NULL), NBL_OK);
  CHECK_EQ(nbl_decoder_feed(decoder, NULL, 1, 4, &out), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_decoder_feed(decoder, log.data + map, log.size - map, map, NULL), NBL_INVALID_ARGUMENT);
  CHECK_EQ(nbl_decoder_feed(decoder, log.data + map, log.size - map, map, &out),
           bind == NBL_BIND_GTID ? NBL_MISSING_GTID : NBL_MISSING_BEGIN);
  CHECK_EQ(nbl_decoder_last_error(decoder, &status), NBL_OK);
  CHECK_EQ(status.offset, map);
  CHECK_EQ(status.event_type, NBL_EVENT_TABLE_MAP);
  if (bind == NBL_BIND_GTID) {
    CHECK_EQ(nbl_decoder_feed(decoder, log.data + map, log.size - map, map, &out),
             NBL_GTID_TRANSACTION_FAILED);
  } else {
    size_t query = find(log, 4, NBL_EVENT_QUERY);
    while (query + event_size(log.data + query) != map)
      query = find(log, query + event_size(log.data + query), NBL_EVENT_QUERY);
    CHECK_EQ(nbl_decoder_feed(decoder, log.data + query, log.size - query, query, &out), NBL_OK);
    CHECK_EQ(nbl_decoder_feed(decoder, log.data + map, log.size - map, map + 1, &out), NBL_OFFSET_GAP);
    CHECK_EQ(nbl_decoder_finish(decoder), NBL_OK); /* the error has dropped what was pending */
    CHECK_EQ(nbl_decoder_feed(decoder, log.data + query, log.size - query, query, &out), NBL_OK);
    CHECK_EQ(nbl_decoder_finish(decoder), NBL_INCOMPLETE_TRANSACTION);
    CHECK_EQ(nbl_decoder_last_error(decoder, &status), NBL_OK);
    CHECK_EQ(status.offset, query);
  }
}

void test_strict_decoder(void) {
  placing();
  whole_log(NBL_BIND_NONE);
  whole_log(NBL_BIND_GTID);
  errors(NBL_BIND_NONE);
  errors(NBL_BIND_GTID);
}
