// Compares every method of 128-bit words, by name, with GMP: the library's own, and the papers'.

#include <algorithm>
#include <memory>
#include <span>
#include <string>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "word128/tested_methods.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::Ring;
using ringlet::kernels::EltwiseKernels128;
using ringlet::lab::Transform;
namespace reference = ::reference::word128;

constexpr uint128 greatest_modulus(unsigned bits) { return (uint128{1} << bits) - 1; }

/// Repeats a test for methods; skips those whose instruction set this CPU lacks.
template <class Parameter>
class MethodTest : public ::testing::TestWithParam<Parameter> {
 protected:
  void SetUp() override {
    if (!method().is_supported()) GTEST_SKIP() << "this CPU does not support " << method().backend;
  }
  [[nodiscard]] const Method& method() const {
    if constexpr (std::is_same_v<Parameter, Method>) {
      return this->GetParam();
    } else {
      return this->GetParam().method;
    }
  }

  Random random_;
};

class Methods128 : public MethodTest<MethodCase> {
 protected:
  [[nodiscard]] unsigned log_n() const { return GetParam().log_n; }
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n(); }

  /// Returns whether there is a transform modulo q. If not, requesting it is an error.
  [[nodiscard]] bool offered(uint128 q) const { return method().transforms(q, log_n()); }

  [[nodiscard]] std::unique_ptr<Transform> make(uint128 q, Ring ring, uint128 root) const {
    return make_transform(method(), log_n(), q, ring, root);
  }

  [[nodiscard]] Words128 primes() const { return log_n() > 10 ? few_primes128(n()) : edge_primes128(n()); }

  /// Returns a root of unity for a transform in `ring`.
  [[nodiscard]] uint128 root(uint128 q, Ring ring) const {
    return ringlet::smallest_primitive_root_of_unity(ring == Ring::negacyclic ? 2 * n() : n(), Modulus(q));
  }

  /// Returns the outputs of the reference in bit-reversed order.
  [[nodiscard]] Words128 expected_transform(const Words128& in, Ring ring, uint128 root, uint128 q) const {
    const bool cyclic = ring == Ring::cyclic;
    const uint128 omega = cyclic ? root : reference::fma_mod(root, root, 0, q);
    const Words128 values = reference::evaluate_everywhere(in, cyclic ? 1 : root, omega, q);
    Words128 outputs(n());
    for (std::size_t k = 0; k < n(); ++k) outputs[ringlet::reverse_bits(k, log_n())] = values[k];
    return outputs;
  }

  /// Compares all outputs, or some of a large transform, with the definition.
  void expect_definition(const Words128& out, const Words128& in, Ring ring, uint128 root, uint128 q) {
    if (log_n() <= 17) {
      ASSERT_TRUE(out == expected_transform(in, ring, root, q));
      return;
    }
    std::vector<std::size_t> indices{0, n() - 1, n() / 2};
    for (int i = 0; i < 5; ++i) indices.push_back(random_.up_to(n() - 1));
    for (const std::size_t i : indices) {
      const std::size_t k = ringlet::reverse_bits(i, log_n());
      const uint128 point = reference::pow_mod(root, ring == Ring::negacyclic ? 2 * k + 1 : k, q);
      ASSERT_EQ(text_of(out[i]), text_of(reference::evaluate(in, point, q))) << "output " << i;
    }
  }

  /// Checks both directions in place, in either order.
  void expect_inverses(const Transform& transform, const Words128& in) const {
    Words128 data = in;
    transform.forward(data.data(), data.data(), 1);
    transform.inverse(data.data(), data.data(), 1);
    ASSERT_TRUE(data == in);
    transform.inverse(data.data(), data.data(), 1);
    transform.forward(data.data(), data.data(), 1);
    ASSERT_TRUE(data == in);
  }
};

TEST_P(Methods128, TransformIsGmpsAndItsInverseUndoesIt) {
  for (const uint128 q : primes()) {
    SCOPED_TRACE(text_of(q));
    if (!offered(q)) {
      EXPECT_THROW((void)make(q, Ring::negacyclic, 1), std::invalid_argument);
      continue;
    }
    const uint128 psi = root(q, Ring::negacyclic);
    const auto transform = make(q, Ring::negacyclic, psi);
    for (const Words128& in : {corner_biased_words128(random_, n(), q, q - 1), Words128(n(), q - 1)}) {
      const Words128 expected = expected_transform(in, Ring::negacyclic, psi, q);
      Words128 data(n());
      transform->forward(data.data(), in.data(), 1);
      ASSERT_TRUE(data == expected);
      transform->inverse(data.data(), data.data(), 1);
      ASSERT_TRUE(data == in);
      transform->forward(data.data(), data.data(), 1);
      ASSERT_TRUE(data == expected);
    }
  }
}

TEST_P(Methods128, LazyInputAndCyclicRingAsOnTheScalarBackend) {
  for (const uint128 q : primes()) {
    if (!offered(q)) continue;
    SCOPED_TRACE(text_of(q));
    const ForcedBackend scalar("scalar");
    const ringlet::Ntt<uint128> expected(n(), Modulus(q), {.ring = Ring::cyclic});
    const auto transform = make(q, Ring::cyclic, expected.root());
    const Words128 lazy4 = corner_biased_words128(random_, n(), q, 4 * q - 1);
    const Words128 lazy2 = corner_biased_words128(random_, n(), q, 2 * q - 1);
    Words128 a(n()), b(n());
    transform->forward(a.data(), lazy4.data(), 4);
    expected.forward(b, lazy4, {.input_factor = 4});
    ASSERT_TRUE(a == b);
    transform->inverse(a.data(), lazy2.data(), 2);
    expected.inverse(b, lazy2, {.input_factor = 2});
    ASSERT_TRUE(a == b);
    transform->multiply(a.data(), b.data(), b.data());
    expected.multiply(b, b, b);
    ASSERT_TRUE(a == b);
  }
}

const auto name_of_case = [](const auto& test) {
  return name_of(test.param.method) + "_n" + std::to_string(1u << test.param.log_n);
};
INSTANTIATE_TEST_SUITE_P(All, Methods128, ::testing::ValuesIn(tested_transforms()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Slow, Methods128, ::testing::ValuesIn(slow_tested_transforms()), name_of_case);

/// Tests the papers' transforms as Ntt128 tests the transforms of plans.
using PapersTransforms = Methods128;

TEST_P(PapersTransforms, AreTheDefinitionInBothRings) {
  for (const uint128 q : primes()) {
    SCOPED_TRACE(text_of(q));
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      const Words128 in = corner_biased_words128(random_, n(), q, q - 1);
      Words128 out(n());
      make(q, ring, root(q, ring))->forward(out.data(), in.data(), 1);
      expect_definition(out, in, ring, root(q, ring), q);
    }
  }
}

TEST_P(PapersTransforms, TakeLazyInput) {
  for (const uint128 q : primes()) {
    SCOPED_TRACE(text_of(q));
    const auto transform = make(q, Ring::negacyclic, root(q, Ring::negacyclic));
    const Words128 lazy = corner_biased_words128(random_, n(), q, 4 * q - 1);
    const Words128 lazy2 = corner_biased_words128(random_, n(), q, 2 * q - 1);
    Words128 canonical = lazy, canonical2 = lazy2, expected(n()), out(n());
    for (uint128& x : canonical) x %= q;
    for (uint128& x : canonical2) x %= q;
    transform->forward(expected.data(), canonical.data(), 1);
    transform->forward(out.data(), lazy.data(), 4);
    ASSERT_TRUE(out == expected);
    transform->inverse(expected.data(), canonical2.data(), 1);
    transform->inverse(out.data(), lazy2.data(), 2);
    ASSERT_TRUE(out == expected);
  }
}

TEST_P(PapersTransforms, UndoThemselvesOnAdversarialInput) {
  for (const uint128 q : primes()) {
    SCOPED_TRACE(text_of(q));
    const auto transform = make(q, Ring::negacyclic, root(q, Ring::negacyclic));
    Words128 spike(n(), 0), alternating(n(), 0);
    spike[n() - 1] = q - 1;
    for (std::size_t i = 0; i < n(); i += 2) alternating[i] = q - 1;
    for (const Words128& in :
         {corner_biased_words128(random_, n(), q, q - 1), Words128(n(), q - 1), spike, alternating, Words128(n(), 0)}) {
      expect_inverses(*transform, in);
    }
  }
}

TEST_P(PapersTransforms, MultiplyInTheRing) {
  const Words128 all = primes();
  if (n() > 256) {
    // Schoolbook is slow here; X^(n-1) times x rotates x.
    const uint128 q = all.front();
    const Words128 x = corner_biased_words128(random_, n(), q, q - 1);
    Words128 y(n(), 0), out(n());
    y[n() - 1] = 1;
    make(q, Ring::negacyclic, root(q, Ring::negacyclic))->multiply(out.data(), x.data(), y.data());
    ASSERT_EQ(text_of(out[n() - 1]), text_of(x[0]));
    for (std::size_t i = 0; i + 1 < n(); ++i) ASSERT_TRUE(out[i] == reference::sub_mod(0, x[i + 1], q));
    return;
  }
  for (const uint128 q : {all.front(), all.back()}) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      const Words128 x = corner_biased_words128(random_, n(), q, q - 1);
      const Words128 y = corner_biased_words128(random_, n(), q, q - 1);
      Words128 out = x;
      make(q, ring, root(q, ring))->multiply(out.data(), out.data(), y.data());
      ASSERT_TRUE(out == reference::ring_product(x, y, ring == Ring::negacyclic ? 1 : -1, q)) << text_of(q);
    }
  }
}

using PapersPageEdge = Methods128;

TEST_P(PapersPageEdge, StaysInsideItsSpans) {
  for (const uint128 q : few_primes128(n())) {
    const auto transform = make(q, Ring::negacyclic, root(q, Ring::negacyclic));
    const Words128 values = corner_biased_words128(random_, n(), q, q - 1);
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
      const Words128AtPageEdge in(values, edge), out(values, edge);
      transform->multiply(out.span().data(), in.span().data(), in.span().data());
      transform->forward(out.span().data(), in.span().data(), 1);
      transform->inverse(out.span().data(), out.span().data(), 1);
      ASSERT_TRUE(std::ranges::equal(out.span(), values)) << text_of(q);
    }
  }
}

/// Returns the cases of the papers' methods whose vectors are not too long for the size.
std::vector<MethodCase> papers_among(std::vector<MethodCase> cases) {
  std::erase_if(cases, [](const MethodCase& c) {
    return c.method.pease.empty() || !c.method.transforms(greatest_modulus(124), c.log_n);
  });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(All, PapersTransforms, ::testing::ValuesIn(papers_among(tested_transforms())), name_of_case);
INSTANTIATE_TEST_SUITE_P(All, PapersPageEdge, ::testing::ValuesIn(papers_among(tested_transforms())), name_of_case);
INSTANTIATE_TEST_SUITE_P(Slow, PapersTransforms, ::testing::ValuesIn(slow_papers_transforms()), name_of_case);

/// Tests the element-wise operations of the papers' method.
class PaperEltwise : public MethodTest<Method> {
 protected:
  static constexpr std::size_t n = 101;

  template <class Kernels>
  const Kernels& kernels(uint128 q) const {
    return *method().find(q, &Kernels::mul);
  }
};

TEST_P(PaperEltwise, IsGmps) {
  for (const uint128 q : any_moduli128(random_)) {
    SCOPED_TRACE(text_of(q));
    const auto modulus = ringlet::arith::make_modulus(q);
    const auto& k = kernels<EltwiseKernels128>(q);
    const Words128 x = corner_biased_words128(random_, n, q, q - 1), y = corner_biased_words128(random_, n, q, q - 1);
    Words128 sum(n), difference(n), negative(n), product(n), axpy(n);
    k.add(sum.data(), x.data(), y.data(), n, modulus);
    k.sub(difference.data(), x.data(), y.data(), n, modulus);
    k.neg(negative.data(), x.data(), n, modulus);
    k.mul(product.data(), x.data(), y.data(), n, modulus, 1);
    k.axpy(axpy.data(), x.data(), y[0], y.data(), n, modulus, 1);
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
  using Kernels = ringlet::lab::SplitEltwiseKernels;
  for (const uint128 q : any_moduli128(random_)) {
    SCOPED_TRACE(text_of(q));
    const auto modulus = ringlet::arith::make_modulus(q);
    const Words128 x = corner_biased_words128(random_, n, q, q - 1);
    std::vector<std::uint64_t> low(n), high(n), out_low(n), out_high(n);
    for (std::size_t i = 0; i < n; ++i) {
      low[i] = static_cast<std::uint64_t>(x[i]);
      high[i] = static_cast<std::uint64_t>(x[i] >> 64);
    }
    const Kernels::In in{low.data(), high.data()};
    const Kernels::Out out{out_low.data(), out_high.data()};
    const auto expect_same = [&](auto operation, auto call) {
      Words128 expected(n);
      call(kernels<EltwiseKernels128>(q).*(operation(EltwiseKernels128{})), expected.data(), x.data());
      call(kernels<Kernels>(q).*(operation(Kernels{})), out, in);
      for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(((uint128{out_high[i]} << 64) | out_low[i]) == expected[i]);
    };
    expect_same([](auto k) { return &decltype(k)::add; }, [&](auto f, auto y, auto a) { f(y, a, a, n, modulus); });
    expect_same([](auto k) { return &decltype(k)::sub; }, [&](auto f, auto y, auto a) { f(y, a, a, n, modulus); });
    expect_same([](auto k) { return &decltype(k)::neg; }, [&](auto f, auto y, auto a) { f(y, a, n, modulus); });
    expect_same([](auto k) { return &decltype(k)::mul; }, [&](auto f, auto y, auto a) { f(y, a, a, n, modulus, 1); });
    expect_same([](auto k) { return &decltype(k)::axpy; },
                [&](auto f, auto y, auto a) { f(y, a, x[0], a, n, modulus, 1); });
  }
}

INSTANTIATE_TEST_SUITE_P(All, PaperEltwise, ::testing::ValuesIn(tested_papers_methods()),
                         [](const auto& test) { return name_of(test.param); });

template <class Kernel>
bool holds(std::span<const Kernel> kernels, const Kernel& kernel) {
  return std::ranges::any_of(kernels, [&](const Kernel& k) { return &k == &kernel; });
}

/// Every kernel of the library must have a name by which these tests find it.
TEST(LibraryMethods, HaveAllKernelsOfTheirBackends) {
  for (const ringlet::backends::Backend& backend : ringlet::backends::all()) {
    const std::vector<Method> methods = ringlet::lab::library_methods(backend);
    const auto expect_held = [&](const auto& kernels, auto list) {
      for (const auto& k : kernels) {
        EXPECT_TRUE(std::ranges::any_of(methods, [&](const Method& m) { return holds(m.*list, k); }))
            << backend.name << " / " << k.arithmetic;
      }
    };
    for (const auto* family : backend.kernels->of<ringlet::kernels::WordKernels<uint128>>()) {
      expect_held(family->ntt, &Method::ntt);
      expect_held(family->eltwise, &Method::eltwise);
    }
  }
}

template <class Kernels>
void expect_every_operation_is_found(const Method& method) {
  for (const Kernels& k : method.kernels_of<Kernels>()) {
    const auto expect_found = [&](auto operation) {
      bool found = k.*operation == nullptr;
      for (unsigned bits = 2; bits <= 124; ++bits)
        found = found || method.find(greatest_modulus(bits), operation) == &k;
      EXPECT_TRUE(found) << method.name() << ", to " << ringlet::arith::bit_width(k.moduli.greatest) << " bits";
      EXPECT_EQ(k.arithmetic, method.arithmetic);
    };
    expect_found(&Kernels::add);
    expect_found(&Kernels::sub);
    expect_found(&Kernels::neg);
    expect_found(&Kernels::mul);
    expect_found(&Kernels::axpy);
  }
}

/// Checks the same properties as tests/backends/kernel_table_test.cpp does for the library's tables.
TEST(PapersMethods, HaveNoEntryThatIsNeverChosenAndServeEverything) {
  for (const Method& method : tested_papers_methods()) {
    SCOPED_TRACE(method.name());
    std::vector<const ringlet::lab::PeaseKernel*> found;
    for (unsigned bits = 2; bits <= 124; ++bits) {
      const auto serves = [=](const auto& k) { return k.serves(greatest_modulus(bits), 20); };
      const auto first = std::ranges::find_if(method.pease, serves);
      ASSERT_TRUE(first != method.pease.end()) << bits << " bits";
      found.push_back(&*first);
      EXPECT_EQ(first->lanes_log, method.pease.front().lanes_log);
      EXPECT_NE(method.find(greatest_modulus(bits), &EltwiseKernels128::mul), nullptr) << bits << " bits";
      EXPECT_NE(method.find(greatest_modulus(bits), &ringlet::lab::SplitEltwiseKernels::mul), nullptr)
          << bits << " bits";
    }
    for (const auto& kernel : method.pease)
      EXPECT_THAT(found, ::testing::Contains(&kernel)) << ringlet::arith::bit_width(kernel.moduli.greatest);
    for (const EltwiseKernels128& k : method.eltwise) EXPECT_EQ(k.codec, method.eltwise.front().codec);
    expect_every_operation_is_found<EltwiseKernels128>(method);
    expect_every_operation_is_found<ringlet::lab::SplitEltwiseKernels>(method);
  }
}

}  // namespace
}  // namespace ringlet_test
