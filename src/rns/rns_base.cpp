#include "ringlet/rns_base.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "memory/aligned_words.hpp"
#include "rns/checks.hpp"
#include "rns/constants.hpp"

namespace ringlet {
namespace {

using Words = std::vector<std::uint64_t>;

std::vector<Modulus<std::uint64_t>> validated(std::span<const std::uint64_t> moduli) {
  if (moduli.empty() || moduli.size() > RnsBase::max_size) {
    checks::reject("number of moduli", moduli.size(), "it must be 1 to " + std::to_string(RnsBase::max_size));
  }
  std::vector<Modulus<std::uint64_t>> result;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    rns::require_rns_modulus(checks::element("moduli", i), moduli[i]);
    for (std::size_t k = 0; k < i; ++k) rns::require_no_common_factor("moduli", i, moduli[i], "moduli", k, moduli[k]);
    result.emplace_back(moduli[i]);
  }
  return result;
}

// ---- little-endian integers of a fixed number of words ----

/// Computes x += y m modulo 2^(64 words).
void add_multiple(std::span<std::uint64_t> x, std::span<const std::uint64_t> y, std::uint64_t m) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const uint128_t sum = uint128_t{i < y.size() ? y[i] : 0} * m + x[i] + carry;
    x[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
}

/// Computes x -= y m modulo 2^(64 words).
void subtract_multiple(std::span<std::uint64_t> x, std::span<const std::uint64_t> y, std::uint64_t m) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const uint128_t product = uint128_t{i < y.size() ? y[i] : 0} * m + borrow;
    const auto low = static_cast<std::uint64_t>(product);
    borrow = static_cast<std::uint64_t>(product >> 64) + (x[i] < low ? 1 : 0);
    x[i] -= low;
  }
}

/// Replaces x by floor(x / d) and returns the remainder.
std::uint64_t divide(std::span<std::uint64_t> x, std::uint64_t d) {
  std::uint64_t remainder = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    const uint128_t part = (uint128_t{remainder} << 64) | x[i];
    x[i] = static_cast<std::uint64_t>(part / d);
    remainder = static_cast<std::uint64_t>(part % d);
  }
  return remainder;
}

/// Computes integers from residues: sum y_i Q/q_i minus a multiple of Q.
class Composer {
 public:
  explicit Composer(const RnsBase& base) : product_(base.product()), sum_(product_.size() + 1) {
    for (std::size_t i = 0; i < base.size(); ++i) {
      Words others(product_.begin(), product_.end());
      divide(others, base[i].value());
      Words residue = others;
      const std::uint64_t q = base[i].value();
      inverses_.push_back(arith::make_shoup_pair(arith::inverse_mod(divide(residue, q), q), base[i].constants()));
      others_.push_back(std::move(others));
      moduli_.push_back(base[i].constants());
    }
    half_.assign(product_.begin(), product_.end());
    divide(half_, 2);
  }

  /// Returns the integer of column k, in [0, Q).
  std::span<const std::uint64_t> operator()(RnsView in, std::size_t k) {
    std::ranges::fill(sum_, 0);
    long double quotient = 0;
    for (std::size_t i = 0; i < moduli_.size(); ++i) {
      const std::uint64_t y = arith::mul_mod(in[i][k], inverses_[i], moduli_[i]);
      add_multiple(sum_, others_[i], y);
      quotient += static_cast<long double>(y) / static_cast<long double>(moduli_[i].q);
    }
    // Rounding may have made it too large or too small by one if the sum is next to a multiple of Q.
    const auto multiple = static_cast<std::uint64_t>(quotient);
    subtract_multiple(sum_, product_, multiple == 0 ? 0 : multiple - 1);
    while (!rns::is_less(sum_, product_)) subtract_multiple(sum_, product_, 1);
    return sum_;
  }

  /// Returns whether x lies in [Q/2, Q), so that the centred representative is x - Q: 2x >= Q, which is
  /// x > floor((Q - 1) / 2).
  [[nodiscard]] bool is_upper_half(std::span<const std::uint64_t> x) const {
    return product_.front() % 2 == 0 ? !rns::is_less(x, half_) : rns::is_less(half_, x);
  }
  [[nodiscard]] std::span<const std::uint64_t> product() const { return product_; }

 private:
  std::span<const std::uint64_t> product_;
  memory::AlignedWords<std::uint64_t> sum_;  // wiped, since the integers are secret like all values of a call
  Words half_;
  std::vector<Words> others_;
  std::vector<arith::ShoupPair> inverses_;
  std::vector<arith::WordModulus> moduli_;
};

/// Requires n integers of `words` words each.
void require_integers(const char* name, std::size_t size, std::size_t words, std::size_t n) {
  if (words == 0) checks::reject("words", words, "it must be at least 1");
  if (n > SIZE_MAX / words) checks::reject("words", words, "no array has so many elements");
  checks::require_size(name, size, n * words);
}

}  // namespace

struct RnsBase::Values {
  explicit Values(std::vector<Modulus<std::uint64_t>> of) : moduli(std::move(of)), product(rns::product_of(moduli)) {}

  std::vector<Modulus<std::uint64_t>> moduli;
  Words product;
};

RnsBase::RnsBase(std::shared_ptr<const Values> values) noexcept : values_(std::move(values)) {}

RnsBase::RnsBase(std::span<const std::uint64_t> moduli) : RnsBase(std::make_shared<const Values>(validated(moduli))) {}

std::span<const Modulus<std::uint64_t>> RnsBase::moduli() const noexcept { return values_->moduli; }

std::span<const std::uint64_t> RnsBase::product() const noexcept { return values_->product; }

RnsBase RnsBase::first(std::size_t count) const {
  if (count == 0 || count > size()) {
    checks::reject("count", count, "it must lie in [1, " + std::to_string(size()) + "]");
  }
  const auto prefix = moduli().first(count);
  return RnsBase(std::make_shared<const Values>(std::vector(prefix.begin(), prefix.end())));
}

RnsBase RnsBase::followed_by(const RnsBase& other) const {
  Words values;
  for (const RnsBase* base : {this, &other}) {
    for (const auto& q : base->moduli()) values.push_back(q.value());
  }
  return RnsBase(values);
}

void to_integers(std::span<std::uint64_t> out, std::size_t words, RnsView in, const RnsBase& base, Lift lift) {
  checks::require_enumerator("lift", lift, Lift::centred);
  if (lift == Lift::approximate) throw std::invalid_argument("lift is approximate, but it must be floor or centred");
  rns::require_rows("in", in, base.size(), in.size());
  require_integers("out", out.size(), words, in.size());
  // [-Q/2, Q/2) lies in [-2^(64 words - 1), 2^(64 words - 1)) if and only if Q fits in `words` words.
  if (words < base.product().size()) {
    checks::reject("words", words,
                   "it must be at least " + std::to_string(base.product().size()) + " for the product of " +
                       std::to_string(base.size()) + " moduli");
  }
  rns::check_rows("in", in, base);
  Composer compose(base);
  for (std::size_t k = 0; k < in.size(); ++k) {
    const auto integer = compose(in, k);
    const auto result = out.subspan(k * words, words);
    for (std::size_t i = 0; i < words; ++i) result[i] = i < integer.size() ? integer[i] : 0;
    if (lift == Lift::centred && compose.is_upper_half(integer)) subtract_multiple(result, compose.product(), 1);
  }
}

void from_integers(RnsSpan out, std::span<const std::uint64_t> in, std::size_t words, const RnsBase& base,
                   bool is_signed) {
  rns::require_rows("out", out, base.size(), out.size());
  require_integers("in", in.size(), words, out.size());
  for (std::size_t i = 0; i < base.size(); ++i) {
    const arith::WordModulus m = base[i].constants();
    const arith::ShoupPair unit = arith::make_shoup_pair(static_cast<std::uint64_t>((uint128_t{1} << 64) % m.q), m);
    // A negative integer is the unsigned integer minus 2^(64 words).
    const std::uint64_t modular_range = arith::pow_mod(unit.value, static_cast<std::uint64_t>(words), m);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const auto integer = in.subspan(k * words, words);
      std::uint64_t residue = 0;
      for (std::size_t w = words; w-- > 0;) {
        const std::uint64_t sum = arith::mul_mod(residue, unit, m) + arith::reduce(integer[w], m);
        residue = sum >= m.q ? sum - m.q : sum;
      }
      if (is_signed && (integer[words - 1] >> 63) != 0) {
        residue = residue >= modular_range ? residue - modular_range : residue + m.q - modular_range;
      }
      out[i][k] = residue;
    }
  }
}

}  // namespace ringlet
