#include "rns/base_conversion_plan.hpp"

#include <algorithm>

#include "arith/word_arithmetic.hpp"

namespace ringlet::plan {
namespace {

using arith::WordModulus;
using Moduli = BaseConversion::Moduli;

/// Number of bits of sum y_i / q_i after the binary point.
constexpr unsigned fraction_bits = 42;  // proof 16.5

/// Returns the greatest shortfall of a sum of so many truncated terms, in units of the last fraction bit.
constexpr std::uint64_t shortfall(std::uint64_t terms) { return 2 * terms + 1; }  // proof 16.5

/// Multiplies x by the factor of modulus number i. An empty list of factors means 1.
std::uint64_t scaled(std::uint64_t x, std::span<const std::uint64_t> factors, std::size_t i, const WordModulus& m) {
  return factors.empty() ? x : arith::mul_mod(x, factors[i], m);
}

std::uint64_t largest(Moduli from, Moduli to) {
  std::uint64_t q = 0;
  for (const Moduli moduli : {from, to}) {
    for (const WordModulus& m : moduli) q = std::max(q, m.q);
  }
  return q;
}

/// Returns floor(2^(fraction_bits + bits) / q).
std::uint64_t fraction_of(const WordModulus& m) {  // proof 16.5
  return arith::power_of_two_quotient(fraction_bits + m.bits, m.q);
}

template <auto operation>
auto kernel_of(const WordModulus& m, const backends::Backend& backend) {
  return backends::choose_eltwise(backend, m.q, operation).kernel->*operation;
}
constexpr auto multiply_of = kernel_of<&kernels::EltwiseKernels::axpy>;
constexpr auto add_scalar_of = kernel_of<&kernels::EltwiseKernels::add_scalar>;

/// Returns the least factor f of a lazy range, 1, 2 or 4, with q <= f p. Returns 0 if there is none.
unsigned factor_of_range(const WordModulus& q, const WordModulus& p) {
  for (const unsigned factor : {1U, 2U, 4U}) {
    if (q.q <= factor * p.q) return factor;
  }
  return 0;
}

}  // namespace

std::uint64_t product_without(Moduli moduli, std::size_t left_out, const WordModulus& m) {
  std::uint64_t product = 1 % m.q;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    if (i != left_out) product = arith::mul_mod(product, arith::reduce(moduli[i].q, m), m);
  }
  return product;
}

BaseConversion::BaseConversion(Moduli from, Moduli to, Lift lift, const backends::Backend& backend,
                               const ConversionScales& scales)
    : BaseConversion(from, to, lift, nullptr, backend, scales) {}

BaseConversion::BaseConversion(Moduli from, const RedundantModulus& redundant, Moduli to,
                               const backends::Backend& backend, const ConversionScales& scales)
    : BaseConversion(from, to, Lift::centred, &redundant, backend, scales) {}

BaseConversion::BaseConversion(Moduli from, Moduli to, Lift lift, const RedundantModulus* redundant,
                               const backends::Backend& backend, const ConversionScales& scales)
    : lift_(lift),
      dot_(backends::choose_dot(
          backend, std::max(largest(from, to), redundant == nullptr ? std::uint64_t{0} : redundant->modulus.q))) {
  set_inputs(from, backend, scales.from);
  if (redundant != nullptr) multiple_ = multiple_by(*redundant, from, backend);
  set_outputs(from, to, backend, scales.to);
}

void BaseConversion::set_inputs(Moduli from, const backends::Backend& backend, std::span<const std::uint64_t> scales) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const WordModulus& m = from[i];
    const std::uint64_t inverse = arith::inverse_mod(product_without(from, i, m), m.q);
    inputs_.push_back({.modulus = m,
                       .multiply = multiply_of(m, backend),
                       .add_scalar = add_scalar_of(m, backend),
                       .inverse = scaled(inverse, scales, i, m),
                       .fraction_shift = 64 - m.bits,  // proof 16.5
                       .fraction = fraction_of(m)});
  }
}

BaseConversion::Multiple BaseConversion::multiple_by(const RedundantModulus& redundant, Moduli from,
                                                     const backends::Backend& backend) const {
  const WordModulus& m = redundant.modulus;
  const kernels::DotKernels& dot = *dot_.kernel;
  Multiple multiple{.modulus = m,
                    .is_given = redundant.is_given,
                    .add_scalar = add_scalar_of(m, backend),
                    .factors = AlignedWords<std::uint64_t>((from.size() + 1) * dot.factor.words),
                    .constants = AlignedWords<std::uint64_t>(dot.modulus.words)};
  dot.modulus.encode(multiple.constants.data(), m);
  std::uint64_t* factor = multiple.factors.data();
  for (const WordModulus& q : from) {
    dot.factor.encode(factor, 0, 1, m.q - arith::inverse_mod(arith::reduce(q.q, m), m.q), m);
    factor += dot.factor.words;
  }
  dot.factor.encode(factor, 0, 1, arith::inverse_mod(product_without(from, from.size(), m), m.q), m);
  return multiple;
}

void BaseConversion::set_outputs(Moduli from, Moduli to, const backends::Backend& backend,
                                 std::span<const std::uint64_t> scales) {
  const kernels::DotKernels& dot = *dot_.kernel;
  const bool is_one = from.size() == 1 && !multiple_;
  factors_.resize(to.size() * terms() * dot.factor.words);
  moduli_.resize(to.size() * dot.modulus.words);
  std::uint64_t* factor = factors_.data();
  for (std::size_t j = 0; j < to.size(); ++j) {
    const WordModulus& p = to[j];
    const auto scaled_product = [&](std::size_t left_out) {
      return scaled(product_without(from, left_out, p), scales, j, p);
    };
    const auto negated = [&](std::uint64_t x) { return x == 0 ? 0 : p.q - x; };
    dot.modulus.encode(moduli_.data() + j * dot.modulus.words, p);
    for (std::size_t i = 0; i < terms(); ++i, factor += dot.factor.words) {
      // Index from.size() omits no modulus and gives Q, the factor of the correction. It is negated without a redundant
      // modulus.
      const std::uint64_t c = scaled_product(i);
      dot.factor.encode(factor, 0, 1, i < from.size() || multiple_ ? c : negated(c), p);
    }
    if (is_one) {
      products_of_one_.push_back({.modulus = p,
                                  .multiply = multiply_of(p, backend),
                                  .factor = scaled_product(0),
                                  .input_factor = factor_of_range(from[0], p)});
    }
    if (multiple_ || (is_one && lift_ == Lift::centred)) {
      const std::uint64_t half = half_of(multiple_ ? multiple_->modulus.q : from[0].q);
      const std::uint64_t unit = scaled_product(multiple_ ? from.size() : 0);
      shifts_.push_back({.modulus = p,
                         .add_scalar = add_scalar_of(p, backend),
                         .constant = negated(arith::mul_mod(arith::reduce(half, p), unit, p))});
    }
  }
}

void BaseConversion::prepare(std::uint64_t* rows, std::size_t stride, std::span<const std::uint64_t* const> in,
                             std::size_t begin, std::size_t count) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].prepare(rows + i * stride, in[i] + begin, count);
  }
  if (multiple_ && multiple_->is_given) std::copy_n(in[inputs_.size()] + begin, count, rows + inputs_.size() * stride);
  complete(rows, stride, count);
}

void BaseConversion::prepare_in_place(std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  // Pieces stay in the cache from one step to the next.
  for (std::size_t at = 0; at < count; at += longest_tile) {
    const std::size_t length = std::min(longest_tile, count - at);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      std::uint64_t* const row = rows + i * stride + at;
      inputs_[i].prepare(row, row, length);
    }
    complete(rows + at, stride, length);
  }
}

void BaseConversion::complete(std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  if (multiple_) return multiple_->find(rows, stride, inputs_.size(), count, *dot_.kernel);
  if (inputs_.size() == 1 && lift_ == Lift::centred) {
    const Input& input = inputs_.front();
    input.add_scalar(rows, rows, half_of(input.modulus.q), count, input.modulus);
  }
  if (!has_multiples()) return;
  constexpr std::uint64_t half = std::uint64_t{1} << (fraction_bits - 1);  // proof 16.5
  std::uint64_t* const v = rows + inputs_.size() * stride;
  std::fill_n(v, count, lift_ == Lift::centred ? half : shortfall(inputs_.size()));
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    dot_.kernel->add_fractions(v, rows + i * stride, count, inputs_[i].fraction_shift, inputs_[i].fraction);
  }
  for (std::size_t k = 0; k < count; ++k) v[k] >>= fraction_bits;
}

void BaseConversion::finish(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first,
                            const std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  if (!products_of_one_.empty()) return multiply_rows(out, offset, first, rows, stride, count);
  sum_rows(out, offset, first, rows, stride, count);
  if (shifts_.empty()) return;
  for (std::size_t k = 0; k < out.size(); ++k) shifts_[first + k](out[k] + offset, count);
}

void BaseConversion::multiply_rows(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first,
                                   const std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Product& product = products_of_one_[first + k];
    // Pieces stay in the cache from one step to the next.
    for (std::size_t at = 0; at < count; at += longest_tile) {
      const std::size_t length = std::min(longest_tile, count - at);
      std::uint64_t* const to = out[k] + offset + at;
      if (product.input_factor != 0) {
        product.multiply(to, rows + at, product.factor, nullptr, length, product.modulus, product.input_factor);
      } else {
        sum_rows(out.subspan(k, 1), offset + at, first + k, rows + at, stride, length);
      }
      if (!shifts_.empty()) shifts_[first + k](to, length);
    }
  }
}

void BaseConversion::convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in,
                             std::size_t begin, std::size_t end) const {
  for_each_tile(in, begin, end, [&](const std::uint64_t* rows, std::size_t stride, std::size_t at, std::size_t count) {
    finish(out, at, 0, rows, stride, count);
  });
}

std::string BaseConversion::describe() const {
  return std::string(dot_.backend->name).append(" / ").append(dot_.kernel->arithmetic);
}

}  // namespace ringlet::plan
