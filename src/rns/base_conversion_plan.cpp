#include "rns/base_conversion_plan.hpp"

#include <algorithm>
#include <string_view>

#include "arith/word_arithmetic.hpp"
#include "ringlet/rns_base.hpp"

namespace ringlet::rns {
namespace {

using arith::WordModulus;
using Moduli = BaseConversionPlan::Moduli;

/// Number of bits of sum y_i / q_i after the binary point.
constexpr unsigned fraction_bits = 42;  // proof 16.5

/// Greatest number of terms of that sum.
constexpr std::size_t most_terms = std::size_t{1} << 16;  // proof 16.5
static_assert(RnsBase::max_size <= most_terms);

/// Returns the greatest shortfall of a sum of so many truncated terms, in units of the last fraction bit.
constexpr std::uint64_t shortfall(std::uint64_t terms) { return 2 * terms + terms / 512 + 1; }  // proof 16.5

/// Multiplies x by the factor of modulus number i. An empty list of factors means 1.
std::uint64_t scaled(std::uint64_t x, std::span<const std::uint64_t> factors, std::size_t i, const WordModulus& m) {
  return factors.empty() ? x : arith::mul_mod(x, factors[i], m);
}

std::uint64_t largest(Moduli moduli) { return std::ranges::max_element(moduli, {}, &WordModulus::q)->q; }

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

/// Returns the products modulo m of all moduli but one, for each in turn, and then that of all.
std::vector<std::uint64_t> products_without_each(Moduli moduli, const WordModulus& m) {
  std::vector<std::uint64_t> products{1 % m.q};
  for (const WordModulus& q : moduli) products.push_back(arith::mul_mod(products.back(), arith::reduce(q.q, m), m));
  std::uint64_t following = 1 % m.q;
  for (std::size_t i = moduli.size(); i-- > 0;) {
    products[i] = arith::mul_mod(products[i], following, m);
    following = arith::mul_mod(following, arith::reduce(moduli[i].q, m), m);
  }
  return products;
}

/// Returns the least factor f of a lazy range, 1, 2 or 4, with q <= f p. Returns 0 if there is none.
unsigned factor_of_range(const WordModulus& q, const WordModulus& p) {
  for (const unsigned factor : {1U, 2U, 4U}) {
    if (arith::fits<std::uint64_t>(factor, p.q) && q.q <= factor * p.q) return factor;
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

BaseConversionPlan::BaseConversionPlan(Moduli from, Moduli to, Lift lift, const backends::Backend& backend,
                                       const ConversionScales& scales, const std::optional<RedundantModulus>& redundant)
    : lift_(lift) {
  set_inputs(from, backend, scales.from);
  if (redundant) multiple_ = multiple_by(*redundant, from, backend);
  set_outputs(from, to, split_rows(from, to, backend), backend, scales.to);
  const std::size_t words = terms() * tile_length();
  if (words > tile_words) tiles_ = std::make_unique<memory::Scratch>(words * sizeof(std::uint64_t));
}

void BaseConversionPlan::set_inputs(Moduli from, const backends::Backend& backend,
                                    std::span<const std::uint64_t> scales) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const WordModulus& m = from[i];
    const std::uint64_t inverse = arith::inverse_mod(product_without(from, i, m), m.q);
    inputs_.push_back({.modulus = m,
                       .multiply = multiply_of(m, backend),
                       .add_scalar = add_scalar_of(m, backend),
                       .inverse = scaled(inverse, scales, i, m),
                       .add_fractions = backends::choose_dot(backend, m.q).kernel->add_fractions,
                       .fraction_shift = 64 - m.bits,  // proof 16.5
                       .fraction = fraction_of(m)});
  }
}

BaseConversionPlan::Multiple BaseConversionPlan::multiple_by(const RedundantModulus& redundant, Moduli from,
                                                             const backends::Backend& backend) const {
  const WordModulus& m = redundant.modulus;
  const kernels::DotKernels& dot = *backends::choose_dot(backend, std::max(largest(from), m.q)).kernel;
  Multiple multiple{.modulus = m,
                    .dot = &dot,
                    .is_given = redundant.is_given,
                    .add_scalar = add_scalar_of(m, backend),
                    .factors = memory::AlignedWords<std::uint64_t>((from.size() + 1) * dot.factor.words),
                    .constants = memory::AlignedWords<std::uint64_t>(dot.modulus.words)};
  dot.modulus.encode(multiple.constants.data(), m);
  std::uint64_t* factor = multiple.factors.data();
  for (const WordModulus& q : from) {
    dot.factor.encode(factor, 0, 1, m.q - arith::inverse_mod(arith::reduce(q.q, m), m.q), m);
    factor += dot.factor.words;
  }
  dot.factor.encode(factor, 0, 1, arith::inverse_mod(product_without(from, from.size(), m), m.q), m);
  return multiple;
}

/// Chooses the rows to split. Returns the longest modulus of all others, at least as long as parts.
std::uint64_t BaseConversionPlan::split_rows(Moduli from, Moduli to, const backends::Backend& backend) {
  std::uint64_t longest = std::uint64_t{1} << split_bits;
  if (whole_rows() == 1) return longest;
  std::vector<WordModulus> rows(from.begin(), from.end());
  if (multiple_) rows.push_back(multiple_->modulus);
  const auto arithmetic = [&](std::uint64_t q) {
    return std::string_view(backends::choose_dot(backend, q).kernel->arithmetic);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t q = rows[i].q;
    const auto is_as_long = [&](const WordModulus& m) { return arithmetic(std::max(m.q, q)) == arithmetic(m.q); };
    const auto as_long = [&](Moduli moduli) {
      return static_cast<std::size_t>(std::ranges::count_if(moduli, is_as_long));
    };
    // Each of `split` rows is one more term of every sum. A term of shorter arithmetic takes about half the time: less
    // to 52 bits, somewhat more for 53 to 55.
    const std::size_t split = as_long(rows), longer = as_long(to), shorter = to.size() - longer;
    if (shorter * (whole_rows() - split) >= 2 * split * longer) {
      split_rows_.push_back(i);
    } else {
      longest = std::max(longest, q);
    }
  }
  return longest;
}

void BaseConversionPlan::set_outputs(Moduli from, Moduli to, std::uint64_t longest_row,
                                     const backends::Backend& backend, std::span<const std::uint64_t> scales) {
  const bool is_one = from.size() == 1 && !multiple_;
  for (std::size_t j = 0; j < to.size(); ++j) {
    const WordModulus& p = to[j];
    const std::vector<std::uint64_t> products = products_without_each(from, p);
    const auto scaled_product = [&](std::size_t left_out) { return scaled(products[left_out], scales, j, p); };
    const auto negated = [&](std::uint64_t x) { return x == 0 ? 0 : p.q - x; };
    // Index from.size() omits no modulus and gives Q, the factor of the correction. It is negated without a redundant
    // modulus.
    const auto factor_of_row = [&](std::size_t i) {
      const std::uint64_t c = scaled_product(i);
      return i < from.size() || multiple_ ? c : negated(c);
    };
    const auto factor_of_term = [&](std::size_t i) {
      if (i < whole_rows()) return factor_of_row(i);
      const std::uint64_t unit = arith::reduce(std::uint64_t{1} << split_bits, p);
      return arith::mul_mod(factor_of_row(split_rows_[i - whole_rows()]), unit, p);
    };
    if (is_one) {
      add_product(from[0], p, scaled_product(0), backend);
    } else {
      add_sum(p, backends::choose_dot(backend, std::max(p.q, longest_row)), factor_of_term);
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

template <class FactorOf>
void BaseConversionPlan::add_sum(const WordModulus& p, const backends::DotChoice& choice, const FactorOf& factor_of) {
  const kernels::DotKernels& dot = *choice.kernel;
  sums_.push_back({.dot = &dot, .factors = factors_.size(), .constants = constants_.size()});
  factors_.resize(factors_.size() + terms() * dot.factor.words);
  constants_.resize(constants_.size() + dot.modulus.words);
  std::uint64_t* factor = factors_.data() + sums_.back().factors;
  for (std::size_t i = 0; i < terms(); ++i, factor += dot.factor.words)
    dot.factor.encode(factor, 0, 1, factor_of(i), p);
  dot.modulus.encode(constants_.data() + sums_.back().constants, p);
  add_description(choice.backend->name, dot.arithmetic);
}

void BaseConversionPlan::add_product(const WordModulus& q, const WordModulus& p, std::uint64_t factor,
                                     const backends::Backend& backend) {
  const auto choice = backends::choose_eltwise(backend, p.q, &kernels::EltwiseKernels::axpy);
  products_of_one_.push_back({.modulus = p,
                              .multiply = choice.kernel->axpy,
                              .reduce = kernel_of<&kernels::EltwiseKernels::reduce>(p, backend),
                              .factor = factor,
                              .input_factor = factor_of_range(q, p)});
  add_description(choice.backend->name, choice.kernel->arithmetic);
}

void BaseConversionPlan::add_description(std::string_view backend, std::string_view arithmetic) {
  const std::string kernel = std::string(backend).append(" / ").append(arithmetic);
  if ((", " + description_ + ", ").find(", " + kernel + ", ") != std::string::npos) return;
  description_.append(description_.empty() ? "" : ", ").append(kernel);
}

void BaseConversionPlan::prepare(std::uint64_t* rows, std::size_t stride, const RnsView& in, std::size_t begin,
                                 std::size_t count) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].prepare(rows + i * stride, in[i].data() + begin, count);
  }
  if (multiple_ && multiple_->is_given) {
    std::copy_n(in[inputs_.size()].data() + begin, count, rows + inputs_.size() * stride);
  }
  complete(rows, stride, count);
}

void BaseConversionPlan::prepare_in_place(std::uint64_t* rows, std::size_t stride, std::size_t count) const {
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

void BaseConversionPlan::complete(std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  const std::size_t inputs = inputs_.size();
  if (multiple_) {
    multiple_->find(rows, stride, inputs, count);
  } else if (has_multiples()) {
    // Computes v = sum_i y_i / q_i in fixed point.
    constexpr std::uint64_t half = std::uint64_t{1} << (fraction_bits - 1);  // proof 16.5
    std::uint64_t* const v = rows + inputs * stride;
    std::fill_n(v, count, lift_ == Lift::centred ? half : shortfall(inputs));
    for (std::size_t i = 0; i < inputs; ++i) {
      inputs_[i].add_fractions(v, rows + i * stride, count, inputs_[i].fraction_shift, inputs_[i].fraction);
    }
    for (std::size_t k = 0; k < count; ++k) v[k] >>= fraction_bits;
  } else if (inputs == 1 && lift_ == Lift::centred) {
    const WordModulus& q = inputs_[0].modulus;
    inputs_[0].add_scalar(rows, rows, half_of(q.q), count, q);
  }
  constexpr std::uint64_t mask = (std::uint64_t{1} << split_bits) - 1;  // proof 16.9
  std::uint64_t* high = rows + whole_rows() * stride;
  for (const std::size_t i : split_rows_) {
    std::uint64_t* const low = rows + i * stride;
    for (std::size_t k = 0; k < count; ++k) {
      high[k] = low[k] >> split_bits;
      low[k] &= mask;
    }
    high += stride;
  }
}

/// Computes out_j = (sum_i y_i (Q/q_i) - v Q) t_j modulo p_j. The factors of the dot products are (Q/q_i) t_j, then
/// -Q t_j.
void BaseConversionPlan::finish(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first,
                                const std::uint64_t* rows, std::size_t stride, std::size_t count) const {
  if (!products_of_one_.empty()) {
    // A single modulus needs one product for each value. Pieces stay in the cache from one step to the next.
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (std::size_t at = 0; at < count; at += longest_tile) {
        const std::size_t length = std::min(longest_tile, count - at);
        products_of_one_[first + k](out[k] + offset + at, rows + at, length);
        if (!shifts_.empty()) shifts_[first + k](out[k] + offset + at, length);
      }
    }
    return;
  }
  // Neighbours with the same kernel share the loads of rows.
  for (std::size_t k = 0, end = 0; k < out.size(); k = end) {
    const Sum& sum = sums_[first + k];
    for (end = k + 1; end < out.size() && sums_[first + end].dot == sum.dot;) ++end;
    sum.dot->rows({.in = rows,
                   .in_stride = stride,
                   .terms = terms(),
                   .out = out.data() + k,
                   .offset = offset,
                   .outputs = end - k,
                   .count = count,
                   .factors = factors_.data() + sum.factors,
                   .moduli = constants_.data() + sum.constants});
  }
  if (shifts_.empty()) return;
  for (std::size_t k = 0; k < out.size(); ++k) shifts_[first + k](out[k] + offset, count);
}

void BaseConversionPlan::finish(const RnsSpan& out, std::size_t offset, const std::uint64_t* rows, std::size_t stride,
                                std::size_t count) const {
  std::array<std::uint64_t*, 64> pointers;
  for (std::size_t first = 0; first < out.rows(); first += pointers.size()) {
    const auto part = std::span(pointers).first(std::min(pointers.size(), out.rows() - first));
    for (std::size_t k = 0; k < part.size(); ++k) part[k] = out[first + k].data();
    finish(part, offset, first, rows, stride, count);
  }
}

std::optional<std::uint64_t> BaseConversionPlan::lazy_summand(std::size_t j) const {
  if (products_of_one_.empty()) return std::nullopt;
  const WordModulus &q = inputs_.front().modulus, &p = products_of_one_[j].modulus;
  const std::uint64_t shift = lift_ == Lift::centred ? arith::reduce(half_of(q.q), p) : 0;
  const std::uint64_t summand = shift == 0 ? 0 : p.q - shift;
  if (q.q > 4 * p.q - summand) return std::nullopt;
  return summand;
}

void BaseConversionPlan::convert(const RnsSpan& out, const RnsView& in, std::size_t begin, std::size_t end) const {
  for_each_tile(in, begin, end, [&](const std::uint64_t* rows, std::size_t stride, std::size_t at, std::size_t count) {
    finish(out, at, rows, stride, count);
  });
}

}  // namespace ringlet::rns
