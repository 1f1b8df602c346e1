// Compares moduli, primes, roots and scalar arithmetic of the C interface with GMP and with searches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "c/handles.hpp"
#include "reference/bits.hpp"
#include "reference/modular.hpp"
#include "reference/primes.hpp"
#include "reference/roots.hpp"
#include "support/data.hpp"
#include "support/moduli.hpp"

namespace ringlet_test::c_api {
namespace {

TEST(CModulus, KeepsItsValue) {
  Random random;
  for (const std::uint64_t q : any_moduli(random)) {
    const Modulus modulus = make_modulus(q);
    EXPECT_EQ(ringlet_modulus_value(modulus.get()), q);
    const unsigned bits = ringlet_modulus_bits(modulus.get());
    EXPECT_EQ(q >> (bits - 1), 1U);
  }
}

TEST(CNumberTheory, ScalarArithmeticAgreesWithGmp) {
  Random random;
  for (const std::uint64_t q : any_moduli(random)) {
    const Modulus modulus = make_modulus(q);
    const ringlet_modulus* const m = modulus.get();
    const Words a = corner_biased(random, 8, q, q - 1), b = corner_biased(random, 8, q, q - 1);
    const Words x = corner_biased(random, 8, q, max_word);
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::uint64_t result = 0;
      ASSERT_EQ(ringlet_reduce_mod(&result, x[i], m), RINGLET_OK);
      EXPECT_EQ(result, reference::reduce(x[i], q));
      ASSERT_EQ(ringlet_add_mod(&result, a[i], b[i], m), RINGLET_OK);
      EXPECT_EQ(result, reference::add_mod(a[i], b[i], q));
      ASSERT_EQ(ringlet_sub_mod(&result, a[i], b[i], m), RINGLET_OK);
      EXPECT_EQ(result, reference::sub_mod(a[i], b[i], q));
      ASSERT_EQ(ringlet_mul_mod(&result, a[i], b[i], m), RINGLET_OK);
      EXPECT_EQ(result, reference::mul_mod(a[i], b[i], q));
      ASSERT_EQ(ringlet_pow_mod(&result, a[i], x[i], m), RINGLET_OK);
      EXPECT_EQ(result, reference::pow_mod(a[i], x[i], q));
      const auto inverse = reference::inverse_mod(a[i], q);
      ASSERT_EQ(ringlet_inverse_mod(&result, a[i], m), inverse ? RINGLET_OK : RINGLET_INVALID_ARGUMENT);
      if (inverse) {
        EXPECT_EQ(result, *inverse);
      }
    }
  }
}

TEST(CNumberTheory, Primality) {
  Random random;
  for (std::uint64_t n = 0; n < 1000; ++n) EXPECT_EQ(ringlet_is_prime(n), reference::is_prime(n)) << n;
  for (const std::uint64_t n : corner_biased(random, 1000, largest_modulus, max_word)) {
    EXPECT_EQ(ringlet_is_prime(n), reference::is_prime(n)) << n;
  }
}

TEST(CNumberTheory, PrimesOfTransforms) {
  constexpr std::size_t n = 4096;
  for (const unsigned bits : {20U, 49U, 50U, 62U}) {
    std::uint64_t largest[3], smallest[3];
    ASSERT_EQ(ringlet_ntt_primes(largest, 3, bits, n, RINGLET_LARGEST_FIRST), RINGLET_OK);
    ASSERT_EQ(ringlet_ntt_primes(smallest, 3, bits, n, RINGLET_SMALLEST_FIRST), RINGLET_OK);
    std::uint64_t from_above = std::uint64_t{1} << bits, from_below = from_above / 2;
    for (std::size_t i = 0; i < 3; ++i) {
      from_above = reference::largest_prime_below(from_above, 2 * n).value();
      from_below = reference::smallest_prime_above(from_below, 2 * n).value();
      EXPECT_EQ(largest[i], from_above);
      EXPECT_EQ(smallest[i], from_below);
    }
  }
  EXPECT_EQ(ringlet_ntt_primes(nullptr, 0, 49, n, RINGLET_LARGEST_FIRST), RINGLET_OK);
}

TEST(CNumberTheory, RootsOfUnity) {
  for (const std::uint64_t q : {std::uint64_t{257}, std::uint64_t{12289}, decisive_primes(256).front()}) {
    const Modulus modulus = make_modulus(q);
    for (std::uint64_t order = 1; order <= 256; order *= 2) {
      std::uint64_t root = 0, smallest = 0;
      ASSERT_EQ(ringlet_primitive_root_of_unity(&root, order, modulus.get()), RINGLET_OK);
      EXPECT_EQ(reference::multiplicative_order(root, q), order);
      ASSERT_EQ(ringlet_smallest_primitive_root_of_unity(&smallest, order, modulus.get()), RINGLET_OK);
      EXPECT_EQ(smallest, reference::smallest_root(order, q));
      for (std::uint64_t asked = 1; asked <= 512; asked *= 2) {
        bool is_root = asked != order;
        ASSERT_EQ(ringlet_is_primitive_root_of_unity(&is_root, root, asked, modulus.get()), RINGLET_OK);
        EXPECT_EQ(is_root, asked == order);
      }
    }
  }
}

TEST(CNumberTheory, BitReversal) {
  Random random;
  for (unsigned bit_count = 0; bit_count <= 64; ++bit_count) {
    const std::uint64_t x = bit_count == 0 ? 0 : random.word() >> (64 - bit_count);
    std::uint64_t result = 1;
    ASSERT_EQ(ringlet_reverse_bits(&result, x, bit_count), RINGLET_OK);
    EXPECT_EQ(result, reference::reverse_bits(x, bit_count));
  }
}

}  // namespace
}  // namespace ringlet_test::c_api
