#include "lab/measure/word128.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "lab/measure/gmp.hpp"
#include "memory/aligned_words.hpp"
#include "support/interleaved.hpp"

namespace ringlet::lab {
namespace {

using AlignedWords128 = memory::AlignedWords<Word128>;

/// Computes the values of the product of a and b, by GMP.
Words128 product_values(bench::GmpTransform& gmp, const Words128& a, const Words128& b, Word128 q) {
  bench::GmpVectors vectors(integer_of(q), integers_of(transform_of(a, gmp)), integers_of(transform_of(b, gmp)));
  vectors.mul();
  return words128_of(vectors.out);
}

void verify(bench::GmpTransform& gmp, std::span<const Word128> product, const Words128& expected,
            const std::string& layout) {
  if (transform_of(product, gmp) != expected)
    throw std::runtime_error("WRONG RESULT: forward, multiply, inverse, " + layout);
}

}  // namespace

void time_products(unsigned log_n, unsigned bits, int repetitions, const Report& report) {
  const std::size_t n = std::size_t{1} << log_n;
  const Modulus q(modulus(bits));
  const Ntt ntt(n, q);
  const Words128 a = random_residues(n, 0, q.value());
  const Words128 b(a.rbegin(), a.rend());
  bench::GmpTransform gmp(n, integer_of(q.value()), integer_of(ntt.root()));
  const Words128 expected = product_values(gmp, a, b, q.value());

  // The second factor is transformed in advance, like a factor of many products.
  AlignedWords128 x(a.begin(), a.end()), y(b.begin(), b.end());
  ntt.forward(y, y);
  const auto by_arrays = [&] {
    ntt.forward(x, x);
    mul(x, x, y, q);
    ntt.inverse(x, x);
  };
  NttBuffer buffer(ntt, a), factor(ntt, b);
  factor.forward();
  const auto by_buffers = [&] { buffer.forward().mul(factor).inverse(); };
  by_arrays();
  verify(gmp, x, expected, "arrays");
  by_buffers();
  Words128 product(n);
  buffer.store(product);
  verify(gmp, product, expected, "buffers");

  const bench::Timed runs[] = {{.run = by_arrays}, {.run = by_buffers}};
  const int calls = std::max(1, static_cast<int>(1e5 / static_cast<double>(n * log_n)));
  const auto times = bench::interleaved_times(runs, repetitions, calls);
  const std::string kernel = ntt.describe();
  const std::size_t first = kernel.find(" / "), last = kernel.rfind(" / ");
  const Subject subject{kernel.substr(0, first), kernel.substr(first + 3, last - first - 3), "measured"};
  const char* const layouts[] = {"arrays", "buffers"};
  for (std::size_t i = 0; i < times.size(); ++i) {
    report({"products", subject, "forward, multiply, inverse", bits, log_n, layouts[i], "ns/value"},
           each_of(times[i], static_cast<double>(n)));
  }
}

}  // namespace ringlet::lab
