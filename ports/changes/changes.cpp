#include "ports/changes/changes.hpp"

#include "nanobinlog/text.hpp"

namespace nbl::ports {
namespace {

void put(ChangePrinter* printer, const char* text) noexcept {
  std::size_t size = 0;
  while (text[size] != 0) ++size;
  printer->sink.write(printer->sink.context, text, size);
}

Writer begin_text(ChangePrinter* printer) noexcept {
  Writer writer;
  writer.out = printer->text;
  writer.capacity = sizeof printer->text;
  return writer;
}

void flush(ChangePrinter* printer, const Writer& writer) noexcept {
  printer->sink.write(printer->sink.context, printer->text, writer.fits() ? writer.length : writer.capacity);
}

void put_number(ChangePrinter* printer, const char* name, std::uint64_t value) noexcept {
  put(printer, name);
  Writer writer = begin_text(printer);
  write_unsigned(&writer, value);
  flush(printer, writer);
}

void put_cell(ChangePrinter* printer, const Cell& cell) noexcept {
  if (cell.state == CellState::absent) return put(printer, "absent");
  TextOptions options;
  options.json = &printer->json;
  options.assume_signed = true;
  Writer writer = begin_text(printer);
  const Code code = write_cell(&writer, cell, options);
  if (code != Code::ok) return put_number(printer, "error ", static_cast<std::uint64_t>(code));
  if (!writer.fits()) return put_number(printer, "bytes ", cell.bytes.size);
  flush(printer, writer);
}

void put_image(ChangePrinter* printer, const char* name, RowImage* image) noexcept {
  put(printer, name);
  Cell cell;
  for (bool first = true; image->next(&cell); first = false) {
    if (!first) put(printer, ",");
    put_cell(printer, cell);
  }
  put(printer, "]");
}

void put_table(ChangePrinter* printer, const Table& table) noexcept {
  Writer writer = begin_text(printer);
  write_bytes(&writer, table.database());
  write_char(&writer, '.');
  write_bytes(&writer, table.name());
  flush(printer, writer);
}

void put_rows(ChangePrinter* printer, RowsReader* rows) noexcept {
  const char* const operation = rows->operation == RowOperation::insert   ? "  insert "
                                : rows->operation == RowOperation::update ? "  update "
                                                                          : "  delete ";
  while (rows->next_image()) {
    if (!rows->image.is_after || rows->operation == RowOperation::insert) {
      put(printer, operation);
      put_table(printer, rows->table);
    }
    put_image(printer, rows->image.is_after ? " after [" : " before [", &rows->image);
    if (rows->image.is_after || rows->operation == RowOperation::delete_row) put(printer, "\n");
  }
}

void put_gtid(ChangePrinter* printer, const Gtid& gtid) noexcept {
  put(printer, " gtid ");
  Writer writer = begin_text(printer);
  if (gtid.form == Gtid::Form::mariadb) {
    write_unsigned(&writer, gtid.domain_id);
    write_char(&writer, '-');
    write_unsigned(&writer, gtid.server_id);
    write_char(&writer, '-');
  } else if (gtid.form != Gtid::Form::anonymous) {
    write_hex(&writer, Span{gtid.uuid, sizeof gtid.uuid});
    write_char(&writer, ':');
  }
  write_unsigned(&writer, static_cast<std::uint64_t>(gtid.number));
  flush(printer, writer);
}

void put_transaction(ChangePrinter* printer, const Transaction& transaction) noexcept {
  if (transaction.has_xid) put_number(printer, " xid ", transaction.xid);
  put_number(printer, " changes ", transaction.change_count);
  put_number(printer, " events ", transaction.event_count);
  put(printer, "\n");
  RowsReader rows;
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    if (open_rows(transaction, transaction.records[i], &rows)) put_rows(printer, &rows);
  }
}

bool is_transaction(StepKind kind) noexcept {
  return kind == StepKind::committed || kind == StepKind::rolled_back || kind == StepKind::xa_prepared;
}

void put_step(ChangePrinter* printer, const Step& step) noexcept {
  put_number(printer, "step ", static_cast<std::uint64_t>(step.kind));
  put_number(printer, " at ", step.start_offset);
  put_number(printer, " to ", step.end_offset);
  if (step.has_gtid) put_gtid(printer, step.gtid);
  if (step.reason != Code::ok) put_number(printer, " reason ", static_cast<std::uint64_t>(step.reason));
  if (is_transaction(step.kind)) return put_transaction(printer, step.transaction);
  put(printer, "\n");
}

bool put_failure(ChangePrinter* printer) noexcept {
  const Status& status = printer->reader->status();
  put_number(printer, "error ", static_cast<std::uint64_t>(status.code));
  put_number(printer, " at ", status.offset);
  put(printer, "\n");
  return false;
}

}  // namespace

LogOptions small_log_options() noexcept {
  LogOptions options;
  Limits& limits = options.limits;
  limits.max_events = 48;
  limits.max_changes = 1000;
  limits.max_bytes = 7680;
  limits.max_event_bytes = 7680;
  limits.max_event_changes = 1000;
  limits.max_image_bytes = 7680;
  limits.max_tables = 4;
  limits.max_columns = 64;
  limits.max_table_bytes = 1024;
  limits.max_savepoints = 2;
  return options;
}

LogOptions large_log_options() noexcept {
  LogOptions options;
  Limits& limits = options.limits;
  limits.max_bytes = 1U << 20;
  limits.max_side_bytes = 64U << 10;
  return options;
}

bool open_printer(ChangePrinter* printer, void* block, std::size_t size, const LogOptions& options,
                  const Sink& sink, Status* status) noexcept {
  printer->sink = sink;
  printer->reader = LogReader::init(block, size, options, status);
  return printer->reader != nullptr;
}

bool print_piece(ChangePrinter* printer, Span piece) noexcept {
  for (;;) {
    std::size_t consumed = 0;
    if (!printer->reader->feed(piece, &consumed, &printer->step)) return put_failure(printer);
    piece = piece.skip(consumed);
    if (printer->step.kind == StepKind::need_more) return true;
    put_step(printer, printer->step);
  }
}

bool print_end(ChangePrinter* printer) noexcept {
  for (;;) {
    if (!printer->reader->finish(&printer->step)) return put_failure(printer);
    if (printer->step.kind == StepKind::need_more) break;
    put_step(printer, printer->step);
  }
  put_number(printer, "whole at ", printer->reader->offset());
  put(printer, "\n");
  return true;
}

}  // namespace nbl::ports
