// Generates the logs that are measured. The same arguments give the same bytes on every machine.
//
//   generate SHAPE FILE [--transactions N] [--rows N] [--columns N] [--bytes N] [--seed N]
//
// SHAPE is oltp, mixed, bulk or wide. `--rows` is row changes a transaction, `--columns` the columns of wide,
// `--bytes` ends the log with the transaction that reaches it. Without options a shape has the size that
// bench/README.md tells.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/tables.hpp"

namespace bench {
namespace {

constexpr std::size_t kEventBytes = 8192;  // binlog_row_event_max_size

struct Plan {
  TableSpec table;
  std::uint64_t transactions = 0;
  std::uint64_t rows = 0;            // a transaction; 0: 1 to 4
  std::uint64_t statement_rows = 0;  // 0: the whole transaction is one statement
  std::uint64_t bytes = ~std::uint64_t{0};
  unsigned inserts = 100;  // in a hundred statements
  unsigned updates = 0;    // the rest deletes
};

/// One row image with its NULL bits in front.
void put_image(Bytes* out, const TableSpec& table, Random* random, std::uint64_t key) {
  Bytes nulls((table.columns.size() + 7) / 8, 0);
  Bytes values;
  table.row(&values, &nulls, random, key, table.columns.size());
  out->insert(out->end(), nulls.begin(), nulls.end());
  out->insert(out->end(), values.begin(), values.end());
}

class Statement {
 public:
  Statement(LogWriter* log, const TableSpec& table, Wire type) : log_(log), table_(table), type_(type) {}

  void change(Random* random, std::uint64_t key) {
    Bytes row;
    put_image(&row, table_, random, key);
    if (type_ == Wire::update_rows) put_image(&row, table_, random, key);
    if (!rows_.empty() && rows_.size() + row.size() > kEventBytes) flush(false);
    rows_.insert(rows_.end(), row.begin(), row.end());
  }
  void end() { flush(true); }

 private:
  void flush(bool last) {
    Bytes body;
    put_le(&body, table_.id, 6);
    put_le(&body, last ? 1 : 0, 2);
    put_le(&body, 2, 2);  // no extra data
    put_packed(&body, table_.columns.size());
    const std::size_t bitmap = (table_.columns.size() + 7) / 8;
    body.insert(body.end(), type_ == Wire::update_rows ? 2 * bitmap : bitmap, 0xff);
    body.insert(body.end(), rows_.begin(), rows_.end());
    log_->event(type_, body);
    rows_.clear();
  }

  LogWriter* log_;
  const TableSpec& table_;
  Wire type_;
  Bytes rows_;
};

Wire pick_operation(const Plan& plan, Random* random) {
  const std::uint64_t dice = random->below(100);
  if (dice < plan.inserts) return Wire::write_rows;
  return dice < plan.inserts + plan.updates ? Wire::update_rows : Wire::delete_rows;
}

void run(const Plan& plan, const char* path, std::uint64_t seed) {
  Random random{seed};
  LogWriter log(path);
  const Bytes map = table_map_body(plan.table);
  std::uint64_t changes = 0;
  while (log.transactions() < plan.transactions && log.size() < plan.bytes) {
    std::uint64_t left = plan.rows != 0 ? plan.rows : 1 + random.below(4);
    // A mean of 2.1: four fifths of the fours become something less.
    if (plan.rows == 0 && left == 4 && random.chance(80)) left = 1 + random.below(3);
    log.begin();
    while (left != 0) {
      const std::uint64_t count =
          plan.statement_rows != 0 && plan.statement_rows < left ? plan.statement_rows : left;
      log.event(Wire::table_map, map);
      Statement statement(&log, plan.table, pick_operation(plan, &random));
      for (std::uint64_t i = 0; i < count; ++i) statement.change(&random, ++changes);
      statement.end();
      left -= count;
    }
    log.commit();
  }
  log.finish();
  std::printf("%s: %llu bytes, %llu events, %llu transactions, %llu changes\n", path,
              static_cast<unsigned long long>(log.size()), static_cast<unsigned long long>(log.events()),
              static_cast<unsigned long long>(log.transactions()), static_cast<unsigned long long>(changes));
}

bool pick_shape(const char* name, std::size_t columns, Plan* plan) {
  if (std::strcmp(name, "oltp") == 0) {
    *plan = Plan{oltp_table(), 300000, 0, 1, ~std::uint64_t{0}, 40, 36};
  } else if (std::strcmp(name, "mixed") == 0) {
    *plan = Plan{mixed_table(), 2280, 100, 25, ~std::uint64_t{0}, 80, 12};
  } else if (std::strcmp(name, "bulk") == 0) {
    *plan = Plan{bulk_table(), 33, 57600, 0, ~std::uint64_t{0}, 40, 36};
  } else if (std::strcmp(name, "wide") == 0) {
    *plan = Plan{wide_table(columns), 100, 100, 0, ~std::uint64_t{0}, 50, 25};
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  std::uint64_t transactions = 0, rows = 0, columns = 10, bytes = 0, seed = 20261130;
  const struct {
    const char* name;
    std::uint64_t* value;
  } options[] = {{"--transactions", &transactions},
                 {"--rows", &rows},
                 {"--columns", &columns},
                 {"--bytes", &bytes},
                 {"--seed", &seed}};
  bool good = argc >= 3 && argc % 2 == 1;
  for (int i = 3; good && i < argc; i += 2) {
    good = false;
    for (const auto& option : options) {
      if (std::strcmp(argv[i], option.name) != 0) continue;
      *option.value = std::strtoull(argv[i + 1], nullptr, 10);
      good = true;
    }
  }
  bench::Plan plan;
  if (!good || !bench::pick_shape(argv[1], columns, &plan)) {
    std::fputs(
        "generate oltp|mixed|bulk|wide FILE [--transactions N] [--rows N] [--columns N] [--bytes N] [--seed "
        "N]\n",
        stderr);
    return 2;
  }
  if (bytes != 0) {
    plan.bytes = bytes;
    plan.transactions = ~std::uint64_t{0};
  }
  if (transactions != 0) plan.transactions = transactions;
  if (rows != 0) plan.rows = rows;
  bench::run(plan, argv[2], seed);
  return 0;
}
