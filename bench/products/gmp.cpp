// GMP's mpn_mul. Coefficients take slots of whole limbs, so that packing them costs little.
#include <gmp.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "products/contenders.hpp"

namespace bench::products {
namespace {

using Limbs = std::vector<mp_limb_t>;

struct Product {
  explicit Product(const Problem& of)
      : problem(of),
        slot(of.m == 0 ? 1
                       : (2 * std::bit_width(of.m - 1) + std::bit_width(std::min(of.a.size(), of.b.size()))) / 64 + 1),
        a(packed(of.a)),
        b(packed(of.b)),
        out(a.size() + b.size()) {}

  [[nodiscard]] Limbs packed(const Words& words) const {
    Limbs limbs(words.size() * slot);
    for (std::size_t i = 0; i < words.size(); ++i) limbs[i * slot] = words[i];
    return limbs;
  }

  void multiply() {
    const Limbs &longer = a.size() < b.size() ? b : a, &shorter = a.size() < b.size() ? a : b;
    mpn_mul(out.data(), longer.data(), static_cast<mp_size_t>(longer.size()), shorter.data(),
            static_cast<mp_size_t>(shorter.size()));
    if (problem.m == 0) return;
    coefficients.resize(problem.a.size() + problem.b.size() - 1);
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
      coefficients[k] = mpn_mod_1(out.data() + k * slot, static_cast<mp_size_t>(slot), problem.m);
    }
  }

  const Problem& problem;
  /// Number of limbs of a coefficient of the product.
  std::size_t slot;
  Limbs a, b, out;
  Words coefficients;
};

}  // namespace

Contender gmp() {
  const auto prepare = [](const Problem& problem) -> Run {
    auto product = std::make_shared<Product>(problem);
    const auto results = [product] {
      return product->problem.m == 0 ? Words(product->out.begin(), product->out.end()) : product->coefficients;
    };
    return {[product] { product->multiply(); }, results};
  };
  return {"GMP", prepare};
}

}  // namespace bench::products
