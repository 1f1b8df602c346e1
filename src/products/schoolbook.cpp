#include "products/schoolbook.hpp"

#include "isa/divide.hpp"

namespace ringlet::products {
namespace {

/// Sums of products of words, modulo 2^64.
struct WordSum {
  std::uint64_t sum = 0;
  void add(std::uint64_t a, std::uint64_t b) { sum += a * b; }
};

/// Sums of products of words, modulo 2^128.
struct Sum128 {
  uint128_t sum = 0;
  void add(std::uint64_t a, std::uint64_t b) { sum += uint128_t{a} * b; }
};

struct SignedSum128 {
  uint128_t sum = 0;
  void add(std::uint64_t a, std::uint64_t b) {
    __extension__ using Signed = __int128;
    const auto product = static_cast<Signed>(static_cast<std::int64_t>(a)) * static_cast<std::int64_t>(b);
    sum += static_cast<uint128_t>(product);
  }
};

/// Sums of up to 2^64 products of words.
struct Sum192 {
  uint128_t sum = 0;
  std::uint64_t carries = 0;
  void add(std::uint64_t a, std::uint64_t b) {
    const uint128_t product = uint128_t{a} * b;
    sum += product;
    carries += sum < product ? 1 : 0;
  }
};

/// Returns (high 2^64 + low) modulo m for high < m.
std::uint64_t remainder(std::uint64_t high, std::uint64_t low, std::uint64_t m) {
  return low - isa::divide(uint128_t{high} << 64 | low, m) * m;
}

/// Calls store(k, sum) for each result k.
template <class Sum, class Store>
void sum_each(const ProductCall& call, const Store& store) {
  for (std::size_t k = call.first; k < call.last; ++k) {
    const std::size_t begin = k < call.a.count ? 0 : k - call.a.count + 1;
    const std::size_t end = std::min(k + 1, call.b.count);
    Sum sum;
    for (std::size_t j = begin; j < end; ++j) sum.add(call.a.words[k - j], call.b.words[j]);
    store(call.result(k), sum);
  }
}

template <class Sum>
void sum_integers(const ProductCall& call) {
  sum_each<Sum>(call, [](std::uint64_t* out, const Sum& sum) {
    out[0] = static_cast<std::uint64_t>(sum.sum);
    out[1] = static_cast<std::uint64_t>(sum.sum >> 64);
  });
}

/// Number of words of the sums modulo m.
unsigned sum_words(const ProductCall& call) {
  const SumBound bound = call.bound();
  if (call.m >> 64 != 0 || bound.fits(~std::uint64_t{0})) return 1;
  return bound.fits(~uint128_t{0}) ? 2 : 3;
}

void sum_modulo(const ProductCall& call) {
  if (call.m >> 64 != 0) {
    return sum_each<WordSum>(call, [](std::uint64_t* out, const WordSum& sum) { *out = sum.sum; });
  }
  const auto m = static_cast<std::uint64_t>(call.m);
  switch (sum_words(call)) {
    case 1:
      return sum_each<WordSum>(call, [m](std::uint64_t* out, const WordSum& sum) { *out = sum.sum % m; });
    case 2:
      return sum_each<Sum128>(call, [m](std::uint64_t* out, const Sum128& sum) {
        *out = remainder(static_cast<std::uint64_t>(sum.sum >> 64) % m, static_cast<std::uint64_t>(sum.sum), m);
      });
    default:
      return sum_each<Sum192>(call, [m](std::uint64_t* out, const Sum192& sum) {
        const std::uint64_t upper = remainder(sum.carries % m, static_cast<std::uint64_t>(sum.sum >> 64), m);
        *out = remainder(upper, static_cast<std::uint64_t>(sum.sum), m);
      });
  }
}

}  // namespace

void multiply_by_definition(const ProductCall& call) {
  if (call.m != 0) return sum_modulo(call);
  if (call.a.is_signed) return sum_integers<SignedSum128>(call);
  sum_integers<Sum128>(call);
}

double definition_time(const ProductCall& call) {
  // Each result is a sum of at most as many terms as b has elements.
  const auto results = static_cast<double>(call.last - call.first);
  const double terms = std::min(results, static_cast<double>(call.a.count)) * static_cast<double>(call.b.count);
  constexpr double of_term[] = {2.5, 4, 8}, of_result[] = {30, 60, 100};
  const unsigned kind = call.m == 0 ? 1 : sum_words(call) - 1;
  return terms * of_term[kind] + (call.m == 0 ? 20 : of_result[kind]) * results;
}

}  // namespace ringlet::products
