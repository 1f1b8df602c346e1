#include <algorithm>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>

#include "double_words/gmp.hpp"
#include "double_words/transforms.hpp"
#include "interleaved.hpp"
#include "plan/aligned_words.hpp"

namespace bench::double_words {
namespace {

using AlignedDoubles = ringlet::plan::AlignedWords<Double>;

/// The values of the product of a and b, by GMP.
Doubles product_values(GmpTransform& gmp, const Doubles& a, const Doubles& b, Double q) {
  const auto values = [&gmp](const Doubles& x) {
    gmp.load(x);
    gmp.forward();
    return gmp.store();
  };
  GmpVectors vectors(values(a), values(b), 0, q);
  vectors.mul();
  return vectors.store();
}

void verify(GmpTransform& gmp, std::span<const Double> product, const Doubles& expected, const std::string& method) {
  gmp.load(product);
  gmp.forward();
  if (gmp.store() != expected) throw std::runtime_error("WRONG RESULT: " + method + ", forward, multiply, inverse");
}

}  // namespace

void time_products(unsigned log_n, unsigned bits, int repetitions, std::vector<Measurement>& measurements) {
  const std::size_t n = std::size_t{1} << log_n;
  const ringlet::Modulus q(ringlet::ntt_primes_double(1, bits, n).front());
  const ringlet::Ntt ntt(n, q);
  const Doubles a = random_doubles(n, q.value());
  Doubles b(a.rbegin(), a.rend());
  GmpTransform gmp(n, q.value(), ntt.root());
  const Doubles expected = product_values(gmp, a, b, q.value());

  // The second factor is transformed already, as that of many products is.
  AlignedDoubles x(a.begin(), a.end()), y(b.begin(), b.end());
  ntt.forward(y, y);
  const auto by_arrays = [&] {
    ntt.forward(x, x);
    ringlet::mul(x, x, y, q);
    ntt.inverse(x, x);
  };
  ringlet::NttBuffer buffer(ntt, a), factor(ntt, b);
  factor.forward();
  const auto by_buffers = [&] { buffer.forward().mul(factor).inverse(); };

  const std::string kernel = ntt.describe();
  const std::string method = kernel.substr(0, kernel.rfind(" / "));
  by_arrays();
  verify(gmp, x, expected, method + ", arrays");
  by_buffers();
  Doubles product(n);
  buffer.store(product);
  verify(gmp, product, expected, method + ", buffers");

  const Timed runs[] = {{.run = by_arrays}, {.run = by_buffers}};
  const int calls = std::max(1, static_cast<int>(1e5 / static_cast<double>(n * log_n)));
  const std::vector<double> times = interleaved_medians(runs, repetitions, calls);
  const char* const names[] = {", arrays", ", buffers"};
  for (std::size_t i = 0; i < times.size(); ++i) {
    measurements.push_back(
        {"forward, multiply, inverse", bits, n, method + names[i], times[i] / static_cast<double>(n)});
  }
}

}  // namespace bench::double_words
