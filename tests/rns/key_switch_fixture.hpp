#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "rns/key_switch_reference.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {

/// Tests of a key switch: a case, its definition, and its plan.
class KeySwitchTest : public BackendTest<std::size_t> {
 protected:
  const KeySwitchCase& case_ = key_switch_cases()[parameter()];
  const std::size_t n_ = case_.n;
  Random random_;
  const KeySwitchDefinition definition_{case_, random_};
  const RnsBase base_{case_.base};
  const RnsNtt ntt_ = ntt_of(definition_.all());
  const KeySwitch switch_key_{ntt_,
                              case_.special.size(),
                              {.digit_size = case_.digit_size,
                               .digit_bits = case_.digit_bits,
                               .plaintext_modulus = case_.plaintext_modulus,
                               .digits = case_.digits,
                               .division = case_.division,
                               .domain = case_.domain,
                               .allow_short_special = true}};

  /// Returns the transforms modulo `moduli`, with other roots than the smallest if the case says so.
  [[nodiscard]] RnsNtt ntt_of(const Words& moduli) const {
    const Words roots = case_.has_other_roots ? powers_of_roots(moduli, n_, 3) : Words{};
    return {n_, RnsBase(moduli), {.psi = roots}};
  }
  /// Returns evaluations of the key's polynomials, b first.
  [[nodiscard]] std::vector<Block> key_polynomials() const {
    std::vector<Block> blocks;
    for (std::size_t polynomial = 0; polynomial < 2; ++polynomial) {
      for (std::size_t d = 0; d < definition_.digits(); ++d) {
        Block& block = blocks.emplace_back(rows_of(definition_.key(d, polynomial), definition_.all()), n_ + 1);
        ntt_.forward(block.span(), block.view());
      }
    }
    return blocks;
  }
  [[nodiscard]] SwitchingKey prepared(std::optional<std::uint64_t> g = {}) const {
    const std::vector<Block> blocks = key_polynomials();
    const std::vector<RnsView> views = views_of(blocks);
    const std::span b = std::span(views).first(definition_.digits()),
                    a = std::span(views).subspan(definition_.digits());
    return g ? switch_key_.prepare(b, a, Automorphism(n_, *g)) : switch_key_.prepare(b, a);
  }
  /// Returns the exponent of the inverse of X -> X^g.
  [[nodiscard]] std::uint64_t inverse_exponent(std::uint64_t g) const {
    std::uint64_t inverse = 1;
    while (g * inverse % (2 * n_) != 1) inverse += 2;
    return inverse;
  }
  [[nodiscard]] static std::vector<RnsView> views_of(const std::vector<Block>& blocks) {
    std::vector<RnsView> views;
    for (const Block& block : blocks) views.push_back(block.view());
    return views;
  }
  /// Returns a polynomial in the plan's domain.
  [[nodiscard]] Block operand(const Rows& coefficients) const {
    Block block(coefficients, n_ + 3);
    if (case_.domain == Domain::evaluations) ntt_.forward(block.span(), block.view());
    return block;
  }
  [[nodiscard]] Rows coefficients(const Block& result) const {
    Block block(result.rows(), n_);
    if (case_.domain == Domain::evaluations) ntt_.inverse(block.span(), block.view());
    return block.rows();
  }
  /// Draws rows without digits where representatives change, since other representatives are allowed there.
  [[nodiscard]] Rows random_input(std::size_t level) {
    Rows rows = random_rows(random_, part(case_.base, 0, level), n_);
    for (std::size_t begin = 0; begin < level; begin += case_.digit_size) {
      const Words moduli = part(case_.base, begin, std::min(level, begin + case_.digit_size));
      for (std::size_t i = 0; i < n_; ++i) {
        Words column;
        for (std::size_t k = 0; k < moduli.size(); ++k) column.push_back(rows[begin + k][i]);
        if (may_be_either(lifted(column, moduli, Lift::floor), moduli, case_.digits)) rows[begin][i] = 0;
      }
    }
    return rows;
  }
  [[nodiscard]] std::vector<std::size_t> levels() const {
    const std::size_t all = case_.base.size();
    if (all > 8) return {1, all / 2, all};
    std::vector<std::size_t> result(all);
    for (std::size_t i = 0; i < all; ++i) result[i] = i + 1;
    return result;
  }
  [[nodiscard]] Block empty(std::size_t level) const { return {level, n_, n_ + 2}; }

  /// Returns the moduli of a level and of P.
  [[nodiscard]] Words extended(std::size_t level) const { return joined({part(case_.base, 0, level), case_.special}); }
  /// Returns the evaluations of integers modulo the moduli of a level and of P.
  [[nodiscard]] Block evaluations(const Integers& integers, std::size_t level) const {
    const Words moduli = extended(level);
    Block block(rows_of(integers, moduli), n_ + 5);
    ntt_of(moduli).forward(block.span(), block.view());
    return block;
  }
  [[nodiscard]] Block empty_extended(std::size_t level) const { return empty(level + case_.special.size()); }
  [[nodiscard]] std::vector<Block> decomposed(const Block& in, std::size_t level) const {
    std::vector<Block> digits(switch_key_.digits(level), empty_extended(level));
    switch_key_.decompose(spans_of(digits), in.view());
    return digits;
  }
  [[nodiscard]] static std::vector<RnsSpan> spans_of(std::vector<Block>& blocks) {
    std::vector<RnsSpan> spans;
    for (Block& block : blocks) spans.push_back(block.span());
    return spans;
  }
};

}  // namespace ringlet_test::rns
