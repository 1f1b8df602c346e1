#pragma once

#include <algorithm>
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
#include "rns/key_switch_memory.hpp"
#include "rns/rns_context_state.hpp"
#include "words/modulus_dot.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::rns {

/// Prepared or borrowed key. A prepared key is a stream for each modulus, in blocks of `kernels::inner_product_block`
/// values: for each digit b, then a. A borrowed key is the polynomials b of all digits, then the polynomials a.
struct SwitchingKeyState {
  std::shared_ptr<const KeySwitchState> owner;
  std::shared_ptr<const AutomorphismPlan> automorphism;
  std::size_t digits;
  std::size_t n;
  memory::HugeBlock words;
  std::vector<RnsView> borrowed = {};

  [[nodiscard]] std::size_t block() const { return std::min(n, kernels::inner_product_block); }
  /// Most digits to multiply together. Borrowed rows often lie a power of two apart, so that equal positions compete
  /// for the same few lines of a cache.
  [[nodiscard]] std::size_t digits_at_once() const { return borrowed.empty() ? words::ModulusDot::terms_at_once : 2; }
  /// Distance between the blocks of a polynomial.
  [[nodiscard]] std::size_t step() const { return borrowed.empty() ? 2 * digits * block() : block(); }
  /// Returns the place of b (of = 0) or a (of = 1) of digit d modulo modulus j in the stream.
  [[nodiscard]] std::uint64_t* place(std::size_t d, std::size_t of, std::size_t j) const {
    return words.get() + 2 * digits * n * j + (2 * d + of) * block();
  }
  [[nodiscard]] const std::uint64_t* polynomial(std::size_t d, std::size_t of, std::size_t j) const {
    return borrowed.empty() ? place(d, of, j) : borrowed[of * digits + d][j].data();
  }
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

  /// Operand of a level: polynomials, or the digits of one polynomial, or sums to be divided, which need no key: b and
  /// a, or one alone.
  struct Operand {
    std::size_t level;
    RnsViews polynomials = {};
    RnsViews digits = {};
    RnsViews sums = {};
    const SwitchingKeyState* key = nullptr;
  };

  /// Destinations of each polynomial's results or sums, and whether they are added to what is there. The quotient of
  /// one sum alone goes to b.
  struct Results {
    std::span<const RnsSpan> b;
    std::span<const RnsSpan> a;
    bool are_added;

    [[nodiscard]] std::uint64_t* row(std::size_t polynomial, std::size_t of, std::size_t t) const {
      return (of == 0 ? b : a)[polynomial][t].data();
    }
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

  /// Domain of polynomials and results.
  [[nodiscard]] Domain domain() const { return shape_.spare_rows != 0 ? Domain::coefficients : Domain::evaluations; }
  [[nodiscard]] const RnsNtt& transforms() const { return ntt_; }
  [[nodiscard]] const Ntt<std::uint64_t>& transform(std::size_t j) const { return ntt_[j]; }
  [[nodiscard]] const words::ModulusDot& dot(std::size_t j) const { return dots_[j]; }
  /// P modulo q_j.
  [[nodiscard]] std::uint64_t special_product(std::size_t j) const { return special_product_[j]; }

  /// Prepares a key: copies the polynomials, or their images under X -> X^back. The key has no automorphism.
  [[nodiscard]] std::shared_ptr<SwitchingKeyState> prepare(RnsViews b, RnsViews a, std::uint64_t back) const;
  /// Computes a key switch from its beginning, from its digits, or from its sums.
  void switch_key(const Results& out, const Operand& in, Executor& executor) const;
  void decompose(std::span<const RnsSpan> digits, const RnsView& in, Executor& executor) const;
  /// Computes the sums of products of digits and key. `sum` has one polynomial.
  void inner_product(const Results& sum, const Operand& in, Executor& executor) const;
  /// Adds P c to the rows of Q.
  void add_special_multiple(const RnsSpan& sum, const RnsView& c, Executor& executor) const;

 private:
  class Call;

  RnsNtt ntt_;
  RnsBase base_;
  std::size_t digit_size_;
  /// Bits of a digit in base 2^w; 0 for digits of whole residues.
  unsigned digit_bits_;
  /// Number of digits at each level, from level 0 on.
  std::vector<std::size_t> digit_counts_{0};
  /// First modulus of each digit.
  std::vector<std::size_t> first_moduli_;
  /// Whether each digit is plain residues of a single modulus, which need no preparation.
  bool digits_are_residues_;
  /// Conversions to all moduli. up_[i] is from the moduli of i's digit up to number i.
  std::vector<BaseConversionPlan> up_;
  /// Division by P, unless P is 1.
  std::optional<Division> division_;
  KeySwitchShape shape_;
  std::vector<words::ModulusDot> dots_;
  /// P modulo the q_j.
  std::vector<std::uint64_t> special_product_;
};

}  // namespace ringlet::rns
