#include "products/reconstruction.hpp"

#include "arith/fraction_sum.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet::products {
namespace {

/// Returns the product of the first `count` primes modulo q.
std::uint64_t product_modulo(unsigned count, uint128_t q) {
  uint128_t product = 1 % q;
  for (unsigned i = 0; i < count; ++i) product = product * (primes[i] % q) % q;
  return static_cast<std::uint64_t>(product);
}

}  // namespace

Reconstruction::Reconstruction(unsigned prime_count, bool is_signed, uint128_t m, const backends::Backend& backend)
    : prime_count_(prime_count), is_modular_(m != 0), half_(is_signed ? primes[prime_count - 1] / 2 : 0) {
  const kernels::ReconstructionKernels& kernels = *backends::choose_reconstruction(backend).kernel;
  kernel_ = is_modular_ ? kernels.to_words[prime_count - 1] : kernels.to_integers[prime_count - 1];
  set_inverses(kernels);
  if (is_modular_) {
    set_words(m);
  } else {
    set_integers();
  }
}

void Reconstruction::set_inverses(const kernels::ReconstructionKernels& kernels) {
  std::uint64_t* inverse = constants_.inverses;
  for (unsigned j = 0; j < prime_count_; ++j) {
    const auto p = arith::make_modulus(primes[j]);
    constants_.primes[j] = p;
    for (unsigned i = 0; i < j; ++i, inverse += kernels.inverse.words) {
      kernels.inverse.encode(inverse, 0, 1, arith::inverse_mod(primes[i], primes[j]), p);
    }
  }
  // The offset is zero modulo all primes but the last.
  const unsigned last = prime_count_ - 1;
  constants_.offsets[last] = arith::mul_mod(product_modulo(last, primes[last]), half_, constants_.primes[last]);
}

void Reconstruction::set_words(uint128_t m) {
  // floor(2^64 x / m) for x < m; m = 2^64 takes no fraction.
  const auto fraction = [m](std::uint64_t x) {
    return m >> 64 != 0 ? 0 : static_cast<std::uint64_t>((uint128_t{x} << 64) / m);
  };
  for (unsigned i = 0; i < prime_count_; ++i) {
    constants_.weights[i] = product_modulo(i, m);
    constants_.upper_weights[i] = fraction(constants_.weights[i]);
  }
  const uint128_t offset = uint128_t{constants_.weights[prime_count_ - 1]} * (half_ % m) % m;
  constants_.start = static_cast<std::uint64_t>((m - offset) % m);
  const uint128_t sum = uint128_t{fraction(constants_.start)} + arith::fraction_excess;
  constants_.upper_start = static_cast<std::uint64_t>(sum);
  constants_.start_carry = static_cast<std::uint64_t>(sum >> 64);
  constants_.modulus = static_cast<std::uint64_t>(m);
}

void Reconstruction::set_integers() {
  uint128_t product = 1;
  for (unsigned i = 0; i < prime_count_; ++i) {
    constants_.weights[i] = static_cast<std::uint64_t>(product);
    constants_.upper_weights[i] = static_cast<std::uint64_t>(product >> 64);
    if (i + 1 < prime_count_) product *= primes[i];
  }
  const uint128_t start = uint128_t{0} - product * half_;
  constants_.start = static_cast<std::uint64_t>(start);
  constants_.upper_start = static_cast<std::uint64_t>(start >> 64);
}

void Reconstruction::run(std::uint64_t* out, const std::uint64_t* const* residues, std::size_t count) const {
  kernel_({.residues = residues, .out = out, .count = count, .constants = &constants_});
}

}  // namespace ringlet::products
