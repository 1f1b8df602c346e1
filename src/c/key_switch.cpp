#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "c/key_switch_support.hpp"

namespace {

using namespace ringlet::c;
using ringlet::KeySwitch;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::RnsViews;

/// The two polynomials of a result or of a sum.
struct Pair {
  ringlet_rows b;
  ringlet_rows a;

  [[nodiscard]] std::pair<RnsSpan, RnsSpan> rows(const char* b_name, const char* a_name, const Shape& shape) const {
    const RnsSpan rows_b = rows_of(b_name, b, shape);
    return {rows_b, rows_of(a_name, a, shape)};
  }
};

using OfPolynomial = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsView, const ringlet::SwitchingKey&,
                                         ringlet::Executor*) const;
using OfDigits = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsViews, const ringlet::SwitchingKey&,
                                     ringlet::Executor*) const;
using OfSums = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsView, RnsView, ringlet::Executor*) const;

ringlet_status switch_polynomial(OfPolynomial operation, const ringlet_key_switch* key_switch, const Pair& out,
                                 const ringlet_rows& in, std::size_t rows, const ringlet_switching_key* key,
                                 const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape shape = level_of(plan.base(), rows, plan.size());
    const auto [b, a] = out.rows("out_b", "out_a", shape);
    const RnsView rows_in = rows_of("in", in, shape);
    (plan.*operation)(b, a, rows_in, deref("key", key).key, Threads(executor));
  });
}

using OfPolynomials = void (KeySwitch::*)(std::span<const RnsSpan>, std::span<const RnsSpan>, RnsViews,
                                          const ringlet::SwitchingKey&, ringlet::Executor*) const;

/// Returns the rows of b and of a.
std::pair<std::vector<RnsSpan>, std::vector<RnsSpan>> polynomials_of_key(const ringlet_rows* b, const ringlet_rows* a,
                                                                         const KeySwitch& plan) {
  const Shape shape{plan.base().size() + plan.special().size(), plan.size()};
  auto rows_b = rows_of_all("b", b, plan.digits(), shape);
  return {std::move(rows_b), rows_of_all("a", a, plan.digits(), shape)};
}

/// Several polynomials: results, operands, their number and the number of rows of each.
struct Polynomials {
  const ringlet_rows* out_b;
  const ringlet_rows* out_a;
  const ringlet_rows* in;
  std::size_t count;
  std::size_t rows;
};

ringlet_status switch_polynomials(OfPolynomials operation, const ringlet_key_switch* key_switch,
                                  const Polynomials& polynomials, const ringlet_switching_key* key,
                                  const ringlet_executor* executor) {
  return guarded([&] {
    const auto& [out_b, out_a, in, count, rows] = polynomials;
    const KeySwitch& plan = plan_of(key_switch);
    require_count("polynomials", count);
    const Shape shape = level_of(plan.base(), rows, plan.size());
    const auto b = rows_of_all("out_b", out_b, count, shape);
    const auto a = rows_of_all("out_a", out_a, count, shape);
    const auto operands = rows_of_all("in", in, count, shape);
    (plan.*operation)(b, a, operands, deref("key", key).key, Threads(executor));
  });
}

/// Digits of a polynomial of `rows` moduli.
struct Digits {
  const ringlet_rows* digits;
  std::size_t rows;

  [[nodiscard]] std::vector<RnsSpan> rows_of_each(const KeySwitch& plan, const Shape& level) const {
    return digits_of(digits, plan, level);
  }
};

ringlet_status switch_digits(OfDigits operation, const ringlet_key_switch* key_switch, const Pair& out,
                             const Digits& digits, const ringlet_switching_key* key, const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), digits.rows, plan.size());
    const auto [b, a] = out.rows("out_b", "out_a", level);
    (plan.*operation)(b, a, digits.rows_of_each(plan, level), deref("key", key).key, Threads(executor));
  });
}

ringlet_status multiply_digits(OfDigits operation, const ringlet_key_switch* key_switch, const Pair& sum,
                               const Digits& digits, const ringlet_switching_key* key,
                               const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), digits.rows, plan.size());
    const auto [b, a] = sum.rows("sum_b", "sum_a", extended(plan, level));
    (plan.*operation)(b, a, digits.rows_of_each(plan, level), deref("key", key).key, Threads(executor));
  });
}

ringlet_status divide_sums(OfSums operation, const ringlet_key_switch* key_switch, const Pair& out, const Pair& sums,
                           std::size_t rows, const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const auto [b, a] = out.rows("out_b", "out_a", level);
    const auto [sum_b, sum_a] = sums.rows("sum_b", "sum_a", extended(plan, level));
    (plan.*operation)(b, a, sum_b, sum_a, Threads(executor));
  });
}

}  // namespace

ringlet_status ringlet_key_switch_create(ringlet_key_switch** key_switch, const ringlet_rns_ntt* ntt, size_t special,
                                         size_t digit_size, unsigned digit_bits, uint64_t plaintext_modulus,
                                         ringlet_lift digits, ringlet_lift division, ringlet_domain domain,
                                         bool allow_short_special) {
  return create("key_switch", key_switch, [=] {
    return KeySwitch(deref("ntt", ntt).ntt, special,
                     {digit_size, digit_bits, plaintext_modulus, static_cast<ringlet::Lift>(digits),
                      static_cast<ringlet::Lift>(division), static_cast<ringlet::Domain>(domain), allow_short_special});
  });
}

void ringlet_key_switch_destroy(ringlet_key_switch* key_switch) { delete key_switch; }

size_t ringlet_key_switch_size(const ringlet_key_switch* key_switch) {
  return key_switch == nullptr ? 0 : key_switch->plan.size();
}

size_t ringlet_key_switch_digit_count(const ringlet_key_switch* key_switch, size_t rows) {
  return key_switch == nullptr ? 0 : key_switch->plan.digits(rows);
}

ringlet_status ringlet_switching_key_create(ringlet_switching_key** key, const ringlet_key_switch* key_switch,
                                            const ringlet_rows* b, const ringlet_rows* a,
                                            const ringlet_automorphism* automorphism,
                                            ringlet_rotation_key rotation_key) {
  return create("key", key, [=] {
    const KeySwitch& plan = plan_of(key_switch);
    const auto [views_b, views_a] = polynomials_of_key(b, a, plan);
    return automorphism == nullptr ? plan.prepare(views_b, views_a)
                                   : plan.prepare(views_b, views_a, deref("automorphism", automorphism).automorphism,
                                                  static_cast<ringlet::RotationKey>(rotation_key));
  });
}

ringlet_status ringlet_switching_key_borrow(ringlet_switching_key** key, const ringlet_key_switch* key_switch,
                                            const ringlet_rows* b, const ringlet_rows* a,
                                            const ringlet_automorphism* automorphism) {
  return create("key", key, [=] {
    const KeySwitch& plan = plan_of(key_switch);
    const auto [views_b, views_a] = polynomials_of_key(b, a, plan);
    return automorphism == nullptr ? plan.borrow(views_b, views_a)
                                   : plan.borrow(views_b, views_a, deref("automorphism", automorphism).automorphism);
  });
}

void ringlet_switching_key_destroy(ringlet_switching_key* key) { delete key; }

size_t ringlet_switching_key_bytes(const ringlet_switching_key* key) { return key == nullptr ? 0 : key->key.bytes(); }

ringlet_status ringlet_key_switch_apply(const ringlet_key_switch* key_switch, ringlet_rows out_b, ringlet_rows out_a,
                                        ringlet_rows in, size_t rows, const ringlet_switching_key* key,
                                        const ringlet_executor* executor) {
  return switch_polynomial(&KeySwitch::operator(), key_switch, {out_b, out_a}, in, rows, key, executor);
}

ringlet_status ringlet_key_switch_add(const ringlet_key_switch* key_switch, ringlet_rows out_b, ringlet_rows out_a,
                                      ringlet_rows in, size_t rows, const ringlet_switching_key* key,
                                      const ringlet_executor* executor) {
  return switch_polynomial(&KeySwitch::add, key_switch, {out_b, out_a}, in, rows, key, executor);
}

ringlet_status ringlet_key_switch_apply_many(const ringlet_key_switch* key_switch, const ringlet_rows* out_b,
                                             const ringlet_rows* out_a, const ringlet_rows* in, size_t polynomials,
                                             size_t rows, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return switch_polynomials(&KeySwitch::operator(), key_switch, {out_b, out_a, in, polynomials, rows}, key, executor);
}

ringlet_status ringlet_key_switch_add_many(const ringlet_key_switch* key_switch, const ringlet_rows* out_b,
                                           const ringlet_rows* out_a, const ringlet_rows* in, size_t polynomials,
                                           size_t rows, const ringlet_switching_key* key,
                                           const ringlet_executor* executor) {
  return switch_polynomials(&KeySwitch::add, key_switch, {out_b, out_a, in, polynomials, rows}, key, executor);
}

ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch, const ringlet_rows* digits,
                                            ringlet_rows in, size_t rows, const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const auto spans = digits_of(digits, plan, level);
    plan.decompose(spans, rows_of("in", in, level), Threads(executor));
  });
}

ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                               ringlet_rows out_a, const ringlet_rows* digits, size_t rows,
                                               const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::operator(), key_switch, {out_b, out_a}, {digits, rows}, key, executor);
}

ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                             ringlet_rows out_a, const ringlet_rows* digits, size_t rows,
                                             const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::add, key_switch, {out_b, out_a}, {digits, rows}, key, executor);
}

ringlet_status ringlet_key_switch_inner_product(const ringlet_key_switch* key_switch, ringlet_rows sum_b,
                                                ringlet_rows sum_a, const ringlet_rows* digits, size_t rows,
                                                const ringlet_switching_key* key, const ringlet_executor* executor) {
  return multiply_digits(&KeySwitch::inner_product, key_switch, {sum_b, sum_a}, {digits, rows}, key, executor);
}

ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch, ringlet_rows sum_b,
                                             ringlet_rows sum_a, const ringlet_rows* digits, size_t rows,
                                             const ringlet_switching_key* key, const ringlet_executor* executor) {
  return multiply_digits(&KeySwitch::accumulate, key_switch, {sum_b, sum_a}, {digits, rows}, key, executor);
}

ringlet_status ringlet_key_switch_add_special_multiple(const ringlet_key_switch* key_switch, ringlet_rows sum,
                                                       ringlet_rows c, size_t rows, const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const RnsSpan total = rows_of("sum", sum, extended(plan, level));
    plan.add_special_multiple(total, rows_of("c", c, level), Threads(executor));
  });
}

ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, ringlet_rows out_b, ringlet_rows out_a,
                                           ringlet_rows sum_b, ringlet_rows sum_a, size_t rows,
                                           const ringlet_executor* executor) {
  return divide_sums(&KeySwitch::mod_down, key_switch, {out_b, out_a}, {sum_b, sum_a}, rows, executor);
}

ringlet_status ringlet_key_switch_add_mod_down(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                               ringlet_rows out_a, ringlet_rows sum_b, ringlet_rows sum_a, size_t rows,
                                               const ringlet_executor* executor) {
  return divide_sums(&KeySwitch::add_mod_down, key_switch, {out_b, out_a}, {sum_b, sum_a}, rows, executor);
}
