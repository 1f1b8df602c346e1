#include "products/schoolbook.hpp"

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "isa/divide.hpp"
#include "products/product_cache.hpp"

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

/// Sums of products over rows of a, by the kernels of dot products.
class SumsOfRows {
 public:
  explicit SumsOfRows(const ProductCall& call)
      : call_(call),
        m_(arith::make_modulus(static_cast<std::uint64_t>(call.m))),
        kernels_(*backends::choose_dot(backends::active(), m_.q).kernel),
        terms_(call.b.count),
        loan_(ProductCache::instance().pool(), terms_ * (kernels_.factor.words + 1) + longest_piece + 2 * granule) {
    kernels_.modulus.encode(constants_, m_);
    // Row i begins with element i of a window of a, so its factor is element terms - 1 - i of b.
    for (std::size_t i = 0; i < terms_; ++i) {
      kernels_.factor.encode(loan_.get() + i * kernels_.factor.words, 0, 1, call.b.words[terms_ - 1 - i], m_);
    }
  }

  void run() const {
    for (std::size_t begin = call_.first; begin < call_.last; begin += longest_piece) {
      sum_piece(begin, std::min(begin + longest_piece, call_.last));
    }
  }

 private:
  /// Number of results that kernels compute fastest at once, or a multiple.
  static constexpr std::size_t granule = 64;
  static constexpr std::size_t longest_piece = 64 * granule;

  void sum_piece(std::size_t begin, std::size_t end) const {
    const std::size_t tail = (end - begin) % granule, whole = end - begin - tail;
    const std::uint64_t* const window = window_of(begin, whole + (tail == 0 ? 0 : granule) + terms_ - 1);
    if (whole != 0) sum(call_.result(begin), window, whole);
    if (tail == 0) return;
    std::uint64_t* const results = loan_.get() + terms_ * (kernels_.factor.words + 1) + longest_piece + granule;
    sum(results, window + whole, granule);
    std::copy_n(results, tail, call_.result(begin + whole));
  }

  /// Returns `size` elements of a from element begin + 1 - terms on, with zeros before and behind a.
  const std::uint64_t* window_of(std::size_t begin, std::size_t size) const {
    const std::size_t before = begin + 1 < terms_ ? terms_ - 1 - begin : 0;
    const std::size_t first = std::min(begin + before + 1 - terms_, call_.a.count);
    if (before == 0 && call_.a.count - first >= size) return call_.a.words + first;
    std::uint64_t* const window = loan_.get() + terms_ * kernels_.factor.words;
    const std::size_t count = std::min(call_.a.count - first, size - before);
    std::fill_n(window, before, 0);
    std::copy_n(call_.a.words + first, count, window + before);
    std::fill(window + before + count, window + size, 0);
    return window;
  }

  /// Computes `count` results from a window that begins with the element of the first result's last term.
  void sum(std::uint64_t* out, const std::uint64_t* window, std::size_t count) const {
    kernels_.rows({.in = window,
                   .in_stride = 1,
                   .terms = terms_,
                   .out = &out,
                   .offset = 0,
                   .outputs = 1,
                   .count = count,
                   .factors = loan_.get(),
                   .moduli = constants_});
  }

  const ProductCall& call_;
  arith::WordModulus m_;
  const kernels::DotKernels& kernels_;
  std::size_t terms_;
  /// The encoded factors, a window, and results of the last piece.
  memory::MemoryPool::Loan loan_;
  std::uint64_t constants_[arith::max_dot_modulus_words];
};

}  // namespace

unsigned sum_words(const ProductCall& call) {
  const SumBound bound = call.bound();
  if (call.m >> 64 != 0 || (call.m != 0 && bound.fits(~std::uint64_t{0}))) return 1;
  return call.m == 0 || bound.fits(~uint128_t{0}) ? 2 : 3;
}

void multiply_by_definition(const ProductCall& call) {
  if (call.m != 0) return sum_modulo(call);
  if (call.a.is_signed) return sum_integers<SignedSum128>(call);
  sum_integers<Sum128>(call);
}

bool has_rows(const ProductCall& call) {
  return call.m >= 2 && call.m >> arith::WordTraits<std::uint64_t>::max_rns_bits == 0;
}

void multiply_by_rows(const ProductCall& call) { SumsOfRows(call).run(); }

}  // namespace ringlet::products
