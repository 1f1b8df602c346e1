#include "plan/ntt_plan.hpp"

#include <vector>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "plan/radices.hpp"

namespace ringlet::plan {
namespace {

template <class Word>
std::vector<unsigned> radices_or_choice(std::span<const unsigned> radices, unsigned log_n, Direction direction,
                                        const backends::NttChoice<Word>& choice) {
  if (radices.empty()) return choose_radices(log_n, direction, choice);
  return {radices.begin(), radices.end()};
}

}  // namespace

template <class Word>
NttPlan<Word>::NttPlan(unsigned log_n, Word q, Ring ring, Word root, const backends::Backend& backend,
                       std::span<const unsigned> radices)
    : modulus_(arith::make_modulus<arith::TwiddleWord<Word>>(q)),
      ring_(ring),
      log_n_(log_n),
      root_(root),
      choice_(backends::choose_ntt<Word>(backend, modulus_.q, log_n)),
      mul_(backends::choose_eltwise(backend, modulus_.q, &EltwiseKernels::mul).kernel->mul),
      add_(backends::choose_eltwise(backend, modulus_.q, &EltwiseKernels::add).kernel->add),
      sub_(backends::choose_eltwise(backend, modulus_.q, &EltwiseKernels::sub).kernel->sub),
      values_(&buffer_operations<Word>(choice_.kernel->buffer)),
      tables_(log_n, modulus_, ring, root, *choice_.kernel,
              radices_or_choice(radices, log_n, Direction::forward, choice_),
              radices_or_choice(radices, log_n, Direction::inverse, choice_)),
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
                        unsigned output_factor) const {
  const Scratch::Loan scratch(scratch_);
  kernels::BasicNttCall<Word> transform = call(passes, out, in, scratch.get());
  transform.input_factor = input_factor;
  transform.output_factor = output_factor;
  kernel(transform);
}

template <class Word>
void NttPlan<Word>::forward(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->forward, tables_.forward(), out, in, input_factor, output_factor);
}

template <class Word>
void NttPlan<Word>::inverse(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const {
  run(choice_.kernel->inverse, tables_.inverse(), out, in, input_factor, output_factor);
}

template <class Word>
void NttPlan<Word>::multiply(Word* out, const Word* x, const Word* y) const {
  const AlignedBytes y_block = allocate_bytes(size() * sizeof(Word));
  auto* const y_values = static_cast<Word*>(static_cast<void*>(y_block.get()));
  const Scratch::Loan scratch(scratch_);  // one for all three, so that `out` is written when nothing can fail any more
  choice_.kernel->forward(call(tables_.forward(), y_values, y, scratch.get()));
  // y, which out may alias, is no longer needed.
  choice_.kernel->forward(call(tables_.forward(), out, x, scratch.get()));
  multiply_values(out, out, y_values, size());
  choice_.kernel->inverse(call(tables_.inverse(), out, out, scratch.get()));
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
  buffer_kernels()->forward(call(tables_.forward(), static_cast<Word*>(values), nullptr, values));
}

template <class Word>
void NttPlan<Word>::inverse_buffer(void* values) const {
  buffer_kernels()->inverse(call(tables_.inverse(), static_cast<Word*>(values), nullptr, values));
}

template <class Word>
std::string NttPlan<Word>::describe() const {
  std::string text(choice_.backend->name);
  text.append(" / ").append(choice_.kernel->arithmetic).append(" / ");
  const unsigned lanes_log = choice_.kernel->lanes_log;
  const std::string forward = list_radices(tables_.forward(), lanes_log);
  const std::string inverse = list_radices(tables_.inverse(), lanes_log);
  text.append("radix ").append(forward);
  return inverse == forward ? text : text.append("; inverse ").append(inverse);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class NttPlan)

}  // namespace ringlet::plan
