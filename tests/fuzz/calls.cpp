// The C interface driven by bytes: choices and a log as in other targets, then as many bytes of calls as choice 7 says. Calls
// come in any order and with stale views; what must not happen is a crash, a failure of a walk that is live, or an answer of
// a view that is not.
#include "nanobinlog/nanobinlog.h"

#include "harness.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

constexpr std::size_t kViews = 2;
constexpr unsigned kDetached = 1U << 31;

/// A room of its own size for each handle, so that one written too large is seen.
struct View {
  Block room;
  nbl_transaction* transaction = nullptr;
  unsigned epoch = 0;     // of the reader when it was made
  bool detached = false;  // never stale
  unsigned identity = 0;  // of an attached one its epoch: placed again within it, it is the same view
  View() : room(NBL_TRANSACTION_SIZE) {}
};

struct Walk {
  Block room;
  nbl_rows* rows = nullptr;
  std::size_t view = 0;
  unsigned identity = 0;  // of the view when the walk was made
  bool image = false;
  bool cell = false;
  nbl_cell last = NBL_CELL_INIT;
  Walk() : room(NBL_ROWS_SIZE) {}
};

class Machine {
 public:
  Machine(nbl::Span choices, nbl::Span log) : log_(log) {
    const nbl::Limits limits = make_limits(choices.data[0] >> 1);
    options_.input = (choices.data[1] & 8) != 0 ? NBL_INPUT_STABLE : NBL_INPUT_COPIED;
    options_.deliver = (choices.data[1] & 16) != 0 ? NBL_DELIVER_EVENTS : NBL_DELIVER_TRANSACTIONS;
    options_.verify_checksums = choices.data[0] & 1;
    options_.max_bytes = limits.max_bytes;
    options_.max_events = limits.max_events;
    options_.max_tables = limits.max_tables;
    options_.max_columns = limits.max_columns;
    options_.max_table_bytes = limits.max_table_bytes;
    options_.max_savepoints = limits.max_savepoints;
    options_.max_side_bytes = limits.max_side_bytes;
    const std::size_t size = nbl_workspace_size(&options_);
    FUZZ_CHECK(size != 0);
    block_ = new Block(size);
    nbl_status status = NBL_STATUS_INIT;
    FUZZ_CHECK(nbl_init(block_->data(), size - 1, &options_, &reader_, &status) == NBL_WORKSPACE_TOO_SMALL && status.needed == size);
    FUZZ_CHECK(nbl_init(block_->data(), size, &options_, &reader_, &status) == NBL_OK);
  }
  ~Machine() {
    delete piece_;
    delete detached_;
    delete block_;
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void run(Choices program) {
    while (program.rest().size != 0) {
      const std::uint8_t call = program.byte();
      const std::uint8_t argument = program.byte();
      one(call % 16, argument);
    }
  }

 private:
  bool live(const View& view) const { return view.transaction != nullptr && (view.detached || view.epoch == epoch_); }
  bool live(const Walk& walk) const {
    return walk.rows != nullptr && live(views_[walk.view]) && walk.identity == views_[walk.view].identity;
  }
  void known(nbl_code code) { FUZZ_CHECK(code == NBL_END || std::strcmp(nbl_code_name(code), "unknown") != 0); }

  void feed(std::size_t wanted) {
    ++epoch_;
    nbl::Span next = log_.skip(at_).first(wanted);
    if (options_.input == NBL_INPUT_COPIED) {
      Copy* fresh = new Copy(next);
      delete piece_;
      piece_ = fresh;
      next = piece_->span();
    }
    std::size_t consumed = ~std::size_t{0};
    step_ = NBL_STEP_INIT;
    const nbl_code code = nbl_feed(reader_, next.data, next.size, &consumed, &step_);
    known(code);
    FUZZ_CHECK(consumed <= next.size);
    at_ += consumed;
    nbl_status status = NBL_STATUS_INIT;
    known(nbl_last_error(reader_, &status));
    if (code >= 100) FUZZ_CHECK(status.code == code);
  }

  void ask_step() {
    nbl_event event{};
    event.struct_size = sizeof(event);
    nbl_gtid gtid{};
    gtid.struct_size = sizeof(gtid);
    nbl_xa xa{};
    xa.struct_size = sizeof(xa);
    nbl_query query{};
    query.struct_size = sizeof(query);
    nbl_rotate rotate{};
    rotate.struct_size = sizeof(rotate);
    nbl_incident incident{};
    incident.struct_size = sizeof(incident);
    nbl_format format{};
    format.struct_size = sizeof(format);
    nbl_reader_info info{};
    info.struct_size = sizeof(info);
    known(nbl_step_event(reader_, &event));
    if (nbl_step_gtid(reader_, &gtid) == NBL_OK) {
      char text[NBL_GTID_TEXT_SIZE];
      const nbl_code code = nbl_gtid_text(&gtid, text, sizeof(text));
      FUZZ_CHECK(code == NBL_OK || code == NBL_END);
    }
    Digest digest;
    if (nbl_step_xa(reader_, &xa) == NBL_OK) digest.add(xa.format);
    if (nbl_step_query(reader_, &query) == NBL_OK) digest.add(nbl::Span{query.sql.data, query.sql.size});
    if (nbl_step_rotate(reader_, &rotate) == NBL_OK) digest.add(nbl::Span{rotate.file_name.data, rotate.file_name.size});
    known(nbl_step_incident(reader_, &incident));
    known(nbl_get_format(reader_, &format));
    FUZZ_CHECK(nbl_reader_get_info(reader_, &info) == NBL_OK);
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    known(nbl_step_dropped(reader_, 0, &from, &to));
    nbl_gtid_interval interval{};
    interval.struct_size = sizeof(interval);
    nbl_maria_gtid maria{};
    maria.struct_size = sizeof(maria);
    known(nbl_step_previous_gtid(reader_, &interval));
    known(nbl_step_maria_gtid(reader_, &maria));
  }

  void open_view(std::size_t which) {
    View& view = views_[which];
    nbl_transaction* made = nullptr;
    const nbl_code code = nbl_step_transaction(reader_, view.room.data(), view.room.size(), &made);
    known(code);
    // A call that fails leaves the room alone, and with it the view that lies there and its walks.
    if (code != NBL_OK) return;
    view.transaction = made;
    view.detached = false;
    view.epoch = epoch_;
    view.identity = epoch_;
  }

  void ask_view(const View& view, std::uint8_t argument) {
    if (view.transaction == nullptr) return;
    nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
    const nbl_code code = nbl_transaction_get_info(view.transaction, &info);
    FUZZ_CHECK(code == (live(view) ? NBL_OK : NBL_STALE_RESULT));
    nbl_table table = NBL_TABLE_INIT;
    nbl_record record = NBL_RECORD_INIT;
    nbl_column column = NBL_COLUMN_INIT;
    known(nbl_transaction_record(view.transaction, argument, &record));
    const std::uint32_t number = argument % 4;
    const nbl_code found = nbl_transaction_table(view.transaction, number, &table);
    if (code == NBL_OK) FUZZ_CHECK(found == (number < info.table_count ? NBL_OK : NBL_INDEX_OUT_OF_RANGE));
    if (found != NBL_OK) return;
    FUZZ_CHECK(nbl_table_column(view.transaction, number, table.column_count, &column) == NBL_INDEX_OUT_OF_RANGE);
    FUZZ_CHECK(nbl_table_column(view.transaction, number, table.column_count - 1, &column) == NBL_OK);
    nbl_bytes names[8];
    std::uint32_t count = 0;
    known(nbl_table_column_names(view.transaction, number, names, 8, &count));
    FUZZ_CHECK(count <= 8);
    nbl_bytes label{};
    known(nbl_table_label(view.transaction, number, argument % table.column_count, argument >> 6, &label));
    std::uint32_t key = 0;
    std::uint32_t prefix = 0;
    if (nbl_table_key(view.transaction, number, argument >> 6, &key, &prefix) == NBL_OK) FUZZ_CHECK(key < table.column_count);
  }

  void detach(std::size_t from, std::size_t to) {
    if (from == to || views_[from].transaction == nullptr) return;
    std::size_t size = 0;
    if (nbl_transaction_detached_size(views_[from].transaction, &size) != NBL_OK) return;
    Block* memory = new Block(size);
    FUZZ_CHECK(nbl_transaction_detach(views_[from].transaction, memory->data(), size) == NBL_OK);
    for (View& view : views_) {
      if (view.detached) view.transaction = nullptr;
    }
    View& view = views_[to];
    FUZZ_CHECK(nbl_transaction_open(memory->data(), size, view.room.data(), view.room.size(), &view.transaction) == NBL_OK);
    view.detached = true;
    view.identity = kDetached + ++detachments_;
    // What lay in the old memory goes with it, rows included; those of the view that was in this room are told from its own.
    for (Walk& walk : walks_) {
      if (walk.rows == nullptr || walk.identity < kDetached) continue;
      if (walk.view == to) FUZZ_CHECK(nbl_rows_next_image(walk.rows, nullptr) == NBL_STALE_RESULT);
      walk.rows = nullptr;
    }
    delete detached_;
    detached_ = memory;
  }

  void open_rows(Walk* walk, std::uint8_t argument) {
    walk->rows = nullptr;
    walk->cell = false;
    walk->image = false;
    walk->view = argument & 1;
    const View& view = views_[walk->view];
    if (view.transaction == nullptr) return;
    nbl_rows* made = nullptr;
    const nbl_code code = nbl_rows_open(view.transaction, argument >> 1, walk->room.data(), walk->room.size(), &made);
    known(code);
    if (code != NBL_OK) return;
    FUZZ_CHECK(live(view));
    walk->rows = made;
    walk->identity = view.identity;
  }

  void next_image(Walk* walk) {
    if (walk->rows == nullptr) return;
    const nbl_code code = nbl_rows_next_image(walk->rows, nullptr);
    FUZZ_CHECK(live(*walk) ? code == NBL_OK || code == NBL_END : code == NBL_STALE_RESULT);
    walk->image = code == NBL_OK;
    nbl_rows_info info = NBL_ROWS_INFO_INIT;
    FUZZ_CHECK(nbl_rows_get_info(walk->rows, &info) == (live(*walk) ? NBL_OK : NBL_STALE_RESULT));
  }

  void next_cells(Walk* walk, std::uint8_t argument) {
    if (walk->rows == nullptr) return;
    nbl_cell cells[4];
    std::uint32_t count = 0;
    if (argument % 2 != 0) {
      walk->last = NBL_CELL_INIT;
      const nbl_code code = nbl_rows_next_cell(walk->rows, &walk->last);
      FUZZ_CHECK(live(*walk) ? code == NBL_OK || code == NBL_END : code == NBL_STALE_RESULT);
      walk->cell = code == NBL_OK;
      return;
    }
    const nbl_code code = nbl_rows_cells(walk->rows, cells, sizeof(nbl_cell), argument % 5, &count);
    FUZZ_CHECK(count <= argument % 5U);
    if (argument % 5 != 0) FUZZ_CHECK(live(*walk) ? code == NBL_OK || code == NBL_END : code == NBL_STALE_RESULT);
    if (count != 0 && code == NBL_OK) walk->last = cells[count - 1];
    walk->cell = count != 0 && code == NBL_OK;
  }

  void ask_cell(Walk* walk) {
    if (!walk->cell || !live(*walk)) return;
    const nbl_cell& cell = walk->last;
    nbl_temporal temporal{};
    temporal.struct_size = sizeof(temporal);
    nbl_decimal decimal{};
    decimal.struct_size = sizeof(decimal);
    std::uint32_t srid = 0;
    nbl_bytes wkb{};
    float element = 0;
    known(nbl_cell_temporal(walk->rows, &cell, &temporal));
    known(nbl_cell_decimal(walk->rows, &cell, &decimal));
    known(nbl_cell_geometry(walk->rows, &cell, &srid, &wkb));
    known(nbl_cell_vector(walk->rows, &cell, cell.bytes.size / 4, &element));
    Block json(NBL_JSON_ROOM_SIZE);
    nbl_text_options options = NBL_TEXT_OPTIONS_INIT;
    options.json_room = json.data();
    options.json_room_size = json.size();
    options.assume_signed = 1;
    std::size_t length = 0;
    const nbl_code code = nbl_cell_text(walk->rows, &cell, &options, nullptr, 0, &length);
    FUZZ_CHECK(code == (length == 0 ? NBL_OK : NBL_OUTPUT_TOO_SMALL));
    Block text(length);
    FUZZ_CHECK(nbl_cell_text(walk->rows, &cell, &options, reinterpret_cast<char*>(text.data()), length, &length) == NBL_OK);
    FUZZ_CHECK(length == 0 || is_json(nbl::Span{text.data(), length}));
  }

  /// Bytes from anywhere as a document.
  void walk_json(std::uint8_t argument) {
    const nbl::Span bytes = log_.skip(argument * std::size_t{16}).first(200);
    Block room(NBL_JSON_ROOM_SIZE);
    nbl_json* json = nullptr;
    if (nbl_json_open(nbl_bytes{bytes.data, bytes.size}, room.data(), room.size(), &json) == NBL_OK) {
      nbl_json_token token = NBL_JSON_TOKEN_INIT;
      std::size_t count = 0;
      while (nbl_json_next(json, &token) == NBL_OK) FUZZ_CHECK(++count <= bytes.size + 2);
    }
    if (nbl_json_open_diffs(nbl_bytes{bytes.data, bytes.size}, room.data(), room.size(), &json) == NBL_OK) {
      nbl_json_diff diff{};
      diff.struct_size = sizeof(diff);
      std::size_t count = 0;
      while (nbl_json_next_diff(json, &diff) == NBL_OK) FUZZ_CHECK(++count <= bytes.size);
    }
  }

  void begin_at(std::uint8_t offset) {
    const nbl::Span format = log_.skip(4);
    const nbl_code code = nbl_begin_at(reader_, format.data, format.size, offset);
    if (code == NBL_OK) ++epoch_;
    known(code);
  }

  void one(unsigned call, std::uint8_t argument) {
    Walk& walk = walks_[argument & 1];
    switch (call) {
      case 0:
      case 1:
        return feed(call == 0 ? argument + 1U : log_.size);
      case 2:
        ++epoch_;
        step_ = NBL_STEP_INIT;
        return known(nbl_finish(reader_, &step_));
      case 3:
        ++epoch_;
        at_ = argument % 2 != 0 ? 0 : at_;
        return known(nbl_reset(reader_));
      case 4: {
        const nbl_code code = nbl_recover(reader_);
        if (code == NBL_OK) ++epoch_;
        return known(code);
      }
      case 5:
        return ask_step();
      case 6:
        return open_view(argument & 1);
      case 7:
        return ask_view(views_[argument & 1], argument >> 1);
      case 8:
        return open_rows(&walk, argument >> 1);
      case 9:
        return next_image(&walk);
      case 10:
      case 11:
        return next_cells(&walk, argument >> 1);
      case 12:
        return ask_cell(&walk);
      case 13:
        return detach(argument & 1, argument >> 1 & 1);
      case 14:
        if (argument % 2 != 0) return walk_json(argument);
        return begin_at(argument);
      default: {
        View& view = views_[argument & 1];
        if (view.transaction == nullptr) return;
        FUZZ_CHECK(nbl_transaction_close(view.transaction) == NBL_OK);
        nbl_transaction_info info = NBL_TRANSACTION_INFO_INIT;
        FUZZ_CHECK(nbl_transaction_get_info(view.transaction, &info) == NBL_STALE_RESULT);
        FUZZ_CHECK(nbl_transaction_close(view.transaction) == NBL_OK);
        view.transaction = nullptr;
      }
    }
  }

  nbl::Span log_;
  std::size_t at_ = 0;
  nbl_options options_ = NBL_OPTIONS_INIT;
  Block* block_ = nullptr;
  Block* detached_ = nullptr;
  Copy* piece_ = nullptr;
  nbl_reader* reader_ = nullptr;
  nbl_step step_ = NBL_STEP_INIT;
  View views_[kViews];
  Walk walks_[2];
  unsigned detachments_ = 0;
  unsigned epoch_ = 0;
};

}  // namespace

void run_calls(nbl::Span input) {
  if (input.size <= kChoiceBytes) return;
  const std::size_t behind = input.size - kChoiceBytes;
  const std::size_t calls = input.data[7] < behind ? input.data[7] : behind;
  const Copy log(input.skip(kChoiceBytes).first(behind - calls));
  Machine machine(input.first(kChoiceBytes), log.span());
  machine.run(Choices(input.skip(kChoiceBytes + behind - calls)));
}

}  // namespace fuzz
