#pragma once

#include <seal/seal.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "support/random.hpp"

/// SEAL's parameters and polynomials, and views of them as Ringlet's.
namespace ringlet_test::beside_seal {

using Words = std::vector<std::uint64_t>;
using ContextData = seal::SEALContext::ContextData;

/// The last modulus is the special one.
struct Parameters {
  std::string name;
  std::size_t n;
  std::vector<seal::Modulus> moduli;
};

/// SEAL's own sets for 128-bit security, and others of mixed lengths.
[[nodiscard]] const std::vector<Parameters>& all_parameters();

inline constexpr std::uint64_t plaintext_modulus = 65537;

/// "bfv", "bgv" or "ckks".
[[nodiscard]] std::string name_of(seal::scheme_type scheme);

/// Whether a scheme's ciphertexts are evaluations; BGV's were coefficients before SEAL 4.1.
[[nodiscard]] bool in_evaluations(seal::scheme_type scheme);

/// A context without requirements of security, of which keys are always the same.
[[nodiscard]] seal::SEALContext make_context(seal::scheme_type scheme, const Parameters& parameters);

/// The contexts of all levels, most moduli first; with the level of keys, which alone has the special modulus.
[[nodiscard]] std::vector<const ContextData*> levels(const seal::SEALContext& context, bool with_keys = false);

[[nodiscard]] ringlet::RnsBase base_of(std::span<const seal::Modulus> moduli);

/// Polynomial k of a ciphertext.
[[nodiscard]] ringlet::RnsSpan rows(seal::Ciphertext& ciphertext, std::size_t k);
[[nodiscard]] ringlet::RnsView rows(const seal::Ciphertext& ciphertext, std::size_t k);

/// Residues modulo each of the moduli, uniform but for the first ones, which are next to 0, q/2 and q.
void fill(ringlet::RnsSpan polynomial, std::span<const seal::Modulus> moduli, Random& random);

/// Bit for bit the same; names the first difference.
void expect_same(ringlet::RnsView ours, ringlet::RnsView of_seal);

}  // namespace ringlet_test::beside_seal
