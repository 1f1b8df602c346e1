// Tests only what is special to a fixed operand. The tests of element-wise operations cover its products for
// all lengths, factors and moduli.

#include "ringlet/fixed_operand.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "reference/modular.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using ringlet::FixedOperand;
using Modulus = ringlet::Modulus<Word>;

TEST(FixedOperandErrors, NoValues) {
  EXPECT_THAT(message_of<std::invalid_argument>([] { FixedOperand(Words{}, Modulus(97)); }), HasSubstr("values"));
}

TEST(FixedOperandErrors, ValueNotBelowTheModulus) {
  for (const Word value : {Word{97}, Word{98}, max_word}) {
    for (const std::size_t index : {std::size_t{0}, std::size_t{5}, std::size_t{10}}) {
      Words values(11, 96);
      values[index] = value;
      EXPECT_THAT(message_of<std::invalid_argument>([&] { FixedOperand(values, Modulus(97)); }),
                  AllOf(Names(index), Names(value), HasSubstr("[0, q)"), Names(97)));
    }
  }
}

/// Modulus of the fastest arithmetic of the word.
const Word tight_modulus = moduli_among({16381, (std::uint64_t{1} << 50) - 27}).back();

class FixedOperands : public BackendTest<> {
 protected:
  static constexpr std::size_t n = 19;
  Random random_;
};

TEST_P(FixedOperands, TellTheirSizeModulusAndKernel) {
  const Modulus q(tight_modulus);
  const FixedOperand w(Words(n, 1), q);
  EXPECT_EQ(w.size(), n);
  EXPECT_EQ(w.modulus(), q);
  // avx512ifma takes its kernels of 32-bit words from avx512dq.
  const std::string provider = sizeof(Word) == 4 && backend() == "avx512ifma" ? "avx512dq" : backend();
  EXPECT_THAT(w.describe(), AllOf(StartsWith(provider + " / "), HasSubstr(" / ")));
}

TEST_P(FixedOperands, KeepNeitherTheirValuesNorTheirOriginalAlive) {
  const Word q = tight_modulus;
  Words values = uniform(random_, n, top_of_range(q, 1));
  const Words x = uniform(random_, n, top_of_range(q, 1)), before = values;
  std::optional<FixedOperand<Word>> original(std::in_place, values, Modulus(q));
  FixedOperand<Word> copy = *original;
  FixedOperand<Word> assigned(Words(1, 0), Modulus(2));
  assigned = std::move(*original);
  original.reset();
  values.assign(n, 0);
  Words by_copy(n), by_assigned(n);
  ringlet::mul(by_copy, x, copy);
  ringlet::mul(by_assigned, x, assigned);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(by_copy[i], reference::mul_mod(x[i], before[i], q));
  EXPECT_EQ(by_assigned, by_copy);
}

TEST_P(FixedOperands, ServeEveryBackendThatIsActiveLater) {
  const Word q = largest_modulus;
  const Words values = uniform(random_, n, top_of_range(q, 1)), x = uniform(random_, n, top_of_range(q, 1));
  const FixedOperand w(values, Modulus(q));
  for (const std::string& later : supported_backends()) {
    ringlet::backend::force(later);
    Words out(n);
    ringlet::mul_add(out, x, w, values);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(out[i], reference::fma_mod(x[i], values[i], values[i], q));
  }
}

RINGLET_ON_ALL_BACKENDS(FixedOperands);

}  // namespace
}  // namespace ringlet_test
