// The position that acknowledgements move, and the way between it and a checkpoint.
#include "log/gtid_set_record.hpp"
#include "nanobinlog/checkpoint.hpp"

namespace nbl {
namespace {

bool is_file_name(Span name) noexcept {
  if (name.size == 0 || name.size > kMaxFileNameBytes) return false;
  for (usize i = 0; i < name.size; ++i) {
    if (name.data[i] == 0) return false;
  }
  return true;
}

void set_file(Position* position, Span file_name, u64 offset) noexcept {
  if (file_name.size != 0) std::memmove(position->file_name, file_name.data, file_name.size);
  position->file_name[file_name.size] = '\0';
  position->file_name_size = static_cast<u16>(file_name.size);
  position->offset = offset;
}

/// Where the number behind the last dot begins, or the name's end where there is none.
usize number_start(Span name) noexcept {
  usize at = name.size;
  while (at > 0 && name.data[at - 1] >= '0' && name.data[at - 1] <= '9') --at;
  return at > 0 && at < name.size && name.data[at - 1] == '.' ? at : name.size;
}

int compare_bytes(Span a, Span b) noexcept {
  const usize common = a.size < b.size ? a.size : b.size;
  const int order = common == 0 ? 0 : std::memcmp(a.data, b.data, common);
  if (order != 0) return order;
  return a.size < b.size ? -1 : a.size > b.size ? 1 : 0;
}

Span without_leading_zeros(Span digits) noexcept {
  usize zeros = 0;
  while (zeros + 1 < digits.size && digits.data[zeros] == '0') ++zeros;
  return digits.skip(zeros);
}

}  // namespace

bool position_begin_file(Position* position, Span file_name, std::uint64_t offset, Status* status) noexcept {
  if (!is_file_name(file_name)) return refuse(status, Code::invalid_argument, 0);
  set_file(position, file_name, offset);
  return true;
}

bool position_acknowledge(Position* position, const Gtid* gtid, std::uint64_t end_offset,
                          Status* status) noexcept {
  if (end_offset < position->offset) return refuse(status, Code::invalid_argument, end_offset);
  if (gtid != nullptr && gtid->form == Gtid::Form::mariadb) {
    if (!maria_gtid_set_put(&position->maria_gtids, maria_gtid_of(*gtid), status)) return false;
  } else if (gtid != nullptr && gtid->form != Gtid::Form::anonymous) {
    if (!gtid_set_add(&position->gtids, *gtid, status)) return false;
  }
  position->offset = end_offset;
  return true;
}

int compare_log_names(Span a, Span b) noexcept {
  const usize a_number = number_start(a);
  const usize b_number = number_start(b);
  const int base = compare_bytes(a.first(a_number), b.first(b_number));
  if (base != 0) return base;
  const Span a_digits = without_leading_zeros(a.skip(a_number));
  const Span b_digits = without_leading_zeros(b.skip(b_number));
  if (a_digits.size != b_digits.size) return a_digits.size < b_digits.size ? -1 : 1;
  return compare_bytes(a_digits, b_digits);
}

bool checkpoint_from_position(const Position& position, char* text, std::size_t size, Checkpoint* checkpoint,
                              std::size_t* needed, Status* status) noexcept {
  usize gtids = 0;
  usize maria_gtids = 0;
  const bool first_fits = gtid_set_print(position.gtids, GtidSetText::one_line, text, size, &gtids, status);
  char* const rest = first_fits && text != nullptr ? text + gtids : nullptr;
  const usize rest_size = first_fits ? size - gtids : 0;
  const bool second_fits = maria_gtid_set_print(position.maria_gtids, rest, rest_size, &maria_gtids, status);
  *needed = gtids + maria_gtids;
  if (!first_fits || !second_fits) return refuse(status, Code::output_too_small, 0, size, *needed);
  const u8* const bytes = reinterpret_cast<const u8*>(text);
  checkpoint->file_name = Span{reinterpret_cast<const u8*>(position.file_name), position.file_name_size};
  checkpoint->offset = position.offset;
  checkpoint->gtids = Span{bytes, gtids};
  checkpoint->maria_gtids = Span{reinterpret_cast<const u8*>(rest), maria_gtids};
  return true;
}

bool position_from_checkpoint(Position* position, const Checkpoint& checkpoint, Status* status) noexcept {
  if (checkpoint.file_name.size != 0 && !is_file_name(checkpoint.file_name)) {
    return refuse(status, Code::checkpoint_corrupt, 0);
  }
  gtid_set_clear(&position->gtids);
  maria_gtid_set_clear(&position->maria_gtids);
  if (!gtid_set_parse(&position->gtids, checkpoint.gtids, status) ||
      !maria_gtid_set_parse(&position->maria_gtids, checkpoint.maria_gtids, status)) {
    return false;
  }
  set_file(position, checkpoint.file_name, checkpoint.offset);
  return true;
}

}  // namespace nbl
