#include "rns/division.hpp"

#include <algorithm>
#include <array>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "words/check_words.hpp"

namespace ringlet::rns {
namespace {

/// Returns c / t modulo each p, where c is the numerator and t the plaintext modulus.
std::vector<std::uint64_t> quotients(Moduli moduli, const ModDownOptions& options) {
  std::vector<std::uint64_t> result;
  for (const arith::WordModulus& m : kernel_moduli(moduli)) {
    const std::uint64_t inverse = arith::inverse_mod(arith::reduce(options.plaintext_modulus, m), m.q);
    result.push_back(arith::mul_mod(inverse, arith::reduce(options.numerator, m), m));
  }
  return result;
}

}  // namespace

Division::Division(Moduli kept, Moduli dropped, const ModDownOptions& options)
    : factors_(divided_by_product(options.numerator, kept, dropped)),
      has_equal_factors_(options.numerator == options.plaintext_modulus),
      conversion_(
          conversion_of_division(dropped, kept, options.plaintext_modulus, options.lift, quotients(dropped, options))) {
  const std::vector<arith::WordModulus> moduli = kernel_moduli(kept);
  for (std::size_t j = 0; j < moduli.size(); ++j) {
    kept_.emplace_back(moduli[j], backends::active());
    const auto choice = backends::choose_eltwise(backends::active(), moduli[j].q, &Kernels::scale_difference);
    differences_.push_back({.modulus = moduli[j], .scale = choice.kernel->scale_difference});
    choice.kernel->codec.encode(differences_.back().multiplicand.data(), 0, 1, factors_[j], moduli[j]);
  }
}

void Division::Difference::operator()(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                                      std::size_t count) const {
  words::check_words(x, count, modulus.q, 1);
  words::check_words(y, count, modulus.q, 4);
  scale(out, x, y, multiplicand.data(), count, modulus);
}

void Division::divide(const Piece<RnsSpan>& out, const Piece<RnsView>& in, const std::uint64_t* lifted,
                      std::size_t stride, std::size_t count) const {
  constexpr std::size_t group = 4, longest = BaseConversionPlan::longest_tile;
  alignas(64) std::array<std::array<std::uint64_t, longest>, group> converted;
  std::array<std::uint64_t*, group> rows;
  for (std::size_t k = 0; k < group; ++k) rows[k] = converted[k].data();
  for (std::size_t j = 0; j < kept(); j += group) {
    const std::size_t outputs = std::min(group, kept() - j);
    conversion_.finish(std::span(rows).first(outputs), 0, j, lifted, stride, count);
    for (std::size_t k = 0; k < outputs; ++k) {
      combine(out.rows[j + k].data() + out.at, in.rows[j + k].data() + in.at, rows[k], count, j + k);
    }
  }
}

}  // namespace ringlet::rns
