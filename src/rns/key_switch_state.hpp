#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plan/ntt_plan.hpp"
#include "ringlet/key_switch.hpp"
#include "rns/automorphism_plan.hpp"
#include "rns/base_conversion_plan.hpp"
#include "rns/modulus_dot.hpp"
#include "rns/rows.hpp"

namespace ringlet::api {

/// A prepared key. For each modulus a stream of blocks of `kernels::inner_product_block` values: of each digit b, then
/// a. Or a borrowed one: the polynomials b of all digits, then the a, without constants.
struct SwitchingKeyState {
  std::shared_ptr<const KeySwitchState> owner;
  std::optional<plan::Automorphism> automorphism;
  std::size_t words_of_modulus;
  plan::HugeBlock words;
  std::vector<RnsView> borrowed = {};
};

/// Rows of digits, or of the two polynomials of a sum: for each of them a row for each target of the level.
struct KeySwitchRows {
  std::shared_ptr<const KeySwitchState> owner;
  std::size_t level;
  plan::Rows rows;
  bool have_values = false;
};

/// The constants of key switching, and its steps. What it computes modulo is called a target: at level l, numbers 0 to
/// l - 1 are the moduli of Q, and the special ones follow.
///
/// Keys have the factor P^-1 modulo the q_j and (P/p)^-1 modulo the p. So the sums of products are divided by P
/// already, and their special rows are what `plan::BaseConversion::prepare` would make of them: only the transform of a
/// conversion is added.
class KeySwitchState {
 public:
  KeySwitchState(const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options, RnsNtt ntt);

  /// As many polynomials as are worked on together.
  static constexpr std::size_t most_polynomials = 8;

  /// Where the results of each polynomial go, and what becomes of them.
  struct Results {
    std::span<const RnsSpan> b;
    std::span<const RnsSpan> a;
    bool are_added;
    const plan::Automorphism* automorphism;
  };

  [[nodiscard]] std::size_t size() const { return ntt_.size(); }
  [[nodiscard]] const RnsBase& base() const { return base_; }
  [[nodiscard]] const RnsBase& special() const { return special_; }
  /// Q's moduli, then the special ones.
  [[nodiscard]] const RnsBase& all() const { return ntt_.base(); }
  [[nodiscard]] std::size_t digits(std::size_t level) const { return (level + digit_size_ - 1) / digit_size_; }
  [[nodiscard]] std::size_t targets(std::size_t level) const { return level + special_.size(); }

  /// exponent: of the automorphism that goes with the key; 1 is none.
  [[nodiscard]] std::shared_ptr<SwitchingKeyState> prepare(std::span<const RnsView> b, std::span<const RnsView> a,
                                                           std::uint64_t exponent) const;
  /// Of up to most_polynomials polynomials of one level.
  void switch_key(const Results& out, std::span<const RnsView> in, const SwitchingKeyState& key,
                  Executor& executor) const;
  void switch_key(const Results& out, const KeySwitchRows& digits, const SwitchingKeyState& key,
                  Executor& executor) const;
  void decompose(KeySwitchRows& digits, const RnsView& in, Executor& executor) const;
  void accumulate(KeySwitchRows& sum, const KeySwitchRows& digits, const SwitchingKeyState& key,
                  Executor& executor) const;
  void mod_down(const Results& out, const KeySwitchRows& sum, Executor& executor) const;

 private:
  /// Pointers to the rows of digits modulo one target.
  using DigitRows = std::array<const std::uint64_t*, RnsBase::max_size>;

  /// Workspaces for polynomials that are worked on together, and for workers.
  class Loans {
   public:
    Loans(plan::Workspaces& owner, std::size_t polynomials, const Executor& executor) : polynomials_(polynomials) {
      for (std::size_t k = 0; k < polynomials; ++k) loans_[k].emplace(owner, executor.workers());
    }
    [[nodiscard]] std::size_t polynomials() const { return polynomials_; }
    [[nodiscard]] const plan::Rows& shared(std::size_t k) const { return (*loans_[k])->shared(); }
    [[nodiscard]] const plan::Rows& of_worker(std::size_t worker) const { return (*loans_[0])->of_worker(worker); }

   private:
    std::size_t polynomials_;
    std::array<std::optional<plan::Workspaces::Loan>, most_polynomials> loans_;
  };

  /// The transform modulo number j of all moduli.
  [[nodiscard]] const plan::NttPlan<std::uint64_t>& ntt(std::size_t j) const { return plan_of(ntt_[j]); }
  /// The number among all moduli of target t.
  [[nodiscard]] std::size_t modulus_of(std::size_t t, std::size_t level) const {
    return t < level ? t : base_.size() + t - level;
  }
  [[nodiscard]] std::size_t digit_end(std::size_t d, std::size_t level) const {
    return std::min(level, (d + 1) * digit_size_);
  }
  /// Whether target t is one of the moduli of digit d.
  [[nodiscard]] bool is_own(std::size_t d, std::size_t t, std::size_t level) const {
    return t < level && t / digit_size_ == d;
  }
  /// The conversion of digit d, of as many moduli as the level leaves it.
  [[nodiscard]] const plan::BaseConversion& up(std::size_t d, std::size_t level) const {
    return up_[digit_end(d, level) - 1];
  }
  /// Where the coefficients of digit d begin among the shared rows of a workspace.
  [[nodiscard]] std::size_t lifted_row(std::size_t d) const { return d * (digits_are_residues_ ? 1 : digit_size_ + 1); }
  /// Where those of the special residues of b (0) or a (1) begin.
  [[nodiscard]] std::size_t special_row(std::size_t polynomial) const {
    return lifted_row(digits(base_.size())) + polynomial * (special_.size() + 1);
  }
  /// The evaluations of digit d modulo the one special modulus that are made first; number digits() is the end.
  [[nodiscard]] std::size_t special_digit_row(std::size_t d) const {
    return special_row(2) + (transforms_special_first_ ? d : 0);
  }

  [[nodiscard]] bool in_coefficients() const { return domain_ == Domain::coefficients; }
  /// The row of a worker's that plans on coefficients have beyond those of others.
  [[nodiscard]] std::size_t spare_row() const { return (digits(base_.size()) + 2) * group_ + 2; }

  template <class SpecialRow>
  void write_coefficients(std::span<const RnsView> in, const Loans& workspaces, Executor& executor,
                          const SpecialRow& special_row) const;
  template <class RowOf>
  void transform_digit(std::size_t d, std::size_t first, std::size_t count, std::size_t level, const plan::Rows& shared,
                       const RowOf& row_of) const;
  /// The evaluations of a digit modulo its own modulus t: row t of the polynomial, or in `to` what that becomes.
  [[nodiscard]] const std::uint64_t* own_digit(const RnsView& in, std::size_t t, std::uint64_t* to) const {
    if (!in_coefficients()) return in[t].data();
    ntt(t).forward(to, in[t].data(), 1, 1);
    return to;
  }
  /// Rows of all digits modulo target t.
  [[nodiscard]] DigitRows rows_of(const KeySwitchRows& digit_rows, std::size_t t) const {
    DigitRows rows;
    for (std::size_t d = 0; d < digits(digit_rows.level); ++d) {
      rows[d] = digit_rows.rows[d * targets(digit_rows.level) + t];
    }
    return rows;
  }
  void multiply(std::uint64_t* b, std::uint64_t* a, const DigitRows& x, std::size_t t, std::size_t level,
                const SwitchingKeyState& key) const;
  template <class Sums>
  void divide(const Results& out, std::size_t level, const Loans& workspaces, Executor& executor,
              const Sums& sums) const;
  template <class Work>
  void for_each_group(std::size_t begin, std::size_t end, std::size_t polynomials, Executor& executor,
                      const Work& work) const;
  void finish(const Results& out, std::uint64_t* result, std::size_t t, const std::uint64_t* sum,
              std::uint64_t* converted, std::uint64_t* spare) const;

  RnsBase base_;
  RnsBase special_;
  Domain domain_;
  std::size_t digit_size_;
  /// Whether digits are residues of single moduli as they are: nothing is to be prepared.
  bool digits_are_residues_;
  /// Whether each digit is transformed modulo the one special modulus as soon as it is there, so that these transforms
  /// are as many tasks. A digit has its own row for that.
  bool transforms_special_first_;
  /// Targets that are worked on together, so that what they are converted from is fetched once.
  std::size_t group_;
  RnsNtt ntt_;
  /// up_[i]: from the moduli of i's digit up to number i to all moduli.
  std::vector<plan::BaseConversion> up_;
  /// From P, of sums with the factors of keys, to -d / P modulo the q_j.
  plan::BaseConversion down_;
  std::vector<plan::ModulusDot> dots_;
  std::vector<std::uint64_t> key_factors_;
  mutable plan::Workspaces workspaces_;
};

}  // namespace ringlet::api
