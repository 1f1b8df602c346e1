#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ringlet/key_switch.hpp"
#include "rns/automorphism_plan.hpp"
#include "rns/base_conversion_plan.hpp"
#include "rns/division.hpp"
#include "rns/modulus_dot.hpp"
#include "rns/rns_context_state.hpp"
#include "rns/rows.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::rns {

/// Prepared or borrowed key. A prepared one is a stream for each modulus, in blocks of `kernels::inner_product_block`
/// values: for each digit b, then a. A borrowed one is the polynomials b of all digits, then the a.
struct SwitchingKeyState {
  std::shared_ptr<const KeySwitchState> owner;
  std::optional<AutomorphismPlan> automorphism;
  std::size_t words_of_modulus;
  memory::HugeBlock words;
  std::vector<RnsView> borrowed = {};
};

/// Returns options with the same results whose values are as small, and whose lift is as simple, as possible.
[[nodiscard]] KeySwitchOptions simplified(KeySwitchOptions options, const RnsBase& base);

/// Constants and steps of key switching. A target is a modulus that it computes with: at level l, targets 0 to l - 1
/// are the moduli of Q, and the special moduli follow. Digits and sums of products have a row for each target.
class KeySwitchState {
 public:
  /// The moduli of `ntt` are those of `base`, then the special moduli. `options` is `simplified`.
  KeySwitchState(const RnsBase& base, const KeySwitchOptions& options, RnsNtt ntt);

  /// Most polynomials that one call works on together.
  static constexpr std::size_t most_polynomials = 8;

  /// Destinations of each polynomial's results or sums, whether they are added to what is there, and the automorphism
  /// to apply (may be null).
  struct Results {
    std::span<const RnsSpan> b;
    std::span<const RnsSpan> a;
    bool are_added;
    const AutomorphismPlan* automorphism;
  };

  [[nodiscard]] std::size_t size() const { return ntt_.size(); }
  [[nodiscard]] const RnsBase& base() const { return base_; }
  /// Moduli of P; none if P is 1.
  [[nodiscard]] Moduli special() const { return all().moduli().subspan(base_.size()); }
  /// Q's moduli, then the special moduli.
  [[nodiscard]] const RnsBase& all() const { return ntt_.base(); }
  [[nodiscard]] std::size_t digits(std::size_t level) const { return digit_counts_[level]; }
  [[nodiscard]] std::size_t targets(std::size_t level) const { return level + special().size(); }
  /// Returns the index of target t in all().
  [[nodiscard]] std::size_t modulus_of(std::size_t t, std::size_t level) const {
    return t < level ? t : base_.size() + t - level;
  }

  /// Prepares a key. `exponent` is that of the key's automorphism; 1 means none.
  [[nodiscard]] std::shared_ptr<SwitchingKeyState> prepare(std::span<const RnsView> b, std::span<const RnsView> a,
                                                           std::uint64_t exponent) const;
  /// Switches the key of 1 to most_polynomials polynomials of one level.
  void switch_key(const Results& out, std::span<const RnsView> in, const SwitchingKeyState& key,
                  Executor& executor) const;
  void switch_key(const Results& out, std::size_t level, std::span<const RnsView> digits, const SwitchingKeyState& key,
                  Executor& executor) const;
  void decompose(std::span<const RnsSpan> digits, const RnsView& in, Executor& executor) const;
  /// Computes the sums of products of digits and key. `sum` has one polynomial.
  void inner_product(const Results& sum, std::size_t level, std::span<const RnsView> digits,
                     const SwitchingKeyState& key, Executor& executor) const;
  void mod_down(const Results& out, std::size_t level, const RnsView& sum_b, const RnsView& sum_a,
                Executor& executor) const;
  /// Adds P c to the rows of Q.
  void add_special_multiple(const RnsSpan& sum, const RnsView& c, Executor& executor) const;

 private:
  /// Returns the transform of modulus number j of all().
  [[nodiscard]] const words::NttPlan<std::uint64_t>& ntt(std::size_t j) const { return plan_of(ntt_[j]); }
  [[nodiscard]] std::size_t digit_end(std::size_t d, std::size_t level) const {
    return std::min(level, first_moduli_[d] + digit_size_);
  }
  /// Returns whether digit d modulo target t is the polynomial's residues.
  [[nodiscard]] bool is_own(std::size_t d, std::size_t t, std::size_t level) const {
    return digit_bits_ == 0 && t < level && t / digit_size_ == d;
  }
  /// Returns the conversion of digit d from those of its moduli that belong to the level.
  [[nodiscard]] const BaseConversionPlan& up(std::size_t d, std::size_t level) const {
    return up_[digit_end(d, level) - 1];
  }
  /// Borrows the working memory of a call on polynomials of a level.
  [[nodiscard]] Workspace borrow_workspace(std::size_t polynomials, std::size_t level, const Executor& executor) const {
    return {memory_of(ntt_),
            {.shared_rows = special_digit_row(digits(base_.size())),
             .polynomials = polynomials,
             .own_rows = spare_row() + (in_coefficients() ? 1 : 0),
             .places = places(executor, polynomials * targets(level))},
            size()};
  }
  /// Returns the first shared row of a polynomial for the coefficients of digit d.
  [[nodiscard]] std::size_t lifted_row(std::size_t d) const { return d * digit_rows_; }
  /// Returns the first shared row for the coefficients of the special residues of b (0) or a (1).
  [[nodiscard]] std::size_t special_row(std::size_t polynomial) const {
    return lifted_row(digits(base_.size())) + polynomial * (division_ ? division_->conversion().terms() : 0);
  }
  /// Returns the shared row for the evaluations of digit d modulo the one special modulus, which are computed first.
  /// The number of digits gives the end of these rows.
  [[nodiscard]] std::size_t special_digit_row(std::size_t d) const {
    return special_row(2) + (transforms_special_first_ ? d : 0);
  }

  [[nodiscard]] bool in_coefficients() const { return domain_ == Domain::coefficients; }
  /// Index of a task's additional row that only plans on coefficients have.
  [[nodiscard]] std::size_t spare_row() const { return (digits(base_.size()) + 2) * group_ + 2; }

  template <class SpecialRow>
  void write_coefficients(std::span<const RnsView> in, const Workspace& workspace, Executor& executor,
                          const SpecialRow& special_row) const;
  template <class RowOf>
  void transform_digit(std::size_t d, std::size_t first, std::size_t count, std::size_t level, const Rows& shared,
                       const RowOf& row_of) const;
  /// Returns the evaluations of a digit modulo its own modulus t: row t of the polynomial, or its transform, written to
  /// `to`, if the polynomial is in coefficients.
  [[nodiscard]] const std::uint64_t* own_digit(const RnsView& in, std::size_t t, std::uint64_t* to) const {
    if (!in_coefficients()) return in[t].data();
    ntt(t).forward(to, in[t].data(), 1, 1);
    return to;
  }
  /// Returns a function from the number of a digit to its row modulo target t.
  [[nodiscard]] static auto rows_of(std::span<const RnsView> digits, std::size_t t) {
    return [digits, t](std::size_t d) { return digits[d][t].data(); };
  }
  template <class DigitRow>
  void multiply(std::uint64_t* b, std::uint64_t* a, const DigitRow& digit_row, std::size_t t, std::size_t level,
                const SwitchingKeyState& key, bool is_added = false) const;
  template <class Sums>
  void divide(const Results& out, std::size_t level, const Workspace& workspace, Executor& executor,
              const Sums& sums) const;
  template <class Work>
  void for_each_group(std::size_t begin, std::size_t end, std::size_t polynomials, Executor& executor,
                      const Work& work) const;
  void finish(const Results& out, std::uint64_t* result, std::size_t t, const std::uint64_t* sum,
              std::uint64_t* converted, std::uint64_t* spare) const;

  RnsNtt ntt_;
  RnsBase base_;
  Domain domain_;
  std::size_t digit_size_;
  /// Bits of a digit in base 2^w; 0 for digits of whole residues.
  unsigned digit_bits_;
  /// Number of digits at each level, from level 0 on.
  std::vector<std::size_t> digit_counts_;
  /// First modulus of each digit.
  std::vector<std::size_t> first_moduli_;
  /// Whether each digit is plain residues of a single modulus, which need no preparation.
  bool digits_are_residues_;
  /// Whether each digit is transformed modulo the one special modulus as soon as its coefficients are known, so that
  /// each of these transforms is part of a separate task. Each digit has a row for the result.
  bool transforms_special_first_;
  /// Most targets that are worked on together, so that their conversion fetches its source once.
  std::size_t group_;
  /// Conversions to all moduli. up_[i] is from the moduli of i's digit up to number i.
  std::vector<BaseConversionPlan> up_;
  /// Number of rows of a digit's coefficients.
  std::size_t digit_rows_;
  /// Division by P, unless P is 1.
  std::optional<Division> division_;
  std::vector<ModulusDot> dots_;
  /// P modulo the q_j.
  std::vector<std::uint64_t> special_product_;
};

}  // namespace ringlet::rns
