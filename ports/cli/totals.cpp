#include "ports/cli/totals.hpp"

#include "ports/cli/message.hpp"
#include "ports/cli/put.hpp"

namespace nbl::cli {

void TableTotals::add(const TablePlan& plan, std::uint64_t inserts, std::uint64_t updates,
                      std::uint64_t deletes) {
  if (plan.totals == nullptr || plan.totals_owner != this) {
    TableCounts& counts = tables_[{plan.database, plan.table}];
    counts.database = plan.database;
    counts.table = plan.table;
    plan.totals = &counts;
    plan.totals_owner = this;
  }
  plan.totals->inserts += inserts;
  plan.totals->updates += updates;
  plan.totals->deletes += deletes;
}

void put_counts(Writer* writer, const std::string& json_database, const std::string& json_table,
                std::uint64_t inserts, std::uint64_t updates, std::uint64_t deletes) {
  put(writer, "{\"database\":");
  put(writer, json_database);
  put(writer, ",\"table\":");
  put(writer, json_table);
  put(writer, ",\"inserts\":");
  write_unsigned(writer, inserts);
  put(writer, ",\"updates\":");
  write_unsigned(writer, updates);
  put(writer, ",\"deletes\":");
  write_unsigned(writer, deletes);
  write_char(writer, '}');
}

void TableTotals::write_json(Writer* writer) const {
  write_char(writer, '[');
  bool first = true;
  for (const auto& [name, counts] : tables_) {
    if (!first) write_char(writer, ',');
    first = false;
    put_counts(writer, json_text(counts.database), json_text(counts.table), counts.inserts, counts.updates,
               counts.deletes);
  }
  write_char(writer, ']');
}

void TableTotals::write_text(Output* output) const {
  if (tables_.empty()) return;
  std::size_t width = 5;
  for (const auto& [name, counts] : tables_) {
    const std::size_t length = printable(counts.database + "." + counts.table).size();
    if (length > width && length <= 60) width = length;
  }
  std::string head = "\ntable";
  head.resize(width + 1, ' ');
  output->text(head + "    inserts    updates    deletes\n");
  for (const auto& [name, counts] : tables_) {
    static_cast<void>(output->line([&, &counts = counts](Writer* writer) {
      put(writer, printable(counts.database + "." + counts.table));
      pad(writer, 0, width);
      put_padded(writer, counts.inserts, 11);
      put_padded(writer, counts.updates, 11);
      put_padded(writer, counts.deletes, 11);
      write_char(writer, '\n');
      return Code::ok;
    }));
  }
}

}  // namespace nbl::cli
