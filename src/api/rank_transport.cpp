#include "api/rank_transport.hpp"

#include <algorithm>
#include <span>

#include "api/large_arrays.hpp"

namespace ringlet::api {
namespace {

/// A list of a number for each rank, number `index` of four.
std::span<std::size_t> list_of(std::vector<std::size_t>& counts, std::size_t index) {
  return std::span(counts).subspan(index * (counts.size() / 4), counts.size() / 4);
}

}  // namespace

template <class Word>
RankTransport<Word>::RankTransport(RankGroup& group, CoefficientOrder coefficients, std::size_t largest)
    : group_(&group),
      are_coefficients_transposed_(coefficients == CoefficientOrder::transposed),
      first_(largest * (sizeof(Word) / sizeof(std::uint64_t))),
      second_(largest * (sizeof(Word) / sizeof(std::uint64_t))),
      counts_(4 * group.size()) {}

template <class Word>
void RankTransport<Word>::start(const Word* in, Word* out, bool is_forward, Executor& executor) {
  executor_ = &executor;
  in_ = in;
  out_ = out;
  between_ = nullptr;
  is_forward_ = is_forward;
  is_known_ = false;
}

template <class Word>
std::size_t RankTransport<Word>::workers() const noexcept {
  return executor_->workers();
}

template <class Word>
Word* RankTransport<Word>::another(const Word* buffer) const {
  auto* const first = reinterpret_cast<Word*>(first_.get());
  return buffer == first ? reinterpret_cast<Word*>(second_.get()) : first;
}

template <class Word>
RankBlock RankTransport<Word>::share(std::size_t lines) const {
  return lines_of_rank(group_->rank(), group_->size(), lines);
}

template <class Word>
void RankTransport<Word>::transform(const LargePass& pass, const Word* from, Word* to, const Compute& compute) const {
  const RankBlock mine = share(pass.lines);
  LargePass local = pass;
  local.index = 0;
  local.lines = mine.count;
  LargeArrays<Word> arrays({.in = from, .between = to, .out = nullptr}, *executor_);
  arrays.run(local, [&](Word* values, std::size_t first, std::size_t count, std::size_t worker) {
    compute(values, mine.first + first, count, worker);
  });
}

template <class Word>
void RankTransport<Word>::exchange(Word* rows, const Word* packed, std::size_t lines, std::size_t length) {
  const std::size_t ranks = group_->size();
  const RankBlock my_lines = share(lines), my_rows = share(length);
  const std::span sent = list_of(counts_, 0), sent_at = list_of(counts_, 1);
  const std::span received_counts = list_of(counts_, 2), received_at = list_of(counts_, 3);
  for (std::size_t r = 0; r < ranks; ++r) {
    const RankBlock its_lines = lines_of_rank(r, ranks, lines), its_rows = lines_of_rank(r, ranks, length);
    sent[r] = its_rows.count * my_lines.count;
    sent_at[r] = its_rows.first * my_lines.count;
    received_counts[r] = my_rows.count * its_lines.count;
    received_at[r] = my_rows.count * its_lines.first;
  }
  Word* const received = another(packed);
  is_known_ = true;
  group_->agree(nullptr);
  group_->exchange(packed, {.counts = sent, .places = sent_at}, received,
                   {.counts = received_counts, .places = received_at}, sizeof(Word));
  is_known_ = false;
  // Each rank has sent its piece of all my rows, row after row.
  run_in_pieces(*executor_, my_rows.count, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t r = 0; r < ranks; ++r) {
        const RankBlock its = lines_of_rank(r, ranks, lines);
        std::copy_n(received + my_rows.count * its.first + i * its.count, its.count, rows + i * lines + its.first);
      }
    }
  });
}

template <class Word>
const Word* RankTransport<Word>::turn(const LargePass& pass, const Word* array) {
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
void RankTransport<Word>::run(const LargePass& pass, const Compute& compute) {
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

template class RankTransport<std::uint64_t>;
template class RankTransport<uint128_t>;
template class RankTransport<UInt<192>>;
template class RankTransport<UInt<256>>;
template class RankTransport<UInt<320>>;
template class RankTransport<UInt<384>>;
template class RankTransport<UInt<512>>;

}  // namespace ringlet::api
