// The strict decoders over the vectors.
#include <doctest/doctest.h>

#include <cstring>

#include "base/crc32.hpp"
#include "case_file.hpp"
#include "nanobinlog/transaction.hpp"
#include "workspace.hpp"

namespace vectors {
namespace {

void describe_rows(const nbl::Transaction& transaction, std::vector<std::string>* out) {
  for (std::uint32_t i = 0; i < transaction.record_count; ++i) {
    nbl::RowsReader reader;
    if (!nbl::open_rows(transaction, transaction.records[i], &reader)) continue;
    out->push_back(std::string("rows type=") + operation_name(reader.operation) +
                   " table=" + table_name(reader.table) + " changes=" + std::to_string(reader.change_count));
  }
}

std::string describe(nbl::TransactionOutcome outcome, const nbl::Transaction& t) {
  const std::string range =
      " start=" + std::to_string(t.start_offset) + " end=" + std::to_string(t.end_offset);
  const std::string counts = " events=" + std::to_string(t.event_count);
  const std::string bytes = " bytes=" + std::to_string(t.wire_bytes);
  if (outcome == nbl::TransactionOutcome::rolled_back) {
    return "rolled_back" + range + counts + " changes_discarded=" + std::to_string(t.discarded_changes) +
           bytes;
  }
  return "committed" + range + " xid=" + (t.has_xid ? std::to_string(t.xid) : std::string("none")) + counts +
         " changes=" + std::to_string(t.change_count) + bytes;
}

/// The same, out of a detached copy: it must read as the original does.
void describe_detached(const nbl::TransactionOutcome outcome, const nbl::Transaction& t,
                       std::vector<std::string>* out) {
  std::vector<std::uint64_t> memory((nbl::transaction_detached_size(t) + 7) / 8);
  REQUIRE(nbl::transaction_detach(t, memory.data(), memory.size() * 8) == nbl::Code::ok);
  const std::vector<std::uint64_t> moved = memory;
  std::fill(memory.begin(), memory.end(), 0);
  nbl::Transaction copy;
  REQUIRE(nbl::transaction_open_detached(moved.data(), moved.size() * 8, &copy) == nbl::Code::ok);
  out->push_back(describe(outcome, copy));
  describe_rows(copy, out);
}

/// All events in one piece of memory, so that stable input finds them side by side.
struct Tape {
  Bytes bytes;
  std::vector<std::size_t> at;
  explicit Tape(const Case& one) {
    for (const Input& input : one.inputs) {
      at.push_back(bytes.size());
      bytes.insert(bytes.end(), input.bytes.begin(), input.bytes.end());
    }
  }
  nbl::Span event(const Case& one, std::size_t i) const {
    return nbl::Span{bytes.data() + at[i], one.inputs[i].bytes.size()};
  }
};

std::string gtid_fields(const nbl::GtidTransactionStep& step) {
  const bool anonymous = step.gtid.form == nbl::Gtid::Form::anonymous;
  return std::string(" gtid=") +
         (anonymous ? "anonymous" : uuid_text(step.gtid.uuid) + ":" + std::to_string(step.gtid.number)) +
         " outer_start=" + std::to_string(step.start_offset) +
         " outer_events=" + std::to_string(step.event_count) +
         " outer_bytes=" + std::to_string(step.wire_bytes);
}

}  // namespace

void run_boundary(const CaseFile& file, const Case& one) {
  const nbl::FormatDescription format = parse_format(file, one);
  std::vector<std::string> got;
  std::vector<nbl::Status> errors;
  for (const Input& input : one.inputs) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[input.bytes.size() + 1]);
    if (!input.bytes.empty()) std::memcpy(exact.get(), input.bytes.data(), input.bytes.size());
    nbl::Event event;
    nbl::Status status;
    nbl::TransactionBoundary boundary;
    const bool good = nbl::read_event(format, nbl::Span{exact.get(), input.bytes.size()}, input.offset,
                                      one.limits.max_event_bytes, nbl::crc32_best(), &event, &status) &&
                      nbl::parse_boundary(event, format, &boundary, &status);
    if (!good) {
      errors.push_back(status);
      got.push_back(error_text(status));
      continue;
    }
    const bool xid = boundary.action == nbl::TransactionAction::xid;
    const char* action = boundary.action == nbl::TransactionAction::begin      ? "begin"
                         : boundary.action == nbl::TransactionAction::rollback ? "rollback"
                                                                               : "commit";
    got.push_back(std::string("boundary action=") + action +
                  " xid=" + (xid ? std::to_string(boundary.xid) : std::string("none")));
  }
  compare(one, got, errors);
}

void run_transaction(const CaseFile& file, const Case& one, nbl::Input mode) {
  Workspace block(nbl::transaction_workspace_size(one.limits, mode));
  nbl::Status status;
  auto* decoder = nbl::TransactionDecoder::init(block.data(), block.size(), parse_format(file, one),
                                                one.limits, mode, &status);
  REQUIRE_MESSAGE(decoder != nullptr, one.name << ": " << error_text(status));
  const Tape tape(one);
  std::vector<std::string> got;
  std::vector<nbl::Status> errors;
  for (std::size_t i = 0; i < one.inputs.size(); ++i) {
    nbl::TransactionStep step;
    if (!decoder->feed(tape.event(one, i), one.inputs[i].offset, &step)) {
      errors.push_back(decoder->status());
      got.push_back(error_text(decoder->status()));
      CHECK_FALSE(decoder->is_active());
    } else if (step.outcome == nbl::TransactionOutcome::none) {
      got.push_back("none");
    } else {
      std::vector<std::string> attached{describe(step.outcome, step.transaction)};
      describe_rows(step.transaction, &attached);
      std::vector<std::string> detached;
      describe_detached(step.outcome, step.transaction, &detached);
      CHECK(attached == detached);
      got.insert(got.end(), attached.begin(), attached.end());
    }
  }
  if (!one.expects_finish()) {
  } else if (decoder->finish()) {
    got.push_back("finish ok");
  } else {
    errors.push_back(decoder->status());
    got.push_back("finish " + error_text(decoder->status()));
  }
  compare(one, got, errors);
}

void run_gtid(const CaseFile& file, const Case& one, nbl::Input mode) {
  Workspace block(nbl::transaction_workspace_size(one.limits, mode));
  nbl::Status status;
  auto* decoder = nbl::GtidTransactionDecoder::init(block.data(), block.size(), parse_format(file, one),
                                                    one.limits, mode, &status);
  REQUIRE_MESSAGE(decoder != nullptr, one.name << ": " << error_text(status));
  const Tape tape(one);
  std::vector<std::string> got;
  std::vector<nbl::Status> errors;
  for (std::size_t i = 0; i < one.inputs.size(); ++i) {
    nbl::GtidTransactionStep step;
    if (!decoder->feed(tape.event(one, i), one.inputs[i].offset, &step)) {
      errors.push_back(decoder->status());
      got.push_back(error_text(decoder->status()));
      CHECK_FALSE(decoder->is_active());
    } else if (step.outcome == nbl::TransactionOutcome::none) {
      got.push_back("none");
    } else {
      got.push_back(describe(step.outcome, step.transaction) + gtid_fields(step));
      describe_rows(step.transaction, &got);
    }
  }
  if (!one.expects_finish()) {
  } else if (decoder->finish()) {
    got.push_back("finish ok");
  } else {
    errors.push_back(decoder->status());
    got.push_back("finish " + error_text(decoder->status()));
  }
  compare(one, got, errors);
}

}  // namespace vectors
