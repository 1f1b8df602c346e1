#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/fma53/fma53_codec.hpp"
#include "arith/integers_in_doubles.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/product.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Arithmetic on integers in doubles, by fused multiply-add.
///
/// Lazy values are signed: a bound b means 256 |x| < b q, and lower bounds are not used. Values stay below
/// Capacity q in magnitude, at most 2^52. Every sum and every remainder of a product is an integer that a double holds,
/// so only quotients are rounded. Needs rounding to nearest (kernels/environment.hpp) and a compiler that neither
/// reassociates nor contracts (cmake/RingletBackends.cmake).
///
/// Validity  4 <= q < 2^52 / Capacity, so 2^50 for Capacity = 4, 2^49 for 8, 2^48 for 16
/// Twiddle   two doubles: w with |w| <= q/2, and w/q to 2^-55
/// Source    J. van der Hoeven, G. Lecerf, G. Quintin, "Modular SIMD arithmetic in Mathemagix", ACM Trans. Math.
///           Softw. 43 (2016), for the product; centred operands as in FLINT's fft_small. Proofs:
///           docs/bounds/doubles.md.
template <class IsaPolicy, unsigned Capacity>
class Fma53 : public NttDefaults<Fma53<IsaPolicy, Capacity>>,
              public EltwiseDefaults<Fma53<IsaPolicy, Capacity>, IsaPolicy> {
  using Doubles = IntegersInDoubles<IsaPolicy>;

 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa, Fma53Codec>;
  using ShoupOperand = Twiddle;

  static constexpr auto moduli = moduli_of_lengths<typename Isa::Word>(3, 52 - log2_of(Capacity));  // proof 1.2, 10.8
  // no proof: what operations accept
  static constexpr Traits traits{.in_doubles = true,
                                 .forward_inputs = factors_for<typename Isa::Word>({1, 4}),
                                 .forward_outputs = factors_for<typename Isa::Word>({1, 4}),
                                 .inverse_inputs = factors_for<typename Isa::Word>({2}),
                                 .inverse_outputs = factors_for<typename Isa::Word>({1, 2}),
                                 .operands = {1, 2, 4}};

  static constexpr Bound capacity = times_q(Capacity);  // proof 1.2

  RINGLET_INLINE explicit Fma53(const WordModulus& m)
      : q_(Doubles::broadcast(static_cast<double>(static_cast<std::int64_t>(m.q)))),
        inverse_(Doubles::reciprocal(m.q)),
        centre_(Isa::double_mul(centre_quotient(), q_)),
        rounder_(Isa::double_sub(Doubles::broadcast(Doubles::rounder), centre_quotient())),
        modulus_(m.q) {}

  // ---- lazy arithmetic of the transforms, on doubles ----

  /// Converts words below 2^52.
  RINGLET_INLINE static Vec from_words(Vec x) { return Doubles::from_words(x); }

  /// Returns x w mod q. Input: |x| < Capacity q. Output: below product_bound.
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const {
    const Vec high = Isa::double_mul(x, w.value);
    const Vec low = Isa::double_mul_sub(x, w.value, high);
    const Vec quotient = Doubles::rounded_product(x, w.quotient);
    return Isa::double_add(Isa::double_sub_mul(high, quotient, q_), low);
  }
  /// Bound of a product: |x w - round(x w/q) q| <= q (1/2 + |x| / 2^55), and |x| / 2^52 < (bound / 256) / Capacity.
  static constexpr Bound product_bound(Bound operand) {  // proof 10.3
    return one_q / 2 + (operand + 8 * Capacity - 1) / (8 * Capacity);
  }

  /// Computes (x, y) <- (x + T, x - T), T = w y.
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec product = mul_twiddle(y, w);
    y = Isa::double_sub(x, product);
    x = Isa::double_add(x, product);
  }
  /// Range of a butterfly's results. y may be any value below the capacity, even if x was reduced.
  static constexpr Range ct_result(Range x) { return {0, x.high + product_bound(capacity)}; }  // proof 10.5
  static constexpr bool ct_accepts(Range x) { return ct_result(x).high <= capacity; }          // proof 10.5

  static constexpr unsigned max_lift = 0;                                                    // proof 10.5
  static constexpr Range prepared(Range x, unsigned) { return {0, reduced_bound(x.high)}; }  // proof 10.5
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return reduce(x);
  }

  /// Computes (x, y) <- (x + y, x - y); the caller multiplies y by the twiddle. Operands stay below gs_offset q.
  static constexpr unsigned gs_offset = Capacity / 2;  // proof 10.7
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::double_sub(x, y);
    x = Isa::double_add(x, y);
    y = difference;
  }

  /// Returns x - round(x/q) q, at most q (1/2 + 2^-48) in magnitude.
  RINGLET_INLINE Vec reduce(Vec x) const { return Isa::double_sub_mul(x, Doubles::rounded_product(x, inverse_), q_); }
  static constexpr Bound reduced_bound(Bound) { return one_q / 2 + 1; }  // proof 10.4

  /// Converts a double below `from` in magnitude to a word below Factor q; Factor in {1, 2, 4}.
  template <unsigned Factor, Bound from>
  RINGLET_INLINE Vec finish(Vec x) const {
    constexpr unsigned half = Factor / 2;
    if constexpr (Factor == 1 && from > one_q && from + one_q / 2 <= capacity) {  // proof 10.6
      // For odd q, floor(x / q) = round((x - (q - 1) / 2) / q).
      const auto centre = static_cast<double>(modulus_ / 2);
      const Vec quotient = Doubles::rounded_product(Isa::double_sub(x, Doubles::broadcast(centre)), inverse_);
      const Vec offset = Doubles::broadcast(Doubles::two_52);
      return Isa::sub(Isa::double_sub_mul(Isa::double_add(x, offset), quotient, q_), offset);
    } else if constexpr (from > (half == 0 ? one_q : times_q(half))) {
      return finish<Factor, reduced_bound(from)>(reduce(x));
    } else if constexpr (half == 0) {
      return Isa::add_if_negative(Doubles::to_signed_words(x), q());
    } else {
      // x + half q is not negative, so adding 2^52 gives a double with the exponent of 2^52.
      const Vec shifted =
          Isa::double_add(x, Doubles::broadcast(Doubles::two_52 + static_cast<double>(half * modulus_)));
      return Isa::sub(shifted, Doubles::broadcast(Doubles::two_52));
    }
  }

  // ---- exact arithmetic of the element-wise operations, on words ----

  /// Returns the Factor with which `mul` accepts operands below f q, f in {1, 2, 4}.
  RINGLET_INLINE static constexpr unsigned product_factor(unsigned f, std::uint64_t q) {  // proof 10.8
    constexpr std::uint64_t room = std::uint64_t{1} << 50;
    if (f * q <= 2 * room) return f * f * q <= room ? 1 : 2;
    return f;
  }

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}, or wider by `product_factor`. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    x = from_words(x);
    if constexpr (Factor > 1) x = reduce(x);
    if constexpr (Factor > 2) y = this->template lower<Factor, 2>(y);
    y = from_words(y);
    const Vec high = Isa::double_mul_add(x, y, centre_);
    const Vec quotient =
        Isa::double_sub(Isa::double_mul_add(high, inverse_, rounder_), Doubles::broadcast(Doubles::rounder));
    return remainder(x, y, high, quotient);
  }

  /// Returns x w mod q. Input: x below Factor q. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    if constexpr (Factor > 4) x = Isa::subtract_once(x, Isa::broadcast(4 * modulus_));  // proof 9.1
    x = from_words(x);
    const Vec high = Isa::double_mul_add(x, w.value, Doubles::broadcast(Doubles::rounder));
    return remainder(x, w.value, high, Doubles::rounded_product(x, w.quotient));
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return Isa::broadcast(modulus_); }
  [[nodiscard]] RINGLET_INLINE std::uint64_t modulus() const { return modulus_; }

 private:
  /// Returns the integer nearest to 1.5 2^52 / q. Its product by q is the centre.
  [[nodiscard]] RINGLET_INLINE Vec centre_quotient() const {
    return Doubles::rounded_product(Doubles::broadcast(Doubles::rounder), inverse_);
  }

  /// Returns x y - quotient q, which lies between -q and q, in [0, q). high: x y plus an integer near the middle of
  /// [2^52, 2^53), rounded. The difference of two such doubles' bits is the difference of the integers.
  RINGLET_INLINE Vec remainder(Vec x, Vec y, Vec high, Vec quotient) const {
    const Vec low = Isa::double_sub_mul(high, x, y);
    return Isa::add_if_negative(Isa::sub(Isa::double_sub_mul(high, quotient, q_), low), q());
  }

  Vec q_;
  Vec inverse_;
  Vec centre_;
  Vec rounder_;
  std::uint64_t modulus_;
};

}  // namespace ringlet::arith
