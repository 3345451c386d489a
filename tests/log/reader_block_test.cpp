// The caller's block: its exact size, its guards, and what init refuses.
#include <doctest/doctest.h>

#include "log/log_builder.hpp"
#include "log/log_reading.hpp"

using nbl::Code;

namespace {

std::vector<nbl::LogOptions> kinds_of_options() {
  std::vector<nbl::LogOptions> out;
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    for (const std::uint32_t scale : {1U, 2U, 7U, 1000U}) {
      nbl::LogOptions options;
      options.input = input;
      options.limits.max_events = scale;
      options.limits.max_bytes = 200 + scale;
      options.limits.max_tables = scale;
      options.limits.max_columns = scale * 2;
      options.limits.max_table_bytes = scale * 10 + 1;
      options.limits.max_savepoints = scale;
      options.limits.max_side_bytes = scale - 1;
      out.push_back(options);
    }
  }
  return out;
}

Code init_code(void* block, std::size_t size, const nbl::LogOptions& options) {
  nbl::Status status;
  return nbl::LogReader::init(block, size, options, &status) == nullptr ? status.code : Code::ok;
}

}  // namespace

TEST_CASE("block: exactly as large as asked for, and one byte less") {
  for (const nbl::LogOptions& options : kinds_of_options()) {
    const std::size_t size = nbl::log_reader_workspace_size(options);
    CAPTURE(size);
    Workspace block(size);
    nbl::Status status;
    CHECK(nbl::LogReader::init(block.data(), size - 1, options, &status) == nullptr);
    CHECK(status.code == Code::workspace_too_small);
    CHECK(status.needed == size);
    CHECK(status.limit == size - 1);
    CHECK(nbl::LogReader::init(block.data(), size, options, &status) != nullptr);
    CHECK(status.ok());
    CHECK(block.guard_is_whole());
  }
}

TEST_CASE("block: nothing is written behind it, whatever is read") {
  for (const nbl::LogOptions& options : kinds_of_options()) {
    // Opened checks the guard bytes when it goes.
    for (const std::string& path : log_test::committed_logs(7000)) {
      const log_test::Bytes bytes = log_test::read_file(path);
      log_test::Opened opened(options);
      (void)opened.feed(log_test::span_of(bytes), [](const nbl::Step&) {});
    }
  }
}

TEST_CASE("block: what init refuses") {
  nbl::LogOptions options;
  options.input = nbl::Input::stable;
  const std::size_t size = nbl::log_reader_workspace_size(options);
  Workspace block(size + 8);
  auto* bytes = static_cast<unsigned char*>(block.data());
  CHECK(init_code(nullptr, size, options) == Code::invalid_argument);
  for (std::size_t shift = 1; shift < 8; ++shift) {
    CHECK(init_code(bytes + shift, size, options) == Code::workspace_misaligned);
  }
  const auto refuses_zero = [&](auto set) {
    nbl::LogOptions zero = options;
    set(&zero.limits);
    return init_code(bytes, size, zero) == Code::invalid_argument;
  };
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_events = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_changes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_bytes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_event_bytes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_event_changes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_image_bytes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_tables = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_columns = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_table_bytes = 0; }));
  CHECK(refuses_zero([](nbl::Limits* l) { l->max_savepoints = 0; }));
}

TEST_CASE("block: absurd limits ask for more than there is, never for less") {
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::LogOptions options;
    options.input = input;
    options.limits.max_events = 0xffffffffU;
    options.limits.max_tables = 0xffffffffU;
    options.limits.max_columns = 0xffffffffU;
    options.limits.max_table_bytes = 0xffffffffU;
    options.limits.max_savepoints = 0xffffffffU;
    options.limits.max_side_bytes = 0xffffffffU;
    options.limits.max_bytes = ~std::uint64_t{0};
    const std::size_t size = nbl::log_reader_workspace_size(options);
    // Where addresses have 32 bits, the largest there is.
    CHECK(std::uint64_t{size} > (sizeof size < 8 ? std::uint64_t{0xfffffffe} : std::uint64_t{1} << 38));
    Workspace block(4096);
    CHECK(init_code(block.data(), 4096, options) == Code::workspace_too_small);
  }
}

TEST_CASE("block: a strict decoder's is exact as well") {
  log_test::LogBuilder log;
  nbl::FormatDescription format;
  nbl::Event event;
  nbl::Status status;
  REQUIRE(nbl::parse_format_description(log_test::span_of(log.bytes).skip(4), 4, nullptr, &format, &event,
                                        &status));
  for (const nbl::Input input : {nbl::Input::stable, nbl::Input::copied}) {
    nbl::Limits limits;
    limits.max_bytes = 5000;
    limits.max_events = 3;
    const std::size_t size = nbl::transaction_workspace_size(limits, input);
    Workspace block(size);
    CHECK(nbl::TransactionDecoder::init(block.data(), size - 1, format, limits, input, &status) == nullptr);
    CHECK(status.needed == size);
    CHECK(nbl::TransactionDecoder::init(block.data(), size, format, limits, input, &status) != nullptr);
    CHECK(nbl::GtidTransactionDecoder::init(block.data(), size - 1, format, limits, input, &status) ==
          nullptr);
    CHECK(status.code == Code::workspace_too_small);
    CHECK(nbl::GtidTransactionDecoder::init(block.data(), size, format, limits, input, &status) != nullptr);
    CHECK(nbl::TransactionDecoder::init(block.data(), size, nbl::FormatDescription{}, limits, input,
                                        &status) == nullptr);
    CHECK(status.code == Code::missing_format_description);
    status = nbl::Status{};
    CHECK(nbl::GtidTransactionDecoder::init(block.data(), size, nbl::FormatDescription{}, limits, input,
                                            &status) == nullptr);
    CHECK(status.code == Code::missing_format_description);
    CHECK(block.guard_is_whole());
  }
}
