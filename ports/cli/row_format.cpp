#include "ports/cli/row_format.hpp"

namespace nbl::cli {

std::unique_ptr<RowFormat> make_row_format(const std::string& name, Output* output,
                                           const Arguments& arguments) {
  const bool assume_signed = arguments.assume_signed;
  if (name.empty() || name == "native") return make_native(output, assume_signed);
  if (name == "maxwell") return make_maxwell(output, assume_signed);
  if (name == "debezium") return make_debezium(output, assume_signed);
  if (name == "canal") return make_canal(output, assume_signed);
  if (name == "sql") return make_sql(output, assume_signed, arguments.flashback);
  return nullptr;
}

bool read_change(RowsReader* reader, Change* change) {
  change->operation = reader->operation;
  change->before.clear();
  change->after.clear();
  if (!reader->next_image()) return false;
  if (reader->operation == RowOperation::insert) {
    read_cells(reader->image, &change->after);
    return true;
  }
  read_cells(reader->image, &change->before);
  if (reader->operation == RowOperation::delete_row) return true;
  if (!reader->next_image()) return false;
  read_cells(reader->image, &change->after);
  return true;
}

}  // namespace nbl::cli
