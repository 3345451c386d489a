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
    group_text_ = ",\"gtid\":";
    group_text_ += group.gtid.empty() ? "null" : "\"" + group.gtid + "\"";
    group_text_ += ",\"xid\":";
    group_text_ += group.has_xid ? std::to_string(group.xid) : "null";
    group_text_ += ",\"file\":" + group.json_file + ",\"position\":";
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
  void make_event_text(const RowsEvent& event, RowOperation operation) {
    static const char* const kOperations[] = {"insert", "update", "delete"};
    head_ = "{\"op\":\"";
    head_ += kOperations[static_cast<std::size_t>(operation)];
    head_ += "\",\"database\":" + event.plan->json_database + ",\"table\":" + event.plan->json_table +
             group_text_ + std::to_string(event.position) + ",\"row\":";
    char time[24];
    Writer writer{time, sizeof(time), 0};
    put_time(&writer, event.header.timestamp);
    tail_ = ",\"timestamp\":\"" + std::string(time, writer.length) +
            "\",\"server_id\":" + std::to_string(event.header.server_id) + ",\"before\":";
  }

  Code write(Writer* writer, RowsReader* reader, std::uint64_t number) {
    put(writer, head_);
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
  std::string head_;
  std::string tail_;
};

}  // namespace

std::unique_ptr<RowFormat> make_native(Output* output, bool assume_signed) {
  return std::make_unique<Native>(output, assume_signed);
}

}  // namespace nbl::cli
