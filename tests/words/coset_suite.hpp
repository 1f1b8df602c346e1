#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/multiword_transform.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/ntt_buffer.hpp"
#include "support/random.hpp"

/// Compares transforms on cosets with polynomials that GMP evaluates, for numbers of every type.
namespace ringlet_test {

template <class Number>
[[nodiscard]] mpz_class exact_number(const Number& x) {
  if constexpr (requires { x.words; }) {
    return reference::integer_of(x.words);
  } else {
    const std::uint64_t words[] = {static_cast<std::uint64_t>(x),
                                   static_cast<std::uint64_t>(ringlet::uint128_t{x} >> 64)};
    return reference::integer_of(words);
  }
}

template <class Number>
[[nodiscard]] Number number_from(const mpz_class& x) {
  if constexpr (requires(Number number) { number.words; }) {
    Number number{};
    reference::put_words(number.words, x);
    return number;
  } else {
    std::uint64_t words[2];
    reference::put_words(words, x);
    return static_cast<Number>(ringlet::uint128_t{words[1]} << 64 | words[0]);
  }
}

/// A plan, and the oracle's knowledge of it.
template <class Number>
class CosetSuite {
 public:
  using Plan = ringlet::Ntt<Number>;
  using Numbers = std::vector<Number>;

  CosetSuite(std::size_t n, const mpz_class& q, const ringlet::NttOptions<Number>& options, Random& random)
      : plan_(n, ringlet::Modulus<Number>(number_from<Number>(q)), options),
        q_(q),
        omega_(exact_number(plan_.root())),
        first_(options.coset ? exact_number(*options.coset) : mpz_class(1)),
        random_(random) {
    if (options.ring == ringlet::Ring::cyclic) return;
    first_ = omega_;
    omega_ = omega_ * omega_ % q;
  }

  /// Compares all functions with the definition, with cosets 1, q - 1, the plan's own, a small and a random number.
  void expect_definition() {
    const std::size_t n = plan_.size();
    const bool is_large = n > 256;
    expect_own_transforms();
    std::vector<mpz_class> cosets{random_coset(), first_};
    if (!is_large) cosets.insert(cosets.end(), {1, q_ - 1, 2 % q_});
    for (const mpz_class& coset : cosets) {
      SCOPED_TRACE("coset " + coset.get_str());
      expect_evaluations(n, coset);
      expect_interpolation(coset);
    }
    std::vector<std::size_t> counts{n / 4 + 1, (n + 7) / 8, 2 * n + 1};
    if (!is_large) counts.insert(counts.end(), {n / 2, 1, n - 1, n + 1, 2 * n, 3 * n - 1, 5 * n + 3});
    for (const std::size_t count : counts) {
      expect_evaluations(count, random_coset());
      expect_evaluations(count, std::nullopt);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

  /// Compares the extension by 2^log_blowup with the definition.
  void expect_extension(unsigned log_blowup) {
    const std::size_t n = plan_.size(), size = n << log_blowup;
    const mpz_class smallest = exact_number(plan_.extension_root(log_blowup));
    const mpz_class step = reference::power(smallest, static_cast<unsigned long>(n), q_);
    ASSERT_EQ(reference::power(smallest, 1UL << log_blowup, q_), omega_);
    mpz_class root = smallest;
    for (std::size_t i = 0; i < std::size_t{1} << log_blowup; ++i) {
      ASSERT_LE(smallest, root);
      root = root * step % q_;
    }
    ASSERT_EQ(root, smallest) << "all roots have been compared";
    const Numbers coefficients = random_numbers(n);
    Numbers values(n), out(size);
    plan_.evaluate(values, coefficients);
    const mpz_class coset = random_coset();
    const Number factor = number_from<Number>(coset);
    plan_.extend(out, values, factor);
    expect_points(out, coefficients, coset, smallest, ringlet::Order::bit_reversed);
    const mpz_class another = smallest * step % q_;
    for (const std::size_t block : {std::size_t{0}, (size / n) - 1, size / n / 2}) {
      std::ranges::copy(values, out.begin() + static_cast<std::ptrdiff_t>(block * n));
      plan_.extend(out, std::span<const Number>(out).subspan(block * n, n), factor, number_from<Number>(another));
      expect_points(out, coefficients, coset, another, ringlet::Order::bit_reversed);
    }
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] mpz_class random_coset() { return 1 + random_integer() % (q_ - 1); }

  [[nodiscard]] Numbers random_numbers(std::size_t count) {
    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i) {
      numbers.push_back(
          number_from<Number>(random_.up_to(7) == 0 ? mpz_class(q_ - 1) : mpz_class(random_integer() % q_)));
    }
    return numbers;
  }

  /// Compares values at coset w^k, in this order, with the polynomial's.
  void expect_points(std::span<const Number> values, const Numbers& coefficients, const mpz_class& coset,
                     const mpz_class& w, ringlet::Order order) {
    reference::Integers exact;
    for (const Number& x : coefficients) exact.push_back(exact_number(x));
    const std::size_t count = values.size() <= 32 ? values.size() : values.size() > 1 << 10 ? 2 : 8;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = values.size() <= 32 ? i : random_.up_to(values.size() - 1);
      const mpz_class x = coset * reference::power(w, static_cast<unsigned long>(k), q_) % q_;
      ASSERT_EQ(exact_number(values[place(k, values.size(), order)]), reference::value_at(exact, x, q_))
          << values.size() << " values of " << exact.size() << " coefficients, value " << k;
    }
  }

 private:
  static std::size_t place(std::size_t k, std::size_t size, ringlet::Order order) {
    if (order == ringlet::Order::natural) return k;
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < size; bit *= 2) reversed = 2 * reversed + k / bit % 2;
    return reversed;
  }

  [[nodiscard]] mpz_class random_integer() {
    mpz_class x;
    for (int i = 0; i < 9; ++i) x = (x << 64) + mpz_class(static_cast<unsigned long>(random_.word()));
    return x;
  }

  void expect_own_transforms() {
    const std::size_t n = plan_.size();
    const Numbers in = random_numbers(n);
    Numbers out(n), product(n);
    plan_.forward(out, in);
    expect_points(out, in, first_, omega_, plan_.order());
    plan_.inverse(out, out);
    ASSERT_TRUE(out == in);
    plan_.multiply(product, in, in);
    ringlet::NttBuffer<Number> buffer(plan_, in);
    buffer.forward().mul(buffer).inverse().store(out);
    ASSERT_TRUE(out == product);
    if (n <= 64) expect_square(in, product);
  }

  /// Compares a square modulo X^n - first^n with the schoolbook's.
  void expect_square(const Numbers& in, const Numbers& square) {
    const std::size_t n = in.size();
    const mpz_class wrap = reference::power(first_, static_cast<unsigned long>(n), q_);
    reference::Integers expected(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const mpz_class term = exact_number(in[i]) * exact_number(in[j]) * (i + j < n ? mpz_class(1) : wrap);
        expected[(i + j) % n] = (expected[(i + j) % n] + term) % q_;
      }
    }
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(exact_number(square[i]), expected[i]);
  }

  /// Evaluates from one array to another, in place, and from odd addresses.
  void expect_evaluations(std::size_t count, const std::optional<mpz_class>& coset) {
    const std::size_t n = plan_.size();
    const Numbers in = random_numbers(count);
    Numbers out(n);
    std::optional<Number> factor;
    if (coset) factor = number_from<Number>(*coset);
    plan_.evaluate(out, in, factor);
    expect_points(out, in, coset.value_or(first_), omega_, plan_.order());
    Numbers shared(std::max(n, count) + 1);
    std::ranges::copy(in, shared.begin() + 1);
    const std::span<Number> all = std::span(shared).subspan(1);
    plan_.evaluate(all.first(n), all.first(count), factor);
    ASSERT_TRUE(std::ranges::equal(all.first(n), out));
    ASSERT_TRUE(count <= n || std::equal(all.begin() + static_cast<std::ptrdiff_t>(n),
                                         all.begin() + static_cast<std::ptrdiff_t>(count),
                                         in.begin() + static_cast<std::ptrdiff_t>(n)));
  }

  void expect_interpolation(const mpz_class& coset) {
    const Number factor = number_from<Number>(coset);
    const Numbers in = random_numbers(plan_.size());
    Numbers values(in.size()), out(in.size());
    plan_.evaluate(values, in, factor);
    plan_.interpolate(out, values, factor);
    ASSERT_TRUE(out == in);
    plan_.interpolate(values, values, factor);
    ASSERT_TRUE(values == in);
  }

  Plan plan_;
  mpz_class q_, omega_, first_;
  Random& random_;
};

/// Options of plans of both rings and orders, and of cyclic plans with a coset of their own.
template <class Number>
[[nodiscard]] std::vector<ringlet::NttOptions<Number>> coset_options(const Number& coset) {
  using Options = ringlet::NttOptions<Number>;
  using ringlet::Order, ringlet::Ring;
  return {Options{.ring = Ring::cyclic}, Options{.ring = Ring::cyclic, .coset = coset},
          Options{.ring = Ring::cyclic, .coset = coset, .order = Order::natural}, Options{.ring = Ring::negacyclic},
          Options{.ring = Ring::negacyclic, .order = Order::natural}};
}

}  // namespace ringlet_test
