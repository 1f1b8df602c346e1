// Compares plans of the C interface with the definition of the transform and the schoolbook product, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "c/handles.hpp"
#include "reference/bits.hpp"
#include "reference/modular.hpp"
#include "reference/polynomial.hpp"
#include "reference/roots.hpp"
#include "reference/transform.hpp"
#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr ringlet_ring rings[] = {RINGLET_NEGACYCLIC, RINGLET_CYCLIC};

std::uint64_t order_of_root(std::size_t n, ringlet_ring ring) { return ring == RINGLET_CYCLIC ? n : 2 * n; }

/// Reads the oracles' parameters from the plan.
reference::Transform reference_of(const ringlet_ntt* ntt) {
  const bool cyclic = ringlet_ntt_ring(ntt) == RINGLET_CYCLIC;
  return {cyclic ? reference::Wrap::cyclic : reference::Wrap::negacyclic, ringlet_ntt_modulus(ntt),
          ringlet_ntt_root(ntt)};
}

class CNtt : public BackendTest<unsigned> {
 protected:
  /// Calls `check` with a plan of each ring and arithmetic.
  template <class Check>
  void for_each_plan(Check check) {
    for (const ringlet_ring ring : rings) {
      for (const std::uint64_t q : decisive_primes(order_of_root(n(), ring))) {
        SCOPED_TRACE(q);
        const Ntt ntt = make_ntt(n(), q, ring);
        ASSERT_NE(ntt, nullptr);
        check(ntt.get(), q);
      }
    }
  }

  [[nodiscard]] std::size_t n() const { return std::size_t{1} << parameter(); }

  Random random_;
};

/// Expects a value below factor q that is congruent to the expected residue.
void expect_residue(std::uint64_t actual, std::uint64_t expected, std::uint64_t q, unsigned factor) {
  EXPECT_LE(actual, top_of_range(q, factor));
  EXPECT_EQ(reference::reduce(actual, q), expected);
}

TEST_P(CNtt, ForwardIsTheDefinition) {
  for_each_plan([this](const ringlet_ntt* ntt, std::uint64_t q) {
    for (const unsigned input_factor : {unsigned{RINGLET_ANY_WORD}, 1U, 2U, 4U}) {
      for (const unsigned output_factor : {1U, 4U}) {
        if (!has_room(q, input_factor) || !has_room(q, output_factor)) continue;
        const Words in = corner_biased(random_, n(), q, top_of_range(q, input_factor));
        GuardedBuffer out(n(), 1), source(in, 3), in_place(in);
        ASSERT_EQ(ringlet_ntt_forward(ntt, out.span().data(), source.span().data(), n(), input_factor, output_factor),
                  RINGLET_OK);
        std::uint64_t* const both = in_place.span().data();
        ASSERT_EQ(ringlet_ntt_forward(ntt, both, both, n(), input_factor, output_factor), RINGLET_OK);
        for (const std::size_t i : sample_indices(n(), random_)) {
          const std::uint64_t expected = reference::forward_at(in, i, reference_of(ntt));
          expect_residue(out.span()[i], expected, q, output_factor);
          expect_residue(in_place.span()[i], expected, q, output_factor);
        }
      }
    }
  });
}

TEST_P(CNtt, NaturalOrderIsTheDefinition) {
  for (const ringlet_ring ring : {RINGLET_NEGACYCLIC, RINGLET_CYCLIC}) {
    const std::uint64_t q = decisive_primes(order_of_root(n(), ring)).front();
    const Ntt ntt = make_ntt(n(), q, ring, 0, RINGLET_NATURAL);
    ASSERT_EQ(ringlet_ntt_order(ntt.get()), RINGLET_NATURAL);
    const Words in = corner_biased(random_, n(), q, q - 1);
    Words out(n());
    ASSERT_EQ(ringlet_ntt_forward(ntt.get(), out.data(), in.data(), n(), 1, 1), RINGLET_OK);
    for (const std::size_t k : sample_indices(n(), random_)) {
      EXPECT_EQ(out[k], reference::forward_at(in, reference::reverse_bits(k, parameter()), reference_of(ntt.get())));
    }
    ASSERT_EQ(ringlet_ntt_inverse(ntt.get(), out.data(), out.data(), n(), 1, 1), RINGLET_OK);
    EXPECT_EQ(out, in);
  }
}

TEST_P(CNtt, InverseIsTheDefinition) {
  for_each_plan([this](const ringlet_ntt* ntt, std::uint64_t q) {
    for (const unsigned input_factor : {1U, 2U}) {
      for (const unsigned output_factor : {1U, 2U}) {
        if (!has_room(q, input_factor) || !has_room(q, output_factor)) continue;
        const Words in = corner_biased(random_, n(), q, top_of_range(q, input_factor));
        GuardedBuffer out(n(), 1), source(in, 3);
        ASSERT_EQ(ringlet_ntt_inverse(ntt, out.span().data(), source.span().data(), n(), input_factor, output_factor),
                  RINGLET_OK);
        for (const std::size_t i : sample_indices(n(), random_)) {
          expect_residue(out.span()[i], reference::inverse_at(in, i, reference_of(ntt)), q, output_factor);
        }
      }
    }
  });
}

TEST_P(CNtt, ProductIsTheSchoolbooks) {
  for_each_plan([this](const ringlet_ntt* ntt, std::uint64_t q) {
    const Words x = corner_biased(random_, n(), q, q - 1), y = corner_biased(random_, n(), q, q - 1);
    const Words expected = reference::product(x, y, q, reference_of(ntt).wrap);
    Words out(n()), square = x;
    ASSERT_EQ(ringlet_ntt_multiply(ntt, out.data(), x.data(), y.data(), n()), RINGLET_OK);
    EXPECT_EQ(out, expected);
    ASSERT_EQ(ringlet_ntt_multiply(ntt, square.data(), square.data(), square.data(), n()), RINGLET_OK);
    EXPECT_EQ(square, reference::product(x, x, q, reference_of(ntt).wrap));
  });
}

TEST_P(CNtt, CosetsAreTheDefinition) {
  for_each_plan([this](const ringlet_ntt* ntt, std::uint64_t q) {
    const std::uint64_t root = ringlet_ntt_root(ntt), coset = 1 + random_.up_to(q - 2);
    const std::uint64_t omega = ringlet_ntt_ring(ntt) == RINGLET_CYCLIC ? root : reference::mul_mod(root, root, q);
    ringlet_ntt* made = nullptr;
    ASSERT_EQ(ringlet_ntt_create_on_coset(&made, n(), make_modulus(q).get(), omega, coset, RINGLET_BIT_REVERSED),
              RINGLET_OK);
    const Ntt own(made);
    const Words in = corner_biased(random_, n(), q, q - 1);
    // Coefficient j times coset^j has the polynomial's values on the coset at the powers of omega.
    Words moved = in, out(n()), at_call_time(n()), values(n()), longer(2 * n(), 0);
    for (std::size_t j = 0; j < n(); ++j) moved[j] = reference::mul_mod(in[j], reference::pow_mod(coset, j, q), q);
    ASSERT_EQ(ringlet_ntt_forward(own.get(), out.data(), in.data(), n(), 1, 1), RINGLET_OK);
    for (const std::size_t i : sample_indices(n(), random_)) {
      ASSERT_EQ(out[i], reference::forward_at(moved, i, {reference::Wrap::cyclic, q, omega}));
    }
    ASSERT_EQ(ringlet_ntt_evaluate(ntt, at_call_time.data(), n(), in.data(), n(), coset, 1, 1), RINGLET_OK);
    EXPECT_EQ(at_call_time, out);
    std::copy(in.begin(), in.end(), longer.begin());
    ASSERT_EQ(ringlet_ntt_evaluate(own.get(), at_call_time.data(), n(), longer.data(), 2 * n(), 0, 1, 1), RINGLET_OK);
    EXPECT_EQ(at_call_time, out);
    ASSERT_EQ(ringlet_ntt_forward(ntt, values.data(), in.data(), n(), 1, 1), RINGLET_OK);
    ASSERT_EQ(ringlet_ntt_extend(ntt, at_call_time.data(), n(), values.data(), n(), coset, 0), RINGLET_OK);
    EXPECT_EQ(at_call_time, out);
    ASSERT_EQ(ringlet_ntt_interpolate(ntt, out.data(), out.data(), n(), coset, 1), RINGLET_OK);
    EXPECT_EQ(out, in);
    std::uint64_t extended = 0;
    if (ringlet_ntt_extension_root(&extended, ntt, 1) != RINGLET_OK) return;
    EXPECT_EQ(reference::mul_mod(extended, extended, q), omega);
    ASSERT_EQ(ringlet_ntt_extend(ntt, longer.data(), 2 * n(), values.data(), n(), coset, q - extended), RINGLET_OK);
    ASSERT_EQ(ringlet_ntt_evaluate(ntt, out.data(), n(), in.data(), n(), coset, 1, 1), RINGLET_OK);
    EXPECT_TRUE(std::equal(out.begin(), out.end(), longer.begin()));
    const std::uint64_t second = reference::mul_mod(coset, q - extended, q);
    ASSERT_EQ(ringlet_ntt_evaluate(ntt, out.data(), n(), in.data(), n(), second, 1, 1), RINGLET_OK);
    EXPECT_TRUE(std::equal(out.rbegin(), out.rend(), longer.rbegin()));
  });
}

TEST_P(CNtt, SaysWhatItIs) {
  for (const ringlet_ring ring : rings) {
    const std::uint64_t q = decisive_primes(order_of_root(n(), ring)).front();
    const std::uint64_t smallest = reference::smallest_root(order_of_root(n(), ring), q);
    const std::uint64_t other = reference::inverse_mod(smallest, q).value();
    for (const std::uint64_t root : {std::uint64_t{0}, smallest, other}) {
      const Ntt ntt = make_ntt(n(), q, ring, root);
      EXPECT_EQ(ringlet_ntt_size(ntt.get()), n());
      EXPECT_EQ(ringlet_ntt_modulus(ntt.get()), q);
      EXPECT_EQ(ringlet_ntt_ring(ntt.get()), ring);
      EXPECT_EQ(ringlet_ntt_root(ntt.get()), root == 0 ? smallest : root);
      EXPECT_THAT(ringlet_ntt_describe(ntt.get()), HasSubstr(" / "));
      if (backend() == "scalar") {
        EXPECT_THAT(ringlet_ntt_describe(ntt.get()), StartsWith("scalar / "));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CNtt,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(1U, 3U, 6U, 9U)),
                         named_by_backend(size_name));

}  // namespace
}  // namespace ringlet_test::c_api
