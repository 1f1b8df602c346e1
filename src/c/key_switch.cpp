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

namespace {

using namespace ringlet::c;
using ringlet::BasicRnsSpan;
using ringlet::KeySwitch;
using ringlet::RnsSpan;
using ringlet::RnsView;

const KeySwitch& plan_of(const ringlet_key_switch* key_switch) { return deref("key_switch", key_switch).plan; }

/// Addresses and strides of the two polynomials of a result or of a sum.
template <class Word>
struct Pair {
  Word* b;
  std::size_t b_stride;
  Word* a;
  std::size_t a_stride;

  [[nodiscard]] std::pair<BasicRnsSpan<Word>, BasicRnsSpan<Word>> rows(const char* b_name, const char* a_name,
                                                                       const Shape& shape) const {
    const auto rows_b = rows_of(b_name, b, b_stride, shape);
    return {rows_b, rows_of(a_name, a, a_stride, shape)};
  }
};
using Results = Pair<std::uint64_t>;
using Sums = Pair<const std::uint64_t>;

/// Returns the shape of a digit or a sum of a level.
Shape extended(const KeySwitch& plan, const Shape& level) { return {level.rows + plan.special().size(), level.n}; }

using OfPolynomial = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsView, const ringlet::SwitchingKey&,
                                         ringlet::Executor*) const;
using OfDigits = void (KeySwitch::*)(RnsSpan, RnsSpan, std::span<const RnsView>, const ringlet::SwitchingKey&,
                                     ringlet::Executor*) const;
using OfSums = void (KeySwitch::*)(RnsSpan, RnsSpan, RnsView, RnsView, ringlet::Executor*) const;

ringlet_status switch_polynomial(OfPolynomial operation, const ringlet_key_switch* key_switch, const Results& out,
                                 const std::uint64_t* in, std::size_t in_stride, std::size_t rows,
                                 const ringlet_switching_key* key, const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape shape = level_of(plan.base(), rows, plan.size());
    const auto [b, a] = out.rows("out_b", "out_a", shape);
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

/// Digits of a polynomial of `rows` moduli.
struct Digits {
  const std::uint64_t* const* pointers;
  std::size_t stride;
  std::size_t rows;

  [[nodiscard]] std::vector<RnsView> views(const KeySwitch& plan, const Shape& level) const {
    return views_of("digits", pointers, stride, "digits_stride", plan.digits(level.rows), extended(plan, level));
  }
};

ringlet_status switch_digits(OfDigits operation, const ringlet_key_switch* key_switch, const Results& out,
                             const Digits& digits, const ringlet_switching_key* key, const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), digits.rows, plan.size());
    const auto [b, a] = out.rows("out_b", "out_a", level);
    (plan.*operation)(b, a, digits.views(plan, level), deref("key", key).key, Threads(executor));
  });
}

ringlet_status multiply_digits(OfDigits operation, const ringlet_key_switch* key_switch, const Results& sum,
                               const Digits& digits, const ringlet_switching_key* key,
                               const ringlet_executor* executor) {
  return guarded([&] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), digits.rows, plan.size());
    const auto [b, a] = sum.rows("sum_b", "sum_a", extended(plan, level));
    (plan.*operation)(b, a, digits.views(plan, level), deref("key", key).key, Threads(executor));
  });
}

ringlet_status divide_sums(OfSums operation, const ringlet_key_switch* key_switch, const Results& out, const Sums& sums,
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
                                         ringlet_lift digits, ringlet_lift division, ringlet_domain domain) {
  return create("key_switch", key_switch, [=] {
    return KeySwitch(deref("ntt", ntt).ntt, special,
                     {digit_size, digit_bits, plaintext_modulus, static_cast<ringlet::Lift>(digits),
                      static_cast<ringlet::Lift>(division), static_cast<ringlet::Domain>(domain)});
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

ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch, uint64_t* const* digits,
                                            size_t digits_stride, const uint64_t* in, size_t in_stride, size_t rows,
                                            const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const auto spans =
        views_of("digits", digits, digits_stride, "digits_stride", plan.digits(rows), extended(plan, level));
    plan.decompose(spans, rows_of("in", in, in_stride, level), Threads(executor));
  });
}

ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                               size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                               const uint64_t* const* digits, size_t digits_stride, size_t rows,
                                               const ringlet_switching_key* key, const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::operator(), key_switch, {out_b, out_b_stride, out_a, out_a_stride},
                       {digits, digits_stride, rows}, key, executor);
}

ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                             uint64_t* out_a, size_t out_a_stride, const uint64_t* const* digits,
                                             size_t digits_stride, size_t rows, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return switch_digits(&KeySwitch::add, key_switch, {out_b, out_b_stride, out_a, out_a_stride},
                       {digits, digits_stride, rows}, key, executor);
}

ringlet_status ringlet_key_switch_inner_product(const ringlet_key_switch* key_switch, uint64_t* sum_b,
                                                size_t sum_b_stride, uint64_t* sum_a, size_t sum_a_stride,
                                                const uint64_t* const* digits, size_t digits_stride, size_t rows,
                                                const ringlet_switching_key* key, const ringlet_executor* executor) {
  return multiply_digits(&KeySwitch::inner_product, key_switch, {sum_b, sum_b_stride, sum_a, sum_a_stride},
                         {digits, digits_stride, rows}, key, executor);
}

ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch, uint64_t* sum_b, size_t sum_b_stride,
                                             uint64_t* sum_a, size_t sum_a_stride, const uint64_t* const* digits,
                                             size_t digits_stride, size_t rows, const ringlet_switching_key* key,
                                             const ringlet_executor* executor) {
  return multiply_digits(&KeySwitch::accumulate, key_switch, {sum_b, sum_b_stride, sum_a, sum_a_stride},
                         {digits, digits_stride, rows}, key, executor);
}

ringlet_status ringlet_key_switch_add_special_multiple(const ringlet_key_switch* key_switch, uint64_t* sum,
                                                       size_t sum_stride, const uint64_t* c, size_t c_stride,
                                                       size_t rows, const ringlet_executor* executor) {
  return guarded([=] {
    const KeySwitch& plan = plan_of(key_switch);
    const Shape level = level_of(plan.base(), rows, plan.size());
    const RnsSpan total = rows_of("sum", sum, sum_stride, extended(plan, level));
    plan.add_special_multiple(total, rows_of("c", c, c_stride, level), Threads(executor));
  });
}

ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, uint64_t* out_b, size_t out_b_stride,
                                           uint64_t* out_a, size_t out_a_stride, const uint64_t* sum_b,
                                           size_t sum_b_stride, const uint64_t* sum_a, size_t sum_a_stride, size_t rows,
                                           const ringlet_executor* executor) {
  return divide_sums(&KeySwitch::mod_down, key_switch, {out_b, out_b_stride, out_a, out_a_stride},
                     {sum_b, sum_b_stride, sum_a, sum_a_stride}, rows, executor);
}

ringlet_status ringlet_key_switch_add_mod_down(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                               size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                               const uint64_t* sum_b, size_t sum_b_stride, const uint64_t* sum_a,
                                               size_t sum_a_stride, size_t rows, const ringlet_executor* executor) {
  return divide_sums(&KeySwitch::add_mod_down, key_switch, {out_b, out_b_stride, out_a, out_a_stride},
                     {sum_b, sum_b_stride, sum_a, sum_a_stride}, rows, executor);
}
