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

using ringlet::uint128_t;

constexpr std::size_t n = 256;

/// n words of which nobody knows anything.
template <class Word>
class Undefined {
 public:
  operator std::span<Word>() const { return {words_.get(), n}; }
  operator std::span<const Word>() const { return {words_.get(), n}; }

 private:
  struct Free {
    void operator()(Word* p) const { std::free(p); }
  };
  std::unique_ptr<Word, Free> words_{static_cast<Word*>(std::malloc(n * sizeof(Word)))};
};

template <class Word>
void run_eltwise(const ringlet::Modulus<Word>& q, std::span<Word> out, std::span<const Word> a,
                 std::span<const Word> b) {
  ringlet::add(out, a, b, q);
  ringlet::add(out, a, Word{1}, q);
  ringlet::sub(out, a, b, q);
  ringlet::neg(out, a, q);
  for (const unsigned factor : {1u, 2u, 4u}) ringlet::mul(out, a, b, q, {.input_factor = factor});
  for (const unsigned factor : {1u, 2u, 4u, 8u}) ringlet::axpy(out, a, Word{1}, b, q, {.input_factor = factor});
  const ringlet::FixedOperand<Word> w{std::vector<Word>(n, 3), q};
  for (const unsigned factor : {1u, 2u, 4u, 8u}) ringlet::mul_add(out, a, w, b, {.input_factor = factor});
  ringlet::mul(out, a, w);
  for (const unsigned factor : {0u, 2u, 4u}) ringlet::reduce(out, a, q, {.input_factor = factor, .output_factor = 1});
}

void run_comparisons(const ringlet::Modulus<std::uint64_t>& q, std::span<std::uint64_t> out,
                     std::span<const std::uint64_t> a) {
  for (int c = 0; c < 8; ++c) {
    ringlet::cmp_add(out, a, static_cast<ringlet::Comparison>(c), 5, 7);
    ringlet::cmp_sub(out, a, q, static_cast<ringlet::Comparison>(c), 5, 7);
  }
}

void run_split(const ringlet::Modulus<uint128_t>& q) {
  const Undefined<std::uint64_t> words[6];
  const ringlet::SplitSpan<std::uint64_t> out{words[0], words[1]};
  const ringlet::SplitSpan<const std::uint64_t> a{words[2], words[3]}, b{words[4], words[5]};
  ringlet::add(out, a, b, q);
  ringlet::sub(out, a, b, q);
  ringlet::neg(out, a, q);
  ringlet::mul(out, a, b, q, {.input_factor = 4});
  ringlet::axpy(out, a, 1, b, q, {.input_factor = 8});
  ringlet::reduce(out, a, q);
}

template <class Word>
void run_ntt(const ringlet::Modulus<Word>& q, std::span<Word> out, std::span<const Word> a, std::span<const Word> b) {
  const ringlet::Ntt<Word> ntt{n, q};
  for (const unsigned lazy : {1u, 4u}) ntt.forward(out, a, {.input_factor = lazy, .output_factor = lazy});
  for (const unsigned lazy : {1u, 2u}) ntt.inverse(out, a, {.input_factor = lazy, .output_factor = lazy});
  ntt.multiply(out, a, b);
  ringlet::NttBuffer<Word> x{ntt, a}, y{ntt, b};
  x.forward().mul(y.forward()).mul_add(y, y).add(y).sub(y).inverse().store(out);
}

template <class Word>
void run_all(const ringlet::Modulus<Word>& q) {
  const Undefined<Word> out, a, b;
  run_eltwise<Word>(q, out, a, b);
  run_ntt<Word>(q, out, a, b);
}

/// Rows of residues: conversions between bases of any length, automorphisms.
void run_rows(unsigned bits) {
  const std::vector<std::uint64_t> moduli = ringlet::ntt_primes(4, bits, n);
  const ringlet::RnsBase from{std::span(moduli).first(2)}, to{std::span(moduli).last(2)};
  const Undefined<std::uint64_t> words[4];
  const auto row = [&](std::size_t i) { return std::span<std::uint64_t>(words[i]).data(); };
  const std::vector<std::uint64_t*> results{row(0), row(1)}, sources{row(2), row(3)};
  const ringlet::RnsSpan out(results, n), in(sources, n);
  for (const auto lift : {ringlet::Lift::approximate, ringlet::Lift::floor, ringlet::Lift::centred}) {
    ringlet::BaseConversion(from, to, lift)(out, in);
  }
  const std::vector<ringlet::RnsView> pair(2, in);
  inner_product(out, pair, pair, from);
  mul_add(out, in, in, in, from);
  balanced_digit(out, in[0], from[0], 7, 2, to);
  const ringlet::RnsNtt ntt(n, from.followed_by(to));
  const std::vector<std::uint64_t*> all_rows{row(2), row(3), row(2), row(3)};
  const ringlet::ModDown down(ntt, 2);
  down.on_coefficients(out, ringlet::RnsSpan(all_rows, n));
  down.on_evaluations(out, ringlet::RnsSpan(all_rows, n));
  const ringlet::KeySwitch switch_key(n, from.first(1), to, {.digit_size = 2});
  const std::vector<ringlet::RnsView> polynomial{{ringlet::RnsSpan(all_rows, n).first(3)}};
  switch_key(out.first(1), ringlet::RnsSpan(std::span(results).last(1), n), in.first(1),
             switch_key.prepare(polynomial, polynomial));
  const ringlet::Automorphism automorphism(n, 5);
  automorphism.on_coefficients(out, in, from);
  automorphism.on_evaluations(out, in);
  automorphism.add_on_evaluations(out, in, from);
}

template <unsigned width>
void run_wide() {
  using Number = ringlet::UInt<width>;
  const Undefined<Number> result, first, second;
  const std::span<Number> out = result;
  const std::span<const Number> a = first, b = second;
  const ringlet::Modulus<Number> q{Number::parse("0x8000000000000000000000000000000000000001")};
  ringlet::add(out, a, b, q);
  ringlet::sub(out, a, b, q);
  ringlet::neg(out, a, q);
  for (const auto form : {ringlet::Form::plain, ringlet::Form::montgomery}) {
    ringlet::mul(out, a, b, q, form);
    ringlet::mul_scalar(out, a, Number{3}, q, form);
    ringlet::mul_add(out, a, b, a, q, form);
    static_cast<void>(ringlet::inner_product(a, b, q, form));
  }
  ringlet::to_montgomery(out, a, q);
  ringlet::from_montgomery(out, a, q);

  const ringlet::Modulus<Number> prime{ringlet::ntt_primes_wide<width>(1, 125, n).front()};
  for (const auto order : {ringlet::Order::natural, ringlet::Order::bit_reversed}) {
    const ringlet::Ntt<Number> ntt(n, prime, {.order = order});
    ntt.forward(out, a);
    ntt.inverse(out, a);
    ntt.multiply(out, a, b);
    ringlet::NttBuffer<Number> x{ntt, a}, y{ntt, b};
    x.forward().mul(y.forward()).mul_add(y, y, ringlet::Form::montgomery).add(y).sub(y).inverse().store(out);
  }
}

}  // namespace

int main() {
  // Valgrind knows no AVX-512; the vector kernels are the same templates over instructions without branches.
  ringlet::backend::force("scalar");
  for (const unsigned bits : {49u, 62u}) {
    const ringlet::Modulus q{ringlet::ntt_primes(1, bits, n).front()};
    run_all(q);
    const Undefined<std::uint64_t> out, a;
    run_comparisons(q, out, a);
  }
  for (const unsigned bits : {30u, 50u, 61u}) run_rows(bits);
  for (const unsigned bits : {62u, 98u, 124u}) {
    const ringlet::Modulus q{ringlet::ntt_primes_double(1, bits, n).front()};
    run_all(q);
    run_split(q);
  }
  run_wide<192>();
  run_wide<256>();
  run_wide<320>();
  run_wide<384>();
  run_wide<512>();
}
