#include "ringlet/ntt.hpp"

#include <bit>
#include <string>

#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "checks/extension.hpp"
#include "number_theory/cosets.hpp"
#include "ringlet/number_theory.hpp"
#include "words/extension_root.hpp"
#include "words/ntt_cosets.hpp"
#include "words/ntt_plan.hpp"
#include "words/ring_root.hpp"

namespace ringlet {
namespace {

/// Returns the factor of the points, by default that of the plan's own points.
template <class Word>
Word coset_of(const words::NttPlan<Word>& plan, std::optional<Word> coset, const Modulus<Word>& q) {
  return coset ? words::require_coset(*coset, q) : static_cast<Word>(plan.first_point());
}

template <class Word>
unsigned log_size(const words::NttPlan<Word>& plan) {
  return static_cast<unsigned>(std::countr_zero(plan.size()));
}

template <class Word>
std::shared_ptr<const words::NttPlan<Word>> make_plan(std::size_t n, const Modulus<Word>& q,
                                                      const NttOptions<Word>& options) {
  // Words that only tests have may have a lower limit.
  static_assert(Ntt<Word>::max_size == std::size_t{1} << arith::WordTraits<Word>::max_log_n || sizeof(Word) < 8);
  const Word root = words::ring_root(n, q, options);
  const Word coset = words::ring_coset(q, options);
  const auto log_n = static_cast<unsigned>(std::countr_zero(n));
  return std::make_shared<const words::NttPlan<Word>>(log_n, q.value(), options.ring, root, backends::active(),
                                                      std::span<const unsigned>{}, options.order, coset);
}

/// Checks the sizes and the overlap of an output and one input, and, in a checked build, the input's range.
template <class Word>
void check_arrays(std::size_t n, const Modulus<Word>& q, std::span<Word> out, const char* name,
                  std::span<const Word> in, unsigned input_factor) {
  checks::require_size("out", out.size(), n);
  checks::require_size(name, in.size(), n);
  checks::require_no_partial_overlap(name, out, in);
  checks::check_input(name, in, q, input_factor);
}

}  // namespace

namespace words {

template <class Word>
Word extension_root(Word omega, unsigned log_n, const Modulus<Word>& q, unsigned log_blowup) {
  checks::require_log_blowup(log_blowup, max_log_blowup);
  const std::uint64_t order = std::uint64_t{1} << (log_n + log_blowup);
  if ((q.value() - 1) % order != 0) {
    checks::reject("q", q.value(), "it must be 1 modulo n 2^log_blowup = 2^" + std::to_string(log_n + log_blowup));
  }
  using Number = arith::TwiddleWord<Word>;
  const Number any = primitive_root_of_unity(order, q);
  return static_cast<Word>(number_theory::smallest_root_above<Number>(
      omega, log_n, log_blowup, any, [&](Number a, Number b) { return arith::mul_mod<Number>(a, b, q.constants()); }));
}

template <class Word>
Word require_extension_root(Word omega, unsigned log_n, const Modulus<Word>& q, std::optional<Word> root,
                            unsigned log_blowup) {
  if (!root) return extension_root(omega, log_n, q, log_blowup);
  using Number = arith::TwiddleWord<Word>;
  const std::uint64_t blowup = std::uint64_t{1} << log_blowup;
  if (*root >= q.value() || arith::pow_mod<Number>(*root, static_cast<Number>(blowup), q.constants()) != omega) {
    checks::reject(
        "root", *root,
        "it must lie below q and its power " + std::to_string(blowup) + " must be omega = " + arith::text_of(omega));
  }
  return *root;
}

#define RINGLET_INSTANTIATE(Word)                                               \
  template Word extension_root(Word, unsigned, const Modulus<Word>&, unsigned); \
  template Word require_extension_root(Word, unsigned, const Modulus<Word>&, std::optional<Word>, unsigned);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)
#undef RINGLET_INSTANTIATE

}  // namespace words

template <class Word>
Ntt<Word>::Ntt(std::size_t n, const Modulus<Word>& q, const NttOptions<Word>& options)
    : modulus_(q), plan_(make_plan(n, q, options)) {}

template <class Word>
void Ntt<Word>::forward(std::span<Word> out, std::span<const Word> in, Range range) const {
  checks::require_forward_factors(range, modulus_);
  check_arrays<Word>(size(), modulus_, out, "in", in, range.input_factor);
  plan_->forward(out.data(), in.data(), range.input_factor, range.output_factor);
  checks::check_output(out, modulus_, range.output_factor);
}

template <class Word>
void Ntt<Word>::inverse(std::span<Word> out, std::span<const Word> in, Range range) const {
  checks::require_inverse_factors(range, modulus_);
  check_arrays<Word>(size(), modulus_, out, "in", in, range.input_factor);
  plan_->inverse(out.data(), in.data(), range.input_factor, range.output_factor);
  checks::check_output(out, modulus_, range.output_factor);
}

template <class Word>
void Ntt<Word>::multiply(std::span<Word> out, std::span<const Word> x, std::span<const Word> y) const {
  check_arrays<Word>(size(), modulus_, out, "x", x, 1);
  check_arrays<Word>(size(), modulus_, out, "y", y, 1);
  plan_->multiply(out.data(), x.data(), y.data());
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void Ntt<Word>::evaluate(std::span<Word> out, std::span<const Word> in, std::optional<Word> coset, Range range) const {
  checks::require_forward_factors(range, modulus_);
  checks::require_polynomial(out, in, size());
  checks::check_input("in", in, modulus_, range.input_factor);
  const Word factor = coset_of(*plan_, coset, modulus_);
  const words::CosetPlan<Word> plan(*plan_, range);
  number_theory::Cosets(plan).evaluate(out.data(), in.data(), in.size(), factor);
  checks::check_output(out, modulus_, range.output_factor);
}

template <class Word>
void Ntt<Word>::interpolate(std::span<Word> out, std::span<const Word> in, std::optional<Word> coset,
                            Range range) const {
  checks::require_inverse_factors(range, modulus_);
  check_arrays<Word>(size(), modulus_, out, "in", in, range.input_factor);
  const Word factor = coset_of(*plan_, coset, modulus_);
  const words::CosetPlan<Word> plan(*plan_, range);
  number_theory::Cosets(plan).interpolate(out.data(), in.data(), factor);
  checks::check_output(out, modulus_, 1);
}

template <class Word>
void Ntt<Word>::extend(std::span<Word> out, std::span<const Word> in, Word coset, std::optional<Word> root) const {
  const unsigned log_blowup = checks::require_extension(out, in, size(), max_log_blowup);
  checks::check_input("in", in, modulus_, 1);
  words::require_coset(coset, modulus_);
  const words::CosetPlan<Word> plan(*plan_);
  const Word omega =
      words::require_extension_root(words::omega_of(*plan_), log_size(*plan_), modulus_, root, log_blowup);
  number_theory::Cosets(plan).extend(out.data(), log_blowup, in.data(), coset, omega);
  checks::check_output(out, modulus_, 1);
}

template <class Word>
Word Ntt<Word>::extension_root(unsigned log_blowup) const {
  return words::extension_root(words::omega_of(*plan_), log_size(*plan_), modulus_, log_blowup);
}

template <class Word>
std::size_t Ntt<Word>::size() const noexcept {
  return plan_->size();
}

template <class Word>
const Modulus<Word>& Ntt<Word>::modulus() const noexcept {
  return modulus_;
}

template <class Word>
Ring Ntt<Word>::ring() const noexcept {
  return plan_->ring();
}

template <class Word>
Order Ntt<Word>::order() const noexcept {
  return plan_->order();
}

template <class Word>
Word Ntt<Word>::root() const noexcept {
  return plan_->root();
}

template <class Word>
std::size_t Ntt<Word>::table_bytes() const noexcept {
  return plan_->table_bytes();
}

template <class Word>
std::string Ntt<Word>::describe() const {
  return plan_->describe();
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class Ntt)

}  // namespace ringlet
