#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"
#include "multiword/multiword_ntt_plan.hpp"
#include "number_theory/cosets.hpp"
#include "ringlet/executor.hpp"

namespace ringlet::multiword {

/// Plan of multiword numbers for number_theory::Cosets. Factors are in Montgomery form, so that products keep the form
/// of values.
class CosetPlan {
 public:
  using Element = std::uint64_t;
  using Number = MultiwordNumbers::Number;
  static constexpr std::size_t piece = 128, max_words = MultiwordModulusConstants::max_words;

  CosetPlan(const MultiwordNttPlan& plan, Executor* executor)
      : plan_(plan), numbers_(plan.numbers()), executor_(executor) {}

  [[nodiscard]] std::size_t words() const { return numbers_.words(); }
  [[nodiscard]] std::size_t size() const { return plan_.size(); }
  template <class Work>
  void in_pieces(const Work& work) const {
    if (executor_ == nullptr) return work(0, size());
    run_in_pieces(*executor_, size(), piece,
                  [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) { work(begin, end); });
  }

  [[nodiscard]] Number one() const { return numbers_.one(); }
  [[nodiscard]] Number mul(const Number& a, const Number& b) const { return numbers_.mul(a, b); }
  [[nodiscard]] Number power(const Number& a, std::uint64_t e) const { return numbers_.power(a, e); }
  [[nodiscard]] Number inverse(const Number& a) const { return numbers_.inverse(a); }
  [[nodiscard]] Number omega() const { return plan_.omega(); }
  [[nodiscard]] Number first_point() const { return plan_.first_point(); }
  [[nodiscard]] Number inverse_first_point() const { return plan_.inverse_first_point(); }

  void set_one(Element* out) const { std::copy_n(one().begin(), words(), out); }
  static const Element* canonical(Element* /*buffer*/, const Element* in, std::size_t /*m*/) { return in; }
  void mul(Element* out, const Element* x, const Element* y, std::size_t m) const { numbers_.mul(out, x, y, m); }
  void scale(Element* out, const Element* x, const Number& s, std::size_t m) const { numbers_.scale(out, x, s, m); }
  void mul_add(Element* out, const Element* x, const Number& s, const Element* z, std::size_t m) const {
    if (s != one()) numbers_.scale(out, x, s, m);
    numbers_.add(out, s == one() ? x : out, z, m);
  }

  void forward(Element* out, const Element* in) const { plan_.forward(out, in, executor_); }
  [[nodiscard]] std::size_t padded_size(std::size_t /*count*/) const { return size(); }
  void forward_padded(Element* values, std::size_t /*padded*/) const { plan_.forward(values, values, executor_); }
  void forward_reversed(Element* values) const {
    plan_.forward(values, values, executor_);
    if (plan_.order() == Order::bit_reversed) return;
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t j = arith::reverse_bits(i, plan_.log_size());
      if (i < j) std::swap_ranges(values + i * words(), values + (i + 1) * words(), values + j * words());
    }
  }
  void inverse(Element* out, const Element* in) const { plan_.inverse(out, in, executor_); }

 private:
  const MultiwordNttPlan& plan_;
  const MultiwordNumbers& numbers_;
  Executor* executor_;
};

}  // namespace ringlet::multiword
