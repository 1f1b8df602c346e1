// An instruction set that the library does not know gets its double-word kernels from three primitives of its own.

#include <cstdint>
#include <utility>

#include "backends/families/barrett128.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"
#include "double_word/double_word_cases.hpp"
#include "isa/limb64x2.hpp"
#include "isa/scalar.hpp"
#include "plan/ntt_plan.hpp"

namespace ringlet_test {
namespace {

namespace backends = ringlet::backends;
namespace reference = ::reference::double_word;

std::uint64_t wide_products = 0;

/// One lane, with the three primitives written out anew.
struct OwnBase : ringlet::isa::Scalar {
  static void mul_wide(Vec a, Vec b, Vec& low, Vec& high) {
    ++wide_products;
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

using Kernels = backends::Barrett128Kernels<backends::Target<ringlet::isa::Limb64x2<OwnBase>>>;
constexpr ringlet::kernels::WordKernels<uint128> own_family{
    .ntt = Kernels::ntt, .eltwise = Kernels::contiguous, .split = Kernels::split, .calls = backends::calls_if_checked};
constexpr const ringlet::kernels::WordKernels<uint128>* own_families[] = {&own_family};
constexpr ringlet::kernels::BackendKernels own_kernels{{{}, own_families}};

TEST(OwnBase, TransformsWithItsOwnPrimitives) {
  const backends::Backend backend{"own", [](const ringlet::cpu::Features&) { return true; }, &own_kernels};
  constexpr unsigned log_n = 6;
  constexpr std::size_t n = 1 << log_n;
  const uint128 q = ringlet::ntt_primes_double(1, 124, n).front();
  const uint128 psi = ringlet::smallest_primitive_root_of_unity(2 * n, ringlet::Modulus(q));
  Random random;
  const Doubles in = corner_biased_doubles(random, n, q, q - 1);
  const Doubles expected = reference::evaluate_everywhere(in, psi, reference::fma_mod(psi, psi, 0, q), q);
  // Two products of four limbs, and the lowest limbs of the third.
  for (const auto& [method, products] : {std::pair{"limb64x2-schoolbook", 9u}, std::pair{"limb64x2-karatsuba", 7u}}) {
    const ringlet::plan::NttPlan<uint128> plan(log_n, q, ringlet::Ring::negacyclic, psi, backend, {}, method);
    Doubles out(n);
    wide_products = 0;
    plan.forward(out.data(), in.data(), 1, 1);
    EXPECT_EQ(wide_products, products * (n / 2) * log_n) << method;
    for (std::size_t k = 0; k < n; ++k) ASSERT_TRUE(out[ringlet::reverse_bits(k, log_n)] == expected[k]) << method;
    plan.inverse(out.data(), out.data(), 1, 1);
    ASSERT_TRUE(out == in) << method;
  }
}

}  // namespace
}  // namespace ringlet_test
