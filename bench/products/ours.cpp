#include <memory>
#include <ringlet/convolve.hpp>

#include "products/contenders.hpp"

namespace bench::products {

Contender ours() {
  const auto prepare = [](const Problem& problem) -> Run {
    const std::size_t size = problem.a.size() + problem.b.size() - (problem.m == 0 ? 0 : 1);
    auto out = std::make_shared<Words>(size);
    const auto run = [&problem, out] {
      if (problem.m == 0) {
        ringlet::multiply_integers(*out, problem.a, problem.b);
      } else {
        ringlet::convolve(*out, problem.a, problem.b, problem.m);
      }
    };
    return {run, [out] { return *out; }};
  };
  return {"ringlet", prepare};
}

}  // namespace bench::products
