// FLINT's polynomials over integers modulo a word, nmod_poly. Versions before 3 have no fft_small.
#include <flint/flint.h>
#include <flint/nmod_poly.h>

#include <memory>

#include "products/contenders.hpp"

namespace bench::products {
namespace {

class Polynomial {
 public:
  explicit Polynomial(std::uint64_t m) { nmod_poly_init(value_, m); }
  Polynomial(std::uint64_t m, const Words& words) : Polynomial(m) {
    for (std::size_t i = 0; i < words.size(); ++i) nmod_poly_set_coeff_ui(value_, static_cast<slong>(i), words[i]);
  }
  Polynomial(const Polynomial&) = delete;
  Polynomial& operator=(const Polynomial&) = delete;
  ~Polynomial() { nmod_poly_clear(value_); }

  [[nodiscard]] nmod_poly_struct* get() { return value_; }

 private:
  nmod_poly_t value_;
};

struct Product {
  explicit Product(const Problem& problem)
      : size(problem.a.size() + problem.b.size() - 1),
        a(problem.m, problem.a),
        b(problem.m, problem.b),
        out(problem.m) {}

  std::size_t size;
  Polynomial a, b, out;
};

}  // namespace

Contender flint() {
  const auto prepare = [](const Problem& problem) -> Run {
    if (problem.m == 0) return {};
    auto product = std::make_shared<Product>(problem);
    const auto results = [product] {
      Words words(product->size);
      for (std::size_t k = 0; k < words.size(); ++k) {
        words[k] = nmod_poly_get_coeff_ui(product->out.get(), static_cast<slong>(k));
      }
      return words;
    };
    return {[product] { nmod_poly_mul(product->out.get(), product->a.get(), product->b.get()); }, results};
  };
  return {std::string("FLINT ") + flint_version, prepare};
}

}  // namespace bench::products
