// FLINT: nmod_poly and nmod. Its transform modulo a given prime is no public function.
#include <flint/flint.h>
#include <flint/nmod.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_vec.h>

#include <memory>
#include <type_traits>
#include <vector>

#include "peers/peers.hpp"
#include "word_computation.hpp"

namespace bench {
namespace {

static_assert(std::is_same_v<mp_limb_t, Word>);

class FlintComputation : public WordComputation {
 public:
  explicit FlintComputation(const Parameters& parameters) : WordComputation(parameters.n, Start::zero) {
    nmod_init(&modulus_, parameters.q);
  }

  std::string description() const override { return std::string("FLINT ") + flint_version; }

 protected:
  const nmod_t& modulus() const { return modulus_; }

 private:
  nmod_t modulus_;
};

class ElementwiseProduct final : public FlintComputation {
 public:
  using FlintComputation::FlintComputation;
  void run() override {
    for (std::size_t i = 0; i < out().size(); ++i) out()[i] = nmod_mul(a()[i], b()[i], modulus());
  }
};

/// The product of the polynomials, then X^n = -1.
class RingProduct final : public FlintComputation {
 public:
  explicit RingProduct(const Parameters& parameters) : FlintComputation(parameters), product_(2 * parameters.n - 1) {}

  void run() override {
    const auto n = static_cast<slong>(out().size());
    _nmod_poly_mul(product_.data(), a().data(), n, b().data(), n, modulus());
    _nmod_vec_sub(out().data(), product_.data(), product_.data() + n, n - 1, modulus());
    out().back() = product_[out().size() - 1];
  }

 private:
  std::vector<mp_limb_t> product_;
};

std::unique_ptr<Computation> make(Operation operation, const Parameters& parameters) {
  return make_computation<NotOffered, NotOffered, ElementwiseProduct, RingProduct>(operation, parameters);
}

}  // namespace

Contender flint() { return {.name = "flint", .make = make}; }

}  // namespace bench
