#include "words/ntt_columns.hpp"

#include <array>

#include "arith/word_arithmetic.hpp"
#include "twiddles/radices.hpp"

namespace ringlet::words {
namespace {

/// Returns the radices of both passes. The longer pass comes last, on neighbouring rows.
std::array<unsigned, 2> radices_of(unsigned log_rows) { return {log_rows / 2, log_rows - log_rows / 2}; }

}  // namespace

NttColumns::Heights NttColumns::heights(Word q, const backends::Backend& backend) {
  // Size of a transform that is not too short for any kernel.
  constexpr unsigned log_n = 8;
  const auto& kernel = *backends::choose_ntt<Word>(backend, q, log_n).kernel;
  if (!kernel.has_column_factors) return {};
  return {2 * (kernel.max_radix_log - 1), 2 * kernel.max_radix_log};
}

NttColumns::NttColumns(unsigned log_rows, const arith::WordModulus& modulus, Ring ring, Word root,
                       std::span<const Word> factors, std::span<const Word> inverse_factors,
                       const backends::Backend& backend)
    : log_rows_(log_rows),
      modulus_(modulus),
      choice_(backends::choose_ntt<Word>(backend, modulus.q, log_rows)),
      tables_(log_rows, modulus, ring, root, *choice_.kernel, radices_of(log_rows), radices_of(log_rows), false),
      forward_factors_(powers(factors)),
      inverse_factors_(powers(inverse_factors)) {}

memory::AlignedWords<NttColumns::Word> NttColumns::powers(std::span<const Word> factors) const {
  const arith::TwiddleCodec<Word>& codec = choice_.kernel->codec;
  const std::size_t lanes = std::size_t{1} << choice_.kernel->lanes_log;
  memory::AlignedWords<Word> twiddles(rows() * columns * codec.words);
  for (std::size_t row = 0; row < rows(); ++row) {
    const auto step = arith::make_shoup_pair(factors[row], modulus_);
    Word power = 1;
    for (std::size_t column = 0; column < columns; ++column) {
      Word* const group = twiddles.data() + (row * columns + column / lanes * lanes) * codec.words;
      codec.encode(group, column % lanes, lanes, power, modulus_);
      power = arith::mul_mod(power, step, modulus_);
    }
  }
  return twiddles;
}

std::size_t NttColumns::scratch_words() const { return rows() * (columns + choice_.kernel->codec.words); }

void NttColumns::run(twiddles::Direction direction, Word* out, const Word* in, std::size_t stride,
                     const Word* row_factors, Word* scratch, bool streams) const {
  const bool is_forward = direction == twiddles::Direction::forward;
  Word* const row_twiddles = scratch + rows() * columns;
  const arith::TwiddleCodec<Word>& codec = choice_.kernel->codec;
  for (std::size_t row = 0; row < rows(); ++row) {
    codec.encode(row_twiddles + row * codec.words, 0, 1, row_factors[row], modulus_);
  }
  const kernels::BasicColumnsCall<Word> call{
      .modulus = &modulus_,
      .passes = is_forward ? tables_.forward().data() : tables_.inverse().data(),
      .pass_count = 2,
      .log_rows = log_rows_,
      .scale = tables_.scale(),
      .out = out,
      .in = in,
      .out_stride = stride,
      .in_stride = stride,
      .columns = columns,
      .cells = scratch,
      .cell_stride = columns,
      .row_factors = row_twiddles,
      .column_factors = is_forward ? forward_factors_.data() : inverse_factors_.data(),
      .streams = streams};
  (is_forward ? choice_.kernel->forward_columns : choice_.kernel->inverse_columns)(call);
}

std::size_t NttColumns::table_bytes() const {
  return tables_.bytes() + (forward_factors_.size() + inverse_factors_.size()) * sizeof(Word);
}

std::string NttColumns::describe() const {
  return std::string(choice_.backend->name)
      .append(" / ")
      .append(choice_.kernel->arithmetic)
      .append(" / radix ")
      .append(twiddles::list_radices(tables_.forward(), 0))
      .append(", as they lie in rows");
}

}  // namespace ringlet::words
