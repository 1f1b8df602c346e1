// Every arithmetic of double words that a backend has, chosen by name, against GMP: the papers' method and the
// library's own.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "double_word/double_word_cases.hpp"
#include "plan/ntt_plan.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::Ring;
using ringlet::backends::Backend;
using ringlet::kernels::DoubleEltwiseKernels;
using ringlet::kernels::SplitEltwiseKernels;
using Plan = ringlet::plan::NttPlan<uint128>;
namespace reference = ::reference::double_word;

const std::string papers[] = {"limb64x2-schoolbook", "limb64x2-karatsuba"};
const std::string all_methods[] = {
    "limb64x2-schoolbook", "limb64x2-karatsuba", "shoup128", "rows64x2", "fma50x2", "fma42x3",
    "radix52x2",           "radix52x3"};

const Backend& backend_of(std::string_view name) {
  return *std::ranges::find(ringlet::backends::all(), name, &Backend::name);
}

/// Whether a backend has the papers' element-wise operations in the layout of Kernels.
template <class Kernels>
bool has(const Backend& registered, std::string_view arithmetic) {
  const auto named = [&](const Kernels& kernel) { return arithmetic == kernel.arithmetic; };
  return ringlet::backends::first_eltwise<Kernels>(registered.kernels->named.double_words, named) != nullptr;
}

class DoubleMethods : public BackendTest<std::string, unsigned> {
 protected:
  [[nodiscard]] const Backend& registered() const { return backend_of(backend()); }
  [[nodiscard]] const std::string& method() const { return parameter<0>(); }
  [[nodiscard]] unsigned log_n() const { return parameter<1>(); }
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n(); }

  /// Whether the backend has the method for this modulus and size; where not, choosing it is an error.
  [[nodiscard]] bool offered(uint128 q) const {
    return ringlet::backends::find_ntt_if_any<uint128>(registered(), method(), Modulus(q).bits(), log_n()) != nullptr;
  }

  [[nodiscard]] Plan make_plan(uint128 q, Ring ring, uint128 root) const {
    return {log_n(), q, ring, root, registered(), {}, method()};
  }

  [[nodiscard]] Doubles primes() const { return log_n() > 10 ? few_double_primes(n()) : edge_double_primes(n()); }

  /// The outputs of the reference, bit-reversed as a transform leaves them.
  [[nodiscard]] Doubles expected_transform(const Doubles& in, uint128 psi, uint128 q) const {
    const Doubles values = reference::evaluate_everywhere(in, psi, reference::fma_mod(psi, psi, 0, q), q);
    Doubles outputs(n());
    for (std::size_t k = 0; k < n(); ++k) outputs[ringlet::reverse_bits(k, log_n())] = values[k];
    return outputs;
  }

  Random random_;
};

TEST_P(DoubleMethods, TransformIsGmpsAndItsInverseUndoesIt) {
  for (const uint128 q : primes()) {
    SCOPED_TRACE(text_of(q));
    if (!offered(q)) {
      EXPECT_THROW((void)make_plan(q, Ring::negacyclic, 1), std::invalid_argument);
      continue;
    }
    const uint128 psi = ringlet::smallest_primitive_root_of_unity(2 * n(), Modulus(q));
    const Plan plan = make_plan(q, Ring::negacyclic, psi);
    for (const Doubles& in : {corner_biased_doubles(random_, n(), q, q - 1), Doubles(n(), q - 1)}) {
      const Doubles expected = expected_transform(in, psi, q);
      Doubles data(n());
      plan.forward(data.data(), in.data(), 1, 1);
      ASSERT_TRUE(data == expected);
      plan.inverse(data.data(), data.data(), 1, 1);
      ASSERT_TRUE(data == in);
      plan.forward(data.data(), data.data(), 1, 1);
      ASSERT_TRUE(data == expected);
    }
  }
}

TEST_P(DoubleMethods, LazyInputAndCyclicRingAsOnTheScalarBackend) {
  for (const uint128 q : primes()) {
    if (!offered(q)) continue;
    SCOPED_TRACE(text_of(q));
    const ForcedBackend scalar("scalar");
    const ringlet::Ntt<uint128> expected(n(), Modulus(q), {.ring = Ring::cyclic});
    const Plan plan = make_plan(q, Ring::cyclic, expected.root());
    const Doubles lazy4 = corner_biased_doubles(random_, n(), q, 4 * q - 1);
    const Doubles lazy2 = corner_biased_doubles(random_, n(), q, 2 * q - 1);
    Doubles a(n()), b(n());
    plan.forward(a.data(), lazy4.data(), 4, 1);
    expected.forward(b, lazy4, {.input_factor = 4});
    ASSERT_TRUE(a == b);
    plan.inverse(a.data(), lazy2.data(), 2, 1);
    expected.inverse(b, lazy2, {.input_factor = 2});
    ASSERT_TRUE(a == b);
    plan.multiply(a.data(), b.data(), b.data());
    expected.multiply(b, b, b);
    ASSERT_TRUE(a == b);
  }
}

constexpr unsigned first_sizes[] = {1, 2, 3, 4, 5, 6, 8, 9, 11};
const auto name_of_case = [](const auto& test) {
  const auto& [backend, method, log_n] = test.param;
  return test_name(backend + "_" + method + "_n" + std::to_string(1u << log_n));
};
INSTANTIATE_TEST_SUITE_P(All, DoubleMethods,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(all_methods),
                                            ::testing::ValuesIn(first_sizes)),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Slow, DoubleMethods,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(all_methods),
                                            ::testing::Values(14u, 17u)),
                         name_of_case);

TEST(DoubleMethodNames, AreAllThatTheBackendsHave) {
  for (const Backend& registered : ringlet::backends::all()) {
    SCOPED_TRACE(registered.name);
    for (const auto& families : {registered.kernels->families, registered.kernels->named}) {
      for (const auto* family : families.double_words) {
        for (const auto& kernel : family->ntt) EXPECT_THAT(all_methods, ::testing::Contains(kernel.arithmetic));
      }
    }
    for (const auto* family : registered.kernels->named.double_words) {
      for (const auto& kernel : family->eltwise) EXPECT_THAT(papers, ::testing::Contains(kernel.arithmetic));
      for (const auto& kernel : family->split) EXPECT_THAT(papers, ::testing::Contains(kernel.arithmetic));
    }
  }
}

/// The element-wise operations of the papers' method in one layout.
class PaperEltwise : public BackendTest<std::string> {
 protected:
  static constexpr std::size_t n = 101;

  template <class Kernels>
  const Kernels& kernels(unsigned bits) const {
    return *ringlet::backends::find_eltwise(backend_of(backend()), parameter(), bits, &Kernels::mul).kernels;
  }

  Random random_;
};

TEST_P(PaperEltwise, IsGmps) {
  if (!has<DoubleEltwiseKernels>(backend_of(backend()), parameter())) return;
  for (const uint128 q : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(q));
    const auto modulus = ringlet::arith::make_modulus(q);
    const auto& k = kernels<DoubleEltwiseKernels>(modulus.bits);
    const Doubles x = corner_biased_doubles(random_, n, q, q - 1), y = corner_biased_doubles(random_, n, q, q - 1);
    Doubles sum(n), difference(n), negative(n), product(n), axpy(n);
    k.add(sum.data(), x.data(), y.data(), n, modulus);
    k.sub(difference.data(), x.data(), y.data(), n, modulus);
    k.neg(negative.data(), x.data(), n, modulus);
    k.mul(product.data(), x.data(), y.data(), n, modulus, 1);
    k.axpy(axpy.data(), x.data(), &y[0], y.data(), n, modulus, 1);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(text_of(sum[i]), text_of(reference::add_mod(x[i], y[i], q)));
      ASSERT_EQ(text_of(difference[i]), text_of(reference::sub_mod(x[i], y[i], q)));
      ASSERT_EQ(text_of(negative[i]), text_of(reference::sub_mod(0, x[i], q)));
      ASSERT_EQ(text_of(product[i]), text_of(reference::fma_mod(x[i], y[i], 0, q)));
      ASSERT_EQ(text_of(axpy[i]), text_of(reference::fma_mod(x[i], y[0], y[i], q)));
    }
  }
}

TEST_P(PaperEltwise, IsTheSameOnSplitArrays) {
  if (!has<SplitEltwiseKernels>(backend_of(backend()), parameter())) return;
  for (const uint128 q : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(q));
    const auto modulus = ringlet::arith::make_modulus(q);
    const Doubles x = corner_biased_doubles(random_, n, q, q - 1);
    Doubles square(n);
    kernels<DoubleEltwiseKernels>(modulus.bits).mul(square.data(), x.data(), x.data(), n, modulus, 1);
    std::vector<std::uint64_t> low(n), high(n);
    for (std::size_t i = 0; i < n; ++i) {
      low[i] = static_cast<std::uint64_t>(x[i]);
      high[i] = static_cast<std::uint64_t>(x[i] >> 64);
    }
    const SplitEltwiseKernels::In in{low.data(), high.data()};
    kernels<SplitEltwiseKernels>(modulus.bits).mul({low.data(), high.data()}, in, in, n, modulus, 1);
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(((uint128{high[i]} << 64) | low[i]) == square[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PaperEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(papers)),
                         named_by_backend([](const std::string& method) { return method; }));

}  // namespace
}  // namespace ringlet_test
