#include "plan/base_conversion.hpp"

#include <algorithm>

#include "arith/word_arithmetic.hpp"

namespace ringlet::plan {
namespace {

using arith::WordModulus;
using Moduli = BaseConversion::Moduli;

/// Bits of sum y_i / q_i behind the binary point.
constexpr unsigned fraction_bits = 42;  // proof 16.5

/// What so many terms may fall short by, in units of the last of these bits.
constexpr std::uint64_t shortfall(std::uint64_t terms) { return 2 * terms + 1; }  // proof 16.5

/// Room for the rows of a tile, which stay in a first-level cache: 65 of them, or 256 values of a few.
constexpr std::size_t tile_words = 4608;
constexpr std::size_t longest_tile = 256;

/// The values of a tile of `rows` rows: a multiple of 16, so that rows begin on vectors.
std::size_t tile_length(std::size_t rows) { return std::min(longest_tile, tile_words / rows / 16 * 16); }

/// The product of all moduli but number `left_out`, modulo m.
std::uint64_t product_without(Moduli moduli, std::size_t left_out, const WordModulus& m) {
  std::uint64_t product = 1 % m.q;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    if (i != left_out) product = arith::mul_mod(product, arith::reduce(moduli[i].q, m), m);
  }
  return product;
}

unsigned longest(Moduli from, Moduli to) {
  unsigned bits = 0;
  for (const Moduli moduli : {from, to}) {
    for (const WordModulus& m : moduli) bits = std::max(bits, m.bits);
  }
  return bits;
}

/// floor(2^(fraction_bits + bits) / q).
std::uint64_t fraction_of(const WordModulus& m) {
  return static_cast<std::uint64_t>(arith::power_of_two_quotient<std::uint64_t>(fraction_bits + m.bits, m.q));
}

}  // namespace

BaseConversion::BaseConversion(Moduli from, Moduli to, Lift lift, const backends::Backend& backend)
    : lift_(lift), outputs_(to.size()), dot_(backends::choose_dot(backend, longest(from, to))) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const WordModulus& m = from[i];
    const auto* eltwise = backends::choose_eltwise(backend, m.bits, &kernels::EltwiseKernels::axpy).kernels;
    Input input{.modulus = m,
                .multiply = eltwise->axpy,
                .inverse = {},
                .fraction_shift = 64 - m.bits,  // proof 16.5
                .fraction = fraction_of(m)};
    eltwise->codec.encode(input.inverse, 0, 1, arith::inverse_mod(product_without(from, i, m), m.q), m);
    inputs_.push_back(input);
  }
  const kernels::DotKernels& dot = *dot_.kernels;
  factors_.resize(outputs_ * terms() * dot.factor.words);
  moduli_.resize(outputs_ * dot.modulus.words);
  std::uint64_t* factor = factors_.data();
  for (std::size_t j = 0; j < outputs_; ++j) {
    const WordModulus& p = to[j];
    dot.modulus.encode(moduli_.data() + j * dot.modulus.words, p);
    for (std::size_t i = 0; i < terms(); ++i, factor += dot.factor.words) {
      // Number from.size() leaves out none: Q itself, whose multiple is taken off.
      const std::uint64_t c = product_without(from, i, p);
      dot.factor.encode(factor, 0, 1, i < from.size() || c == 0 ? c : p.q - c, p);
    }
  }
}

void BaseConversion::prepare(std::uint64_t* rows, std::size_t stride, std::span<const std::uint64_t* const> in,
                             std::size_t begin, std::size_t count) const {
  std::uint64_t* const sum = rows + inputs_.size() * stride;
  const bool exact = lift_ != Lift::approximate;
  if (exact) {
    const std::uint64_t half = std::uint64_t{1} << (fraction_bits - 1);  // proof 16.5
    const std::uint64_t bias = lift_ == Lift::centred ? half : shortfall(inputs_.size());
    std::fill_n(sum, count, bias);
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    std::uint64_t* const y = rows + i * stride;
    input.multiply(y, in[i] + begin, input.inverse, nullptr, count, input.modulus, 1);
    if (exact) dot_.kernels->add_fractions(sum, y, count, input.fraction_shift, input.fraction);
  }
  if (exact) {
    for (std::size_t k = 0; k < count; ++k) sum[k] >>= fraction_bits;
  }
}

void BaseConversion::convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in,
                             std::size_t begin, std::size_t end) const {
  alignas(64) std::uint64_t rows[tile_words];
  const std::size_t length = tile_length(terms());
  for (std::size_t at = begin; at < end; at += length) {
    const std::size_t count = std::min(length, end - at);
    prepare(rows, length, in, at, count);
    dot_.kernels->rows({.in = rows,
                        .in_stride = length,
                        .terms = terms(),
                        .out = out.data(),
                        .offset = at,
                        .outputs = outputs_,
                        .count = count,
                        .factors = factors_.data(),
                        .moduli = moduli_.data()});
  }
}

std::string BaseConversion::describe() const {
  return std::string(dot_.backend->name).append(" / ").append(dot_.kernels->arithmetic);
}

}  // namespace ringlet::plan
