#include "reading.hpp"

#include "nanobinlog/json.hpp"
#include "nanobinlog/text.hpp"

namespace fuzz {
namespace {

void digest_tables(const nbl::Transaction& transaction, Digest* digest) {
  digest->add(transaction.table_count);
  for (std::uint32_t i = 0; i < transaction.table_count; ++i) {
    const nbl::Table table = nbl::transaction_table(transaction, i);
    digest->add(digest_table(table));
    digest->add(table.definition->inserts);
    digest->add(table.definition->updates);
    digest->add(table.definition->deletes);
  }
}

/// The text must be the same whatever the room, and a JSON value where it is one.
void digest_text(const nbl::Cell& cell, Digest* digest) {
  static nbl::JsonReader json;
  nbl::TextOptions options;
  options.json = &json;
  nbl::Writer measure;
  const nbl::Code code = nbl::write_cell(&measure, cell, options);
  digest->add(static_cast<std::uint64_t>(code));
  if (code == nbl::Code::signedness_unknown) {
    FUZZ_CHECK(cell.kind == nbl::ValueKind::integer && cell.signed_value < 0 && measure.length == 0);
    options.assume_signed = true;
    FUZZ_CHECK(nbl::write_cell(&measure, cell, options) == nbl::Code::ok);
  } else {
    FUZZ_CHECK(code == nbl::Code::ok);
  }
  if (measure.length > (1U << 16)) return;
  Block room(measure.length);
  nbl::Writer writer;
  writer.out = reinterpret_cast<char*>(room.data());
  writer.capacity = measure.length;
  FUZZ_CHECK(nbl::write_cell(&writer, cell, options) == nbl::Code::ok);
  FUZZ_CHECK(writer.length == measure.length && writer.fits());
  const nbl::Span text{room.data(), measure.length};
  FUZZ_CHECK(cell.state == nbl::CellState::absent ? text.size == 0 : is_json(text));
  digest->add(text);
  Block half(measure.length / 2);
  writer = nbl::Writer{};
  writer.out = reinterpret_cast<char*>(half.data());
  writer.capacity = half.size();
  FUZZ_CHECK(nbl::write_cell(&writer, cell, options) == nbl::Code::ok && writer.length == measure.length);
}

void digest_diffs(nbl::Span diffs, Digest* digest) {
  nbl::JsonDiff diff;
  std::size_t count = 0;
  const nbl::Span all = diffs;
  while (nbl::json_next_diff(&diffs, &diff)) {
    FUZZ_CHECK(++count <= all.size && inside(diff.path, all) && inside(diff.value, all));
    digest->add(static_cast<std::uint64_t>(diff.operation));
    digest->add(diff.path);
    if (diff.operation != nbl::JsonOperation::remove) digest_json(diff.value, digest);
  }
  FUZZ_CHECK(diffs.size == 0);
}

void digest_image(nbl::RowImage image, nbl::Span images, bool text, Digest* digest) {
  nbl::Cell cell;
  std::uint32_t column = 0;
  while (image.next(&cell)) {
    FUZZ_CHECK(cell.column == column++ && cell.definition != nullptr);
    if (cell.state == nbl::CellState::value) FUZZ_CHECK(inside(cell.bytes, images));
    digest_cell(cell, text, digest);
  }
  FUZZ_CHECK(column == image.column_count && !image.next(&cell));
}

bool same_counts(const nbl::Transaction& transaction, const ReadOptions& options) {
  std::uint64_t records = 0;
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    if (nbl::is_rows_record(transaction.records[i])) records += transaction.records[i].changes;
  }
  std::uint64_t tables = 0;
  for (std::uint32_t i = 0; i < transaction.table_count; ++i) {
    const nbl::TableDefinition& definition = *nbl::transaction_table(transaction, i).definition;
    tables += definition.inserts + definition.updates + definition.deletes;
  }
  return (!options.counts || tables == transaction.change_count) && (!options.records || records == transaction.change_count);
}

/// What does not depend on where the transaction lies.
std::uint64_t digest_contents(const nbl::Transaction& t, const ReadOptions& options) {
  Digest digest;
  for (const std::uint64_t value :
       {t.start_offset, t.end_offset, t.has_xid ? t.xid : std::uint64_t{0}, t.event_count, t.change_count,
        t.discarded_changes, t.statement_count, t.undecoded_events, t.wire_bytes, std::uint64_t{t.timestamp},
        std::uint64_t{t.commit_timestamp}, std::uint64_t{t.server_id}, std::uint64_t{t.record_count},
        std::uint64_t{t.has_xid}}) {
    digest.add(value);
  }
  digest_tables(t, &digest);
  const nbl::Span wire{t.wire, static_cast<std::size_t>(t.wire_size)};
  const nbl::Span side{t.side, static_cast<std::size_t>(t.side_size)};
  for (std::uint32_t i = 0; i < t.record_count; ++i) {
    const nbl::EventRecord& record = t.records[i];
    const nbl::Span base = (record.flags & nbl::kRecordInSide) != 0 ? side : wire;
    FUZZ_CHECK(record.offset <= base.size && record.size <= base.size - record.offset);
    const nbl::Header header = nbl::record_header(t, record);
    FUZZ_CHECK(header.type == record.type && record.size <= header.event_size);
    digest.add(nbl::record_offset(t, record));
    digest.add(static_cast<std::uint64_t>(record.type));
    const nbl::Span statement = nbl::record_statement(t, record);
    FUZZ_CHECK(inside(statement, nbl::Span{base.data + record.offset, record.size}));
    digest.add(statement);
    if (nbl::is_rows_record(record)) digest.add(digest_rows(t, record, options));
  }
  return digest.value();
}

}  // namespace

void digest_json(nbl::Span document, Digest* digest) {
  static nbl::JsonReader reader;
  nbl::JsonToken token;
  std::size_t tokens = 0;
  std::size_t depth = 0;
  nbl::json_open(document, &reader);
  for (nbl::json_next(&reader, &token); token.type != nbl::JsonType::end; nbl::json_next(&reader, &token)) {
    // A scalar takes a byte at least, a container four and two tokens.
    FUZZ_CHECK(++tokens <= document.size + 1);
    FUZZ_CHECK(inside(token.key, document) && inside(token.bytes, document));
    digest->add(static_cast<std::uint64_t>(token.type));
    if (token.has_key) digest->add(token.key);
    switch (token.type) {
      case nbl::JsonType::boolean:
        digest->add(token.boolean);
        break;
      case nbl::JsonType::string:
      case nbl::JsonType::decimal:
      case nbl::JsonType::opaque:
        digest->add(token.bytes);
        digest->add(token.opaque_type);
        break;
      case nbl::JsonType::object_begin:
      case nbl::JsonType::array_begin:
        digest->add(token.count);
        FUZZ_CHECK(++depth <= nbl::kJsonMaxDepth);
        break;
      case nbl::JsonType::object_end:
      case nbl::JsonType::array_end:
        FUZZ_CHECK(depth-- != 0);
        break;
      case nbl::JsonType::null:
        break;
      default:
        digest->add(token.unsigned_integer);
    }
  }
  FUZZ_CHECK(depth == 0 && tokens != 0);
  nbl::json_next(&reader, &token);
  FUZZ_CHECK(token.type == nbl::JsonType::end);
}

void digest_cell(const nbl::Cell& cell, bool text, Digest* digest) {
  digest->add(static_cast<std::uint64_t>(cell.state));
  digest->add(static_cast<std::uint64_t>(cell.kind));
  if (cell.state == nbl::CellState::value) {
    const nbl::Column& column = *cell.definition;
    digest->add(cell.bytes);
    switch (cell.kind) {
      case nbl::ValueKind::integer:
      case nbl::ValueKind::year:
      case nbl::ValueKind::bit:
      case nbl::ValueKind::enumeration:
      case nbl::ValueKind::set:
        digest->add(cell.unsigned_value);
        break;
      case nbl::ValueKind::date:
      case nbl::ValueKind::time:
      case nbl::ValueKind::datetime:
      case nbl::ValueKind::timestamp: {
        const nbl::Temporal value = nbl::to_temporal(cell);
        FUZZ_CHECK(value.microsecond <= 999999 && value.fraction_digits <= 6 && value.minute < 60 && value.second < 60);
        digest->add(static_cast<std::uint64_t>(value.unix_seconds));
        digest->add(value.year * 10000U + value.month * 100U + value.day);
        digest->add(value.hour * 10000U + value.minute * 100U + value.second);
        break;
      }
      case nbl::ValueKind::decimal: {
        nbl::Decimal value;
        nbl::to_decimal(cell.bytes.data, column.precision(), column.scale(), &value);
        for (std::size_t i = 0; i < column.precision(); ++i) FUZZ_CHECK(value.digits[i] <= 9);
        digest->add(nbl::Span{value.digits, sizeof(value.digits)});
        break;
      }
      case nbl::ValueKind::json:
        digest_json(cell.bytes, digest);
        break;
      case nbl::ValueKind::json_diff:
        digest_diffs(cell.bytes, digest);
        break;
      case nbl::ValueKind::geometry:
        if (cell.bytes.size != 0) digest->add(nbl::geometry_srid(cell));
        break;
      default:
        break;
    }
  }
  if (text) digest_text(cell, digest);
}

std::uint64_t digest_table(const nbl::Table& table) {
  Digest digest;
  digest.add(table.definition->table_id);
  digest.add(table.body);
  FUZZ_CHECK(inside(table.database(), table.body) && inside(table.name(), table.body));
  digest.add(table.database());
  digest.add(table.name());
  digest.add(table.definition->state);
  for (std::uint32_t i = 0; i < table.column_count(); ++i) {
    const nbl::Column& column = table.columns[i];
    digest.add(static_cast<std::uint64_t>(column.type) | static_cast<std::uint64_t>(column.kind) << 8 |
               static_cast<std::uint64_t>(column.flags) << 16 | static_cast<std::uint64_t>(column.meta) << 24 |
               static_cast<std::uint64_t>(column.collation) << 40);
    digest.add(column.members);
  }
  if (table.definition->state != nbl::kTableReadable) return digest.value();
  for (std::uint8_t field = 1; field <= 13; ++field) {
    const nbl::Span value = nbl::table_metadata(table, static_cast<nbl::TableMetadata>(field));
    FUZZ_CHECK(inside(value, table.body));
    digest.add(value);
  }
  nbl::Span name;
  for (const std::uint32_t index : {0U, 1U, table.column_count() - 1, table.column_count()}) {
    if (!nbl::column_name(table, index, &name)) continue;
    FUZZ_CHECK(index < table.column_count() && inside(name, table.body));
    digest.add(name);
  }
  for (std::uint32_t i = 0; i < table.column_count() && i < 8; ++i) {
    for (std::uint32_t member = 0; member < 4; ++member) {
      if (!nbl::column_label(table, i, member, &name)) continue;
      FUZZ_CHECK(inside(name, table.body));
      digest.add(name);
    }
  }
  nbl::PrimaryKeyWalk walk = nbl::primary_key(table);
  nbl::PrimaryKeyPart part;
  for (std::size_t count = 0; nbl::next_key_part(&walk, &part); ++count) {
    FUZZ_CHECK(count < table.body.size && part.column < table.column_count());
    digest.add(part.column);
    digest.add(part.prefix);
  }
  return digest.value();
}

std::uint64_t digest_rows(const nbl::Transaction& t, const nbl::EventRecord& record, const ReadOptions& options) {
  Digest digest;
  nbl::RowsReader reader;
  nbl::RowsReader skipping;
  FUZZ_CHECK(nbl::open_rows(t, record, &reader) && nbl::open_rows(t, record, &skipping));
  const bool in_side = (record.flags & (nbl::kRecordInSide | nbl::kRecordImagesInSide)) != 0;
  const nbl::Span base{in_side ? t.side : t.wire, static_cast<std::size_t>(in_side ? t.side_size : t.wire_size)};
  FUZZ_CHECK(record.images_at <= base.size && record.images_size <= base.size - record.images_at);
  const nbl::Span images{base.data + record.images_at, record.images_size};
  digest.add(reader.extra_data);
  digest.add(reader.change_count);
  digest.add(digest_table(reader.table));
  std::int32_t partition = 0;
  std::int32_t source = 0;
  if (nbl::rows_partition(reader.extra_data, &partition, &source)) digest.add(static_cast<std::uint64_t>(partition));
  const std::uint64_t images_a_change = reader.operation == nbl::RowOperation::update ? 2 : 1;
  std::uint64_t count = 0;
  while (reader.next_image()) {
    FUZZ_CHECK(skipping.next_image() && reader.at == skipping.at);
    FUZZ_CHECK(++count <= reader.change_count * images_a_change);
    digest.add(reader.image.is_after);
    digest_image(reader.image, images, options.text, &digest);
    // Left in the middle, an image is stepped over from there.
    nbl::Cell cell;
    if (count % 2 == 0) static_cast<void>(reader.image.next(&cell));
  }
  FUZZ_CHECK(count == reader.change_count * images_a_change);
  FUZZ_CHECK(!skipping.next_image() && !reader.next_image());
  FUZZ_CHECK(reader.at == images.data + images.size && skipping.at == reader.at);
  nbl::RowsReader pairs;
  FUZZ_CHECK(nbl::open_rows(t, record, &pairs));
  nbl::RowChange change;
  count = 0;
  while (nbl::next_change(&pairs, &change)) ++count;
  FUZZ_CHECK(count == pairs.change_count);
  return digest.value();
}

std::uint64_t digest_transaction(const nbl::Transaction& transaction, const ReadOptions& options) {
  const std::uint64_t digest = digest_contents(transaction, options);
  if (transaction.undecoded_events == 0) FUZZ_CHECK(same_counts(transaction, options));
  if (!options.detach) return digest;
  const std::size_t size = nbl::transaction_detached_size(transaction);
  Block first(size);
  if (size != 0) FUZZ_CHECK(nbl::transaction_detach(transaction, first.data(), size - 1) == nbl::Code::output_too_small);
  FUZZ_CHECK(nbl::transaction_detach(transaction, first.data(), size) == nbl::Code::ok);
  // Moved, and what it was moved from is gone.
  Block second(size);
  std::memcpy(second.data(), first.data(), size);
  std::memset(first.data(), 0xee, size);
  nbl::Transaction copy;
  FUZZ_CHECK(nbl::transaction_open_detached(second.data(), size, &copy) == nbl::Code::ok);
  FUZZ_CHECK(digest_contents(copy, options) == digest);
  FUZZ_CHECK(nbl::transaction_open_detached(second.data(), size - 1, &copy) == nbl::Code::bad_detached);
  return digest;
}

std::uint64_t digest_gtid(const nbl::Gtid& gtid) {
  Digest digest;
  digest.add(static_cast<std::uint64_t>(gtid.form));
  if (gtid.form == nbl::Gtid::Form::mariadb) {
    digest.add(gtid.domain_id);
    digest.add(gtid.server_id);
    digest.add(gtid.commit_id);
    if (gtid.has_xid) {
      FUZZ_CHECK(gtid.xid.gtrid.size <= 64 && gtid.xid.bqual.size <= 64);
      digest.add(gtid.xid.gtrid);
      digest.add(gtid.xid.bqual);
    }
  }
  digest.add(gtid.flags);
  digest.add(nbl::Span{gtid.uuid, sizeof(gtid.uuid)});
  digest.add(static_cast<std::uint64_t>(gtid.number));
  digest.add(static_cast<std::uint64_t>(gtid.last_committed));
  digest.add(static_cast<std::uint64_t>(gtid.sequence_number));
  digest.add(gtid.immediate_commit_us);
  digest.add(gtid.original_commit_us);
  digest.add(gtid.transaction_length);
  digest.add(gtid.immediate_server_version);
  digest.add(gtid.original_server_version);
  digest.add(gtid.commit_group_ticket);
  FUZZ_CHECK(gtid.tag_length <= 32);
  if (gtid.form == nbl::Gtid::Form::tagged) digest.add(nbl::Span{reinterpret_cast<const std::uint8_t*>(gtid.tag), gtid.tag_length});
  return digest.value();
}

}  // namespace fuzz
