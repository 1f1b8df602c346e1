#include "products/ring.hpp"

#include <algorithm>
#include <bit>

#include "arith/word_arithmetic.hpp"
#include "products/product_primes.hpp"

namespace ringlet::products {
namespace {

/// Least log2 of the size of a part: shorter transforms cost more than they save.
constexpr unsigned min_log_part = 6;

/// Reduces the elements of `a` to [0, q).
void load(std::uint64_t* out, const Operand& a, const Plan& plan) {
  const std::uint64_t q = plan.modulus().q;
  if (a.count == 0) return;
  if (a.is_signed) {
    // A multiple of q that makes negative numbers non-negative words.
    const std::uint64_t lift = a.greatest < q ? q : ((std::uint64_t{1} << 63) + q - 1) / q * q;
    for (std::size_t i = 0; i < a.count; ++i) {
      const std::uint64_t sign = std::uint64_t{0} - (a.words[i] >> 63);
      out[i] = a.words[i] + (lift & sign);
    }
  } else if (a.greatest < q) {
    std::copy_n(a.words, a.count, out);
  }
  if (a.greatest >= q) plan.eltwise().reduce(out, a.is_signed ? out : a.words, a.count, Range::any);
}

}  // namespace

RingShape RingShape::at_least(std::size_t n) {
  const auto log_n = std::max(1U, static_cast<unsigned>(std::bit_width(n - 1)));
  if (log_n < min_log_part + 2) return power_of_two(log_n, Ring::negacyclic);
  // The first part has half of 2^log_n points; the rest, in eighths of it or in shortest parts, are the other parts.
  const unsigned log_unit = std::max(log_n - max_parts, min_log_part);
  const std::size_t half = std::size_t{1} << (log_n - 1);
  const std::size_t units = (n - half + (std::size_t{1} << log_unit) - 1) >> log_unit;
  if (units << log_unit == half && log_n <= max_log_size) return power_of_two(log_n, Ring::negacyclic);
  RingShape shape = power_of_two(log_n - 1, Ring::negacyclic);
  for (unsigned log_size = log_n - 1; log_size-- > log_unit;) {
    if ((units >> (log_size - log_unit) & 1) != 0)
      shape.log_sizes[shape.parts++] = static_cast<unsigned char>(log_size);
  }
  return shape;
}

std::size_t RingShape::size() const {
  std::size_t sum = 0;
  for (unsigned part = 0; part < parts; ++part) sum += part_size(part);
  return sum;
}

std::size_t RingShape::scratch_words(std::size_t count) const {
  return parts == 1 ? 0 : std::max(count, 2 * part_size(1));
}

RingPlan::RingPlan(std::uint64_t q, const RingShape& shape) : shape_(shape) {
  for (unsigned part = 0; part < shape.parts; ++part) {
    plans_[part] = ProductCache::instance().plan(q, shape.log_sizes[part], shape.ring);
  }
}

/// Reduces a polynomial of `count` coefficients modulo X^s + 1 for each part. Overwrites `row`, of scratch_words.
void RingPlan::split(std::uint64_t* out, std::uint64_t* row, std::size_t count) const {
  std::size_t size = shape_.part_size(0);
  std::copy_n(row, std::min(size, count), out);
  std::fill(out + std::min(size, count), out + size, 0);
  if (count > size) eltwise().sub(out, out, row + size, count - size);
  out += size;
  // The row is reduced modulo X^(2s) - 1 for the next s, which both X^s + 1 and all later factors divide.
  size = 2 * shape_.part_size(1);
  if (count < size) std::fill(row + count, row + size, 0);
  for (std::size_t i = size; i < count; i += size) eltwise().add(row, row, row + i, std::min(size, count - i));
  for (unsigned part = 1; part < shape_.parts; ++part) {
    const std::size_t s = shape_.part_size(part);
    for (; size > 2 * s; size /= 2) eltwise().add(row, row, row + size / 2, size / 2);
    eltwise().sub(out, row, row + s, s);
    eltwise().add(row, row, row + s, s);
    out += s;
    size = s;
  }
}

void RingPlan::evaluate(std::uint64_t* out, const Operand& a, std::size_t shift, std::uint64_t* scratch) const {
  std::uint64_t* const row = shape_.parts == 1 ? out : scratch;
  std::fill_n(row, shift, 0);
  load(row + shift, a, *plans_[0]);
  const std::size_t count = shift + a.count;
  if (shape_.parts == 1) {
    std::fill(out + count, out + shape_.size(), 0);
  } else {
    split(out, scratch, count);
  }
  for (unsigned part = 0; part < shape_.parts; ++part) {
    plans_[part]->forward(out, out, 1, 1);
    out += shape_.part_size(part);
  }
}

void RingPlan::multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const {
  eltwise().mul(out, x, y, shape_.size());
}

/// Finds the polynomial from its remainders modulo X^s + 1 for each part, in place. After each step the first `degree`
/// values are u, the remainder modulo the product M of the factors so far. Then u + M g with g = (v - u) / M is the
/// remainder that is v modulo X^s + 1. There, M = 2^part, because each earlier factor is 2. The row is u modulo
/// X^(2s) - 1; M is 2^part there, too.
inline void RingPlan::join(std::uint64_t* values, std::uint64_t* row) const {
  std::size_t degree = shape_.part_size(0), size = 2 * shape_.part_size(1);
  std::copy_n(values, size, row);
  for (std::size_t i = size; i < degree; i += size) eltwise().add(row, row, values + i, size);
  std::uint64_t scale = 1;
  for (unsigned part = 1; part < shape_.parts; ++part) {
    const std::size_t s = shape_.part_size(part);
    for (; size > 2 * s; size /= 2) eltwise().add(row, row, row + size / 2, size / 2);
    std::uint64_t* const g = values + degree;
    eltwise().sub(g, g, row, s);
    eltwise().add(g, g, row + s, s);
    eltwise().add(row, row, row + s, s);
    eltwise().add(row, row, g, s);
    scale = arith::mul_mod(scale, (q() + 1) / 2, plans_[0]->modulus());
    eltwise().axpy(g, g, scale, nullptr, s);
    // M is the sum of X^e for all sums e of sizes of earlier parts; the greatest sum is the degree.
    for (unsigned subset = 0; subset + 1 < 1U << part; ++subset) {
      std::size_t exponent = 0;
      for (unsigned earlier = 0; earlier < part; ++earlier) {
        if ((subset >> earlier & 1) != 0) exponent += shape_.part_size(earlier);
      }
      eltwise().add(values + exponent, values + exponent, g, s);
    }
    degree += s;
    size = s;
  }
}

void RingPlan::interpolate(std::uint64_t* values, std::uint64_t* scratch) const {
  std::uint64_t* part_values = values;
  for (unsigned part = 0; part < shape_.parts; ++part) {
    plans_[part]->inverse(part_values, part_values, 1, 1);
    part_values += shape_.part_size(part);
  }
  if (shape_.parts > 1) join(values, scratch);
}

}  // namespace ringlet::products
