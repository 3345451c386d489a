// One JSON object a change, as values.md has it. This is the fast one: an event's members are put together
// once, and values go straight from the log's bytes into the output's buffer.
#include "ports/cli/put.hpp"
#include "ports/cli/row_format.hpp"

namespace nbl::cli {

namespace {

class Native : public RowFormat {
 public:
  using RowFormat::RowFormat;

  void begin(const Group& group) override {
    group_text_.resize(group.json_file.size() + group.gtid.size() + 128);
    Writer text{group_text_.data(), group_text_.size(), 0};
    put(&text, ",\"gtid\":");
    if (group.gtid.empty()) {
      put(&text, "null");
    } else {
      put(&text, '"');
      put(&text, group.gtid);
      put(&text, '"');
    }
    put(&text, ",\"xid\":");
    if (group.has_xid) {
      write_unsigned(&text, group.xid);
    } else {
      put(&text, "null");
    }
    put(&text, ",\"file\":");
    put(&text, group.json_file);
    put(&text, ",\"position\":");
    group_text_.resize(text.length);
  }

  Code rows(const Group&, const RowsEvent& event, RowsReader* reader) override {
    cells_.use(*event.plan);
    make_event_text(event, reader->operation);
    std::uint64_t number = event.first_row;
    for (std::uint32_t left = reader->change_count; left != 0; --left, ++number) {
      RowsReader next;
      const Code code = output_->line([&](Writer* writer) {
        next = *reader;
        return write(writer, &next, number);
      });
      if (code != Code::ok) return code;
      *reader = next;
    }
    return Code::ok;
  }

 private:
  static void append_number(std::string* text, std::uint64_t value) {
    char digits[20];
    Writer writer{digits, sizeof(digits), 0};
    write_unsigned(&writer, value);
    text->append(digits, writer.length);
  }

  void make_event_text(const RowsEvent& event, RowOperation operation) {
    static constexpr const char* kHeads[] = {
        "{\"op\":\"insert\",\"database\":", "{\"op\":\"update\",\"database\":",
        "{\"op\":\"delete\",\"database\":"};
    const std::size_t room =
        group_text_.size() + event.plan->json_database.size() + event.plan->json_table.size() + 128;
    if (head_.size() < room) head_.resize(room);
    Writer head{head_.data(), head_.size(), 0};
    put_name(&head, kHeads[static_cast<std::size_t>(operation)]);
    put(&head, event.plan->json_database);
    put(&head, ",\"table\":");
    put(&head, event.plan->json_table);
    put(&head, group_text_);
    write_unsigned(&head, event.position);
    put(&head, ",\"row\":");
    head_size_ = head.length;
    // Most events share their second and their server with the one before.
    if (!tail_.empty() && event.header.timestamp == timestamp_ && event.header.server_id == server_id_)
      return;
    timestamp_ = event.header.timestamp;
    server_id_ = event.header.server_id;
    char time[24];
    Writer writer{time, sizeof(time), 0};
    put_time(&writer, timestamp_);
    tail_.assign(",\"timestamp\":\"").append(time, writer.length).append("\",\"server_id\":");
    append_number(&tail_, server_id_);
    tail_.append(",\"before\":");
  }

  Code write(Writer* writer, RowsReader* reader, std::uint64_t number) {
    put(writer, head_.data(), head_size_);
    write_unsigned(writer, number);
    put(writer, tail_);
    Code code = Code::ok;
    static_cast<void>(reader->next_image());
    if (reader->operation == RowOperation::insert) {
      put(writer, "null");
    } else {
      code = cells_.object(writer, &reader->image);
      if (code != Code::ok) return code;
      if (reader->operation == RowOperation::update) static_cast<void>(reader->next_image());
    }
    put(writer, ",\"after\":");
    if (reader->operation == RowOperation::delete_row) {
      put(writer, "null");
    } else {
      code = cells_.object(writer, &reader->image);
    }
    put(writer, "}\n");
    return code;
  }

  std::string group_text_;
  std::string head_;  // its first head_size_ characters
  std::size_t head_size_ = 0;
  std::string tail_;
  std::uint32_t timestamp_ = 0;
  std::uint32_t server_id_ = 0;
};

}  // namespace

std::unique_ptr<RowFormat> make_native(Output* output, bool assume_signed) {
  return std::make_unique<Native>(output, assume_signed);
}

}  // namespace nbl::cli
