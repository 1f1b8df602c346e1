// Tests inverses of many multiword numbers at once.

#include "multiword/multiword_cases.hpp"
#include "ringlet/multiword_eltwise.hpp"
#include "support/backends.hpp"

namespace ringlet_test {
namespace {

using ringlet::Form;

class MultiwordInvert : public BackendTest<unsigned> {
 protected:
  Random random_;
};

/// Returns 1 / x, and 0 for 0.
mpz_class inverse_or_zero(const mpz_class& x, const mpz_class& q) {
  return x == 0 ? mpz_class(0) : reference::inverse(x, q);
}

template <unsigned width>
void expect_inverses(Random& random, const mpz_class& q, std::size_t n) {
  const auto modulus = modulus_of<width>(q);
  const mpz_class r = reference::power_of_two(width) % q;
  std::vector<ringlet::UInt<width>> a, plain, montgomery;
  for (const mpz_class& x : corner_residues(random, q, n)) {
    a.push_back(uint_of<width>(x));
    plain.push_back(uint_of<width>(inverse_or_zero(x, q)));
    montgomery.push_back(uint_of<width>(inverse_or_zero(x, q) * r * r % q));
  }
  std::vector<ringlet::UInt<width>> out(n);
  invert(out, a, modulus);
  EXPECT_EQ(out, plain) << n;
  invert(out, a, modulus, Form::montgomery);
  EXPECT_EQ(out, montgomery) << n;
  invert(a, a, modulus);
  EXPECT_EQ(a, plain) << n << " in place";
}

TEST_P(MultiwordInvert, EveryLengthModuloPrimesAtTheEdges) {
  with_width(parameter(), [&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : edge_primes(width, 2)) {
      for (const std::size_t n : {1U, 2U, 3U, 8U, 9U, 63U, 64U, 65U, 127U, 128U, 129U, 200U, 1000U}) {
        expect_inverses<width>(random_, q, n);
      }
    }
  });
}

TEST_P(MultiwordInvert, ZerosStayZeros) {
  with_width(parameter(), [&]<unsigned width>(Width<width>) {
    const auto q = modulus_of<width>(edge_primes(width, 2).back());
    std::vector<ringlet::UInt<width>> zeros(70), out(70, ringlet::UInt<width>{1});
    invert(out, zeros, q);
    EXPECT_EQ(out, zeros);
    zeros[66] = {2};
    invert(out, zeros, q);
    EXPECT_EQ(integer_of(out[66]) * 2 % integer_of(q.value()), 1);
    out[66] = {};
    zeros[66] = {};
    EXPECT_EQ(out, zeros);
  });
}

TEST_P(MultiwordInvert, NamesANumberWithoutAnInverse) {
  with_width(parameter(), [&]<unsigned width>(Width<width>) {
    const mpz_class q = reference::power_of_two(124) * 3 + 9;
    const auto modulus = modulus_of<width>(q);
    std::vector<ringlet::UInt<width>> a(100, ringlet::UInt<width>{1}), out(100);
    a[3] = {};
    a[77] = {9};
    const auto before = out;
    EXPECT_THAT(message_of<std::invalid_argument>([&] { invert(out, a, modulus); }),
                ::testing::AllOf(::testing::HasSubstr("a[77] is 9,"), ::testing::HasSubstr("factor")));
    EXPECT_EQ(out, before);
    a[0] = {9};
    EXPECT_THAT(message_of<std::invalid_argument>([&] { invert(out, a, modulus); }),
                ::testing::HasSubstr("a[0] is 9,"));
    a[0] = {1};
    a[77] = {2};
    invert(out, a, modulus);
    EXPECT_EQ(integer_of(out[77]) * 2 % q, 1);
  });
}

INSTANTIATE_TEST_SUITE_P(All, MultiwordInvert,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));

}  // namespace
}  // namespace ringlet_test
