// Compares operations on polynomials in the kernels' own layouts with the same operations on arrays.

#include "ringlet/ntt_buffer.hpp"

#include <gtest/gtest.h>

#include "reference/modular.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

using Buffer = ringlet::NttBuffer<Word>;

class NttBufferOfWords : public TransformTest {
 protected:
  static Words stored(const Buffer& buffer) {
    Words values(buffer.size());
    buffer.store(values);
    return values;
  }
};

TEST_P(NttBufferOfWords, ComputesWhatArraysDo) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words a = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    const Words b = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words evaluations(c.n), product(c.n);
    ntt.forward(evaluations, a);
    ntt.multiply(product, a, b);
    Buffer x(ntt, a), y(ntt, b), sum(ntt, a);
    ASSERT_EQ(stored(x.forward()), evaluations);
    x.mul(y.forward());
    sum.forward().mul_add(sum, y).sub(x).add(x);
    const Words sums = stored(sum.inverse());
    for (std::size_t i = 0; i < c.n; ++i) ASSERT_EQ(sums[i], reference::add_mod(product[i], a[i], c.q)) << i;
    ASSERT_EQ(stored(x.inverse()), product);
  }
}

RINGLET_FOR_SIZES_BELOW(13U, NttBufferOfWords);

}  // namespace
}  // namespace ringlet_test
