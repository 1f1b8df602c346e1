// Tests range errors that only a build with RINGLET_CHECKED reports.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "support/errors.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

/// Transforms with n = 8 modulo 97, on each backend.
class CheckedNtt : public BackendTest<> {
 protected:
  static constexpr std::size_t n = 8;
  static constexpr std::uint64_t q = 97;

  /// Expects errors when `call` gets an input with one value outside [0, factor q), at each place.
  void expect_range_errors(unsigned factor, const std::function<void(const Ntt&, const Words& bad)>& call) const {
    const Ntt ntt(n, ringlet::Modulus(q));
    const std::uint64_t bound = factor * q;
    for (const std::uint64_t value : {bound, bound + 1, max_word}) {
      for (std::size_t index = 0; index < n; ++index) {
        Words bad(n, bound - 1);
        bad[index] = value;
        EXPECT_THAT(message_of<std::invalid_argument>([&] { call(ntt, bad); }),
                    AllOf(Names(index), Names(value), names_bound(factor, q)));
      }
    }
  }
};

TEST_P(CheckedNtt, ForwardInputOutsideItsRange) {
  for (const unsigned factor : {1U, 2U, 4U}) {
    expect_range_errors(factor, [factor](const Ntt& ntt, const Words& bad) {
      Words out(n);
      ntt.forward(out, bad, {.input_factor = factor});
    });
  }
}

TEST_P(CheckedNtt, InverseInputOutsideItsRange) {
  for (const unsigned factor : {1U, 2U}) {
    expect_range_errors(factor, [factor](const Ntt& ntt, const Words& bad) {
      Words out(n);
      ntt.inverse(out, bad, {.input_factor = factor});
    });
  }
}

TEST_P(CheckedNtt, MultiplicandOutsideItsRange) {
  const Words ones(n, 1);
  expect_range_errors(1, [&ones](const Ntt& ntt, const Words& bad) {
    Words out(n);
    ntt.multiply(out, bad, ones);
  });
  expect_range_errors(1, [&ones](const Ntt& ntt, const Words& bad) {
    Words out(n);
    ntt.multiply(out, ones, bad);
  });
}

RINGLET_ON_ALL_BACKENDS(CheckedNtt);

}  // namespace
}  // namespace ringlet_test
