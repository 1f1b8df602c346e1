// NTL's polynomials over integers modulo m < 2^60, zz_pX.
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

#include <memory>

#include "products/contenders.hpp"

namespace bench::products {
namespace {

struct Product {
  explicit Product(const Problem& problem) : size(problem.a.size() + problem.b.size() - 1) {
    NTL::zz_p::init(static_cast<long>(problem.m));
    context.save();
    set(a, problem.a);
    set(b, problem.b);
  }

  static void set(NTL::zz_pX& polynomial, const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      NTL::SetCoeff(polynomial, static_cast<long>(i), NTL::to_zz_p(static_cast<long>(words[i])));
    }
  }

  std::size_t size;
  NTL::zz_pContext context;
  NTL::zz_pX a, b, out;
};

}  // namespace

Contender ntl() {
  const auto prepare = [](const Problem& problem) -> Run {
    if (problem.m == 0 || problem.m >= NTL_SP_BOUND) return {};
    auto product = std::make_shared<Product>(problem);
    const auto run = [product] {
      product->context.restore();
      NTL::mul(product->out, product->a, product->b);
    };
    const auto results = [product] {
      Words words(product->size);
      for (std::size_t k = 0; k < words.size(); ++k) {
        words[k] = static_cast<std::uint64_t>(NTL::rep(NTL::coeff(product->out, static_cast<long>(k))));
      }
      return words;
    };
    return {run, results};
  };
  return {"NTL " NTL_VERSION, prepare};
}

}  // namespace bench::products
