// The fields of a tagged GTID one by one, and the integers they are made of.
#include <doctest/doctest.h>

#include "event/serialization.hpp"
#include "event_bytes.hpp"

using namespace event_test;
using nbl::Code;
using nbl::Gtid;

namespace {

/// An unsigned varint of the least width, from the text of the serialization library's readme: n - 1 one
/// bits, a zero bit, the value; nine bytes have no zero bit.
Bytes varint(std::uint64_t value) {
  for (unsigned n = 1; n <= 8; ++n) {
    if (value >> (7 * n) == 0) return number((value << n) | ((1U << (n - 1)) - 1U), n);
  }
  return join(hex("ff"), number(value, 8));
}

Bytes field(unsigned id, const Bytes& value) { return join(varint(id), value); }

Bytes uuid_field() {
  Bytes out = varint(1);
  for (unsigned i = 0; i < 16; ++i) out = join(out, varint(0x70 + i));
  return out;
}

Bytes tag_field(const std::string& tag) { return field(3, join(varint(tag.size()), ascii(tag))); }

/// Version and size in front; all bodies here are under 64 bytes, so that the size takes one.
Bytes message(const Bytes& fields, unsigned last_needed = 0, unsigned version = 1) {
  const Bytes rest = join(varint(last_needed), fields);
  return join(varint(version), varint(2 + rest.size()), rest);
}

Code code_of(const Bytes& body, Gtid* out = nullptr) {
  TestEvent e(nbl::EventType::gtid_tagged, body);
  Gtid scratch;
  nbl::Status status;
  return nbl::parse_gtid(e.event, format(), out != nullptr ? out : &scratch, &status) ? Code::ok
                                                                                      : status.code;
}

Bytes least() { return join(uuid_field(), field(2, varint(14))); }

std::uint64_t unsigned_of(const Bytes& b, bool* ok) {
  nbl::Cursor cursor(b.data(), b.data() + b.size());
  const std::uint64_t value = nbl::read_varint(&cursor);
  *ok = cursor.ok() && cursor.left() == 0;
  return value;
}

std::int64_t signed_of(const Bytes& b) {
  nbl::Cursor cursor(b.data(), b.data() + b.size());
  return nbl::read_signed_varint(&cursor);
}

}  // namespace

TEST_CASE("varint: the readme's examples and every width's ends") {
  bool ok = false;
  CHECK(unsigned_of(hex("fb ff 07"), &ok) == 65535);
  CHECK(ok);
  CHECK(signed_of(hex("f3 ff 0f")) == 65535);
  CHECK(signed_of(hex("eb ff 0f")) == -65535);
  CHECK(signed_of(hex("fb ff 0f")) == -65536);
  for (unsigned bits = 0; bits < 64; ++bits) {
    for (const std::uint64_t value :
         {std::uint64_t{1} << bits, (std::uint64_t{1} << bits) - 1, ~std::uint64_t{0} >> bits}) {
      const Bytes b = varint(value);
      CHECK(unsigned_of(b, &ok) == value);
      CHECK(ok);
      for (std::size_t cut = 0; cut < b.size(); ++cut) {
        unsigned_of(Bytes(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(cut)), &ok);
        CHECK_FALSE(ok);
      }
    }
  }
  CHECK(signed_of(hex("ff ff ff ff ff ff ff ff ff")) == INT64_MIN);
  CHECK(signed_of(hex("ff fe ff ff ff ff ff ff ff")) == INT64_MAX);
  // A wider form than is needed is the same number.
  CHECK(unsigned_of(hex("05 00"), &ok) == 1);
}

TEST_CASE("tagged gtid: only the identity is needed, all else has a default") {
  Gtid g;
  REQUIRE(code_of(message(least()), &g) == Code::ok);
  CHECK(g.number == 7);
  CHECK(g.uuid[0] == 0x70);
  CHECK(g.uuid[15] == 0x7f);
  CHECK(g.tag_length == 0);
  CHECK_FALSE(g.has_logical_clock);
  CHECK_FALSE(g.has_commit_time);
  CHECK_FALSE(g.has_transaction_length);
  CHECK_FALSE(g.has_server_version);
  CHECK(code_of(message(field(2, varint(14)))) == Code::bad_gtid);
  CHECK(code_of(message(uuid_field())) == Code::bad_gtid);
}

TEST_CASE("tagged gtid: all fields") {
  Gtid g;
  const Bytes all =
      join(field(0, varint(1)), least(), tag_field("a"), field(4, varint(2)), field(5, varint(4)),
           field(6, varint(50)), field(7, varint(49)), field(8, varint(99)), field(9, varint(98)),
           field(10, varint(97)), field(11, varint(96)));
  REQUIRE(code_of(message(all, 12), &g) == Code::ok);
  CHECK(g.flags == 1);
  CHECK(g.last_committed == 1);
  CHECK(g.sequence_number == 2);
  CHECK(g.immediate_commit_us == 50);
  CHECK(g.original_commit_us == 49);
  CHECK(g.transaction_length == 99);
  CHECK(g.immediate_server_version == 98);
  CHECK(g.original_server_version == 97);
  CHECK(g.has_commit_group_ticket);
  CHECK(g.commit_group_ticket == 96);
}

TEST_CASE("tagged gtid: a newer field is skipped unless it says that it must not be") {
  CHECK(code_of(message(join(least(), field(12, hex("ff 00 ff")), field(13, hex("01"))))) == Code::ok);
  CHECK(code_of(message(join(least(), field(12, hex("00"))), 12)) == Code::ok);
  CHECK(code_of(message(join(least(), field(12, hex("00"))), 13)) == Code::unsupported_event);
}

TEST_CASE("tagged gtid: fields in another order, twice, or with values over their type") {
  CHECK(code_of(message(join(field(2, varint(14)), uuid_field()))) == Code::bad_gtid);
  CHECK(code_of(message(join(least(), field(2, varint(14))))) == Code::bad_gtid);
  CHECK(code_of(message(join(field(0, varint(255)), least()))) == Code::ok);
  CHECK(code_of(message(join(field(0, varint(256)), least()))) == Code::bad_gtid);
  CHECK(code_of(message(join(least(), field(9, varint(0xffffffff))))) == Code::ok);
  CHECK(code_of(message(join(least(), field(9, varint(0x100000000))))) == Code::bad_gtid);
}

TEST_CASE("tagged gtid: numbers, version, size") {
  const auto numbered = [](std::uint64_t zigzag) {
    return message(join(uuid_field(), field(2, varint(zigzag))));
  };
  CHECK(code_of(numbered(2)) == Code::ok);
  CHECK(code_of(numbered(0)) == Code::bad_gtid);
  CHECK(code_of(numbered(1)) == Code::bad_gtid);                      // -1
  CHECK(code_of(numbered(~std::uint64_t{0} - 3)) == Code::ok);        // 2^63 - 2
  CHECK(code_of(numbered(~std::uint64_t{0} - 1)) == Code::bad_gtid);  // 2^63 - 1
  CHECK(code_of(message(least(), 0, 0)) == Code::bad_gtid);
  CHECK(code_of(message(least(), 0, 2)) == Code::bad_gtid);
  Bytes shorter = message(least());
  shorter[1] = static_cast<std::uint8_t>(shorter[1] - 2);
  CHECK(code_of(shorter) == Code::bad_gtid);
  Bytes longer = message(least());
  longer[1] = static_cast<std::uint8_t>(longer[1] + 2);
  CHECK(code_of(longer) == Code::bad_gtid);
}

TEST_CASE("tagged gtid: what is a tag") {
  for (const char* good : {"a", "_", "secondtest", "a_1", "z9", "abcdefghijklmnopqrstuvwxyz"}) {
    Gtid g;
    CHECK(code_of(message(join(least(), tag_field(good))), &g) == Code::ok);
    CHECK(std::string(g.tag, g.tag_length) == good);
  }
  for (const char* bad : {"A", "1a", "a-b", "a:b", " a", "a\xc3\xa9"}) {
    CAPTURE(bad);
    CHECK(code_of(message(join(least(), tag_field(bad)))) == Code::bad_gtid);
  }
  // 32 characters and one more; the identity alone leaves no room for them in a one-byte size, so that two
  // bytes are taken.
  for (const unsigned length : {32U, 33U}) {
    const Bytes rest = join(varint(0), least(), tag_field(std::string(length, 'x')));
    const Bytes body = join(varint(1), varint(1 + 1 + rest.size()), rest);
    CHECK(code_of(body) == (length == 32 ? Code::ok : Code::bad_gtid));
  }
}
