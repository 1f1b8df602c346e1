// GMP's integers, which are a peer, and verify all other peers.
#include "support/gmp.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include "multiword/contenders.hpp"

namespace bench::multiword {
namespace {

struct State : GmpVectors {
  State(const Problem& problem, const Words& of_x)
      : GmpVectors(integer_of(problem.q), integers_of(of_x, problem.row.word_count()),
                   integers_of(problem.y, problem.row.word_count())),
        inverse(bench::inverse(mpz_class(1) << problem.row.field.width, q)) {
    out.resize(problem.results());
  }

  /// Computes the inner product with one reduction for all terms.
  void inner_product() {
    out[0] = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mpz_addmul(out[0].get_mpz_t(), x[i].get_mpz_t(), y[i].get_mpz_t());
    out[0] = out[0] % q * inverse % q;
  }

  /// Factor 1/R mod q of a product of two numbers in Montgomery form.
  mpz_class inverse;
};

std::function<void()> function(Operation operation, State& s) {
  switch (operation) {
    case Operation::plain_product:
      return [&s] { s.mul(); };
    case Operation::sum:
      return [&s] { s.add(); };
    case Operation::inner_product:
      return [&s] { s.inner_product(); };
    default:
      return {};
  }
}

class Verifier {
 public:
  Verifier(const Problem& problem, const Words& results)
      : row_(problem.row), s_(problem, problem.x), root_(integer_of(problem.root)) {
    s_.out = integers_of(results, row_.word_count());
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

  /// Checks evaluations at some points, by Horner's rule.
  void evaluations(const Integers& polynomial, const Integers& values) const {
    for (const std::size_t k : std::array<std::size_t, 3>{0, row_.n() / 3, row_.n() - 1}) {
      require(evaluate(polynomial, power(root_, k, s_.q), s_.q) == values[k]);
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
    return {[state, run] { run(); }, [state, count](Words& results) { results = bench::words_of(state->out, count); }};
  };
  return {.name = "GMP", .prepare = prepare};
}

void verify(const Problem& problem, const Words& results) { Verifier(problem, results).run(); }

}  // namespace bench::multiword
