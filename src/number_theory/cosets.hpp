#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"

/// Evaluation of polynomials on any coset by the transforms of one plan.
///
/// A plan evaluates at n points p w^k. The polynomial with coefficients a[j] r^j, r = c/p, has the values there that a
/// has at c w^k. More coefficients than points are reduced modulo X^n - c^n, which is zero at all of these points.
///
/// `Plan` adapts a plan and the element-wise operations on its numbers:
///   Element, Number              word of an array; a residue as a factor
///   piece, words()               number of values that stay in a first-level cache, a power of two; elements of a
///   value size(), in_pieces(work)      n; calls work(begin, end) for all of 0 .. n-1, with begin a multiple of `piece`
///   one(), mul(a, b), power(a, e), inverse(a)   on factors
///   first_point(), inverse_first_point()        p and 1/p as factors
///   set_one(out)                 writes the factor 1 as a value that `mul` takes
///   canonical(buffer, in, m)     returns m input values in [0, q), in `buffer` if they must be reduced
///   mul(out, x, y, m), scale(out, x, s, m), mul_add(out, x, s, z, m)   x y, x s and x s + z of m values
///   forward(out, in)             transforms input values
///   padded_size(count)           how many of the first coefficients `forward_padded` reads if only `count` are not
///   zero forward_padded(values, m)    transforms values in [0, q) in place, of which only the first m are read
///   forward_reversed(values)     transforms values in [0, q) in place, to bit-reversed order
///   inverse(out, in)             transforms values in the plan's order to values in [0, q)
namespace ringlet::number_theory {

template <class Plan>
class Cosets {
  using Element = typename Plan::Element;
  using Number = typename Plan::Number;

 public:
  explicit Cosets(const Plan& plan) : plan_(plan) {}

  /// Evaluates a polynomial of `count` >= 1 coefficients at the n points coset w^k. out may begin where `in` begins.
  void evaluate(Element* out, const Element* in, std::size_t count, const Number& coset) const {
    const Number ratio = plan_.mul(coset, plan_.inverse_first_point());
    if (count == n() && ratio == plan_.one()) return plan_.forward(out, in);
    const Powers powers(plan_, ratio, std::min(count, n()));
    const Number wrap = count > n() ? plan_.power(coset, n()) : plan_.one();
    const std::size_t padded = plan_.padded_size(std::min(count, n()));
    powers.for_pieces([&](std::size_t i, std::size_t m, const auto& multiply) {
      Element buffer[max_words];
      const std::size_t known = std::min(count - std::min(count, i), m);
      if (known != 0) multiply(at(out, i), folded(buffer, in, count, i, known, wrap), known);
      if (i < padded) std::fill(at(out, i + known), at(out, std::min(i + m, padded)), Element{});
    });
    plan_.forward_padded(out, padded);
  }

  /// Writes the n coefficients of the polynomial with these values at the points coset w^k, in the plan's order.
  void interpolate(Element* out, const Element* in, const Number& coset) const {
    plan_.inverse(out, in);
    multiply_by_powers(out, out, plan_.mul(plan_.first_point(), plan_.inverse(coset)));
  }

  /// Evaluates the polynomial with values `in` at the points of the plan at the points coset root^k, k below
  /// 2^log_blowup n, in bit-reversed order. root^(2^log_blowup) = w, so block b of n values belongs to the coset of
  /// coset root^r, r the bit reversal of b. `in` may be a block of out.
  void extend(Element* out, unsigned log_blowup, const Element* in, const Number& coset, const Number& root) const {
    const std::size_t blocks = std::size_t{1} << log_blowup;
    Element* const coefficients = at(out, (blocks - 1) * n());
    plan_.inverse(coefficients, in);
    const Number first = plan_.mul(coset, plan_.inverse_first_point());
    for (std::size_t b = 0; b < blocks; ++b) {
      Element* const block = at(out, b * n());
      multiply_by_powers(block, coefficients, plan_.mul(first, plan_.power(root, arith::reverse_bits(b, log_blowup))));
      plan_.forward_reversed(block);
    }
  }

 private:
  static constexpr std::size_t max_words = Plan::piece * Plan::max_words;

  /// Powers of one number: a table for one piece, and a factor for each piece.
  class Powers {
   public:
    /// count: at least the greatest number of values in a piece.
    Powers(const Plan& plan, const Number& ratio, std::size_t count) : plan_(plan), ratio_(ratio) {
      plan.set_one(table_);
      step_ = ratio;
      for (std::size_t known = 1; known < std::min(count, Plan::piece); known *= 2) {
        plan.scale(table_ + known * plan.words(), table_, step_, known);
        step_ = plan.mul(step_, step_);
      }
    }

    /// Calls work(i, m, multiply) for each piece of m values from i on. multiply(out, x, k) computes x[j] ratio^(i + j)
    /// for j < k <= m.
    template <class Work>
    void for_pieces(const Work& work) const {
      plan_.in_pieces([&](std::size_t begin, std::size_t end) {
        Number factor = plan_.power(ratio_, begin);
        for (std::size_t i = begin; i < end; i += Plan::piece) {
          work(i, std::min(Plan::piece, end - i), [&](Element* out, const Element* x, std::size_t k) {
            if (ratio_ == plan_.one()) {
              if (out != x) std::copy_n(x, k * plan_.words(), out);
              return;
            }
            plan_.mul(out, x, table_, k);
            if (i != 0) plan_.scale(out, out, factor, k);
          });
          factor = plan_.mul(factor, step_);
        }
      });
    }

   private:
    const Plan& plan_;
    Number ratio_;
    Number step_;
    alignas(64) Element table_[max_words];
  };

  [[nodiscard]] std::size_t n() const { return plan_.size(); }
  template <class Any>
  Any* at(Any* array, std::size_t i) const {
    return array + i * plan_.words();
  }

  /// Computes out[j] = in[j] ratio^j.
  void multiply_by_powers(Element* out, const Element* in, const Number& ratio) const {
    Powers(plan_, ratio, n()).for_pieces([&](std::size_t i, std::size_t m, const auto& multiply) {
      multiply(at(out, i), at(in, i), m);
    });
  }

  /// Returns values i .. i + m - 1 of the polynomial modulo X^n - wrap, by Horner's rule, in `buffer` or in `in`
  /// itself.
  const Element* folded(Element* buffer, const Element* in, std::size_t count, std::size_t i, std::size_t m,
                        const Number& wrap) const {
    std::size_t first = i + (count - 1 - i) / n() * n();
    if (first == i) return plan_.canonical(buffer, at(in, i), m);
    Element loaded[max_words];
    const std::size_t last = std::min(m, count - first);
    const Element* const top = plan_.canonical(loaded, at(in, first), last);
    std::fill(std::copy(top, at(top, last), buffer), at(buffer, m), Element{});
    while (first != i) {
      first -= n();
      plan_.mul_add(buffer, buffer, wrap, plan_.canonical(loaded, at(in, first), m), m);
    }
    return buffer;
  }

  const Plan& plan_;
};

/// Returns the smallest number whose 2^log_blowup-th power is `root`, which has order 2^log_n. any: a number of order
/// 2^(log_n + log_blowup). mul: the product modulo a prime.
template <class Number, class Multiply>
Number smallest_root_above(const Number& root, unsigned log_n, unsigned log_blowup, const Number& any,
                           const Multiply& mul) {
  const auto square = [&](Number x, unsigned times) {
    for (; times != 0; --times) x = mul(x, x);
    return x;
  };
  // With g = any^(2^log_blowup), root = g^e. Bit i of e is set if the rest g^(e - bits below) has the order of g^(2^i).
  Number inverse_power = square(any, log_blowup), power = any, rest = root, above{1};
  for (unsigned i = 1; i < log_n; ++i) inverse_power = mul(inverse_power, square(any, log_blowup + i));
  for (unsigned i = 0; i < log_n; ++i) {
    if (square(rest, log_n - 1 - i) != Number{1}) {
      rest = mul(rest, inverse_power);
      above = mul(above, power);
    }
    inverse_power = mul(inverse_power, inverse_power);
    power = mul(power, power);
  }
  const Number step = square(any, log_n);
  Number smallest = above;
  for (std::uint64_t i = 1; i >> log_blowup == 0; ++i) {
    above = mul(above, step);
    smallest = std::min(smallest, above);
  }
  return smallest;
}

}  // namespace ringlet::number_theory
