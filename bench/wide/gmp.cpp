// GMP's integers: a peer, and what verifies all others.
#include <gmp.h>
#include <gmpxx.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "wide/contenders.hpp"

namespace bench::wide {
namespace {

using Integers = std::vector<mpz_class>;

mpz_class integer(const Words& words, std::size_t at, std::size_t count) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), count, -1, sizeof(std::uint64_t), 0, 0, &words[count * at]);
  return x;
}

Integers integers(const Words& words, std::size_t count) {
  Integers all;
  for (std::size_t i = 0; i < words.size() / count; ++i) all.push_back(integer(words, i, count));
  return all;
}

Words words_of(const Integers& all, std::size_t count) {
  Words words(all.size() * count);
  for (std::size_t i = 0; i < all.size(); ++i) {
    mpz_export(&words[count * i], nullptr, -1, sizeof(std::uint64_t), 0, 0, all[i].get_mpz_t());
  }
  return words;
}

/// What divides a product of two numbers in Montgomery form.
mpz_class inverse_of_r(const mpz_class& q, const Row& row) {
  mpz_class r = 1, inverse;
  r <<= row.field.width;
  mpz_invert(inverse.get_mpz_t(), r.get_mpz_t(), q.get_mpz_t());
  return inverse;
}

mpz_class power(const mpz_class& base, unsigned long exponent, const mpz_class& q) {
  mpz_class result;
  mpz_powm_ui(result.get_mpz_t(), base.get_mpz_t(), exponent, q.get_mpz_t());
  return result;
}

struct State {
  State(const Problem& problem, const Words& of_x)
      : q(integer(problem.q, 0, problem.row.word_count())),
        inverse(inverse_of_r(q, problem.row)),
        x(integers(of_x, problem.row.word_count())),
        y(integers(problem.y, problem.row.word_count())),
        out(problem.results()) {}

  void plain_product() {
    for (std::size_t i = 0; i < out.size(); ++i) {
      mpz_mul(out[i].get_mpz_t(), x[i].get_mpz_t(), y[i].get_mpz_t());
      mpz_mod(out[i].get_mpz_t(), out[i].get_mpz_t(), q.get_mpz_t());
    }
  }

  void sum() {
    for (std::size_t i = 0; i < out.size(); ++i) {
      mpz_add(out[i].get_mpz_t(), x[i].get_mpz_t(), y[i].get_mpz_t());
      if (out[i] >= q) mpz_sub(out[i].get_mpz_t(), out[i].get_mpz_t(), q.get_mpz_t());
    }
  }

  /// One reduction for all.
  void inner_product() {
    out[0] = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mpz_addmul(out[0].get_mpz_t(), x[i].get_mpz_t(), y[i].get_mpz_t());
    out[0] = out[0] % q * inverse % q;
  }

  mpz_class q, inverse;
  Integers x, y, out;
};

std::function<void()> function(Operation operation, State& s) {
  switch (operation) {
    case Operation::plain_product:
      return [&s] { s.plain_product(); };
    case Operation::sum:
      return [&s] { s.sum(); };
    case Operation::inner_product:
      return [&s] { s.inner_product(); };
    default:
      return {};
  }
}

class Verifier {
 public:
  Verifier(const Problem& problem, const Words& results)
      : row_(problem.row), s_(problem, problem.x), root_(integer(problem.root, 0, row_.word_count())) {
    s_.out = integers(results, row_.word_count());
  }

  void run() {
    switch (row_.operation) {
      case Operation::forward:
        return evaluations(s_.x, s_.out);
      case Operation::inverse:
        return evaluations(s_.out, s_.x);
      case Operation::product:
        return products(s_.inverse);
      case Operation::plain_product:
        return products(1);
      case Operation::sum:
        return sums();
      case Operation::inner_product:
        return inner_product();
      case Operation::polynomial_product:
        return coefficients();
    }
  }

 private:
  void require(bool is_right) const {
    if (!is_right) throw std::runtime_error(row_.label() + " is wrong");
  }

  /// By Horner's rule, at some points.
  void evaluations(const Integers& polynomial, const Integers& values) const {
    for (const std::size_t k : std::array<std::size_t, 3>{0, row_.n() / 3, row_.n() - 1}) {
      const mpz_class point = power(root_, k, s_.q);
      mpz_class value = 0;
      for (std::size_t i = row_.n(); i-- > 0;) value = (value * point + polynomial[i]) % s_.q;
      require(value == values[k]);
    }
  }

  void products(const mpz_class& factor) const {
    for (std::size_t i = 0; i < row_.n(); ++i) require(s_.out[i] == s_.x[i] * s_.y[i] % s_.q * factor % s_.q);
  }

  void sums() const {
    for (std::size_t i = 0; i < row_.n(); ++i) require(s_.out[i] == (s_.x[i] + s_.y[i]) % s_.q);
  }

  void inner_product() const {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < row_.n(); ++i) sum += s_.x[i] * s_.y[i];
    require(s_.out[0] == sum % s_.q * s_.inverse % s_.q);
  }

  void coefficients() const {
    for (const std::size_t k : std::array<std::size_t, 3>{0, row_.n() / 3, row_.n() - 2}) {
      mpz_class sum = 0;
      for (std::size_t i = 0; i <= k; ++i) sum += s_.x[i] * s_.y[k - i];
      require(s_.out[k] == sum % s_.q);
    }
  }

  Row row_;
  State s_;
  mpz_class root_;
};

}  // namespace

Contender gmp() {
  const auto prepare = [](const Problem& problem, const Words& x) -> Run {
    auto state = std::make_shared<State>(problem, x);
    const std::function<void()> run = function(problem.row.operation, *state);
    if (!run) return {};
    const std::size_t count = problem.row.word_count();
    return {[state, run] { run(); }, [state, count](Words& results) { results = words_of(state->out, count); }};
  };
  return {.name = "GMP", .prepare = prepare};
}

void verify(const Problem& problem, const Words& results) { Verifier(problem, results).run(); }

}  // namespace bench::wide
