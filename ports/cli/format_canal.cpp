// canal's flat messages ("canal-json"): one object an event, every value a string or null, as canal's
// FlatMessage and Flink's canal format have it.
#include "ports/cli/canal_types.hpp"
#include "ports/cli/put.hpp"
#include "ports/cli/row_format.hpp"

namespace nbl::cli {

namespace {

class Canal : public RowFormat {
 public:
  Canal(Output* output, bool assume_signed) : RowFormat(output, assume_signed) {
    cells_.options().plain_timestamp = true;
  }

  Code rows(const Group& group, const RowsEvent& event, RowsReader* reader) override {
    cells_.use(*event.plan);
    ++id_;
    const RowsReader first = *reader;
    return output_->line([&](Writer* writer) {
      RowsReader rows = first;
      put(writer, "{\"data\":[");
      Code code = list(writer, &rows, false);
      if (code != Code::ok) return code;
      put(writer, "],\"database\":");
      put(writer, event.plan->json_database);
      members(writer, group, event);
      if (first.operation == RowOperation::update) {
        put(writer, ",\"old\":[");
        rows = first;
        code = list(writer, &rows, true);
        if (code != Code::ok) return code;
        write_char(writer, ']');
      } else {
        put(writer, ",\"old\":null");
      }
      tail(writer, event, first.operation);
      return Code::ok;
    });
  }

 private:
  void members(Writer* writer, const Group& group, const RowsEvent& event) {
    put(writer, ",\"es\":");
    write_unsigned(writer, std::uint64_t{event.header.timestamp} * 1000);
    put(writer, ",\"gtid\":\"");
    put(writer, group.gtid);
    put(writer, "\",\"id\":");
    write_unsigned(writer, id_);
    put(writer, ",\"isDdl\":false,\"mysqlType\":{");
    bool first = true;
    for (std::uint32_t i = 0; i < event.plan->columns.size(); ++i) {
      cells_.key(writer, i, &first);
      const bool known = event.plan->schema != nullptr;
      put(writer,
          json_text(known ? event.plan->schema->columns[i].type : declared_type(event.plan->columns[i])));
    }
    write_char(writer, '}');
  }

  void tail(Writer* writer, const RowsEvent& event, RowOperation operation) {
    static const char* const kTypes[] = {"INSERT", "UPDATE", "DELETE"};
    const TablePlan& plan = *event.plan;
    put(writer, ",\"pkNames\":");
    if (plan.primary_key.empty()) {
      put(writer, "null");
    } else {
      char before = '[';
      for (const std::uint32_t column : plan.primary_key) {
        write_char(writer, before);
        put(writer, json_text(plan.names[column]));
        before = ',';
      }
      write_char(writer, ']');
    }
    put(writer, ",\"sql\":\"\",\"sqlType\":{");
    bool first = true;
    for (std::uint32_t i = 0; i < plan.columns.size(); ++i) {
      cells_.key(writer, i, &first);
      write_signed(writer, jdbc_type(plan.columns[i]));
    }
    put(writer, "},\"table\":");
    put(writer, plan.json_table);
    put(writer, ",\"ts\":");
    // canal's own clock belongs here.
    write_unsigned(writer, std::uint64_t{event.header.timestamp} * 1000);
    put(writer, ",\"type\":\"");
    put_name(writer, kTypes[static_cast<std::size_t>(operation)]);
    put(writer, "\"}\n");
  }

  Code list(Writer* writer, RowsReader* rows, bool old) {
    bool first = true;
    while (read_change(rows, &change_)) {
      if (!first) write_char(writer, ',');
      first = false;
      const Code code =
          old ? object(writer, change_.before, &change_.after) : object(writer, change_.row(), nullptr);
      if (code != Code::ok) return code;
    }
    return Code::ok;
  }

  Code object(Writer* writer, const Cells& cells, const Cells* other) {
    write_char(writer, '{');
    bool first = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].state == CellState::absent) continue;
      if (other != nullptr && (same_cell(cells[i], (*other)[i]) || (*other)[i].state == CellState::absent))
        continue;
      cells_.key(writer, cells[i].column, &first);
      const Code code = value(writer, cells[i]);
      if (code != Code::ok) return code;
    }
    write_char(writer, '}');
    return Code::ok;
  }

  Code value(Writer* writer, const Cell& cell) {
    cells_.set_column(cell.column);
    if (cell.state == CellState::null) return put(writer, "null"), Code::ok;
    switch (cell.kind) {
      case ValueKind::bytes: return cells_.string(writer, cell, true);
      case ValueKind::enumeration:
      case ValueKind::set:
        write_char(writer, '"');
        write_unsigned(writer, cell.unsigned_value);
        write_char(writer, '"');
        return Code::ok;
      default: break;
    }
    const std::size_t start = writer->length;
    const Code code = cells_.native(writer, cell);
    if (code != Code::ok || !writer->fits() || writer->out[start] == '"') return code;
    const std::string text(writer->out + start, writer->length - start);
    writer->length = start;
    put_json_text(writer, Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return Code::ok;
  }

  Change change_;
  std::uint64_t id_ = 0;
};

}  // namespace

std::unique_ptr<RowFormat> make_canal(Output* output, bool assume_signed) {
  return std::make_unique<Canal>(output, assume_signed);
}

}  // namespace nbl::cli
