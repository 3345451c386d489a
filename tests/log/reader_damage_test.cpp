// Damaged logs whose checksums do not help: nothing is read behind the bytes, nothing is written behind the
// block, reading ends, and what is told stays inside the log.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using log_test::Bytes;

namespace {

/// Reads with recovery behind every error, each cell of each row included; false where it did not come to an
/// end.
void read_damaged(const Bytes& bytes, const nbl::LogOptions& options) {
  // The exact size, for the sanitizer's sake.
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
  std::memcpy(exact.get(), bytes.data(), bytes.size());
  log_test::Opened opened(options);
  nbl::LogReader* reader = opened.reader;
  std::size_t at = 0;
  std::size_t calls = 0;
  std::uint64_t last_end = 0;
  for (;;) {
    if (++calls > 2 * bytes.size() + 100) FAIL("reading does not end");
    std::size_t consumed = 0;
    nbl::Step step;
    const bool good = reader->feed(nbl::Span{exact.get() + at, bytes.size() - at}, &consumed, &step);
    if (consumed > bytes.size() - at) FAIL("more consumed than given");
    at += consumed;
    if (!good) {
      if (reader->status().ok()) FAIL_CHECK("an error without a code");
      if (!reader->recover()) return;
      continue;
    }
    if (step.kind == nbl::StepKind::need_more) break;
    const bool in_order = step.start_offset <= step.end_offset && step.end_offset <= bytes.size() &&
                          step.end_offset >= last_end;
    if (!in_order)
      FAIL_CHECK("from " << step.start_offset << " to " << step.end_offset << " behind " << last_end);
    last_end = step.end_offset;
    (void)log_test::tell(step, log_test::Depth::shallow);
    if (step.kind != nbl::StepKind::committed && step.kind != nbl::StepKind::rows) continue;
    for (std::uint32_t i = 0; i < step.transaction.record_count; ++i)
      (void)log_test::hash_cells(step.transaction, i, 1);
  }
  nbl::Step step;
  while (reader->finish(&step) && step.kind != nbl::StepKind::need_more)
    CHECK(step.kind == nbl::StepKind::incomplete);
}

/// Without checksums: the same events, shorter by them, as a server with binlog_checksum=NONE writes them.
void flip_everywhere(const Bytes& bytes, std::size_t step) {
  const log_test::Lent lent;
  std::vector<nbl::LogOptions> modes;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options = log_test::wide_options(input, lent);
    options.verify_checksums = false;
    options.limits = nbl::Limits();
    options.limits.max_bytes = 32U << 10;
    options.limits.max_side_bytes = 32U << 10;
    options.limits.max_columns = 512;
    options.limits.max_table_bytes = 16U << 10;
    options.limits.max_tables = 32;
    options.limits.max_events = 64;
    modes.push_back(options);
    options.deliver = nbl::Deliver::events;
    modes.push_back(options);
  }
  const std::uint8_t masks[] = {0xff, 0x01, 0x80, 0x10};
  for (std::size_t at = 4; at < bytes.size(); at += step) {
    Bytes damaged = bytes;
    damaged[at] ^= masks[at / step % 4];
    CAPTURE(at);
    read_damaged(damaged, modes[at % modes.size()]);
  }
}

}  // namespace

TEST_CASE("damage: a byte of a small log flipped, everywhere") {
  log_test::LogBuilder log(false);
  (void)log.transaction(1, {{1, "abc"}, {2, ""}});
  (void)log.query("SAVEPOINT `x`");
  (void)log.gtid(2);
  (void)log.query("BEGIN");
  (void)log.table_map(5, "orders");
  (void)log.write_rows(5, {{3, "x"}});
  (void)log.query("SAVEPOINT `one`");
  (void)log.table_map(5, "orders");
  (void)log.write_rows(5, {{4, "y"}});
  (void)log.query("ROLLBACK TO `one`");
  (void)log.xid(3);
  (void)log.transaction(4, {{5, "z"}});
  for (int round = 0; round < 4; ++round) {
    flip_everywhere(log.bytes, 1);
    log.bytes[4 + 17] ^= 1;  // the in-use flag, so that each round pairs other masks and modes with each byte
    log.bytes.insert(log.bytes.end(), 19, 0);
  }
}

TEST_CASE("damage: a byte of a server's log flipped, checksums not looked at") {
  for (const char* name : {"mysql/36_replication/binlog.000003", "mysql/18_checksum_switch/binlog.000003",
                           "mysql/17_gtid_tags/binlog.000003", "mysql/06_geometry/binlog.000001",
                           "mysql/27_compression_large/binlog.000001", "mysql/07_vector/binlog.000001",
                           "mariadb/12_checksum/binlog.000003", "mariadb/20_domains/binlog.000003",
                           "mariadb/28_crash/binlog.000001", "mariadb/18_unique_blob_hash/binlog.000001"}) {
    CAPTURE(std::string(name));
    flip_everywhere(log_test::read_file(log_test::fixture(name)), 1);
  }
}

TEST_CASE("damage: larger logs, every so often") {
  for (const char* name :
       {"mysql/25_partial_json_minimal/binlog.000001", "mysql/26_compression/binlog.000001",
        "mysql/15_xa/binlog.000001", "mysql/11_keys/binlog.000001", "mariadb/02_temporals/binlog.000001",
        "mariadb/09_compressed_columns/binlog.000001", "mariadb/08_log_bin_compress/binlog.000001",
        "mariadb/13_savepoint_row/binlog.000001"}) {
    CAPTURE(std::string(name));
    flip_everywhere(log_test::read_file(log_test::fixture(name)), 7);
  }
}
