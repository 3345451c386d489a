// The head of a ROWS event and the validation of its images.
#ifndef NBL_ROW_ROWS_EVENT_HPP
#define NBL_ROW_ROWS_EVENT_HPP

#include "event/fail.hpp"
#include "nanobinlog/json.hpp"
#include "nanobinlog/limits.hpp"
#include "nanobinlog/row.hpp"

namespace nbl {

inline constexpr u16 kRowsStatementEnd = 0x0001;  ///< STMT_END_F

/// Which ROWS event a type is, in one byte. Of a type that is none, all is 0.
struct RowsType {
  RowOperation operation : 2;
  bool is_rows : 1;
  bool has_extra : 1;   ///< v2: the post-header ends with a length and extra data
  bool compressed : 1;  ///< MariaDB
  bool partial : 1;
};
static_assert(sizeof(RowsType) == 1);

/// Where a type's byte lies. Without quick ways the gap between MySQL's types and MariaDB's takes no room.
template <bool quick>
[[nodiscard]] constexpr u32 rows_type_slot(EventType type) noexcept {
  const u32 number = static_cast<u8>(type);
  if (quick) return number;
  constexpr u32 kMysqlEnd = 40;
  constexpr u32 kMariadbFrom = 166;
  constexpr u32 kMariadbEnd = 172;
  if (number < kMysqlEnd) return number;
  return number >= kMariadbFrom && number < kMariadbEnd ? number - kMariadbFrom + kMysqlEnd : 0;
}

/// One byte an event type, since every event is asked. The two forms have names of their own: a program may hold files that
/// were optimised in different ways.
template <bool quick>
struct RowsTypeTable {
  RowsType types[quick ? 256 : 46] = {};
  constexpr void set(EventType type, RowOperation operation, bool extra, bool compressed, bool partial) noexcept {
    RowsType& is = types[rows_type_slot<quick>(type)];
    is.operation = operation;
    is.is_rows = true;
    is.has_extra = extra;
    is.compressed = compressed;
    is.partial = partial;
  }
  constexpr RowsTypeTable() noexcept {
    constexpr auto kInsert = RowOperation::insert;
    constexpr auto kUpdate = RowOperation::update;
    constexpr auto kDelete = RowOperation::delete_row;
    set(EventType::write_rows, kInsert, true, false, false);
    set(EventType::update_rows, kUpdate, true, false, false);
    set(EventType::delete_rows, kDelete, true, false, false);
    set(EventType::partial_update_rows, kUpdate, true, false, true);
    set(EventType::write_rows_v1, kInsert, false, false, false);
    set(EventType::update_rows_v1, kUpdate, false, false, false);
    set(EventType::delete_rows_v1, kDelete, false, false, false);
    set(EventType::mariadb_write_rows_compressed_v1, kInsert, false, true, false);
    set(EventType::mariadb_update_rows_compressed_v1, kUpdate, false, true, false);
    set(EventType::mariadb_delete_rows_compressed_v1, kDelete, false, true, false);
    set(EventType::mariadb_write_rows_compressed, kInsert, true, true, false);
    set(EventType::mariadb_update_rows_compressed, kUpdate, true, true, false);
    set(EventType::mariadb_delete_rows_compressed, kDelete, true, true, false);
  }
};
template <bool quick>
inline constexpr RowsTypeTable<quick> kRowsTypes{};

[[nodiscard]] NBL_OWN_FRAME constexpr RowsType rows_type(EventType type) noexcept {
  return kRowsTypes<kQuickWays>.types[rows_type_slot<kQuickWays>(type)];
}

/// Columns present in an image.
struct ImageShape {
  const u8* bitmap = nullptr;  ///< null where all are present
  u32 null_bytes = 0;
  u32 present = 0;
};

struct RowsHead {
  u64 table_id = 0;
  u16 flags = 0;
  RowsType type{};
  Span extra_data;
  u32 bitmaps_at = 0;  ///< in the body: of the first present bitmap
  u32 images_at = 0;   ///< in the body: behind the bitmaps
  ImageShape before;
  ImageShape after;
};

/// First part: table id, flags, extra data. `cursor_at` is where the column count stands in the body.
[[nodiscard]] bool parse_rows_prefix(const Event& event, const FormatDescription& format, RowsHead* head, u32* cursor_at,
                                     Status* status) noexcept;
/// The rows event that only ends a statement whose tables were all filtered: table id of all ones in 3 or 6 bytes.
[[nodiscard]] bool is_dummy_table_id(u64 id) noexcept;
/// Second part, against the table: column count and bitmaps.
[[nodiscard]] bool parse_rows_bitmaps(const Event& event, u32 cursor_at, u32 column_count, RowsHead* head, Status* status) noexcept;
[[nodiscard]] ImageShape image_shape(const u8* bitmap, u32 column_count) noexcept;

/// What checking images needs besides.
struct ImageScratch {
  JsonFrame* frames = nullptr;  // kJsonMaxDepth of them
  // Twice the columns of a table: those present in before images, and behind as many as the table has those in after images.
  u16* columns = nullptr;
};

/// The check of a ROWS event's images: what it takes, and what it finds.
struct ImageCheck {
  const RowsHead* head = nullptr;
  const Column* columns = nullptr;
  u16 column_count = 0;
  u16 json_columns = 0;  // set where it matters
  u32 max_changes = 0;
  u32 max_image_bytes = 0;
  const ImageScratch* scratch = nullptr;
  u32 changes = 0;
  u32 column = kNoColumn;  // where one fails
  usize at = 0;            // bytes that are good
  bool listed[2] = {false, false};  // the columns of before and of after images
};

/// Checks all images in `images` and counts the changes.
[[nodiscard]] Code validate_images(ImageCheck* check, Span images) noexcept;

/// The byte behind an image that has been validated, from wherever `image` stands.
[[nodiscard]] const u8* skip_image(const RowImage& image) noexcept;

}  // namespace nbl

#endif
