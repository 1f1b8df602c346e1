// FLINT's nmod_poly and nmod. Its transform modulo a given prime is not public.
#include <flint/flint.h>
#include <flint/nmod.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_vec.h>

#include <type_traits>

#include "words/contenders.hpp"

namespace bench::words {
namespace {

static_assert(std::is_same_v<mp_limb_t, Word>);

Run prepare(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  if (is_transform(operation)) return {};
  const auto d = std::make_shared<Arrays>(a, b);
  nmod_t q;
  nmod_init(&q, ring.q);
  const std::string description = std::string("FLINT ") + flint_version;
  if (operation == Operation::elementwise_product) {
    return run_on(d, description, [d, q] {
      for (std::size_t i = 0; i < d->out.size(); ++i) d->out[i] = nmod_mul(d->a[i], d->b[i], q);
    });
  }
  // Multiplies the polynomials, then reduces by X^n = -1.
  return run_on(d, description, [d, q, product = Words(2 * ring.n - 1)]() mutable {
    const auto n = static_cast<slong>(d->out.size());
    _nmod_poly_mul(product.data(), d->a.data(), n, d->b.data(), n, q);
    _nmod_vec_sub(d->out.data(), product.data(), product.data() + n, n - 1, q);
    d->out.back() = product[d->out.size() - 1];
  });
}

}  // namespace

Contender flint() { return {.name = "flint", .prepare = prepare}; }

}  // namespace bench::words
