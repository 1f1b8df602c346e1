#include "ringlet/multiword_ntt.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "checks/extension.hpp"
#include "checks/words_of.hpp"
#include "multiword/checks.hpp"
#include "multiword/multiword_cosets.hpp"
#include "multiword/multiword_ntt_plan.hpp"
#include "multiword/numbers.hpp"
#include "multiword/root.hpp"
#include "multiword/widths.hpp"
#include "ringlet/multiword_number_theory.hpp"

namespace ringlet {
namespace {

template <unsigned width>
multiword::MultiwordNumbers::Number number_of(const UInt<width>& x) {
  multiword::MultiwordNumbers::Number number{};
  std::ranges::copy(x.words, number.begin());
  return number;
}

template <unsigned width>
UInt<width> root_of(std::size_t n, const Modulus<UInt<width>>& q, const NttOptions<UInt<width>>& options) {
  checks::require_enumerator("ring", options.ring, Ring::cyclic);
  checks::require_order(options.order);
  checks::require_points(n, 2, Ntt<UInt<width>>::max_size);
  const bool is_cyclic = options.ring == Ring::cyclic;
  if (is_cyclic && options.psi)
    multiword::reject_multiword("psi", *options.psi, "the cyclic ring takes an n-th root, omega");
  if (!is_cyclic && options.omega) {
    multiword::reject_multiword("omega", *options.omega, "the negacyclic ring takes a 2n-th root, psi");
  }
  if (!is_cyclic && options.coset)
    multiword::reject_multiword("coset", *options.coset, "only the cyclic ring takes one");
  return is_cyclic ? multiword::multiword_root("omega", options.omega, n, q)
                   : multiword::multiword_root("psi", options.psi, 2 * n, q);
}

/// Returns the root of unity of order n that belongs to a ring's root.
template <unsigned width>
UInt<width> omega_of(const UInt<width>& root, Ring ring, const Modulus<UInt<width>>& q) {
  return ring == Ring::cyclic ? root : mul_mod<width>(root, root, q);
}

template <unsigned width>
void require_coset(const UInt<width>& coset, const Modulus<UInt<width>>& q) {
  if (coset == UInt<width>{} || coset >= q.value()) {
    multiword::reject_multiword("coset", coset, "it must lie in [1, q), q = " + checks::decimal(q.value()));
  }
}

/// Returns a coset for call time in Montgomery form, by default that of the plan's own points.
template <unsigned width>
multiword::MultiwordNumbers::Number coset_of(const multiword::MultiwordNttPlan& plan,
                                             const std::optional<UInt<width>>& coset, const Modulus<UInt<width>>& q) {
  if (!coset) return plan.first_point();
  require_coset(*coset, q);
  return plan.numbers().to_montgomery(number_of(*coset));
}

template <unsigned width>
std::shared_ptr<const multiword::MultiwordNttPlan> make_plan(std::size_t n, const Modulus<UInt<width>>& q,
                                                             const UInt<width>& root,
                                                             const NttOptions<UInt<width>>& options) {
  const bool is_cyclic = options.ring == Ring::cyclic;
  const UInt<width> coset = options.coset.value_or(UInt<width>{1});
  require_coset(coset, q);
  const auto omega = omega_of(root, options.ring, q);
  return std::make_shared<const multiword::MultiwordNttPlan>(static_cast<unsigned>(std::countr_zero(n)), q.constants(),
                                                             number_of(omega), number_of(is_cyclic ? coset : root),
                                                             options.order == Order::bit_reversed, backends::active());
}

/// Checks the sizes and the overlap of an output and one input, and, in a checked build, the input's range.
template <unsigned width>
void check_arrays(std::size_t n, const Modulus<UInt<width>>& q, std::span<UInt<width>> out, const char* name,
                  std::span<const UInt<width>> in) {
  checks::require_size("out", out.size(), n);
  checks::require_size(name, in.size(), n);
  checks::require_no_partial_overlap<UInt<width>>(name, out, in);
  multiword::check_multiword_input(name, in, q);
}

}  // namespace

template <unsigned width>
Ntt<UInt<width>>::Ntt(std::size_t n, const Modulus<Number>& q, const NttOptions<Number>& options)
    : modulus_(q),
      ring_(options.ring),
      order_(options.order),
      root_(root_of(n, q, options)),
      plan_(make_plan(n, q, root_, options)) {}

template <unsigned width>
void Ntt<UInt<width>>::forward(std::span<Number> out, std::span<const Number> in, Executor* executor) const {
  check_arrays(size(), modulus_, out, "in", in);
  plan_->forward(checks::words_of(out), checks::words_of(in), executor);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
void Ntt<UInt<width>>::inverse(std::span<Number> out, std::span<const Number> in, Executor* executor) const {
  check_arrays(size(), modulus_, out, "in", in);
  plan_->inverse(checks::words_of(out), checks::words_of(in), executor);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
void Ntt<UInt<width>>::multiply(std::span<Number> out, std::span<const Number> x, std::span<const Number> y, Form form,
                                Executor* executor) const {
  checks::require_enumerator("form", form, Form::montgomery);
  check_arrays(size(), modulus_, out, "x", x);
  check_arrays(size(), modulus_, out, "y", y);
  plan_->multiply(checks::words_of(out), checks::words_of(x), checks::words_of(y), form, executor);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
void Ntt<UInt<width>>::evaluate(std::span<Number> out, std::span<const Number> in, std::optional<Number> coset,
                                Executor* executor) const {
  checks::require_polynomial(out, in, size());
  multiword::check_multiword_input("in", in, modulus_);
  const auto factor = coset_of(*plan_, coset, modulus_);
  const multiword::CosetPlan plan(*plan_, executor);
  number_theory::Cosets(plan).evaluate(checks::words_of(out), checks::words_of(in), in.size(), factor);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
void Ntt<UInt<width>>::interpolate(std::span<Number> out, std::span<const Number> in, std::optional<Number> coset,
                                   Executor* executor) const {
  check_arrays(size(), modulus_, out, "in", in);
  const auto factor = coset_of(*plan_, coset, modulus_);
  const multiword::CosetPlan plan(*plan_, executor);
  number_theory::Cosets(plan).interpolate(checks::words_of(out), checks::words_of(in), factor);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
void Ntt<UInt<width>>::extend(std::span<Number> out, std::span<const Number> in, const Number& coset,
                              std::optional<Number> root, Executor* executor) const {
  const unsigned log_blowup = checks::require_extension(out, in, size(), max_log_blowup);
  multiword::check_multiword_input("in", in, modulus_);
  const auto factor = coset_of<width>(*plan_, coset, modulus_);
  if (!root) root = extension_root(log_blowup);
  const multiword::CosetPlan plan(*plan_, executor);
  const auto extended = plan_->numbers().to_montgomery(number_of(*root));
  const std::uint64_t blowup = std::uint64_t{1} << log_blowup;
  if (*root >= modulus_.value() || plan.power(extended, blowup) != plan.omega()) {
    multiword::reject_multiword("root", *root,
                                "it must lie below q and its power " + std::to_string(blowup) +
                                    " must be omega = " + checks::decimal(omega_of(root_, ring_, modulus_)));
  }
  number_theory::Cosets(plan).extend(checks::words_of(out), log_blowup, checks::words_of(in), factor, extended);
  multiword::check_multiword_output(out, modulus_);
}

template <unsigned width>
UInt<width> Ntt<UInt<width>>::extension_root(unsigned log_blowup) const {
  checks::require_log_blowup(log_blowup, max_log_blowup);
  const auto log_n = static_cast<unsigned>(std::countr_zero(size()));
  const std::uint64_t order = std::uint64_t{1} << (log_n + log_blowup);
  const Number any = multiword::multiword_root<width>("root", std::nullopt, order, modulus_);
  return number_theory::smallest_root_above<Number>(
      omega_of(root_, ring_, modulus_), log_n, log_blowup, any,
      [&](const Number& a, const Number& b) { return mul_mod<width>(a, b, modulus_); });
}

template <unsigned width>
std::size_t Ntt<UInt<width>>::size() const noexcept {
  return plan_->size();
}

template <unsigned width>
std::size_t Ntt<UInt<width>>::table_bytes() const noexcept {
  return plan_->table_bytes();
}

template <unsigned width>
std::string Ntt<UInt<width>>::describe() const {
  return plan_->describe();
}

RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE_WIDTH, class Ntt)

}  // namespace ringlet
