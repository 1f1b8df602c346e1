#include "ringlet/convolve.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "arith/decimal.hpp"
#include "checks/checks.hpp"
#include "products/convolution.hpp"
#include "products/long_integers.hpp"
#include "products/modulo.hpp"
#include "products/product_cache.hpp"

namespace ringlet {
namespace products {
namespace {

constexpr std::size_t max_elements = std::size_t{1} << 30;
constexpr uint128_t max_modulus = uint128_t{1} << 64;

/// Releases memory above the cache's limit at the end of a call.
struct TrimmedCache {
  TrimmedCache() = default;
  TrimmedCache(const TrimmedCache&) = delete;
  TrimmedCache& operator=(const TrimmedCache&) = delete;
  ~TrimmedCache() { ProductCache::instance().trim(); }
};

template <class Element>
std::uint64_t* words_of(Element* elements) {
  return static_cast<std::uint64_t*>(static_cast<void*>(elements));
}
template <class Element>
const std::uint64_t* words_of(const Element* elements) {
  return static_cast<const std::uint64_t*>(static_cast<const void*>(elements));
}

template <class Element>
void require_elements(const char* name, std::span<const Element> elements) {
  checks::require_nonempty(name, elements.size());
  if (elements.size() > max_elements) {
    checks::reject(std::string("size of ") + name, elements.size(), "it must be at most 2^30");
  }
}

/// Requires that no byte of out belongs to the elements.
template <class Result, class Element>
void require_apart(const char* name, std::span<Result> out, std::span<const Element> elements) {
  const auto begin = reinterpret_cast<std::uintptr_t>(elements.data());
  const auto first = reinterpret_cast<std::uintptr_t>(out.data());
  if (first < begin + elements.size_bytes() && begin < first + out.size_bytes()) {
    throw std::invalid_argument(std::string("out overlaps ") + name + ", but it must be a separate array");
  }
}

/// Returns whether all elements lie in [0, m).
bool are_below(std::span<const std::uint64_t> elements, uint128_t m) {
  const auto last = static_cast<std::uint64_t>(m - 1);
  if (last >> 63 != 0) {
    return std::ranges::all_of(elements, [last](std::uint64_t element) { return element <= last; });
  }
  // The leading bit is set if an element has it or is above `last`. Compilers vectorise this for any CPU.
  std::uint64_t bits = 0;
  for (const std::uint64_t element : elements) bits |= element | (last - element);
  return bits >> 63 == 0;
}

/// Returns the elements, which must lie in [0, m), as an operand.
Operand operand_below(const char* name, std::span<const std::uint64_t> elements, uint128_t m) {
  if (!are_below(elements, m)) {
    const std::uint64_t greatest = std::ranges::max(elements);
    const auto at = static_cast<std::size_t>(std::ranges::find(elements, greatest) - elements.begin());
    throw std::out_of_range(checks::element(name, at) + " is " + std::to_string(greatest) +
                            ", but it must lie in [0, m), m = " + arith::text_of(m));
  }
  return {elements.data(), elements.size(), false, static_cast<std::uint64_t>(m - 1)};
}

Operand operand_of(std::span<const std::uint64_t> elements) {
  return {elements.data(), elements.size(), false, std::ranges::max(elements)};
}

Operand operand_of(std::span<const std::int64_t> elements) {
  std::int64_t least = 0, greatest = 0;
  for (const std::int64_t element : elements) {
    least = std::min(least, element);
    greatest = std::max(greatest, element);
  }
  const std::uint64_t magnitude = std::uint64_t{0} - static_cast<std::uint64_t>(least);
  return {words_of(elements.data()), elements.size(), true, std::max(magnitude, static_cast<std::uint64_t>(greatest))};
}

/// Requires all possible results to fit the type of out.
void require_room(const SumBound& bound) {
  const unsigned bits = bound.is_signed ? 127 : 128;
  if (bound.fits(~uint128_t{0} >> (128 - bits))) return;
  throw std::invalid_argument("the greatest possible result is " + std::to_string(bound.terms) + " terms of " +
                              std::to_string(bound.a) + " times " + std::to_string(bound.b) +
                              ", but it must be below 2^" + std::to_string(bits) + "; reduce a or b, or pass m");
}

/// Checks what all functions ask of their operands, and makes the call for the whole convolution. m: one or no modulus.
template <class Result, class Element, class... Modulus>
ProductCall checked_call(std::span<Result> out, std::span<const Element> a, std::span<const Element> b, Modulus... m) {
  require_elements("a", a);
  require_elements("b", b);
  require_apart("a", out, a);
  require_apart("b", out, b);
  (void(m == 0 || m > max_modulus ? checks::reject("m", m, "it must be at least 1 and at most 2^64") : void()), ...);
  ProductCall call{};
  if constexpr (sizeof...(m) == 0) {
    call.a = operand_of(a);
    call.b = operand_of(b);
  } else {
    call.a = operand_below("a", a, m...);
    call.b = operand_below("b", b, m...);
    call.m = (m, ...);
  }
  if (call.a.count < call.b.count) std::swap(call.a, call.b);
  if constexpr (sizeof...(m) == 0) require_room(call.bound());
  call.out = words_of(out.data());
  call.last = a.size() + b.size() - 1;
  return call;
}

void run(const ProductCall& call, Executor* executor) {
  SerialExecutor serial;
  const TrimmedCache trimmed;
  multiply(call, executor != nullptr ? *executor : serial);
}

template <class Result, class Element, class... Modulus>
void linear(Executor* executor, std::span<Result> out, std::span<const Element> a, std::span<const Element> b,
            Modulus... m) {
  const ProductCall call = checked_call(out, a, b, m...);
  checks::require_size("out", out.size(), call.last);
  run(call, executor);
}

template <class Result, class Element, class... Modulus>
void middle(Executor* executor, std::span<Result> out, std::span<const Element> a, std::span<const Element> b,
            Modulus... m) {
  ProductCall call = checked_call(out, a, b, m...);
  if (b.size() > a.size()) {
    checks::reject("size of b", b.size(), "it must be at most the size of a, " + std::to_string(a.size()));
  }
  checks::require_size("out", out.size(), a.size() - b.size() + 1);
  call.first = b.size() - 1;
  call.last = a.size();
  run(call, executor);
}

/// Computes a product modulo X^n + 1 or X^n - 1 from the linear convolution.
void fold(const ProductCall& call, std::size_t n, Ring ring, Executor& executor) {
  const std::size_t words = call.result_words();
  const memory::MemoryPool::Loan loan(ProductCache::instance().pool(), call.last * words);
  ProductCall whole = call;
  whole.out = loan.get();
  multiply(whole, executor);
  const std::size_t direct = std::min(n, call.last);
  std::copy_n(whole.out, direct * words, call.out);
  std::fill(call.out + direct * words, call.out + n * words, 0);
  if (call.last <= n) return;
  const std::uint64_t* const wrapped = whole.out + n * words;
  if (ring == Ring::cyclic) {
    add_results(call.out, wrapped, call.last - n, call.m);
  } else {
    subtract_results(call.out, wrapped, call.last - n, call.m);
  }
}

template <class Result, class Element, class... Modulus>
void in_ring(Ring ring, Executor* executor, std::span<Result> out, std::span<const Element> a,
             std::span<const Element> b, Modulus... m) {
  ProductCall call = checked_call(out, a, b, m...);
  const std::size_t n = out.size();
  for (const auto& [name, size] : {std::pair("size of a", a.size()), std::pair("size of b", b.size())}) {
    if (size > n) checks::reject(name, size, "it must be at most the size of out, " + std::to_string(n));
  }
  if (n > max_elements) checks::reject("size of out", n, "it must be at most 2^30");
  SerialExecutor serial;
  Executor& threads = executor != nullptr ? *executor : serial;
  const TrimmedCache trimmed;
  const auto log_n = static_cast<unsigned>(std::bit_width(n) - 1);
  if (std::has_single_bit(n) && log_n <= max_log_size && gains_from_ring(call, log_n, ring)) {
    call.last = n;
    multiply_in_ring(call, log_n, ring, threads);
  } else {
    fold(call, n, ring, threads);
  }
}

/// Least number of limbs of the shorter operand for which digits are faster.
constexpr std::size_t min_limbs_for_digits = 50;

void multiply_long_integers(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                            std::span<const std::uint64_t> b, Executor* executor) {
  constexpr std::size_t max_limbs = max_elements / 2;
  for (const auto& [name, limbs] : {std::pair("a", a), std::pair("b", b)}) {
    checks::require_nonempty(name, limbs.size());
    if (limbs.size() > max_limbs) {
      checks::reject(std::string("size of ") + name, limbs.size(), "it must be at most 2^29");
    }
    require_apart(name, out, limbs);
  }
  checks::require_size("out", out.size(), a.size() + b.size());
  if (a.size() < b.size()) std::swap(a, b);
  const LongInteger longer{a.data(), a.size()}, shorter{b.data(), b.size()};
  if (b.size() < min_limbs_for_digits) return multiply_limbs(out.data(), longer, shorter);
  SerialExecutor serial;
  const TrimmedCache trimmed;
  multiply_digits(out.data(), longer, shorter, longest_digits(b.size()), executor != nullptr ? *executor : serial);
}

}  // namespace
}  // namespace products

using Words = std::span<const std::uint64_t>;
using SignedWords = std::span<const std::int64_t>;

void convolve(std::span<std::uint64_t> out, Words a, Words b, uint128_t m, Executor* executor) {
  products::linear(executor, out, a, b, m);
}
void convolve(std::span<uint128_t> out, Words a, Words b, Executor* executor) { products::linear(executor, out, a, b); }
void convolve(std::span<int128_t> out, SignedWords a, SignedWords b, Executor* executor) {
  products::linear(executor, out, a, b);
}

void cyclic_convolve(std::span<std::uint64_t> out, Words a, Words b, uint128_t m, Executor* executor) {
  products::in_ring(Ring::cyclic, executor, out, a, b, m);
}
void cyclic_convolve(std::span<uint128_t> out, Words a, Words b, Executor* executor) {
  products::in_ring(Ring::cyclic, executor, out, a, b);
}
void cyclic_convolve(std::span<int128_t> out, SignedWords a, SignedWords b, Executor* executor) {
  products::in_ring(Ring::cyclic, executor, out, a, b);
}

void negacyclic_convolve(std::span<std::uint64_t> out, Words a, Words b, uint128_t m, Executor* executor) {
  products::in_ring(Ring::negacyclic, executor, out, a, b, m);
}
void negacyclic_convolve(std::span<int128_t> out, SignedWords a, SignedWords b, Executor* executor) {
  products::in_ring(Ring::negacyclic, executor, out, a, b);
}

void middle_product(std::span<std::uint64_t> out, Words a, Words b, uint128_t m, Executor* executor) {
  products::middle(executor, out, a, b, m);
}
void middle_product(std::span<uint128_t> out, Words a, Words b, Executor* executor) {
  products::middle(executor, out, a, b);
}
void middle_product(std::span<int128_t> out, SignedWords a, SignedWords b, Executor* executor) {
  products::middle(executor, out, a, b);
}

void multiply_integers(std::span<std::uint64_t> out, Words a, Words b, Executor* executor) {
  products::multiply_long_integers(out, a, b, executor);
}

}  // namespace ringlet
