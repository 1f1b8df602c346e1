// NTL's zz_p and zz_pX. Its transforms are only used inside its products.
#include <NTL/FFT.h>
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

#include <algorithm>

#include "words/contenders.hpp"

namespace bench::words {
namespace {

using Elements = NTL::Vec<NTL::zz_p>;

Elements elements_of(const Words& in) {
  Elements out;
  out.SetLength(static_cast<long>(in.size()));
  for (long i = 0; i < out.length(); ++i) out[i].LoopHole() = static_cast<long>(in[static_cast<std::size_t>(i)]);
  return out;
}

/// Returns n words; a polynomial may have fewer coefficients.
Words words_of(const Elements& in, std::size_t n) {
  Words out(n, 0);
  for (long i = 0; i < in.length(); ++i) out[static_cast<std::size_t>(i)] = static_cast<Word>(NTL::rep(in[i]));
  return out;
}

struct ElementwiseProduct {
  ElementwiseProduct(const Words& x, const Words& y) : a(elements_of(x)), b(elements_of(y)), out(a) {}

  void run() {
    const long q = NTL::zz_p::modulus();
    const NTL::mulmod_t inverse = NTL::zz_p::ModulusInverse();
    for (long i = 0; i < out.length(); ++i) out[i].LoopHole() = NTL::MulMod(NTL::rep(a[i]), NTL::rep(b[i]), q, inverse);
  }
  [[nodiscard]] Words result() const { return words_of(out, static_cast<std::size_t>(out.length())); }

  Elements a, b, out;
};

/// Multiplies the polynomials, then reduces by X^n = -1.
struct RingProduct {
  RingProduct(const Words& x, const Words& y) : n(static_cast<long>(x.size())) {
    a.rep = elements_of(x);
    b.rep = elements_of(y);
    a.normalize();
    b.normalize();
  }

  void run() {
    NTL::mul(product, a, b);
    NTL::trunc(low, product, n);
    NTL::RightShift(high, product, n);
    NTL::sub(out, low, high);
  }
  [[nodiscard]] Words result() const { return words_of(out.rep, static_cast<std::size_t>(n)); }

  long n;
  NTL::zz_pX a, b, product, low, high, out;
};

template <class Product>
Run run_of(const Words& a, const Words& b) {
  const auto product = std::make_shared<Product>(a, b);
  return {.run = [product] { product->run(); },
          .result = [product] { return product->result(); },
          .description = "NTL " NTL_VERSION};
}

/// Prepares an operation. NTL's modulus is process-wide, and stays until another ring sets it.
Run prepare(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  long root = 0;
  const bool is_fft_prime = ring.q < NTL_SP_BOUND && NTL::IsFFTPrime(static_cast<long>(ring.q), root) != 0;
  if (is_transform(operation) || !is_fft_prime) return {};
  // Uses q itself as the FFT prime: one transform modulo q instead of three and a CRT.
  NTL::zz_p::UserFFTInit(static_cast<long>(ring.q));
  return operation == Operation::elementwise_product ? run_of<ElementwiseProduct>(a, b) : run_of<RingProduct>(a, b);
}

}  // namespace

Contender ntl() { return {.name = "ntl", .prepare = prepare}; }

}  // namespace bench::words
