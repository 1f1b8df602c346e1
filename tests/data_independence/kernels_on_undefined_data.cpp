// Runs the scalar kernels on memory that was never written. Valgrind's memcheck follows undefined bits through every
// computation and reports a branch or an address that depends on them: exactly what a data-independent kernel never
// has.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ringlet/ringlet.hpp>
#include <span>
#include <vector>

namespace {

using Words = std::span<std::uint64_t>;

struct Free {
  void operator()(std::uint64_t* p) const { std::free(p); }
};

void run_eltwise(const ringlet::Modulus<std::uint64_t>& q, Words out, Words a, Words b) {
  ringlet::add(out, a, b, q);
  ringlet::add(out, a, 1, q);
  ringlet::sub(out, a, b, q);
  ringlet::neg(out, a, q);
  for (const unsigned factor : {1u, 2u, 4u}) ringlet::mul(out, a, b, q, {.input_factor = factor});
  for (const unsigned factor : {1u, 2u, 4u, 8u}) ringlet::axpy(out, a, 1, b, q, {.input_factor = factor});
  const ringlet::FixedOperand w{std::vector<std::uint64_t>(out.size(), 3), q};
  for (const unsigned factor : {1u, 2u, 4u, 8u}) ringlet::mul_add(out, a, w, b, {.input_factor = factor});
  ringlet::mul(out, a, w);
  for (const unsigned factor : {0u, 2u, 4u}) ringlet::reduce(out, a, q, {.input_factor = factor, .output_factor = 1});
  for (int c = 0; c < 8; ++c) {
    ringlet::cmp_add(out, a, static_cast<ringlet::Comparison>(c), 5, 7);
    ringlet::cmp_sub(out, a, q, static_cast<ringlet::Comparison>(c), 5, 7);
  }
}

void run_ntt(const ringlet::Modulus<std::uint64_t>& q, Words out, Words a, Words b) {
  const ringlet::Ntt ntt{out.size(), q};
  for (const unsigned lazy : {1u, 4u}) ntt.forward(out, a, {.input_factor = lazy, .output_factor = lazy});
  for (const unsigned lazy : {1u, 2u}) ntt.inverse(out, a, {.input_factor = lazy, .output_factor = lazy});
  ntt.multiply(out, a, b);
  ringlet::NttBuffer x{ntt, a}, y{ntt, b};
  x.forward().multiply(y.forward()).multiply_add(y, y).add(y).subtract(y).inverse().store(out);
}

}  // namespace

int main() {
  // Valgrind knows no AVX-512; the vector kernels are the same templates over instructions without branches.
  ringlet::backend::force("scalar");
  constexpr std::size_t n = 256;
  const auto allocate = [] {
    return std::unique_ptr<std::uint64_t, Free>(static_cast<std::uint64_t*>(std::malloc(n * sizeof(std::uint64_t))));
  };
  const auto out = allocate();
  const auto a = allocate();
  const auto b = allocate();
  for (const unsigned bits : {49u, 62u}) {
    const ringlet::Modulus q{ringlet::ntt_primes(1, bits, n).front()};
    run_eltwise(q, {out.get(), n}, {a.get(), n}, {b.get(), n});
    run_ntt(q, {out.get(), n}, {a.get(), n}, {b.get(), n});
  }
}
