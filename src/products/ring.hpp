#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "products/product_cache.hpp"
#include "ringlet/types.hpp"

namespace ringlet::products {

/// Elements of an array as numbers: words, or signed words.
struct Operand {
  const std::uint64_t* words;
  std::size_t count;
  bool is_signed;
  /// Bound of the magnitudes.
  std::uint64_t greatest;

  /// Returns elements [first, first + size).
  [[nodiscard]] Operand part(std::size_t first, std::size_t size) const {
    return {words + first, size, is_signed, greatest};
  }
};

/// Shape of a ring Z_q[X]/M of residues: either M = X^n - 1, or M is the product of X^s + 1 for sizes s = 2^k that
/// decrease. These factors are coprime for each odd q, because X^t = -1 implies X^s = 1 for s = 2^j t, j >= 1. The ring
/// has transforms of sizes s. So products of any length take little more than their share of the next power of two.
struct RingShape {
  static constexpr unsigned max_parts = 4;

  Ring ring = Ring::negacyclic;
  unsigned parts = 0;
  std::array<unsigned char, max_parts> log_sizes{};

  /// Returns the ring modulo X^(2^log_n) + 1 or - 1.
  static RingShape power_of_two(unsigned log_n, Ring ring) { return {ring, 1, {static_cast<unsigned char>(log_n)}}; }
  /// Returns the smallest ring of at least n points, up to greatest_size.
  static RingShape at_least(std::size_t n);
  /// Greatest size of a ring.
  static constexpr std::size_t greatest_size = std::size_t{15} << 21;

  [[nodiscard]] std::size_t part_size(unsigned part) const { return std::size_t{1} << log_sizes[part]; }
  [[nodiscard]] std::size_t size() const;
  /// Number of words that RingPlan::evaluate and RingPlan::interpolate need for an operand of this size.
  [[nodiscard]] std::size_t scratch_words(std::size_t count) const;
};

/// Products modulo one prime q in a ring. Evaluations are those of all parts, one after the other.
class RingPlan {
 public:
  /// Throws std::bad_alloc. The prime has roots of unity of the orders that the parts need.
  RingPlan(std::uint64_t q, const RingShape& shape);

  /// Evaluates the polynomial X^shift a, of which at most size() coefficients are not zero from X^0 on.
  void evaluate(std::uint64_t* out, const Operand& a, std::size_t shift, std::uint64_t* scratch) const;
  /// Computes out = x y, value by value; out may be x or y.
  void multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;
  /// Computes coefficients in [0, q) in place.
  void interpolate(std::uint64_t* values, std::uint64_t* scratch) const;

 private:
  [[nodiscard]] const words::Eltwise<std::uint64_t>& eltwise() const { return plans_[0]->eltwise(); }
  [[nodiscard]] std::uint64_t q() const { return plans_[0]->modulus().q; }
  void split(std::uint64_t* out, std::uint64_t* row, std::size_t count) const;
  void join(std::uint64_t* values, std::uint64_t* scratch) const;

  RingShape shape_;
  std::array<std::shared_ptr<const Plan>, RingShape::max_parts> plans_;
};

}  // namespace ringlet::products
