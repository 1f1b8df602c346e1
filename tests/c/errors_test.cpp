// Tests all errors of the C interface except those of element-wise operations: their status, their
// message, and that nothing is written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <set>
#include <string>

#include "c/handles.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t n = 8;
constexpr std::uint64_t q = 97;

/// Array function, called with the arguments that all of them have: its arrays, and n.
struct ArrayCall {
  std::string name;
  unsigned inputs;
  std::function<ringlet_status(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n)> call;
  /// Calls the function without the handle that it needs.
  std::function<ringlet_status(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n)>
      without_handle;
};

const Modulus& modulus() {
  static const Modulus m = make_modulus(q);
  return m;
}

std::vector<ArrayCall> handle_calls() {
  static const Ntt plan = make_ntt(n, q);
  static const FixedOperand operand = [] {
    const Words values(n, 5);
    ringlet_fixed_operand* w = nullptr;
    EXPECT_EQ(ringlet_fixed_operand_create(&w, values.data(), n, modulus().get()), RINGLET_OK);
    return FixedOperand(w);
  }();
  const auto with = [](std::string name, unsigned inputs, const auto* handle, auto call) {
    const auto bound = [call](const auto* h) {
      return [=](auto* out, auto* a, auto* b, std::size_t size) { return call(h, out, a, b, size); };
    };
    const decltype(handle) none = nullptr;
    return ArrayCall{std::move(name), inputs, bound(handle), bound(none)};
  };
  return {
      with("ntt_forward", 1, plan.get(),
           [](auto* h, auto* o, auto* a, auto*, auto s) { return ringlet_ntt_forward(h, o, a, s, 1, 1); }),
      with("ntt_inverse", 1, plan.get(),
           [](auto* h, auto* o, auto* a, auto*, auto s) { return ringlet_ntt_inverse(h, o, a, s, 1, 1); }),
      with("ntt_multiply", 2, plan.get(), ringlet_ntt_multiply),
      with("ntt_evaluate", 1, plan.get(),
           [](auto* h, auto* o, auto* a, auto*, auto s) { return ringlet_ntt_evaluate(h, o, s, a, s, 1, 1, 1); }),
      with("ntt_interpolate", 1, plan.get(),
           [](auto* h, auto* o, auto* a, auto*, auto s) { return ringlet_ntt_interpolate(h, o, a, s, 1, 1); }),
      with("fixed_operand_mul", 1, operand.get(),
           [](auto* h, auto* o, auto* a, auto*, auto s) { return ringlet_fixed_operand_mul(h, o, a, s, 1); }),
      with("fixed_operand_mul_add", 2, operand.get(),
           [](auto* h, auto* o, auto* a, auto* b, auto s) { return ringlet_fixed_operand_mul_add(h, o, a, b, s, 1); }),
  };
}

class CErrors : public BackendTest<> {};

TEST_P(CErrors, NullPointers) {
  for (const ArrayCall& f : handle_calls()) {
    SCOPED_TRACE(f.name);
    Words out(n, 42), a(n, 1), b(n, 1);
    EXPECT_EQ(f.call(nullptr, a.data(), b.data(), n), RINGLET_NULL_POINTER);
    EXPECT_STREQ(ringlet_last_error_message(), "out is null");
    EXPECT_EQ(f.call(out.data(), nullptr, b.data(), n), RINGLET_NULL_POINTER);
    EXPECT_THAT(ringlet_last_error_message(), HasSubstr(" is null"));
    if (f.inputs == 2) {
      EXPECT_EQ(f.call(out.data(), a.data(), nullptr, n), RINGLET_NULL_POINTER);
    }
    EXPECT_EQ(f.without_handle(out.data(), a.data(), b.data(), n), RINGLET_NULL_POINTER);
    EXPECT_EQ(f.without_handle(nullptr, nullptr, nullptr, n), RINGLET_NULL_POINTER);
    EXPECT_EQ(out, Words(n, 42));
  }
}

TEST_P(CErrors, Sizes) {
  Words out(2 * n, 42), a(2 * n, 1), b(2 * n, 1);
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  for (const ArrayCall& f : handle_calls()) {
    SCOPED_TRACE(f.name);
    for (const std::size_t size : {std::size_t{0}, max, max / 8, max / 16 + 1}) {
      EXPECT_EQ(f.call(out.data(), a.data(), b.data(), size), RINGLET_INVALID_ARGUMENT);
      EXPECT_THAT(ringlet_last_error_message(), Names(size));
    }
    EXPECT_EQ(f.call(out.data(), a.data(), b.data(), n), RINGLET_OK) << ringlet_last_error_message();
  }
  out.assign(2 * n, 42);
  for (const ArrayCall& f : handle_calls()) {
    for (const std::size_t size : {n - 1, n + 1}) {
      EXPECT_EQ(f.call(out.data(), a.data(), b.data(), size), RINGLET_INVALID_ARGUMENT);
      EXPECT_THAT(ringlet_last_error_message(), AllOf(Names(size), Names(n)));
    }
  }
  EXPECT_EQ(out, Words(2 * n, 42));
}

TEST_P(CErrors, PartialOverlaps) {
  Words words(3 * n, 1), other(n, 1);
  std::uint64_t* const out = words.data() + n;
  for (const ArrayCall& f : handle_calls()) {
    SCOPED_TRACE(f.name);
    for (const std::size_t start : {std::size_t{1}, n - 1, n + 1, 2 * n - 1}) {
      const std::uint64_t* const shifted = words.data() + start;
      EXPECT_EQ(f.call(out, shifted, other.data(), n), RINGLET_INVALID_ARGUMENT);
      EXPECT_THAT(ringlet_last_error_message(), HasSubstr("overlaps"));
      if (f.inputs == 2) {
        EXPECT_EQ(f.call(out, other.data(), shifted, n), RINGLET_INVALID_ARGUMENT);
      }
    }
    EXPECT_EQ(words, Words(3 * n, 1));
    // Inputs may overlap each other, and arrays may be adjacent.
    EXPECT_EQ(f.call(out, words.data(), words.data() + 2 * n, n), RINGLET_OK);
    EXPECT_EQ(f.call(other.data(), words.data() + 1, words.data() + 2, n), RINGLET_OK);
    words.assign(3 * n, 1);
    other.assign(n, 1);
  }
}

TEST_P(CErrors, Factors) {
  Words x(n, 1);
  std::uint64_t* const p = x.data();
  const Ntt ntt = make_ntt(n, q);
  ringlet_fixed_operand* w = nullptr;
  ASSERT_EQ(ringlet_fixed_operand_create(&w, p, n, modulus().get()), RINGLET_OK);
  const FixedOperand operand(w);
  const auto expect_factors = [](const std::set<unsigned>& allowed, const std::function<ringlet_status(unsigned)>& f) {
    for (const unsigned factor : {0U, 1U, 2U, 3U, 4U, 5U, 8U, 16U, unsigned{RINGLET_ANY_WORD}, ~0U}) {
      const bool is_allowed = allowed.contains(factor);
      EXPECT_EQ(f(factor), is_allowed ? RINGLET_OK : RINGLET_INVALID_ARGUMENT) << factor;
      if (!is_allowed) {
        EXPECT_THAT(
            ringlet_last_error_message(),
            AllOf(HasSubstr("factor"), HasSubstr(factor == RINGLET_ANY_WORD ? "is any" : std::to_string(factor))));
      }
    }
  };
  expect_factors({1, 2, 4, 8}, [=](unsigned f) { return ringlet_fixed_operand_mul(w, p, p, n, f); });
  expect_factors({1, 2, 4, 8}, [=](unsigned f) { return ringlet_fixed_operand_mul_add(w, p, p, p, n, f); });
  Words out(n);
  std::uint64_t* const o = out.data();
  expect_factors({RINGLET_ANY_WORD, 1, 2, 4},
                 [&](unsigned f) { return ringlet_ntt_forward(ntt.get(), o, p, n, f, 1); });
  expect_factors({1, 4}, [&](unsigned f) { return ringlet_ntt_forward(ntt.get(), o, p, n, 1, f); });
  expect_factors({1, 2}, [&](unsigned f) { return ringlet_ntt_inverse(ntt.get(), o, p, n, f, 1); });
  expect_factors({1, 2}, [&](unsigned f) { return ringlet_ntt_inverse(ntt.get(), o, p, n, 1, f); });
}

TEST_P(CErrors, Comparisons) {
  Words x(n, 42);
  std::uint64_t* const p = x.data();
  const ringlet_modulus* const m = modulus().get();
  for (const unsigned number : {8U, ~0U}) {
    const auto comparison = static_cast<ringlet_comparison>(number);
    EXPECT_EQ(ringlet_cmp_add(p, p, n, comparison, 1, 1), RINGLET_INVALID_ARGUMENT);
    EXPECT_THAT(ringlet_last_error_message(), HasSubstr("comparison"));
    EXPECT_EQ(ringlet_cmp_sub(p, p, n, m, comparison, 1, 1), RINGLET_INVALID_ARGUMENT);
  }
  EXPECT_EQ(x, Words(n, 42));
}

TEST_P(CErrors, Plans) {
  const auto error = [](std::size_t size, std::uint64_t prime, ringlet_ring ring, std::uint64_t root) {
    auto* ntt = reinterpret_cast<ringlet_ntt*>(1);
    EXPECT_EQ(ringlet_ntt_create(&ntt, size, make_modulus(prime).get(), ring, root, RINGLET_BIT_REVERSED),
              RINGLET_INVALID_ARGUMENT);
    EXPECT_EQ(ntt, nullptr);
    return std::string(ringlet_last_error_message());
  };
  EXPECT_THAT(error(3, q, RINGLET_NEGACYCLIC, 0), AllOf(HasSubstr("power of two"), Names(3)));
  EXPECT_THAT(error(0, q, RINGLET_CYCLIC, 0), HasSubstr("power of two"));
  EXPECT_THAT(error(std::size_t{1} << 25, q, RINGLET_CYCLIC, 0), HasSubstr("2^24"));
  EXPECT_THAT(error(8, 33, RINGLET_NEGACYCLIC, 0), AllOf(HasSubstr("prime"), Names(33)));
  EXPECT_THAT(error(32, q, RINGLET_NEGACYCLIC, 0), HasSubstr("1 modulo 2n"));
  EXPECT_THAT(error(64, q, RINGLET_CYCLIC, 0), HasSubstr("1 modulo n"));
  EXPECT_THAT(error(n, q, RINGLET_NEGACYCLIC, 1), AllOf(HasSubstr("root is"), Names(1)));
  EXPECT_THAT(error(n, q, RINGLET_CYCLIC, q), AllOf(HasSubstr("root is"), Names(q)));
  EXPECT_THAT(error(n, q, static_cast<ringlet_ring>(42), 0), AllOf(HasSubstr("ring"), Names(42)));
  EXPECT_THAT(error(n, q, static_cast<ringlet_ring>(~0U), 1), HasSubstr("ring"));
  // The root is checked last.
  EXPECT_THAT(error(3, q, RINGLET_CYCLIC, 5), AllOf(HasSubstr("power of two"), Names(3)));
  EXPECT_THAT(error(8, 33, RINGLET_CYCLIC, 5), AllOf(HasSubstr("prime"), Names(33)));
  EXPECT_THAT(error(32, q, RINGLET_NEGACYCLIC, 5), HasSubstr("1 modulo 2n"));
}

INSTANTIATE_TEST_SUITE_P(All, CErrors, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

TEST(CHandleErrors, Creation) {
  const Words values(n, q);
  ringlet_modulus* const m = modulus().get();
  EXPECT_EQ(ringlet_modulus_create(nullptr, q), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_ntt_create(nullptr, n, m, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_fixed_operand_create(nullptr, values.data(), n, m), RINGLET_NULL_POINTER);
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}}) {
    auto* created = reinterpret_cast<ringlet_modulus*>(1);
    EXPECT_EQ(ringlet_modulus_create(&created, value), RINGLET_INVALID_ARGUMENT);
    EXPECT_EQ(created, nullptr);
    EXPECT_THAT(ringlet_last_error_message(), Names(value));
  }
  ringlet_ntt* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt_create(&ntt, n, nullptr, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED), RINGLET_NULL_POINTER);
  EXPECT_STREQ(ringlet_last_error_message(), "q is null");
  ringlet_fixed_operand* w = nullptr;
  EXPECT_EQ(ringlet_fixed_operand_create(&w, nullptr, n, m), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_fixed_operand_create(&w, values.data(), n, nullptr), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_fixed_operand_create(&w, values.data(), 0, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_fixed_operand_create(&w, values.data(), n, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr("values[0]"), Names(q)));
  EXPECT_EQ(w, nullptr);
}

TEST(CHandleErrors, NullHandles) {
  ringlet_modulus_destroy(nullptr);
  ringlet_ntt_destroy(nullptr);
  ringlet_fixed_operand_destroy(nullptr);
  EXPECT_EQ(ringlet_modulus_value(nullptr), 0U);
  EXPECT_EQ(ringlet_modulus_bits(nullptr), 0U);
  EXPECT_EQ(ringlet_ntt_size(nullptr), 0U);
  EXPECT_EQ(ringlet_ntt_modulus(nullptr), 0U);
  EXPECT_EQ(ringlet_ntt_ring(nullptr), RINGLET_NEGACYCLIC);
  EXPECT_EQ(ringlet_ntt_order(nullptr), RINGLET_BIT_REVERSED);
  EXPECT_EQ(ringlet_ntt_root(nullptr), 0U);
  EXPECT_STREQ(ringlet_ntt_describe(nullptr), "");
  EXPECT_EQ(ringlet_fixed_operand_size(nullptr), 0U);
  EXPECT_STREQ(ringlet_fixed_operand_describe(nullptr), "");
}

TEST(CNumberTheoryErrors, NullPointers) {
  const ringlet_modulus* const m = modulus().get();
  std::uint64_t r = 42;
  bool is_root = false;
  for (const ringlet_modulus* const handle : {m, static_cast<const ringlet_modulus*>(nullptr)}) {
    std::uint64_t* const result = handle == nullptr ? &r : nullptr;
    EXPECT_EQ(ringlet_reduce_mod(result, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_add_mod(result, 1, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_sub_mod(result, 1, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_mul_mod(result, 1, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_pow_mod(result, 1, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_inverse_mod(result, 1, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_primitive_root_of_unity(result, 2, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_smallest_primitive_root_of_unity(result, 2, handle), RINGLET_NULL_POINTER);
    EXPECT_EQ(ringlet_is_primitive_root_of_unity(handle == nullptr ? &is_root : nullptr, 1, 2, handle),
              RINGLET_NULL_POINTER);
  }
  EXPECT_EQ(ringlet_reverse_bits(nullptr, 1, 1), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_ntt_primes(nullptr, 1, 30, n, RINGLET_LARGEST_FIRST), RINGLET_NULL_POINTER);
  EXPECT_EQ(r, 42U);
}

TEST(CNumberTheoryErrors, MisalignedResults) {
  alignas(16) unsigned char bytes[32] = {};
  auto* const word = reinterpret_cast<std::uint64_t*>(bytes + 1);
  auto* const word128 = reinterpret_cast<ringlet_uint128*>(bytes + 8);
  const Modulus128 long_modulus = make_modulus128(q);
  const auto expect_refusal = [](ringlet_status status) {
    EXPECT_EQ(status, RINGLET_INVALID_ARGUMENT);
    EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr("address of "), HasSubstr("multiple of ")));
  };
  expect_refusal(ringlet_add_mod(word, 1, 1, modulus().get()));
  expect_refusal(ringlet_reverse_bits(word, 1, 1));
  expect_refusal(ringlet_add_mod128(word128, {1, 0}, {1, 0}, long_modulus.get()));
  expect_refusal(ringlet_modulus_create(reinterpret_cast<ringlet_modulus**>(bytes + 1), q));
  EXPECT_THAT(bytes, ::testing::Each(0));
}

TEST(CNumberTheoryErrors, Values) {
  const ringlet_modulus* const m = modulus().get();
  std::uint64_t r = 42;
  bool is_root = true;
  EXPECT_EQ(ringlet_add_mod(&r, q, 1, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_sub_mod(&r, 1, q, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_mul_mod(&r, max_word, 1, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_pow_mod(&r, q, 1, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_inverse_mod(&r, q, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_inverse_mod(&r, 0, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_reverse_bits(&r, 4, 2), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_reverse_bits(&r, 0, 65), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_is_primitive_root_of_unity(&is_root, q, 2, m), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(ringlet_is_primitive_root_of_unity(&is_root, 1, 3, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_is_primitive_root_of_unity(&is_root, 1, 2, make_modulus(96).get()), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_primitive_root_of_unity(&r, 64, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), AllOf(Names(64), Names(q)));
  EXPECT_EQ(ringlet_smallest_primitive_root_of_unity(&r, std::uint64_t{1} << 26, m), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt_primes(&r, 1, 65, n, RINGLET_LARGEST_FIRST), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt_primes(&r, 1, 30, 3, RINGLET_LARGEST_FIRST), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt_primes(&r, 1000, 10, n, RINGLET_LARGEST_FIRST), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt_primes(&r, 1, 30, n, static_cast<ringlet_prime_order>(2)), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(r, 42U);
  EXPECT_TRUE(is_root);
}

/// Expects an error, and returns the parameter's name with which its message begins.
std::string name_of(ringlet_status status) {
  EXPECT_NE(status, RINGLET_OK);
  const std::string message = ringlet_last_error_message();
  return message.substr(0, message.find(" is "));
}

// Messages use the header's names of parameters, even where C++ has other names.
TEST(CNames, AreThoseOfTheHeader) {
  const ringlet_modulus* const m = modulus().get();
  const Ntt plan = make_ntt(n, q);
  Words x(n, 1);
  std::uint64_t* const p = x.data();
  ringlet_fixed_operand* w = nullptr;
  ASSERT_EQ(ringlet_fixed_operand_create(&w, p, n, m), RINGLET_OK);
  const FixedOperand operand(w);
  EXPECT_EQ(name_of(ringlet_add_scalar(p, p, q, n, m)), "s");
  EXPECT_EQ(name_of(ringlet_sub_scalar(p, p, q, n, m)), "s");
  EXPECT_EQ(name_of(ringlet_mul_scalar(p, p, q, n, m, 1)), "s");
  EXPECT_EQ(name_of(ringlet_axpy(p, p, q, nullptr, n, m, 1)), "s");
  EXPECT_EQ(name_of(ringlet_cmp_sub(p, p, n, m, RINGLET_LESS, 1, q)), "diff");
  for (const std::size_t size : {std::size_t{0}, n - 1}) {
    EXPECT_EQ(name_of(ringlet_ntt_forward(plan.get(), p, p, size, 1, 1)), "n");
    EXPECT_EQ(name_of(ringlet_ntt_inverse(plan.get(), p, p, size, 1, 1)), "n");
    EXPECT_EQ(name_of(ringlet_ntt_multiply(plan.get(), p, p, p, size)), "n");
    EXPECT_EQ(name_of(ringlet_ntt_extend(plan.get(), p, n, p, size, 1, 0)), "n");
    EXPECT_EQ(name_of(ringlet_fixed_operand_mul(w, p, p, size, 1)), "n");
    EXPECT_EQ(name_of(ringlet_fixed_operand_mul_add(w, p, p, p, size, 1)), "n");
  }
  EXPECT_EQ(name_of(ringlet_add(p, p, p, 0, m)), "n");
  EXPECT_EQ(name_of(ringlet_fixed_operand_create(&w, p, 0, m)), "n");
  ringlet_ntt* ntt = nullptr;
  EXPECT_EQ(name_of(ringlet_ntt_create(&ntt, 6, m, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED)), "n");
  EXPECT_EQ(name_of(ringlet_ntt_create(&ntt, 64, m, RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED)), "q");
  for (const std::uint64_t root : {std::uint64_t{1}, q}) {
    EXPECT_EQ(name_of(ringlet_ntt_create(&ntt, n, m, RINGLET_NEGACYCLIC, root, RINGLET_BIT_REVERSED)), "root");
    EXPECT_EQ(name_of(ringlet_ntt_create(&ntt, n, m, RINGLET_CYCLIC, root, RINGLET_BIT_REVERSED)), "root");
  }
  EXPECT_EQ(name_of(ringlet_ntt_create(&ntt, n, m, RINGLET_CYCLIC, 0, static_cast<ringlet_order>(2))), "order");
  for (const std::uint64_t coset : {std::uint64_t{0}, q}) {
    EXPECT_EQ(name_of(ringlet_ntt_create_on_coset(&ntt, n, m, 0, coset, RINGLET_NATURAL)), "coset");
    EXPECT_EQ(name_of(ringlet_ntt_extend(plan.get(), p, n, p, n, coset, 0)), "coset");
  }
  EXPECT_EQ(name_of(ringlet_ntt_create_on_coset(&ntt, n, m, 1, 1, RINGLET_NATURAL)), "root");
  EXPECT_EQ(name_of(ringlet_ntt_evaluate(plan.get(), p, n, p, n, q, 1, 1)), "coset");
  EXPECT_EQ(name_of(ringlet_ntt_evaluate(plan.get(), p, n, p, 0, 1, 1, 1)), "count");
  EXPECT_EQ(name_of(ringlet_ntt_interpolate(plan.get(), p, p, n, q, 1)), "coset");
  for (const std::size_t count : {std::size_t{0}, n - 1, 3 * n, n << 17, ~std::size_t{0}}) {
    EXPECT_EQ(name_of(ringlet_ntt_extend(plan.get(), p, count, p, n, 1, 0)), "count");
  }
  EXPECT_EQ(name_of(ringlet_ntt_extend(plan.get(), p, n, p, n, 1, q)), "root");
  std::uint64_t extended = 0;
  EXPECT_EQ(name_of(ringlet_ntt_extension_root(&extended, plan.get(), 17)), "log_blowup");
  EXPECT_EQ(ringlet_ntt_extension_root(nullptr, plan.get(), 0), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_ntt_extension_root(&extended, nullptr, 0), RINGLET_NULL_POINTER);
  ringlet_modulus* created = nullptr;
  EXPECT_EQ(name_of(ringlet_modulus_create(&created, 1)), "q");
  EXPECT_EQ(name_of(ringlet_ntt_primes(p, 1, 30, 3, RINGLET_LARGEST_FIRST)), "n");
  EXPECT_EQ(name_of(ringlet_ntt_primes(p, 1, 65, n, RINGLET_LARGEST_FIRST)), "bits");
  EXPECT_EQ(name_of(ringlet_primitive_root_of_unity(p, 2, make_modulus(96).get())), "q");
  EXPECT_EQ(name_of(ringlet_primitive_root_of_unity(nullptr, 2, m)), "root");
  EXPECT_EQ(name_of(ringlet_smallest_primitive_root_of_unity(nullptr, 2, m)), "root");
  EXPECT_EQ(name_of(ringlet_inverse_mod(nullptr, 1, m)), "result");
  EXPECT_EQ(name_of(ringlet_backend_force("sse")), "name");
}

TEST(CNames, AreThoseOfTheHeaderForWord128) {
  const Modulus128 m = make_modulus128(q);
  ringlet_uint128 x[n]{};
  const ringlet_uint128 s{q, 0};
  EXPECT_EQ(name_of(ringlet_add_scalar128(x, x, s, n, m.get())), "s");
  EXPECT_EQ(name_of(ringlet_sub_scalar128(x, x, s, n, m.get())), "s");
  EXPECT_EQ(name_of(ringlet_mul_scalar128(x, x, s, n, m.get(), 1)), "s");
  ringlet_ntt128* ntt = nullptr;
  EXPECT_EQ(name_of(ringlet_ntt128_create(&ntt, n, m.get(), RINGLET_NEGACYCLIC, s, RINGLET_BIT_REVERSED)), "root");
  EXPECT_EQ(name_of(ringlet_primitive_root_of_unity128(nullptr, 2, m.get())), "root");
}

TEST(CStatus, MessagesDifferAndNoneIsMissing) {
  std::set<std::string> messages;
  for (unsigned status = 0; status <= 6; ++status) {
    messages.insert(ringlet_status_message(static_cast<ringlet_status>(status)));
  }
  EXPECT_EQ(messages.size(), 7U);
  EXPECT_STREQ(ringlet_status_message(static_cast<ringlet_status>(6)),
               ringlet_status_message(static_cast<ringlet_status>(~0U)));
}

TEST(CLastError, LongNamesAreCutOff) {
  const std::string name(10000, 'x');
  EXPECT_EQ(ringlet_backend_force(name.c_str()), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(ringlet_last_error_message()).size(), 511U);
}

}  // namespace
}  // namespace ringlet_test::c_api
