// What the strict decoders ask of their caller before they exist.
#include <doctest/doctest.h>

#include <vector>

#include "nanobinlog/transaction.hpp"

namespace {

template <class Decoder>
void refuses_without_a_format() {
  nbl::Limits limits;
  limits.max_bytes = 4096;
  std::vector<std::uint64_t> block(nbl::transaction_workspace_size(limits, nbl::Input::copied) / 8 + 1);
  nbl::Status status;
  const nbl::FormatDescription none;
  CHECK(Decoder::init(block.data(), block.size() * 8, none, limits, nbl::Input::copied, &status) == nullptr);
  CHECK(status.code == nbl::Code::missing_format_description);
}

}  // namespace

TEST_CASE("transaction: no decoder without a format description") {
  refuses_without_a_format<nbl::TransactionDecoder>();
  refuses_without_a_format<nbl::GtidTransactionDecoder>();
}
