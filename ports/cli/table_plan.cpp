#include "ports/cli/table_plan.hpp"

#include <cstring>

#include "ports/cli/filter.hpp"
#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

std::string text_of(Span span) { return std::string(reinterpret_cast<const char*>(span.data), span.size); }

// A packed integer of the metadata, which has been checked when the table map was fed.
std::uint64_t take_packed(Span* rest) {
  if (rest->empty()) return 0;
  const std::uint8_t first = rest->data[0];
  const std::size_t width = first < 251 ? 0 : first == 252 ? 2 : first == 253 ? 3 : 8;
  std::uint64_t value = width == 0 ? first : 0;
  for (std::size_t i = 0; i < width && i + 1 < rest->size; ++i)
    value |= std::uint64_t{rest->data[1 + i]} << (8 * i);
  *rest = rest->skip(1 + width);
  return value;
}

// The member lists of all columns of one kind stand one behind the other.
void take_labels(const Table& table, TableMetadata field, ValueKind kind, TablePlan* plan) {
  Span rest = table_metadata(table, field);
  if (rest.data == nullptr) return;
  for (std::size_t column = 0; column < plan->columns.size(); ++column) {
    if (plan->columns[column].kind != kind) continue;
    const std::uint64_t count = take_packed(&rest);
    Span label;
    for (std::uint64_t i = 0; i < count && next_name(&rest, &label); ++i)
      plan->labels[column].push_back(label);
  }
}

void take_names(const Table& table, TablePlan* plan) {
  Span rest = table_metadata(table, TableMetadata::column_name);
  Span name;
  plan->names_known = rest.data != nullptr;
  for (std::size_t i = 0; i < plan->columns.size(); ++i) {
    const bool known = plan->names_known && next_name(&rest, &name);
    plan->names.push_back(known ? text_of(name) : "@" + std::to_string(i + 1));
  }
}

constexpr std::uint16_t kBinaryCollation = 63;

bool is_binary_word(const std::string& word) {
  return word == "binary" || word == "varbinary" ||
         (word.size() >= 4 && word.compare(word.size() - 4, 4, "blob") == 0);
}

// Columns that MariaDB adds behind all others and shows nobody, so that no schema file has them: the ends of
// a row's life in a system-versioned table, and the hash of a UNIQUE over long columns.
std::size_t hidden_tail(const TablePlan& plan, std::size_t known) {
  if (!plan.names_known || known > plan.names.size()) return 0;
  for (std::size_t i = known; i < plan.names.size(); ++i) {
    const std::string& name = plan.names[i];
    if (name != "row_start" && name != "row_end" && name.compare(0, 12, "DB_ROW_HASH_") != 0) return 0;
  }
  return plan.names.size() - known;
}

void make_keys(TablePlan* plan) {
  plan->keys.clear();
  plan->key_at.assign(1, 0);
  for (const std::string& name : plan->names) {
    plan->keys += ',';
    plan->keys += json_text(name);
    plan->keys += ':';
    plan->key_at.push_back(static_cast<std::uint32_t>(plan->keys.size()));
  }
  plan->keys.append(kRowKeySlack, ' ');
}

}  // namespace

bool plan_label(const void* table, std::uint32_t column, std::uint32_t index, Span* label, Charset* charset) {
  const auto* plan = static_cast<const TablePlan*>(table);
  const std::vector<Span>& labels = plan->labels[column];
  if (index == 0 || index > labels.size()) return false;
  *label = labels[index - 1];
  if (plan->labels_from_schema) *charset = Charset::utf8mb4;
  return true;
}

std::string json_text(Span text) {
  std::string out(text.size * 6 + 2, '\0');
  Writer writer{out.data(), out.size(), 0};
  if (write_json_string(&writer, text)) return out.resize(writer.length), out;
  std::string wide;
  for (std::size_t i = 0; i < text.size; ++i) {
    const std::uint8_t byte = text.data[i];
    if (byte >= 0x80) wide += static_cast<char>(0xc0 | (byte >> 6));
    wide += static_cast<char>(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
  }
  return json_text(wide);
}

std::string json_text(const std::string& text) {
  return json_text(Span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::unique_ptr<TablePlan> TablePlans::make(const Table& source) {
  auto plan = std::make_unique<TablePlan>();
  plan->body.assign(source.body.data, source.body.data + source.body.size);
  // From here on everything points into the copy.
  Table table = source;
  table.body = Span{plan->body.data(), plan->body.size()};
  plan->database = text_of(table.database());
  plan->table = text_of(table.name());
  plan->label = printable(plan->database + "." + plan->table);
  plan->json_database = json_text(plan->database);
  plan->json_table = json_text(plan->table);
  plan->columns.assign(table.columns, table.columns + table.column_count());
  plan->labels.resize(plan->columns.size());
  take_names(table, plan.get());
  take_labels(table, TableMetadata::enum_members, ValueKind::enumeration, plan.get());
  take_labels(table, TableMetadata::set_members, ValueKind::set, plan.get());
  PrimaryKeyWalk walk = primary_key(table);
  PrimaryKeyPart part;
  while (next_key_part(&walk, &part)) plan->primary_key.push_back(part.column);
  plan->shown = filter_.shows_table(plan->database, plan->table);
  plan->schema = schema_ != nullptr ? schema_->find(plan->database, plan->table) : nullptr;
  if (plan->schema != nullptr && !apply_schema(plan.get())) return nullptr;
  make_keys(plan.get());
  return plan;
}

bool TablePlans::apply_schema(TablePlan* plan) {
  const std::vector<SchemaColumn>& known = plan->schema->columns;
  const std::string table = "table `" + plan->database + "`.`" + plan->table + "`";
  if (known.size() + hidden_tail(*plan, known.size()) != plan->columns.size()) {
    fault_ = table + ": the log has " + std::to_string(plan->columns.size()) +
             " columns and the schema file " + std::to_string(known.size());
    return false;
  }
  bool has_labels = false;
  for (const std::vector<Span>& labels : plan->labels) has_labels = has_labels || !labels.empty();
  for (std::size_t i = 0; i < known.size(); ++i) {
    Column& column = plan->columns[i];
    const std::string name = table + " column `" + known[i].name + "`";
    if (!type_fits(known[i].type, column)) {
      fault_ =
          name + ": the log has " + column_type_word(column.type) + " and the schema file " + known[i].type;
      return false;
    }
    if (plan->names_known && plan->names[i] != known[i].name) {
      fault_ = name + ": the log calls it `" + plan->names[i] + "`";
      return false;
    }
    if (!plan->names_known) plan->names[i] = known[i].name;
    if (column.kind == ValueKind::integer && (column.flags & kColumnSignKnown) == 0) {
      column.flags = static_cast<std::uint8_t>(column.flags | kColumnSignKnown |
                                               (known[i].is_unsigned ? kColumnUnsigned : 0));
    }
    // BINARY(N) has N bytes, which only who knows that it is no CHAR can give back.
    if (column.collation == 0 && is_binary_word(type_word(known[i].type)))
      column.collation = kBinaryCollation;
    if (has_labels) continue;
    for (const std::string& label : known[i].labels) {
      plan->labels[i].push_back(Span{reinterpret_cast<const std::uint8_t*>(label.data()), label.size()});
    }
  }
  plan->labels_from_schema = !has_labels;
  plan->names_known = true;
  return true;
}

TablePlan* TablePlans::find(const Table& table) {
  auto& bucket = buckets_[table.definition->table_id % kBuckets];
  for (std::size_t i = 0; i < bucket.size(); ++i) {
    const TablePlan& plan = *bucket[i];
    if (plan.body.size() != table.body.size) continue;
    if (std::memcmp(plan.body.data(), table.body.data, table.body.size) == 0) return bucket[i].get();
  }
  if (count_ >= kMostPlans) {
    for (auto& one : buckets_) one.clear();
    count_ = 0;
  }
  std::unique_ptr<TablePlan> plan = make(table);
  if (plan == nullptr) return nullptr;
  bucket.push_back(std::move(plan));
  ++count_;
  return bucket.back().get();
}

}  // namespace nbl::cli
