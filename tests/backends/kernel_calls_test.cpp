// Checks that the forced backend runs: a checked build counts calls of each backend's own kernels.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "reference/primes.hpp"
#include "ringlet/automorphism.hpp"
#include "ringlet/balanced_digits.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"
#include "ringlet/multiword_eltwise.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/multiword_number_theory.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/ntt_buffer.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"

namespace ringlet_test {
namespace {

using ringlet::kernels::MultiwordFamily;
using ringlet::kernels::RnsFamily;
using ringlet::kernels::WordKernels;

template <class Family>
std::uint64_t calls_of(const ringlet::backends::Backend& backend) {
  std::uint64_t calls = 0;
  for (const auto* family : backend.kernels->of<Family>()) calls += __atomic_load_n(family->calls, __ATOMIC_RELAXED);
  return calls;
}

/// Returns the number of calls of each backend's own kernels.
std::map<std::string, std::uint64_t> kernel_calls() {
  std::map<std::string, std::uint64_t> calls;
  for (const auto& backend : ringlet::backends::all()) {
    if (!ringlet::backends::is_supported(backend)) continue;
    calls[std::string(backend.name)] = ringlet::arith::Words::apply(
        [&]<class... Word>() { return (calls_of<WordKernels<Word>>(backend) + ... + calls_of<RnsFamily>(backend)); });
  }
  return calls;
}

class KernelCalls : public BackendTest<> {
 protected:
  /// Runs `work` and expects this backend's count, and no other's, to grow.
  void expect_own_kernel(const std::string& what, const std::function<void()>& work) const {
    expect_kernel_of(backend(), what, work);
  }

  static void expect_kernel_of(const std::string& provider, const std::string& what,
                               const std::function<void()>& work) {
    const auto before = kernel_calls();
    work();
    for (const auto& [name, count] : kernel_calls()) {
      if (name == provider) {
        EXPECT_GT(count, before.at(name)) << what << " ran no kernel of " << name;
      } else {
        EXPECT_EQ(count, before.at(name)) << what << " ran a kernel of " << name;
      }
    }
  }
};

/// Tests operations on rows, for which some backends have no kernels.
class KernelCallsOfRows : public KernelCalls {
 protected:
  /// Returns the name of this backend or of the next weaker one that has them.
  static std::string first_with(bool (*has)(const RnsFamily&)) {
    const auto find = [has](const RnsFamily& rows) { return has(rows) ? &rows : nullptr; };
    return std::string(ringlet::backends::choose<RnsFamily>(ringlet::backends::active(), find).backend->name);
  }
  static bool has_dot(const RnsFamily& rows) { return !rows.dot.empty(); }
  static bool has_digit(const RnsFamily& rows) { return rows.balanced_digit != nullptr; }
  static bool has_automorphism(const RnsFamily& rows) { return rows.automorphism.evaluations != nullptr; }
};

TEST_P(KernelCalls, TransformsRunOnTheForcedBackend) {
  constexpr std::size_t n = 4096;
  const ringlet::Modulus q(reference::largest_prime_below(std::uint64_t{1} << 49, 2 * n).value());
  const ringlet::Ntt ntt(n, q);
  Words x(n, 1);
  expect_own_kernel("forward", [&] { ntt.forward(x, x); });
  expect_own_kernel("inverse", [&] { ntt.inverse(x, x); });
  expect_own_kernel("multiply", [&] { ntt.multiply(x, x, x); });
}

TEST_P(KernelCalls, PlansStayOnTheirBackend) {
  constexpr std::size_t n = 4096;
  const ringlet::Modulus q(reference::largest_prime_below(std::uint64_t{1} << 49, 2 * n).value());
  const ringlet::Ntt ntt(n, q);
  Words x(n, 1);
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    expect_own_kernel("forward", [&] { ntt.forward(x, x); });
  }
}

TEST_P(KernelCalls, ElementWiseProductsRunOnTheForcedBackend) {
  const ringlet::Modulus q((std::uint64_t{1} << 48) - 59);
  Words x(1000, 1);
  expect_own_kernel("mul", [&] { ringlet::mul(x, x, x, q); });
}

TEST_P(KernelCalls, FixedOperandsStayOnTheirBackend) {
  const ringlet::Modulus q((std::uint64_t{1} << 48) - 59);
  Words x(1000, 1);
  const ringlet::FixedOperand w(x, q);
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    expect_own_kernel("mul", [&] { ringlet::mul(x, x, w); });
    expect_own_kernel("mul_add", [&] { ringlet::mul_add(x, x, w, x); });
  }
}

TEST_P(KernelCallsOfRows, ConversionsStayOnTheirBackend) {
  const ringlet::RnsBase from(ringlet::ntt_primes(2, 49, 8)), to(ringlet::ntt_primes(2, 48, 8));
  const ringlet::BaseConversion convert(from, to, ringlet::Lift::centred);
  Words in(2 * 100, 1), out(2 * 100);
  const std::string provider = first_with(has_dot);
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    expect_kernel_of(provider, "a conversion", [&] { convert({out.data(), 2, 100}, {in.data(), 2, 100}); });
  }
}

TEST_P(KernelCallsOfRows, InnerProductsAndDigitsUseTheActiveBackend) {
  const ringlet::RnsBase base(ringlet::ntt_primes(1, 49, 64));
  Words in(100, 1), out(100);
  const std::vector<ringlet::RnsView> pair(2, ringlet::RnsView(in.data(), 1, 100));
  expect_kernel_of(first_with(has_dot), "an inner product",
                   [&] { ringlet::inner_product(ringlet::RnsSpan(out.data(), 1, 100), pair, pair, base); });
  expect_kernel_of(first_with(has_digit), "a digit",
                   [&] { ringlet::balanced_digit({out.data(), 1, 100}, in, base[0], 10, 1, base); });
}

TEST_P(KernelCallsOfRows, AutomorphismsStayOnTheirBackend) {
  const ringlet::RnsBase base(ringlet::ntt_primes(1, 49, 64));
  const ringlet::Automorphism automorphism(64, 5);
  Words in(64, 1), out(64);
  const std::string provider = first_with(has_automorphism);
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    expect_kernel_of(provider, "an automorphism",
                     [&] { automorphism.on_evaluations({out.data(), 1, 64}, {in.data(), 1, 64}); });
    expect_kernel_of(provider, "a sum with one",
                     [&] { automorphism.add_on_evaluations({out.data(), 1, 64}, {in.data(), 1, 64}, base); });
  }
}

TEST_P(KernelCalls, BuffersStayOnTheirPlansBackend) {
  constexpr std::size_t n = 4096;
  const ringlet::Ntt ntt(n, ringlet::Modulus(ringlet::ntt_primes(1, 49, n).front()));
  const ringlet::Ntt ntt128(n, ringlet::Modulus(ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front()));
  const bool in_cells = ntt128.describe().starts_with("avx512ifma");
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    ringlet::NttBuffer x(ntt);
    expect_own_kernel("forward", [&] { x.forward(); });
    expect_own_kernel("mul", [&] { x.mul(x); });
    expect_own_kernel("inverse", [&] { x.inverse(); });
    if (!in_cells) continue;
    ringlet::NttBuffer y(ntt128);
    std::vector<ringlet::uint128_t> values(n, 1);
    for (const std::function<void()>& use : std::vector<std::function<void()>>{
             [&] { y.load(values); }, [&] { y.forward(); }, [&] { y.mul(y); }, [&] { y.mul_add(y, y); },
             [&] { y.add(y); }, [&] { y.sub(y); }, [&] { y.inverse(); }, [&] { y.store(values); }}) {
      expect_own_kernel("an operation on cells", use);
    }
  }
}

/// Some backends have no kernels for multiword numbers. The kernel that the tables choose must run.
TEST_P(KernelCalls, MultiwordOperationsRunTheKernelsThatAreChosen) {
  using Number = ringlet::UInt<256>;
  using Kernels = ringlet::kernels::MultiwordEltwiseKernels;
  const ringlet::Modulus q(Number{1, 0, 0, std::uint64_t{1} << 62});
  std::vector<Number> x(100, Number{1}), out(100);
  const std::map<std::string, std::function<void()>> calls{
      {"add", [&] { add(std::span(out), x, x, q); }},
      {"sub", [&] { sub(std::span(out), x, x, q); }},
      {"neg", [&] { neg(std::span(out), x, q); }},
      {"mul", [&] { mul(std::span(out), x, x, q, ringlet::Form::montgomery); }},
      {"mul_scalar", [&] { from_montgomery(std::span(out), x, q); }},
      {"inner_product", [&] { (void)inner_product(std::span<const Number>(x), x, q, ringlet::Form::montgomery); }}};
  Kernels::for_each_operation([&](auto operation, const char* name) {
    const auto chosen =
        ringlet::backends::choose_multiword(ringlet::backends::active(), q.constants(), operation.value);
    std::map<std::string_view, std::uint64_t> before;
    for (const auto& b : ringlet::backends::all()) before[b.name] = calls_of<MultiwordFamily>(b);
    calls.at(name)();
    for (const auto& b : ringlet::backends::all()) {
      EXPECT_EQ(calls_of<MultiwordFamily>(b) > before[b.name], &b == chosen.backend) << name << ", " << b.name;
    }
  });
}

TEST_P(KernelCalls, MultiwordTransformsRunTheKernelsOfTheirPlans) {
  using Number = ringlet::UInt<256>;
  const ringlet::Ntt plan(64, ringlet::Modulus(ringlet::ntt_primes<ringlet::UInt<256>>(1, 250, 64).front()));
  std::vector<Number> x(64, Number{1});
  ringlet::NttBuffer<Number> buffer(plan);
  const std::pair<unsigned, std::function<void()>> operations[] = {
      {2, [&] { plan.forward(x, x); }}, {2, [&] { plan.inverse(x, x); }}, {7, [&] { plan.multiply(x, x, x); }},
      {1, [&] { buffer.load(x); }},     {2, [&] { buffer.forward(); }},   {1, [&] { buffer.mul(buffer); }},
      {1, [&] { buffer.add(buffer); }}, {1, [&] { buffer.sub(buffer); }}, {1, [&] { buffer.mul_add(buffer, buffer); }},
      {2, [&] { buffer.inverse(); }},   {1, [&] { buffer.store(x); }}};
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    for (const auto& [calls, operation] : operations) {
      std::map<std::string_view, std::uint64_t> before;
      for (const auto& b : ringlet::backends::all()) before[b.name] = calls_of<MultiwordFamily>(b);
      operation();
      for (const auto& b : ringlet::backends::all()) {
        EXPECT_EQ(calls_of<MultiwordFamily>(b) - before[b.name], plan.describe().starts_with(b.name) ? calls : 0)
            << b.name;
      }
    }
  }
}

RINGLET_ON_ALL_BACKENDS(KernelCalls);
RINGLET_ON_ALL_BACKENDS(KernelCallsOfRows);

}  // namespace
}  // namespace ringlet_test
