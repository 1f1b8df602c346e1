#include "rns/contenders.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/gmp.hpp"

namespace bench::rns {
namespace {

using ringlet::Lift;
using ringlet::RnsBase;
using ringlet::RnsNtt;

/// Number of coefficients that GMP computes.
constexpr std::size_t samples = 64;

static_assert(sizeof(unsigned long) == sizeof(Word));

Word residue(const mpz_class& x, Word q) { return mpz_fdiv_ui(x.get_mpz_t(), q); }

Word product(Word a, Word b, Word c, Word q) { return static_cast<Word>((ringlet::uint128_t{a} * b + c) % q); }

mpz_class product_of(const Words& moduli) {
  mpz_class all = 1;
  for (const Word q : moduli) all *= q;
  return all;
}

/// Returns the integer with these residues.
mpz_class lifted(const Words& residues, const Words& moduli, Lift lift) {
  const mpz_class all = product_of(moduli);
  mpz_class x = 0;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const mpz_class others = all / moduli[i];
    x += others * product(residues[i], residue(inverse(others, moduli[i]), moduli[i]), 0, moduli[i]);
  }
  if (lift == Lift::approximate) return x;
  x %= all;
  if (lift == Lift::centred && 2 * x >= all) x -= all;
  return x;
}

Words column(const Polynomial& polynomial, std::size_t first_row, std::size_t rows, std::size_t at) {
  Words words;
  for (std::size_t i = first_row; i < first_row + rows; ++i) words.push_back(polynomial.view()[i][at]);
  return words;
}

class Verifier {
 public:
  explicit Verifier(const Problem& problem)
      : problem_(problem),
        row_(problem.row),
        base_(problem.moduli.begin(), problem.moduli.begin() + static_cast<std::ptrdiff_t>(row_.moduli)),
        special_(problem.moduli.begin() + static_cast<std::ptrdiff_t>(row_.moduli), problem.moduli.end()) {}

  void conversion(const Polynomial& result, Lift lift) const {
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::size_t at = place(sample);
      const mpz_class x = lifted(column(problem_.inputs[0], 0, row_.moduli, at), base_, lift);
      for (std::size_t j = 0; j < row_.special; ++j) require(result.view()[j][at] == residue(x, special_[j]));
    }
  }

  /// Checks that `result` is `dividend` divided by the special moduli. Both are evaluations.
  void division(const Polynomial& result, const Polynomial& dividend) const {
    const Polynomial x = coefficients(dividend), quotient = coefficients(result);
    const mpz_class divisor = product_of(special_);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::size_t at = place(sample);
      const mpz_class d = lifted(column(x, row_.moduli, row_.special, at), special_, Lift::centred);
      for (std::size_t i = 0; i < row_.moduli; ++i) {
        // (x - d) / P, multiplied by P.
        const Word q = base_[i];
        const Word back = product(quotient.view()[i][at], residue(divisor, q), residue(d, q), q);
        require(back == x.view()[i][at]);
      }
    }
  }

  /// Checks that `result` is floor(t x / Q), or up to L - 1 less, with the same integer modulo all L moduli.
  void scaling(const Polynomial& result) const {
    const mpz_class divisor = product_of(base_);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::size_t at = place(sample);
      const mpz_class x = lifted(column(problem_.inputs[0], 0, row_.moduli, at), base_, Lift::centred);
      mpz_class quotient;
      mpz_fdiv_q(quotient.get_mpz_t(), mpz_class(x * plaintext_modulus).get_mpz_t(), divisor.get_mpz_t());
      const mpz_class less = quotient - lifted(column(result, 0, row_.moduli, at), base_, Lift::centred);
      require(less >= 0 && less < row_.moduli);
    }
  }

  void key_switch(const Polynomials& results) const {
    const RnsBase all(problem_.moduli);
    const Polynomials digits = this->digits(all);
    const std::vector<ringlet::RnsView> factors = views_of(digits);
    Polynomial sum(problem_.moduli.size(), row_.n());
    for (std::size_t i = 0; i < results.size(); ++i) {
      ringlet::inner_product(sum.span(), factors, views_of(i == 0 ? problem_.key_b : problem_.key_a), all);
      division(results[i], sum);
    }
  }

  void automorphism(const Polynomial& result) const {
    const Polynomial x = coefficients(problem_.inputs[0]), image = coefficients(result);
    for (std::size_t i = 0; i < row_.moduli; ++i) {
      for (std::size_t k = 0; k < row_.n(); ++k) {
        const std::size_t at = k * galois_element % (2 * row_.n());
        const Word value = x.view()[i][k];
        const bool changes_sign = at >= row_.n() && value != 0;
        require(image.view()[i][at % row_.n()] == (changes_sign ? base_[i] - value : value));
      }
    }
  }

  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

  /// Checks that `result` is the sum of the products of such pairs of inputs, and of the last input if their number is
  /// odd.
  void sum_of_products(const Polynomial& result, const Pairs& pairs) const {
    const Polynomials& inputs = problem_.inputs;
    for (std::size_t i = 0; i < row_.moduli; ++i) {
      for (std::size_t k = 0; k < row_.n(); ++k) {
        Word sum = inputs.size() % 2 == 0 ? 0 : inputs.back().view()[i][k];
        for (const auto& [a, b] : pairs) sum = product(inputs[a].view()[i][k], inputs[b].view()[i][k], sum, base_[i]);
        require(result.view()[i][k] == sum);
      }
    }
  }

  void sum_of_products(const Polynomial& result) const {
    Pairs pairs;
    for (std::size_t j = 0; j + 1 < problem_.inputs.size(); j += 2) pairs.emplace_back(j, j + 1);
    sum_of_products(result, pairs);
  }

  void tensor(const Polynomials& results) const {
    sum_of_products(results[0], {{0, 1}});
    sum_of_products(results[1], {{0, 3}, {2, 1}});
    sum_of_products(results[2], {{2, 3}});
  }

 private:
  void require(bool is_right) const {
    if (!is_right) throw std::runtime_error(row_.label() + " of " + std::to_string(row_.bits) + " bits is wrong");
  }

  /// Returns the index of a sample. Samples include both ends.
  [[nodiscard]] std::size_t place(std::size_t sample) const { return sample * (row_.n() - 1) / (samples - 1); }

  [[nodiscard]] Polynomial coefficients(const Polynomial& evaluations) const {
    const RnsNtt ntt(row_.n(), RnsBase(std::span(problem_.moduli).first(evaluations.rows())));
    Polynomial result(evaluations.rows(), row_.n());
    ntt.inverse(result.span(), evaluations.view());
    return result;
  }

  /// Returns the digits of a key switch's polynomial as evaluations modulo all moduli, lifted by way of their integers.
  [[nodiscard]] Polynomials digits(const RnsBase& all) const {
    const Polynomial x = coefficients(problem_.inputs[0]);
    const RnsNtt ntt(row_.n(), all);
    Polynomials digits;
    std::vector<Word> integers;
    for (std::size_t first = 0; first < row_.moduli; first += row_.digit_size) {
      const std::size_t count = std::min(row_.digit_size, row_.moduli - first);
      const ringlet::RnsView rows(x.view()[first].data(), count, row_.n());
      integers.resize(count * row_.n());
      ringlet::to_integers(integers, count, rows, RnsBase(std::span(base_).subspan(first, count)));
      const unsigned bits = row_.digit_bits == 0 ? row_.bits : row_.digit_bits;
      for (unsigned shift = 0; shift < row_.bits; shift += bits) {
        std::vector<Word> part = integers;
        for (Word& word : part) word = row_.digit_bits == 0 ? word : word >> shift & ((Word{1} << bits) - 1);
        Polynomial& digit = digits.emplace_back(problem_.moduli.size(), row_.n());
        ringlet::from_integers(digit.span(), part, count, all);
        ntt.forward(digit.span(), digit.view());
      }
    }
    return digits;
  }

  const Problem& problem_;
  Row row_;
  Words base_, special_;
};

}  // namespace

void verify(const Problem& problem, const Polynomials& results) {
  const Verifier verifier(problem);
  switch (problem.row.operation) {
    case Operation::key_switch:
      return verifier.key_switch(results);
    case Operation::exact_conversion:
      return verifier.conversion(results[0], Lift::floor);
    case Operation::approximate_conversion:
      return verifier.conversion(results[0], Lift::approximate);
    case Operation::mod_down:
      return verifier.division(results[0], problem.inputs[0]);
    case Operation::extension:
      return verifier.conversion(results[0], Lift::centred);
    case Operation::scaling:
      return verifier.scaling(results[0]);
    case Operation::automorphism:
      return verifier.automorphism(results[0]);
    case Operation::tensor:
      return verifier.tensor(results);
    case Operation::inner_product:
    case Operation::mul:
    case Operation::mul_add:
      return verifier.sum_of_products(results[0]);
  }
}

}  // namespace bench::rns
