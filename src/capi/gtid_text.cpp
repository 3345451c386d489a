// A GTID as text: a set of one, printed.
#include "capi/handle.hpp"
#include "nanobinlog/gtid_set.hpp"

using namespace nbl::capi;  // NOLINT: the functions here are C's

namespace {

bool print_mysql(const nbl_gtid& gtid, char* out, std::size_t size, std::size_t* length) noexcept {
  nbl::Status status;
  alignas(8) nbl::GtidSetRecord record;  // which 32-bit x86 would not do by itself
  nbl::GtidSet set;
  nbl::GtidInterval interval;
  const std::size_t tag = gtid.form == NBL_GTID_TAGGED ? ::nbl::usize{sizeof(interval.tag)} : 0;
  std::memcpy(interval.uuid, gtid.uuid, sizeof(interval.uuid));
  while (interval.tag_length < tag && gtid.tag[interval.tag_length] != 0) {
    interval.tag[interval.tag_length] = gtid.tag[interval.tag_length];
    ++interval.tag_length;
  }
  interval.first = static_cast<std::int64_t>(gtid.number);
  interval.last = interval.first;
  return nbl::gtid_set_init(&set, &record, sizeof(record), &status) &&
         nbl::gtid_set_add_interval(&set, interval, &status) &&
         nbl::gtid_set_print(set, nbl::GtidSetText::one_line, out, size, length, &status);
}

bool print_mariadb(const nbl_gtid& gtid, char* out, std::size_t size, std::size_t* length) noexcept {
  nbl::Status status;
  nbl::MariaGtid position;
  position.domain_id = gtid.domain_id;
  position.server_id = gtid.server_id;
  position.sequence = gtid.number;
  nbl::MariaGtidSet set;
  set.positions = &position;
  set.count = 1;
  set.capacity = 1;
  return nbl::maria_gtid_set_print(set, out, size, length, &status);
}

}  // namespace

nbl_code nbl_gtid_text(const nbl_gtid* from, char* out, size_t capacity) {
  if (out == nullptr || capacity == 0) return NBL_INVALID_ARGUMENT;
  out[0] = 0;
  nbl_gtid gtid = NBL_GTID_INIT;
  if (!take(from, &gtid, sizeof(gtid)) || gtid.form > NBL_GTID_MARIADB) return NBL_INVALID_ARGUMENT;
  if (gtid.form == NBL_GTID_ANONYMOUS) return NBL_END;
  std::size_t length = 0;
  const bool good = gtid.form == NBL_GTID_MARIADB ? print_mariadb(gtid, out, capacity - 1, &length)
                                                  : print_mysql(gtid, out, capacity - 1, &length);
  if (!good) {
    out[0] = 0;
    return length >= capacity ? NBL_OUTPUT_TOO_SMALL : NBL_INVALID_ARGUMENT;
  }
  out[length] = 0;
  return NBL_OK;
}
