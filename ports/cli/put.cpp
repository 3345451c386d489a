#include "ports/cli/put.hpp"

#include "ports/cli/table_plan.hpp"

namespace nbl::cli {

void put_json_text(Writer* writer, Span text) {
  if (!write_json_string(writer, text)) put(writer, json_text(text));
}

void put_time(Writer* writer, std::uint32_t seconds) {
  // Days since 1970 to a date of the proleptic Gregorian calendar, in eras of 400 years that begin in March.
  const std::uint32_t days = seconds / 86400 + 719468;
  const std::uint32_t era = days / 146097;
  const std::uint32_t day_of_era = days % 146097;
  const std::uint32_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::uint32_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::uint32_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::uint32_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::uint32_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  const std::uint32_t rest = seconds % 86400;
  char text[20] = {};
  const auto two = [&text](std::size_t at, std::uint32_t value) {
    text[at] = static_cast<char>('0' + value / 10 % 10);
    text[at + 1] = static_cast<char>('0' + value % 10);
  };
  two(0, year / 100);
  two(2, year % 100);
  text[4] = text[7] = '-';
  two(5, month);
  two(8, day);
  text[10] = 'T';
  two(11, rest / 3600);
  text[13] = text[16] = ':';
  two(14, rest / 60 % 60);
  two(17, rest % 60);
  text[19] = 'Z';
  put(writer, text, sizeof(text));
}

namespace {

void put_text_or_base64(Writer* writer, Span bytes) {
  if (write_json_string(writer, bytes)) return;
  put(writer, "{\"base64\":\"");
  write_base64(writer, bytes);
  put(writer, "\"}");
}

}  // namespace

void put_xa(Writer* writer, const XaId& xa) {
  put(writer, "{\"format\":");
  write_unsigned(writer, xa.format);
  put(writer, ",\"gtrid\":");
  put_text_or_base64(writer, xa.gtrid);
  put(writer, ",\"bqual\":");
  put_text_or_base64(writer, xa.bqual);
  write_char(writer, '}');
}

void pad(Writer* writer, std::size_t from, std::size_t width) {
  static constexpr char kSpaces[] = "                                ";
  while (writer->length < from + width) {
    const std::size_t missing = from + width - writer->length;
    put(writer, kSpaces, missing < sizeof(kSpaces) - 1 ? missing : sizeof(kSpaces) - 1);
  }
}

void put_padded(Writer* writer, std::uint64_t value, std::size_t width) {
  char text[40];
  std::memset(text, ' ', sizeof(text));
  std::size_t at = sizeof(text);
  do {
    text[--at] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  const std::size_t digits = sizeof(text) - at;
  const std::size_t size = digits < width ? width : digits;
  put(writer, text + sizeof(text) - size, size);
}

}  // namespace nbl::cli
