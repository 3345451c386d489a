// TABLE_MAP bodies over the vectors.
#include <cstdio>

#include "case_file.hpp"
#include "pending.hpp"

namespace vectors {
namespace {

bool asks_for(const Case& one, const std::string& kind) {
  for (const std::string& line : one.expected) {
    if (line.compare(0, kind.size(), kind) == 0) return true;
  }
  return false;
}

bool is_labelled(const nbl::Column& column) {
  return column.type == nbl::ColumnType::enumeration || column.type == nbl::ColumnType::set;
}

std::string describe_map(const nbl::Table& table) {
  char head[64];
  std::snprintf(head, sizeof(head), "map id=%llu flags=0x%04x",
                static_cast<unsigned long long>(table.definition->table_id), table.definition->flags);
  std::string out = std::string(head) + " db=" + quote(table.database()) + " table=" + quote(table.name()) +
                    " columns=" + std::to_string(table.column_count());
  if (table.definition->state == nbl::kTableUnknownType) {
    out += " unknown_type=" + std::to_string(table.definition->unknown_type);
  }
  return out;
}

std::string describe_column(const nbl::Table& table, std::uint32_t index, bool with_members) {
  const nbl::Column& column = table.columns[index];
  nbl::Span name;
  const bool named = nbl::column_name(table, index, &name);
  const bool sign_known = (column.flags & nbl::kColumnSignKnown) != 0;
  const bool counted = with_members && is_labelled(column) && (column.flags & nbl::kColumnMembersKnown) != 0;
  return "column @" + std::to_string(index + 1) +
         " type=" + std::to_string(static_cast<unsigned>(column.type)) +
         " meta=" + std::to_string(column.meta) + " nullable=" + (column.nullable() ? "1" : "0") +
         " unsigned=" +
         (!sign_known            ? "-"
          : column.is_unsigned() ? "1"
                                 : "0") +
         " collation=" + std::to_string(column.collation) +
         " name=" + (named ? quote(name) : std::string("-")) +
         " visible=" + ((column.flags & nbl::kColumnInvisible) != 0 ? "0" : "1") +
         " members=" + (counted ? std::to_string(column.members) : std::string("-"));
}

std::string describe_labels(const nbl::Table& table, std::uint32_t index) {
  std::string out = "labels @" + std::to_string(index + 1);
  nbl::Span label;
  for (std::uint32_t member = 1; nbl::column_label(table, index, member, &label); ++member)
    out += " " + quote(label);
  return out;
}

std::string describe_key(const nbl::Table& table) {
  std::string out = "key";
  nbl::PrimaryKeyWalk walk = nbl::primary_key(table);
  nbl::PrimaryKeyPart part;
  while (nbl::next_key_part(&walk, &part)) {
    CHECK((table.columns[part.column].flags & nbl::kColumnPrimaryKey) != 0);
    out += " @" + std::to_string(part.column + 1) + ":" + std::to_string(part.prefix);
  }
  return out;
}

std::string describe_dimensions(const nbl::Table& table) {
  std::string out = "dimensions";
  for (std::uint32_t i = 0; i < table.column_count(); ++i) {
    if ((table.columns[i].flags & nbl::kColumnDimensionsKnown) == 0) continue;
    out += " @" + std::to_string(i + 1) + ":" + std::to_string(table.columns[i].members);
  }
  return out;
}

/// Only the kinds of lines that the case looks at.
void describe(const Case& one, const nbl::Table& table, std::vector<std::string>* out) {
  out->push_back(describe_map(table));
  if (table.definition->state != nbl::kTableReadable) return;
  const bool labels = asks_for(one, "labels");
  for (std::uint32_t i = 0; i < table.column_count(); ++i) {
    if (asks_for(one, "column")) out->push_back(describe_column(table, i, labels));
    if (labels && is_labelled(table.columns[i])) out->push_back(describe_labels(table, i));
  }
  if (asks_for(one, "key")) out->push_back(describe_key(table));
  if (asks_for(one, "dimensions")) out->push_back(describe_dimensions(table));
}

}  // namespace

void run_table_map(const CaseFile& file, const Case& one) {
  std::vector<std::string> got;
  std::vector<nbl::Status> errors;
  for (const Input& input : one.inputs) {
    Pending pending(parse_format(file, one), one.limits);
    if (pending.take(nbl::Span{input.bytes.data(), input.bytes.size()}, input.offset)) {
      describe(one, nbl::transaction_table(pending.transaction(), 0), &got);
    } else {
      errors.push_back(pending.store.status);
      got.push_back(error_text(pending.store.status));
    }
  }
  compare(one, got, errors);
}

}  // namespace vectors
