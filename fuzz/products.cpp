// Calls products of polynomials and of long integers, also with invalid arguments, and compares them with GMP's.

#include <bit>
#include <stdexcept>

#include "input.hpp"
#include "reference/convolution.hpp"
#include "ringlet/convolve.hpp"
#include "support/page_edge_buffer.hpp"

namespace {

using fuzz::Input;
using fuzz::named;
using ringlet::int128_t;
using ringlet::uint128_t;
using Words = std::vector<std::uint64_t>;
using Integers = std::vector<mpz_class>;

mpz_class integer(uint128_t x) {
  return (mpz_class(static_cast<unsigned long>(x >> 64)) << 64) + mpz_class(static_cast<unsigned long>(x));
}

std::size_t length(Input& input) {
  return input.pick({std::size_t{1}, std::size_t{1} + input.up_to(40), std::size_t{1} + input.up_to(2000)});
}

/// Returns a few drawn words, repeated, so that short inputs make long arrays.
Words words(Input& input, std::size_t size, std::uint64_t greatest) {
  Words drawn(1 + input.up_to(7));
  for (std::uint64_t& word : drawn) word = input.coin() ? greatest - input.up_to(greatest) : input.up_to(greatest);
  Words result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = drawn[i * (i + 3) / 2 % drawn.size()];
  return result;
}

/// A product: the function, its modulus, or 0 for integers, and its operands.
struct Case {
  enum class Function { linear, cyclic, negacyclic, middle } function;
  uint128_t m;
  Words a, b;
  std::size_t out;

  [[nodiscard]] std::string text() const {
    return named("function", static_cast<std::uint64_t>(function)) + named("m", integer(m)) + named("out", out) +
           named("a", reference::integers(a)) + named("b", reference::integers(b));
  }

  [[nodiscard]] bool is_right() const {
    const std::size_t n = a.size(), k = b.size();
    const bool fits = function == Function::linear   ? out == n + k - 1
                      : function == Function::middle ? n >= k && out == n - k + 1
                                                     : out >= std::max(n, k);
    return fits && m >= 1 && m <= uint128_t{1} << 64;
  }

  void call(std::span<std::uint64_t> result) const {
    switch (function) {
      case Function::linear:
        return ringlet::convolve(result, a, b, m);
      case Function::cyclic:
        return ringlet::cyclic_convolve(result, a, b, m);
      case Function::negacyclic:
        return ringlet::negacyclic_convolve(result, a, b, m);
      case Function::middle:
        return ringlet::middle_product(result, a, b, m);
    }
  }

  [[nodiscard]] Integers expected() const {
    const Integers product = reference::convolution(reference::integers(a), reference::integers(b));
    switch (function) {
      case Function::linear:
        return product;
      case Function::middle:
        return {product.begin() + static_cast<std::ptrdiff_t>(b.size() - 1),
                product.begin() + static_cast<std::ptrdiff_t>(a.size())};
      default:
        return reference::wrapped(product, out, function == Function::cyclic ? 1 : -1);
    }
  }
};

void modular(Input& input) {
  Case c{.function = input.pick(
             {Case::Function::linear, Case::Function::cyclic, Case::Function::negacyclic, Case::Function::middle}),
         .m = uint128_t{1} << input.up_to(64),
         .a = {},
         .b = {},
         .out = 0};
  if (input.coin()) c.m = 1 + uint128_t{input.up_to(static_cast<std::uint64_t>(c.m - 1))};
  const auto greatest = static_cast<std::uint64_t>(c.m - 1);
  c.a = words(input, length(input), greatest);
  c.b = words(input, length(input), greatest);
  const std::size_t longest = std::max(c.a.size(), c.b.size());
  c.out = c.function == Case::Function::linear   ? c.a.size() + c.b.size() - 1
          : c.function == Case::Function::middle ? longest - std::min(c.a.size(), c.b.size()) + 1
                                                 : longest + input.up_to(longest);
  if (input.up_to(15) == 15) c.out = input.up_to(c.out + 1);
  if (input.up_to(31) == 31) c.m = input.coin() ? 0 : (uint128_t{1} << 64) + 1 + input.word();
  const ringlet_test::PageEdgeBuffer out(Words(std::max<std::size_t>(c.out, 1), 0),
                                         ringlet_test::PageEdgeBuffer::Edge::back);
  const auto call = [&] { c.call(out.span().last(c.out)); };
  if (!c.is_right()) return fuzz::require_refused<std::invalid_argument>(call, [&] { return c.text(); });
  call();
  const Words result(out.span().begin(), out.span().end());
  fuzz::require(result == reference::remainders(c.expected(), integer(c.m)), [&] { return c.text(); });
}

void signed_integers(Input& input) {
  const auto draw = [&] {
    const std::uint64_t greatest = ~std::uint64_t{0} >> input.up_to(63);
    const Words drawn = words(input, length(input), greatest);
    std::vector<std::int64_t> numbers;
    for (const std::uint64_t word : drawn) numbers.push_back(static_cast<std::int64_t>(word));
    return numbers;
  };
  const std::vector<std::int64_t> a = draw(), b = draw();
  const Integers expected =
      reference::convolution(reference::integers(std::span(a)), reference::integers(std::span(b)));
  std::vector<int128_t> out(expected.size());
  try {
    ringlet::convolve(out, std::span(a), std::span(b));
  } catch (const std::invalid_argument&) {
    return;  // Results may not fit.
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto bits = static_cast<uint128_t>(out[k]);
    const mpz_class value = out[k] < 0 ? mpz_class(-integer(0 - bits)) : integer(bits);
    fuzz::require(value == expected[k], [&] {
      return "signed: " + named("k", k) + named("a", reference::integers(std::span(a))) +
             named("b", reference::integers(std::span(b)));
    });
  }
}

void long_integers(Input& input) {
  const Words a = words(input, length(input), ~std::uint64_t{0}), b = words(input, length(input), ~std::uint64_t{0});
  Words out(a.size() + b.size());
  ringlet::multiply_integers(out, a, b);
  const auto value = [](const Words& limbs) {
    mpz_class x;
    mpz_import(x.get_mpz_t(), limbs.size(), -1, sizeof limbs[0], 0, 0, limbs.data());
    return x;
  };
  fuzz::require(value(out) == value(a) * value(b),
                [&] { return "integers: " + named("a", reference::integers(a)) + named("b", reference::integers(b)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  fuzz::choose_backend(input);
  input.pick({&modular, &modular, &signed_integers, &long_integers})(input);
  return 0;
}
