// Compares 128-bit words of the C interface with GMP on every backend, and tests their errors. Tests what fixed
// operands report about themselves.

#include "c/handles.hpp"
#include "support/data.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace reference = ::reference::word128;

using Array = std::vector<ringlet_uint128>;
static_assert(sizeof(ringlet_uint128) == 16 && alignof(ringlet_uint128) == 16);

Array array_of(const Words128& values) {
  Array array;
  for (const uint128 value : values) array.push_back(to_c(value));
  return array;
}

Ntt128 make_ntt128(std::size_t n, uint128 q, ringlet_ring ring) {
  ringlet_ntt128* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt128_create(&ntt, n, make_modulus128(q).get(), ring, {}, RINGLET_BIT_REVERSED), RINGLET_OK)
      << ringlet_last_error_message();
  return Ntt128(ntt);
}

class CFixedOperands : public BackendTest<> {};

TEST_P(CFixedOperands, TellTheirSizeAndKernel) {
  const FixedOperand words = make_fixed_operand(Words(18, 5), make_modulus(97).get());
  EXPECT_EQ(ringlet_fixed_operand_size(words.get()), 18U);
  EXPECT_THAT(ringlet_fixed_operand_describe(words.get()), HasSubstr(" / "));
  const FixedOperand128 operand = make_fixed_operand(Words128(19, 5), make_modulus128(plain_prime).get());
  EXPECT_EQ(ringlet_fixed_operand128_size(operand.get()), 19U);
  EXPECT_THAT(ringlet_fixed_operand128_describe(operand.get()), HasSubstr(" / "));
}

INSTANTIATE_TEST_SUITE_P(All, CFixedOperands, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

class CNtt128 : public BackendTest<unsigned> {
 protected:
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << parameter(); }
  Random random_;
};

TEST_P(CNtt128, TransformsAndProductsAreTheDefinitions) {
  for (const uint128 q : edge_primes128(n())) {
    SCOPED_TRACE(text_of(q));
    for (const ringlet_ring ring : {RINGLET_NEGACYCLIC, RINGLET_CYCLIC}) {
      const Ntt128 ntt = make_ntt128(n(), q, ring);
      ASSERT_NE(ntt, nullptr);
      EXPECT_EQ(ringlet_ntt128_size(ntt.get()), n());
      EXPECT_EQ(ringlet_ntt128_ring(ntt.get()), ring);
      EXPECT_TRUE(from_c(ringlet_ntt128_modulus(ntt.get())) == q);
      EXPECT_THAT(ringlet_ntt128_describe(ntt.get()), HasSubstr(" / "));
      const uint128 root = from_c(ringlet_ntt128_root(ntt.get()));
      const Words128 x = corner_biased_words128(random_, n(), q, q - 1),
                     y = corner_biased_words128(random_, n(), q, q - 1);
      Array out(n()), back(n()), product = array_of(x);
      ASSERT_EQ(ringlet_ntt128_forward(ntt.get(), out.data(), array_of(x).data(), n(), 1, 1), RINGLET_OK);
      for (std::size_t i = 0; i < n(); ++i) {
        std::uint64_t k = 0;
        ASSERT_EQ(ringlet_reverse_bits(&k, i, parameter()), RINGLET_OK);
        const uint128 point = reference::pow_mod(root, ring == RINGLET_CYCLIC ? k : 2 * k + 1, q);
        ASSERT_EQ(text_of(from_c(out[i])), text_of(reference::evaluate(x, point, q)));
      }
      ASSERT_EQ(ringlet_ntt128_inverse(ntt.get(), back.data(), out.data(), n(), 1, 1), RINGLET_OK);
      ASSERT_EQ(ringlet_ntt128_multiply(ntt.get(), product.data(), product.data(), array_of(y).data(), n()),
                RINGLET_OK);
      const uint128 coset = 1 + random_word128(random_) % (q - 1),
                    omega = ring == RINGLET_CYCLIC ? root : reference::mul_mod(root, root, q);
      Array on_coset(n()), extended(n());
      ASSERT_EQ(ringlet_ntt128_evaluate(ntt.get(), on_coset.data(), n(), array_of(x).data(), n(), to_c(coset), 1, 1),
                RINGLET_OK);
      for (std::size_t i = 0; i < n(); ++i) {
        std::uint64_t k = 0;
        ASSERT_EQ(ringlet_reverse_bits(&k, i, parameter()), RINGLET_OK);
        const uint128 point = reference::mul_mod(coset, reference::pow_mod(omega, k, q), q);
        ASSERT_EQ(text_of(from_c(on_coset[i])), text_of(reference::evaluate(x, point, q)));
      }
      ringlet_ntt128* made = nullptr;
      ASSERT_EQ(ringlet_ntt128_create_on_coset(&made, n(), make_modulus128(q).get(), to_c(omega), to_c(coset),
                                               RINGLET_BIT_REVERSED),
                RINGLET_OK);
      const Ntt128 own(made);
      ringlet_uint128 extension{};
      ASSERT_EQ(ringlet_ntt128_extension_root(&extension, own.get(), 0), RINGLET_OK);
      EXPECT_TRUE(from_c(extension) == omega);
      ASSERT_EQ(ringlet_ntt128_extend(ntt.get(), extended.data(), n(), out.data(), n(), to_c(coset), extension),
                RINGLET_OK);
      ASSERT_EQ(ringlet_ntt128_inverse(own.get(), extended.data(), extended.data(), n(), 1, 1), RINGLET_OK);
      ASSERT_EQ(ringlet_ntt128_interpolate(ntt.get(), on_coset.data(), on_coset.data(), n(), to_c(coset), 1),
                RINGLET_OK);
      for (std::size_t i = 0; i < n(); ++i) {
        ASSERT_EQ(text_of(from_c(on_coset[i])), text_of(x[i]));
        ASSERT_EQ(text_of(from_c(extended[i])), text_of(x[i]));
      }
      const Words128 expected = reference::ring_product(x, y, ring == RINGLET_CYCLIC ? -1 : 1, q);
      for (std::size_t i = 0; i < n(); ++i) {
        ASSERT_EQ(text_of(from_c(back[i])), text_of(x[i]));
        ASSERT_EQ(text_of(from_c(product[i])), text_of(expected[i]));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CNtt128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(1U, 4U, 6U)),
                         named_by_backend([](unsigned log_n) { return std::to_string(1U << log_n); }));

TEST(CNumberTheory128, AgreesWithGmp) {
  Random random;
  for (const uint128 q : any_moduli128(random)) {
    const Modulus128 modulus = make_modulus128(q);
    EXPECT_TRUE(from_c(ringlet_modulus128_value(modulus.get())) == q);
    EXPECT_TRUE(q >> (ringlet_modulus128_bits(modulus.get()) - 1) == 1);
    const Words128 operands = corner_biased_words128(random, 2, q, q - 1);
    const ringlet_uint128 a = to_c(operands[0]), b = to_c(operands[1]), x = to_c(random_word128(random));
    ringlet_uint128 r;
    const auto expect = [&](ringlet_status status, uint128 expected) {
      EXPECT_EQ(status, RINGLET_OK) << ringlet_last_error_message();
      EXPECT_EQ(text_of(from_c(r)), text_of(expected)) << text_of(q);
    };
    expect(ringlet_reduce_mod128(&r, x, modulus.get()), reference::add_mod(from_c(x), 0, q));
    expect(ringlet_add_mod128(&r, a, b, modulus.get()), reference::add_mod(operands[0], operands[1], q));
    expect(ringlet_sub_mod128(&r, a, b, modulus.get()), reference::sub_mod(operands[0], operands[1], q));
    expect(ringlet_mul_mod128(&r, a, b, modulus.get()), reference::fma_mod(operands[0], operands[1], 0, q));
    expect(ringlet_pow_mod128(&r, a, x, modulus.get()), reference::pow_mod(operands[0], from_c(x), q));
    const auto inverse = reference::inverse_mod(operands[0], q);
    if (inverse) {
      expect(ringlet_inverse_mod128(&r, a, modulus.get()), *inverse);
    } else {
      EXPECT_EQ(ringlet_inverse_mod128(&r, a, modulus.get()), RINGLET_INVALID_ARGUMENT);
    }
    bool is_prime = false;
    ASSERT_EQ(ringlet_is_prime128(&is_prime, to_c(q)), RINGLET_OK);
    EXPECT_EQ(is_prime, reference::is_prime(q)) << text_of(q);
  }
}

TEST(CNumberTheory128, PrimesAndRoots) {
  constexpr std::size_t n = 64;
  for (const unsigned bits : {65U, 98U, 124U}) {
    ringlet_uint128 primes[3];
    for (const auto order : {RINGLET_LARGEST_FIRST, RINGLET_SMALLEST_FIRST}) {
      ASSERT_EQ(ringlet_ntt_primes128(primes, 3, bits, n, order), RINGLET_OK);
      for (const ringlet_uint128 prime : primes) {
        EXPECT_TRUE(reference::is_prime(from_c(prime)));
        EXPECT_TRUE(from_c(prime) >> (bits - 1) == 1);
        EXPECT_TRUE(from_c(prime) % (2 * n) == 1);
      }
    }
    const Modulus128 q = make_modulus128(from_c(primes[0]));
    ringlet_uint128 root, smallest;
    ASSERT_EQ(ringlet_primitive_root_of_unity128(&root, 2 * n, q.get()), RINGLET_OK);
    ASSERT_EQ(ringlet_smallest_primitive_root_of_unity128(&smallest, 2 * n, q.get()), RINGLET_OK);
    EXPECT_TRUE(from_c(smallest) <= from_c(root));
    for (const ringlet_uint128 r : {root, smallest}) {
      bool is_root = false;
      ASSERT_EQ(ringlet_is_primitive_root_of_unity128(&is_root, r, 2 * n, q.get()), RINGLET_OK);
      EXPECT_TRUE(is_root);
      // The root has order 2n: its n-th power is -1.
      EXPECT_TRUE(reference::pow_mod(from_c(r), n, from_c(primes[0])) == from_c(primes[0]) - 1);
    }
  }
}

TEST(CErrors128, Creation) {
  for (const uint128 q : {uint128{0}, uint128{1}, one128 << 124, ~uint128{0}}) {
    auto* modulus = reinterpret_cast<ringlet_modulus128*>(1);
    EXPECT_EQ(ringlet_modulus128_create(&modulus, to_c(q)), RINGLET_INVALID_ARGUMENT);
    EXPECT_EQ(modulus, nullptr);
    EXPECT_TRUE(contains_number(ringlet_last_error_message(), text_of(q)));
  }
  EXPECT_EQ(ringlet_modulus128_create(nullptr, to_c(97)), RINGLET_NULL_POINTER);
  ringlet_ntt128* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt128_create(&ntt, 8, nullptr, RINGLET_CYCLIC, {}, RINGLET_BIT_REVERSED), RINGLET_NULL_POINTER);
  EXPECT_EQ(
      ringlet_ntt128_create(&ntt, 7, make_modulus128(plain_prime).get(), RINGLET_CYCLIC, {}, RINGLET_BIT_REVERSED),
      RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt128_create(&ntt, std::size_t{1} << 21, make_modulus128(plain_prime).get(), RINGLET_CYCLIC, {},
                                  RINGLET_BIT_REVERSED),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), HasSubstr("2^20"));
  EXPECT_EQ(
      ringlet_ntt128_create(&ntt, 8, make_modulus128(97).get(), RINGLET_NEGACYCLIC, to_c(1), RINGLET_BIT_REVERSED),
      RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ntt, nullptr);
  bool is_prime = false;
  EXPECT_EQ(ringlet_is_prime128(&is_prime, to_c(one128 << 124)), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_is_prime128(nullptr, to_c(97)), RINGLET_NULL_POINTER);
  ringlet_modulus128_destroy(nullptr);
  EXPECT_TRUE(from_c(ringlet_modulus128_value(nullptr)) == 0);
  EXPECT_EQ(ringlet_modulus128_bits(nullptr), 0U);
  ringlet_ntt128_destroy(nullptr);
  EXPECT_EQ(ringlet_ntt128_size(nullptr), 0U);
  EXPECT_STREQ(ringlet_ntt128_describe(nullptr), "");
  EXPECT_TRUE(from_c(ringlet_ntt128_root(nullptr)) == 0);
  EXPECT_TRUE(from_c(ringlet_ntt128_modulus(nullptr)) == 0);
  ringlet_fixed_operand128* operand = nullptr;
  const ringlet_uint128 values[] = {to_c(96), to_c(97)};
  EXPECT_EQ(ringlet_fixed_operand128_create(&operand, values, 2, make_modulus128(97).get()), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr("values[1]"), Names(97)));
  EXPECT_EQ(operand, nullptr);
  ringlet_fixed_operand128_destroy(nullptr);
  EXPECT_EQ(ringlet_fixed_operand128_size(nullptr), 0U);
  EXPECT_STREQ(ringlet_fixed_operand128_describe(nullptr), "");
}

TEST(CErrors128, Arrays) {
  const Modulus128 q = make_modulus128(97);
  const Ntt128 ntt = make_ntt128(8, 97, RINGLET_NEGACYCLIC);
  Array words(24, to_c(1)), other(8, to_c(1));
  ringlet_uint128* const out = words.data() + 8;
  const auto add = [&](ringlet_uint128* to, const ringlet_uint128* a, const ringlet_uint128* b, std::size_t n) {
    return ringlet_add128(to, a, b, n, q.get());
  };
  EXPECT_EQ(add(nullptr, out, out, 8), RINGLET_NULL_POINTER);
  EXPECT_EQ(add(out, nullptr, out, 8), RINGLET_NULL_POINTER);
  EXPECT_EQ(add(out, out, nullptr, 8), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_add128(out, out, out, 8, nullptr), RINGLET_NULL_POINTER);
  for (const std::size_t n : {std::size_t{0}, ~std::size_t{0}, ~std::size_t{0} / 32 + 1}) {
    EXPECT_EQ(add(out, out, out, n), RINGLET_INVALID_ARGUMENT);
    EXPECT_THAT(ringlet_last_error_message(), Names(n));
  }
  EXPECT_EQ(add(out, out + 1, other.data(), 8), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), HasSubstr("overlaps a"));
  EXPECT_EQ(add(out, other.data(), out - 7, 8), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt128_forward(ntt.get(), out, other.data(), 7, 1, 1), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt128_forward(nullptr, out, other.data(), 8, 1, 1), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_ntt128_inverse(ntt.get(), out, other.data(), 8, 4, 1), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_ntt128_multiply(ntt.get(), out, other.data(), nullptr, 8), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_add_scalar128(out, out, to_c(97), 8, q.get()), RINGLET_OUT_OF_RANGE);
  // An array of 128-bit words must have an address that is a multiple of 16.
  auto* const misaligned = reinterpret_cast<ringlet_uint128*>(reinterpret_cast<std::uintptr_t>(out) + 8);
  EXPECT_EQ(add(misaligned, other.data(), other.data(), 4), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), AllOf(HasSubstr("address of out"), HasSubstr("16")));
  for (const ringlet_uint128 word : words) EXPECT_TRUE(from_c(word) == 1);
}

}  // namespace
}  // namespace ringlet_test::c_api
