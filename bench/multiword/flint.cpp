// FLINT's vectors and polynomials, fmpz_mod. It has no transform modulo a given prime.
#include <flint/fmpz_mod.h>
#include <flint/fmpz_mod_poly.h>
#include <flint/fmpz_mod_vec.h>
#include <flint/fmpz_vec.h>

#include <memory>

#include "multiword/contenders.hpp"

namespace bench::multiword {
namespace {

/// Vector of FLINT's integers.
class Integers {
 public:
  explicit Integers(std::size_t size) : size_(static_cast<slong>(size)), values_(_fmpz_vec_init(size_)) {}
  Integers(const Words& words, std::size_t count) : Integers(words.size() / count) {
    for (slong i = 0; i < size_; ++i) {
      fmpz_set_ui_array(values_ + i, &words[count * static_cast<std::size_t>(i)], static_cast<slong>(count));
    }
  }
  Integers(const Integers&) = delete;
  Integers& operator=(const Integers&) = delete;
  ~Integers() { _fmpz_vec_clear(values_, size_); }

  [[nodiscard]] fmpz* data() const { return values_; }
  [[nodiscard]] slong size() const { return size_; }

  [[nodiscard]] Words words(std::size_t count) const {
    Words words(static_cast<std::size_t>(size_) * count);
    for (slong i = 0; i < size_; ++i) {
      fmpz_get_ui_array(&words[count * static_cast<std::size_t>(i)], static_cast<slong>(count), values_ + i);
    }
    return words;
  }

 private:
  slong size_;
  fmpz* values_;
};

struct State {
  State(const Problem& problem, const Words& of_x)
      : q(problem.q, problem.row.word_count()),
        inverse(1),
        x(of_x, problem.row.word_count()),
        y(problem.y, problem.row.word_count()),
        out(problem.results()) {
    fmpz_mod_ctx_init(modulus, q.data());
    fmpz_one(inverse.data());
    fmpz_mul_2exp(inverse.data(), inverse.data(), problem.row.field.width);
    fmpz_invmod(inverse.data(), inverse.data(), q.data());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { fmpz_mod_ctx_clear(modulus); }

  /// Computes the inner product of numbers in Montgomery form.
  void inner_product() const {
    _fmpz_mod_vec_dot(out.data(), x.data(), y.data(), x.size(), modulus);
    fmpz_mod_mul(out.data(), out.data(), inverse.data(), modulus);
  }

  /// Multiplies polynomials of n / 2 coefficients.
  void polynomial_product() const {
    _fmpz_mod_poly_mul(out.data(), x.data(), x.size() / 2, y.data(), y.size() / 2, q.data());
  }

  fmpz_mod_ctx_t modulus;
  Integers q, inverse, x, y, out;
};

std::function<void()> function(Operation operation, const State& s) {
  switch (operation) {
    case Operation::plain_product:
      return [&s] { _fmpz_mod_vec_mul(s.out.data(), s.x.data(), s.y.data(), s.x.size(), s.modulus); };
    case Operation::sum:
      return [&s] { _fmpz_mod_vec_add(s.out.data(), s.x.data(), s.y.data(), s.x.size(), s.modulus); };
    case Operation::inner_product:
      return [&s] { s.inner_product(); };
    case Operation::polynomial_product:
      return [&s] { s.polynomial_product(); };
    default:
      return {};
  }
}

}  // namespace

Contender flint() {
  const auto prepare = [](const Problem& problem, const Words& x) -> Run {
    auto state = std::make_shared<const State>(problem, x);
    const std::function<void()> run = function(problem.row.operation, *state);
    if (!run) return {};
    const std::size_t count = problem.row.word_count();
    return {[state, run] { run(); }, [state, count](Words& results) { results = state->out.words(count); }};
  };
  return {.name = "FLINT", .prepare = prepare};
}

}  // namespace bench::multiword
