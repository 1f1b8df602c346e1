#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ringlet/ringlet.hpp"
#include "support/data.hpp"

namespace ringlet_test::c_api {

/// Linear transform of two baby and two giant steps, the identity and one rotation, composed of key switches,
/// automorphisms, products and sums.
class ComposedTransform {
 public:
  using View = ringlet::RnsView;
  using Span = ringlet::RnsSpan;

  ComposedTransform(const ringlet::KeySwitch& plan, const ringlet::RnsBase& special, const ringlet::SwitchingKey& key,
                    const ringlet::Automorphism& automorphism, std::vector<View> plaintexts)
      : plan_(plan), special_(special), key_(key), automorphism_(automorphism), plaintexts_(std::move(plaintexts)) {}

  /// Computes inner sum g from digits.
  void sum(std::size_t g, Span sum_b, Span sum_a, View b, View a, ringlet::RnsViews digits) const {
    const ringlet::RnsBase base = extended(b.rows());
    for (const Span& out : {sum_b, sum_a}) clear(out);
    for (std::size_t i = 0; i < 2; ++i) {
      const View plaintext = plaintexts_[2 * g + i];
      if (plaintext.rows() == 0) continue;
      Polynomial term_b(base, b.size()), term_a(base, b.size());
      if (i == 0) {
        plan_.add_special_multiple(term_a.span(), a);
        plan_.add_special_multiple(term_b.span(), b);
      } else {
        plan_.inner_product(term_b.span(), term_a.span(), digits, key_);
        Polynomial rotated(plan_.base().first(b.rows()), b.size());
        automorphism_.on_evaluations(rotated.span(), b);
        plan_.add_special_multiple(term_b.span(), rotated.span());
      }
      Polynomial of_level(base, b.size());
      for (std::size_t t = 0; t < base.size(); ++t) {
        const std::size_t row = t < b.rows() ? t : plaintext.rows() - base.size() + t;
        std::ranges::copy(plaintext[row], of_level.span()[t].begin());
      }
      mul_add(sum_b, of_level.span(), term_b.span(), sum_b, base);
      mul_add(sum_a, of_level.span(), term_a.span(), sum_a, base);
    }
  }

  void operator()(Span out_b, Span out_a, View b, View a) const {
    const std::size_t level = b.rows(), n = b.size();
    const ringlet::RnsBase base = extended(level);
    std::vector<Polynomial> digits(plan_.digits(level), {base, n});
    decompose(digits, a);
    std::array sums{Polynomial(base, n), Polynomial(base, n)}, rotated = sums;
    sum(0, sums[0].span(), sums[1].span(), b, a, views(digits));
    sum(1, rotated[0].span(), rotated[1].span(), b, a, views(digits));
    Polynomial quotient(plan_.base().first(level), n), unused = quotient;
    plan_.mod_down(unused.span(), quotient.span(), rotated[0].span(), rotated[1].span());
    decompose(digits, quotient.span());
    plan_.accumulate(sums[0].span(), sums[1].span(), views(digits), key_);
    automorphism_.add_on_evaluations(sums[0].span(), rotated[0].span(), base);
    plan_.mod_down(out_b, out_a, sums[0].span(), sums[1].span());
  }

 private:
  /// Polynomial of zeros.
  class Polynomial {
   public:
    Polynomial(const ringlet::RnsBase& base, std::size_t n) : rows_(base.size()), n_(n), words_(rows_ * n) {}
    [[nodiscard]] Span span() { return {words_.data(), rows_, n_}; }

   private:
    std::size_t rows_, n_;
    Words words_;
  };

  static void clear(const Span& rows) {
    for (const auto row : rows) std::ranges::fill(row, 0);
  }
  [[nodiscard]] static std::vector<Span> views(std::vector<Polynomial>& polynomials) {
    std::vector<Span> result;
    for (Polynomial& polynomial : polynomials) result.push_back(polynomial.span());
    return result;
  }
  void decompose(std::vector<Polynomial>& digits, const View& in) const { plan_.decompose(views(digits), in); }
  [[nodiscard]] ringlet::RnsBase extended(std::size_t level) const {
    return plan_.base().first(level).followed_by(special_);
  }

  const ringlet::KeySwitch& plan_;
  const ringlet::RnsBase& special_;
  const ringlet::SwitchingKey& key_;
  const ringlet::Automorphism& automorphism_;
  std::vector<View> plaintexts_;
};

}  // namespace ringlet_test::c_api
