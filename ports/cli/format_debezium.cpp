// Debezium's change events for MySQL and MariaDB, the payload without its schema: the "Change event values"
// and "Data type mappings" of its connectors' documentation, with the default of every handling mode
// (decimals precise, adaptive times, bytes).
#include <map>

#include "ports/cli/put.hpp"
#include "ports/cli/row_format.hpp"

namespace nbl::cli {

namespace {

// Days since 1970 of a date in the proleptic Gregorian calendar.
std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto year_of_era = static_cast<unsigned>(year - era * 400);
  const unsigned day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + static_cast<std::int64_t>(day_of_era) - 719468;
}

class Debezium : public RowFormat {
 public:
  using RowFormat::RowFormat;

  void begin(const Group& group) override {
    total_order_ = 0;
    table_order_.clear();
    transaction_id_ =
        group.gtid.empty() ? "file=" + group.file + ",pos=" + std::to_string(group.start) : group.gtid;
  }

  Code rows(const Group& group, const RowsEvent& event, RowsReader* reader) override {
    cells_.use(*event.plan);
    std::uint64_t& order = table_order_[event.plan->database + "." + event.plan->table];
    std::uint64_t number = event.first_row;
    while (read_change(reader, &change_)) {
      ++total_order_;
      ++order;
      const Code code =
          output_->line([&](Writer* writer) { return write(writer, group, event, number, order); });
      if (code != Code::ok) return code;
      ++number;
    }
    return Code::ok;
  }

 private:
  void times(Writer* writer, std::uint64_t milliseconds) {
    put(writer, "\"ts_ms\":");
    write_unsigned(writer, milliseconds);
    put(writer, ",\"ts_us\":");
    write_unsigned(writer, milliseconds * 1000);
    put(writer, ",\"ts_ns\":");
    write_unsigned(writer, milliseconds * 1000000);
  }

  void source(Writer* writer, const Group& group, const RowsEvent& event, std::uint64_t number) {
    put(writer, ",\"source\":{\"version\":\"" NBL_VERSION "\",\"connector\":\"");
    put_name(writer, group.mariadb ? "mariadb" : "mysql");
    put(writer, "\",\"name\":\"nanobinlog\",");
    times(writer, std::uint64_t{event.header.timestamp} * 1000);
    put(writer, ",\"snapshot\":\"false\",\"db\":");
    put(writer, event.plan->json_database);
    put(writer, ",\"sequence\":null,\"table\":");
    put(writer, event.plan->json_table);
    put(writer, ",\"server_id\":");
    write_unsigned(writer, event.header.server_id);
    put(writer, ",\"gtid\":");
    put(writer, group.gtid.empty() ? "null" : "\"" + group.gtid + "\"");
    put(writer, ",\"file\":");
    put(writer, group.json_file);
    put(writer, ",\"pos\":");
    write_unsigned(writer, event.position);
    put(writer, ",\"row\":");
    write_unsigned(writer, number);
    put(writer, ",\"thread\":");
    put(writer, group.has_thread_id ? std::to_string(group.thread_id) : "null");
    put(writer, ",\"query\":");
    if (event.query.data == nullptr) {
      put(writer, "null");
    } else {
      put_json_text(writer, event.query);
    }
    write_char(writer, '}');
  }

  Code write(Writer* writer, const Group& group, const RowsEvent& event, std::uint64_t number,
             std::uint64_t order) {
    static const char kOperations[] = {'c', 'u', 'd'};
    put(writer, "{\"before\":");
    Code code = object(writer, change_.before);
    if (code != Code::ok) return code;
    put(writer, ",\"after\":");
    code = object(writer, change_.after);
    if (code != Code::ok) return code;
    source(writer, group, event, number);
    put(writer, ",\"transaction\":{\"id\":");
    put(writer, json_text(transaction_id_));
    put(writer, ",\"total_order\":");
    write_unsigned(writer, total_order_);
    put(writer, ",\"data_collection_order\":");
    write_unsigned(writer, order);
    put(writer, "},\"op\":\"");
    write_char(writer, kOperations[static_cast<std::size_t>(change_.operation)]);
    put(writer, "\",");
    // Debezium's own clock belongs here; the commit's is what a log knows.
    times(writer,
          group.commit_us != 0 ? group.commit_us / 1000 : std::uint64_t{event.header.timestamp} * 1000);
    put(writer, "}\n");
    return Code::ok;
  }

  Code object(Writer* writer, const Cells& cells) {
    if (cells.empty()) return put(writer, "null"), Code::ok;
    write_char(writer, '{');
    bool first = true;
    for (const Cell& cell : cells) {
      if (cell.state == CellState::absent) continue;
      cells_.key(writer, cell.column, &first);
      const Code code = value(writer, cell);
      if (code != Code::ok) return code;
    }
    write_char(writer, '}');
    return Code::ok;
  }

  Code value(Writer* writer, const Cell& cell);
  void decimal(Writer* writer, const Cell& cell);
  void date_time(Writer* writer, const Cell& cell);
  void bit(Writer* writer, const Cell& cell);
  Code as_string(Writer* writer, const Cell& cell);
  void bytes_base64(Writer* writer, Span bytes) {
    write_char(writer, '"');
    write_base64(writer, bytes);
    write_char(writer, '"');
  }

  Change change_;
  std::string transaction_id_;
  std::uint64_t total_order_ = 0;
  std::map<std::string, std::uint64_t> table_order_;
};

Code Debezium::value(Writer* writer, const Cell& cell) {
  cells_.set_column(cell.column);
  if (cell.state == CellState::null) return put(writer, "null"), Code::ok;
  switch (cell.kind) {
    case ValueKind::integer:
      // bigint.unsigned.handling.mode "long": Java's long, which turns negative at 2^63.
      if (cell.definition->is_unsigned()) return write_signed(writer, cell.signed_value), Code::ok;
      return cells_.native(writer, cell);
    case ValueKind::decimal: return decimal(writer, cell), Code::ok;
    case ValueKind::date:
    case ValueKind::time:
    case ValueKind::datetime: return date_time(writer, cell), Code::ok;
    case ValueKind::bit: return bit(writer, cell), Code::ok;
    case ValueKind::bytes: return cells_.string(writer, cell, false);
    case ValueKind::enumeration:
    case ValueKind::set:
      if (!cells_.labels(writer, cell)) return as_string(writer, cell);
      return Code::ok;
    case ValueKind::json:
    case ValueKind::json_diff: return as_string(writer, cell);
    case ValueKind::geometry:
      put(writer, "{\"wkb\":");
      bytes_base64(writer, cell.bytes.skip(4));
      put(writer, ",\"srid\":");
      write_unsigned(writer, cell.bytes.size >= 4 ? geometry_srid(cell) : 0);
      write_char(writer, '}');
      return Code::ok;
    default: return cells_.native(writer, cell);
  }
}

// The unscaled integer, big-endian two's complement in as few bytes as it takes.
void Debezium::decimal(Writer* writer, const Cell& cell) {
  Decimal value;
  to_decimal(cell.bytes.data, cell.definition->precision(), cell.definition->scale(), &value);
  std::uint8_t bytes[29] = {};
  for (unsigned i = 0; i < value.precision; ++i) {
    unsigned carry = value.digits[i];
    for (std::size_t at = sizeof(bytes); at-- > 0;) {
      carry += bytes[at] * 10U;
      bytes[at] = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
  }
  if (value.negative) {
    unsigned carry = 1;
    for (std::size_t at = sizeof(bytes); at-- > 0;) {
      carry += static_cast<std::uint8_t>(~bytes[at]);
      bytes[at] = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
  }
  const std::uint8_t sign = value.negative ? 0xff : 0;
  std::size_t from = 0;
  while (from + 1 < sizeof(bytes) && bytes[from] == sign && ((bytes[from + 1] ^ sign) & 0x80) == 0) ++from;
  bytes_base64(writer, Span{bytes + from, sizeof(bytes) - from});
}

// DATE: days since 1970. TIME: microseconds. DATETIME: milliseconds up to three fraction digits, microseconds
// above, as if in UTC. Dates that no calendar has (zeros in them) are null, as Debezium's converter gives
// where the column may be null.
void Debezium::date_time(Writer* writer, const Cell& cell) {
  const Temporal value = to_temporal(cell);
  const std::int64_t seconds =
      value.hour * std::int64_t{3600} + value.minute * std::int64_t{60} + value.second;
  if (cell.kind == ValueKind::time) {
    const std::int64_t microseconds = seconds * 1000000 + value.microsecond;
    return write_signed(writer, value.negative ? -microseconds : microseconds);
  }
  if (value.month == 0 || value.day == 0) return put(writer, "null");
  const std::int64_t days = days_from_civil(value.year, value.month, value.day);
  if (cell.kind == ValueKind::date) return write_signed(writer, days);
  const std::int64_t all = days * 86400 + seconds;
  if (value.fraction_digits <= 3) return write_signed(writer, all * 1000 + value.microsecond / 1000);
  write_signed(writer, all * 1000000 + value.microsecond);
}

void Debezium::bit(Writer* writer, const Cell& cell) {
  if (cell.definition->meta <= 1) return put_name(writer, cell.unsigned_value != 0 ? "true" : "false");
  std::uint8_t bytes[8];
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(cell.unsigned_value >> (8 * i));
  bytes_base64(writer, Span{bytes, (cell.definition->meta + 7U) / 8U});
}

Code Debezium::as_string(Writer* writer, const Cell& cell) {
  const std::size_t start = writer->length;
  const Code code = cells_.native(writer, cell);
  if (code != Code::ok || !writer->fits()) return code;
  const std::string text(writer->out + start, writer->length - start);
  writer->length = start;
  put_json_text(writer, Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  return Code::ok;
}

}  // namespace

std::unique_ptr<RowFormat> make_debezium(Output* output, bool assume_signed) {
  return std::make_unique<Debezium>(output, assume_signed);
}

}  // namespace nbl::cli
