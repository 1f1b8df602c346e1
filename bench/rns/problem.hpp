#pragma once

#include <cstddef>
#include <optional>
#include <ringlet/ringlet.hpp>
#include <string>
#include <vector>

#include "support/words.hpp"

namespace bench::rns {

/// Operations. Those before approximate_conversion have the same numbers as in lattigo/main.go.
enum class Operation {
  key_switch,
  exact_conversion,
  mod_down,
  automorphism,
  mul,
  mul_add,
  approximate_conversion,
  extension,
  scaling,
  inner_product,
  tensor
};

/// Row of the report: an operation and the shape of its operands.
struct Row {
  Operation operation;
  unsigned log_n;
  /// Length of all moduli except auxiliary and long moduli.
  unsigned bits;
  /// Number of moduli of the polynomials, or, if some are dropped, of the results.
  std::size_t moduli;
  /// Number of special moduli of a key switch, dropped moduli of a division, target moduli of a conversion, or moduli
  /// of BFV's auxiliary base, which have 61 bits as in SEAL.
  std::size_t special = 0;
  /// Number of moduli in a digit of a key switch.
  std::size_t digit_size = 1;
  /// Index of the one modulus of 60 bits, if there is one.
  std::optional<std::size_t> long_modulus = std::nullopt;
  /// Whether every other modulus lies just above 2^bits, as primes that a scheme chooses next to a power of two do.
  bool straddles = false;
  /// Bits of a key switch's digits in base 2^w; 0 for digits of whole moduli.
  unsigned digit_bits = 0;

  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n; }
  [[nodiscard]] std::size_t digits() const {
    return digit_bits == 0 ? (moduli + digit_size - 1) / digit_size : moduli * ((bits + digit_bits - 1) / digit_bits);
  }
  /// Returns the label, for example "key switch 2^14 8+1".
  [[nodiscard]] std::string label() const;
};

[[nodiscard]] const std::vector<Row>& all_rows();

/// Residues of one polynomial, in rows that follow each other.
class Polynomial {
 public:
  Polynomial(std::size_t rows, std::size_t n) : rows_(rows), n_(n), words_(rows * n) {}

  [[nodiscard]] ringlet::RnsView view() const { return {words_.data(), rows_, n_}; }
  [[nodiscard]] ringlet::RnsSpan span() { return {words_.data(), rows_, n_}; }
  [[nodiscard]] const Word* data() const { return words_.data(); }
  [[nodiscard]] Word* data() { return words_.data(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t words() const { return words_.size(); }

  friend bool operator==(const Polynomial& a, const Polynomial& b) { return a.words_ == b.words_; }

 private:
  std::size_t rows_;
  std::size_t n_;
  CacheLineWords words_;
};

using Polynomials = std::vector<Polynomial>;

/// Number of pairs of an inner product.
constexpr std::size_t terms = 8;
/// Plaintext modulus t of BFV.
constexpr Word plaintext_modulus = 65537;
/// Modulus of SEAL's Montgomery reduction.
constexpr Word montgomery_modulus = Word{1} << 32;
/// Exponent of the automorphism, a rotation by one slot.
constexpr std::uint64_t galois_element = 3;

/// Random operands of one row, the same for all contenders.
///
/// key_switch             inputs: the polynomial; key_b, key_a: one for each digit, modulo all moduli
/// exact, approximate     inputs: the residues modulo the first moduli; the result has those modulo the special ones
/// mod_down               inputs: the polynomial modulo all moduli
/// extension              inputs: the polynomial modulo the first moduli; the result is modulo the auxiliary ones
/// scaling                inputs: the polynomial modulo the first moduli, and modulo the auxiliary ones
/// automorphism           inputs: the polynomial
/// inner_product, mul     inputs: a_0, b_0, a_1, b_1, ...
/// mul_add                inputs: a, b and the summand
/// tensor                 inputs: a_0, b_0, a_1, b_1
struct Problem {
  explicit Problem(const Row& row);

  Row row;
  /// Prime moduli, the special ones last. BFV's redundant modulus is the very last.
  std::vector<Word> moduli;
  Polynomials inputs, key_b, key_a;

  [[nodiscard]] ringlet::RnsBase base() const;
  [[nodiscard]] ringlet::RnsBase special() const;
  [[nodiscard]] ringlet::KeySwitch key_switch() const;
  /// Returns the plan of BFV's extension and scaling.
  [[nodiscard]] ringlet::ScaleAndRound scale_and_round() const;
  /// Returns zeros in the shape of the results: two polynomials for a key switch, three for a tensor product, else
  /// one.
  [[nodiscard]] Polynomials results() const;
  /// Returns the bytes that an operation reads and writes at least once; 0 for a key switch, which has several phases.
  [[nodiscard]] std::size_t bytes() const;
};

[[nodiscard]] std::vector<ringlet::RnsView> views_of(const Polynomials& polynomials);

}  // namespace bench::rns
