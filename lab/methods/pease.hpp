#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/layout.hpp"
#include "lab/methods/pease_kernel.hpp"
#include "lab/methods/split_arrays.hpp"
#include "ringlet/types.hpp"

/// Transforms in Pease's constant geometry, as in the papers: every stage reads values k and k + n/2 and writes them to
/// 2k and 2k + 1; the inverse does that backwards. All stages are alike. Between two stages there is only a shuffle of
/// the two results, and nothing stays in registers.
///
/// A stage rotates the bits of the positions by one. Before stage s the lowest s bits of a position are the number of
/// its block, so butterfly k takes the twiddle of block k mod 2^s; after the last stage the order is bit-reversed. Both
/// are those of ntt_forward.hpp: the same numbers are computed, in another order.
///
/// Between stages, values lie in split arrays, canonical, alternately in one half of the scratch memory and in the
/// other: the dataflow does not work in place.
///
/// Source    M. Pease, "An adaptation of the fast Fourier transform for parallel processing", J. ACM 15 (1968); S. Fu,
///           N. Zhang, F. Franchetti, PACT 2024, section 4.2
namespace ringlet::lab {

using kernels::WordVectors;

template <class A>
struct PeaseTwiddles {
  SplitArrays::In words;
  std::size_t mask;

  RINGLET_INLINE PeaseTwiddles(const PeaseStage& pass, unsigned lanes_log) {
    const std::size_t count = pease_twiddle_count(pass.first_stage, lanes_log);
    const auto* low = static_cast<const std::uint64_t*>(static_cast<const void*>(pass.twiddles));
    words = {low, low + count};
    mask = count - 1;
  }
  RINGLET_INLINE typename A::Vec load(std::size_t k) const {
    return SplitVectors<typename A::Isa>::load(words, k & mask);
  }
};

/// Input: below input_factor q.
template <class A, unsigned input_factor, class From, class To>
void pease_forward_stage(const A& arithmetic, typename From::In in, typename To::Out out, std::size_t half,
                         const PeaseStage& pass) {
  using Isa = typename A::Isa;
  const A a = arithmetic;  // a copy whose constants the stores cannot alias
  const PeaseTwiddles<A> twiddles(pass, Isa::lanes_log);
  for (std::size_t k = 0; k < half; k += Isa::lanes) {
    const auto x = a.template lower<input_factor>(From::load(in, k));
    const auto y = a.template lower<input_factor>(From::load(in, k + half));
    const auto product = a.mul(y, twiddles.load(k));
    auto sum = a.add(x, product);
    auto difference = a.sub(x, product);
    Isa::interleave(sum, difference);
    To::store(out, 2 * k, sum);
    To::store(out, 2 * k + Isa::lanes, difference);
  }
}

/// Multiplies the sums of stage 0, which is done last, by `scale`.
template <class A, unsigned input_factor, bool scaled, class From, class To>
void pease_inverse_stage(const A& arithmetic, typename From::In in, typename To::Out out, std::size_t half,
                         const PeaseStage& pass, const uint128_t* scale) {
  using Isa = typename A::Isa;
  const A a = arithmetic;
  const PeaseTwiddles<A> twiddles(pass, Isa::lanes_log);
  const auto factor = A::Twiddle::template load<1>(scale);
  for (std::size_t k = 0; k < half; k += Isa::lanes) {
    auto x = a.template lower<input_factor>(From::load(in, 2 * k));
    auto y = a.template lower<input_factor>(From::load(in, 2 * k + Isa::lanes));
    Isa::deinterleave(x, y);
    const auto sum = a.add(x, y);
    To::store(out, k + half, a.mul(a.sub(x, y), twiddles.load(k)));
    if constexpr (scaled) {
      To::store(out, k, a.mul(sum, factor.value));
    } else {
      To::store(out, k, sum);
    }
  }
}

/// Transforms in both directions, over an arithmetic with add, sub, mul and lower, all with canonical results.
template <class A>
class PeaseTransform {
  using Isa = typename A::Isa;
  using InWords = WordVectors<Isa>;
  using InLimbs = SplitVectors<Isa>;

 public:
  static void forward(const PeaseCall& call) {
    Isa::count_call();
    const A a(*call.modulus);
    const std::size_t half = std::size_t{1} << (call.log_n - 1);
    const unsigned last = call.log_n - 1;
    const auto pass = [&](unsigned s) -> const PeaseStage& { return call.passes[s]; };
    const auto first_stage = [&](auto factor, auto to, auto out) RINGLET_INLINE_LAMBDA {
      pease_forward_stage<A, decltype(factor)::value, InWords, decltype(to)>(a, call.in, out, half, pass(0));
    };
    const auto any_factor = [&](auto to, auto out) RINGLET_INLINE_LAMBDA {
      call.input_factor == 1 ? first_stage(kernels::Constant<1u>{}, to, out)
                             : first_stage(kernels::Constant<4u>{}, to, out);
    };
    if (last == 0) return any_factor(InWords{}, call.out);
    any_factor(InLimbs{}, buffer(call, 0));
    for (unsigned s = 1; s < last; ++s) {
      pease_forward_stage<A, 1, InLimbs, InLimbs>(a, source(call, s - 1), buffer(call, s), half, pass(s));
    }
    pease_forward_stage<A, 1, InLimbs, InWords>(a, source(call, last - 1), call.out, half, pass(last));
  }

  static void inverse(const PeaseCall& call) {
    Isa::count_call();
    const A a(*call.modulus);
    const std::size_t half = std::size_t{1} << (call.log_n - 1);
    const unsigned last = call.log_n - 1;
    if (last == 0) {
      return pease_inverse_stage<A, 2, true, InWords, InWords>(a, call.in, call.out, half, call.passes[0], call.scale);
    }
    pease_inverse_stage<A, 2, false, InWords, InLimbs>(a, call.in, buffer(call, last), half, call.passes[last],
                                                       call.scale);
    for (unsigned s = last - 1; s > 0; --s) {
      pease_inverse_stage<A, 1, false, InLimbs, InLimbs>(a, source(call, s + 1), buffer(call, s), half, call.passes[s],
                                                         call.scale);
    }
    pease_inverse_stage<A, 1, true, InLimbs, InWords>(a, source(call, 1), call.out, half, call.passes[0], call.scale);
  }

 private:
  /// Returns the halves of the scratch memory in turns.
  RINGLET_INLINE static SplitArrays::Out buffer(const PeaseCall& call, unsigned index) {
    const std::size_t n = std::size_t{1} << call.log_n;
    auto* words = static_cast<std::uint64_t*>(call.scratch) + (index % 2) * 2 * n;
    return {words, words + n};
  }
  RINGLET_INLINE static SplitArrays::In source(const PeaseCall& call, unsigned index) {
    const SplitArrays::Out words = buffer(call, index);
    return {words.low, words.high};
  }
};

/// Returns the table entry of the transforms over arithmetic A.
template <class A>
constexpr PeaseKernel pease_kernel() {
  return {.moduli = A::moduli,
          .lanes_log = A::Isa::lanes_log,
          .forward = PeaseTransform<A>::forward,
          .inverse = PeaseTransform<A>::inverse};
}

}  // namespace ringlet::lab
