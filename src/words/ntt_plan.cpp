#include "words/ntt_plan.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "twiddles/radices.hpp"
#include "words/bit_reversal.hpp"
#include "words/check_words.hpp"

namespace ringlet::words {
namespace {

template <class Word>
std::vector<unsigned> radices_or_choice(std::span<const unsigned> radices, unsigned log_n,
                                        twiddles::Direction direction, const backends::NttChoice<Word>& choice) {
  if (radices.empty()) return twiddles::choose_radices(log_n, direction, choice);
  return {radices.begin(), radices.end()};
}

/// Greatest number of values in a piece. Products that need more than one kernel are computed piece by piece, so that
/// they stay in a first-level cache. Both this and n are powers of two, so that pieces divide a polynomial.
constexpr std::size_t longest_piece = 256;

}  // namespace

template <class Word>
NttPlan<Word>::NttPlan(unsigned log_n, Word q, Ring ring, Word root, const backends::Backend& backend,
                       std::span<const unsigned> radices, Order order, Word coset)
    : modulus_(arith::make_modulus<arith::TwiddleWord<Word>>(q)),
      ring_(ring),
      order_(order),
      log_n_(log_n),
      root_(root),
      first_point_(ring == Ring::cyclic ? coset : root),
      inverse_first_point_(arith::inverse_mod<Residue>(first_point_, modulus_.q)),
      choice_(backends::choose_ntt<Word>(backend, modulus_.q, log_n)),
      eltwise_(modulus_, backend),
      tables_(log_n, modulus_, ring, root, *choice_.kernel,
              radices_or_choice(radices, log_n, twiddles::Direction::forward, choice_),
              radices_or_choice(radices, log_n, twiddles::Direction::inverse, choice_), true, coset),
      scratch_(choice_.kernel->scratch_bytes << log_n) {}

template <class Word>
kernels::BasicNttCall<Word> NttPlan<Word>::call(Passes passes, Word* out, const Word* in, void* scratch) const {
  return {.modulus = &modulus_,
          .passes = passes.data(),
          .pass_count = static_cast<unsigned>(passes.size()),
          .log_n = log_n_,
          .scale = tables_.scale(),
          .out = out,
          .in = in,
          .input_factor = 1,
          .output_factor = 1,
          .scratch = scratch};
}

template <class Word>
void NttPlan<Word>::run(Kernel kernel, Passes passes, Word* out, const Word* in, unsigned input_factor,
                        unsigned output_factor, bool reorders_input) const {
  const memory::Scratch::Loan scratch(scratch_);
  kernels::BasicNttCall<Word> transform = call(passes, out, in, scratch.get());
  transform.input_factor = input_factor;
  transform.output_factor = output_factor;
  check_words(in, size(), modulus_.q, input_factor);
  // Kernels take values below 4q if these fit a lane, else canonical values.
  if (const bool lazy = arith::WordTraits<Word>::has_lazy_values && arith::fits<Word>(4, modulus_.q);
      input_factor > (lazy ? 4 : 1)) {
    eltwise_.reduce_words(out, in, size());
    transform.in = out;
    transform.input_factor = lazy ? 2 : 1;
  }
  if (reorders_input) {
    reverse_order(out, transform.in, log_n_);
    transform.in = out;
  }
  kernel(transform);
  check_words(out, size(), modulus_.q, output_factor);
}

template <class Word>
void NttPlan<Word>::forward(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->forward, tables_.forward(), out, in, input_factor, output_factor);
  if (reorders(Domain::evaluations)) reverse_order(out, out, log_n_);
}

template <class Word>
void NttPlan<Word>::forward_reversed(Word* values) const {
  run(choice_.kernel->forward, tables_.forward(), values, values, 1, 1);
}

template <class Word>
std::size_t NttPlan<Word>::padded_size(std::size_t count) const {
  std::size_t padded = size();
  for (unsigned left = Stages::most_skipped(tables_.forward()); left != 0 && count <= padded / 2; --left) padded /= 2;
  return padded;
}

template <class Word>
void NttPlan<Word>::forward_padded(Word* values, std::size_t padded, unsigned output_factor) const {
  if (padded == size()) return forward(values, values, 1, output_factor);
  check_words(values, padded, modulus_.q, 1);
  const auto skipped = static_cast<unsigned>(std::countr_zero(size() / padded));
  const memory::Scratch::Loan scratch(scratch_);
  Stages stages(tables_.forward(), skipped);
  // The first block is written last, over the coefficients.
  for (std::size_t block = size() / padded; block-- > 0;) {
    kernels::BasicNttCall<Word> transform = call(stages.of(block), values + block * padded, values, scratch.get());
    transform.log_n -= skipped;
    transform.output_factor = output_factor;
    choice_.kernel->forward(transform);
  }
  check_words(values, size(), modulus_.q, output_factor);
  if (reorders(Domain::evaluations)) reverse_order(values, values, log_n_);
}

template <class Word>
void NttPlan<Word>::inverse(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->inverse, tables_.inverse(), out, in, input_factor, output_factor, reorders(Domain::evaluations));
}

template <class Word>
void NttPlan<Word>::multiply(Word* out, const Word* x, const Word* y) const {
  const memory::AlignedBytes y_block = memory::allocate_bytes(size() * sizeof(Word));
  auto* const y_values = static_cast<Word*>(static_cast<void*>(y_block.get()));
  const memory::Scratch::Loan scratch(
      scratch_);  // one loan for all three, so that `out` is written when nothing can fail any more
  choice_.kernel->forward(call(tables_.forward(), y_values, y, scratch.get()));
  // y is no longer needed, so `out` may overwrite it.
  choice_.kernel->forward(call(tables_.forward(), out, x, scratch.get()));
  eltwise_.mul(out, out, y_values, size());
  choice_.kernel->inverse(call(tables_.inverse(), out, out, scratch.get()));
}

template <class Word>
std::size_t NttPlan<Word>::cell_words() const {
  const std::size_t bytes = cell_kernels() != nullptr ? cell_kernels()->cell_bytes : sizeof(Word);
  return (size() * bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

template <class Word>
void NttPlan<Word>::load(void* cells, const Word* in, Domain domain) const {
  if (cell_kernels() == nullptr) {
    if (reorders(domain)) return reverse_order(words(cells), in, log_n_);
    std::copy_n(in, size(), words(cells));
    return;
  }
  memory::AlignedBytes reordered;
  if (reorders(domain)) {
    reordered = memory::allocate_bytes(size() * sizeof(Word));
    reverse_order(words(reordered.get()), in, log_n_);
    in = words(reordered.get());
  }
  cell_kernels()->load(cells, in, size(), modulus_, domain);
}

template <class Word>
void NttPlan<Word>::store(Word* out, const void* cells, Domain domain) const {
  if (cell_kernels() == nullptr) {
    std::copy_n(words(cells), size(), out);
  } else {
    cell_kernels()->store(out, cells, size(), modulus_, domain);
  }
  if (reorders(domain)) reverse_order(out, out, log_n_);
}

template <class Word>
void NttPlan<Word>::forward_cells(void* cells, Executor* /*executor*/) const {
  if (cell_kernels() == nullptr) {
    return run(choice_.kernel->forward, tables_.forward(), words(cells), words(cells), 1, 1);
  }
  cell_kernels()->forward(call(tables_.forward(), words(cells), nullptr, cells));
}

template <class Word>
void NttPlan<Word>::inverse_cells(void* cells, Executor* /*executor*/) const {
  if (cell_kernels() == nullptr) {
    return run(choice_.kernel->inverse, tables_.inverse(), words(cells), words(cells), 1, 1);
  }
  cell_kernels()->inverse(call(tables_.inverse(), words(cells), nullptr, cells));
}

template <class Word>
void NttPlan<Word>::add_cells(void* out, const void* a, const void* b) const {
  if (cell_kernels() == nullptr) return eltwise_.add(words(out), words(a), words(b), size());
  cell_kernels()->add(out, a, b, size(), modulus_);
}

template <class Word>
void NttPlan<Word>::sub_cells(void* out, const void* a, const void* b) const {
  if (cell_kernels() == nullptr) return eltwise_.sub(words(out), words(a), words(b), size());
  cell_kernels()->sub(out, a, b, size(), modulus_);
}

template <class Word>
void NttPlan<Word>::multiply_words(Word* out, const Word* x, const Word* y, bool adds) const {
  if (!adds) return eltwise_.mul(out, x, y, size());
  alignas(64) Word products[longest_piece];
  const std::size_t piece = std::min(size(), longest_piece);
  for (std::size_t i = 0; i < size(); i += piece) {
    eltwise_.mul(products, x + i, y + i, piece);
    eltwise_.add(out + i, out + i, products, piece);
  }
}

template <class Word>
void NttPlan<Word>::multiply_cells(void* out, Factor x, Factor y, Form /*form*/, bool adds) const {
  const auto* const kernels = cell_kernels();
  if (kernels == nullptr) return multiply_words(words(out), words(x.cells), words(y.cells), adds);
  const auto multiply = [&](void* to, const void* a, const void* b, std::size_t count) {
    if (adds) {
      kernels->mul_add(to, a, b, to, count, modulus_);
    } else {
      kernels->mul(to, a, b, count, modulus_);
    }
  };
  if (kernels->reduce == nullptr || (!x.are_products && !y.are_products)) {
    return multiply(out, x.cells, y.cells, size());
  }
  alignas(64) std::byte reduced[2][longest_piece * 2 * sizeof(Word)];
  const std::size_t piece = std::min(size(), longest_piece);
  for (std::size_t i = 0; i < size(); i += piece) {
    const std::size_t at = i * kernels->cell_bytes;
    const auto factor = [&](const Factor& of, std::byte* copy) -> const void* {
      const auto* const cells = static_cast<const std::byte*>(of.cells) + at;
      if (!of.are_products) return cells;
      kernels->reduce(copy, cells, piece, modulus_);
      return copy;
    };
    multiply(static_cast<std::byte*>(out) + at, factor(x, reduced[0]), factor(y, reduced[1]), piece);
  }
}

template <class Word>
std::string NttPlan<Word>::describe() const {
  std::string text(choice_.backend->name);
  text.append(" / ").append(choice_.kernel->arithmetic).append(" / ");
  const unsigned lanes_log = choice_.kernel->lanes_log;
  const std::string forward = twiddles::list_radices(tables_.forward(), lanes_log);
  const std::string inverse = twiddles::list_radices(tables_.inverse(), lanes_log);
  text.append("radix ").append(forward);
  return inverse == forward ? text : text.append("; inverse ").append(inverse);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class NttPlan)

}  // namespace ringlet::words
