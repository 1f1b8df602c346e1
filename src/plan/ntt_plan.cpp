#include "plan/ntt_plan.hpp"

#include <vector>

#include "arith/word_arithmetic.hpp"
#include "plan/radices.hpp"

namespace ringlet::plan {
namespace {

/// 1/a modulo the prime q.
template <class Word>
Word invert(Word a, const arith::BasicModulus<Word>& m) {
  return arith::pow_mod<Word>(a, m.q - 2, m);
}

/// The root of unity of order n that belongs to a ring's root.
template <class Word>
Word omega_of(Ring ring, Word root, const arith::BasicModulus<Word>& m) {
  return ring == Ring::cyclic ? root : arith::mul_mod(root, root, m);
}

/// 1/n for n = 2^log_n < q.
template <class Word>
Word inverse_size(unsigned log_n, const arith::BasicModulus<Word>& m) {
  return invert(Word{1} << log_n, m);
}

template <class Word>
std::vector<unsigned> radices_or_choice(std::span<const unsigned> radices, unsigned log_n, Direction direction,
                                        const backends::BasicNttChoice<Word>& choice) {
  if (radices.empty()) return choose_radices(log_n, direction, choice);
  return {radices.begin(), radices.end()};
}

/// The radices as text, "2^2, 2^3, 2^6": that of the last pass counts the stages inside a vector.
template <class Word>
std::string list_radices(std::span<const kernels::BasicNttPass<Word>> passes, unsigned lanes_log) {
  std::string text;
  for (const kernels::BasicNttPass<Word>& pass : passes) {
    const bool first = &pass == &passes.front(), tile = &pass == &passes.back();
    text.append(first ? "2^" : ", 2^").append(std::to_string(pass.radix_log + (tile ? lanes_log : 0)));
  }
  return text;
}

}  // namespace

template <class Word>
NttPlan<Word>::NttPlan(unsigned log_n, Word q, Ring ring, Word root, const backends::Backend& backend,
                       std::span<const unsigned> radices)
    : modulus_(arith::make_modulus(q)),
      ring_(ring),
      log_n_(log_n),
      root_(root),
      choice_(backends::choose_ntt<Word>(backend, modulus_.bits, log_n)),
      mul_(backends::choose_eltwise(backend, modulus_.bits, &EltwiseKernels::mul).kernels->mul),
      add_(backends::choose_eltwise(backend, modulus_.bits, &EltwiseKernels::add).kernels->add),
      sub_(backends::choose_eltwise(backend, modulus_.bits, &EltwiseKernels::sub).kernels->sub),
      values_(&buffer_operations<Word>(choice_.kernel->buffer)),
      forward_(radices_or_choice(radices, log_n, Direction::forward, choice_), *choice_.kernel),
      inverse_(radices_or_choice(radices, log_n, Direction::inverse, choice_), *choice_.kernel),
      scratch_(choice_.kernel->scratch_bytes << log_n) {
  write_tables();
}

template <class Word>
std::size_t NttPlan<Word>::scale_count() const {
  return choice_.kernel->scales_first_products ? std::size_t{1} << inverse_.passes().front().radix_log : 1;
}

template <class Word>
void NttPlan<Word>::write_tables() {
  const kernels::BasicNttKernel<Word>& kernel = *choice_.kernel;
  AlignedWords<Word> stages(size());
  tables_.resize(scale_at() + scale_count() * kernel.codec.words);
  write_stage_twiddles<Word>(stages, ring_, root_, modulus_);
  forward_.write(tables_.data(), stages, omega_of(ring_, root_, modulus_), kernel, modulus_);
  const Word inverse_root = invert(root_, modulus_);
  write_stage_twiddles<Word>(stages, ring_, inverse_root, modulus_);
  // Where stage 0 applies the factor 1/n, its differences get it through their one twiddle, its sums from `scale`.
  const Word factor = inverse_size(log_n_, modulus_);
  for (std::size_t i = 0; i < scale_count(); ++i) {
    const Word w = i == 0 ? factor : arith::mul_mod(stages[i], factor, modulus_);
    kernel.codec.encode(tables_.data() + scale_at() + i * kernel.codec.words, 0, 1, w, modulus_);
  }
  if (!kernel.scales_first_products) stages[1] = arith::mul_mod(stages[1], factor, modulus_);
  inverse_.write(tables_.data() + forward_.words(), stages, omega_of(ring_, inverse_root, modulus_), kernel, modulus_);
}

template <class Word>
kernels::BasicNttCall<Word> NttPlan<Word>::call(const TwiddleTable<Word>& table, Word* out, const Word* in,
                                                void* scratch) const {
  return {.modulus = &modulus_,
          .passes = table.passes().data(),
          .pass_count = static_cast<unsigned>(table.passes().size()),
          .log_n = log_n_,
          .scale = tables_.data() + scale_at(),
          .out = out,
          .in = in,
          .input_factor = 1,
          .output_factor = 1,
          .scratch = scratch};
}

template <class Word>
void NttPlan<Word>::run(Kernel kernel, const TwiddleTable<Word>& table, Word* out, const Word* in,
                        unsigned input_factor, unsigned output_factor) const {
  const Scratch::Loan scratch(scratch_);
  kernels::BasicNttCall<Word> transform = call(table, out, in, scratch.get());
  transform.input_factor = input_factor;
  transform.output_factor = output_factor;
  kernel(transform);
}

template <class Word>
void NttPlan<Word>::forward(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->forward, forward_, out, in, input_factor, output_factor);
}

template <class Word>
void NttPlan<Word>::inverse(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->inverse, inverse_, out, in, input_factor, output_factor);
}

template <class Word>
void NttPlan<Word>::multiply(Word* out, const Word* x, const Word* y) const {
  const AlignedBytes y_block = allocate_bytes(size() * sizeof(Word));
  auto* const y_values = static_cast<Word*>(static_cast<void*>(y_block.get()));
  const Scratch::Loan scratch(scratch_);  // one for all three, so that `out` is written when nothing can fail any more
  choice_.kernel->forward(call(forward_, y_values, y, scratch.get()));
  choice_.kernel->forward(call(forward_, out, x, scratch.get()));  // y, which out may alias, is no longer needed
  multiply_values(out, out, y_values, size());
  choice_.kernel->inverse(call(inverse_, out, out, scratch.get()));
}

template <class Word>
void NttPlan<Word>::multiply_values(Word* out, const Word* x, const Word* y, std::size_t count) const {
  mul_(out, x, y, count, modulus_, 1);
}

template <class Word>
void NttPlan<Word>::add_values(Word* out, const Word* x, const Word* y, std::size_t count) const {
  add_(out, x, y, count, modulus_);
}

template <class Word>
void NttPlan<Word>::sub_values(Word* out, const Word* x, const Word* y, std::size_t count) const {
  sub_(out, x, y, count, modulus_);
}

template <class Word>
void NttPlan<Word>::forward_buffer(void* values) const {
  buffer_kernels()->forward(call(forward_, static_cast<Word*>(values), nullptr, values));
}

template <class Word>
void NttPlan<Word>::inverse_buffer(void* values) const {
  buffer_kernels()->inverse(call(inverse_, static_cast<Word*>(values), nullptr, values));
}

template <class Word>
std::string NttPlan<Word>::describe() const {
  std::string text(choice_.backend->name);
  text.append(" / ").append(choice_.kernel->arithmetic).append(" / ");
  const unsigned lanes_log = choice_.kernel->lanes_log;
  const std::string forward = list_radices(forward_.passes(), lanes_log);
  const std::string inverse = list_radices(inverse_.passes(), lanes_log);
  text.append("radix ").append(forward);
  return inverse == forward ? text : text.append("; inverse ").append(inverse);
}

template class NttPlan<std::uint64_t>;
template class NttPlan<uint128_t>;

}  // namespace ringlet::plan
