#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "checks/checks.hpp"

/// Checks of evaluations on cosets, for numbers of any type.
namespace ringlet::checks {

/// Returns whether arrays of any lengths overlap.
template <class Number>
bool overlap(std::span<Number> out, std::span<const Number> in) {
  const std::less<const Number*> before;
  return before(out.data(), in.data() + in.size()) && before(in.data(), out.data() + out.size());
}

/// Checks the shapes of a polynomial of any length and of its n values.
template <class Number>
void require_polynomial(std::span<Number> out, std::span<const Number> in, std::size_t n) {
  require_size("out", out.size(), n);
  require_nonempty("in", in.size());
  if (out.data() != in.data() && overlap(out, in)) reject_overlap("in");
}

inline void require_log_blowup(unsigned log_blowup, unsigned greatest) {
  if (log_blowup > greatest) reject("log_blowup", log_blowup, "it must be at most " + std::to_string(greatest));
}

/// Returns b of a size n 2^b, b <= greatest, and rejects another size.
inline unsigned require_extended_size(const char* name, std::size_t size, std::size_t n, unsigned greatest) {
  unsigned log_blowup = 0;
  while (log_blowup < greatest && n << log_blowup != size) ++log_blowup;
  if (n << log_blowup != size) {
    reject(name, size, "it must be n 2^b, n = " + std::to_string(n) + ", 0 <= b <= " + std::to_string(greatest));
  }
  return log_blowup;
}

/// Checks the shapes of n values and of n 2^b values, b <= greatest, and returns b. `in` may be a block of out.
template <class Number>
unsigned require_extension(std::span<Number> out, std::span<const Number> in, std::size_t n, unsigned greatest) {
  require_size("in", in.size(), n);
  const unsigned log_blowup = require_extended_size("size of out", out.size(), n, greatest);
  if (!overlap(out, in)) return log_blowup;
  for (std::size_t i = 0; i < out.size(); i += n) {
    if (out.data() + i == in.data()) return log_blowup;
  }
  throw std::invalid_argument("out overlaps in, but in must be one of its blocks of n numbers or a separate array");
}

}  // namespace ringlet::checks
