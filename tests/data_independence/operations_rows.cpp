#include <algorithm>
#include <array>
#include <optional>
#include <ringlet/ringlet.hpp>
#include <vector>

#include "operations.hpp"

namespace ringlet_test {
namespace {

using ringlet::RnsSpan;
using ringlet::RnsView;

constexpr std::size_t rows = 4;

/// Polynomials in rows of residues modulo four primes of the same width.
class Rows {
 public:
  Rows(std::size_t n, unsigned bits, const Visit& visit)
      : n_(n), moduli_(ringlet::ntt_primes(rows, bits, n)), bits_(bits), visit_(visit) {}

  void visit_eltwise() const {
    offer("add", [&] { ringlet::add(out_, a_, b_, all_); });
    offer("sub", [&] { ringlet::sub(out_, a_, b_, all_); });
    offer("neg", [&] { ringlet::neg(out_, a_, all_); });
    offer("mul", [&] { ringlet::mul(out_, a_, b_, all_); });
    offer("mul_sub", [&] { ringlet::mul_sub(out_, a_, b_, c_, all_); });
    const std::vector<std::uint64_t> scalars(rows, 3);
    offer("mul_scalar", [&] { ringlet::mul(out_, a_, scalars, all_); });
  }

  void visit_sums_of_products() const {
    offer("mul_add", [&] { ringlet::mul_add(out_, a_, b_, c_, all_); });
    const std::vector<RnsView> first{a_, b_, c_}, second{b_, c_, a_};
    offer("inner_product", [&] { ringlet::inner_product(out_, first, second, all_); });
    constexpr ringlet::Form form = ringlet::Form::montgomery;
    offer("mul_montgomery", [&] { ringlet::mul(out_, a_, b_, all_, form); });
    offer("mul_add_montgomery", [&] { ringlet::mul_add(out_, a_, b_, c_, all_, form); });
    offer("inner_product_montgomery", [&] { ringlet::inner_product(out_, first, second, all_, form); });
    offer("to_montgomery", [&] { ringlet::to_montgomery(out_, a_, all_); });
    offer("from_montgomery", [&] { ringlet::from_montgomery(out_, a_, all_); });
    const std::array<RnsSpan, 3> results{out_, more_[0], more_[1]};
    const std::array<RnsView, 2> x{a_, b_}, y{c_, b_};
    offer("tensor", [&] { ringlet::tensor(results, x, y, all_); });
    offer("balanced_digit", [&] { ringlet::balanced_digit(out_, a_[0], all_[0], 7, 2, all_); });
  }

  void visit_conversions() const {
    for (const auto lift : {ringlet::Lift::approximate, ringlet::Lift::floor, ringlet::Lift::centred}) {
      const ringlet::BaseConversion convert(from_, to_, lift);
      offer("BaseConversion, lift " + std::to_string(static_cast<int>(lift)),
            [&] { convert(out_.first(to_.size()), a_.first(from_.size())); });
    }
    const ringlet::RnsBase last{std::span(moduli_).last(1)};
    const ringlet::BaseConversion exact(from_, all_[2], last);
    offer("BaseConversion with a redundant modulus", [&] { exact(out_.first(1), a_.first(3)); });
    const ringlet::RnsBase one{std::span(moduli_).first(1)}, auxiliary{std::span(moduli_).last(3)};
    for (const std::uint64_t montgomery : {std::uint64_t{0}, std::uint64_t{1} << 32}) {
      const ringlet::ScaleAndRound scale(one, auxiliary, 3, {.montgomery_modulus = montgomery});
      offer("ScaleAndRound::extend", [&] { scale.extend(out_.first(3), a_.first(1)); });
      offer("ScaleAndRound", [&] { scale(out_.first(1), a_.first(1), aligned_with(auxiliary)); });
    }
  }

  void visit_transforms() const {
    const ringlet::RnsNtt ntt(n_, all_);
    offer("RnsNtt::forward", [&] { ntt.forward(out_, a_); });
    offer("RnsNtt::inverse", [&] { ntt.inverse(out_, a_); });
    const ringlet::Automorphism automorphism(n_, 5);
    offer("Automorphism on coefficients", [&] { automorphism.on_coefficients(out_, a_, all_); });
    offer("Automorphism on evaluations", [&] { automorphism.on_evaluations(out_, a_); });
    offer("Automorphism added", [&] { automorphism.add_on_evaluations(out_, a_, all_); });
  }

  void visit_divisions() const {
    const ringlet::RnsNtt ntt(n_, all_);
    const ringlet::ModDown down(ntt, 2);
    offer("ModDown on coefficients", [&] { down.on_coefficients(out_.first(2), a_); });
    offer("ModDown on evaluations", [&] { down.on_evaluations(out_.first(2), a_); });
    const ringlet::ModDown with_plaintexts(ntt, 1, {.plaintext_modulus = 257});
    offer("ModDown with a plaintext modulus", [&] { with_plaintexts.on_evaluations(out_.first(3), a_); });
  }

  void visit_key_switch_in_bits() const {
    const ringlet::KeySwitch plan(ringlet::RnsNtt(n_, all_.first(2)), 0, {.digit_bits = 20});
    const std::vector<RnsView> b(plan.digits(), b_.first(2)), a(plan.digits(), c_.first(2));
    const auto first = out_.first(2), second = more_[0].first(2);
    const auto in = a_.first(2);
    ringlet::SwitchingKey key = plan.prepare(b, a);
    const auto prepare = [&](Secrets& secrets) {
      fill(secrets);
      key = plan.prepare(b, a);
    };
    visit_({named("KeySwitch in bits"), prepare, [&] { plan.add(first, second, in, key); }});
  }

  void visit_linear_transform() const {
    const ringlet::KeySwitch plan(n_, all_.first(2), ringlet::RnsBase(std::span(moduli_).last(2)));
    const std::vector<RnsView> b(plan.digits(), b_), a(plan.digits(), c_);
    std::optional<ringlet::LinearTransform> transform;
    const auto prepare = [&](Secrets& secrets) {
      fill(secrets);
      const ringlet::SwitchingKey key = plan.prepare(b, a, ringlet::Automorphism(n_, 5));
      const std::vector<ringlet::LinearTransform::Step> steps{std::nullopt, key};
      transform.emplace(plan, steps, steps, std::vector<RnsView>{b_, c_, c_, b_});
    };
    visit_({named("LinearTransform"), prepare,
            [&] { (*transform)(out_.first(2), more_[0].first(2), a_.first(2), b_.first(2)); }});
  }

  void visit_key_switch(std::size_t digit_size, ringlet::Domain domain) const {
    const ringlet::RnsBase base = all_.first(2), special{std::span(moduli_).last(2)};
    const ringlet::KeySwitch plan(n_, base, special, {.digit_size = digit_size, .domain = domain});
    const std::vector<RnsView> b(plan.digits(), b_), a(plan.digits(), c_);
    const std::string name = "KeySwitch, digits of " + std::to_string(digit_size) + " of " +
                             (domain == ringlet::Domain::evaluations ? "evaluations, " : "coefficients, ");
    const auto first = out_.first(2), second = more_[0].first(2);
    const auto in = a_.first(2);
    ringlet::SwitchingKey key = plan.prepare(b, a);
    const auto prepare = [&](Secrets& secrets) {
      fill(secrets);
      key = plan.prepare(b, a);
    };
    if (digit_size == 1) {
      visit_({named(name + "prepare"), [&](Secrets& secrets) { fill(secrets); }, [&] { key = plan.prepare(b, a); }});
      visit_({named(name + "add"), prepare, [&] { plan.add(first, second, in, key); }});
      return;
    }
    const RnsView digit = out_;
    visit_({named(name + "in steps"), prepare, [&] {
              plan.decompose({&out_, 1}, in);
              plan.inner_product(more_[0], more_[1], {&digit, 1}, key);
              plan.mod_down(more_[0].first(2), more_[1].first(2), more_[0], more_[1]);
            }});
  }

 private:
  [[nodiscard]] RnsView aligned_with(const ringlet::RnsBase& base) const { return b_.first(base.size()); }

  void fill(Secrets& secrets) const {
    for (const RnsSpan span : {a_, b_, c_, out_}) {
      for (std::size_t i = 0; i < rows; ++i) secrets.fill(span[i], smallest_modulus() - 1);
    }
  }
  [[nodiscard]] std::uint64_t smallest_modulus() const { return *std::ranges::min_element(moduli_); }

  [[nodiscard]] std::string named(const std::string& name) const {
    return "rows of " + std::to_string(bits_) + " bits: " + name;
  }
  void offer(const std::string& name, const std::function<void()>& call) const {
    visit_({named(name), [&](Secrets& secrets) { fill(secrets); }, call});
  }

  [[nodiscard]] RnsSpan span(const Array<std::uint64_t>& array) const { return {array.get().data(), rows, n_}; }

  std::size_t n_;
  std::vector<std::uint64_t> moduli_;
  unsigned bits_;
  const Visit& visit_;
  ringlet::RnsBase all_{moduli_}, from_ = all_.first(2), to_{std::span(moduli_).last(2)};
  Array<std::uint64_t> arrays_[6]{Array<std::uint64_t>(rows * n_), Array<std::uint64_t>(rows* n_),
                                  Array<std::uint64_t>(rows* n_),  Array<std::uint64_t>(rows* n_),
                                  Array<std::uint64_t>(rows* n_),  Array<std::uint64_t>(rows* n_)};
  RnsSpan a_ = span(arrays_[0]), b_ = span(arrays_[1]), c_ = span(arrays_[2]), out_ = span(arrays_[3]);
  RnsSpan more_[2]{span(arrays_[4]), span(arrays_[5])};
};

}  // namespace

void visit_rows(std::size_t n, std::span<const unsigned> widths, const Visit& visit) {
  for (const unsigned bits : widths) {
    const Rows operations(n, bits, visit);
    operations.visit_sums_of_products();
    operations.visit_conversions();
    operations.visit_divisions();
  }
  // Operations that run kernels of words, or the kernels above.
  const Rows operations(n, widths.back(), visit);
  operations.visit_eltwise();
  operations.visit_transforms();
  operations.visit_key_switch(1, ringlet::Domain::evaluations);
  operations.visit_key_switch(2, ringlet::Domain::coefficients);
  operations.visit_key_switch_in_bits();
  operations.visit_linear_transform();
}

}  // namespace ringlet_test
