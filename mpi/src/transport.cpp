#include "transport.hpp"

#include <algorithm>
#include <span>

#include "api/large_arrays.hpp"
#include "shares.hpp"

namespace ringlet::mpi {
namespace {

/// Four lists of MPI_Alltoallv.
struct Counts {
  explicit Counts(std::vector<int>& all)
      : sent(all.data()),
        sent_at(sent + all.size() / 4),
        received(sent + all.size() / 2),
        received_at(sent_at + all.size() / 2) {}

  int* sent;
  int* sent_at;
  int* received;
  int* received_at;
};

}  // namespace

template <class Word>
Transport<Word>::Transport(const Communicator& comm, CoefficientOrder coefficients, Executor& executor,
                           std::size_t largest)
    : comm_(&comm),
      are_coefficients_transposed_(coefficients == CoefficientOrder::transposed),
      executor_(&executor),
      first_(largest * (sizeof(Word) / sizeof(std::uint64_t))),
      second_(largest * (sizeof(Word) / sizeof(std::uint64_t))),
      counts_(4 * comm.ranks().count) {
  require_success(MPI_Type_contiguous(sizeof(Word), MPI_BYTE, &number_));
  require_success(MPI_Type_commit(&number_));
}

template <class Word>
Transport<Word>::~Transport() {
  int is_finalised = 0;
  if (MPI_Finalized(&is_finalised) == MPI_SUCCESS && is_finalised == 0) MPI_Type_free(&number_);
}

template <class Word>
void Transport<Word>::start(const Word* in, Word* out, bool is_forward) {
  in_ = in;
  out_ = out;
  between_ = nullptr;
  is_forward_ = is_forward;
  is_known_ = false;
}

template <class Word>
std::size_t Transport<Word>::workers() const noexcept {
  return executor_->workers();
}

template <class Word>
Word* Transport<Word>::another(const Word* buffer) const {
  auto* const first = reinterpret_cast<Word*>(first_.get());
  return buffer == first ? reinterpret_cast<Word*>(second_.get()) : first;
}

template <class Word>
Block Transport<Word>::share(std::size_t lines) const {
  return lines_of(comm_->ranks().mine, comm_->ranks().count, lines);
}

template <class Word>
void Transport<Word>::transform(const LargePass& pass, const Word* from, Word* to, const Compute& compute) const {
  const Block mine = share(pass.lines);
  LargePass local = pass;
  local.index = 0;
  local.lines = mine.count;
  api::LargeArrays<Word> arrays({.in = from, .between = to, .out = nullptr}, *executor_);
  arrays.run(local, [&](Word* values, std::size_t first, std::size_t count, std::size_t worker) {
    compute(values, mine.first + first, count, worker);
  });
}

template <class Word>
void Transport<Word>::exchange(Word* rows, const Word* packed, std::size_t lines, std::size_t length) {
  const std::size_t ranks = comm_->ranks().count;
  const Block my_lines = share(lines), my_rows = share(length);
  const Counts counts(counts_);
  for (std::size_t r = 0; r < ranks; ++r) {
    const Block its_lines = lines_of(r, ranks, lines), its_rows = lines_of(r, ranks, length);
    counts.sent[r] = static_cast<int>(its_rows.count * my_lines.count);
    counts.sent_at[r] = static_cast<int>(its_rows.first * my_lines.count);
    counts.received[r] = static_cast<int>(my_rows.count * its_lines.count);
    counts.received_at[r] = static_cast<int>(my_rows.count * its_lines.first);
  }
  Word* const received = another(packed);
  is_known_ = true;
  comm_->agree(nullptr);
  require_success(MPI_Alltoallv(packed, counts.sent, counts.sent_at, number_, received, counts.received,
                                counts.received_at, number_, comm_->get()));
  is_known_ = false;
  // Each rank has sent its piece of all my rows, row after row.
  run_in_pieces(*executor_, my_rows.count, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t r = 0; r < ranks; ++r) {
        const Block its = lines_of(r, ranks, lines);
        std::copy_n(received + my_rows.count * its.first + i * its.count, its.count, rows + i * lines + its.first);
      }
    }
  });
}

template <class Word>
const Word* Transport<Word>::turn(const LargePass& pass, const Word* array) {
  LargePass rows = pass;
  std::swap(rows.lines, rows.length);
  rows.from = {};
  rows.to = {.are_columns = true};
  Word* const packed = another(array);
  transform(rows, array, packed, [](Word*, std::size_t, std::size_t, std::size_t) {});
  exchange(packed, packed, rows.lines, rows.length);
  return packed;
}

template <class Word>
void Transport<Word>::run(const LargePass& pass, const Compute& compute) {
  const bool is_first = pass.index == 0;
  const bool reads_coefficients = is_forward_ && is_first, writes_coefficients = !is_forward_ && !is_first;
  LargePass lines = pass;
  const Word* from = is_first ? in_ : between_;
  if (pass.from.are_columns && !(reads_coefficients && are_coefficients_transposed_)) from = turn(pass, from);
  lines.from.are_columns = false;
  lines.to.are_columns = pass.to.are_columns && !(writes_coefficients && are_coefficients_transposed_);
  Word* const buffer = another(from);
  Word* const to = is_first ? buffer : out_;
  transform(lines, from, lines.to.are_columns ? buffer : to, compute);
  if (lines.to.are_columns) exchange(to, buffer, pass.lines, pass.length);
  between_ = to;
}

template class Transport<std::uint64_t>;
template class Transport<uint128_t>;
template class Transport<UInt<192>>;
template class Transport<UInt<256>>;
template class Transport<UInt<320>>;
template class Transport<UInt<384>>;
template class Transport<UInt<512>>;

}  // namespace ringlet::mpi
