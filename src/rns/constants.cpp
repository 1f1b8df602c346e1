#include "rns/constants.hpp"

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"

namespace ringlet::rns {

std::vector<arith::WordModulus> kernel_moduli(Moduli moduli) {
  std::vector<arith::WordModulus> result;
  for (const auto& q : moduli) result.push_back(q.constants());
  return result;
}

std::vector<std::uint64_t> product_of(Moduli moduli, std::uint64_t factor) {
  std::vector<std::uint64_t> product{factor};
  for (const auto& q : moduli) {
    std::uint64_t carry = 0;
    for (std::uint64_t& word : product) {
      const uint128_t next = uint128_t{word} * q.value() + carry;
      word = static_cast<std::uint64_t>(next);
      carry = static_cast<std::uint64_t>(next >> 64);
    }
    if (carry != 0) product.push_back(carry);
  }
  return product;
}

std::vector<std::uint64_t> reduced(std::uint64_t x, Moduli moduli) {
  std::vector<std::uint64_t> residues;
  for (const arith::WordModulus& m : kernel_moduli(moduli)) residues.push_back(arith::reduce(x, m));
  return residues;
}

BaseConversionPlan conversion_of(Moduli from, Moduli to, Lift lift) {
  return {kernel_moduli(from), kernel_moduli(to), lift, backends::active()};
}

BaseConversionPlan conversion_of(Moduli from, const Modulus<std::uint64_t>& redundant, Moduli to) {
  const RedundantModulus given{.modulus = redundant.constants(), .is_given = true};
  return {kernel_moduli(from), kernel_moduli(to), Lift::centred, backends::active(), {}, given};
}

std::vector<std::uint64_t> divided_by_product(std::uint64_t x, Moduli moduli, Moduli divisors) {
  const std::vector<arith::WordModulus> factors = kernel_moduli(divisors);
  std::vector<std::uint64_t> quotients;
  for (const arith::WordModulus& m : kernel_moduli(moduli)) {
    const std::uint64_t inverse = arith::inverse_mod(product_without(factors, factors.size(), m), m.q);
    quotients.push_back(arith::mul_mod(inverse, arith::reduce(x, m), m));
  }
  return quotients;
}

BaseConversionPlan conversion_of_division(Moduli dropped, Moduli kept, std::uint64_t plaintext_modulus, Lift lift,
                                          std::span<const std::uint64_t> factors) {
  std::vector<std::uint64_t> negated = divided_by_product(plaintext_modulus, kept, dropped);
  for (std::size_t j = 0; j < kept.size(); ++j) {
    if (negated[j] != 0) negated[j] = kept[j].value() - negated[j];
  }
  return {kernel_moduli(dropped), kernel_moduli(kept), lift, backends::active(), {.from = factors, .to = negated}};
}

}  // namespace ringlet::rns
