// Statements that make the changes again, or with flashback undo them last first.
#include "ports/cli/put.hpp"
#include "ports/cli/row_format.hpp"
#include "ports/cli/sql_literal.hpp"

namespace nbl::cli {

namespace {

class Sql : public RowFormat {
 public:
  Sql(Output* output, bool assume_signed, bool flashback)
      : RowFormat(output, assume_signed), flashback_(flashback) {
    cells_.options().plain_timestamp = true;
  }

  bool backwards() const override { return flashback_; }

  void begin(const Group& group) override {
    if (!started_) {
      // One of the two servers does not know each of these; values are logged ones and go in as they are.
      output_->text(
          "SET NAMES utf8mb4;\nSET SESSION time_zone = '+00:00';\nSET SESSION foreign_key_checks = 0;\n"
          "SET SESSION unique_checks = 0;\nSET SESSION sql_mode = "
          "'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES';\n");
      started_ = true;
    }
    output_->text("\n-- " + one_line(group.file) + " " + std::to_string(group.start) + ".." +
                  std::to_string(group.end) + (group.gtid.empty() ? "" : " " + group.gtid) + "\nBEGIN;\n");
  }
  void end(const Group&) override { output_->text("COMMIT;\n"); }

  void abandon() override { output_->text("ROLLBACK;\n"); }

  void statement(const Query& query) override {
    if (flashback_) return;
    const std::string text(reinterpret_cast<const char*>(query.sql.data), query.sql.size);
    output_->text("\n-- not a row change, and not repeated here: " + one_line(text) + "\n");
  }

  Code rows(const Group& group, const RowsEvent& event, RowsReader* reader) override {
    cells_.use(*event.plan);
    find_hidden(group.mariadb);
    if (!event.plan->names_known) return refuse("its column names are not in the log; --schema gives them");
    if (!flashback_) {
      while (read_change(reader, &change_)) {
        hide();
        const Code code = output_->line([&](Writer* writer) { return forward(writer); });
        if (code != Code::ok) return code;
      }
      return Code::ok;
    }
    std::vector<RowsReader> starts;
    for (std::uint32_t left = reader->change_count; left != 0; --left) {
      starts.push_back(*reader);
      static_cast<void>(reader->next_image());
      if (reader->operation == RowOperation::update) static_cast<void>(reader->next_image());
    }
    for (std::size_t i = starts.size(); i-- > 0;) {
      static_cast<void>(read_change(&starts[i], &change_));
      hide();
      const Code code = output_->line([&](Writer* writer) { return inverse(writer); });
      if (code != Code::ok) return code;
    }
    return Code::ok;
  }

 private:
  static std::string one_line(std::string text) {
    for (char& c : text) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    return text;
  }
  // MariaDB keeps the hash of a UNIQUE over long columns in a column that no statement can name.
  void find_hidden(bool mariadb) {
    hidden_.clear();
    const std::vector<std::string>& names = cells_.plan().names;
    for (std::size_t i = 0; mariadb && i < names.size(); ++i) {
      if (names[i].compare(0, 12, "DB_ROW_HASH_") == 0) hidden_.push_back(i);
    }
  }
  void hide() {
    for (const std::size_t column : hidden_) {
      if (column < change_.before.size()) change_.before[column].state = CellState::absent;
      if (column < change_.after.size()) change_.after[column].state = CellState::absent;
    }
  }
  Code refuse(const char* reason) {
    reason_ = reason;
    return Code::invalid_argument;
  }

  Code forward(Writer* writer) {
    switch (change_.operation) {
      case RowOperation::insert: return insert(writer, change_.after);
      case RowOperation::delete_row: return remove(writer, change_.before);
      case RowOperation::update: return update(writer, change_.before, change_.after);
    }
    return Code::ok;
  }

  Code inverse(Writer* writer) {
    switch (change_.operation) {
      case RowOperation::insert: return remove(writer, change_.after);
      case RowOperation::delete_row:
        if (!is_whole(change_.before))
          return refuse("the log does not hold the whole row that was deleted; it cannot be undone");
        return insert(writer, change_.before);
      case RowOperation::update: break;
    }
    // Where the row is now: what the update did not touch is in the image before.
    now_ = change_.before;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const Cell& after = change_.after[i];
      if (after.state == CellState::absent) continue;
      if (change_.before[i].state == CellState::absent) {
        cells_.set_column(after.column);
        return refuse("the log does not hold what stood there before the update; it cannot be undone");
      }
      // A list of operations without one leaves the document as it was.
      const bool unchanged =
          after.state == CellState::value && after.kind == ValueKind::json_diff && after.bytes.empty();
      if (!unchanged) now_[i] = after;
    }
    return update(writer, now_, change_.before);
  }

  bool is_whole(const Cells& cells) const {
    std::size_t absent = 0;
    for (const Cell& cell : cells) absent += cell.state == CellState::absent ? 1 : 0;
    return absent == hidden_.size();
  }

  void table(Writer* writer) const {
    put_sql_name(writer, cells_.plan().database);
    write_char(writer, '.');
    put_sql_name(writer, cells_.plan().table);
  }

  Code insert(Writer* writer, const Cells& row) {
    put(writer, "INSERT INTO ");
    table(writer);
    char before = '(';
    put(writer, " ");
    for (const Cell& cell : row) {
      if (cell.state == CellState::absent) continue;
      write_char(writer, before);
      put_sql_name(writer, cells_.plan().names[cell.column]);
      before = ',';
    }
    // A row of defaults alone.
    if (before == '(') write_char(writer, '(');
    put(writer, ") VALUES (");
    bool first = true;
    for (const Cell& cell : row) {
      if (cell.state == CellState::absent) continue;
      if (!first) write_char(writer, ',');
      first = false;
      const Code code = put_sql_literal(writer, cell, &cells_);
      if (code != Code::ok) return code;
    }
    put(writer, ");\n");
    return Code::ok;
  }

  Code remove(Writer* writer, const Cells& row) {
    put(writer, "DELETE FROM ");
    table(writer);
    return where(writer, row);
  }

  Code update(Writer* writer, const Cells& from, const Cells& to) {
    put(writer, "UPDATE ");
    table(writer);
    bool first = true;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i].state == CellState::absent || same_cell(from[i], to[i])) continue;
      const std::string& name = cells_.plan().names[to[i].column];
      put_name(writer, first ? " SET " : ", ");
      first = false;
      put_sql_name(writer, name);
      put(writer, " = ");
      const bool diff = to[i].state == CellState::value && to[i].kind == ValueKind::json_diff;
      const Code code = diff ? put_sql_json_diff(writer, to[i], name, nullptr, &cells_)
                             : put_sql_literal(writer, to[i], &cells_);
      if (code != Code::ok) return code;
    }
    if (!first) keep_times(writer, from, to);
    if (first) {
      // Both images are equal, which a server writes where it was told to log such updates.
      writer->length = 0;
      put(writer, "DO 0;\n");
      return Code::ok;
    }
    return where(writer, from);
  }

  // ON UPDATE CURRENT_TIMESTAMP, of which the log says nothing, must not touch what this change left alone.
  void keep_times(Writer* writer, const Cells& from, const Cells& to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      const ValueKind kind = cells_.plan().columns[i].kind;
      if (kind != ValueKind::timestamp && kind != ValueKind::datetime) continue;
      if (to[i].state != CellState::absent && !same_cell(from[i], to[i])) continue;
      bool hidden = false;
      for (const std::size_t column : hidden_) hidden = hidden || column == i;
      if (hidden) continue;
      const std::string& name = cells_.plan().names[i];
      put(writer, ", ");
      put_sql_name(writer, name);
      put(writer, " = ");
      put_sql_name(writer, name);
    }
  }

  bool has_key(const Cells& row) const {
    const TablePlan& plan = cells_.plan();
    if (plan.primary_key.empty()) return false;
    for (const std::uint32_t column : plan.primary_key) {
      if (column >= row.size() || row[column].state != CellState::value) return false;
    }
    return true;
  }

  // The row by its key, else by all that is known of it. A row is one of its equals, so LIMIT 1 takes the
  // right number.
  Code where(Writer* writer, const Cells& row) {
    put(writer, " WHERE ");
    if (has_key(row)) {
      bool first = true;
      for (const std::uint32_t column : cells_.plan().primary_key) {
        if (!first) put(writer, " AND ");
        first = false;
        put_sql_name(writer, cells_.plan().names[column]);
        put(writer, " = ");
        const Code code = put_sql_literal(writer, row[column], &cells_);
        if (code != Code::ok) return code;
      }
      put(writer, " LIMIT 1;\n");
      return Code::ok;
    }
    bool first = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Cell& cell = row[i];
      if (cell.state == CellState::absent) continue;
      if (!first) put(writer, " AND ");
      first = false;
      const std::string& name = cells_.plan().names[cell.column];
      Code code = Code::ok;
      if (cell.state == CellState::value && cell.kind == ValueKind::json_diff) {
        put_sql_name(writer, name);
        put(writer, " = ");
        code = put_sql_json_diff(writer, cell, name, &change_.before[i], &cells_);
      } else {
        code = put_sql_condition(writer, cell, name, &cells_);
      }
      if (code != Code::ok) return code;
    }
    if (first) put(writer, "TRUE");
    put(writer, " LIMIT 1;\n");
    return Code::ok;
  }

  bool flashback_;
  bool started_ = false;
  Change change_;
  Cells now_;
  std::vector<std::size_t> hidden_;
};

}  // namespace

std::unique_ptr<RowFormat> make_sql(Output* output, bool assume_signed, bool flashback) {
  return std::make_unique<Sql>(output, assume_signed, flashback);
}

}  // namespace nbl::cli
