#include "ringlet/key_switch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arith/montgomery/word_inverse.hpp"
#include "rns/checks.hpp"
#include "rns/key_switch_checks.hpp"
#include "rns/key_switch_state.hpp"
#include "rns/rns_context_state.hpp"

namespace ringlet {
namespace {

using rns::KeySwitchState;

/// Number as little-endian words without leading zeros.
using Words = std::vector<std::uint64_t>;

std::size_t bits_of(const Words& x) { return 64 * (x.size() - 1) + std::bit_width(x.back()); }

/// Requires a product P of the special moduli of at least half the bound of each digit: Q_d, or 2^w in base 2^w.
void require_long_special(const KeySwitchOptions& options, rns::Moduli base, rns::Moduli special) {
  if (special.empty() || options.allow_short_special) return;
  const Words twice = rns::product_of(special, 2);
  for (std::size_t d = 0, begin = 0; begin < base.size(); ++d) {
    const std::size_t size = std::min(options.digit_size, base.size() - begin);
    Words bound = rns::product_of(base.subspan(begin, size));
    std::size_t bits = bits_of(bound);
    if (options.digit_bits != 0 && options.digit_bits < bits) {
      bits = options.digit_bits;
      bound = {std::uint64_t{1} << bits};
    }
    if (rns::is_less(twice, bound)) {
      throw std::invalid_argument("P, the product of the special moduli, has " + std::to_string(bits_of(twice) - 1) +
                                  " bits, but it must be at least half the bound of each digit, and digit " +
                                  std::to_string(d) + " has " + std::to_string(bits) +
                                  " bits; allow_short_special accepts a smaller P");
    }
    begin += size;
  }
}

void validate(const KeySwitchOptions& options, rns::Moduli base, rns::Moduli special) {
  if (options.digit_size == 0) checks::reject("digit_size", 0, "it must be at least 1");
  if (options.digit_bits != 0 && options.digit_size != 1) {
    checks::reject("digit_bits", options.digit_bits, "it must be 0 if digit_size is more than 1");
  }
  checks::require_enumerator("digits", options.digits, Lift::centred);
  checks::require_enumerator("division", options.division, Lift::centred);
  checks::require_enumerator("domain", options.domain, Domain::evaluations);
  rns::require_coprime("plaintext_modulus", options.plaintext_modulus, special);
  require_long_special(options, base, special);
}

/// Makes the transforms modulo both bases. Checks all arguments first.
RnsNtt transform_of(std::size_t n, const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options) {
  validate(options, base.moduli(), special.moduli());
  return {n, rns::joined("base", base, "special", special)};
}

/// Checks the arguments one after the other and makes the state.
std::shared_ptr<const KeySwitchState> make_state(const RnsNtt& ntt, std::size_t special,
                                                 const KeySwitchOptions& options) {
  const RnsBase& all = ntt.base();
  if (special >= all.size()) {
    checks::reject("special", special,
                   "it must be less than " + std::to_string(all.size()) + ", the number of moduli of the transform");
  }
  validate(options, all.moduli().first(all.size() - special), all.moduli().last(special));
  const RnsBase base = all.first(all.size() - special);
  const KeySwitchOptions simple = rns::simplified(options, base);
  return state_of(ntt.context()).key_switches.get(ntt, special, simple, [&] {
    return std::make_shared<const KeySwitchState>(base, simple, ntt);
  });
}

/// Checks the shapes of a key's polynomials, and their ranges in a checked build.
void check_polynomials(const char* name, RnsViews polynomials, const KeySwitchState& state) {
  const std::size_t digits = state.digits(state.base().size());
  if (polynomials.size() != digits) {
    checks::reject(std::string("number of polynomials ") + name, polynomials.size(),
                   "it must be " + std::to_string(digits) + ", the number of digits of a polynomial");
  }
  for (std::size_t d = 0; d < digits; ++d) {
    const std::string polynomial = checks::element(name, d);
    rns::require_rows(polynomial.c_str(), polynomials[d], state.all().size(), state.size());
    rns::check_rows(polynomial.c_str(), polynomials[d], state.all());
  }
}

using SharedAutomorphism = std::shared_ptr<const rns::AutomorphismPlan>;

/// Checks a key, for `automorphism` unless that is null.
void check_key(RnsViews b, RnsViews a, const SharedAutomorphism& automorphism, const KeySwitchState& state) {
  check_polynomials("b", b, state);
  check_polynomials("a", a, state);
  if (automorphism == nullptr || automorphism->size() == state.size()) return;
  checks::reject("size of the automorphism", automorphism->size(), "it must be " + std::to_string(state.size()));
}

/// Gives a key its plan, and its automorphism unless that is null or the identity.
std::shared_ptr<const rns::SwitchingKeyState> finished(const std::shared_ptr<rns::SwitchingKeyState>& key,
                                                       const SharedAutomorphism& automorphism,
                                                       const std::shared_ptr<const KeySwitchState>& state) {
  key->owner = state;
  if (automorphism != nullptr && automorphism->exponent() != 1) key->automorphism = automorphism;
  return key;
}

/// Checks and copies a key, for `automorphism` unless that is null.
std::shared_ptr<const rns::SwitchingKeyState> prepare_key(RnsViews b, RnsViews a,
                                                          const SharedAutomorphism& automorphism, RotationKey kind,
                                                          const std::shared_ptr<const KeySwitchState>& state) {
  check_key(b, a, automorphism, *state);
  checks::require_enumerator("key", kind, RotationKey::preimage);
  // The image of a product is the product of the images. So a key of the image is mapped back, and the automorphism is
  // applied to its sums of products.
  const bool is_mapped = automorphism != nullptr && kind == RotationKey::image;
  const std::uint64_t back = is_mapped ? arith::inverse_of_odd(automorphism->exponent()) & (2 * state->size() - 1) : 1;
  return finished(state->prepare(b, a, back), automorphism, state);
}

/// Checks a key, for `automorphism` unless that is null, and makes views of it.
std::shared_ptr<const rns::SwitchingKeyState> borrow_key(RnsViews b, RnsViews a, const SharedAutomorphism& automorphism,
                                                         const std::shared_ptr<const KeySwitchState>& state) {
  check_key(b, a, automorphism, *state);
  const std::size_t digits = b.size();
  const auto key = std::make_shared<rns::SwitchingKeyState>(
      rns::SwitchingKeyState{nullptr, nullptr, digits, state->size(), memory::HugeBlock(0)});
  for (const RnsViews& polynomials : {b, a}) {
    for (std::size_t d = 0; d < digits; ++d) key->borrowed.push_back(polynomials[d]);
  }
  return finished(key, automorphism, state);
}

/// Checks out_b and out_a, of `level` rows each, and their ranges in a checked build if they are added to.
void check_results(const char* b_name, const RnsSpan& out_b, const char* a_name, const RnsSpan& out_a,
                   std::size_t level, const KeySwitchState& state, bool are_added) {
  rns::require_rows(b_name, out_b, level, state.size());
  rns::require_rows(a_name, out_a, level, state.size());
  rns::require_separate(a_name, out_b, out_a, b_name);
  if (are_added) {
    rns::check_rows(b_name, out_b, state.base());
    rns::check_rows(a_name, out_a, state.base());
  }
}

/// Checks a polynomial and its results.
void check_polynomial(const char* name, const RnsView& in, const char* b_name, const RnsSpan& out_b, const char* a_name,
                      const RnsSpan& out_a, std::size_t level, const KeySwitchState& state, bool are_added) {
  rns::require_rows(name, in, level, state.size());
  check_results(b_name, out_b, a_name, out_a, level, state, are_added);
  rns::require_same_rows_or_separate(name, out_b, in, b_name);
  rns::require_same_rows_or_separate(name, out_a, in, a_name);
  rns::check_rows(name, in, state.base());
}

void switch_polynomial(const RnsSpan& out_b, const RnsSpan& out_a, const RnsView& in, const rns::SwitchingKeyState& key,
                       const KeySwitchState& state, Executor* executor, bool are_added) {
  rns::require_own(key, state);
  rns::require_level("number of rows of in", in.rows(), state);
  check_polynomial("in", in, "out_b", out_b, "out_a", out_a, in.rows(), state, are_added);
  state.switch_key({{&out_b, 1}, {&out_a, 1}, are_added}, {.level = in.rows(), .polynomials = {&in, 1}, .key = &key},
                   rns::executor_or_serial(executor));
}

/// Checks number k of several polynomials, and that its results overlap no other polynomial.
void check_one_of(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in, std::size_t k,
                  const KeySwitchState& state, bool are_added) {
  const std::string name = checks::element("in", k), b_name = checks::element("out_b", k),
                    a_name = checks::element("out_a", k);
  check_polynomial(name.c_str(), in[k], b_name.c_str(), out_b[k], a_name.c_str(), out_a[k], in[0].rows(), state,
                   are_added);
  for (const auto& [out_name, out] : {std::pair(&b_name, &out_b[k]), std::pair(&a_name, &out_a[k])}) {
    rns::require_apart_from_others(out_name->c_str(), *out, k, "in", in);
    rns::require_apart_from_others(out_name->c_str(), *out, k, "out_b", out_b);
    rns::require_apart_from_others(out_name->c_str(), *out, k, "out_a", out_a);
  }
}

void switch_polynomials(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in,
                        const rns::SwitchingKeyState& key, const KeySwitchState& state, Executor* executor,
                        bool are_added) {
  rns::require_own(key, state);
  rns::require_as_many("out_b", out_b.size(), in.size());
  rns::require_as_many("out_a", out_a.size(), in.size());
  rns::require_level("number of rows of in[0]", in[0].rows(), state);
  for (std::size_t k = 0; k < in.size(); ++k) check_one_of(out_b, out_a, in, k, state, are_added);
  for (std::size_t first = 0; first < in.size(); first += KeySwitchState::most_polynomials) {
    const std::size_t count = std::min(KeySwitchState::most_polynomials, in.size() - first);
    state.switch_key({out_b.subspan(first, count), out_a.subspan(first, count), are_added},
                     {.level = in[0].rows(), .polynomials = in.part(first, count), .key = &key},
                     rns::executor_or_serial(executor));
  }
}

/// Returns the level of digits, which must be that of a list with at least one.
std::size_t level_of_digits(RnsViews digits, const KeySwitchState& state) {
  if (digits.empty()) checks::reject("number of digits", 0, "it must be at least 1");
  return rns::level_of("digits[0]", digits[0], state);
}

void switch_digits(const RnsSpan& out_b, const RnsSpan& out_a, RnsViews digits, const rns::SwitchingKeyState& key,
                   const KeySwitchState& state, Executor* executor, bool are_added) {
  rns::require_own(key, state);
  const std::size_t level = level_of_digits(digits, state);
  check_results("out_b", out_b, "out_a", out_a, level, state, are_added);
  rns::check_digits(digits, level, state);
  rns::require_apart_from_digits("out_b", out_b, digits);
  rns::require_apart_from_digits("out_a", out_a, digits);
  state.switch_key({{&out_b, 1}, {&out_a, 1}, are_added}, {.level = level, .digits = digits, .key = &key},
                   rns::executor_or_serial(executor));
}

void multiply_digits(const RnsSpan& sum_b, const RnsSpan& sum_a, RnsViews digits, const rns::SwitchingKeyState& key,
                     const KeySwitchState& state, Executor* executor, bool are_added) {
  rns::require_own(key, state);
  const std::size_t level = level_of_digits(digits, state);
  rns::check_extended("sum_b", sum_b, level, state, are_added);
  rns::check_extended("sum_a", sum_a, level, state, are_added);
  rns::require_separate("sum_a", sum_b, sum_a, "sum_b");
  rns::check_digits(digits, level, state);
  rns::require_apart_from_digits("sum_b", sum_b, digits);
  rns::require_apart_from_digits("sum_a", sum_a, digits);
  state.inner_product({{&sum_b, 1}, {&sum_a, 1}, are_added}, {.level = level, .digits = digits, .key = &key},
                      rns::executor_or_serial(executor));
}

void divide_sums(const RnsSpan& out_b, const RnsSpan& out_a, const RnsView& sum_b, const RnsView& sum_a,
                 const KeySwitchState& state, Executor* executor, bool are_added) {
  const std::size_t level = rns::level_of("sum_b", sum_b, state);
  rns::check_extended("sum_b", sum_b, level, state, true);
  rns::check_extended("sum_a", sum_a, level, state, true);
  check_results("out_b", out_b, "out_a", out_a, level, state, are_added);
  rns::require_same_rows_or_separate("sum_b", out_b, sum_b, "out_b");
  rns::require_same_rows_or_separate("sum_a", out_a, sum_a, "out_a");
  rns::require_separate("sum_a", out_b, sum_a, "out_b");
  rns::require_separate("sum_b", out_a, sum_b, "out_a");
  const std::array sums{sum_b, sum_a};
  state.switch_key({{&out_b, 1}, {&out_a, 1}, are_added}, {.level = level, .sums = sums},
                   rns::executor_or_serial(executor));
}

}  // namespace

std::size_t SwitchingKey::bytes() const noexcept { return state_->words.words() * sizeof(std::uint64_t); }

KeySwitch::KeySwitch(std::size_t n, const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options)
    : KeySwitch(transform_of(n, base, special, options), special.size(), options) {}

KeySwitch::KeySwitch(const RnsNtt& ntt, std::size_t special, const KeySwitchOptions& options)
    : state_(make_state(ntt, special, options)) {}

SwitchingKey KeySwitch::prepare(RnsViews b, RnsViews a) const {
  return SwitchingKey(prepare_key(b, a, nullptr, RotationKey::image, state_.pointer()));
}

SwitchingKey KeySwitch::prepare(RnsViews b, RnsViews a, const Automorphism& automorphism, RotationKey key) const {
  return SwitchingKey(prepare_key(b, a, automorphism.plan_.pointer(), key, state_.pointer()));
}

SwitchingKey KeySwitch::borrow(RnsViews b, RnsViews a) const {
  return SwitchingKey(borrow_key(b, a, nullptr, state_.pointer()));
}

SwitchingKey KeySwitch::borrow(RnsViews b, RnsViews a, const Automorphism& automorphism) const {
  return SwitchingKey(borrow_key(b, a, automorphism.plan_.pointer(), state_.pointer()));
}

void KeySwitch::operator()(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key,
                           Executor* executor) const {
  switch_polynomial(out_b, out_a, in, *key.state_, *state_, executor, false);
}

void KeySwitch::add(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key, Executor* executor) const {
  switch_polynomial(out_b, out_a, in, *key.state_, *state_, executor, true);
}

void KeySwitch::operator()(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in,
                           const SwitchingKey& key, Executor* executor) const {
  switch_polynomials(out_b, out_a, in, *key.state_, *state_, executor, false);
}

void KeySwitch::add(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in,
                    const SwitchingKey& key, Executor* executor) const {
  switch_polynomials(out_b, out_a, in, *key.state_, *state_, executor, true);
}

void KeySwitch::decompose(std::span<const RnsSpan> digits, RnsView in, Executor* executor) const {
  rns::require_level("number of rows of in", in.rows(), *state_);
  rns::require_rows("in", in, in.rows(), size());
  rns::check_digits(digits, in.rows(), *state_);
  for (std::size_t d = 0; d < digits.size(); ++d) {
    const std::string name = checks::element("digits", d);
    rns::require_separate("in", digits[d], in, name.c_str());
    rns::require_apart_from_others(name.c_str(), digits[d], d, "digits", digits.first(d));
  }
  rns::check_rows("in", in, base());
  state_->decompose(digits, in, rns::executor_or_serial(executor));
}

void KeySwitch::operator()(RnsSpan out_b, RnsSpan out_a, RnsViews digits, const SwitchingKey& key,
                           Executor* executor) const {
  switch_digits(out_b, out_a, digits, *key.state_, *state_, executor, false);
}

void KeySwitch::add(RnsSpan out_b, RnsSpan out_a, RnsViews digits, const SwitchingKey& key, Executor* executor) const {
  switch_digits(out_b, out_a, digits, *key.state_, *state_, executor, true);
}

void KeySwitch::inner_product(RnsSpan sum_b, RnsSpan sum_a, RnsViews digits, const SwitchingKey& key,
                              Executor* executor) const {
  multiply_digits(sum_b, sum_a, digits, *key.state_, *state_, executor, false);
}

void KeySwitch::accumulate(RnsSpan sum_b, RnsSpan sum_a, RnsViews digits, const SwitchingKey& key,
                           Executor* executor) const {
  multiply_digits(sum_b, sum_a, digits, *key.state_, *state_, executor, true);
}

void KeySwitch::add_special_multiple(RnsSpan sum, RnsView c, Executor* executor) const {
  rns::require_level("number of rows of c", c.rows(), *state_);
  rns::require_rows("c", c, c.rows(), size());
  rns::check_extended("sum", sum, c.rows(), *state_, true);
  rns::require_same_rows_or_separate("c", sum, c, "sum");
  rns::check_rows("c", c, base());
  state_->add_special_multiple(sum, c, rns::executor_or_serial(executor));
}

void KeySwitch::mod_down(RnsSpan out_b, RnsSpan out_a, RnsView sum_b, RnsView sum_a, Executor* executor) const {
  divide_sums(out_b, out_a, sum_b, sum_a, *state_, executor, false);
}

void KeySwitch::add_mod_down(RnsSpan out_b, RnsSpan out_a, RnsView sum_b, RnsView sum_a, Executor* executor) const {
  divide_sums(out_b, out_a, sum_b, sum_a, *state_, executor, true);
}

std::size_t KeySwitch::size() const noexcept { return state_->size(); }
const RnsBase& KeySwitch::base() const noexcept { return state_->base(); }
std::span<const Modulus<std::uint64_t>> KeySwitch::special() const noexcept { return state_->special(); }
std::size_t KeySwitch::digits() const noexcept { return state_->digits(state_->base().size()); }
std::size_t KeySwitch::digits(std::size_t level) const noexcept {
  return state_->digits(std::min(level, state_->base().size()));
}

}  // namespace ringlet
