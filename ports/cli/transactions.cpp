// `transactions`: one line a transaction, and totals a table.
#include "ports/cli/transactions.hpp"

#include "ports/cli/message.hpp"
#include "ports/cli/outcome.hpp"
#include "ports/cli/put.hpp"
#include "ports/cli/totals.hpp"
#include "ports/cli/walk.hpp"

namespace nbl::cli {

namespace {

/// A table of the transaction that is shown.
struct Touched {
  const TablePlan* plan = nullptr;
  std::uint64_t inserts = 0;
  std::uint64_t updates = 0;
  std::uint64_t deletes = 0;
};

class Transactions : public StepHandler {
 public:
  Transactions(const Arguments& arguments, Output* output, const Filter& filter, const Schema* schema)
      : arguments_(arguments),
        output_(output),
        filter_(filter),
        plans_(schema, filter),
        json_(arguments.format == "json") {}

  bool begin_file(const Source& source, Place place) override {
    place_ = place;
    json_file_ = json_text(source.name());
    if (!json_) output_->text(source.name() + "\n");
    return true;
  }

  bool step(const Source& source, LogReader& reader, const Step& step) override;

  bool fault(const Source& source, LogReader& reader) override {
    say_status(source.path(), reader.status(), describe_column(source, reader, reader.status()));
    return arguments_.skip_broken;
  }
  bool unreadable(const std::string&) override { return arguments_.skip_broken; }
  [[nodiscard]] bool goes_on_after_broken() const override { return arguments_.skip_broken; }

  void summary(const WalkTotals& totals);
  [[nodiscard]] int status() const { return status_; }

 private:
  bool quotas_asked() const {
    return arguments_.max_events != 0 || arguments_.max_changes != 0 || arguments_.max_bytes != 0;
  }
  // Most transactions share their second with the one before.
  const std::string& time_text(std::uint32_t seconds) {
    if (time_.empty() || seconds != seconds_) {
      char text[24];
      Writer writer{text, sizeof(text), 0};
      put_time(&writer, seconds);
      time_.assign(text, writer.length);
      seconds_ = seconds;
    }
    return time_;
  }
  bool collect_tables(const Source& source, const Transaction& transaction);
  void count(const Outcome& outcome, std::uint64_t changes);
  void write_json(const Step& step, const Outcome& outcome, std::uint64_t changes, std::uint64_t discarded);
  void write_json_kind(Writer* writer, const Step& step, const Outcome& outcome) const;
  void write_text(const Step& step, const Outcome& outcome, std::uint64_t changes, std::uint64_t discarded);

  const Arguments& arguments_;
  Output* output_;
  const Filter& filter_;
  TablePlans plans_;
  TableTotals table_totals_;
  std::vector<Touched> touched_;
  Place place_;
  std::string json_file_;
  std::string gtid_;
  std::string time_;
  std::uint32_t seconds_ = 0;
  bool json_;
  int status_ = kExitOk;
  std::uint64_t counts_[32] = {};
  std::uint64_t changes_ = 0;
};

bool Transactions::collect_tables(const Source& source, const Transaction& transaction) {
  touched_.clear();
  for (std::uint32_t i = 0; i < transaction.table_count; ++i) {
    const Table table = transaction_table(transaction, i);
    const TablePlan* plan = plans_.find(table);
    if (plan == nullptr) return say(source.path(), plans_.fault()), false;
    const TableDefinition& counts = *table.definition;
    // Mapped, and every change undone or none made.
    if (!plan->shown) continue;
    bool merged = false;
    for (Touched& one : touched_) {
      if (one.plan->database != plan->database || one.plan->table != plan->table) continue;
      one.inserts += counts.inserts;
      one.updates += counts.updates;
      one.deletes += counts.deletes;
      merged = true;
    }
    if (!merged) touched_.push_back(Touched{plan, counts.inserts, counts.updates, counts.deletes});
  }
  return true;
}

void Transactions::count(const Outcome& outcome, std::uint64_t changes) {
  ++counts_[static_cast<std::size_t>(outcome.kind)];
  if (outcome.kind == StepKind::unsupported || outcome.kind == StepKind::incident ||
      outcome.kind == StepKind::incomplete || outcome.kind == StepKind::oversized) {
    status_ = worse_exit(status_, kExitIncomplete);
  }
  if (outcome.kind != StepKind::committed) return;
  changes_ += changes;
  for (const Touched& one : touched_) table_totals_.add(*one.plan, one.inserts, one.updates, one.deletes);
}

bool Transactions::step(const Source& source, LogReader&, const Step& step) {
  const Outcome outcome = outcome_of(step, arguments_.prefix, quotas_asked());
  if (filter_.is_past(step.start_offset, place_)) return false;
  if (!outcome.is_line) return true;
  if (!filter_.shows_range(step.start_offset, outcome.end, outcome.commit_time,
                           step.has_gtid ? &step.gtid : nullptr, place_))
    return true;
  if (arguments_.prefix == Prefix::with && outcome.has_transaction && !step.has_gtid) {
    say_at(source.path(), step.start_offset,
           std::string(code_name(Code::missing_gtid)) + ": " + code_text(Code::missing_gtid));
    status_ = kExitBroken;
    return false;
  }
  touched_.clear();
  if (outcome.has_transaction && !collect_tables(source, step.transaction)) {
    status_ = kExitBroken;
    return false;
  }
  std::uint64_t changes = outcome.has_transaction ? step.transaction.change_count : 0;
  if (filter_.has_table_filter()) {
    const bool by_statement = step.kind == StepKind::statement && filter_.shows_database(step.query.database);
    if (touched_.empty() && !by_statement && outcome.kind != StepKind::incident) return true;
    if (changes != 0) {
      changes = 0;
      for (const Touched& one : touched_) changes += one.inserts + one.updates + one.deletes;
    }
  }
  count(outcome, changes);
  const std::uint64_t discarded = outcome.has_transaction ? step.transaction.discarded_changes : 0;
  if (json_) {
    write_json(step, outcome, changes, discarded);
  } else {
    write_text(step, outcome, changes, discarded);
  }
  return true;
}

void Transactions::write_json_kind(Writer* writer, const Step& step, const Outcome& outcome) const {
  if (outcome.kind == StepKind::statement) {
    put(writer, ",\"kind\":\"");
    put_name(writer, statement_kind_name(step.statement_kind));
    put(writer, "\",\"database\":");
    put_json_text(writer, step.query.database);
    put(writer, ",\"statement\":");
    put_json_text(writer, step.query.sql);
  }
  if (outcome.kind == StepKind::unsupported || outcome.kind == StepKind::incident) {
    put(writer, ",\"reason\":\"");
    put_name(writer, outcome.kind == StepKind::incident ? "incident" : code_name(step.reason));
    put(writer, "\",\"event_type\":");
    write_unsigned(writer, static_cast<std::uint64_t>(step.event.header.type));
  }
  if (outcome.kind == StepKind::incomplete) {
    put(writer, ",\"reason\":\"");
    put_name(writer, code_name(step.reason));
    put(writer, '"');
  }
  if (outcome.kind == StepKind::oversized) {
    put(writer, ",\"quota\":\"");
    put_name(writer, quota_name(step.reason));
    put(writer, "\",\"limit\":");
    write_unsigned(writer, step.quota_limit);
    put(writer, ",\"would_be\":\"");
    put_name(writer, outcome_name(step.outcome));
    put(writer, '"');
  }
  if (step.has_xa) {
    put(writer, ",\"xa\":");
    put_xa(writer, step.xa);
  }
}

void Transactions::write_json(const Step& step, const Outcome& outcome, std::uint64_t changes,
                              std::uint64_t discarded) {
  static_cast<void>(output_->line([&](Writer* writer) {
    put(writer, "{\"type\":\"transaction\",\"outcome\":\"");
    put_name(writer, outcome_name(outcome.kind));
    put(writer, '"');
    write_json_kind(writer, step, outcome);
    put(writer, ",\"file\":");
    put(writer, json_file_);
    put(writer, ",\"start\":");
    write_unsigned(writer, outcome.start);
    put(writer, ",\"begin\":");
    write_unsigned(writer, outcome.begin);
    put(writer, ",\"end\":");
    write_unsigned(writer, outcome.end);
    put(writer, ",\"gtid\":");
    if (outcome.gtid != nullptr) {
      put(writer, '"');
      put_gtid(&gtid_, *outcome.gtid);
      put(writer, gtid_);
      put(writer, '"');
    } else {
      put(writer, "null");
    }
    put(writer, ",\"xid\":");
    if (outcome.has_xid) {
      write_unsigned(writer, outcome.xid);
    } else {
      put(writer, "null");
    }
    put(writer, ",\"timestamp\":\"");
    put(writer, time_text(outcome.timestamp));
    put(writer, "\",\"server_id\":");
    write_unsigned(writer, outcome.server_id);
    put(writer, ",\"events\":");
    write_unsigned(writer, outcome.events);
    put(writer, ",\"wire_bytes\":");
    write_unsigned(writer, outcome.wire_bytes);
    put(writer, ",\"changes\":");
    write_unsigned(writer, changes);
    put(writer, ",\"discarded_changes\":");
    write_unsigned(writer, discarded);
    put(writer, ",\"tables\":[");
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      if (i != 0) put(writer, ',');
      const Touched& one = touched_[i];
      put_counts(writer, one.plan->json_database, one.plan->json_table, one.inserts, one.updates,
                 one.deletes);
    }
    put(writer, "]}\n");
    return Code::ok;
  }));
}

void Transactions::write_text(const Step& step, const Outcome& outcome, std::uint64_t changes,
                              std::uint64_t discarded) {
  static_cast<void>(output_->line([&](Writer* writer) {
    put_name(writer, outcome_name(outcome.kind));
    pad(writer, 0, 14);
    put_padded(writer, outcome.start, 11);
    put_padded(writer, outcome.end, 12);
    put(writer, "  ");
    put(writer, time_text(outcome.timestamp));
    put_padded(writer, outcome.events, 7);
    put(writer, " events");
    put_padded(writer, changes, 8);
    put(writer, changes == 1 ? " change  " : " changes ");
    if (outcome.gtid != nullptr) {
      put(writer, ' ');
      put_gtid(&gtid_, *outcome.gtid);
      put(writer, gtid_);
    }
    if (discarded != 0) {
      put(writer, "  discarded ");
      write_unsigned(writer, discarded);
    }
    for (const Touched& one : touched_) {
      put(writer, "  ");
      put(writer, one.plan->label);
      if (one.inserts != 0) put(writer, " +"), write_unsigned(writer, one.inserts);
      if (one.updates != 0) put(writer, " ~"), write_unsigned(writer, one.updates);
      if (one.deletes != 0) put(writer, " -"), write_unsigned(writer, one.deletes);
    }
    // What they changed is not among the changes.
    if (outcome.has_transaction && step.transaction.statement_count != 0) {
      put(writer, "  statements ");
      write_unsigned(writer, step.transaction.statement_count);
    }
    if (outcome.kind == StepKind::statement) {
      put(writer, "  ");
      const Span sql = step.query.sql.first(100);
      put(writer, printable(std::string(reinterpret_cast<const char*>(sql.data), sql.size)));
      if (sql.size < step.query.sql.size) put(writer, "...");
    }
    if (outcome.kind == StepKind::unsupported || outcome.kind == StepKind::incomplete ||
        outcome.kind == StepKind::oversized) {
      put(writer, "  ");
      put_name(writer,
               outcome.kind == StepKind::oversized ? quota_name(step.reason) : code_name(step.reason));
    }
    if (outcome.kind == StepKind::incident) put(writer, "  incident: the server lost events");
    put(writer, '\n');
    return Code::ok;
  }));
}

void Transactions::summary(const WalkTotals& totals) {
  const auto of = [this](StepKind kind) { return counts_[static_cast<std::size_t>(kind)]; };
  const std::pair<const char*, std::uint64_t> members[] = {
      {"files", totals.files},
      {"bytes", totals.bytes},
      {"events", totals.events},
      {"committed", of(StepKind::committed)},
      {"rolled_back", of(StepKind::rolled_back)},
      {"statements", of(StepKind::statement)},
      {"unsupported", of(StepKind::unsupported) + of(StepKind::incident)},
      {"incomplete", of(StepKind::incomplete)},
      {"changes", changes_},
      {"xa_prepared", of(StepKind::xa_prepared)},
      {"xa_committed", of(StepKind::xa_committed)},
      {"xa_rolled_back", of(StepKind::xa_rolled_back)},
      {"oversized", of(StepKind::oversized)},
  };
  if (!json_) table_totals_.write_text(output_);
  static_cast<void>(output_->line([&](Writer* writer) {
    put_name(writer, json_ ? "{\"type\":\"summary\"" : "\n");
    bool first = true;
    for (const auto& [name, value] : members) {
      if (json_) {
        put(writer, ",\"");
        put_name(writer, name);
        put(writer, "\":");
        write_unsigned(writer, value);
      } else if (value != 0) {
        if (!first) put(writer, ", ");
        write_unsigned(writer, value);
        put(writer, ' ');
        put_name(writer, name);
      }
      first = first && value == 0;
    }
    if (json_) {
      put(writer, ",\"tables\":");
      table_totals_.write_json(writer);
      put(writer, '}');
    }
    put(writer, '\n');
    return Code::ok;
  }));
}

}  // namespace

int run_transactions(const Arguments& arguments) {
  Output output;
  output.open_standard();
  Filter filter;
  Schema schema;
  if (!filter.init(arguments)) return kExitUsage;
  if (!arguments.schema.empty() && !schema.load(arguments.schema)) return kExitUsage;
  Transactions handler(arguments, &output, filter, arguments.schema.empty() ? nullptr : &schema);
  Walk walk(arguments, &output);
  int status = walk.run(&handler);
  status = worse_exit(status, handler.status());
  handler.summary(walk.totals());
  if (!output.flush()) status = worse_exit(status, kExitBroken);
  return status;
}

}  // namespace nbl::cli
