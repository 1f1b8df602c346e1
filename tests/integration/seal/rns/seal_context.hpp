#pragma once

#include <seal/seal.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "support/random.hpp"

/// SEAL's parameters and polynomials, with Ringlet's views of them.
namespace ringlet_test::beside_seal {

using Words = std::vector<std::uint64_t>;
using ContextData = seal::SEALContext::ContextData;

/// The last modulus is the special one.
struct Parameters {
  std::string name;
  std::size_t n;
  std::vector<seal::Modulus> moduli;
};

/// Returns SEAL's own sets for 128-bit security, and others of mixed lengths.
[[nodiscard]] const std::vector<Parameters>& all_parameters();

inline constexpr std::uint64_t plaintext_modulus = 65537;

/// Returns "bfv", "bgv" or "ckks".
[[nodiscard]] std::string name_of(seal::scheme_type scheme);

/// Returns whether a scheme's ciphertexts are evaluations. BGV's were coefficients before SEAL 4.1.
[[nodiscard]] bool in_evaluations(seal::scheme_type scheme);

/// Makes a context without security requirements whose keys are always the same.
[[nodiscard]] seal::SEALContext make_context(seal::scheme_type scheme, const Parameters& parameters);

/// Returns the contexts of all levels, most moduli first. The level of keys is the only one with the special modulus.
[[nodiscard]] std::vector<const ContextData*> levels(const seal::SEALContext& context, bool with_keys = false);

[[nodiscard]] ringlet::RnsBase base_of(std::span<const seal::Modulus> moduli);

/// Returns polynomial k of a ciphertext.
[[nodiscard]] ringlet::RnsSpan rows(seal::Ciphertext& ciphertext, std::size_t k);
[[nodiscard]] ringlet::RnsView rows(const seal::Ciphertext& ciphertext, std::size_t k);

/// Fills with residues modulo each modulus: the first are next to 0, q/2 and q, the others uniform.
void fill(ringlet::RnsSpan polynomial, std::span<const seal::Modulus> moduli, Random& random);

/// Expects the same words and names the first difference.
void expect_same(ringlet::RnsView ours, ringlet::RnsView of_seal);

}  // namespace ringlet_test::beside_seal
