#include "ports/cli/row_source.hpp"

#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

// The connection that wrote it, out of its BEGIN. Inside a payload it has been let go.
bool thread_of(const Transaction& transaction, std::uint32_t* thread_id) {
  const std::uint64_t at = transaction.start_offset - transaction.wire_offset;
  if (transaction.wire == nullptr || transaction.start_offset < transaction.wire_offset ||
      at + 64 > transaction.wire_size)
    return false;
  const std::uint8_t* begin = transaction.wire + at;
  Header header;
  read_header(begin, &header);
  if (header.type != EventType::query) return false;
  const std::uint8_t* id = begin + transaction.header_length;
  *thread_id = std::uint32_t{id[0]} | std::uint32_t{id[1]} << 8 | std::uint32_t{id[2]} << 16 |
               std::uint32_t{id[3]} << 24;
  return true;
}

bool is_dropped(const Step& step, std::uint64_t offset) {
  for (std::uint32_t i = 0; i < step.dropped_count; ++i) {
    if (offset >= step.dropped[i].from && offset < step.dropped[i].to) return true;
  }
  return false;
}

// How much of a long transaction is kept in memory behind where it is read.
constexpr std::uint64_t kReleaseStep = std::uint64_t{16} << 20;

bool in_payload(const EventRecord& record) { return (record.flags & kRecordInSide) != 0; }

}  // namespace

bool RowSource::fault(const Source& source, const TablePlan& plan, std::uint64_t position, Code code) {
  std::string where = "table `" + plan.database + "`.`" + plan.table + "`";
  if (code == Code::invalid_argument && !format_->reason().empty()) {
    say_at(source.path(), position, printable(where) + ": " + format_->reason());
    return false;
  }
  where += " column `" + plan.names[format_->column()] + "`";
  std::string help;
  if (code == Code::signedness_unknown) help = "; --schema or --assume-signed decide it";
  say_at(source.path(), position,
         std::string(code_name(code)) + ": " + printable(where) + ": " + code_text(code) + help);
  return false;
}

bool RowSource::begin_group(const Source& source, const LogReader& reader, const Step& step) {
  if (group_.file != source.name() || group_.json_file.empty()) {
    group_.file = source.name();
    group_.json_file = json_text(source.name());
  }
  group_.gtid.clear();
  if (step.has_gtid && arguments_.prefix != Prefix::without) put_gtid(&group_.gtid, step.gtid);
  group_.commit_us = step.has_gtid && step.gtid.has_commit_time ? step.gtid.original_commit_us : 0;
  group_.start = step.start_offset;
  group_.end = step.end_offset;
  group_.has_xid = step.transaction.has_xid;
  group_.xid = step.transaction.xid;
  group_.mariadb = reader.format().mariadb;
  group_.has_thread_id = thread_of(step.transaction, &group_.thread_id);
  group_.changes = 0;
  payload_rows_ = 0;
  query_ = Span{};
  for (std::uint32_t i = 0; i < step.transaction.table_count; ++i) {
    const Table table = transaction_table(step.transaction, i);
    const TablePlan* plan = plans_.find(table);
    if (plan == nullptr) return say(source.path(), plans_.fault()), false;
    if (plan->shown)
      group_.changes += table.definition->inserts + table.definition->updates + table.definition->deletes;
  }
  return true;
}

bool RowSource::print_record(const Source& source, const Transaction& transaction,
                             const EventRecord& record) {
  if (!is_rows_record(record)) {
    if (record.type == EventType::rows_query || record.type == EventType::mariadb_annotate_rows) {
      query_ = record_statement(transaction, record);
    } else if (record.type == EventType::query) {
      Query query;  // CREATE TABLE ... SELECT begins so; in mixed format other statements stand between rows
      query.sql = record_statement(transaction, record);
      format_->statement(query);
    }
    return true;
  }
  RowsEvent event;
  event.plan = plans_.find(transaction_table_of(transaction, record));
  if (event.plan == nullptr) return say(source.path(), plans_.fault()), false;
  const std::uint64_t first = payload_rows_;
  if (in_payload(record)) payload_rows_ += record.changes;
  if (!event.plan->shown || record.changes == 0) return true;
  RowsReader reader;
  if (!open_rows(transaction, record, &reader)) return true;
  reader.table.columns = event.plan->columns.data();
  event.header = record_header(transaction, record);
  event.position = reader.event_offset;
  event.first_row = in_payload(record) ? first : 0;
  event.query = query_;
  const Code code = format_->rows(group_, event, &reader);
  return code == Code::ok || fault(source, *event.plan, event.position, code);
}

bool RowSource::print_records(const Source& source, const Transaction& transaction) {
  if (!format_->backwards()) {
    for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
      if (!print_record(source, transaction, transaction.records[i])) return false;
    }
    return true;
  }
  for (std::uint32_t i = transaction.record_count; i-- > 0;) {
    if (!print_record(source, transaction, transaction.records[i])) return false;
  }
  return true;
}

bool RowSource::abandon() {
  output_->drop_unsafe();
  format_->abandon();
  return false;
}

bool RowSource::print(const Source& source, const LogReader& reader, const Step& step) {
  if (!begin_group(source, reader, step)) return false;
  if (group_.changes == 0) return true;
  format_->begin(group_);
  if (!print_records(source, step.transaction)) return abandon();
  format_->end(group_);
  return true;
}

bool RowSource::print_again(const Source& source, const LogReader& reader, const Step& step) {
  if (!events_.ready() && !events_.init(arguments_, Input::stable, Deliver::events)) return false;
  // What the step points to belongs to the other reader and stays until that is fed again.
  if (!begin_group(source, reader, step)) return false;
  format_->begin(group_);
  events_->begin_at(reader.format(), step.start_offset);
  const std::size_t size = static_cast<std::size_t>(step.end_offset - step.start_offset);
  Span rest = source.bytes().skip(static_cast<std::size_t>(step.start_offset)).first(size);
  Step one;
  std::uint64_t released = step.start_offset;
  for (;;) {
    std::size_t consumed = 0;
    const bool good = events_->feed(rest, &consumed, &one);
    rest = rest.skip(consumed);
    if (!good) return say_status(source.path(), events_->status(), ""), abandon();
    if (one.kind == StepKind::need_more) break;
    if (one.kind != StepKind::rows || one.transaction.record_count == 0) continue;
    const EventRecord& record = one.transaction.records[0];
    const std::uint64_t offset = record_offset(one.transaction, record);
    if (is_dropped(step, offset)) continue;
    if (!print_record(source, one.transaction, record)) return abandon();
    if (output_->failed()) return false;
    if (offset - released >= kReleaseStep) {
      source.release(released, offset);
      released = offset;
    }
  }
  format_->end(group_);
  return true;
}

}  // namespace nbl::cli
