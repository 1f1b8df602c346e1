// Tests that an instruction set unknown to the library gets its kernels of 128-bit words
// from three primitives of its own.

#include <cstdint>
#include <utility>

#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "isa/scalar.hpp"
#include "lab/methods/papers_kernels.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

namespace lab = ringlet::lab;
namespace reference = ::reference::word128;

std::uint64_t widening_products = 0;

/// Instruction set of one lane, with its own three primitives.
struct OwnBase : ringlet::isa::Scalar {
  static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    ++widening_products;
    const uint128 product = uint128{a} * b;
    low = static_cast<Vec>(product);
    high = static_cast<Vec>(product >> 64);
  }
  static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const uint128 sum = uint128{a} + b + carry;
    carry = static_cast<Carry>(sum >> 64);
    return static_cast<Vec>(sum);
  }
  static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const uint128 difference = uint128{a} - b - borrow;
    borrow = static_cast<Carry>(difference >> 127);
    return static_cast<Vec>(difference);
  }
};

using Cpu = ringlet::backends::Target<ringlet::isa::Limb64x2<OwnBase>>;

TEST(OwnBase, TransformsWithItsOwnPrimitives) {
  constexpr unsigned log_n = 6;
  constexpr std::size_t n = 1 << log_n;
  const uint128 q = ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front();
  const uint128 psi = ringlet::smallest_primitive_root_of_unity(2 * n, ringlet::Modulus(q));
  Random random;
  const Words128 in = corner_biased_words128(random, n, q, q - 1);
  const Words128 expected = reference::evaluate_everywhere(in, psi, reference::fma_mod(psi, psi, 0, q), q);
  // Two products of four limbs, and the lowest limbs of the third.
  for (const auto& [method, products] :
       {std::pair{lab::papers_methods<Cpu>.front(), 9u}, std::pair{lab::papers_methods<Cpu>.back(), 7u}}) {
    SCOPED_TRACE(method.arithmetic);
    const auto transform = make_transform(method, log_n, q, ringlet::Ring::negacyclic, psi);
    Words128 out(n);
    widening_products = 0;
    transform->forward(out.data(), in.data(), 1);
    EXPECT_EQ(widening_products, products * (n / 2) * log_n);
    for (std::size_t k = 0; k < n; ++k) ASSERT_TRUE(out[ringlet::reverse_bits(k, log_n)] == expected[k]);
    transform->inverse(out.data(), out.data(), 1);
    ASSERT_TRUE(out == in);
  }
}

}  // namespace
}  // namespace ringlet_test
