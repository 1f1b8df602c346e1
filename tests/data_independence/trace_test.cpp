// Steps through every operation of the promise, on every backend, with several sets of secrets, and compares what an
// observer of instructions and addresses would see.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <ringlet/backend.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "leaks.hpp"
#include "operations.hpp"
#include "support/backends.hpp"
#include "support/random.hpp"
#include "tracer.hpp"

namespace ringlet_test {
namespace {

class Zeros : public Secrets {
 public:
  [[nodiscard]] bool are_known() const override { return true; }

 private:
  void fill_words(std::uint64_t* words, std::size_t count, std::span<const std::uint64_t> last) override {
    std::fill_n(words, count * last.size(), 0);
  }
};

class Largest : public Secrets {
 public:
  [[nodiscard]] bool are_known() const override { return true; }

 private:
  void fill_words(std::uint64_t* words, std::size_t count, std::span<const std::uint64_t> last) override {
    for (std::size_t i = 0; i < count; ++i) std::ranges::copy(last, words + i * last.size());
  }
};

class Ones : public Secrets {
 public:
  [[nodiscard]] bool are_known() const override { return true; }

 private:
  void fill_words(std::uint64_t* words, std::size_t count, std::span<const std::uint64_t> last) override {
    std::fill_n(words, count * last.size(), 0);
    for (std::size_t i = 0; i < count; ++i) words[i * last.size()] = 1;
  }
};

class Anything : public Secrets {
 public:
  [[nodiscard]] bool are_known() const override { return true; }

 private:
  /// Draws words below the highest nonzero word of `last`, and any words below that one.
  void fill_words(std::uint64_t* words, std::size_t count, std::span<const std::uint64_t> last) override {
    std::size_t top = last.size() - 1;
    while (top > 0 && last[top] == 0) --top;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < last.size(); ++j) {
        const std::uint64_t word = random_.word();
        words[i * last.size() + j] = j < top ? word : j > top || last[j] == 0 ? 0 : word % last[j];
      }
    }
  }

  Random random_;
};

constexpr const char* not_traced = "nothing runs in single steps here";

/// Traces every operation that it receives.
class Comparison {
 public:
  void operator()(const IndependentCall& operation) {
    Zeros zeros;
    Largest largest;
    Anything anything;
    // Call once in this process, so that functions are bound and plans have allocated their memory.
    operation.prepare(zeros);
    operation.call();
    const std::array<std::function<void()>, 3> preparations{
        [&] { operation.prepare(zeros); }, [&] { operation.prepare(largest); }, [&] { operation.prepare(anything); }};
    const std::vector<Trace> traces = trace_calls(preparations, operation.call);
    for (const Trace& trace : traces) {
      EXPECT_EQ(trace.difference_from(traces.front()), "") << operation.name;
      steps_ += trace.steps();
    }
    names_.push_back(operation.name);
  }

  [[nodiscard]] std::size_t operations() const { return names_.size(); }
  [[nodiscard]] bool has_named(const std::string& part) const {
    return std::ranges::any_of(names_, [&](const std::string& name) { return name.find(part) != name.npos; });
  }
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  std::vector<std::string> names_;
  std::size_t steps_ = 0;
};

/// Operations with moduli of each width for which a backend has its own kernels.
struct Group {
  const char* name;
  void (*visit)(std::size_t n, std::span<const unsigned> widths, const Visit& visit);
  std::size_t n;
  std::vector<unsigned> widths;
};

class TraceTest : public BackendTest<Group> {};

TEST_P(TraceTest, ShowsNothingOfSecrets) {
  if (!can_trace()) GTEST_SKIP() << not_traced;
  Comparison comparison;
  parameter().visit(parameter().n, parameter().widths, std::ref(comparison));
  EXPECT_GT(comparison.operations(), 0U);
  // Weaker backends serve short transforms, so at least one operation must run on this one. Names of operations
  // on rows do not contain a backend.
  if (parameter().name != std::string("rows")) {
    EXPECT_TRUE(comparison.has_named(backend() + " / "));
  }
  std::cout << "traced on " << backend() << ": " << comparison.operations() << " operations on " << parameter().name
            << ", " << comparison.steps() << " steps\n";
}

/// Exceptions that the CPU has recorded since its flags were cleared, as bits of MXCSR.
constexpr unsigned inexact = 0x20, all_exceptions = 0x3f;
unsigned exceptions_of(const std::function<void()>& call) {
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~all_exceptions);
  call();
  return __builtin_ia32_stmxcsr() & all_exceptions;
}

TEST_P(TraceTest, MeetsNoSubnormalDoubles) {
  Zeros zeros;
  Ones ones;
  Largest largest;
  Anything anything;
  parameter().visit(parameter().n, parameter().widths, [&](const IndependentCall& operation) {
    for (Secrets* secrets : std::array<Secrets*, 4>{&zeros, &ones, &largest, &anything}) {
      operation.prepare(*secrets);
      EXPECT_EQ(exceptions_of(operation.call) & ~inexact, 0U) << operation.name;
    }
  });
}

TEST(Exceptions, ShowSubnormalDoubles) {
  volatile double subnormal = 0x1p-1060;
  EXPECT_NE(exceptions_of([&] { subnormal = subnormal * 3; }) & ~inexact, 0U);
}

// n is small for scalar loops, which take more steps. The element-wise operations on multiword moduli of AVX2 and
// AVX-512DQ are scalar, too: a backend without kernels takes a weaker one's.
const std::tuple<std::string, Group> groups[] = {
    {"scalar", {"words", visit_words, 16, {62, 64}}},
    {"scalar", {"32-bit words", visit_word32, 16, {32}}},
    {"scalar", {"128-bit words", visit_word128, 16, {124}}},
    {"scalar", {"rows", visit_rows, 16, {50}}},
    {"scalar", {"multiword moduli", visit_multiword, 8, {192, 512}}},
    {"avx2", {"words", visit_words, 32, {48, 49, 50, 62, 64}}},
    {"avx2", {"32-bit words", visit_word32, 32, {31, 32}}},
    {"avx2", {"128-bit words", visit_word128, 16, {60, 98, 124}}},
    {"avx2", {"rows", visit_rows, 16, {30, 49, 50, 61}}},
    {"avx2", {"multiword moduli", visit_multiword, 16, {192}}},
    {"avx512dq", {"words", visit_words, 64, {48, 49, 50, 62, 64}}},
    {"avx512dq", {"32-bit words", visit_word32, 64, {31, 32}}},
    {"avx512dq", {"128-bit words", visit_word128, 64, {124}}},
    {"avx512dq", {"rows", visit_rows, 16, {30, 50, 61}}},
    {"avx512dq", {"multiword moduli", visit_multiword, 64, {192}}},
    {"avx512ifma", {"words", visit_words, 64, {50, 62}}},
    {"avx512ifma", {"128-bit words", visit_word128, 16, {60, 98, 124}}},
    {"avx512ifma", {"rows", visit_rows, 16, {50, 55, 61}}},
    {"avx512ifma", {"multiword moduli", visit_multiword, 64, {192, 256, 320, 384, 512}}}};

INSTANTIATE_TEST_SUITE_P(Operations, TraceTest, ::testing::ValuesIn(groups),
                         named_by_backend([](const Group& group) { return std::string(group.name); }));

/// Returns how the traces of a leaky function differ.
class LeakTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_trace()) GTEST_SKIP() << not_traced;
  }

  static constexpr std::uint64_t q = 1000;

  [[nodiscard]] std::string difference(const std::function<void()>& call) {
    const std::array<std::function<void()>, 3> preparations{[&] { values_.fill(1); }, [&] { values_.fill(1); },
                                                            [&] { values_.fill(q + 1); }};
    const std::vector<Trace> traces = trace_calls(preparations, call);
    EXPECT_EQ(traces[1].difference_from(traces[0]), "");
    return traces[2].difference_from(traces[0]);
  }

  std::span<std::uint64_t> values() { return values_; }
  std::span<const std::uint64_t> table() { return table_; }

 private:
  std::array<std::uint64_t, 16> values_{};
  std::array<std::uint64_t, 256> table_{};
};

TEST_F(LeakTest, OfABranchIsSeen) {
  EXPECT_THAT(difference([&] { reduce_by_branch(values(), q); }), ::testing::HasSubstr("different paths"));
}

TEST_F(LeakTest, OfAnAddressIsSeen) {
  EXPECT_THAT(difference([&] { look_up(values(), table()); }), ::testing::HasSubstr("different addresses"));
}

TEST_F(LeakTest, OfADivisionIsSeen) {
  EXPECT_THAT(difference([&] { reduce_by_division(values(), q); }), ::testing::HasSubstr("div"));
}

TEST_F(LeakTest, OfAVectorIsSeen) {
  if (!is_supported("avx512dq")) GTEST_SKIP() << "this CPU does not support avx512dq";
  EXPECT_THAT(difference([&] { store_if_not_below(values(), q); }), ::testing::HasSubstr("vmovdqu64"));
  EXPECT_THAT(difference([&] { gather(values(), table()); }), ::testing::HasSubstr("vpgatherqq"));
  EXPECT_THAT(difference([&] { static_cast<void>(count_below(values(), q)); }),
              ::testing::HasSubstr("different paths"));
  EXPECT_THAT(difference([&] { static_cast<void>(look_up_a_sum(values(), table())); }),
              ::testing::HasSubstr("different addresses"));
}

}  // namespace
}  // namespace ringlet_test
