// Firmware that uses one part of the library and nothing else, to see what a linker keeps of it. It is
// measured and never run.
//
// NBL_USE picks the part; each includes those before it.
//   1 transactions: the strict decoders, tables and counts
//   2 log: the reader of whole logs, without reading values
//   3 values: every cell
//   4 json: JSON documents and partial updates
//   5 text: cells as text
//   6 everything that has no platform in it: GTID sets, checkpoints, names of codes, detached transactions
#include "base/crc32.hpp"
#include "nanobinlog/log.hpp"

#if NBL_USE >= 4 && !defined(NBL_NO_JSON)
#include "nanobinlog/json.hpp"
#endif
#if NBL_USE >= 5
#include "nanobinlog/text.hpp"
#endif
#if NBL_USE >= 6
#include "nanobinlog/checkpoint.hpp"
#include "nanobinlog/gtid_set.hpp"
#endif

using namespace nbl;

extern "C" {
extern volatile const std::uint8_t* input_data;
extern std::size_t input_size;
extern volatile std::uint64_t seen;
extern void* memory;
void entry() noexcept;
// The platform's, with which no part of the library is charged.
volatile const std::uint8_t* input_data;
std::size_t input_size;
volatile std::uint64_t seen;
void* memory;
}

namespace {

Span input() noexcept { return Span{const_cast<const std::uint8_t*>(input_data), input_size}; }
void see(std::uint64_t value) noexcept { seen = seen + value; }

#if NBL_USE >= 3
void use_cell(const Cell& cell) noexcept {
  see(cell.unsigned_value);
  see(cell.bytes.size);
  see(to_temporal(cell).unix_seconds != 0);
  Decimal decimal;
  to_decimal(cell.bytes.data, cell.definition->precision(), cell.definition->scale(), &decimal);
  see(decimal.digits[0]);
  see(geometry_srid(cell));
  volatile float element = vector_element(cell, 0);
  (void)element;
#if NBL_USE >= 4 && !defined(NBL_NO_JSON)
  static JsonReader reader;
  JsonToken token;
  json_open(cell.bytes, &reader);
  json_next(&reader, &token);
  see(token.unsigned_integer);
  Span diffs = cell.bytes;
  JsonDiff diff;
  see(json_next_diff(&diffs, &diff) ? 1U : 0U);
#endif
#if NBL_USE >= 5
  TextOptions options;
#if !defined(NBL_NO_JSON)
  options.json = &reader;
#endif
  Writer writer;
  see(static_cast<std::uint64_t>(write_cell(&writer, cell, options)));
  see(writer.length);
#endif
}

void use_rows(const Transaction& transaction) noexcept {
  static RowsReader rows;
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    if (!open_rows(transaction, transaction.records[i], &rows)) continue;
    Cell cell;
    while (rows.next_image()) {
      while (rows.image.next(&cell)) use_cell(cell);
    }
  }
}
#endif

void use_transaction(const Transaction& transaction) noexcept {
  see(transaction.change_count);
  for (std::uint32_t i = 0; i < transaction.table_count; ++i) {
    const Table table = transaction_table(transaction, i);
    see(table.database().size + table.name().size);
  }
#if NBL_USE >= 3
  use_rows(transaction);
#endif
}

#if NBL_USE == 1
void use_decoders() noexcept {
  static FormatDescription format;
  static TransactionStep step;
  static GtidTransactionStep bound;
  Status status;
  Event event;
  Limits limits;
  see(parse_format_description(input(), 0, crc32_best(), &format, &event, &status) ? 1U : 0U);
  TransactionDecoder* plain =
      TransactionDecoder::init(memory, input_size, format, limits, Input::copied, &status);
  if (plain->feed(input(), 0, &step)) use_transaction(step.transaction);
  see(plain->finish() ? 1U : 0U);
  GtidTransactionDecoder* decoder =
      GtidTransactionDecoder::init(memory, input_size, format, limits, Input::copied, &status);
  if (decoder->feed(input(), 0, &bound)) use_transaction(bound.transaction);
  see(decoder->finish() ? 1U : 0U);
}
#else
void use_decoders() noexcept {
  static Step step;
  static LogOptions options;
  Status status;
  LogReader* reader = LogReader::init(memory, log_reader_workspace_size(options), options, &status);
  std::size_t consumed = 0;
  if (reader->feed(input(), &consumed, &step)) use_transaction(step.transaction);
  see(reader->finish(&step) ? 1U : 0U);
  see(reader->recover() ? 1U : 0U);
  reader->begin_file();
  reader->begin_at(reader->format(), 4);
  see(reader->offset());
}
#endif

#if NBL_USE >= 6
void use_the_rest() noexcept {
  static Step step;
  Status status;
  static GtidSet set;
  static MariaGtidSet maria;
  Writer writer;
  see(transaction_detached_size(step.transaction));
  see(static_cast<std::uint64_t>(transaction_detach(step.transaction, memory, input_size)));
  see(static_cast<std::uint64_t>(transaction_open_detached(memory, input_size, &step.transaction)));
  see(static_cast<std::uint64_t>(*code_name(step.reason)) +
      static_cast<std::uint64_t>(*code_text(step.reason)));
  see(static_cast<std::uint64_t>(*event_type_name(EventType::query)));
  static Checkpoint checkpoint;
  static CheckpointStore store;
  static SlotPort port;
  bool found = false;
  see(checkpoint_store_open(&store, port, static_cast<std::uint8_t*>(memory), input_size, crc32_best(),
                            &checkpoint, &found, &status)
          ? 1U
          : 0U);
  see(checkpoint_store_save(&store, checkpoint, &status) ? 1U : 0U);
  see(gtid_set_parse(&set, input(), &status) ? 1U : 0U);
  see(gtid_set_add(&set, step.gtid, &status) ? 1U : 0U);
  see(maria_gtid_set_parse(&maria, input(), &status) ? 1U : 0U);
  TextOptions options;
  options.charsets = write_charset_string;
  Cell cell;
  see(static_cast<std::uint64_t>(write_cell(&writer, cell, options)));
}
#endif

}  // namespace

void entry() noexcept {
  use_decoders();
#if NBL_USE >= 6
  use_the_rest();
#endif
}
