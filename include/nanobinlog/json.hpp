// MySQL's binary JSON: a pull reader over a checked document, and the operations of a partial update.
// Layout: sql-common/json_binary.h and sql-common/json_diff.h of MySQL 9.x.
#ifndef NANOBINLOG_JSON_HPP
#define NANOBINLOG_JSON_HPP

#include "nanobinlog/span.hpp"
#include "nanobinlog/status.hpp"

namespace nbl {

/// MySQL refuses documents deeper than 100; there is some room above it.
inline constexpr std::uint32_t kJsonMaxDepth = 108;

enum class JsonType : std::uint8_t {
  null,
  boolean,
  integer,        ///< signed
  unsigned_integer,
  float64,
  string,         ///< UTF-8 as stored, unescaped
  decimal,        ///< opaque type 246: precision (to 81, unlike a column's), scale and wire bytes
  date,           ///< opaque types 10, 12, 7, 11: `integer` is MySQL's packed 64-bit form
  datetime,
  timestamp,
  time,
  opaque,         ///< any other opaque value: column type and bytes
  object_begin,
  object_end,
  array_begin,
  array_end,
  end,            ///< the document is over
};

struct JsonToken {
  JsonType type = JsonType::end;
  bool has_key = false;            ///< the token is the value of an object's member.
  bool boolean = false;
  std::uint8_t opaque_type = 0;    ///< column type byte of an opaque value.
  std::uint8_t precision = 0;      ///< decimal
  std::uint8_t scale = 0;
  std::uint32_t count = 0;         ///< elements of a container that begins.
  Span key;                        ///< UTF-8, may be empty.
  Span bytes;                      ///< string: the text. decimal: wire bytes (without precision and scale). opaque: the data.
  union {
    std::int64_t integer;
    std::uint64_t unsigned_integer;
    double float64;
  };
  JsonToken() noexcept : integer(0) {}
};

/// Where a container is being walked; 8 bytes a level.
struct JsonFrame {
  std::uint32_t offset = 0;  ///< of the container's first byte behind its type, in the document.
  std::uint32_t next = 0;    ///< element index, with the container's kind in the two top bits.
};

/// Walks a document that has been validated, so it cannot fail. About 900 bytes: keep it static or in a block on small boards.
struct JsonReader {
  Span document;
  std::uint32_t depth = 0;
  bool started = false;
  JsonFrame frames[kJsonMaxDepth];
};

/// `document` is a JSON cell's bytes (type byte first). An empty document reads as null, as the server does.
void json_open(Span document, JsonReader* reader) noexcept;
/// Gives the next token; type `end` for good at the end.
void json_next(JsonReader* reader, JsonToken* token) noexcept;

/// Checks every byte of a document that a reader will touch: offsets inside, lengths inside, no bytes read twice (so that the work is
/// linear), depth, literal values, finite doubles, opaque contents; UTF-8 is left unchecked. `frames` holds kJsonMaxDepth levels.
/// Gives ok, bad_json or json_too_deep; `at` (may be null) is the byte of the document where it went wrong.
[[nodiscard]] Code json_validate(Span document, JsonFrame* frames, std::uint32_t* at) noexcept;

// ---- Partial updates (PARTIAL_UPDATE_ROWS)

enum class JsonOperation : std::uint8_t { replace = 0, insert = 1, remove = 2 };

struct JsonDiff {
  JsonOperation operation = JsonOperation::replace;
  Span path;   ///< "$.a[1]", UTF-8.
  Span value;  ///< a binary document; empty for remove.
};
/// Takes the next operation off the front of `diffs` (a json_diff cell's bytes). False at the end.
[[nodiscard]] bool json_next_diff(Span* diffs, JsonDiff* diff) noexcept;
/// Checks a whole list of operations, paths' lengths and value documents included. ok, bad_json_diff, bad_json, json_too_deep.
[[nodiscard]] Code json_validate_diffs(Span diffs, JsonFrame* frames, std::uint32_t* at) noexcept;

}  // namespace nbl

#endif
