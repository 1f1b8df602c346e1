#pragma once

#include "arith/eltwise_calls.hpp"
#include "arith/fma53/fma53.hpp"
#include "arith/full_words/full_words.hpp"
#include "arith/full_words/goldilocks.hpp"
#include "arith/montgomery/word_product.hpp"
#include "arith/ntt_operations.hpp"
#include "arith/shoup/shoup.hpp"
#include "arith/shoup32/mersenne31.hpp"
#include "arith/shoup32/shoup32.hpp"
#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "isa/wide32.hpp"

/// Arithmetics of every instruction set of vectors, over policies of 64-bit lanes that belong to one file. ShortCalls:
/// policy for element-wise operations in doubles.
namespace ringlet_test {

template <class Cpu, class ShortCalls = Cpu>
struct VectorArithmetics {
  template <unsigned capacity>
  using Short = ringlet::arith::Shoup<Cpu, capacity, ringlet::arith::ShortProduct<Cpu>>;
  using Exact = ringlet::arith::Shoup<Cpu, 4>;
  template <unsigned capacity>
  using Fma53 = ringlet::arith::Fma53<Cpu, capacity>;
  using Full = ringlet::arith::FullWords<Cpu>;

  static constexpr TestedArithmetic list[] = {
      of_transforms<Fma53<16>>("fma53"),
      of_transforms<Fma53<8>>("fma53"),
      of_transforms<Fma53<4>>("fma53"),
      of_elements<ringlet::arith::Fma53<ShortCalls, 4>>("fma53"),
      of_transforms<Short<16>>("shoup64"),
      of_transforms<Short<8>>("shoup64"),
      of_transforms<Exact>("shoup64"),
      of_elements<Short<64>>("shoup64"),
      of_elements<Short<16>>("shoup64"),
      of_elements<Exact>("shoup64"),
      of_elements<ringlet::arith::MontgomeryProduct<Exact>>("shoup64"),
      of_transforms<Full>("full64"),
      of_elements<Full>("full64"),
      of_elements<ringlet::arith::Goldilocks<Cpu>>("goldilocks"),
      of_elements<ringlet::arith::MontgomeryProduct<Full>>("full64"),
  };
};

/// Arithmetics of 32-bit words, in lanes of 64 bits and, over the policy Lanes32, of 32 bits.
template <class Wide, class Lanes32>
struct VectorArithmetics32 {
  using Words = ringlet::arith::Shoup<Wide, 16>;
  using Doubles = ringlet::arith::Fma53<Wide, 16>;

  static constexpr TestedArithmetic list[] = {
      of_transforms<ringlet::arith::Shoup32<Lanes32>>("shoup32"),
      of_elements<ringlet::arith::Shoup32<Lanes32>>("shoup32"),
      of_elements<ringlet::arith::Shoup32Montgomery<Lanes32>>("shoup32"),
      of_elements<ringlet::arith::Shoup32Sums<Lanes32>>("shoup32"),
      of_elements<ringlet::arith::Mersenne31<Lanes32>>("mersenne31"),
      of_transforms<Doubles>("fma53"),
      of_elements<Doubles>("fma53"),
      of_elements<Words>("shoup64"),
  };
};

/// Arithmetic of 128-bit words in two 64-bit limbs.
template <class Cpu>
using Shoup128 = ringlet::arith::Shoup<Cpu, 16, ringlet::arith::TruncatedProduct<Cpu>>;

}  // namespace ringlet_test
