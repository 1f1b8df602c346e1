#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "arith/radix52/columns.hpp"
#include "arith/radix52/parameters.hpp"
#include "arith/radix52/row_product.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Element-wise products of 128-bit words in L limbs of 52 bits, L = 2 or 3 (parameters.hpp). Data are 128-bit lanes.
///
/// Two vectors: the modulus is s = q 2^k with 103 or 124 bits. One factor is multiplied by 2^k as well, and the result,
/// a multiple of 2^k, is divided by it. So all constants have one size and all digits one place. The columns of the
/// product are reduced L times by a quotient of a single limb.
///
/// A fixed multiplicand w: x is cut into L digits of D = 52 - F bits, which are multiplied by rows of w 2^(D i) mod q.
/// Their quotients keep F fractional bits, so that the sum of the rows needs only one reduction.
///
/// Each operation is a chain of some hundred cycles, longer than the CPU looks ahead. It comes in stages, which
/// kernels::map_in_stages interleaves for neighbouring vectors. All constants are in memory, which leaves the registers
/// to these vectors.
///
/// Validity  three limbs: 2^98 <= q < 2^124; two limbs: 2^60 <= q < 2^98; odd or even
/// Twiddle   narrow RowCodec: L (L + 1) limbs
/// Source    our own. Proofs: docs/bounds/limbs52.md, section 13.
template <class IsaPolicy, class LimbIsa>
class Radix52Products : public EltwiseDefaults<Radix52Products<IsaPolicy, LimbIsa>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Twiddle = Radix52Twiddle<LimbIsa, true>;
  using ShoupOperand = Twiddle;
  static constexpr unsigned limb_count = LimbIsa::limb_count;
  using Parameters = Radix52Parameters<limb_count>;

  /// Whether operands need no reduction: three limbs have room for operands below 4q, and below 8q in products by fixed
  /// multiplicands.
  static constexpr bool ignores_factors = Parameters::operand_factor == 4;  // proof 13.14
  // no proof: from the parameters
  static constexpr auto moduli = moduli_of_lengths<uint128_t>(Parameters::min_modulus_bits, Parameters::modulus_bits);
  // no proof: from the parameters
  static constexpr Traits traits{.operands = ignores_factors ? Factors{4} : Factors{1, 4},
                                 .fixed_operands = ignores_factors ? Factors{8} : Factors{1, 4, 8},
                                 .in_stages = true};

  RINGLET_INLINE explicit Radix52Products(const BasicModulus<uint128_t>& m) : modulus_(m.q), constants_(m) {}

  [[nodiscard]] RINGLET_INLINE Vec q() const { return Isa::broadcast(modulus_); }
  [[nodiscard]] RINGLET_INLINE uint128_t modulus() const { return modulus_; }

 private:
  using Base = typename Isa::Base;
  using Limb = typename LimbIsa::Limb;
  using LimbVec = typename LimbIsa::Vec;
  using Columns = LimbColumns<LimbIsa>;
  static constexpr unsigned fraction_bits = Parameters::fraction_bits;
  static constexpr unsigned digit_bits = 52 - fraction_bits;  // proof 13.15

  struct Constants {
    std::uint64_t q[2];
    std::uint64_t shift[4];  ///< counts for LimbIsa::Shift
    /// A multiple of s that keeps numbers so large that missing carries cannot make them look negative.
    std::uint64_t offset[limb_count];
    /// Steps that reduce the columns: minus a multiple of s, and the quotients by it.
    std::uint64_t minus_multiple[limb_count][limb_count];
    std::uint64_t quotient[limb_count];
    std::uint64_t minus_row_modulus[limb_count];  ///< -q 2^F
    std::uint64_t summand_quotient;

    RINGLET_INLINE explicit Constants(const BasicModulus<uint128_t>& m) {
      const unsigned k = Parameters::shifted_bits - m.bits;
      const auto s = static_cast<typename Columns::Signed>(m.q << k);
      const uint128_t barrett = m.product_quotient;       // floor(2^(shifted_bits + 126) / s)
      Columns::put(offset, s, Parameters::offset_shift);  // proof 13.14
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < limb_count; ++i) {
        // The first multiple begins with the second column and is subtracted without its lowest 52 bits.
        const unsigned below = i == 0 ? 52 : 0;
        const unsigned above = Parameters::steps[i].multiple_shift;
        Columns::put(minus_multiple[i], -(above < below ? s >> (below - above) : s), above < below ? 0 : above - below);
        // Less than 2^52 even if q is a power of two.
        quotient[i] = static_cast<std::uint64_t>((barrett - 1) >> Parameters::steps[i].quotient_shift);  // proof 13.14
      }
      constexpr unsigned power = 52 + Parameters::summand_weight + fraction_bits;
      summand_quotient = static_cast<std::uint64_t>(barrett >> (m.bits + 126 - power));             // proof 13.15
      Columns::put(minus_row_modulus, -static_cast<typename Columns::Signed>(m.q), fraction_bits);  // proof 13.15
      q[0] = static_cast<std::uint64_t>(m.q);
      q[1] = static_cast<std::uint64_t>(m.q >> 64);
      shift[0] = k;       // proof 13.14
      shift[1] = 52 - k;  // proof 13.14
      shift[2] = 12 + k;  // proof 13.14
      // proof 13.14
      shift[3] = 40 - k;  // of three limbs
    }
  };

  // ---- used by all stages ----

  RINGLET_INLINE const Constants& constants() const { return Columns::again(constants_); }
  RINGLET_INLINE static Limb broadcast(const std::uint64_t& constant) { return Columns::broadcast(constant); }
  RINGLET_INLINE static typename LimbIsa::Shift shift_of(const Constants& c) {
    return {broadcast(c.shift[0]), broadcast(c.shift[1]), broadcast(c.shift[2]), broadcast(c.shift[3])};
  }

  /// Reduces an operand from [0, Factor q) if products need that.
  template <unsigned Factor>
  RINGLET_INLINE Vec operand(Vec x) const {
    if constexpr (ignores_factors) {
      return x;
    } else {
      return this->template lower<Factor>(x);
    }
  }

  /// Reduces from [-q, q) to [0, q).
  RINGLET_INLINE static Vec canonical(Vec x, const Constants& c) {
    return LimbIsa::add_where_negative(x, {broadcast(c.q[0]), broadcast(c.q[1])});
  }

  /// Computes x y mod q in stages. Input: [0, Factor q), or [0, operand_factor q) whatever Factor is. Output: [0, q).
  template <unsigned Factor>
  struct Product {
    const Radix52Products& arithmetic;
    static constexpr unsigned steps = limb_count;

    RINGLET_INLINE Columns enter(Vec x, Vec y) const {
      const Constants& c = arithmetic.constants();
      const LimbVec a = LimbIsa::digits_of_words(arithmetic.template operand<Factor>(x));
      const LimbVec b = LimbIsa::digits_of_words(arithmetic.template operand<Factor>(y), shift_of(c));
      Columns product = Columns::of(c.offset);
      product.add_product(a, b);
      return product;
    }

    /// Subtracts the multiples that the column `top` shows. After the last step, the number lies in [-s, s).
    template <unsigned step>
    RINGLET_INLINE Columns advance(Columns x) const {
      const Constants& c = arithmetic.constants();
      const Limb digit = x.template digit<Columns::count - step, Parameters::steps[step - 1].digit_shift>();
      constexpr std::uint64_t correction = step == limb_count ? 1 : step == 1 ? 0 : ~std::uint64_t{0};  // proof 13.14
      const Limb multiples =
          LimbIsa::madd_high(LimbIsa::broadcast_limb(correction), digit, broadcast(c.quotient[step - 1]));
      x.add_multiple(step == 1 ? 1 : 0, multiples, c.minus_multiple[step - 1]);
      return x;
    }

    RINGLET_INLINE Vec leave(const Columns& x) const {
      const Constants& c = arithmetic.constants();
      return canonical(LimbIsa::to_words(x.lowest(), shift_of(c)), c);
    }
  };

  /// Computes x w mod q, or x w + z mod q, in stages. Input: x and z in [0, Factor q); with three limbs [0, 8q)
  /// whatever Factor is. Output: [0, q).
  template <unsigned Factor, bool adds>
  struct RowProduct {
    const Radix52Products& arithmetic;
    static constexpr unsigned steps = 1;  // no proof: the number of steps

    template <class W>
    struct State {
      LimbVec digits;
      Limb multiples;
      W w;
      Vec z;
    };

    template <class W>
    RINGLET_INLINE State<W> enter(Vec x, W w) const {
      return enter(x, w, x);  // z is not read
    }
    template <class W>
    RINGLET_INLINE State<W> enter(Vec x, W w, Vec z) const {
      LimbIsa::forget_again(w.group);
      const LimbVec digits = row_digits(arithmetic.template operand<Factor>(x));
      Limb multiples = LimbIsa::broadcast_limb(std::uint64_t{1} << fraction_bits);
      if constexpr (adds) {
        z = arithmetic.template operand<Factor>(z);
        const Limb digit = LimbIsa::template digit_of_words<Parameters::summand_weight>(z);
        multiples = LimbIsa::madd_high(multiples, digit, broadcast(arithmetic.constants().summand_quotient));
      }
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < limb_count; ++i)
        multiples = LimbIsa::madd_high(multiples, digits.limb[i], w.quotient(i));
      return {digits, Base::template shift_right<fraction_bits>(multiples), w, z};
    }

    template <unsigned, class W>
    RINGLET_INLINE State<W> advance(State<W> x) const {
      LimbIsa::forget_again(x.w.group);
      Columns sum{};
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < limb_count; ++i) {
        RINGLET_UNROLL_FULLY
        for (unsigned j = 0; j < limb_count; ++j) {
          const Limb row = x.w.limb(i, j);
          sum.limb[j] = LimbIsa::madd_low(sum.limb[j], x.digits.limb[i], row);
          if (j + 1 < limb_count) sum.limb[j + 1] = LimbIsa::madd_high(sum.limb[j + 1], x.digits.limb[i], row);
        }
      }
      sum.add_multiple(0, x.multiples, arithmetic.constants().minus_row_modulus);
      x.digits = sum.lowest();
      return x;
    }

    template <class W>
    RINGLET_INLINE Vec leave(const State<W>& x) const {
      const auto limb = [](unsigned bits) RINGLET_INLINE_LAMBDA { return LimbIsa::broadcast_limb(bits); };
      constexpr unsigned f = fraction_bits;
      const Vec product = LimbIsa::to_words(x.digits, {limb(f), limb(52 - f), limb(12 + f), limb(40 - f)});
      return canonical(adds ? Isa::add(product, x.z) : product, arithmetic.constants());
    }

   private:
    /// Returns digits of D bits each, times 2^F.
    RINGLET_INLINE static LimbVec row_digits(Vec x) {
      const Limb mask = LimbIsa::broadcast_limb(LimbIsa::limb_mask >> fraction_bits << fraction_bits);
      LimbVec digits = LimbIsa::template limbs_of_words<digit_bits, fraction_bits>(x);
      digits.limb[0] = LimbIsa::shift_left(x.low, LimbIsa::broadcast_limb(fraction_bits));
      RINGLET_UNROLL_FULLY
      for (unsigned i = 1; i < limb_count; ++i) digits.limb[i] = Base::bit_and(digits.limb[i], mask);
      return digits;
    }
  };

 public:
  template <unsigned Factor>
  RINGLET_INLINE auto product() const {
    return Product<Factor>{*this};
  }
  template <unsigned Factor, bool adds>
  RINGLET_INLINE auto row_product() const {
    return RowProduct<Factor, adds>{*this};
  }

 private:
  uint128_t modulus_;
  Constants constants_;
};

}  // namespace ringlet::arith
