#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "arith/arithmetic.hpp"

namespace ringlet_test {

using ringlet::arith::Bound;
using ringlet::arith::one_q;
using ringlet::arith::Range;
using ringlet::arith::times_q;

/// Returns the least range that holds x.
inline Range range_of(std::uint32_t x, std::uint32_t q) {
  const Bound low = Bound{x} * one_q / q;
  return {low, low + 1};
}

/// Counts comparisons and reports the first failure.
class Comparison {
 public:
  explicit Comparison(std::uint32_t q) : q_(q) {}

  /// Compares `result` with `wanted` modulo q, and checks its range.
  void residue(const char* what, std::uint32_t result, std::int64_t wanted, Range range, std::uint32_t x,
               std::uint32_t y, std::uint32_t w) {
    const auto q = std::int64_t{q_};
    const bool in_range = range.low * q_ <= Bound{result} * one_q && Bound{result} * one_q < range.high * q_;
    note(in_range && (result - wanted) % q == 0, what, result, wanted, x, y, w);
  }

  void number(const char* what, std::uint32_t result, std::uint32_t wanted, std::uint32_t x, std::uint32_t y,
              std::uint32_t w) {
    note(result == wanted, what, result, wanted, x, y, w);
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  void note(bool right, const char* what, std::uint32_t result, std::int64_t wanted, std::uint32_t x, std::uint32_t y,
            std::uint32_t w) {
    ++count_;
    if (right || failed_) return;
    failed_ = true;
    ADD_FAILURE() << what << " of x = " << x << ", y = " << y << ", w = " << w << " modulo " << q_ << " is " << result
                  << ", wanted " << wanted;
  }

  std::uint32_t q_;
  bool failed_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace ringlet_test
