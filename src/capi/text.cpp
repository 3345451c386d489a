// A cell as text. An object of its own: who does not call it links without the text room.
#include "nanobinlog/text.hpp"

#include "capi/handle.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

bool label(const void* table, std::uint32_t column, std::uint32_t index, nbl::Span* out,
           nbl::Charset*) noexcept {
  return nbl::column_label(*static_cast<const nbl::Table*>(table), column, index, out);
}

bool convert(void* host, nbl::Charset charset, nbl::Span text, nbl::Span* utf8) noexcept {
  const auto* options = static_cast<const nbl_text_options*>(host);
  const char* name = nbl::charset_iconv_name(charset);
  nbl_bytes out = {nullptr, 0};
  if (options->convert(options->context, name != nullptr ? name : nbl::charset_name(charset), bytes_of(text),
                       &out) == 0) {
    return false;
  }
  *utf8 = span_of(out);
  return true;
}

bool decompress(void* host, const nbl::Cell& cell, nbl::Span* plain) noexcept {
  const auto* options = static_cast<const nbl_text_options*>(host);
  nbl_bytes out = {nullptr, 0};
  if (options->decompress(options->context, bytes_of(cell.bytes), &out) == 0) return false;
  *plain = span_of(out);
  return true;
}

/// The caller's options as the core's; `full` must live as long as `core`.
nbl_code translate(nbl_text_options* full, const nbl::Table& table, nbl::TextOptions* core) noexcept {
  core->assume_signed = full->assume_signed != 0;
  core->plain_timestamp = full->plain_timestamp != 0;
  core->label = &label;
  core->table = &table;
  core->host = full;
  if (full->convert != nullptr) core->convert = &convert;
  if (full->decompress != nullptr) core->decompress = &decompress;
  if (full->json_room == nullptr) return NBL_OK;
  core->json = static_cast<nbl::JsonReader*>(full->json_room);
  return check_room(full->json_room, full->json_room_size, sizeof(nbl::JsonReader));
}

}  // namespace

nbl_code nbl_cell_text(const nbl_rows* rows, const nbl_cell* cell, const nbl_text_options* options, char* out,
                       size_t capacity, size_t* length) {
  if (length == nullptr || (out == nullptr && capacity != 0)) return NBL_INVALID_ARGUMENT;
  *length = 0;
  nbl_text_options full = NBL_TEXT_OPTIONS_INIT;
  if (options != nullptr && !take(options, &full, sizeof(full))) return NBL_INVALID_ARGUMENT;
  nbl::Cell core;
  nbl_code code = core_cell(rows, cell, &core);
  if (code != NBL_OK) return code;
  nbl::TextOptions text;
  code = translate(&full, rows->reader.table, &text);
  if (code != NBL_OK) return code;
  nbl::Writer writer;
  writer.out = out;
  writer.capacity = capacity;
  code = code_of(nbl::write_cell(&writer, core, text));
  if (code != NBL_OK) return code;
  *length = writer.length;
  return writer.fits() ? NBL_OK : NBL_OUTPUT_TOO_SMALL;
}
