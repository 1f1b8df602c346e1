#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>

#include "arith/operation.hpp"
#include "support/random.hpp"

/// Reads and writes an arithmetic's numbers in memory with GMP and without the library.
namespace ringlet_test {

[[nodiscard]] inline mpz_class integer(std::uint64_t x) { return static_cast<unsigned long>(x); }
[[nodiscard]] inline mpz_class integer(uint128_t x) {
  return (integer(static_cast<std::uint64_t>(x >> 64)) << 64) + integer(static_cast<std::uint64_t>(x));
}
/// Returns the lowest 64 bits, in two's complement for a negative number.
[[nodiscard]] std::uint64_t low_word(const mpz_class& x);
[[nodiscard]] uint128_t word128(const mpz_class& x);

[[nodiscard]] inline mpz_class floor_of_quotient(const mpz_class& a, const mpz_class& b) {
  mpz_class quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return quotient;
}
/// Reduces a to [0, m).
[[nodiscard]] inline mpz_class residue(const mpz_class& a, const mpz_class& m) {
  mpz_class r;
  mpz_fdiv_r(r.get_mpz_t(), a.get_mpz_t(), m.get_mpz_t());
  return r;
}

/// Reads and writes numbers of lanes in an array of the caller's words.
class WordLanes {
 public:
  explicit WordLanes(const TestedArithmetic& arithmetic) : bytes_(arithmetic.word_bits / 8) {}

  void put(std::uint64_t* words, unsigned lane, const mpz_class& x) const;
  [[nodiscard]] mpz_class get(const std::uint64_t* words, unsigned lane) const;

 private:
  unsigned bytes_;
};

/// Reads and writes numbers of lanes in a vector, row by row of their limbs.
class VectorLanes {
 public:
  explicit VectorLanes(const TestedArithmetic& arithmetic) : arithmetic_(arithmetic) {}

  /// Writes x. Limbs below the top are up to `redundancy` units of the next one too large or too small;
  /// bits that do not count are random.
  void put(std::uint64_t* rows, unsigned lane, const mpz_class& x, unsigned redundancy, Random& random) const;

  /// Writes a number whose ranges are those of its limbs.
  void put_limb(std::uint64_t* rows, unsigned index, unsigned lane, const mpz_class& limb) const {
    rows[index * arithmetic_.lanes + lane] = low_word(limb);
  }
  /// Returns such a limb.
  [[nodiscard]] mpz_class get_limb(const std::uint64_t* rows, unsigned index, unsigned lane) const {
    return mpz_class(static_cast<long>(limb(rows, index, lane)));
  }

  /// Reads a number. Returns nothing if a double is not an integer below 2^53 in magnitude.
  [[nodiscard]] std::optional<mpz_class> get(const std::uint64_t* rows, unsigned lane) const;

  /// Returns whether all limbs below the top are in their normalised range.
  [[nodiscard]] bool is_carried(const std::uint64_t* rows, unsigned lane) const;

 private:
  [[nodiscard]] bool in_doubles() const;
  [[nodiscard]] bool has_short_lanes() const { return arithmetic_.limb_bits == 32; }
  [[nodiscard]] std::uint64_t limb(const std::uint64_t* rows, unsigned index, unsigned lane) const;
  void put_words(std::uint64_t* rows, unsigned lane, const mpz_class& x, Random& random) const;
  void put_limbs(std::uint64_t* rows, unsigned lane, mpz_class x, unsigned redundancy, Random& random) const;

  const TestedArithmetic& arithmetic_;
};

}  // namespace ringlet_test
