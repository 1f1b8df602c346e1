// Tests transforms wherever the data lie: aligned or not, in place or not, at the edge of accessible memory.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "support/page_edge_buffer.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

class NttMemory : public TransformTest {
 protected:
  /// Calls `check` with a plan of each arithmetic and ring, an input, and its two transforms.
  template <class Check>
  void for_each_plan(Check check) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      for (const std::uint64_t q : decisive_primes(root_order(n(), ring))) {
        SCOPED_TRACE(text_of({n(), q, ring}));
        const Ntt ntt = make_plan({n(), q, ring});
        const Words in = corner_biased(random_, n(), q, q - 1);
        Words forward(n()), inverse(n());
        ntt.forward(forward, in);
        ntt.inverse(inverse, in);
        check(ntt, in, forward, inverse);
      }
    }
  }

  /// Misalignments in words. One odd and one even suffice where a transform takes milliseconds.
  [[nodiscard]] std::vector<std::size_t> misalignments() const {
    if (parameter() >= first_slow_log_n) return {1, 6};
    return {0, 1, 2, 3, 4, 5, 6, 7};
  }

  static void expect_words(std::span<const std::uint64_t> actual, const Words& expected) {
    EXPECT_TRUE(std::ranges::equal(actual, expected));
  }
};

TEST_P(NttMemory, EveryMisalignment) {
  for_each_plan([this](const Ntt& ntt, const Words& in, const Words& forward, const Words& inverse) {
    for (const std::size_t misalignment : misalignments()) {
      GuardedBuffer out(in.size(), misalignment), source(in, misalignment * 3 % 8);
      ntt.forward(out.span(), source.span());
      expect_words(out.span(), forward);
      ntt.inverse(out.span(), source.span());
      expect_words(out.span(), inverse);
      expect_words(source.span(), in);
    }
  });
}

TEST_P(NttMemory, InPlaceAtEveryMisalignment) {
  for_each_plan([this](const Ntt& ntt, const Words& in, const Words& forward, const Words& inverse) {
    for (const std::size_t misalignment : misalignments()) {
      GuardedBuffer there(in, misalignment), back(in, misalignment), product(in, misalignment);
      ntt.forward(there.span(), there.span());
      expect_words(there.span(), forward);
      ntt.inverse(back.span(), back.span());
      expect_words(back.span(), inverse);
      ntt.multiply(product.span(), product.span(), product.span());
    }
  });
}

RINGLET_FOR_EVERY_SIZE(NttMemory);

using NttPageEdge = NttMemory;

TEST_P(NttPageEdge, StaysInsideItsSpans) {
  for_each_plan([](const Ntt& ntt, const Words& in, const Words& forward, const Words& inverse) {
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
      const PageEdgeBuffer out(Words(in.size(), 0), edge), source(in, edge);
      ntt.forward(out.span(), source.span());
      expect_words(out.span(), forward);
      ntt.inverse(out.span(), source.span());
      expect_words(out.span(), inverse);
      ntt.multiply(out.span(), source.span(), source.span());
      expect_words(source.span(), in);
    }
  });
}

RINGLET_FOR_SIZES_BELOW(first_slow_log_n, NttPageEdge);

}  // namespace
}  // namespace ringlet_test
