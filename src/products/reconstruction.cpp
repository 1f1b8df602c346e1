#include "products/reconstruction.hpp"

#include <array>

#include "arith/fraction_sum.hpp"
#include "arith/word_arithmetic.hpp"
#include "isa/divide.hpp"

namespace ringlet::products {
namespace {

/// Returns the product of the first `count` primes modulo q.
std::uint64_t product_modulo(unsigned count, uint128_t q) {
  uint128_t product = 1 % q;
  for (unsigned i = 0; i < count; ++i) product = product * (primes[i] % q) % q;
  return static_cast<std::uint64_t>(product);
}

using Constants = kernels::ReconstructionConstants;

/// Sets the primes, their inverses and the offset h = D_(k-1) half for k primes.
void set_primes(Constants& constants, unsigned prime_count, std::uint64_t half,
                const kernels::ReconstructionKernels& kernels) {
  // Inverses of the primes modulo later primes, in the order of the constants.
  static const auto inverses = [] {
    std::array<std::uint64_t, Constants::max_inverses> all{};
    for (unsigned j = 1, number = 0; j < max_primes; ++j) {
      for (unsigned i = 0; i < j; ++i) all[number++] = arith::inverse_mod(primes[i], primes[j]);
    }
    return all;
  }();
  for (unsigned j = 0, number = 0; j < prime_count; ++j) {
    constants.primes[j] = arith::make_modulus(primes[j]);
    for (unsigned i = 0; i < j; ++i, ++number) {
      std::uint64_t* const words = constants.inverses + number * kernels.inverse.words;
      kernels.inverse.encode(words, 0, 1, inverses[number], constants.primes[j]);
    }
  }
  // The offset is zero modulo all primes but the last.
  const unsigned last = prime_count - 1;
  constants.offsets[last] = arith::mul_mod(product_modulo(last, primes[last]), half, constants.primes[last]);
}

/// Sets the constants of results modulo m.
void set_words(Constants& constants, unsigned prime_count, std::uint64_t half, uint128_t m) {
  // floor(2^64 x / m) for x < m; m = 2^64 takes no fraction.
  const auto fraction = [m](std::uint64_t x) {
    return m >> 64 != 0 ? 0 : isa::divide(uint128_t{x} << 64, static_cast<std::uint64_t>(m));
  };
  for (unsigned i = 0; i < prime_count; ++i) {
    constants.weights[i] = product_modulo(i, m);
    constants.upper_weights[i] = fraction(constants.weights[i]);
  }
  const uint128_t offset = uint128_t{constants.weights[prime_count - 1]} * (half % m) % m;
  constants.start = static_cast<std::uint64_t>((m - offset) % m);
  const uint128_t sum = uint128_t{fraction(constants.start)} + arith::fraction_excess;
  constants.upper_start = static_cast<std::uint64_t>(sum);
  constants.start_carry = static_cast<std::uint64_t>(sum >> 64);
  constants.modulus = static_cast<std::uint64_t>(m);
}

/// Sets the constants of results modulo 2^128.
void set_integers(Constants& constants, unsigned prime_count, std::uint64_t half) {
  uint128_t product = 1;
  for (unsigned i = 0; i < prime_count; ++i) {
    constants.weights[i] = static_cast<std::uint64_t>(product);
    constants.upper_weights[i] = static_cast<std::uint64_t>(product >> 64);
    if (i + 1 < prime_count) product *= primes[i];
  }
  const uint128_t start = uint128_t{0} - product * half;
  constants.start = static_cast<std::uint64_t>(start);
  constants.upper_start = static_cast<std::uint64_t>(start >> 64);
}

}  // namespace

Reconstruction::Reconstruction(unsigned prime_count, bool is_signed, uint128_t m, const backends::Backend& backend)
    : is_modular_(m != 0) {
  const kernels::ReconstructionKernels& kernels = *backends::choose_reconstruction(backend).kernel;
  kernel_ = is_modular_ ? kernels.to_words[prime_count - 1] : kernels.to_integers[prime_count - 1];
  const std::uint64_t half = is_signed ? primes[prime_count - 1] / 2 : 0;
  set_primes(constants_, prime_count, half, kernels);
  if (is_modular_) {
    set_words(constants_, prime_count, half, m);
  } else {
    set_integers(constants_, prime_count, half);
  }
}

void Reconstruction::run(std::uint64_t* out, const std::uint64_t* const* residues, std::size_t count) const {
  kernel_({.residues = residues, .out = out, .count = count, .constants = &constants_});
}

}  // namespace ringlet::products
