#include "ringlet/multiword_ntt.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "checks/words_of.hpp"
#include "multiword/checks.hpp"
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

template <unsigned width>
std::shared_ptr<const multiword::MultiwordNttPlan> make_plan(std::size_t n, const Modulus<UInt<width>>& q,
                                                             const UInt<width>& root,
                                                             const NttOptions<UInt<width>>& options) {
  const bool is_cyclic = options.ring == Ring::cyclic;
  const UInt<width> coset = options.coset.value_or(UInt<width>{1});
  if (coset == UInt<width>{} || coset >= q.value()) {
    multiword::reject_multiword("coset", coset, "it must lie in [1, q), q = " + checks::decimal(q.value()));
  }
  const auto omega = is_cyclic ? root : mul_mod<width>(root, root, q);
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
