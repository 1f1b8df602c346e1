#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "c/rns_support.hpp"
#include "ringlet/key_switch.hpp"

struct ringlet_key_switch {
  ringlet::KeySwitch plan;
};

struct ringlet_switching_key {
  ringlet::SwitchingKey key;
};

struct ringlet_key_switch_digits {
  ringlet::KeySwitchDigits digits;
};

struct ringlet_key_switch_sum {
  ringlet::KeySwitchSum sum;
};

namespace {

using namespace ringlet::c_api;
using ringlet::KeySwitch;
using ringlet::KeySwitchDigits;
using ringlet::RnsSpan;
using ringlet::RnsView;

const KeySwitch& plan_of(const ringlet_key_switch* key_switch) { return deref("key_switch", key_switch).plan; }

/// Addresses and strides of the two results of a call.
struct Results {
  std::uint64_t* b;
  std::size_t b_stride;
  std::uint64_t* a;
  std::size_t a_stride;

  [[nodiscard]] RnsSpan rows_b(const Shape& shape) const { return rows_of("out_b", b, b_stride, shape); }
  [[nodiscard]] RnsSpan rows_a(const Shape& shape) const { return rows_of("out_a", a, a_stride, shape); }
};

using OfPolynomial = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsView, const ringlet::SwitchingKey&,
                                         ringlet::Executor*) const;
using OfDigits = void (KeySwitch::*)(RnsSpan, RnsSpan, const KeySwitchDigits&, const ringlet::SwitchingKey&,
                                     ringlet::Executor*) const;

ringlet_status switch_polynomial(OfPolynomial operation, const ringlet_key_switch* key_switch, const Results& out,
                                 const std::uint64_t* in, std::size_t in_stride, std::size_t rows,
                                 const ringlet_switching_key* key, const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape shape = level_of(plan.base(), rows, plan.size());
    const RnsSpan b = out.rows_b(shape), a = out.rows_a(shape);
    const RnsView rows_in = rows_of("in", in, in_stride, shape);
    (plan.*operation)(b, a, rows_in, deref("key", key).key, Threads(executor));
  });
}

using OfPolynomials = void (KeySwitch::*)(std::span<const RnsSpan>, std::span<const RnsSpan>, std::span<const RnsView>,
                                          const ringlet::SwitchingKey&, ringlet::Executor*) const;

/// Returns the views of b and of a.
std::pair<std::vector<RnsView>, std::vector<RnsView>> polynomials_of_key(const std::uint64_t* const* b,
                                                                         const std::uint64_t* const* a,
                                                                         std::size_t stride, const KeySwitch& plan) {
  const Shape shape{plan.base().size() + plan.special().size(), plan.size()};
  auto views_b = views_of("b", b, stride, "stride", plan.digits(), shape);
  auto views_a = views_of("a", a, stride, "stride", plan.digits(), shape);
  return {std::move(views_b), std::move(views_a)};
}

/// Arrays of pointers to several polynomials, with their strides, their number and their rows.
struct Polynomials {
  std::uint64_t* const* out_b;
  std::size_t out_b_stride;
  std::uint64_t* const* out_a;
  std::size_t out_a_stride;
  const std::uint64_t* const* in;
  std::size_t in_stride;
  std::size_t count;
  std::size_t rows;
};

ringlet_status switch_polynomials(OfPolynomials operation, const ringlet_key_switch* key_switch,
                                  const Polynomials& polynomials, const ringlet_switching_key* key,
                                  const ringlet_executor* executor) {
  return guarded([&] {
    const auto& [out_b, out_b_stride, out_a, out_a_stride, in, in_stride, count, rows] = polynomials;
    const KeySwitch& plan = plan_of(key_switch);
    require_count("polynomials", count);
    const Shape shape = level_of(plan.base(), rows, plan.size());
    const auto b = views_of("out_b", out_b, out_b_stride, "out_b_stride", count, shape);
    const auto a = views_of("out_a", out_a, out_a_stride, "out_a_stride", count, shape);
    const auto operands = views_of("in", in, in_stride, "in_stride", count, shape);
    (plan.*operation)(b, a, operands, deref("key", key).key, Threads(executor));
  });
}

ringlet_status switch_digits(OfDigits operation, const ringlet_key_switch* key_switch, const Results& out,
                             const ringlet_key_switch_digits* digits, const ringlet_switching_key* key,
                             const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const KeySwitchDigits& decomposed = deref("digits", digits).digits;
    const Shape shape{decomposed.level(), plan.size()};
    const RnsSpan b = out.rows_b(shape), a = out.rows_a(shape);
    (plan.*operation)(b, a, decomposed, deref("key", key).key, Threads(executor));
  });
}

}  // namespace

ringlet_status ringlet_key_switch_create(ringlet_key_switch** key_switch, const ringlet_rns_ntt* ntt, size_t special,
                                         size_t digit_size, uint64_t plaintext_modulus, ringlet_lift digits,
                                         ringlet_lift division, ringlet_domain domain) {
  return create("key_switch", key_switch, [=] {
    return KeySwitch(deref("ntt", ntt).ntt, special,
                     {digit_size, plaintext_modulus, static_cast<ringlet::Lift>(digits),
                      static_cast<ringlet::Lift>(division), static_cast<ringlet::Domain>(domain)});
  });
}

void ringlet_key_switch_destroy(ringlet_key_switch* key_switch) { delete key_switch; }

size_t ringlet_key_switch_size(const ringlet_key_switch* key_switch) {
  return key_switch == nullptr ? 0 : key_switch->plan.size();
}

size_t ringlet_key_switch_digit_count(const ringlet_key_switch* key_switch) {
  return key_switch == nullptr ? 0 : key_switch->plan.digits();
}

ringlet_status ringlet_switching_key_create(ringlet_switching_key** key, const ringlet_key_switch* key_switch,
                                            const uint64_t* const* b, const uint64_t* const* a, size_t stride,
                                            const ringlet_automorphism* automorphism) {
  return create("key", key, [=] {
    const KeySwitch& plan = plan_of(key_switch);
    const auto [views_b, views_a] = polynomials_of_key(b, a, stride, plan);
    return automorphism == nullptr ? plan.prepare(views_b, views_a)
                                   : plan.prepare(views_b, views_a, automorphism->automorphism);
  });
}

ringlet_status ringlet_switching_key_borrow(ringlet_switching_key** key, const ringlet_key_switch* key_switch,
                                            const uint64_t* const* b, const uint64_t* const* a, size_t stride) {
  return create("key", key, [=] {
    const KeySwitch& plan = plan_of(key_switch);
    const auto [views_b, views_a] = polynomials_of_key(b, a, stride, plan);
    return plan.borrow(views_b, views_a);
  });
}

void ringlet_switching_key_destroy(ringlet_switching_key* key) { delete key; }

size_t ringlet_switching_key_bytes(const ringlet_switching_key* key) { return key == nullptr ? 0 : key->key.bytes(); }

ringlet_status ringlet_key_switch_apply(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                        uint64_t* out_a, size_t out_a_stride, const uint64_t* in, size_t in_stride,
                                        size_t rows, const ringlet_switching_key* key,
                                        const ringlet_executor* executor) {
  return switch_polynomial(&KeySwitch::operator(), key_switch, {out_b, out_b_stride, out_a, out_a_stride}, in,
                           in_stride, rows, key, executor);
}

ringlet_status ringlet_key_switch_add(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                      uint64_t* out_a, size_t out_a_stride, const uint64_t* in, size_t in_stride,
                                      size_t rows, const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_polynomial(&KeySwitch::add, key_switch, {out_b, out_b_stride, out_a, out_a_stride}, in, in_stride, rows,
                           key, executor);
}

ringlet_status ringlet_key_switch_apply_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                             size_t out_b_stride, uint64_t* const* out_a, size_t out_a_stride,
                                             const uint64_t* const* in, size_t in_stride, size_t polynomials,
                                             size_t rows, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return switch_polynomials(&KeySwitch::operator(), key_switch,
                            {out_b, out_b_stride, out_a, out_a_stride, in, in_stride, polynomials, rows}, key,
                            executor);
}

ringlet_status ringlet_key_switch_add_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                           size_t out_b_stride, uint64_t* const* out_a, size_t out_a_stride,
                                           const uint64_t* const* in, size_t in_stride, size_t polynomials, size_t rows,
                                           const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_polynomials(&KeySwitch::add, key_switch,
                            {out_b, out_b_stride, out_a, out_a_stride, in, in_stride, polynomials, rows}, key,
                            executor);
}

ringlet_status ringlet_key_switch_digits_create(ringlet_key_switch_digits** digits,
                                                const ringlet_key_switch* key_switch, size_t level) {
  return create("digits", digits, [=] { return KeySwitchDigits(plan_of(key_switch), level); });
}

void ringlet_key_switch_digits_destroy(ringlet_key_switch_digits* digits) { delete digits; }

size_t ringlet_key_switch_digits_level(const ringlet_key_switch_digits* digits) {
  return digits == nullptr ? 0 : digits->digits.level();
}

ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch, ringlet_key_switch_digits* digits,
                                            const uint64_t* in, size_t in_stride, const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    KeySwitchDigits& result = deref("digits", digits).digits;
    plan.decompose(result, rows_of("in", in, in_stride, {result.level(), plan.size()}), Threads(executor));
  });
}

ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                               size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                               const ringlet_key_switch_digits* digits,
                                               const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::operator(), key_switch, {out_b, out_b_stride, out_a, out_a_stride}, digits, key,
                       executor);
}

ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                             uint64_t* out_a, size_t out_a_stride,
                                             const ringlet_key_switch_digits* digits, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::add, key_switch, {out_b, out_b_stride, out_a, out_a_stride}, digits, key, executor);
}

ringlet_status ringlet_key_switch_sum_create(ringlet_key_switch_sum** sum, const ringlet_key_switch* key_switch,
                                             size_t level) {
  return create("sum", sum, [=] { return ringlet::KeySwitchSum(plan_of(key_switch), level); });
}

void ringlet_key_switch_sum_destroy(ringlet_key_switch_sum* sum) { delete sum; }

size_t ringlet_key_switch_sum_level(const ringlet_key_switch_sum* sum) { return sum == nullptr ? 0 : sum->sum.level(); }

ringlet_status ringlet_key_switch_sum_clear(ringlet_key_switch_sum* sum) {
  return guarded([=] { deref("sum", sum).sum.clear(); });
}

ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch, ringlet_key_switch_sum* sum,
                                             const ringlet_key_switch_digits* digits, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    ringlet::KeySwitchSum& total = deref("sum", sum).sum;
    const KeySwitchDigits& decomposed = deref("digits", digits).digits;
    plan.accumulate(total, decomposed, deref("key", key).key, Threads(executor));
  });
}

ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                           uint64_t* out_a, size_t out_a_stride, const ringlet_key_switch_sum* sum,
                                           const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    const ringlet::KeySwitchSum& total = deref("sum", sum).sum;
    const Shape shape{total.level(), plan.size()};
    const Results out{out_b, out_b_stride, out_a, out_a_stride};
    const RnsSpan b = out.rows_b(shape), a = out.rows_a(shape);
    plan.mod_down(b, a, total, Threads(executor));
  });
}
