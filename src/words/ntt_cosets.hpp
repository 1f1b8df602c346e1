#pragma once

#include <cstddef>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "number_theory/cosets.hpp"
#include "ringlet/types.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::words {

/// Plan of words for number_theory::Cosets, with the factors of the caller's ranges.
template <class Word>
class CosetPlan {
 public:
  using Element = Word;
  using Number = arith::TwiddleWord<Word>;
  static constexpr std::size_t piece = 256, max_words = 1;

  explicit CosetPlan(const NttPlan<Word>& plan, Range range = {}) : plan_(plan), range_(range) {}

  static constexpr std::size_t words() { return 1; }
  [[nodiscard]] std::size_t size() const { return plan_.size(); }
  template <class Work>
  void in_pieces(const Work& work) const {
    work(0, size());
  }

  [[nodiscard]] static constexpr Number one() { return 1; }
  [[nodiscard]] Number mul(Number a, Number b) const { return arith::mul_mod(a, b, plan_.modulus()); }
  [[nodiscard]] Number power(Number a, std::size_t e) const {
    Number power = 1;
    for (; e != 0; e >>= 1) {
      if (e % 2 != 0) power = mul(power, a);
      a = mul(a, a);
    }
    return power;
  }
  [[nodiscard]] Number inverse(Number a) const { return arith::inverse_mod<Number>(a, plan_.modulus().q); }
  [[nodiscard]] Number first_point() const { return plan_.first_point(); }
  [[nodiscard]] Number inverse_first_point() const { return plan_.inverse_first_point(); }

  static void set_one(Word* out) { *out = 1; }
  const Word* canonical(Word* buffer, const Word* in, std::size_t m) const {
    if (range_.input_factor == 1) return in;
    plan_.eltwise().reduce(buffer, in, m, range_.input_factor);
    return buffer;
  }
  void mul(Word* out, const Word* x, const Word* y, std::size_t m) const { plan_.eltwise().mul(out, x, y, m); }
  void scale(Word* out, const Word* x, Number s, std::size_t m) const {
    plan_.eltwise().axpy(out, x, static_cast<Word>(s), nullptr, m);
  }
  void mul_add(Word* out, const Word* x, Number s, const Word* z, std::size_t m) const {
    const Eltwise<Word>& eltwise = plan_.eltwise();
    if (s == 1) return eltwise.add(out, x, z, m);
    if (s == plan_.modulus().q - 1) return eltwise.sub(out, z, x, m);
    eltwise.axpy(out, x, static_cast<Word>(s), z, m);
  }

  void forward(Word* out, const Word* in) const { plan_.forward(out, in, range_.input_factor, range_.output_factor); }
  [[nodiscard]] std::size_t padded_size(std::size_t count) const { return plan_.padded_size(count); }
  void forward_padded(Word* values, std::size_t padded) const {
    plan_.forward_padded(values, padded, range_.output_factor);
  }
  void forward_reversed(Word* values) const { plan_.forward_reversed(values); }
  void inverse(Word* out, const Word* in) const { plan_.inverse(out, in, range_.input_factor, 1); }

 private:
  const NttPlan<Word>& plan_;
  Range range_;
};

}  // namespace ringlet::words
