// Maxwell's JSON lines: its documentation's "Data Format", and how its consumers read it. One object a row;
// the last of a transaction says "commit":true, those before it count up in "xoffset".
#include "ports/cli/put.hpp"
#include "ports/cli/row_format.hpp"
#include "ports/cli/wkt.hpp"

namespace nbl::cli {

namespace {

class Maxwell : public RowFormat {
 public:
  Maxwell(Output* output, bool assume_signed) : RowFormat(output, assume_signed) {
    cells_.options().plain_timestamp = true;
  }

  void begin(const Group&) override { printed_ = 0; }

  Code rows(const Group& group, const RowsEvent& event, RowsReader* reader) override {
    cells_.use(*event.plan);
    while (read_change(reader, &change_)) {
      const Code code = output_->line([&](Writer* writer) { return write(writer, group, event); });
      if (code != Code::ok) return code;
      ++printed_;
    }
    return Code::ok;
  }

 private:
  Code write(Writer* writer, const Group& group, const RowsEvent& event) {
    static const char* const kTypes[] = {"insert", "update", "delete"};
    put(writer, "{\"database\":");
    put(writer, event.plan->json_database);
    put(writer, ",\"table\":");
    put(writer, event.plan->json_table);
    put(writer, ",\"type\":\"");
    put_name(writer, kTypes[static_cast<std::size_t>(change_.operation)]);
    put(writer, "\",\"ts\":");
    write_unsigned(writer, event.header.timestamp);
    if (group.has_xid) {
      put(writer, ",\"xid\":");
      write_unsigned(writer, group.xid);
    }
    if (printed_ + 1 == group.changes) {
      put(writer, ",\"commit\":true");
    } else {
      put(writer, ",\"xoffset\":");
      write_unsigned(writer, printed_);
    }
    put(writer, ",\"data\":");
    Code code = object(writer, change_.row(), nullptr);
    if (code == Code::ok && change_.operation == RowOperation::update) {
      put(writer, ",\"old\":");
      code = object(writer, change_.before, &change_.after);
    }
    put(writer, "}\n");
    return code;
  }

  // With `other`: only what differs from it.
  Code object(Writer* writer, const Cells& cells, const Cells* other) {
    write_char(writer, '{');
    bool first = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      if (cell.state == CellState::absent) continue;
      if (other != nullptr && (same_cell(cell, (*other)[i]) || (*other)[i].state == CellState::absent))
        continue;
      cells_.key(writer, cell.column, &first);
      const Code code = value(writer, cell);
      if (code != Code::ok) return code;
    }
    write_char(writer, '}');
    return Code::ok;
  }

  Code value(Writer* writer, const Cell& cell) {
    if (cell.state == CellState::null) return put(writer, "null"), Code::ok;
    switch (cell.kind) {
      case ValueKind::decimal:
        write_decimal(writer, cell.bytes.data, cell.definition->precision(), cell.definition->scale());
        return Code::ok;
      case ValueKind::bytes: return cells_.string(writer, cell, false);
      case ValueKind::enumeration:
        if (cell.unsigned_value == 0) return put(writer, "null"), Code::ok;
        return cells_.native(writer, cell);
      case ValueKind::geometry:
        write_char(writer, '"');
        if (write_wkt(writer, cell.bytes.skip(4), cells_.options().digits))
          return write_char(writer, '"'), Code::ok;
        --writer->length;
        return cells_.native(writer, cell);
      default: return cells_.native(writer, cell);
    }
  }

  Change change_;
  std::uint64_t printed_ = 0;
};

}  // namespace

std::unique_ptr<RowFormat> make_maxwell(Output* output, bool assume_signed) {
  return std::make_unique<Maxwell>(output, assume_signed);
}

}  // namespace nbl::cli
