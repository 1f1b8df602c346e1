#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rns/rns_cases.hpp"

namespace ringlet_test::rns {

using Integers = std::vector<mpz_class>;

/// Returns a b in Z[X]/(X^n + 1).
[[nodiscard]] Integers product_in_ring(const Integers& a, const Integers& b);
/// Returns a(X^g) in Z[X]/(X^n + 1).
[[nodiscard]] Integers image(const Integers& a, std::uint64_t g);

/// Parameters of a key switch.
struct KeySwitchCase {
  std::string name;
  std::size_t n;
  Words base;
  Words special;
  std::size_t digit_size;
  std::uint64_t plaintext_modulus;
  ringlet::Lift digits = ringlet::Lift::floor;
  ringlet::Lift division = ringlet::Lift::centred;
  ringlet::Domain domain = ringlet::Domain::evaluations;
  bool has_other_roots = false;
  unsigned digit_bits = 0;

  /// Digit: moduli [begin, end) and the lowest bit.
  struct Digit {
    std::size_t begin;
    std::size_t end;
    std::size_t shift;
  };
  /// Returns the digits of a level.
  [[nodiscard]] std::vector<Digit> digits_of(std::size_t level) const;
};

/// Returns parameters from all edges: lengths of moduli, numbers of moduli and of digits, lifts, domains.
[[nodiscard]] const std::vector<KeySwitchCase>& key_switch_cases();

/// KeySwitchDefinition of a key switch on coefficients.
class KeySwitchDefinition {
 public:
  KeySwitchDefinition(const KeySwitchCase& k, Random& random);

  /// Returns key polynomial b (0) or a (1) of digit d.
  [[nodiscard]] const Integers& key(std::size_t d, std::size_t polynomial) const { return keys_[2 * d + polynomial]; }
  [[nodiscard]] std::size_t digits() const { return keys_.size() / 2; }
  [[nodiscard]] const Words& all() const { return all_; }

  /// Returns the sum of the products of the images of c's digits and the key, for several c.
  [[nodiscard]] Integers sum(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g) const;

  /// Returns the residues of the result. The sums for several c are added before the division.
  /// g: the automorphism's exponent. divides_images: whether the division rounds its images, or the values before.
  [[nodiscard]] Rows result(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g,
                            bool divides_images = false) const;

  /// Returns digit d of the residues: their lifts modulo Q_d, or the lifts of their bits.
  [[nodiscard]] Integers digit(const Rows& c, std::size_t d) const;

  /// Returns (x - d) / P, where d is t times the lift of x / t modulo P.
  [[nodiscard]] mpz_class divided(const mpz_class& x) const;

 private:
  const KeySwitchCase& case_;
  Words all_;
  std::vector<Integers> keys_;
};

}  // namespace ringlet_test::rns
