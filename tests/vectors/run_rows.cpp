// ROWS events over the vectors: every cell as the text of values.md.
#include <cstdio>

#include "case_file.hpp"
#include "nanobinlog/text.hpp"
#include "pending.hpp"

namespace vectors {
namespace {

bool label_of(const void* table, std::uint32_t column, std::uint32_t index, nbl::Span* label, nbl::Charset*) {
  return nbl::column_label(*static_cast<const nbl::Table*>(table), column, index, label);
}

std::string cell_text(const nbl::Table& table, const nbl::Cell& cell) {
  if (cell.state == nbl::CellState::absent) return "absent";
  nbl::JsonReader json;
  nbl::TextOptions options;
  options.json = &json;
  options.label = label_of;
  options.table = &table;
  nbl::Writer measure;
  const nbl::Code code = nbl::write_cell(&measure, cell, options);
  if (code != nbl::Code::ok) return nbl::code_name(code);
  std::string out(measure.length, '\0');
  nbl::Writer writer{&out[0], out.size(), 0};
  CHECK(nbl::write_cell(&writer, cell, options) == nbl::Code::ok);
  CHECK(writer.fits());
  return out;
}

std::string image_text(const nbl::Table& table, nbl::RowImage image) {
  std::string out;
  nbl::Cell cell;
  for (std::uint32_t i = 0; image.next(&cell); ++i) {
    CHECK(cell.column == i);
    out += " @" + std::to_string(i + 1) + "=" + cell_text(table, cell);
  }
  return out;
}

std::string head_text(const char* operation, const std::string& table, std::uint32_t changes, unsigned flags,
                      nbl::Span extra) {
  char text[32];
  std::snprintf(text, sizeof(text), " flags=0x%04x", flags);
  return std::string("rows type=") + operation + " table=" + table + " changes=" + std::to_string(changes) +
         text + " extra=" + (extra.size == 0 ? "-" : hex(extra));
}

/// A ROWS event whose tables were all filtered leaves no record.
std::string describe_dummy(const Pending& pending) {
  const nbl::RowsType type = nbl::rows_type(pending.event.header.type);
  nbl::RowsHead head;
  nbl::u32 at = 0;
  nbl::Status status;
  CHECK(nbl::parse_rows_prefix(pending.event, pending.store.format, &head, &at, &status));
  return head_text(operation_name(type.operation), "-", 0, head.flags, head.extra_data);
}

void describe(const Pending& pending, std::vector<std::string>* out) {
  const nbl::Transaction t = pending.transaction();
  if (t.record_count == 0) {
    out->push_back(describe_dummy(pending));
    return;
  }
  nbl::RowsReader reader;
  REQUIRE(nbl::open_rows(t, t.records[0], &reader));
  out->push_back(head_text(operation_name(reader.operation), table_name(reader.table), reader.change_count,
                           reader.flags, reader.extra_data));
  nbl::RowChange change;
  std::uint32_t changes = 0;
  while (nbl::next_change(&reader, &change)) {
    ++changes;
    std::string line = std::string("row ") + operation_name(reader.operation);
    if (reader.operation == nbl::RowOperation::update) {
      line += " before" + image_text(reader.table, change.before) + " after" +
              image_text(reader.table, change.after);
    } else {
      line += image_text(reader.table,
                         reader.operation == nbl::RowOperation::insert ? change.after : change.before);
    }
    out->push_back(line);
  }
  CHECK(changes == reader.change_count);
}

}  // namespace

void run_rows(const CaseFile& file, const Case& one) {
  Pending pending(parse_format(file, one), one.limits);
  std::vector<std::string> got;
  std::vector<nbl::Status> errors;
  for (const Input& input : one.inputs) {
    // Exactly the bytes of the case and none behind, for the sanitizer's sake.
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[input.bytes.size()]);
    if (!input.bytes.empty()) std::memcpy(exact.get(), input.bytes.data(), input.bytes.size());
    if (!pending.take(nbl::Span{exact.get(), input.bytes.size()}, input.offset)) {
      errors.push_back(pending.store.status);
      got.push_back(error_text(pending.store.status));
    } else if (pending.event.header.type == nbl::EventType::table_map) {
      got.push_back("none");
    } else {
      describe(pending, &got);
    }
  }
  compare(one, got, errors);
}

}  // namespace vectors
