// Hex, base64 (RFC 4648's vectors), UTF-8 (the Unicode Standard's table 3-7) and JSON strings (a MySQL
// server's escapes).
#include <doctest/doctest.h>

#include <string>

#include "text_of.hpp"

using nbl::Writer;
using text_test::bytes_of;
using text_test::text_of;

namespace {

std::string base64(const std::string& s) {
  return text_of([&](Writer* w) { nbl::write_base64(w, bytes_of(s)); });
}
std::string hex(const std::string& s) {
  return text_of([&](Writer* w) { nbl::write_hex(w, bytes_of(s)); });
}
std::string json(const std::string& s) {
  return text_of([&](Writer* w) { CHECK(nbl::write_json_string(w, bytes_of(s))); });
}
bool valid(const std::string& s) { return nbl::utf8_valid(bytes_of(s)); }

// The slow way round, for texts without multi-byte characters.
std::string escaped(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) {
    const char* const names = "\bb\ff\nn\rr\tt\"\"\\\\";
    const char* name = nullptr;
    for (const char* p = names; *p != 0; p += 2) {
      if (*p == c) name = p + 1;
    }
    if (name != nullptr) {
      out += '\\';
      out += *name;
    } else if (static_cast<unsigned char>(c) < 32) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

TEST_CASE("bytes: base64") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xfb\xff\xbf") == "+/+/");
  CHECK(base64(std::string(100, '\0')) == std::string(134, 'A') + "==");
}

TEST_CASE("bytes: hex") {
  CHECK(hex("") == "");
  CHECK(hex(std::string("\0\x01\x7f\x80\xff", 5)) == "00017f80ff");
  CHECK(hex(std::string(80, '\xab')).size() == 160);
}

TEST_CASE("bytes: UTF-8") {
  CHECK(valid(""));
  CHECK(valid("plain ascii, longer than a word"));
  CHECK(valid(
      "\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
  for (const char* bad :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2\x41", "\xe0\x9f\xbf", "\xe0\xa0",
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xef\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xff", "\xfe", "\xf0\x90\x80", "ascii ascii \xff", "\xe2\x82\x28"}) {
    CAPTURE(bad);
    CHECK_FALSE(valid(bad));
    Writer writer;
    writer.length = 3;
    CHECK_FALSE(nbl::write_json_string(&writer, bytes_of(bad)));
    CHECK(writer.length == 3);
  }
}

TEST_CASE("bytes: JSON strings as the server escapes them") {
  CHECK(json(std::string("x\0y\"\\ \n\xc3\xa9", 9)) == "\"x\\u0000y\\\"\\\\ \\n\xc3\xa9\"");
  CHECK(json("a\"b\\c/d\b\f\n\r\t\x1f\x7f") == "\"a\\\"b\\\\c/d\\b\\f\\n\\r\\t\\u001f\x7f\"");
  CHECK(json("") == "\"\"");
  CHECK(json("\xf0\x9f\x98\x80") == "\"\xf0\x9f\x98\x80\"");
}

TEST_CASE("bytes: a special byte at every place of a word") {
  for (int c = 0; c < 128; ++c) {
    for (std::size_t size = 1; size <= 18; ++size) {
      std::string text(size, 'a');
      text[size - 1] = static_cast<char>(c);
      REQUIRE(json(text) == escaped(text));
      text += "tail that is long enough";
      REQUIRE(json(text) == escaped(text));
    }
  }
}
